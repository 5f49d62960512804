//! The reasons for which a command ends early, and their exit codes.

use std::path::PathBuf;

use serde_json::{Value, json};

/// The reason for which a command ends early.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The input cannot be used.
    #[error("{0}")]
    Input(#[from] InputError),
    /// The arguments contradict one another or the input.
    #[error("{0}")]
    Usage(String),
    /// The problem is well-formed, but has no finite value at the start.
    #[error("{0}")]
    Start(String),
    /// A result could not be written; an existing file is unchanged.
    #[error("cannot write {path}: {reason}")]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's message.
        reason: String,
    },
    /// The problem is valid, but cannot be solved here.
    #[error("{0}")]
    Solve(String),
    /// A program in VLAD cannot be read or run.
    #[error("{}", .0.message)]
    Program(Box<ProgramError>),
    /// The error was reported already; this is the exit code.
    #[error("the command failed")]
    Reported(u8),
}

impl Failure {
    /// Returns 2 if the user can correct the command line or the input, otherwise 1.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Input(_) | Self::Usage(_) | Self::Start(_) => 2,
            Self::Write { .. } | Self::Solve(_) => 1,
            Self::Program(error) => error.exit_code,
            Self::Reported(code) => *code,
        }
    }

    /// Returns the failure as JSON: a message, and further details.
    pub(crate) fn json(&self) -> Value {
        match self {
            Self::Input(InputError { path, fault }) => {
                json!({"message": fault.message, "file": path.display().to_string(), "line": fault.line,
                    "hint": fault.hint})
            }
            Self::Program(error) => {
                json!({"message": error.message, "file": error.file, "line": error.line, "hint": error.hint})
            }
            Self::Usage(_) | Self::Start(_) | Self::Write { .. } | Self::Solve(_) | Self::Reported(_) => {
                json!({"message": self.to_string()})
            }
        }
    }
}

/// A fault of a program in VLAD.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ProgramError {
    /// The fault in words.
    pub(crate) message: String,
    /// The file, as the user named it, and the line, if known.
    pub(crate) file: Option<String>,
    pub(crate) line: Option<usize>,
    /// A hint for the user.
    pub(crate) hint: Option<String>,
    /// The complete message for people, with an excerpt of the text.
    pub(crate) text: String,
    /// The exit code.
    pub(crate) exit_code: u8,
}

/// A fault in an input file: its place, a message and a hint.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct InputError {
    /// The file, as the user named it.
    pub(crate) path: PathBuf,
    /// The fault.
    pub(crate) fault: Fault,
}

/// A fault in a text whose file is not known yet.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    /// The line, counted from one; `None` for the file as a whole.
    pub(crate) line: Option<usize>,
    /// The fault in words.
    pub(crate) message: String,
    /// The expected input, or a suggestion.
    pub(crate) hint: Option<String>,
}

impl Fault {
    /// A fault at a line.
    pub(crate) fn at(line: usize, message: impl Into<String>) -> Self {
        Self { line: Some(line), message: message.into(), hint: None }
    }

    /// A fault of the whole file.
    pub(crate) fn whole(message: impl Into<String>) -> Self {
        Self { line: None, message: message.into(), hint: None }
    }

    /// Adds a hint.
    pub(crate) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }
}

impl std::fmt::Display for InputError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.path.display())?;
        if let Some(line) = self.fault.line {
            write!(f, ":{line}")?;
        }
        write!(f, ": {}", self.fault.message)?;
        match &self.fault.hint {
            Some(hint) => write!(f, "\n  hint: {hint}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for InputError {}
