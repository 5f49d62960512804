//! Finds programs and the files that they include.

use std::path::{Path, PathBuf};

use retrograde_vlad::{Loader, Session};

use super::report::refuse;
use crate::failure::Failure;
use crate::input;

/// The folders in which `(include "name")` looks: that of the including file, the current one, those of `-I`.
pub(crate) struct Folders<'a>(pub(crate) &'a [PathBuf]);

impl Loader for Folders<'_> {
    fn load(&mut self, name: &str, from: &str) -> Result<(String, String), String> {
        let file = Path::new(name);
        let file = if file.extension().is_some() { file.to_owned() } else { file.with_extension("vlad") };
        let beside = Path::new(from).parent().map(Path::to_path_buf);
        let folders = beside.into_iter().chain([PathBuf::new()]).chain(self.0.iter().cloned());
        let mut tried: Vec<String> = Vec::new();
        for path in folders.map(|folder| folder.join(&file)) {
            let shown = path.display().to_string();
            if path.is_file() {
                let text = std::fs::read(&path).map_err(|error| error.to_string());
                let text =
                    text.and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is not text".into()));
                return match text {
                    Ok(text) => Ok((shown, text)),
                    Err(reason) => Err(format!("{shown} is there but cannot be read: {reason}")),
                };
            }
            if !tried.contains(&shown) {
                tried.push(shown);
            }
        }
        Err(format!("looked for {}; -I adds a folder", tried.join(", ")))
    }

    fn identity(&self, name: &str) -> String {
        Path::new(name).canonicalize().map_or_else(|_| name.to_owned(), |path| path.display().to_string())
    }
}

/// Reads a program into a session.
pub(crate) fn load(session: &Session, path: &Path, folders: &[PathBuf]) -> Result<(), Failure> {
    let text = input::read(path, |text| Ok(text.to_owned()))?;
    let name = path.display().to_string();
    session.add(&name, &text, &mut Folders(folders)).map_err(|error| refuse(session, &error))
}
