//! `retrograde bench vlad`: programs that nest optimisation in optimisation, run by the interpreter.
//!
//! The programs are `examples/vlad/*.vlad`. Prints one line per program: the shortest and the median run in seconds
//! of this thread's CPU time, the time per item (a whole optimisation, a gradient step, a step of a loop), the
//! arithmetic operations of a whole run, and the value.

use retrograde_vlad::{NoFiles, Session};
use serde_json::json;

use super::table::{Column, Table, Unit, object};
use crate::commands::vlad::refuse;
use crate::failure::Failure;
use crate::timing::Times;

const SADDLE: &str = include_str!("../../../programs/saddle.vlad");
const PARTICLE: &str = include_str!("../../../programs/particle.vlad");
const BACKPROP: &str = include_str!("../../../programs/backprop.vlad");
const STEPS: &str = include_str!("../../../programs/steps.vlad");

/// Name, program, expression, and the number of items in one run.
const PROGRAMS: &[(&str, &str, &str, f64)] = &[
    ("step", STEPS, "(steps 1000000)", 1e6),
    ("backprop-F", BACKPROP, "(backprop-F 100)", 100.0),
    ("backprop-R", BACKPROP, "(backprop-R 1000)", 1000.0),
    ("saddle-FF", SADDLE, "(saddle-FF)", 1.0),
    ("saddle-FR", SADDLE, "(saddle-FR)", 1.0),
    ("saddle-RF", SADDLE, "(saddle-RF)", 1.0),
    ("saddle-RR", SADDLE, "(saddle-RR)", 1.0),
    ("particle-FF", PARTICLE, "(particle-FF)", 1.0),
    ("particle-FR", PARTICLE, "(particle-FR)", 1.0),
    ("particle-RF", PARTICLE, "(particle-RF)", 1.0),
    ("particle-RR", PARTICLE, "(particle-RR)", 1.0),
];

/// The command-line arguments.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The number of times each program is run.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    reps: u32,
    /// Runs only the programs whose name contains this text.
    #[arg(long, value_name = "NAME", default_value = "")]
    only: String,
    /// Prints one JSON object per line instead of a table.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut table = Table::new(
        vec![
            Column::new("program", "problem", 18, Unit::Text),
            Column::new("run (ms)", "run_s", 12, Unit::Milliseconds),
            Column::new("per item (us)", "item_s", 14, Unit::Microseconds),
            Column::new("items", "items", 9, Unit::Count),
            Column::new("operations", "operations", 12, Unit::Count),
        ],
        arguments.json,
    );
    for (name, text, expression, items) in PROGRAMS {
        if !name.contains(&arguments.only) {
            continue;
        }
        let session = Session::new();
        session.add(name, text, &mut NoFiles).map_err(|error| refuse(&session, &error))?;
        let mut times = Times::default();
        let (mut value, mut operations) = (Ok(String::new()), 0);
        for _ in 0..arguments.reps {
            let before = session.operations();
            times.take(|| value = session.evaluate(expression));
            operations = session.operations() - before;
        }
        let value = value.map_err(|error| refuse(&session, &error))?;
        table.row(&object(json!({
            "problem": format!("vlad/{name}"),
            "engine": "interpreter",
            "run_s": times.min(),
            "item_s": times.min() / items,
            "item_median_s": times.median() / items,
            "items": items,
            "operations": operations,
            "value": value,
        })))?;
    }
    Ok(())
}
