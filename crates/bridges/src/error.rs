//! [`Error`]: a function that does not fit the problem.

use std::fmt;

/// The reason why a problem has no value or derivative.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The number of parameters is not that of the function's arguments.
    Arguments {
        /// The name of the function.
        function: String,
        /// The number of its arguments, in words.
        takes: String,
        /// The number of parameters.
        found: usize,
    },
    /// A cost is one number, and the function has another number of values.
    Results {
        /// The number of its values.
        found: usize,
    },
    /// A row of a Jacobian has another number of entries than there are parameters.
    Row {
        /// The number of the row, from zero.
        row: usize,
        /// The number of its entries.
        found: usize,
        /// The number of parameters.
        parameters: usize,
    },
    /// The record of a closure failed.
    Tape(retrograde::tape::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Arguments { function, takes, found } => {
                write!(
                    f,
                    "`{function}` takes {takes}, and there are {found} parameters: start from as many as it takes"
                )
            }
            Error::Results { found } => write!(
                f,
                "a cost is one number, and this function has {found}: return the sum of their squares, or use a solver of residuals"
            ),
            Error::Row { row, found, parameters } => write!(
                f,
                "row {row} of the Jacobian has {found} entries, and there are {parameters} parameters: return an entry for each"
            ),
            Error::Tape(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<retrograde::tape::Error> for Error {
    fn from(error: retrograde::tape::Error) -> Self {
        Error::Tape(error)
    }
}
