//! `retrograde gradbench`: answers the messages of the GradBench suite.

use std::io;

use retrograde_gradbench::{Manner, serve};

use crate::failure::Failure;

/// Answers the messages of the GradBench suite: a line of JSON each, from the standard input to the standard output.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Uses all cores for the problems that allow it; the results are the same.
    #[arg(long)]
    multithreaded: bool,
}

/// Runs until the messages end.
pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let manner = if arguments.multithreaded { Manner::AllCores } else { Manner::OneThread };
    let replies = io::BufWriter::new(io::stdout().lock());
    match serve(io::stdin().lock(), replies, manner) {
        // Whoever asks may leave at any time.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Solve(format!("the messages cannot be read or answered: {error}")))
        }
        _ => Ok(()),
    }
}
