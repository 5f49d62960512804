//! In fixed point nothing is lost: every program is undone to the last bit, by every stage that undoes it.
//!
//! Takes a program that the compiler accepts. Sums of fixed-point numbers are exact, and what is added is computed from
//! the same numbers on the way back as on the way there; so there is no tolerance here, and an update that is undone with
//! another value, or in another place, cannot hide in one. Rotations round and are left out.

use crate::harness::{Compiled, Form, Run, arguments, clear_scratch};
use crate::laws::Verdict;
use retrograde_compiler::ir::step::{Law, Program as Which};
use retrograde_inspect::interpret::{Cell, Fault, Kind, Value};
use retrograde_testkit::programs::{Program, Role};

/// Binary digits after the point.
const DIGITS: u32 = 20;
/// Sums of numbers below this are exact.
const LARGEST: f64 = 1e9;

/// True if primal, inverse, adjoint and sweep restore every bit.
pub(crate) fn comes_back(program: &Program, compiled: &Compiled) -> Result<Verdict, String> {
    if program.functions.iter().any(|f| f.source.contains("rot(")) {
        return Ok(Verdict::Unsuitable);
    }
    let run = |which, form, cells: &[Cell], seed| -> Result<Run, Fault> {
        let mut cells = cells.to_vec();
        clear_scratch(program, &mut cells);
        compiled.run_in(Some(DIGITS), which, form, cells, seed)
    };
    let mut before = arguments(program);
    for x in before.iter_mut().flat_map(|cell| cell.value.leaves_mut()) {
        *x = (*x * f64::from(DIGITS).exp2()).round() / f64::from(DIGITS).exp2();
    }
    let after = match run(Which::Primal, Form::Simplified, &before, None) {
        Ok(after) => after,
        // Two places are one, or a number leaves its type: the program is not defined on these arguments.
        Err(fault) if matches!(fault.kind, Kind::Law(Law::Alias | Law::BranchPostcondition)) => {
            return Ok(Verdict::Unsuitable);
        }
        Err(fault) => return Err(format!("the primal fails: {fault}")),
    };
    if !(after.largest < LARGEST) {
        return Ok(Verdict::Unsuitable);
    }
    let returns = after.output.is_some();
    let seed = || returns.then_some(Value::Real(1.0));
    for form in [Form::Raw, Form::Simplified] {
        let undoing = [Which::Inverse, Which::Adjoint];
        for which in undoing.into_iter().filter(|which| !(returns && *which == Which::Inverse)) {
            let seed = if which == Which::Adjoint { seed() } else { None };
            let back = run(which, form, &after.cells, seed)
                .map_err(|fault| format!("{which:?} ({form:?}) fails: {fault}"))?;
            same(&format!("the state before, by {which:?} ({form:?}),"), program, &back.cells, &before)?;
        }
    }
    if compiled.procedure(Which::Sweep, Form::Simplified).is_some() {
        let sweep = run(Which::Sweep, Form::Simplified, &before, seed())
            .map_err(|fault| format!("the sweep fails: {fault}"))?;
        same("the state after the sweep", program, &sweep.cells, &after.cells)?;
    }
    Ok(Verdict::Held)
}

fn same(what: &str, program: &Program, got: &[Cell], wanted: &[Cell]) -> Result<(), String> {
    for ((param, got), wanted) in program.main().params.iter().zip(got).zip(wanted) {
        if param.role != Role::Scratch && !equal(&got.value, &wanted.value) {
            return Err(format!("{what} has `{}` = {} instead of {}", param.name, got.value, wanted.value));
        }
    }
    Ok(())
}

/// Equal to the bit; what is known of the types of integers may differ.
fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => a.value == b.value,
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b)),
        (Value::Record(a), Value::Record(b)) => a.iter().zip(b).all(|((_, a), (_, b))| equal(a, b)),
        _ => a == b,
    }
}
