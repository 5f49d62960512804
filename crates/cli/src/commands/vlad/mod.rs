//! `retrograde vlad …`: runs, tests and explains VLAD programs.

mod curves;
mod expand;
mod explain;
mod files;
mod fmt;
mod ladder;
mod repl;
mod report;
mod run;
mod target;
mod test;

pub(crate) use files::{Folders, load};
pub(crate) use report::refuse;

use crate::failure::Failure;

/// What is done with a program. What stands here is the whole help of a command; where nothing does, its arguments explain
/// it at length.
#[derive(clap::Subcommand)]
pub(crate) enum Action {
    /// Runs a program and writes the value of each of its expressions.
    Run(run::Arguments),
    Test(test::Arguments),
    /// Evaluates what you type.
    Repl(repl::Arguments),
    /// Formats programs.
    Fmt(fmt::Arguments),
    /// Prints what a function becomes: core, A-normal form, and its transformations.
    Expand(expand::Arguments),
    Ladder(ladder::Arguments),
    /// Prints the program that a stage of the ladder makes of a function.
    Explain(explain::Arguments),
}

/// Runs the command.
pub(crate) fn run(action: &Action) -> Result<(), Failure> {
    match action {
        Action::Run(arguments) => run::run(arguments),
        Action::Test(arguments) => test::run(arguments),
        Action::Repl(arguments) => repl::run(arguments),
        Action::Fmt(arguments) => fmt::run(arguments),
        Action::Expand(arguments) => expand::run(arguments),
        Action::Ladder(arguments) => ladder::run(arguments),
        Action::Explain(arguments) => explain::run(arguments),
    }
}

/// What a program may use.
#[derive(clap::Args)]
pub(crate) struct Bounds {
    /// Stop after this many steps (calls, and levels of suspended derivatives).
    #[arg(long, value_name = "STEPS")]
    fuel: Option<u64>,
    /// Stop when heap and stack hold more than this many MiB.
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    max_memory: usize,
    /// Stop when more than this many calls wait for one another.
    #[arg(long, value_name = "CALLS")]
    max_depth: Option<usize>,
}

impl Bounds {
    /// The same for a session.
    pub(crate) fn limits(&self) -> retrograde_vlad::Limits {
        retrograde_vlad::Limits {
            fuel: self.fuel.unwrap_or(u64::MAX),
            memory: self.max_memory.saturating_mul(1 << 20),
            depth: self.max_depth.unwrap_or(usize::MAX),
        }
    }
}
