//! `retrograde bench ba|gmm`: times objectives against their derivatives. [`vlad`], [`checks`] and [`gradbench`] are families of
//! their own, and so are [`devices`].
//!
//! Prints a [`table`], or with `--json` one object per line, for each [`Engine`]. Times are CPU times of this thread,
//! minimum and median over the repetitions; [`round_robin`] lets the engines take turns. The keys:
//!
//! | key | meaning |
//! |---|---|
//! | `primal_s`, `jacobian_s` or `adjoint_s` | the shortest call; `…_median_s` the median |
//! | `ratio` | the derivative's shortest call over the plain primal's |
//! | `primal_ratio` | the engine's own primal over the plain one |
//! | `ratio_to_unattributed`, `primal_over_unattributed` | the same over the primal of the function without the attribute |
//! | `ratio_to_storing` | the derivative over the time of storing as many numbers, for a Jacobian |
//! | `heap_bytes` | the most that a timed call allocates, primal or derivative |

mod bundle;
mod checks;
mod devices;
mod gradbench;
mod mixture;
mod table;
mod vlad;
mod workloads;

use std::path::PathBuf;

use retrograde_gradbench::Manner;
use serde_json::{Map, Value, json};

use super::problem::{MixtureArguments, SceneArguments};
use crate::bundle::AnyBundle;
use crate::console;
use crate::device::Processor;
use crate::failure::Failure;
use crate::timing::Times;
use table::{Column, Table, Unit};

/// Describes the engines in the help text of the mixtures.
const ENGINES: &str = "\
One line per engine:
  retrograde    the function marked #[reversible], and its derivative
  unattributed  the same function without the attribute, no derivative
  hand          the derivative written by hand
  plain         the same function in the fastest ordinary style, no derivative

The columns, and their keys in the objects of --json, which has times in seconds and also the medians:
  primal         primal_s: the shortest call of the function
  derivative     jacobian_s or adjoint_s: the shortest call of its derivative
  /plain         ratio: the derivative over the plain primal
  primal/plain   primal_ratio
  /unattributed  ratio_to_unattributed: the derivative over the unattributed primal;
                 primal_over_unattributed: the primal over it
  heap           heap_bytes: the most that a timed call allocates
Times are CPU times of this thread. The engines take turns, so that noise affects all of them alike. Measure a build with
`--profile dist`.";

/// The engine that only stores what a derivative has to store.
const STORING: &str = "storing";

/// Describes that engine in the help text.
const ENGINES_AND_STORING: &str = "\
One line per engine:
  retrograde    the function marked #[reversible(batch)], and the Jacobian of all observations in one batch
  unattributed  the same function without the attribute, no derivative
  hand          the derivative written by hand, one observation after the other
  plain         the same function in the fastest ordinary style, no derivative
  storing       storing as many numbers as the Jacobian has, and nothing else

The columns, and their keys in the objects of --json, which has times in seconds and also the medians:
  primal         primal_s: the shortest call of the function
  jacobian       jacobian_s: the shortest call of its Jacobian
  /plain         ratio: the Jacobian over the plain primal
  primal/plain   primal_ratio
  /unattributed  ratio_to_unattributed: the Jacobian over the unattributed primal;
                 primal_over_unattributed: the primal over it
  /storing       ratio_to_storing: the Jacobian over storing its numbers
  heap           heap_bytes: the most that a timed call allocates
Times are CPU times of this thread, and the batch has a pool of one thread; elsewhere it runs on all threads of the pool.
The engines take turns, so that noise affects all of them alike. Measure a build with `--profile dist`.";

