//! The built-in instructions, in all programs, from the formulae of [`retrograde_rules::Instruction`].
//!
//! The cotangents of an instruction's inverse go the other way round, so one function of (which instruction runs,
//! which one's cotangents are carried) gives the adjoint, the sweep and the coadjoint.

use super::fault::{Fault, Kind};
use super::value::{Integer, Value};
use retrograde_compiler::ir::step::Program;
use retrograde_rules::Instruction;

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
            carry(instruction, values, shadows)?;
            apply(instruction.inverse(), values)
        }
        Program::Sweep => {
            apply(instruction, values)?;
            carry(instruction, values, shadows)
        }
        Program::Coadjoint => {
            // The inverse leads from the post-state, which is here its pre-state, to what stands here now.
            carry(instruction.inverse(), values, shadows)?;
            apply(instruction, values)
        }
    }
}

/// Changes the places.
fn apply(instruction: Instruction, values: &mut [Value]) -> Result<(), Fault> {
    match instruction {
        Instruction::Swap => {
            values.swap(0, 1);
            Ok(())
        }
        Instruction::Neg => negate(&mut values[0]),
        Instruction::Rot => turn_values(values, 1.0),
        Instruction::Irot => turn_values(values, -1.0),
        Instruction::Hadamard => {
            let [a, b] = pair(values)?;
            values.clone_from_slice(&reflected(a, b).map(Value::Real));
            Ok(())
        }
        Instruction::Conj => conjugate(&mut values[0]),
        Instruction::Inc => step(&mut values[0], 1),
        Instruction::Dec => step(&mut values[0], -1),
    }
}

/// Pulls the cotangents back through an instruction, given the state after it.
fn carry(instruction: Instruction, values: &[Value], shadows: &mut [Option<Value>]) -> Result<(), Fault> {
    match instruction {
        Instruction::Swap => {
            shadows.swap(0, 1);
            Ok(())
        }
        Instruction::Neg => shadows[0].as_mut().map_or(Ok(()), negate),
        Instruction::Rot => turn_shadows(values, shadows, 1.0),
        Instruction::Irot => turn_shadows(values, shadows, -1.0),
        Instruction::Hadamard => match shadows {
            [Some(a), Some(b)] => {
                let [reflected_a, reflected_b] = reflected(a.clone().real()?, b.clone().real()?);
                (*a, *b) = (Value::Real(reflected_a), Value::Real(reflected_b));
                Ok(())
            }
            _ => Err(Fault::new(Kind::Type, "a reflection needs cotangents of both coordinates")),
        },
        Instruction::Conj => shadows[0].as_mut().map_or(Ok(()), conjugate),
        Instruction::Inc | Instruction::Dec => Ok(()),
    }
}

fn negate(value: &mut Value) -> Result<(), Fault> {
    match value {
        Value::Real(x) => *x = -*x,
        Value::Integer(n) => *n = Integer { value: -n.value, width: n.width }.into_width(n.width)?,
        Value::Array(items) => items.iter_mut().try_for_each(negate)?,
        Value::Record(fields) => fields.iter_mut().try_for_each(|(_, value)| negate(value))?,
        Value::Map(entries) => entries.iter_mut().try_for_each(|(_, value)| negate(value))?,
        Value::Bool(_) => return Err(Fault::new(Kind::Type, "`neg` of a bool")),
    }
    Ok(())
}

/// A complex number is a list of its two parts.
fn conjugate(value: &mut Value) -> Result<(), Fault> {
    match value {
        Value::Array(parts) if parts.len() == 2 => negate(&mut parts[1]),
        _ => Err(Fault::new(Kind::Type, "`conj` of what is no complex number")),
    }
}

fn reflected(a: f64, b: f64) -> [f64; 2] {
    let scale = core::f64::consts::FRAC_1_SQRT_2;
    [(a + b) * scale, (a - b) * scale]
}

fn pair(values: &[Value]) -> Result<[f64; 2], Fault> {
    match values {
        [a, b] => Ok([a.clone().real()?, b.clone().real()?]),
        _ => Err(Fault::new(Kind::Type, "a reflection takes two reals")),
    }
}

fn step(value: &mut Value, by: i128) -> Result<(), Fault> {
    let n = value.clone().exact()?;
    *value = Value::Integer(Integer { value: n.value + by, width: n.width }.into_width(n.width)?);
    Ok(())
}

fn turned(a: f64, b: f64, angle: f64) -> (f64, f64) {
    let (sin, cos) = angle.sin_cos();
    (a * cos - b * sin, b * cos + a * sin)
}

fn turn_values(values: &mut [Value], sign: f64) -> Result<(), Fault> {
    let [a, b, angle] = reals(values)?;
    let (a, b) = turned(a, b, sign * angle);
    values[0] = Value::Real(a);
    values[1] = Value::Real(b);
    Ok(())
}

