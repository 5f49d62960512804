//! Files that are written completely or not at all: to a temporary file that is renamed at the end.

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::Failure;

/// A file to be written.
pub(crate) struct Output {
    path: PathBuf,
    sink: Sink,
}

enum Sink {
    /// An ordinary file: a temporary file beside it, which replaces it at the end.
    Beside(NamedTempFile),
    /// A device or a pipe, which cannot be replaced.
    Through(File),
}

impl Output {
    /// Checks, before any work is done, that `path` can be written.
    ///
    /// # Errors
    ///
    /// If `path` is a folder or a write-protected file, if it does not name a file, or if its folder does not exist
    /// or cannot be written to.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let cannot = |reason: String| Failure::Usage(format!("cannot write {}: {reason}", path.display()));
        let named = path.file_name().is_some() && !path.as_os_str().as_encoded_bytes().ends_with(b"/");
        if path.is_dir() || !named {
            return Err(cannot("it is a folder".to_owned()));
        }
        // The target of a symbolic link is replaced, not the link.
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match target.metadata() {
            Ok(there) if there.permissions().readonly() => {
                return Err(cannot("it is write-protected".to_owned()));
            }
            Ok(there) if !there.is_file() => {
                let file =
                    File::options().write(true).open(&target).map_err(|error| cannot(plain(&error)))?;
                return Ok(Self { path: target, sink: Sink::Through(file) });
            }
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(cannot(plain(&error))),
        }
        let folder = match target.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".retrograde-");
        // Temporary files are private by default; the final file gets the user's mask instead.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder).map_err(|error| cannot(plain(&error)))?;
        Ok(Self { path: target, sink: Sink::Beside(file) })
    }

    /// Writes the contents and renames the file.
    pub(crate) fn commit(self, contents: &str) -> Result<(), Failure> {
        let cannot =
            |error: &std::io::Error| Failure::Write { path: self.path.clone(), reason: plain(error) };
        let write = |file: &mut dyn Write| file.write_all(contents.as_bytes()).and_then(|()| file.flush());
        match self.sink {
            Sink::Beside(mut file) => {
                write(&mut file).map_err(|error| cannot(&error))?;
                file.persist(&self.path).map_err(|error| cannot(&error.error))?;
            }
            Sink::Through(mut file) => write(&mut file).map_err(|error| cannot(&error))?,
        }
        Ok(())
    }
}

/// Returns the system's message without the name of the temporary file, which the user does not know.
fn plain(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split_once(" at path ").map_or(text.as_str(), |(reason, _)| reason).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_appears_before_the_commit() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("result.txt");
        drop(Output::create(&path).expect("writable"));
        assert_eq!(std::fs::read_dir(folder.path()).expect("readable").count(), 0);
        Output::create(&path).expect("writable").commit("1\n").expect("written");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), "1\n");
    }

    #[test]
    fn folders_and_missing_folders_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(Output::create(folder.path()).is_err());
        assert!(Output::create(&folder.path().join("missing/result.txt")).is_err());
    }

    #[test]
    fn what_is_no_file_is_refused_before_the_work() {
        let folder = tempfile::tempdir().expect("a folder");
        let protected = folder.path().join("protected.txt");
        std::fs::write(&protected, "mine").expect("written");
        let mut permissions = std::fs::metadata(&protected).expect("there").permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(&protected, permissions).expect("changed");
        let long = folder.path().join("x".repeat(300));
        let through = protected.join("result.txt");
        for path in [Path::new(""), Path::new(".."), &folder.path().join("new/"), &protected, &long, &through]
        {
            assert!(Output::create(path).is_err(), "{}", path.display());
        }
        assert_eq!(std::fs::read_dir(folder.path()).expect("readable").count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn links_and_devices_stay_what_they_are() {
        let folder = tempfile::tempdir().expect("a folder");
        let (file, link) = (folder.path().join("file.txt"), folder.path().join("link.txt"));
        std::fs::write(&file, "old").expect("written");
        std::os::unix::fs::symlink(&file, &link).expect("linked");
        Output::create(&link).expect("writable").commit("new").expect("written");
        assert!(link.symlink_metadata().expect("there").is_symlink());
        assert_eq!(std::fs::read_to_string(&file).expect("there"), "new");
        Output::create(Path::new("/dev/null")).expect("writable").commit("gone").expect("written");
        assert!(!Path::new("/dev/null").metadata().expect("there").is_file());
    }
}
