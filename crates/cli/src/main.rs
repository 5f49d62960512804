//! `retrograde`: solves and measures the problems that Retrograde differentiates.
//!
//! The only crate of the workspace that reads files, writes files and chooses exit codes: 0 when the work is done, 2 for
//! what the user can correct (arguments, input files), 1 for the rest. Nothing is written when a command fails.

mod allocation;
mod bundle;
mod commands;
mod console;
mod draw;
mod engine;
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

/// Counts what is allocated, so that benches can show that hot loops allocate nothing.
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
    /// Prints what the compiler makes of a reversible function.
    Expand(commands::expand::Arguments),
    /// Draws a reversible function as a graph of its memory.
    Draw(commands::draw::Arguments),
    /// Runs a reversible function statement by statement, forwards and backwards.
    Step(commands::step::Arguments),
    /// Prints the page of a law that the compiler names: why it is there, what breaks it, what mends that.
    Law(commands::law::Arguments),
    /// Runs, tests and explains programs in VLAD, the language whose functions differentiate themselves.
    #[command(subcommand)]
    Vlad(commands::vlad::Action),
    /// Times objectives against their derivatives.
    #[command(subcommand)]
    Bench(commands::bench::Problem),
}

/// How much stack the compiler may use here: its passes go as deep as the expressions of a program.
const STACK: usize = 1 << 30;

/// Runs what compiles a program, with more stack where that can be had; what is not used takes no memory.
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
