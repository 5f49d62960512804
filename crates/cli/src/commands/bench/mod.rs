//! `retrograde bench ba|gmm --data FILE`: times objectives against their derivatives. [`tape`] and [`checks`] are families
//! of their own.
//!
//! Prints one JSON object a line, one line an [`Engine`]. Times are of this thread's CPU, minimum and median over the
//! repetitions; [`round_robin`] lets the engines take turns. The keys:
//!
//! | key | what |
//! |---|---|
//! | `primal_s`, `jacobian_s` or `adjoint_s` | the shortest call; `…_median_s` the median |
//! | `ratio` | the derivative's shortest call over the plain primal's |
//! | `primal_ratio` | the engine's own primal over the plain one |
//! | `ratio_to_unattributed`, `primal_over_unattributed` | the same over the primal of the text without the attribute |
//! | `heap_bytes` | the most that a timed call allocates, primal or derivative |

mod bundle;
mod checks;
mod mixture;
mod tape;
mod vlad;

use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::bundle::AnyBundle;
use crate::console::print;
use crate::failure::Failure;
use crate::input::{read_bundle, read_mixture};
use crate::timing::Times;

/// What the engines are; the same text for both problems.
const ENGINES: &str = "\
One line an engine:
  retrograde    the function marked #[reversible], and its derivative
  unattributed  the same text without the attribute, no derivative
  hand          the derivative written by hand
  plain         a twin in the fastest ordinary style, no derivative

`ratio` is the derivative over the plain primal, `primal_ratio` the primal over the plain primal, and
`ratio_to_unattributed` and `primal_over_unattributed` are the same over the unattributed primal; all of them from the
shortest calls. Times are seconds of this thread's CPU. The engines take turns, so that a noisy machine hits all alike.";

/// What is timed.
#[derive(clap::Subcommand)]
pub(crate) enum Problem {
    /// Residuals and Jacobian of a bundle adjustment problem.
    #[command(after_help = ENGINES)]
    Ba(Arguments),
    /// Log-posterior and gradient of a Gaussian mixture.
    #[command(after_help = ENGINES)]
    Gmm(Arguments),
    /// Gradients by a tape, beside those of other crates.
    #[command(after_help = tape::ENGINES)]
    Tape(tape::Arguments),
    /// VLAD programs that nest derivatives, run by the interpreter.
    Vlad(vlad::Arguments),
    /// Programs in which nearly every statement is checked at run time, checked and unchecked.
    #[command(after_help = CHECKS)]
    Checks {
        /// How often each call is timed.
        #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
        reps: u32,
    },
}

/// What is compared where checks are timed.
const CHECKS: &str = "\
One line an engine:
  plain    the text without the attribute
  never    #[reversible(check = \"never\")], and its inverse
  debug    #[reversible]: in a release build this checks nothing
  always   #[reversible(check = \"always\")]

`primal_ratio` is the primal over the plain one: for `always` it is what the checks cost.";

/// What the command line says.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The problem's file: BAL or ADBench for ba, ADBench for gmm.
    #[arg(long, value_name = "FILE")]
    data: PathBuf,

    /// How often each call is timed.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    reps: u32,
}

/// Runs the command.
pub(crate) fn run(problem: &Problem) -> Result<(), Failure> {
    match problem {
        Problem::Ba(arguments) => {
            let name = name("ba", &arguments.data);
            match read_bundle(&arguments.data)? {
                AnyBundle::Bal(bundle) => bundle::bench(&name, &bundle, arguments.reps),
                AnyBundle::AdBench(bundle) => bundle::bench(&name, &bundle, arguments.reps),
            }
        }
        Problem::Gmm(arguments) => {
            let mixture = read_mixture(&arguments.data)?;
            mixture::bench(&name("gmm", &arguments.data), &mixture, arguments.reps)
        }
        Problem::Tape(arguments) => tape::run(arguments),
        Problem::Vlad(arguments) => vlad::run(arguments),
        Problem::Checks { reps } => checks::bench(*reps),
    }
}

/// The problem's name in the output: what is timed, and the file without folder and extension.
fn name(problem: &str, file: &Path) -> String {
    format!("{problem}/{}", file.file_stem().unwrap_or_default().to_string_lossy())
}

/// A call that is timed, on what the engines share. A pointer, so that no call is merged with its neighbour.
type Call<S> = fn(&mut S);

/// One way to compute a problem, and what its calls took.
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
/// Each round starts at another engine, so that none always follows the same one into the caches. The first round is not
/// timed: it touches memory that was never touched, which is no engine's fault.
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

/// Prints a line an engine. `derivative` is `jacobian` or `adjoint`: how the derivative's keys start.
fn report<S>(name: &str, size: &Value, derivative: &str, engines: &[Engine<S>]) -> Result<(), Failure> {
    let shortest = |engine: &str| {
        let primal = engines.iter().find(|e| e.name == engine).and_then(|e| e.primal.as_ref());
        primal.map_or(f64::NAN, |(_, times)| times.min())
    };
    let (plain, unattributed) = (shortest("plain"), shortest("unattributed"));
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
        }
        if let Some((_, times)) = &engine.primal {
            put("primal_ratio".to_owned(), json!(times.min() / plain));
            put("primal_over_unattributed".to_owned(), json!(times.min() / unattributed));
        }
        let heap = engine.primal.iter().chain(&engine.derivative).map(|(_, times)| times.heap_bytes()).max();
        put("heap_bytes".to_owned(), json!(heap.unwrap_or(0)));
        print(&Value::Object(line).to_string())?;
    }
    Ok(())
}
