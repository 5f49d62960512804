//! Gradients by tapes, this library's and those of other crates, on small programs.
//!
//! Prints a table, or with `--json` one object per line. All engines of a program take turns in one run. The keys:
//!
//! | key | what |
//! |---|---|
//! | `program`, `engine` | what ran |
//! | `seconds` | the shortest time of a value with its gradient, with all rows of its Jacobian, or of a Hessian |
//! | `ns_per_op` | the same over the number of the program's operations |
//! | `bytes_per_op` | the memory of tape and cotangents over the number of operations |
//! | `slope` | of the program `chain` of 10³ to 10⁶ operations, for each engine: how the logarithm of the time grows with that of the length |

// The clock and the counter of bytes are those of the command line tool.
#[expect(dead_code, reason = "only the command line tool asks for the bytes in use")]
#[path = "../../../crates/cli/src/allocation.rs"]
mod allocation;
mod engines;
mod growth;
mod hessian;
mod picture;
mod programs;
#[path = "../../../crates/cli/src/timing.rs"]
#[expect(dead_code, reason = "the command line tool uses all of it")]
mod timing;

use std::cell::RefCell;
use std::process::ExitCode;

use clap::Parser;
use retrograde::tape::{Active, Structure};
use serde_json::{Value, json};

use self::programs::{Dot, MatrixVector, Neural, Particles, Product, Program, Rotation};
use crate::allocation::allocated;
use crate::timing::Times;

/// Counts what is allocated: other crates do not say how large their tapes are.
#[global_allocator]
static ALLOCATOR: allocation::Counting = allocation::Counting;

/// Describes the engines in the help text.
const ENGINES: &str = "\
One line per program and engine:
  primal              the plain program, no derivative
  retrograde          the tape, with fused rules where the program has dot products and the like
  retrograde-unfused  the tape, one node per operation
  reverse, echidna, aad  other crates with a tape, with the same program
  num-dual            a crate for dual numbers: a run for each input, where there are at most a thousand of them

`seconds` is the time of the shortest call, `ns_per_op` that time per operation, `bytes_per_op` the memory of tape and
cotangents per operation: the memory in use for this library, the memory that a call allocates for the others.
Of `hessian/n` all second derivatives of a function of n numbers are computed: by the tape over dual numbers, by `f::hessian` of a
reversible function, by hyper-dual numbers for each pair of inputs, and by a recorded program along each of them.
The program `chain` has 10^3 to 10^6 operations; its `slope` is that of the logarithm of the time against that of the length.
`--plot` draws its times for all engines, both axes logarithmic.";

/// Times gradients by the tape of Retrograde and by other crates.
#[derive(Parser)]
#[command(after_help = ENGINES)]
struct Arguments {
    /// The number of times each engine is timed.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    reps: u32,

    /// Runs only the programs whose name contains this text.
    #[arg(long, value_name = "TEXT", default_value = "")]
    program: String,

    /// Prints one JSON object per line instead of a table.
    #[arg(long)]
    json: bool,

    /// Draws how the time of the program `chain` grows to this SVG file.
    #[arg(long, value_name = "FILE")]
    plot: Option<std::path::PathBuf>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        // A reader that went away (`| head`) wants no more, which is not a failure.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

fn run(arguments: &Arguments) -> Done {
    let show = Show { json: arguments.json };
    show.head()?;
    one(&Product, arguments, &show)?;
    one(&Dot(1_000), arguments, &show)?;
    one(&Dot(100_000), arguments, &show)?;
    one(&MatrixVector(100), arguments, &show)?;
    one(&MatrixVector(1_000), arguments, &show)?;
    one(&Rotation, arguments, &show)?;
    one(&Particles, arguments, &show)?;
    one(&Neural, arguments, &show)?;
    hessian::bench::<10>(arguments, &show)?;
    hessian::bench::<50>(arguments, &show)?;
    if !growth::NAME.contains(&arguments.program) {
        return Ok(());
    }
    let curves = growth::bench(arguments.reps, &show)?;
    match &arguments.plot {
        Some(path) => std::fs::write(path, picture::draw(&curves).map_err(std::io::Error::other)?),
        None => Ok(()),
    }
}

/// The result of printing, the only operation that can fail.
type Done = std::io::Result<()>;

/// The format of the output.
struct Show {
    json: bool,
}

impl Show {
    fn head(&self) -> Done {
        if self.json {
            return Ok(());
        }
        let [program, engine, time, each, bytes] =
            ["program", "engine", "time (us)", "ns/operation", "bytes/operation"];
        self.line(&format!("{program:<24}{engine:<20}{time:>14}{each:>14}{bytes:>17}"))
    }

