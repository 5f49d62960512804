//! `retrograde vlad explain --stage D3 FILE.vlad::function`: a transformed program as text.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use retrograde_vlad::ladder::{Stage, transform};

use super::target::Target;
use crate::console;
use crate::failure::Failure;

/// Prints the program that computes a function and its derivative.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The file, and after `::` the function.
    #[arg(value_name = "FILE.vlad::FUNCTION")]
    target: String,
    /// Additional folder in which to look for included files.
    #[arg(short = 'I', value_name = "FOLDER")]
    include: Vec<PathBuf>,
    /// The stage; without it, all stages of reverse mode, one after another.
    #[arg(long, ignore_case = true, value_parser = PossibleValuesParser::new(Stage::ALL.map(Stage::name))
        .try_map(|name| name.parse::<Stage>()))]
    stage: Option<Stage>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let target = Target::read(&arguments.target, &arguments.include)?;
    let stages: Vec<Stage> = match arguments.stage {
        Some(stage) => vec![stage],
        None => Stage::reverse().collect(),
    };
    for stage in stages {
        let name = target.function.name();
        let head = format!("; {name}, {stage}: {} (section {})", stage.summary(), stage.section());
        console::print(&format!("{head}\n{}", transform(&target.function, stage)))?;
    }
    Ok(())
}
