//! `FILE.vlad::function`: a function that somebody named on the command line, with the files that its file includes.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use retrograde_vlad::ladder::Function;
use retrograde_vlad::program::Loader;
use retrograde_vlad::source::Sources;
use retrograde_vlad::{Error, PRELUDE, Program};

use crate::failure::{Failure, Fault, InputError};
use crate::input;

/// A file and a function in it.
pub(super) struct Target {
    path: PathBuf,
    program: Arc<Program>,
    pub(super) function: Function,
}

impl Target {
    /// Reads `FILE.vlad::function`.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is no VLAD program, or has no such function that the ladder can transform.
    pub(super) fn read(text: &str) -> Result<Target, Failure> {
        let Some((path, name)) = text.rsplit_once("::") else {
            return Err(Failure::Usage(format!("`{text}` names no function: write FILE.vlad::FUNCTION")));
        };
        let path = PathBuf::from(path);
        let text = input::read(&path, |text| Ok(text.to_string()))?;
        let mut program = Program::bare();
        let full = path.display().to_string();
        let read = program.add_prelude(PRELUDE).and_then(|()| program.add(&full, &text, &mut Files));
        if let Err(error) = read {
            return Err(located(&path, &program.sources, &error));
        }
        let program = Arc::new(program);
        let function =
            Function::new(program.clone(), name).map_err(|e| located(&path, &program.sources, &e))?;
        Ok(Target { path, program, function })
    }

    /// What went wrong with the function, with its place in the file.
    pub(super) fn failure(&self, error: &Error) -> Failure {
        located(&self.path, &self.program.sources, error)
    }
}

/// Finds included files beside the file that includes them.
struct Files;

impl Loader for Files {
    fn load(&mut self, name: &str, from: &str) -> Result<(String, String), String> {
        let folder = Path::new(from).parent().unwrap_or(Path::new(""));
        let mut path = folder.join(name);
        if path.extension().is_none() {
            path.set_extension("vlad");
        }
        let text = std::fs::read_to_string(&path).map_err(|error| error.to_string())?;
        Ok((path.display().to_string(), text))
    }
}

fn located(path: &Path, sources: &Sources, error: &Error) -> Failure {
    let span = error.0.span;
    let place = span.and_then(|span| sources.get(span.source).map(|source| (span, source)));
    let mut message = error.to_string();
    if !error.0.values.is_empty() {
        message += &format!(": {}", error.0.values.join(", "));
    }
    let path = place.map_or_else(|| path.to_owned(), |(_, source)| PathBuf::from(&*source.name));
    let line = place.map(|(span, _)| sources.position(span).0);
    Failure::Input(InputError { path, fault: Fault { line, message, hint: error.0.hint.clone() } })
}
