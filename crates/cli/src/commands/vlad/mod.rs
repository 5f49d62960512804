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

/// The actions. A comment here is the complete help text of a command; for a command without one, the comment on its
/// arguments is.
#[derive(clap::Subcommand)]
pub(crate) enum Action {
    /// Runs a program and prints the value of each of its expressions.
    Run(run::Arguments),
    Test(test::Arguments),
    /// Evaluates expressions interactively.
    Repl(repl::Arguments),
    /// Formats programs.
    Fmt(fmt::Arguments),
    /// Prints a function in the core calculus, in A-normal form, or after transformations.
    Expand(expand::Arguments),
    Ladder(ladder::Arguments),
    /// Prints a function as transformed by a stage of the ladder.
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

/// Limits on the resources of a program.
#[derive(clap::Args)]
pub(crate) struct Bounds {
    /// Stop after this many steps (calls, and levels of suspended derivatives).
    #[arg(long, value_name = "STEPS")]
    fuel: Option<u64>,
    /// Stop when heap and stack take more than this many MiB.
    #[arg(long, value_name = "MIB", default_value_t = 4096)]
    max_memory: usize,
    /// Stop at this depth of nested calls.
    #[arg(long, value_name = "CALLS")]
    max_depth: Option<usize>,
}

impl Bounds {
    /// Returns the limits for a session.
    pub(crate) fn limits(&self) -> retrograde_vlad::Limits {
        retrograde_vlad::Limits {
            fuel: self.fuel.unwrap_or(u64::MAX),
            memory: self.max_memory.saturating_mul(1 << 20),
            depth: self.max_depth.unwrap_or(usize::MAX),
        }
    }
}
