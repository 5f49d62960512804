//! Errors, each with what it is about.

/// The reason why a program did not run on a device.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No device of this kind is there, or its driver is not.
    #[error("there is no {kind} device here: {reason}")]
    NoDevice {
        /// The kind: `CUDA`, `C`
        kind: &'static str,
        /// The part that was missing.
        reason: String,
    },
    /// The compiler of the device refused the text.
    #[error("the compiler of {device} refuses the text of `{function}`:\n{log}")]
    Compiler {
        /// The device.
        device: String,
        /// The function.
        function: String,
        /// Its message.
        log: String,
    },
    /// The device has not so much memory left.
    #[error("{device} has no room for {bytes} bytes more{hint}")]
    Memory {
        /// The device.
        device: String,
        /// The bytes that were asked for.
        bytes: u64,
        /// A note on what is free, or on what asks for so much.
        hint: String,
    },
    /// The driver failed.
    #[error("{device}: {reason}")]
    Driver {
        /// The device.
        device: String,
        /// Its message.
        reason: String,
    },
    /// The function has no program of this name.
    #[error("`{function}` has no program `{program}` on a device{hint}")]
    Program {
        /// The function.
        function: String,
        /// The program.
        program: String,
        /// A hint that says what to do.
        hint: &'static str,
    },
    /// An argument does not fit.
    #[error("`{function}`: {reason}")]
    Argument {
        /// The function.
        function: String,
        /// The argument, and what is wrong with it.
        reason: String,
    },
    /// The program failed at a place. What it was to change is undefined.
    #[error("`{function}` stopped: {reason}. What it changes is undefined now.")]
    Failed {
        /// The function in whose text the place is.
        function: String,
        /// The event at that place.
        reason: String,
    },
}

/// The result of a program on a device.
pub type Result<T> = std::result::Result<T, Error>;
