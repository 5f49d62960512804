//! Everything that can end a command early, and the exit code that it ends with.

use std::path::PathBuf;

use serde_json::{Value, json};

/// Why a command stopped.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// The input cannot be used.
    #[error("{0}")]
    Input(#[from] InputError),
    /// The arguments contradict one another or the input.
    #[error("{0}")]
    Usage(String),
    /// The problem is well-formed, but has no finite value where it starts.
    #[error("{0}")]
    Start(String),
    /// A result could not be written; the file that was to be written is as it was before.
    #[error("cannot write {path}: {reason}")]
    Write {
        /// The file that was to be written.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The problem is valid, but cannot be solved here.
    #[error("{0}")]
    Solve(String),
    /// A program in VLAD cannot be read or run.
    #[error("{}", .0.message)]
    Program(Box<ProgramError>),
    /// What is wrong was reported already; this is the exit code.
    #[error("the command failed")]
    Reported(u8),
}

impl Failure {
    /// 2 for what the user can correct in the command line or the input, 1 for the rest.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::Input(_) | Self::Usage(_) | Self::Start(_) => 2,
            Self::Write { .. } | Self::Solve(_) => 1,
            Self::Program(error) => error.exit_code,
            Self::Reported(code) => *code,
        }
    }

    /// The failure for programs to read: a message, and what else is known of it.
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
    /// What is wrong.
    pub(crate) message: String,
    /// The file, as the user named it, and the line, where they are known.
    pub(crate) file: Option<String>,
    pub(crate) line: Option<usize>,
    /// What may help.
    pub(crate) hint: Option<String>,
    /// All of that for people, with the text that is meant.
    pub(crate) text: String,
    /// The exit code.
    pub(crate) exit_code: u8,
}

/// A fault in an input file: where, what, and what may help.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct InputError {
    /// The file, as the user named it.
    pub(crate) path: PathBuf,
    /// The fault.
    pub(crate) fault: Fault,
}

/// A fault in a text, before anybody knows which file it came from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fault {
    /// The line, counted from one; none where the whole file is meant.
    pub(crate) line: Option<usize>,
    /// What is wrong.
    pub(crate) message: String,
    /// What the reader expected or suggests.
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

    /// The same with a hint.
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