// With the sign s: d(a, b)/dθ = s (-b, a) at the state after it, so θ_bar += s (b_bar a - a_bar b).
fn turn_shadows(values: &[Value], shadows: &mut [Option<Value>], sign: f64) -> Result<(), Fault> {
    let [a, b, angle] = reals(values)?;
    let [a_bar, b_bar] = match shadows {
        [Some(a), Some(b), ..] => [a.clone().real()?, b.clone().real()?],
        _ => return Err(Fault::new(Kind::Type, "a rotation needs cotangents of both coordinates")),
    };
    if let Some(Value::Real(angle_bar)) = &mut shadows[2] {
        *angle_bar += sign * (b_bar * a - a_bar * b);
    }
    let (a_bar, b_bar) = turned(a_bar, b_bar, -sign * angle);
    shadows[0] = Some(Value::Real(a_bar));
    shadows[1] = Some(Value::Real(b_bar));
    Ok(())
}

fn reals(values: &[Value]) -> Result<[f64; 3], Fault> {
    match values {
        [a, b, c] => Ok([a.clone().real()?, b.clone().real()?, c.clone().real()?]),
        _ => Err(Fault::new(Kind::Type, "a rotation takes three reals")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STATE: [f64; 3] = [0.7, -1.3, 0.4];
    const SEEDS: [f64; 2] = [1.7, -0.6];

    fn values(x: [f64; 3]) -> Vec<Value> {
        x.map(Value::Real).to_vec()
    }

    fn close(a: &[f64], b: &[f64]) -> bool {
        a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-8)
    }

    /// The gradient of the seeded post-state of `forward` by central differences.
    fn differences(forward: Instruction) -> Vec<f64> {
        let seeded = |x: [f64; 3]| {
            let mut state = values(x);
            apply(forward, &mut state).expect("three reals");
            SEEDS.iter().zip(state.iter().flat_map(Value::leaves)).map(|(s, y)| s * y).sum::<f64>()
        };
        let h = 1e-5;
        let slope = |i: usize| {
            let (mut up, mut down) = (STATE, STATE);
            up[i] += h;
            down[i] -= h;
            (seeded(up) - seeded(down)) / (2.0 * h)
        };
        (0..3).map(slope).collect()
    }

    #[test]
    fn rotations_carry_the_derivative_in_every_program() {
        for instruction in [Instruction::Rot, Instruction::Irot] {
            for (program, forward) in [
                (Program::Adjoint, instruction),
                (Program::Sweep, instruction),
                (Program::Coadjoint, instruction.inverse()),
            ] {
                let mut after = values(STATE);
                apply(forward, &mut after).expect("three reals");
                // Each program starts at the state that its name says.
                let (start, end) = match program {
                    Program::Adjoint | Program::Coadjoint | Program::Replay => (after, values(STATE)),
                    Program::Primal | Program::Inverse | Program::Sweep | Program::Record => {
                        (values(STATE), after)
                    }
                };
                let mut state = start;
                let mut shadows: Vec<_> = [SEEDS[0], SEEDS[1], 0.0].map(|s| Some(Value::Real(s))).to_vec();
                run(instruction, program, &mut state, &mut shadows).expect("three reals");
                let bars: Vec<f64> = shadows.iter().flatten().flat_map(Value::leaves).collect();
                assert!(close(&bars, &differences(forward)), "{instruction} {program:?}: {bars:?}");
                let leaves = |v: &[Value]| v.iter().flat_map(Value::leaves).collect::<Vec<_>>();
                assert!(close(&leaves(&state), &leaves(&end)), "{instruction} {program:?}");
            }
        }
    }

    #[test]
    fn reflections_are_their_own_inverse_and_adjoint() {
        let complex = |re, im| Value::Array([re, im].map(Value::Real).to_vec());
        for program in [Program::Adjoint, Program::Sweep, Program::Coadjoint] {
            let mut state = [0.7, -1.3].map(Value::Real).to_vec();
            let mut shadows = SEEDS.map(|s| Some(Value::Real(s))).to_vec();
            run(Instruction::Hadamard, program, &mut state, &mut shadows).expect("two reals");
            let leaves: Vec<f64> =
                state.iter().chain(shadows.iter().flatten()).flat_map(Value::leaves).collect();
            let root = 2.0_f64.sqrt();
            assert!(close(&leaves, &[-0.6 / root, 2.0 / root, 1.1 / root, 2.3 / root]), "{program:?}");

            let (mut state, mut shadows) = (vec![complex(1.0, 2.0)], vec![Some(complex(3.0, -4.0))]);
            run(Instruction::Conj, program, &mut state, &mut shadows).expect("a complex number");
            assert_eq!((&state[0], &shadows[0]), (&complex(1.0, -2.0), &Some(complex(3.0, 4.0))));
        }
    }

    #[test]
    fn counters_stay_in_their_type() {
        let width = Some(super::super::Width::Usize);
        let mut zero = vec![Value::Integer(Integer { value: 0, width })];
        let fault = run(Instruction::Dec, Program::Primal, &mut zero, &mut [None]).expect_err("underflow");
        assert_eq!(fault.kind, Kind::Arithmetic);
        run(Instruction::Dec, Program::Inverse, &mut zero, &mut [None]).expect("one");
        assert_eq!(zero, [Value::Integer(Integer { value: 1, width })]);
    }
}
