//! Ordinary functions around a parallel loop: where each iteration keeps its record for itself, the programs compute what those compute that
//! record all of it on the tape.

use proptest::test_runner::TestCaseError;
use retrograde_compiler::ir::Options;
use retrograde_compiler::ir::step::Procedure;
use retrograde_compiler::stages_with;
use retrograde_inspect::interpret::{Cell, Machine, Module, Value};
use retrograde_testkit::Rng;
use retrograde_testkit::programs::{Datum, Program, Role};

/// Numbers, and cotangents, that are larger are not compared.
const LARGEST: f64 = 1e6;

/// Compares both ways, with cotangents of all that the function changes.
pub(crate) fn agrees(program: &Program) -> Result<(), TestCaseError> {
    let main = program.functions.last().ok_or_else(|| TestCaseError::reject("no function"))?;
    let failed = |what: String| TestCaseError::fail(format!("{what}\n{}", main.source));
    let item: syn::ItemFn = syn::parse_str(&main.source).map_err(|e| failed(e.to_string()))?;
    let stages = stages_with(item, Options::ORDINARY).map_err(|e| failed(format!("refused:\n{e}")))?;
    let recording = stages.recording.as_ref().ok_or_else(|| failed("no record".to_string()))?;
    let (record, replay) = stages.recorded_raw().ok_or_else(|| failed("no raw record".to_string()))?;
    let [lanes, tape] = [(&recording.record, &recording.replay), (record, replay)]
        .map(|(record, replay)| run(program, record, replay));
    let (lanes, tape) = (lanes.map_err(&failed)?, tape.map_err(&failed)?);
    let too_large = |x: &f64| !(x.abs() < LARGEST);
    if tape.iter().any(too_large) {
        return Err(TestCaseError::reject("numbers too large"));
    }
    for (at, (found, right)) in lanes.iter().zip(&tape).enumerate() {
        if !((found - right).abs() <= 1e-8 * (1.0 + right.abs())) {
            let reasons = retrograde_inspect::lanes::loops(&stages);
            return Err(failed(format!("number {at} is {found}, and should be {right}: {reasons:?}")));
        }
    }
    Ok(())
}

/// The numbers and cotangents that the replay leaves behind the record.
fn run(program: &Program, record: &Procedure, replay: &Procedure) -> Result<Vec<f64>, String> {
    let mut module = Module::default();
    module.insert("f", record);
    module.insert("f", replay);
    let Some(main) = program.functions.last() else { return Err("no function".into()) };
    let mut rng = Rng::new(7);
    let cells: Vec<Cell> = main
        .params
        .iter()
        .map(|param| {
            let value = match &param.value {
                Datum::Real(x) => Value::Real(*x),
                Datum::Reals(all) => Value::Array(all.iter().copied().map(Value::Real).collect()),
                Datum::Integer(n) => Value::integer(i128::from(*n)),
                other => return Err(format!("{other:?} is no argument here")),
            };
            let mut cell = Cell::from(value);
            if param.role == Role::State {
                let seeds = rng.vector(cell.value.leaves().len(), -1.0, 1.0);
                cell.shadow = Some(match &cell.value {
                    Value::Array(_) => Value::Array(seeds.into_iter().map(Value::Real).collect()),
                    _ => Value::Real(seeds[0]),
                });
            }
            Ok(cell)
        })
        .collect::<Result<_, String>>()?;
    let mut machine = Machine::new(&module, 2_000_000);
    let out = machine.recorded(record, replay, cells, None).map_err(|fault| fault.to_string())?;
    let values = out.params.iter().flat_map(|cell| cell.value.leaves());
    let shadows = out.params.iter().filter_map(|cell| cell.shadow.as_ref()).flat_map(Value::leaves);
    Ok(values.chain(shadows).collect())
}
