//! `retrograde draw FILE.rs::function -o out.svg`: the memory-oriented computational graph of a function.

use std::path::PathBuf;

use retrograde_inspect::print;

use crate::console;
use crate::draw;
use crate::failure::Failure;
use crate::output::Output;
use crate::source::{Source, TARGET};

/// Draws a reversible function: a vertical line a variable, a bar a statement, a box where it changes, a dot where it
/// reads.
#[derive(clap::Args)]
#[command(after_help = TARGET)]
pub(crate) struct Arguments {
    /// The file, and after `::` the function or method.
    #[arg(value_name = "FILE.rs[::FUNCTION]")]
    target: String,
    /// Where the SVG text goes; without it, to standard output.
    #[arg(short, long, value_name = "FILE.svg")]
    output: Option<PathBuf>,
    /// One of the programs that belong to the function, instead of the function as it is written.
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
