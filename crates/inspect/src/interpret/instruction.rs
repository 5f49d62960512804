//! The built-in instructions, in all programs, by their entries in the table of [`retrograde_rules`].
//!
//! The cotangents of an instruction's inverse are propagated in the opposite direction, so one function of two
//! instructions, the one that runs and the one whose cotangents are propagated, gives the adjoint, the sweep and the
//! adjoint of the inverse.

use super::fault::{Fault, Kind};
use super::value::{Integer, Value};
use retrograde_compiler::ir::step::Program;
use retrograde_rules::{Instruction, Places};

/// Runs one program of an instruction on the values and cotangents of its arguments.
pub(super) fn run(
    instruction: Instruction,
    program: Program,
    values: &mut [Value],
    shadows: &mut [Option<Value>],
) -> Result<(), Fault> {
    if values.len() != instruction.arity() {
        let message = format!("`{instruction}` is called with {} arguments", values.len());
        return Err(Fault::new(Kind::Type, message));
    }
    match program {
        Program::Primal | Program::Record => apply(instruction, values),
        Program::Inverse => apply(instruction.inverse(), values),
        Program::Adjoint | Program::Replay => {
            pull(instruction, values, shadows)?;
            apply(instruction.inverse(), values)
        }
        Program::Sweep => {
            apply(instruction, values)?;
            pull(instruction, values, shadows)
        }
        Program::InverseAdjoint => {
            // The inverse maps the post-state, which is its pre-state here, to the current state.
            pull(instruction.inverse(), values, shadows)?;
            apply(instruction, values)
        }
    }
}

/// Changes the places.
fn apply(instruction: Instruction, values: &mut [Value]) -> Result<(), Fault> {
    let (places, read) = values.split_at_mut(instruction.changed());
    if instruction.places() == Places::Anything {
        return permute(instruction, places);
    }
    let read: Vec<f64> = read.iter().map(|value| value.clone().real()).collect::<Result<_, _>>()?;
    at_leaves(instruction, places.iter_mut().collect(), &mut |places| {
        if let Some(mut x) = reals(places) {
            if instruction.places() != Places::Integer {
                x.extend(&read);
                instruction.apply(&mut x);
                places.iter_mut().zip(x).for_each(|(place, x)| **place = Value::Real(x));
                return Ok(());
            }
        }
        let integers: Option<Vec<Integer>> = places.iter().map(|place| integer(place)).collect();
        if let Some(integers) = integers {
            let mut numbers: Vec<i128> = integers.iter().map(|n| n.value).collect();
            if instruction.count(&mut numbers) {
                for ((place, before), value) in places.iter_mut().zip(integers).zip(numbers) {
                    let after = Integer { value, width: before.width }.into_width(before.width)?;
                    **place = Value::Integer(after);
                }
                return Ok(());
            }
        }
        Err(refused(instruction, places))
    })
}

/// Pulls the cotangents back through an instruction, given the state after it. Exact values have none.
fn pull(instruction: Instruction, values: &mut [Value], shadows: &mut [Option<Value>]) -> Result<(), Fault> {
    let changed = instruction.changed();
    let (of_places, of_read) = shadows.split_at_mut(changed);
    let Some(mut bars) = of_places.iter_mut().map(Option::as_mut).collect::<Option<Vec<_>>>() else {
        return Ok(());
    };
    if instruction.places() == Places::Anything {
        let mut carried: Vec<Value> = bars.iter().map(|bar| (*bar).clone()).collect();
        permute(instruction.inverse(), &mut carried)?;
        bars.iter_mut().zip(carried).for_each(|(bar, value)| **bar = value);
        return Ok(());
    }
    let read: Vec<f64> =
        values[changed..].iter().map(|value| value.clone().real()).collect::<Result<_, _>>()?;
    let together = values[..changed].iter_mut().chain(bars).collect();
    at_leaves(instruction, together, &mut |together| {
        let (places, bars) = together.split_at_mut(together.len() / 2);
        let (Some(mut after), Some(mut x_bar)) = (reals(places), reals(bars)) else {
            return Err(refused(instruction, places));
        };
        after.extend(&read);
        x_bar.extend(of_read.iter().map(|bar| bar.clone().map_or(Ok(0.0), Value::real).unwrap_or(0.0)));
        instruction.pull(&after, &mut x_bar);
        let into = bars.iter_mut().map(|bar| &mut **bar).chain(of_read.iter_mut().flatten());
        into.zip(x_bar).for_each(|(bar, x)| *bar = Value::Real(x));
        Ok(())
    })
}

