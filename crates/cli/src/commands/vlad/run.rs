//! `retrograde vlad run FILE`: evaluates a program's expressions in order.

use std::io::BufReader;
use std::path::PathBuf;

use retrograde_vlad::Session;

use super::{Bounds, files, refuse};
use crate::console;
use crate::failure::Failure;

/// Runs a program and prints the value of each of its expressions.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The program.
    #[arg(value_name = "FILE.vlad")]
    file: PathBuf,
    /// Additional folder in which to look for included files.
    #[arg(short = 'I', value_name = "FOLDER")]
    include: Vec<PathBuf>,
    /// At the end, write the numbers of arithmetic operations and of steps to standard error.
    #[arg(long)]
    count: bool,
    #[command(flatten)]
    bounds: Bounds,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let session = Session::new();
    session.set_limits(arguments.bounds.limits());
    session.read_from(BufReader::new(std::io::stdin()));
    session.write_to(std::io::stdout());
    files::load(&session, &arguments.file, &arguments.include)?;
    let fuel = session.fuel();
    let mut failed = Ok(());
    let done = session.run(|value| {
        if failed.is_ok() {
            failed = console::print(value);
        }
    });
    if arguments.count {
        let (operations, steps) = (session.operations(), fuel - session.fuel());
        console::report(&format!("{operations} arithmetic operations, {steps} steps"));
    }
    done.map_err(|error| refuse(&session, &error))?;
    failed
}
