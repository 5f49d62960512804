//! `retrograde vlad ladder FILE.vlad::function --sizes 10,100,1000`: counts the cost of a gradient at every stage.

use std::path::PathBuf;

use retrograde_vlad::ladder::{Counts, Limits, Row, Stage, growth, table};
use serde_json::json;

use super::curves;
use super::target::Target;
use crate::console;
use crate::failure::Failure;
use crate::output::Output;

/// Counts the cost of a gradient at every stage between naive dual-numbers reverse AD and a tape.
///
/// Reverse mode can be implemented by letting every number of a program carry a function, its backpropagator. That is
/// simple, correct, and exponentially slow. Eight program transformations, each a small change of the one before it,
/// lead from there to a tape whose cost is at most a constant times that of the function. This command applies each
/// of them to a function, runs its gradient on inputs of several sizes, checks that all gradients agree, and prints
/// their costs: one row per stage, one column per size, and the exponent of growth between the two largest sizes.
/// `vlad explain` prints the transformed programs.
///
/// An input of size n is the value of the companion `FUNCTION-input` of the file at n. Without a companion it is a
/// list of n numbers, a list of n pairs of numbers, or the number n: the first for which the function returns a
/// number.
#[derive(clap::Args)]
#[command(after_long_help = stages())]
pub(crate) struct Arguments {
    /// The file, and after `::` the function, whose value must be a number.
    #[arg(value_name = "FILE.vlad::FUNCTION")]
    target: String,
    /// Additional folder in which to look for included files.
    #[arg(short = 'I', value_name = "FOLDER")]
    include: Vec<PathBuf>,
    /// The sizes of the inputs.
    #[arg(long, value_name = "N,…", value_delimiter = ',', default_value = "10,100,1000")]
    sizes: Vec<usize>,
    /// The cost of one gradient at which its stage is given up.
    #[arg(long, value_name = "STEPS", default_value_t = 100_000_000)]
    limit: u64,
    /// Prints one JSON object instead of the table.
    #[arg(long)]
    json: bool,
    /// Draws the table, both axes logarithmic.
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
}

/// Lists the stages for the help text.
fn stages() -> String {
    let mut text = String::from("Stages, with forward mode for comparison:\n");
    for stage in Stage::ALL {
        text.push_str(&format!("  {:<18}{} (section {})\n", stage.name(), stage.summary(), stage.section()));
    }
    text.push_str(
        "\nSections are those of Smeding and Vákár, \"Efficient dual-numbers reverse AD via well-known program\n\
         transformations\" (POPL 2023), from which the stages are.",
    );
    text
}

/// A heading, and the count to show.
pub(super) type Measure = (&'static str, fn(&Counts) -> u64);

/// The measures that are shown.
const MEASURES: [Measure; 3] = [
    ("cost of a gradient, in steps", Counts::cost),
    ("work on the collector alone", |counts| counts.collector),
    ("calls of backpropagators", Counts::total_calls),
];

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let target = Target::read(&arguments.target, &arguments.include)?;
    let output = arguments.plot.as_deref().map(Output::create).transpose()?;
    let limits = Limits { cost: arguments.limit, ..Limits::default() };
    let rows = table(&target.function, &arguments.sizes, limits).map_err(|error| target.failure(&error))?;
    let name = target.function.name();
    if arguments.json {
        console::print(&report(name, &rows).to_string())?
    } else {
        console::print(&text(name, &rows))?
    }
    if let Some(output) = output {
        let drawing = curves::draw(name, &rows, [MEASURES[0], MEASURES[1]])
            .map_err(|error| Failure::Usage(format!("cannot draw the table: {error}")))?;
        output.commit(&drawing)?;
    }
    Ok(())
}

/// Formats the table as text, one block for each measure.
fn text(name: &str, rows: &[Row]) -> String {
    let mut lines = Vec::new();
    for (heading, measure) in MEASURES {
        lines.push(format!("{name}: {heading}"));
        let sizes = rows.first().map_or(&[][..], |row| row.cells.as_slice());
        let head: String = sizes.iter().map(|cell| format!("{:>14}", format!("n = {}", cell.size))).collect();
        lines.push(format!("{:<18}{:>7}{head}{:>9}", "stage", "section", "growth"));
        if measure(&Counts { steps: 1, ..Counts::default() }) > 0 {
            let costs: Vec<_> = sizes.iter().map(|cell| (cell.size, Some(measure(&cell.primal)))).collect();
            lines.push(line("the function", "", &costs));
        }
        for row in rows {
            let costs: Vec<_> =
                row.cells.iter().map(|cell| (cell.size, cell.counts.as_ref().map(measure))).collect();
            lines.push(line(row.stage.name(), row.stage.section(), &costs));
        }
        lines.push(String::new());
    }
    lines.pop();
    lines.join("\n")
}

/// Formats one line: a count for every size, and the exponent of growth between the last two.
fn line(stage: &str, section: &str, costs: &[(usize, Option<u64>)]) -> String {
    let cells: String = costs
        .iter()
        .map(|(_, cost)| format!("{:>14}", cost.map_or("too much".to_string(), |c| c.to_string())))
        .collect();
    let known: Vec<(usize, u64)> = costs.iter().filter_map(|(n, cost)| Some((*n, (*cost)?))).collect();
    let exponent = match known.as_slice() {
        [.., a, b] => growth(*a, *b).map_or(String::new(), |e| format!("n^{e:.2}")),
        _ => String::new(),
    };
    format!("{stage:<18}{section:>7}{cells}{exponent:>9}").trim_end().to_string()
}

fn report(name: &str, rows: &[Row]) -> serde_json::Value {
    let counts = |counts: &Counts| {
        json!({
            "cost": counts.cost(), "steps": counts.steps, "arithmetic": counts.arithmetic,
            "calls": counts.total_calls(), "most_calls": counts.most_calls(),
            "collector": counts.collector, "map": counts.map, "array": counts.array,
        })
    };
    let rows: Vec<_> = rows
        .iter()
        .map(|row| {
            let cells: Vec<_> = row
                .cells
                .iter()
                .map(|cell| {
                    json!({
                        "size": cell.size, "input": cell.input, "primal": counts(&cell.primal),
                        "gradient": cell.counts.as_ref().map(counts),
                    })
                })
                .collect();
            json!({ "stage": row.stage.name(), "section": row.stage.section(), "cells": cells })
        })
        .collect();
    json!({ "function": name, "stages": rows })
}
