//! What `f::check` runs: the programs that a user declared, held against each other and against differences.
//!
//! State and inputs lie one after another in one flat vector. Law: seeds are no unit vectors and inputs start with a
//! cotangent too, so that a cotangent that is overwritten, doubled or forgotten is found.

use super::{Mismatch, check_gradient};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::RefCell;

/// How far numbers that are to be restored may be off, relative to their size.
const RESTORED: f64 = 1e-9;

/// Numbers one after another.
#[diagnostic::on_unimplemented(
    message = "the numbers of `{Self}` cannot be taken apart for a check",
    label = "`check` moves each number of this type by itself",
    note = "`#[derive(Differentiable)]` before a structure takes it apart; real numbers are checked at `f64`"
)]
pub trait Numbers {
    /// Appends all of them.
    fn append(&self, to: &mut Vec<f64>);
    /// Takes as many as it holds.
    fn load(&mut self, from: &mut &[f64]);
}

impl Numbers for f64 {
    fn append(&self, to: &mut Vec<f64>) {
        to.push(*self);
    }
    fn load(&mut self, from: &mut &[f64]) {
        if let Some((first, rest)) = from.split_first() {
            (*self, *from) = (*first, rest);
        }
    }
}

impl<N: Numbers> Numbers for [N] {
    fn append(&self, to: &mut Vec<f64>) {
        self.iter().for_each(|number| number.append(to));
    }
    fn load(&mut self, from: &mut &[f64]) {
        self.iter_mut().for_each(|number| number.load(from));
    }
}

impl<N: Numbers, const L: usize> Numbers for [N; L] {
    fn append(&self, to: &mut Vec<f64>) {
        self[..].append(to);
    }
    fn load(&mut self, from: &mut &[f64]) {
        self[..].load(from);
    }
}

impl<N: Numbers> Numbers for Vec<N> {
    fn append(&self, to: &mut Vec<f64>) {
        self[..].append(to);
    }
    fn load(&mut self, from: &mut &[f64]) {
        self[..].load(from);
    }
}

impl Numbers for f32 {
    fn append(&self, to: &mut Vec<f64>) {
        to.push(f64::from(*self));
    }
    fn load(&mut self, from: &mut &[f64]) {
        let mut number = f64::from(*self);
        number.load(from);
        *self = number as f32;
    }
}

impl<N: Numbers> Numbers for Option<N> {
    fn append(&self, to: &mut Vec<f64>) {
        self.iter().for_each(|number| number.append(to));
    }
    fn load(&mut self, from: &mut &[f64]) {
        self.iter_mut().for_each(|number| number.load(from));
    }
}

impl<N: Numbers> Numbers for Box<N> {
    fn append(&self, to: &mut Vec<f64>) {
        (**self).append(to);
    }
    fn load(&mut self, from: &mut &[f64]) {
        (**self).load(from);
    }
}

#[cfg(feature = "complex")]
impl<N: Numbers> Numbers for retrograde_numbers::Complex<N> {
    fn append(&self, to: &mut Vec<f64>) {
        self.re.append(to);
        self.im.append(to);
    }
    fn load(&mut self, from: &mut &[f64]) {
        self.re.load(from);
        self.im.load(from);
    }
}

/// Implements it for what has no number to differentiate.
macro_rules! without_numbers {
    ($($Discrete:ty $(, $T:ident)?;)*) => { $(
        impl$(<$T>)? Numbers for $Discrete {
            fn append(&self, _: &mut Vec<f64>) {}
            fn load(&mut self, _: &mut &[f64]) {}
        }
    )* };
}
without_numbers! {
    u8; u16; u32; u64; u128; usize; i8; i16; i32; i64; i128; isize; bool; char; alloc::string::String; ();
    core::marker::PhantomData<T>, T;
}

macro_rules! tuples {
    ($(($($N:ident $i:tt),+);)*) => { $(
        impl<$($N: Numbers),+> Numbers for ($($N,)+) {
            fn append(&self, to: &mut Vec<f64>) {
                $(self.$i.append(to);)+
            }
            fn load(&mut self, from: &mut &[f64]) {
                $(self.$i.load(from);)+
            }
        }
    )* };
}
tuples! {
    (N0 0);
    (N0 0, N1 1);
    (N0 0, N1 1, N2 2);
    (N0 0, N1 1, N2 2, N3 3);
    (N0 0, N1 1, N2 2, N3 3, N4 4);
    (N0 0, N1 1, N2 2, N3 3, N4 4, N5 5);
}