/// The benchmarks.
#[derive(clap::Subcommand)]
pub(crate) enum Problem {
    /// Residuals and Jacobian of a bundle adjustment problem.
    #[command(after_help = format!("{ENGINES_AND_STORING}\n\n{}", devices::HELP))]
    Ba {
        /// A problem in the BAL or the ADBench format; without it a synthetic scene is made.
        #[arg(id = "file", long = "data", value_name = "FILE")]
        data: Option<PathBuf>,
        #[command(flatten)]
        scene: SceneArguments,
        /// Times a device beside lanes on all cores instead; `auto` is the first GPU, or the compiler of C where there is none.
        #[arg(long, value_enum)]
        device: Option<Processor>,
        #[command(flatten)]
        how: How,
    },
    /// Log-posterior and gradient of a Gaussian mixture.
    #[command(after_help = format!("{ENGINES}\n\n{}", devices::HELP))]
    Gmm {
        /// A problem in the ADBench format; without it a synthetic mixture is made.
        #[arg(id = "file", long = "data", value_name = "FILE")]
        data: Option<PathBuf>,
        #[command(flatten)]
        made: MixtureArguments,
        /// Times a device beside lanes on all cores instead; `auto` is the first GPU, or the compiler of C where there is none.
        #[arg(long, value_enum)]
        device: Option<Processor>,
        #[command(flatten)]
        how: How,
    },
    /// VLAD programs that nest derivatives, run by the interpreter.
    Vlad(vlad::Arguments),
    /// The problems of the GradBench suite, at the sizes of the suite.
    #[command(after_help = gradbench::TABLE)]
    Gradbench(gradbench::Arguments),
    /// Programs in which nearly every statement is checked at run time, checked and unchecked.
    #[command(after_help = CHECKS)]
    Checks(How),
}

/// Describes the engines of the benchmark of checks in its help text.
const CHECKS: &str = "\
One line per engine:
  plain    the function without the attribute
  never    #[reversible(check = \"never\")], and its inverse
  debug    #[reversible]: in a release build this checks nothing
  always   #[reversible(check = \"always\")]

`primal_ratio` is the primal over the plain one: for `always` it is the cost of the checks.";

/// Options of all benchmarks.
#[derive(clap::Args)]
pub(crate) struct How {
    /// The number of times each call is timed.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    reps: u32,

    /// Prints one JSON object per line instead of a table.
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(problem: &Problem) -> Result<(), Failure> {
    if cfg!(debug_assertions) {
        console::report("note: this is a debug build, whose times mean little; build with --profile dist");
    }
    // Times are those of one thread, and so is its clock: a batch would hand its blocks to others.
    let alone = Manner::OneThread;
    match problem {
        Problem::Ba { data, scene, device, how } => {
            let name = format!("ba/{}", scene.name(data.as_deref()));
            match (scene.bundle(data.as_deref())?, device) {
                (AnyBundle::Bal(bundle), None) => alone.run(|| bundle::bench(&name, &bundle, how)),
                (AnyBundle::AdBench(bundle), None) => alone.run(|| bundle::bench(&name, &bundle, how)),
                (AnyBundle::Bal(bundle), Some(device)) => devices::bundle(&name, &bundle, *device, how),
                (AnyBundle::AdBench(bundle), Some(device)) => devices::bundle(&name, &bundle, *device, how),
            }
        }
        Problem::Gmm { data, made, device, how } => {
            let name = format!("gmm/{}", made.name(data.as_deref()));
            let mixture = made.mixture(data.as_deref())?;
            match device {
                None => alone.run(|| mixture::bench(&name, &mixture, how)),
                Some(device) => devices::mixture(&name, &mixture, *device, how),
            }
        }
        Problem::Vlad(arguments) => vlad::run(arguments),
        Problem::Gradbench(arguments) => gradbench::run(arguments),
        Problem::Checks(how) => checks::bench(how),
    }
}

/// A call to time, on the shared data. A function pointer, so that no call is merged with its neighbour.
type Call<S> = fn(&mut S);

/// One way to compute a problem, and the times of its calls.
struct Engine<S> {
    name: &'static str,
    primal: Option<(Call<S>, Times)>,
    derivative: Option<(Call<S>, Times)>,
}

impl<S> Engine<S> {
    fn new(name: &'static str, primal: Option<Call<S>>, derivative: Option<Call<S>>) -> Self {
        let timed = |call: Call<S>| (call, Times::default());
        Self { name, primal: primal.map(timed), derivative: derivative.map(timed) }
    }

