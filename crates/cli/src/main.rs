//! `retrograde`: solves and benchmarks problems with derivatives by Retrograde, and shows the programs that the
//! compiler derives.
//!
//! The only crate of the workspace that reads files, writes files and chooses exit codes: 0 for success, 2 for errors
//! that the user can correct (arguments, input files), 1 for others. A command that fails writes no file.

mod allocation;
mod bundle;
mod commands;
mod console;
mod costs;
mod device;
mod draw;
mod engine;
mod excerpt;
mod failure;
mod input;
mod memory;
mod mixture;
mod output;
mod plot;
mod random;
mod scene;
mod solve;
mod source;
mod timing;
mod values;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Counts allocated bytes, so that benchmarks can show that hot loops do not allocate.
#[global_allocator]
static ALLOCATOR: allocation::Counting = allocation::Counting;

/// Differentiates programs by running them backwards.
#[derive(Parser)]
#[command(name = "retrograde", version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Solves a bundle adjustment problem: a file, or a synthetic scene.
    Ba(commands::ba::Arguments),
    /// Evaluates a Gaussian mixture's log-posterior and its gradient.
    Gmm(commands::gmm::Arguments),
    /// Fits a model written in VLAD to data.
    Fit(commands::fit::Arguments),
    /// Prints the programs that the compiler derives from a reversible function.
    Expand(commands::expand::Arguments),
    /// Draws a reversible function as a graph of its memory.
    Draw(commands::draw::Arguments),
    /// Runs a reversible function statement by statement, forwards and backwards.
    Step(commands::step::Arguments),
    /// Prints the page of a law that an error message names: its reason, a program that breaks it, how to mend that.
    Law(commands::law::Arguments),
    /// Runs, tests and explains programs in VLAD, a language whose functions differentiate.
    #[command(subcommand)]
    Vlad(commands::vlad::Action),
    Gradbench(commands::gradbench::Arguments),
    /// Times objectives against their derivatives.
    #[command(subcommand)]
    Bench(commands::bench::Problem),
}

/// The stack size for the compiler, whose passes recur on the expressions of a program.
const STACK: usize = 1 << 30;

/// Runs code that calls the compiler on a thread with a large stack if possible; unused stack takes no memory.
fn deep(run: &(dyn Fn() -> Result<(), failure::Failure> + Sync)) -> Result<(), failure::Failure> {
    std::thread::scope(|scope| match std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run) {
        Ok(running) => running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
        Err(_) => run(),
    })
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Ba(arguments) => commands::ba::run(&arguments),
        Command::Gmm(arguments) => commands::gmm::run(&arguments),
        Command::Expand(arguments) => deep(&|| commands::expand::run(&arguments)),
        Command::Draw(arguments) => deep(&|| commands::draw::run(&arguments)),
        Command::Step(arguments) => deep(&|| commands::step::run(&arguments)),
        Command::Law(arguments) => commands::law::run(&arguments),
        Command::Fit(arguments) => commands::fit::run(&arguments),
        Command::Vlad(action) => commands::vlad::run(&action),
        Command::Gradbench(arguments) => commands::gradbench::run(&arguments),
        Command::Bench(problem) => commands::bench::run(&problem),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            console::complain(&failure);
            ExitCode::from(failure.exit_code())
        }
    }
}