    /// One engine on one program.
    fn row(&self, program: &str, engine: &str, seconds: f64, operations: f64, bytes: Option<u64>) -> Done {
        let (each, bytes) = (seconds * 1e9 / operations, bytes.map(|bytes| bytes as f64 / operations));
        if self.json {
            return self.object(&json!({
                "program": program,
                "engine": engine,
                "seconds": seconds,
                "ns_per_op": each,
                "bytes_per_op": bytes,
            }));
        }
        let bytes = bytes.map_or(String::new(), |bytes| format!("{bytes:.1}"));
        self.line(&format!("{program:<24}{engine:<20}{:>14.3}{each:>14.3}{bytes:>17}", seconds * 1e6))
    }

    fn object(&self, object: &Value) -> Done {
        self.line(&object.to_string())
    }

    fn line(&self, text: &str) -> Done {
        use std::io::Write;
        let mut out = std::io::stdout().lock();
        writeln!(out, "{text}")?;
        out.flush()
    }
}

/// One way to compute a program.
struct Engine<'a> {
    name: &'static str,
    call: Box<dyn Fn() + 'a>,
    bytes: Option<u64>,
    times: Times,
    /// The number of calls that are timed together, to make the cost of the clock negligible.
    batch: u32,
}

/// The minimal duration of a batch: reading a thread's clock takes a fraction of a microsecond.
const BATCH_SECONDS: f64 = 5e-4;

impl<'a> Engine<'a> {
    /// Runs a call a few times and chooses the size of its batch.
    fn new(name: &'static str, bytes: Option<u64>, call: impl Fn() + 'a) -> Self {
        call();
        let before = allocated();
        call();
        let bytes = bytes.or(Some(allocated() - before));
        let mut batch = 1;
        loop {
            let mut times = Times::default();
            times.take(|| (0..batch).for_each(|_| call()));
            if times.min() >= BATCH_SECONDS {
                break;
            }
            batch *= 2;
        }
        Engine { name, call: Box::new(call), bytes, times: Times::default(), batch }
    }

    /// The time of the shortest call.
    fn seconds(&self) -> f64 {
        self.times.min() / f64::from(self.batch)
    }
}

/// The most inputs with which a crate for dual numbers takes part: it runs once for each.
const FEW: usize = 1_000;

/// Returns the engines for a program at its inputs.
fn engines_of<'a, const M: usize, P>(program: &'a P, x: &'a P::X) -> Vec<Engine<'a>>
where
    P: Program<M>,
    P::X: Structure<f64, With<f64> = P::X>,
    <P::X as Structure<f64>>::With<Active>: AsRef<[Active]>,
{
    let bytes = |fused| Some(engines::retrograde_bytes(program, x, fused));
    let mut all = vec![
        Engine::new("primal", Some(0), || engines::primal(program, x)),
        Engine::new("retrograde", bytes(true), || engines::retrograde(program, x, true)),
        Engine::new("retrograde-unfused", bytes(false), || engines::retrograde(program, x, false)),
    ];
    // The sizes of reused tapes are measured separately.
    let fresh = allocated();
    engines::reverse(program, x, &reverse::Tape::new());
    let fresh_reverse = allocated() - fresh;
    let fresh = allocated();
    engines::echidna(program, x, &RefCell::default());
    let fresh_echidna = allocated() - fresh;
    let tape = reverse::Tape::new();
    all.push(Engine::new("reverse", Some(fresh_reverse), move || engines::reverse(program, x, &tape)));
    let tape = RefCell::default();
    all.push(Engine::new("echidna", Some(fresh_echidna), move || engines::echidna(program, x, &tape)));
    all.push(Engine::new("aad", None, || engines::aad(program, x)));
    if x.as_ref().len() <= FEW {
        all.push(Engine::new("num-dual", None, || engines::num_dual(program, x)));
    }
    all
}

/// Times engines in turns, which begin at another one each time.
fn in_turns(all: &mut [Engine<'_>], reps: u32) {
    for round in 0..reps as usize {
        let (late, early) = all.split_at_mut(round % 3);
        for Engine { call, times, batch, .. } in early.iter_mut().chain(late) {
            times.take(|| (0..*batch).for_each(|_| call()));
        }
    }
}

/// Times all engines on a program.
fn one<const M: usize, P>(program: &P, arguments: &Arguments, show: &Show) -> Done
where
    P: Program<M>,
    P::X: Structure<f64, With<f64> = P::X>,
    <P::X as Structure<f64>>::With<Active>: AsRef<[Active]>,
{
    if !program.name().contains(&arguments.program) {
        return Ok(());
    }
    let x = program.inputs();
    let mut all = engines_of(program, &x);
    in_turns(&mut all, arguments.reps);
    for engine in &all {
        show.row(&program.name(), engine.name, engine.seconds(), program.operations() as f64, engine.bytes)?;
    }
    Ok(())
}
