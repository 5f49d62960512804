//! Random ordinary functions: what is recorded computes what the function computes, to the bit, and the replay gives its gradient.

mod evaluate;
mod program;

use crate::config;
use evaluate::Run;
use program::{Draw, Dual, TURN, Text};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use retrograde_compiler::ir::Options;
use retrograde_compiler::ir::step::Procedure;
use retrograde_compiler::{Stages, stages_with};
use retrograde_inspect::interpret::{Cell, Machine, Module, Outcome, Value};
use retrograde_testkit::Rng;

/// Larger numbers lose too many digits to be compared.
const LARGEST: f64 = 1e3;

thread_local! {
    /// The stages of the function that others call, which is always the same.
    static CALLED: Stages = {
        let turn = syn::parse_str(TURN).expect("it is a function");
        stages_with(turn, Options::ORDINARY).unwrap_or_else(|e| panic!("refused:\n{e}\n{TURN}"))
    };
}

pub(crate) fn agrees(seed: u64, turns: bool) -> Result<(), TestCaseError> {
    let program = Draw::program(seed, turns);
    let text = Text::of(&program);
    let mut rng = Rng::new(seed ^ 0x5eed);
    let [x, y] = [rng.uniform(-1.5, 1.5), rng.uniform(-1.5, 1.5)];
    let z = rng.vector(4, -1.5, 1.5);

    let item: syn::ItemFn =
        syn::parse_str(&text).map_err(|e| TestCaseError::fail(format!("{e}:\n{text}")))?;
    let options = Options::ORDINARY;
    let stages =
        stages_with(item, options).map_err(|e| TestCaseError::fail(format!("refused:\n{e}\n{text}")))?;
    let recording = stages.recording.as_ref().ok_or_else(|| TestCaseError::fail("no record"))?;

    for (record, replay) in
        [(&recording.record, &recording.replay), (&recording.record_raw, &recording.replay_raw)]
    {
        let (value, gradient, largest) = CALLED
            .with(|turn| replayed(record, replay, turn, [x, y], &z))
            .map_err(|fault| TestCaseError::fail(format!("{fault}\nat {x}, {y}, {z:?}\n{text}")))?;
        if !(largest < LARGEST) {
            return Err(TestCaseError::reject("numbers too large"));
        }
        for at in 0..6 {
            let along = |other: usize| f64::from(other == at);
            let inputs = [Dual { value: x, tangent: along(0) }, Dual { value: y, tangent: along(1) }];
            let lent: Vec<Dual> = z
                .iter()
                .enumerate()
                .map(|(i, value)| Dual { value: *value, tangent: along(i + 2) })
                .collect();
            let expected = Run::of(&program, inputs, &lent);
            prop_assert!(
                value.to_bits() == expected.value.to_bits(),
                "the record gives {value}, the function {}\nat {x}, {y}, {z:?}\n{text}",
                expected.value
            );
            if !expected.tangent.is_finite() {
                return Err(TestCaseError::reject("a derivative too large"));
            }
            let scale = 1.0 + largest.powi(2);
            prop_assert!(
                (gradient[at] - expected.tangent).abs() <= 1e-9 * scale * (1.0 + expected.tangent.abs()),
                "cotangent {at} is {}, the derivative {}\nat {x}, {y}, {z:?}\n{text}",
                gradient[at],
                expected.tangent
            );
        }
    }
    Ok(())
}

/// The value, the gradient, and the largest number on the way.
fn replayed(
    record: &Procedure,
    replay: &Procedure,
    turn: &Stages,
    [x, y]: [f64; 2],
    z: &[f64],
) -> Result<(f64, Vec<f64>, f64), String> {
    let mut module = Module::default();
    module.insert("f", record);
    module.insert("f", replay);
    module.insert("turn", &turn.primal);
    if let Some(recording) = &turn.recording {
        module.insert("turn", &recording.record);
        module.insert("turn", &recording.replay);
    }
    let mut machine = Machine::new(&module, 2_000_000);
    let reals = |values: &[f64]| Value::Array(values.iter().copied().map(Value::Real).collect());
    let cells: Vec<Cell> = vec![Value::Real(x).into(), Value::Real(y).into(), reals(z).into()];
    let run =
        machine.recorded(record, replay, cells, Some(Value::Real(1.0))).map_err(|fault| fault.to_string())?;
    let Outcome { params, output } = run;
    let Some(Value::Real(value)) = output else { return Err("the record has no value".to_string()) };
    let gradient = params.iter().filter_map(|cell| cell.shadow.as_ref()).flat_map(Value::leaves).collect();
    Ok((value, gradient, machine.largest()))
}

proptest! {
    #![proptest_config(config(1_000))]

    #[test]
    fn ordinary_functions_have_gradients(seed: u64) {
        agrees(seed, false)?;
    }

    #[test]
    fn ordinary_functions_that_call_others_have_gradients(seed: u64) {
        agrees(seed, true)?;
    }
}
