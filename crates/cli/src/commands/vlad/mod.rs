//! `retrograde vlad …`: the commands of the language VLAD.

mod curves;
mod explain;
mod ladder;
mod target;

use clap::Subcommand;

use crate::failure::Failure;

/// What can be done with VLAD programs.
#[derive(Subcommand)]
pub(crate) enum Action {
    /// Counts what a gradient costs at every stage of the ladder of paper 003.
    Ladder(ladder::Arguments),
    /// Prints what a stage of the ladder makes of a function.
    Explain(explain::Arguments),
}

pub(crate) fn run(action: &Action) -> Result<(), Failure> {
    match action {
        Action::Ladder(arguments) => ladder::run(arguments),
        Action::Explain(arguments) => explain::run(arguments),
    }
}
