//! Random ordinary functions: what is recorded computes what the function computes, to the bit, and the replay gives its gradient.
//!
//! The gradient is compared with that of the tape, with a dual number along a direction, and with differences along it.

mod evaluate;
mod program;
mod together;
mod vectors;

use crate::config;
use evaluate::{Dual, Run};
use program::{Draw, Program, TURN, Text, With};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use retrograde_compiler::ir::Options;
use retrograde_compiler::ir::step::Procedure;
use retrograde_compiler::{Stages, stages_with};
use retrograde_inspect::interpret::{Cell, Machine, Module, Outcome, Value};
use retrograde_tape::{Active, value_and_gradient};
use retrograde_testkit::Rng;
use retrograde_testkit::programs::together_ordinary;

/// Larger numbers lose too many digits to be compared.
const LARGEST: f64 = 1e3;

/// The numbers in the arguments: two, and a slice of four.
const COUNT: usize = 6;

thread_local! {
    /// The stages of the function that others call, which is always the same.
    static CALLED: Stages = {
        let turn = syn::parse_str(TURN).expect("it is a function");
        stages_with(turn, Options::ORDINARY).unwrap_or_else(|e| panic!("refused:\n{e}\n{TURN}"))
    };
}

pub(crate) fn agrees(seed: u64, with: With) -> Result<(), TestCaseError> {
    let program = Draw::program(seed, with);
    let text = Text::of(&program);
    let mut rng = Rng::new(seed ^ 0x5eed);
    let at = rng.vector(COUNT, -1.5, 1.5);
    let largest = Run::largest(&program, [at[0], at[1]], &at[2..]);
    if !(largest < LARGEST) {
        return Err(TestCaseError::reject("numbers too large"));
    }
    let failed = |what: String| TestCaseError::fail(format!("{what}\nat {at:?}\n{text}"));

    let item: syn::ItemFn = syn::parse_str(&text).map_err(|e| failed(e.to_string()))?;
    let options = Options::ORDINARY;
    let stages = stages_with(item, options).map_err(|e| failed(format!("refused:\n{e}")))?;
    let recording = stages.recording.as_ref().ok_or_else(|| failed("no record".to_string()))?;
    let (record, replay) = stages.recorded_raw().ok_or_else(|| failed("no raw record".to_string()))?;
    let mut ways = vec![
        ("the programs", Way::Recorded(&recording.record, &recording.replay)),
        ("the programs that record all", Way::Recorded(record, replay)),
    ];
    ways.extend(recording.at_once.as_ref().map(|both| ("both programs at once", Way::AtOnce(both))));

    let mut expected = None;
    for (name, way) in ways {
        let (value, gradient) =
            CALLED.with(|turn| pulled(&way, turn, &at)).map_err(|fault| failed(fault.to_string()))?;
        let Expected { value: of_function, gradient: of_tape } =
            expected.get_or_insert_with(|| Expected::of(&program, &at));
        let wrong = |what: &str, found: f64, right: f64| {
            Err(failed(format!("{what} is {found}, and should be {right}, in {name}")))
        };
        if value.to_bits() != of_function.to_bits() {
            return wrong("the value", value, *of_function);
        }
        if !of_tape.iter().all(|x| x.is_finite()) {
            return Err(TestCaseError::reject("a derivative too large"));
        }
        let scale = 1.0 + largest.powi(2);
        for (i, (found, right)) in gradient.iter().zip(of_tape.iter()).enumerate() {
            if !((found - right).abs() <= 1e-9 * scale * (1.0 + right.abs())) {
                return wrong(&format!("cotangent {i}"), *found, *right);
            }
        }
        let along = rng.vector(COUNT, -1.0, 1.0);
        let slope: f64 = gradient.iter().zip(&along).map(|(x, y)| x * y).sum();
        let tangent = tangent(&program, &at, &along);
        if !((slope - tangent).abs() <= 1e-9 * scale * (1.0 + tangent.abs())) {
            return wrong("the slope", slope, tangent);
        }
        // A function may turn within the longer of the steps, or swing, as a sine of a large number does: the shorter one then tells nothing.
        // What swings within a step moves by less than its slope says, and may not be seen at all.
        let differences = STEPS.map(|step| difference(&program, &at, &along, scale, step));
        let disagrees = |of: &Difference, step: f64| {
            let off = (slope - of.slope).abs();
            !(off <= of.error || off * step > SWING)
        };
        if let [Some(long), Some(short)] = &differences {
            if disagrees(long, STEPS[0]) && disagrees(short, STEPS[1]) {
                return wrong(&format!("the slope, to {}, by differences,", long.error), slope, long.slope);
            }
        }
    }
    Ok(())
}

/// A way to a gradient.
enum Way<'a> {
    /// A record, and a replay of it.
    Recorded(&'a Procedure, &'a Procedure),
    /// Both in one.
    AtOnce(&'a Procedure),
}

