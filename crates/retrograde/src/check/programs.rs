//! The programs that `f::check` runs: those that a user declared, held against each other and against differences.
//!
//! State and inputs lie one after another in one flat vector; what grows or shrinks has more or fewer numbers after a run than
//! before it. Laws: seeds are no unit vectors and inputs start with a cotangent too, so that a cotangent that is overwritten,
//! doubled or forgotten is found; where a program has no value because a check of its own refuses it, nothing is compared.

use super::copies::Copied;
use super::kinds::Kind;
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

/// The numbers of the arguments after a program, and their cotangents.
type Pulled = (Vec<f64>, Vec<f64>);

/// The numbers of a list of arguments, or their cotangents.
fn numbers(append: impl FnOnce(&mut Vec<f64>)) -> Vec<f64> {
    let mut all = Vec::new();
    append(&mut all);
    all
}

/// Returns the words that must be restored bit for bit.
fn words<T, L: Copied<T>>(copy: &L::Copy) -> Vec<u64> {
    let mut all = Vec::new();
    L::exact(copy, &mut all);
    all
}

/// Returns a copy of the arguments with other numbers; what a run has changed is as it has left it, where that is given.
fn moved<T, L: Copied<T>>(list: &L, after: Option<&L::Copy>, mut at: &[f64]) -> L::Copy {
    let mut copy = list.copy(after);
    L::load(&mut copy, &mut at);
    copy
}

/// Returns cotangents of the shape of a copy, filled; those of state have the shape that a run has left, where that is given.
fn filled<T, L: Copied<T>>(copy: &L::Copy, after: Option<&L::Copy>, mut bars: &[f64]) -> L::Bar {
    let mut filled = L::bars(copy, after);
    L::fill(&mut filled, &mut bars);
    filled
}

/// Holds the programs of an instruction, or of a reversible function, against each other.
pub fn changing<T: Measured, L: Copied<T>>(
    list: L,
    run: impl Fn(&mut L::Copy) -> Result<(), Irreversible>,
    inverse: impl Fn(&mut L::Copy) -> Result<(), Irreversible>,
    adjoint: impl Fn(&mut L::Copy, &mut L::Bar),
    inverse_adjoint: impl Fn(&mut L::Copy, &mut L::Bar),
    sweep: impl Fn(&mut L::Copy, &mut L::Bar),
) -> Result<(), Mismatch> {
    let of = &T::RESOLUTION;
    let point = numbers(|to| L::append(&list.copy(None), to));
    let mut left = moved(&list, None, &point);
    run(&mut left).map_err(refused("the function"))?;
    let left = Some(&left);
    type Program<'p, A> = &'p dyn Fn(&mut A) -> Result<(), Irreversible>;
    let ran = |program: Program<L::Copy>, left, at: &[f64]| -> Run {
        let mut copy = moved(&list, left, at);
        program(&mut copy)?;
        Ok(numbers(|to| L::append(&copy, to)))
    };
    let forth = |at: &[f64]| ran(&run, None, at);
    let back = |at: &[f64]| ran(&inverse, left, at);
    type Carrying<'p, A, B> = &'p dyn Fn(&mut A, &mut B);
    let carried = |program: Carrying<L::Copy, L::Bar>, mut copy: L::Copy, mut bars: L::Bar| -> Pulled {
        program(&mut copy, &mut bars);
        (numbers(|to| L::append(&copy, to)), numbers(|to| L::show(&bars, to)))
    };

    let after = forth(&point).map_err(refused("the function"))?;
    restored("the inverse", &point, &back(&after).map_err(refused("the inverse"))?, of)?;
    let after_seeds = seeds(after.len(), of);
    let [before, undone, pulled] =
        held::<T, L>(&list, &run, &inverse, &adjoint, &after_seeds).map_err(refused("the inverse"))?;
    untouched("the inverse", &before, &undone)?;
    untouched("the adjoint", &before, &pulled)?;

    let copy = moved(&list, left, &after);
    let filled_bars = filled::<T, L>(&copy, None, &after_seeds);
    let (before, bars) = carried(&adjoint, copy, filled_bars);
    restored("the adjoint", &point, &before, of)?;
    derivative("the adjoint", compared(|x| weighed(&after_seeds, forth(x), of), &point, &bars, of))?;

    let copy = moved(&list, None, &point);
    let filled_bars = filled::<T, L>(&copy, left, &after_seeds);
    let (again, swept) = carried(&sweep, copy, filled_bars);
    restored("the sweep", &after, &again, of)?;
    restored("the cotangents of the sweep", &bars, &swept, of)?;

    let before_seeds = seeds(point.len(), of);
    let copy = moved(&list, None, &point);
    let filled_bars = filled::<T, L>(&copy, None, &before_seeds);
    let (again, bars) = carried(&inverse_adjoint, copy, filled_bars);
    restored("the adjoint of the inverse", &after, &again, of)?;
    let value = |x: &[f64]| weighed(&before_seeds, back(x), of);
    derivative("the adjoint of the inverse", compared(value, &after, &bars, of))
}

