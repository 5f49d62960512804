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

/// Appends the numbers of a direction, a part for each argument with derivatives.
pub fn direction<T, D: Copied<T>>(along: D) -> Vec<f64> {
    let mut numbers = Vec::new();
    D::append(&along.copy(None), &mut numbers);
    numbers
}

/// Returns the derivative along a direction, by a row.
#[track_caller]
fn slope<T, L: Copied<T>>(bars: &L::Bar, along: &[f64]) -> f64 {
    let row = row::<T, L>(bars);
    let (n, given) = (row.len(), along.len());
    assert!(n == given, "a direction has {given} numbers where the arguments have {n}");
    row.iter().zip(along).map(|(partial, tangent)| partial * tangent).sum()
}

/// Returns the value of a function that returns one, of this kind, and its derivative in a direction: by the rows of the Jacobian,
/// where the function is not there at dual numbers.
#[track_caller]
pub fn returned_along<T, K: Kind<V, T>, V, L: Copied<T>>(
    list: L,
    along: &[f64],
    run: impl Fn(&mut L::Copy) -> V,
    pull: impl Fn(&mut L::Copy, K::Bar, &mut L::Bar) -> V,
) -> (V, V) {
    let mut tangent = run(&mut list.copy(None));
    let slopes = returned::<T, K, V, L, f64>(list, run, pull, |bars| slope::<T, L>(&bars, along));
    K::load(&mut tangent, &mut &slopes.rows[..]);
    (slopes.value, tangent)
}

/// Returns what a function leaves, and its derivative in a direction, as [`returned_along`] does.
#[track_caller]
pub fn changed_along<T, L: Copied<T>, V>(
    list: L,
    along: &[f64],
    run: impl Fn(&mut L::Copy),
    sweep: impl Fn(&mut L::Copy, &mut L::Bar),
    value: impl Fn(L::Copy) -> V,
) -> (V, V) {
    let slopes =
        changed::<T, L, f64, L::Copy>(list, run, sweep, |bars| slope::<T, L>(&bars, along), |left| left);
    let (mut tangent, mut numbers, mut is_changed) = (slopes.value.clone(), Vec::new(), Vec::new());
    L::append(&tangent, &mut numbers);
    L::changed(&tangent, &mut is_changed);
    let changed =
        numbers.iter_mut().zip(is_changed).filter_map(|(number, is_changed)| is_changed.then_some(number));
    changed.zip(slopes.rows).for_each(|(number, slope)| *number = slope);
    L::load(&mut tangent, &mut &numbers[..]);
    (value(slopes.value), value(tangent))
}

/// Writes rows to places that a function of the row, the column and their counts gives.
#[track_caller]
fn written(rows: &[Vec<f64>], to: &mut [f64], place: fn(usize, usize, usize, usize) -> usize) {
    let (m, n) = (rows.len(), rows.first().map_or(0, Vec::len));
    assert!(m * n == to.len(), "a Jacobian of {m} by {n} numbers does not fit a slice of {}", to.len());
    for (i, row) in rows.iter().enumerate() {
        row.iter().enumerate().for_each(|(j, number)| to[place(i, j, m, n)] = *number);
    }
}

/// Returns the cotangents of the arguments.
fn row<T, L: Copied<T>>(bars: &L::Bar) -> Vec<f64> {
    let mut row = Vec::new();
    L::show(bars, &mut row);
    row
}

/// Writes the Jacobian of a function that returns a value, of this kind, to a slice.
#[track_caller]
pub fn returned_into<T, K: Kind<V, T>, V, L: Copied<T>>(
    list: L,
    to: &mut [f64],
    place: fn(usize, usize, usize, usize) -> usize,
    run: impl Fn(&mut L::Copy) -> V,
    pull: impl Fn(&mut L::Copy, K::Bar, &mut L::Bar) -> V,
) -> V {
    let all = returned::<T, K, V, L, Vec<f64>>(list, run, pull, |bars| row::<T, L>(&bars));
    written(&all.rows, to, place);
    all.value
}

/// Writes the Jacobian of a function that changes its state to a slice.
#[track_caller]
pub fn changed_into<T, L: Copied<T>, V>(
    list: L,
    to: &mut [f64],
    place: fn(usize, usize, usize, usize) -> usize,
    run: impl Fn(&mut L::Copy),
    sweep: impl Fn(&mut L::Copy, &mut L::Bar),
    value: impl Fn(L::Copy) -> V,
) -> V {
    let all = changed::<T, L, Vec<f64>, V>(list, run, sweep, |bars| row::<T, L>(&bars), value);
    written(&all.rows, to, place);
    all.value
}