/// The value and the gradient.
fn pulled(way: &Way<'_>, turn: &Stages, at: &[f64]) -> Result<(f64, Vec<f64>), String> {
    let mut module = Module::default();
    let programs = match way {
        Way::Recorded(record, replay) => vec![*record, *replay],
        Way::AtOnce(both) => vec![*both],
    };
    programs.iter().for_each(|program| module.insert("f", program));
    module.insert("turn", &turn.primal);
    if let Some(recording) = &turn.recording {
        module.insert("turn", &recording.record);
        module.insert("turn", &recording.replay);
    }
    let mut machine = Machine::new(&module, 2_000_000);
    let reals = |values: &[f64]| Value::Array(values.iter().copied().map(Value::Real).collect());
    let cells: Vec<Cell> = vec![Value::Real(at[0]).into(), Value::Real(at[1]).into(), reals(&at[2..]).into()];
    let seed = Some(Value::Real(1.0));
    let run = match way {
        Way::Recorded(record, replay) => machine.recorded(record, replay, cells, seed),
        Way::AtOnce(both) => machine.run(both, cells, seed),
    };
    let Outcome { params, output } = run.map_err(|fault| fault.to_string())?;
    let Some(Value::Real(value)) = output else { return Err("there is no value".to_string()) };
    let gradient = params.iter().filter_map(|cell| cell.shadow.as_ref()).flat_map(Value::leaves).collect();
    Ok((value, gradient))
}

/// The value of the function, and its gradient by the tape.
struct Expected {
    value: f64,
    gradient: Vec<f64>,
}

impl Expected {
    fn of(program: &Program, at: &[f64]) -> Expected {
        let (value, _) = plain(program, at);
        let on_tape = |x: Vec<Active<f64>>| Run::of(program, [x[0], x[1]], &x[2..]).0;
        let (_, gradient) = value_and_gradient(on_tape, &at.to_vec()).expect("it fits on a tape");
        Expected { value, gradient }
    }
}

/// The value, and a digest of the decisions.
fn plain(program: &Program, at: &[f64]) -> (f64, u64) {
    Run::of(program, [at[0], at[1]], &at[2..])
}

/// The derivative along a direction, by dual numbers.
fn tangent(program: &Program, at: &[f64], along: &[f64]) -> f64 {
    let x: Vec<Dual> = at.iter().zip(along).map(|(&value, &tangent)| Dual { value, tangent }).collect();
    Run::of(program, [x[0], x[1]], &x[2..]).0.tangent
}

/// A derivative by differences, and how far it may be from the right one.
struct Difference {
    slope: f64,
    error: f64,
}

/// The longest steps of differences.
const STEPS: [f64; 2] = [1e-4, 1e-6];

/// The most that a part which swings moves within a step.
const SWING: f64 = 10.0;

/// The derivative along a direction by differences, where numbers on the way have the square `scale`; nothing if the function decides
/// otherwise nearby.
fn difference(program: &Program, at: &[f64], along: &[f64], scale: f64, step: f64) -> Option<Difference> {
    let (_, way) = plain(program, at);
    let over = |h: f64| {
        let moved = |h: f64| {
            let at: Vec<f64> = at.iter().zip(along).map(|(x, d)| x + h * d).collect();
            let (value, decided) = plain(program, &at);
            (decided == way).then_some(value)
        };
        Some((moved(h)? - moved(-h)?) / (2.0 * h))
    };
    let [coarse, fine, finest] = [step, step / 2.0, step / 4.0].map(over);
    let (coarse, fine, finest) = (coarse?, fine?, finest?);
    // Each is four times as near as the one before it, where terms of higher order are small.
    let curved = (fine - finest).abs().max((coarse - fine).abs() / 4.0);
    (curved < 1e-3 * (1.0 + finest.abs()))
        .then_some(Difference { slope: finest, error: 2.0 * curved + 1e-14 / step * scale })
}

/// Rounds that ran again decided by a number that was restored to the rounding; or were undone in an integer that nothing reads, and overflowed.
#[test]
fn rounds_that_run_again_are_undone() {
    for seed in [9_517_852_256_895_679_591, 11_195_134_857_219_401_932] {
        agrees(seed, With::Nothing).unwrap_or_else(|failure| panic!("{failure}"));
    }
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn ordinary_functions_have_gradients(seed: u64) {
        agrees(seed, With::Nothing)?;
    }

    #[test]
    fn loops_whose_iterations_keep_their_record_compute_what_the_tape_does(program in together_ordinary()) {
        together::agrees(&program)?;
    }

    #[test]
    fn ordinary_functions_that_call_others_have_gradients(seed: u64) {
        agrees(seed, With::Calls)?;
    }

    #[test]
    fn ordinary_functions_with_vectors_have_gradients(seed: u64) {
        agrees(seed, With::Vectors)?;
    }
}