/// Rearranges values of any type as the instruction rearranges their numbers.
fn permute(instruction: Instruction, values: &mut [Value]) -> Result<(), Fault> {
    let mut order: Vec<f64> = (0..values.len()).map(|i| i as f64).collect();
    instruction.apply(&mut order);
    let permuted: Vec<Value> = order.into_iter().map(|i| values[i as usize].clone()).collect();
    values.clone_from_slice(&permuted);
    Ok(())
}

/// Acts on the numbers that stand at the same place of each value. The parts of a complex number are places of their own.
fn at_leaves(
    instruction: Instruction,
    values: Vec<&mut Value>,
    act: &mut impl FnMut(&mut [&mut Value]) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut values = values;
    if values.iter().all(|value| matches!(value, Value::Real(_) | Value::Integer(_) | Value::Bool(_))) {
        return act(&mut values);
    }
    let mut parts: Vec<Vec<&mut Value>> = Vec::new();
    for value in values {
        parts.push(match value {
            Value::Array(items) => items.iter_mut().collect(),
            Value::Record(fields) => fields.iter_mut().map(|(_, value)| value).collect(),
            Value::Map(entries) => entries.iter_mut().map(|(_, value)| value).collect(),
            Value::Real(_) | Value::Integer(_) | Value::Bool(_) => Vec::new(),
        });
    }
    let count = parts[0].len();
    if parts.iter().any(|part| part.len() != count) {
        return Err(Fault::new(Kind::Type, format!("the places of `{instruction}` are not alike")));
    }
    let is_number = |part: &Vec<&mut Value>| part.iter().all(|value| matches!(value, Value::Real(_)));
    if instruction.places() == Places::Complex && count == 2 && parts.iter().all(is_number) {
        return act(&mut parts.into_iter().flatten().collect::<Vec<_>>());
    }
    let mut parts: Vec<_> = parts.into_iter().map(Vec::into_iter).collect();
    (0..count)
        .try_for_each(|_| at_leaves(instruction, parts.iter_mut().flat_map(Iterator::next).collect(), act))
}

/// The reals, if all of them are.
fn reals(values: &[&mut Value]) -> Option<Vec<f64>> {
    let real = |value: &&mut Value| match **value {
        Value::Real(x) => Some(x),
        Value::Integer(_) | Value::Bool(_) | Value::Array(_) | Value::Record(_) | Value::Map(_) => None,
    };
    values.iter().map(real).collect()
}

fn integer(value: &Value) -> Option<Integer> {
    match value {
        Value::Integer(n) => Some(*n),
        Value::Real(_) | Value::Bool(_) | Value::Array(_) | Value::Record(_) | Value::Map(_) => None,
    }
}

