//! `retrograde draw FILE.rs::function -o out.svg`: the memory-oriented computational graph of a function.

use std::path::PathBuf;

use retrograde_inspect::print;

use crate::console;
use crate::draw;
use crate::failure::Failure;
use crate::output::Output;
use crate::source::{Source, TARGET};

/// Draws a reversible function as a graph: a vertical line for each variable, a bar for each statement, a box where
/// it changes a variable, a dot where it reads one.
#[derive(clap::Args)]
#[command(after_help = TARGET)]
pub(crate) struct Arguments {
    /// The file, and after `::` the function or method.
    #[arg(value_name = "FILE.rs[::FUNCTION]")]
    target: String,
    /// The SVG file to write; without it, the SVG text goes to standard output.
    #[arg(short, long, value_name = "FILE.svg")]
    output: Option<PathBuf>,
    /// One of the programs derived from the function, instead of the function itself.
    #[arg(long, value_parser = clap::builder::PossibleValuesParser::new(
        print::STAGES.iter().filter(|stage| **stage != "tokens").copied()
    ))]
    stage: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let function = Source::read(&arguments.target)?.one()?;
    let stages = &function.stages;
    let drawing = match &arguments.stage {
        None => draw::function(stages),
        Some(name) => match print::program(stages, name) {
            Some(program) => draw::program(stages, &program, name),
            None => {
                let name = &function.name;
                let message = format!("`{name}` has no sweep of its own: it is primal, adjoint, primal");
                return Err(Failure::Usage(message));
            }
        },
    };
    match &arguments.output {
        Some(path) => Output::create(path)?.commit(&drawing),
        None => console::print(drawing.trim_end()),
    }
}