/// Shows a cotangent on the way through a shadow, which [`Differentiable::absorb`](crate::Differentiable::absorb) goes in the
/// order of the numbers.
pub fn shown<C: Numbers>(cotangent: C, to: &RefCell<&mut Vec<f64>>) -> C {
    cotangent.append(&mut to.borrow_mut());
    cotangent
}

/// Replaces a cotangent on the same way.
pub fn taken<C: Numbers>(mut cotangent: C, from: &RefCell<&mut &[f64]>) -> C {
    cotangent.load(&mut from.borrow_mut());
    cotangent
}

/// Seeds of both signs, none of them a unit.
fn seeds(count: usize) -> Vec<f64> {
    let seed = |i: usize| {
        let size = 0.5 + (i as f64 * 0.618_033_988_749_894_9) % 1.0;
        if i % 2 == 0 { size } else { -size }
    };
    (1..=count).map(seed).collect()
}

fn weighed(seeds: &[f64], values: &[f64]) -> f64 {
    seeds.iter().zip(values).map(|(s, v)| s * v).sum()
}

fn restored(program: &'static str, expected: &[f64], found: &[f64]) -> Result<(), Mismatch> {
    for (number, (&expected, &found)) in expected.iter().zip(found).enumerate() {
        let near = (expected - found).abs() <= RESTORED * expected.abs().max(1.0);
        if !near && expected != found {
            return Err(Mismatch::State { program, number, expected, found });
        }
    }
    Ok(())
}

fn derivative(program: &'static str, result: Result<(), Mismatch>) -> Result<(), Mismatch> {
    result.map_err(|mismatch| Mismatch::Program { program, mismatch: Box::new(mismatch) })
}

/// Holds the programs of an instruction, or of a reversible function with an adjoint of its own, against each other.
pub fn check_programs(
    point: &[f64],
    forth: impl Fn(&[f64]) -> Vec<f64>,
    back: impl Fn(&[f64]) -> Vec<f64>,
    adjoint: impl Fn(&[f64], &[f64]) -> (Vec<f64>, Vec<f64>),
    coadjoint: impl Fn(&[f64], &[f64]) -> (Vec<f64>, Vec<f64>),
    sweep: impl Fn(&[f64], &[f64]) -> (Vec<f64>, Vec<f64>),
) -> Result<(), Mismatch> {
    let after = forth(point);
    restored("the inverse", point, &back(&after))?;

    let seeds = seeds(point.len());
    let (before, bars) = adjoint(&after, &seeds);
    restored("the adjoint", point, &before)?;
    let value = |x: &[f64]| weighed(&seeds, &forth(x));
    derivative("the adjoint", check_gradient(value, point, &bars))?;

    let (again, swept) = sweep(point, &seeds);
    restored("the sweep", &after, &again)?;
    restored("the cotangents of the sweep", &bars, &swept)?;

    let (again, bars) = coadjoint(point, &seeds);
    restored("the adjoint of the inverse", &after, &again)?;
    let value = |x: &[f64]| weighed(&seeds, &back(x));
    derivative("the adjoint of the inverse", check_gradient(value, &after, &bars))
}

/// Holds the pullback of a function that returns a value against differences; cotangents of inputs are added to.
pub fn check_pullback(
    point: &[f64],
    value: impl Fn(&[f64]) -> Vec<f64>,
    pull: impl Fn(&[f64], &[f64], &[f64]) -> (Vec<f64>, Vec<f64>),
) -> Result<(), Mismatch> {
    let expected = value(point);
    let (seeds, starts) = (seeds(expected.len()), seeds(point.len()));
    let (found, mut bars) = pull(point, &seeds, &starts);
    restored("the value of the pullback", &expected, &found)?;
    bars.iter_mut().zip(&starts).for_each(|(bar, start)| *bar -= start);
    derivative("the pullback", check_gradient(|x| weighed(&seeds, &value(x)), point, &bars))
}