fn refused(instruction: Instruction, values: &[&mut Value]) -> Fault {
    let shown: Vec<String> = values.iter().map(|value| value.to_string()).collect();
    let message = format!("`{instruction}` changes {}, not {}", instruction.places(), shown.join(" and "));
    Fault::new(Kind::Type, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATE: [f64; 3] = [0.7, -1.3, 0.4];
    const SEEDS: [f64; 3] = [1.7, -0.6, 0.0];

    fn leaves(values: &[Value]) -> Vec<f64> {
        values.iter().flat_map(Value::leaves).collect()
    }

    fn close(a: &[f64], b: &[f64]) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-8)
    }

    /// Arguments of an instruction that are made of these reals: of a complex number two are one argument.
    fn arguments(instruction: Instruction, x: &[f64]) -> Vec<Value> {
        match instruction.places() {
            Places::Complex => vec![Value::reals(&x[..2])],
            Places::Anything | Places::Signed | Places::Linear | Places::Real => {
                x[..instruction.arity()].iter().map(|&x| Value::Real(x)).collect()
            }
            Places::Integer => vec![Value::integer(3)],
        }
    }

    /// The gradient of the seeded state after `forward` by central differences.
    fn differences(forward: Instruction) -> Vec<f64> {
        let seeded = |x: &[f64]| {
            let mut state = arguments(forward, x);
            apply(forward, &mut state).expect("reals");
            SEEDS.iter().zip(leaves(&state)).map(|(s, y)| s * y).sum::<f64>()
        };
        let h = 1e-5;
        let slope = |i: usize| {
            let (mut up, mut down) = (STATE, STATE);
            up[i] += h;
            down[i] -= h;
            (seeded(&up) - seeded(&down)) / (2.0 * h)
        };
        (0..leaves(&arguments(forward, &STATE)).len()).map(slope).collect()
    }

    #[test]
    fn every_program_of_every_instruction_restores_and_differentiates() {
        for &instruction in Instruction::ALL {
            for (program, forward) in [
                (Program::Adjoint, instruction),
                (Program::Replay, instruction),
                (Program::Sweep, instruction),
                (Program::InverseAdjoint, instruction.inverse()),
            ] {
                let before = arguments(instruction, &STATE);
                let mut after = before.clone();
                apply(forward, &mut after).expect("reals");
                // Each program starts at the state that its name says.
                let (start, end) = match program {
                    Program::Adjoint | Program::InverseAdjoint | Program::Replay => (after, before),
                    Program::Primal | Program::Inverse | Program::Sweep | Program::Record => (before, after),
                };
                let mut state = start;
                let exact = instruction.places() == Places::Integer;
                let bars = arguments(instruction, &SEEDS).into_iter().map(|bar| (!exact).then_some(bar));
                let mut shadows: Vec<_> = bars.collect();
                run(instruction, program, &mut state, &mut shadows).expect("reals");
                let bars: Vec<f64> = shadows.iter().flatten().flat_map(Value::leaves).collect();
                assert!(exact || close(&bars, &differences(forward)), "{instruction} {program:?}: {bars:?}");
                assert!(close(&leaves(&state), &leaves(&end)), "{instruction} {program:?}");
                assert!(!exact || state == end, "{instruction} {program:?}");
            }
        }
    }

    #[test]
    fn numbers_with_parts_are_changed_part_by_part() {
        let complex = |re, im| Value::reals(&[re, im]);
        let mut state = vec![complex(1.0, 2.0), complex(3.0, -4.0)];
        let mut shadows = vec![Some(complex(0.5, 1.5)), Some(complex(-2.5, 0.25))];
        run(Instruction::Hadamard, Program::Sweep, &mut state, &mut shadows).expect("complex numbers");
        let root = 2.0_f64.sqrt();
        assert!(close(&leaves(&state), &[4.0, -2.0, -2.0, 6.0].map(|x| x / root)));
        let bars: Vec<f64> = shadows.iter().flatten().flat_map(Value::leaves).collect();
        assert!(close(&bars, &[-2.0, 1.75, 3.0, 1.25].map(|x| x / root)));
    }

    #[test]
    fn counters_stay_in_their_type() {
        let width = Some(super::super::Width::Usize);
        let mut zero = vec![Value::Integer(Integer { value: 0, width })];
        let fault = run(Instruction::Dec, Program::Primal, &mut zero, &mut [None]).expect_err("underflow");
        assert_eq!(fault.kind, Kind::Arithmetic);
        run(Instruction::Dec, Program::Inverse, &mut zero, &mut [None]).expect("one");
        assert_eq!(zero, [Value::Integer(Integer { value: 1, width })]);
        let mut real = vec![Value::Real(1.0)];
        let fault = run(Instruction::Inc, Program::Primal, &mut real, &mut [None]).expect_err("no integer");
        assert_eq!(fault.message, "`inc` changes integers, not 1.0");
    }
}
