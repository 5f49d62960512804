//! `FILE.vlad::function` on the command line: a function for the ladder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use retrograde_vlad::ladder::Function;
use retrograde_vlad::{Error, Session};

use super::{files, refuse};
use crate::failure::Failure;

/// A function, and the session that contains its text.
pub(super) struct Target {
    session: Session,
    pub(super) function: Function,
}

impl Target {
    /// Reads `FILE.vlad::function`; the file may include others from these folders.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is not a VLAD program, or has no such function that the ladder can transform.
    pub(super) fn read(text: &str, folders: &[PathBuf]) -> Result<Target, Failure> {
        let Some((path, name)) = text.rsplit_once("::") else {
            return Err(Failure::Usage(format!("`{text}` names no function: write FILE.vlad::FUNCTION")));
        };
        let session = Session::new();
        files::load(&session, Path::new(path), folders)?;
        let function = Function::new(Arc::new(session.program()), name);
        match function {
            Ok(function) => Ok(Target { session, function }),
            Err(error) => Err(refuse(&session, &error)),
        }
    }

    /// Returns the failure for an error of the function, at its place in the text.
    pub(super) fn failure(&self, error: &Error) -> Failure {
        refuse(&self.session, error)
    }
}