/// Compares the sweep of an ordinary function with the function and with differences.
pub fn sweeping<T: Measured, L: Copied<T>>(
    list: L,
    run: impl Fn(&mut L::Copy),
    sweep: impl Fn(&mut L::Copy, &mut L::Bar),
) -> Result<(), Mismatch> {
    let of = &T::RESOLUTION;
    let point = numbers(|to| L::append(&list.copy(None), to));
    let ran = |at: &[f64]| {
        let mut copy = moved(&list, None, at);
        run(&mut copy);
        copy
    };
    let left = ran(&point);
    let forth = |at: &[f64]| -> Run { Ok(numbers(|to| L::append(&ran(at), to))) };
    let after = numbers(|to| L::append(&left, to));
    let after_seeds = seeds(after.len(), of);

    let mut copy = moved(&list, None, &point);
    let mut bars = filled::<T, L>(&copy, Some(&left), &after_seeds);
    sweep(&mut copy, &mut bars);
    restored("the sweep", &after, &numbers(|to| L::append(&copy, to)), of)?;
    untouched("the sweep", &words::<T, L>(&left), &words::<T, L>(&copy))?;
    let bars = numbers(|to| L::show(&bars, to));
    derivative("the sweep", compared(|x| weighed(&after_seeds, forth(x), of), &point, &bars, of))
}

/// Returns what of the arguments has to come back to the bit: before a run, after the inverse and after the adjoint.
fn held<T, L: Copied<T>>(
    list: &L,
    run: &dyn Fn(&mut L::Copy) -> Result<(), Irreversible>,
    inverse: &dyn Fn(&mut L::Copy) -> Result<(), Irreversible>,
    adjoint: &dyn Fn(&mut L::Copy, &mut L::Bar),
    seeds: &[f64],
) -> Result<[Vec<u64>; 3], Irreversible> {
    let mut copy = list.copy(None);
    let before = words::<T, L>(&copy);
    run(&mut copy)?;
    let mut again = copy.clone();
    inverse(&mut copy)?;
    let mut bars = filled::<T, L>(&again, None, seeds);
    adjoint(&mut again, &mut bars);
    Ok([before, words::<T, L>(&copy), words::<T, L>(&again)])
}

/// Holds the pullback of a function that returns a value, of this kind, against differences; cotangents of inputs are added to.
pub fn returning<T: Measured, K: Kind<V, T>, V, L: Copied<T>>(
    list: L,
    run: impl Fn(&mut L::Copy) -> Result<V, Irreversible>,
    pull: impl Fn(&mut L::Copy, K::Bar, &mut L::Bar) -> V,
) -> Result<(), Mismatch> {
    let of = &T::RESOLUTION;
    let point = numbers(|to| L::append(&list.copy(None), to));
    let value = |at: &[f64]| run(&mut moved(&list, None, at));
    let valued = |at: &[f64]| -> Run {
        let value = value(at)?;
        Ok(numbers(|to| K::append(&value, to)))
    };
    let first = value(&point).map_err(refused("the function"))?;
    let expected = numbers(|to| K::append(&first, to));
    let (seeds, starts) = (seeds(expected.len(), of), seeds(point.len(), of));

    let mut copy = moved(&list, None, &point);
    let mut bars = filled::<T, L>(&copy, None, &starts);
    let mut seed = K::shaped(&first);
    K::fill(&mut seed, &mut &seeds[..]);
    let found = pull(&mut copy, seed, &mut bars);
    restored("the value of the pullback", &expected, &numbers(|to| K::append(&found, to)), of)?;
    let mut bars = numbers(|to| L::show(&bars, to));
    bars.iter_mut().zip(&starts).for_each(|(bar, start)| *bar -= start);
    derivative("the pullback", compared(|x| weighed(&seeds, valued(x), of), &point, &bars, of))
}
