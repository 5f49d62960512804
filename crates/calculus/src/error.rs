//! [`Error`]: why a gradient could not be computed in the given budget.

use std::fmt;
use std::io;

/// The reason why a computation under a schedule failed.
#[derive(Debug)]
pub enum Error {
    /// The memory is not enough for any schedule.
    Memory {
        /// The bytes that the most frugal schedule needs.
        needed: usize,
        /// The bytes that were given.
        given: usize,
    },
    /// A schedule may keep no state.
    NoCheckpoint,
    /// Bennett's recursion is asked for fewer than two parts.
    Parts(usize),
    /// A schedule for so many steps runs more of them than a `usize` counts.
    Uncounted(usize),
    /// A state could not be written to disk, or read from it.
    Disk(io::Error),
    /// A state on disk does not have the bytes of its type.
    Bytes,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Memory { needed, given } => write!(
                f,
                "{given} bytes are not enough: a gradient needs three states at least, {needed} bytes \
                 (the state that is kept, the one that runs, and the last one)"
            ),
            Error::NoCheckpoint => f.write_str(
                "this schedule keeps no state, so there is nothing to start again from: give it one checkpoint or more",
            ),
            Error::Parts(parts) => write!(
                f,
                "Bennett's recursion cannot divide a computation into {parts} part{}: give it two or more",
                if *parts == 1 { "" } else { "s" }
            ),
            Error::Uncounted(steps) => write!(
                f,
                "for {steps} steps this schedule runs more steps than a `usize` counts: keep more states, or divide into more parts"
            ),
            Error::Disk(error) => write!(f, "a state cannot be kept on disk: {error}"),
            Error::Bytes => f.write_str(
                "a state was read from disk as other bytes than were written: `Bytes::read` takes what `Bytes::write` gave",
            ),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Disk(error) => Some(error),
            Error::Memory { .. }
            | Error::NoCheckpoint
            | Error::Parts(_)
            | Error::Uncounted(_)
            | Error::Bytes => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Error::Disk(error)
    }
}
