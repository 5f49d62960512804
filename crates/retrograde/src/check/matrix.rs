//! The Jacobian of a function over the list of its arguments: of structures, of vectors whose length a run tells, of methods.
//!
//! A row is what one run of the pullback makes of a unit cotangent. Law: rows come in the order of the numbers of the value, or of
//! those that the function changes.

use super::copies::Copied;
use super::kinds::Kind;
use alloc::vec;
use alloc::vec::Vec;
use retrograde_tape::Jacobian;

/// A row of zeros with a one.
fn unit(count: usize, at: usize) -> Vec<f64> {
    (0..count).map(|i| if i == at { 1.0 } else { 0.0 }).collect()
}

/// Returns the number of numbers in a copy.
fn count<T, L: Copied<T>>(copy: &L::Copy) -> usize {
    let mut all = Vec::new();
    L::append(copy, &mut all);
    all.len()
}

/// Returns the Jacobian of a function that returns a value, of this kind.
#[track_caller]
pub fn returned<T, K: Kind<V, T>, V, L: Copied<T>, X>(
    list: L,
    run: impl Fn(&mut L::Copy) -> V,
    pull: impl Fn(&mut L::Copy, K::Bar, &mut L::Bar) -> V,
    row: impl Fn(L::Bar) -> X,
) -> Jacobian<X, V> {
    let start = list.copy(None);
    let value = run(&mut start.clone());
    let mut numbers = Vec::new();
    K::append(&value, &mut numbers);
    let zeros = vec![0.0; count::<T, L>(&start)];
    let rows = (0..numbers.len()).map(|i| {
        let mut seed = K::shaped(&value);
        K::fill(&mut seed, &mut &unit(numbers.len(), i)[..]);
        let mut bars = L::bars(&start, None);
        L::fill(&mut bars, &mut &zeros[..]);
        pull(&mut start.clone(), seed, &mut bars);
        row(bars)
    });
    Jacobian { rows: rows.collect(), value }
}

/// Returns the Jacobian of a function that changes its state.
#[track_caller]
pub fn changed<T, L: Copied<T>, X, V>(
    list: L,
    run: impl Fn(&mut L::Copy),
    sweep: impl Fn(&mut L::Copy, &mut L::Bar),
    row: impl Fn(L::Bar) -> X,
    value: impl Fn(L::Copy) -> V,
) -> Jacobian<X, V> {
    let start = list.copy(None);
    let mut left = start.clone();
    run(&mut left);
    let mut is_changed = Vec::new();
    L::changed(&left, &mut is_changed);
    let rows = (0..is_changed.len()).filter(|i| is_changed[*i]).map(|i| {
        let mut bars = L::bars(&start, Some(&left));
        L::fill(&mut bars, &mut &unit(is_changed.len(), i)[..]);
        sweep(&mut start.clone(), &mut bars);
        row(bars)
    });
    Jacobian { rows: rows.collect(), value: value(left) }
}
