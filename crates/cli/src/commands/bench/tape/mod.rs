//! `retrograde bench tape`: gradients by tapes, this library's and those of other crates, on the programs of paper 003.
//!
//! One JSON object a line. All engines of a program take turns in one run. The keys:
//!
//! | key | what |
//! |---|---|
//! | `program`, `engine` | what ran |
//! | `seconds` | the shortest time of a value with its gradient, or with all rows of its Jacobian |
//! | `ns_per_op` | the same over the number of the program's operations |
//! | `bytes_per_op` | the memory of tape and cotangents over the number of operations |
//! | `slope` | of the program `chain` of 10³ to 10⁶ operations: how the logarithm of the time grows with that of the length |

mod engines;
mod growth;
mod programs;

use serde_json::json;

use self::programs::{Dot, MatrixVector, Neural, Particles, Product, Program, Rotation};
use crate::allocation::allocated;
use crate::console::print;
use crate::failure::Failure;
use crate::timing::Times;
use retrograde::tape::{Active, Structure};

/// What the engines are.
pub(super) const ENGINES: &str = "\
One line a program and engine:
  primal              the plain program, no derivative
  retrograde          the tape, with fused rules where the program has dot products and the like
  retrograde-unfused  the tape, one node an operation
  reverse, echidna, aad  other crates, on the same text

`seconds` is the shortest of all calls, `ns_per_op` the same over the number of operations, `bytes_per_op` the memory of
tape and cotangents over that number: what is in use for this library, what a call asks of the allocator for the others.
The program `chain` has 10^3 to 10^6 operations; its `slope` is that of the logarithm of the time against that of the length.";

/// What the command line says.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// How often each engine is timed.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    reps: u32,

    /// Only programs whose name contains this.
    #[arg(long, value_name = "TEXT", default_value = "")]
    program: String,
}

/// Runs the command.
pub(super) fn run(arguments: &Arguments) -> Result<(), Failure> {
    one(&Product, arguments)?;
    one(&Dot(1_000), arguments)?;
    one(&Dot(100_000), arguments)?;
    one(&MatrixVector(100), arguments)?;
    one(&MatrixVector(1_000), arguments)?;
    one(&Rotation, arguments)?;
    one(&Particles, arguments)?;
    one(&Neural, arguments)?;
    match growth::NAME.contains(&arguments.program) {
        true => growth::bench(arguments.reps),
        false => Ok(()),
    }
}

/// One way to compute a program.
struct Engine<'a> {
    name: &'static str,
    call: Box<dyn Fn() + 'a>,
    bytes: Option<u64>,
    times: Times,
    /// Calls that are timed together, so that the clock does not count.
    batch: u32,
}

/// A batch takes at least as long: the clock of a thread is read in a fraction of a microsecond.
const BATCH_SECONDS: f64 = 5e-4;

impl<'a> Engine<'a> {
    /// An engine that has run a few times, with the size of its batch found.
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
}

/// Times all engines on a program.
fn one<const M: usize, P>(program: &P, arguments: &Arguments) -> Result<(), Failure>
where
    P: Program<M>,
    P::X: Structure<f64, With<f64> = P::X>,
    <P::X as Structure<f64>>::With<Active>: AsRef<[Active]>,
{
    if !program.name().contains(&arguments.program) {
        return Ok(());
    }
    let x = &program.inputs();
    let bytes = |fused| Some(engines::retrograde_bytes(program, x, fused));
    let mut all = vec![
        Engine::new("primal", Some(0), || engines::primal(program, x)),
        Engine::new("retrograde", bytes(true), || engines::retrograde(program, x, true)),
        Engine::new("retrograde-unfused", bytes(false), || engines::retrograde(program, x, false)),
    ];
    #[cfg(feature = "peers")]
    {
        // Its tape is used again, so it is asked for its size apart.
        let fresh = allocated();
        engines::reverse(program, x, &reverse::Tape::new());
        let fresh = allocated() - fresh;
        let tape = reverse::Tape::new();
        all.push(Engine::new("reverse", Some(fresh), move || engines::reverse(program, x, &tape)));
        all.push(Engine::new("echidna", None, || engines::echidna(program, x)));
        all.push(Engine::new("aad", None, || engines::aad(program, x)));
    }
    for round in 0..arguments.reps as usize {
        let (late, early) = all.split_at_mut(round % 3);
        for Engine { call, times, batch, .. } in early.iter_mut().chain(late) {
            times.take(|| (0..*batch).for_each(|_| call()));
        }
    }
    let operations = program.operations() as f64;
    for engine in &all {
        let seconds = engine.times.min() / f64::from(engine.batch);
        let line = json!({
            "program": program.name(),
            "engine": engine.name,
            "seconds": seconds,
            "ns_per_op": seconds * 1e9 / operations,
            "bytes_per_op": engine.bytes.map(|bytes| bytes as f64 / operations),
        });
        print(&line.to_string())?;
    }
    Ok(())
}
