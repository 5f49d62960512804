//! What `f::check` runs: the programs that a user declared, held against each other and against differences.
//!
//! State and inputs lie one after another in one flat vector; what grows or shrinks has more or fewer numbers after a run than
//! before it. Laws: seeds are no unit vectors and inputs start with a cotangent too, so that a cotangent that is overwritten,
//! doubled or forgotten is found; where a program has no value because a check of its own refuses it, nothing is compared.

use super::resolution::Resolution;
use super::{Measured, Mismatch, Value, compared};
use crate::Irreversible;
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Numbers, or why there are none.
type Run = Result<Vec<f64>, Irreversible>;

/// Seeds of both signs, none of them a unit.
fn seeds(count: usize, resolution: &Resolution) -> Vec<f64> {
    let seed = |i: usize| {
        let size = 0.5 + (i as f64 * 0.618_033_988_749_894_9) % 1.0;
        (resolution.nearest)(if i % 2 == 0 { size } else { -size })
    };
    (1..=count).map(seed).collect()
}

/// The sum that cotangents are those of, with its grain; what has another length than the seeds is no value.
fn weighed(seeds: &[f64], run: Run, resolution: &Resolution) -> Option<Value> {
    let values = run.ok()?;
    if values.len() != seeds.len() {
        return Some(Value { value: f64::NAN, grain: f64::NAN });
    }
    let pairs = || seeds.iter().zip(&values);
    let value = pairs().map(|(s, v)| s * v).sum();
    // What is not finite has no neighbours.
    let grain = pairs().map(|(s, v)| s.abs() * (resolution.spacing)(v.abs())).filter(|g| g.is_finite()).sum();
    Some(Value { value, grain })
}

fn restored(
    program: &'static str,
    expected: &[f64],
    found: &[f64],
    resolution: &Resolution,
) -> Result<(), Mismatch> {
    if expected.len() != found.len() {
        return Err(Mismatch::Shape { program, expected: expected.len(), found: found.len() });
    }
    for (number, (&expected, &found)) in expected.iter().zip(found).enumerate() {
        let near =
            (expected - found).abs() <= resolution.restored * expected.abs().max(1.0) + resolution.slack;
        if !near && expected != found {
            return Err(Mismatch::State { program, number, expected, found });
        }
    }
    Ok(())
}

/// Holds what came back to the bit, or did not, against what was there.
fn untouched(program: &'static str, expected: &[u64], found: &[u64]) -> Result<(), Mismatch> {
    match expected.iter().zip(found).position(|(a, b)| a != b) {
        Some(word) => Err(Mismatch::Exact { program, word, expected: expected[word], found: found[word] }),
        None if expected.len() != found.len() => {
            Err(Mismatch::Shape { program, expected: expected.len(), found: found.len() })
        }
        None => Ok(()),
    }
}

fn derivative(program: &'static str, result: Result<(), Mismatch>) -> Result<(), Mismatch> {
    result.map_err(|mismatch| Mismatch::Program { program, mismatch: Box::new(mismatch) })
}

fn refused(program: &'static str) -> impl Fn(Irreversible) -> Mismatch {
    move |error| Mismatch::Irreversible { program, error: Box::new(error) }
}

/// What the arguments hold that has to come back to the bit: before a run, after the inverse and after the adjoint.
type Words = [Vec<u64>; 3];

/// Holds the programs of an instruction, or of a reversible function, against each other.
#[allow(clippy::too_many_arguments)]
pub fn check_programs<T: Measured>(
    point: &[f64],
    words: impl FnOnce(&[f64]) -> Result<Words, Irreversible>,
    forth: impl Fn(&[f64]) -> Run,
    back: impl Fn(&[f64]) -> Run,
    adjoint: impl Fn(&[f64], &[f64]) -> (Vec<f64>, Vec<f64>),
    coadjoint: impl Fn(&[f64], &[f64]) -> (Vec<f64>, Vec<f64>),
    sweep: impl Fn(&[f64], &[f64]) -> (Vec<f64>, Vec<f64>),
) -> Result<(), Mismatch> {
    let of = &T::RESOLUTION;
    let after = forth(point).map_err(refused("the function"))?;
    restored("the inverse", point, &back(&after).map_err(refused("the inverse"))?, of)?;
    let after_seeds = seeds(after.len(), of);
    let [before, undone, pulled] = words(&after_seeds).map_err(refused("the inverse"))?;
    untouched("the inverse", &before, &undone)?;
    untouched("the adjoint", &before, &pulled)?;

    let (before, bars) = adjoint(&after, &after_seeds);
    restored("the adjoint", point, &before, of)?;
    derivative("the adjoint", compared(|x| weighed(&after_seeds, forth(x), of), point, &bars, of))?;

    let (again, swept) = sweep(point, &after_seeds);
    restored("the sweep", &after, &again, of)?;
    restored("the cotangents of the sweep", &bars, &swept, of)?;

    let before_seeds = seeds(point.len(), of);
    let (again, bars) = coadjoint(point, &before_seeds);
    restored("the adjoint of the inverse", &after, &again, of)?;
    let value = |x: &[f64]| weighed(&before_seeds, back(x), of);
    derivative("the adjoint of the inverse", compared(value, &after, &bars, of))
}

/// Holds the pullback of a function that returns a value against differences; cotangents of inputs are added to.
pub fn check_pullback<T: Measured>(
    point: &[f64],
    value: impl Fn(&[f64]) -> Run,
    pull: impl Fn(&[f64], &[f64], &[f64]) -> (Vec<f64>, Vec<f64>),
) -> Result<(), Mismatch> {
    let of = &T::RESOLUTION;
    let expected = value(point).map_err(refused("the function"))?;
    let (seeds, starts) = (seeds(expected.len(), of), seeds(point.len(), of));
    let (found, mut bars) = pull(point, &seeds, &starts);
    restored("the value of the pullback", &expected, &found, of)?;
    bars.iter_mut().zip(&starts).for_each(|(bar, start)| *bar -= start);
    derivative("the pullback", compared(|x| weighed(&seeds, value(x), of), point, &bars, of))
}