    fn calls(&mut self) -> impl Iterator<Item = &mut (Call<S>, Times)> {
        self.primal.iter_mut().chain(&mut self.derivative)
    }
}

/// Times every call of every engine `reps` times, in turns; `prepare` runs before each call and is not timed.
///
/// Each round starts at another engine, so that no engine always finds the caches as the same other engine left them.
/// A first round is not timed, since it touches new memory.
fn round_robin<S>(engines: &mut [Engine<S>], shared: &mut S, prepare: Call<S>, reps: u32) {
    for (call, _) in engines.iter_mut().flat_map(Engine::calls) {
        prepare(shared);
        call(shared);
    }
    for round in 0..reps as usize {
        let (late, early) = engines.split_at_mut(round % engines.len());
        for (call, times) in early.iter_mut().chain(late).flat_map(Engine::calls) {
            prepare(shared);
            times.take(|| call(shared));
        }
    }
}

/// Prints one line per engine. `derivative` is `jacobian`, `adjoint` or `inverse`, the prefix of the derivative's
/// keys.
fn report<S>(
    name: &str,
    size: &Value,
    derivative: &str,
    engines: &[Engine<S>],
    json: bool,
) -> Result<(), Failure> {
    let shortest = |engine: &str| {
        let primal = engines.iter().find(|e| e.name == engine).and_then(|e| e.primal.as_ref());
        primal.map_or(f64::NAN, |(_, times)| times.min())
    };
    let (plain, unattributed) = (shortest("plain"), shortest("unattributed"));
    let storing = engines.iter().find(|e| e.name == STORING).and_then(|e| e.derivative.as_ref());
    let storing = storing.map(|(_, times)| times.min());
    let mut columns = vec![
        Column::new(name, "engine", 14, Unit::Text),
        Column::new("primal (ms)", "primal_s", 12, Unit::Milliseconds),
        Column::new(&format!("{derivative} (ms)"), &format!("{derivative}_s"), 14, Unit::Milliseconds),
        Column::new("/plain", "ratio", 8, Unit::Ratio),
        Column::new("primal/plain", "primal_ratio", 13, Unit::Ratio),
        Column::new("/unattributed", "ratio_to_unattributed", 14, Unit::Ratio),
        Column::new("/storing", "ratio_to_storing", 8, Unit::Ratio),
        Column::new("heap (bytes)", "heap_bytes", 13, Unit::Count),
    ];
    if unattributed.is_nan() {
        columns.retain(|column| !column.is("ratio_to_unattributed"));
    }
    if storing.is_none() {
        columns.retain(|column| !column.is("ratio_to_storing"));
    }
    let mut table = Table::new(columns, json);
    table.title(&sizes(size))?;
    for engine in engines {
        let mut line = Map::new();
        let mut put = |key: String, value: Value| line.insert(key, value);
        put("problem".to_owned(), json!(name));
        put("engine".to_owned(), json!(engine.name));
        put("size".to_owned(), size.clone());
        let timed = [("primal", &engine.primal), (derivative, &engine.derivative)];
        for (key, (_, times)) in timed.iter().filter_map(|(key, call)| call.as_ref().map(|call| (key, call)))
        {
            put(format!("{key}_s"), json!(times.min()));
            put(format!("{key}_median_s"), json!(times.median()));
        }
        if let Some((_, times)) = &engine.derivative {
            put("ratio".to_owned(), json!(times.min() / plain));
            put("ratio_to_unattributed".to_owned(), json!(times.min() / unattributed));
            if let Some(storing) = storing {
                put("ratio_to_storing".to_owned(), json!(times.min() / storing));
            }
        }
        if let Some((_, times)) = &engine.primal {
            put("primal_ratio".to_owned(), json!(times.min() / plain));
            put("primal_over_unattributed".to_owned(), json!(times.min() / unattributed));
        }
        let heap = engine.primal.iter().chain(&engine.derivative).map(|(_, times)| times.heap_bytes()).max();
        put("heap_bytes".to_owned(), json!(heap.unwrap_or(0)));
        table.row(&line)?;
    }
    Ok(())
}

/// Returns the sizes of a problem in words: `cameras 30, points 3000`.
fn sizes(size: &Value) -> String {
    let parts = size
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, value)| format!("{} {value}", key.replace('_', " ")));
    parts.collect::<Vec<_>>().join(", ")
}
