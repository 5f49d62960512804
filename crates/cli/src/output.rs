//! Files that appear whole or not at all: written beside their place and renamed when the work is done.

use std::io::Write;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::failure::Failure;

/// A file that is going to be written.
pub(crate) struct Output {
    path: PathBuf,
    file: NamedTempFile,
}

impl Output {
    /// Makes sure, before any work is done, that `path` can be written.
    ///
    /// # Errors
    ///
    /// When `path` is a folder, or its folder is not there or cannot be written to.
    pub(crate) fn create(path: &Path) -> Result<Self, Failure> {
        let cannot = |reason: String| Failure::Usage(format!("cannot write {}: {reason}", path.display()));
        if path.is_dir() {
            return Err(cannot("it is a folder".to_owned()));
        }
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let mut builder = tempfile::Builder::new();
        builder.prefix(".retrograde-");
        // Temporary files are private by default; what is renamed into place follows the user's mask instead.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder).map_err(|error| cannot(plain(&error)))?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Writes the contents and puts the file into its place.
    pub(crate) fn commit(mut self, contents: &str) -> Result<(), Failure> {
        let cannot = |reason: String| Failure::Write { path: self.path.clone(), reason };
        let written = self.file.write_all(contents.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| cannot(plain(&error)))?;
        self.file.persist(&self.path).map_err(|error| cannot(plain(&error.error)))?;
        Ok(())
    }
}

/// What the system said, without the name of the file beside: nobody knows that one.
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
}
