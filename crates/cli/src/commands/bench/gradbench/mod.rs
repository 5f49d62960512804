//! `retrograde bench gradbench`: the problems of the GradBench suite on inputs of its sizes, without the suite.

mod plain;

use std::hint::black_box;
use std::time::Instant;

use retrograde_gradbench::Manner;
use retrograde_gradbench::problems::{Function, Problem};
use serde_json::{json, value::to_raw_value};

use super::How;
use super::table::{Column, Table, Unit, object};
use super::workloads::{Sizes, Workload, workloads};
use crate::failure::Failure;

/// Describes the table in the help text.
pub(super) const TABLE: &str = "\
One line per derivative:
  plain          the function in ordinary Rust, unmarked, and its shortest run
  function       the function that is differentiated, which may run in lanes
  derivative     its derivative
  /plain         the derivative over the plain function
  ratio          the derivative over the function
Times are those of the clock, as the suite takes them, of the shortest run. `particle` and `saddle` have four functions of derivatives alone.";

/// Options of the benchmark.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The sizes: of each problem the smallest or the largest one of the suite's defaults.
    #[arg(long, value_enum, default_value_t = Sizes::Largest)]
    sizes: Sizes,

    /// Runs one problem only.
    #[arg(long, value_name = "NAME")]
    problem: Option<String>,

    /// Uses all cores for the problems that allow it.
    #[arg(long)]
    multithreaded: bool,

    #[command(flatten)]
    how: How,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let manner = if arguments.multithreaded { Manner::AllCores } else { Manner::OneThread };
    if let Some(name) = &arguments.problem {
        let known: Vec<&str> =
            Problem::ALL.iter().map(|problem| problem.name).filter(|name| *name != "hello").collect();
        if !known.contains(&name.as_str()) {
            return Err(Failure::Usage(format!(
                "there is no problem `{name}`; there are {}",
                known.join(", ")
            )));
        }
    }
    let mut table = Table::new(
        vec![
            Column::new("problem", "problem", 9, Unit::Text),
            Column::new("size", "size", 28, Unit::Text),
            Column::new("derivative", "name", 10, Unit::Text),
            Column::new("plain (ms)", "plain_s", 10, Unit::Milliseconds),
            Column::new("function (ms)", "function_s", 13, Unit::Milliseconds),
            Column::new("derivative (ms)", "derivative_s", 15, Unit::Milliseconds),
            Column::new("/plain", "derivative_over_plain", 6, Unit::Ratio),
            Column::new("ratio", "ratio", 6, Unit::Ratio),
        ],
        arguments.how.json,
    );
    for Workload { module, description, mut input } in workloads(arguments.sizes) {
        if arguments.problem.as_deref().is_some_and(|name| name != module) {
            continue;
        }
        let in_rust = plain::plain(module, &input).map(|function| shortest(arguments.how.reps, &function));
        input["min_runs"] = json!(arguments.how.reps);
        let input = to_raw_value(&input).expect("a value is JSON");
        let problem = Problem::named(module).expect("workloads are those of problems");
        let time = |(_, function): &(&str, Function)| {
            let failed = |failure| Failure::Solve(format!("{module}: {failure}"));
            let timings = manner.run(|| function(&input, manner)).map_err(failed)?.timings;
            Ok::<_, Failure>(1e-9 * timings.iter().map(|timing| timing.nanoseconds).min().unwrap_or(0) as f64)
        };
        // The first function is the one that is differentiated, if it is not a derivative like the others.
        let (function, derivatives) = match problem.functions {
            [function, derivative] => (Some(time(function)?), std::slice::from_ref(derivative)),
            all => (None, all),
        };
        for derivative in derivatives {
            let seconds = time(derivative)?;
            table.row(&object(json!({
                "problem": module,
                "size": description,
                "name": derivative.0,
                "plain_s": in_rust,
                "function_s": function,
                "derivative_s": seconds,
                "derivative_over_plain": in_rust.map(|plain| seconds / plain),
                "ratio": function.map(|function| seconds / function),
            })))?;
        }
    }
    Ok(())
}

/// Returns the seconds of the shortest of some runs.
fn shortest(runs: u32, function: &dyn Fn() -> f64) -> f64 {
    let run = || {
        let start = Instant::now();
        black_box(function());
        start.elapsed().as_secs_f64()
    };
    (0..runs.max(1)).map(|_| run()).fold(f64::INFINITY, f64::min)
}
