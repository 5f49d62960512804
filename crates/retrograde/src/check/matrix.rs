//! The Jacobian of a function over the list of its arguments: of structures, of vectors whose length a run tells, of methods.
//!
//! A row is what one run of the pullback makes of a unit cotangent. Law: rows come in the order of the numbers of the value, or of
//! those that the function changes. A function is put together once, and all that is emitted for users asks that for rows.

use super::copies::Copied;
use super::kinds::Kind;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::marker::PhantomData;
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

/// A function at a point, with runs of its pullback: rows are `X`, the value is `V`.
pub trait Rows<X, V> {
    /// Returns the Jacobian.
    fn jacobian(&self) -> Jacobian<X, V>;

    /// Returns the value and its derivative in a direction; an error if the direction has another length than the arguments.
    fn jvp(&self, along: &[f64]) -> Shaped<(V, V)>;

    /// Writes the Jacobian to a slice, at places that a function of the row, the column and their counts gives, and returns the value;
    /// an error if the slice has another length.
    fn write(&self, to: &mut [f64], place: fn(usize, usize, usize, usize) -> usize) -> Shaped<V>;
}

/// A result, or why there is none.
pub type Shaped<T> = Result<T, Misshapen>;

/// Numbers that do not fit.
#[derive(Debug)]
pub struct Misshapen(pub(super) String);

/// Returns what was computed.
///
/// # Panics
///
/// If numbers do not fit: at the line of the user.
#[track_caller]
pub fn fitting<T>(made: Shaped<T>) -> T {
    match made {
        Ok(made) => made,
        Err(Misshapen(message)) => panic!("{message}"),
    }
}

/// A function that returns a value, of the kind `K`.
struct Returning<T, K, L, Run, Pull, Row> {
    list: L,
    run: Run,
    pull: Pull,
    row: Row,
    of: PhantomData<(T, K)>,
}

/// A function that changes its state.
struct Changing<T, L, Run, Sweep, Row, Left> {
    list: L,
    run: Run,
    sweep: Sweep,
    row: Row,
    left: Left,
    of: PhantomData<T>,
}

/// Puts a function together that returns a value, of this kind.
pub fn returned<T, K: Kind<V, T>, V, L: Copied<T>, X>(
    list: L,
    run: impl Fn(&mut L::Copy) -> V,
    pull: impl Fn(&mut L::Copy, K::Bar, &mut L::Bar) -> V,
    row: impl Fn(L::Bar) -> X,
) -> impl Rows<X, V> {
    Returning { list, run, pull, row, of: PhantomData::<(T, K)> }
}

/// Puts a function together that changes its state.
pub fn changed<T, L: Copied<T>, X, V>(
    list: L,
    run: impl Fn(&mut L::Copy),
    sweep: impl Fn(&mut L::Copy, &mut L::Bar),
    row: impl Fn(L::Bar) -> X,
    left: impl Fn(L::Copy) -> V,
) -> impl Rows<X, V> {
    Changing { list, run, sweep, row, left, of: PhantomData::<T> }
}

impl<T, K, V, L, X, Run, Pull, Row> Returning<T, K, L, Run, Pull, Row>
where
    K: Kind<V, T>,
    L: Copied<T>,
    Run: Fn(&mut L::Copy) -> V,
    Pull: Fn(&mut L::Copy, K::Bar, &mut L::Bar) -> V,
    Row: Fn(L::Bar) -> X,
{
    /// Returns the value, and what a function makes of the cotangents of each row.
    fn each<R>(&self, row: impl Fn(L::Bar) -> R) -> Jacobian<R, V> {
        let start = self.list.copy(None);
        let value = (self.run)(&mut start.clone());
        let mut numbers = Vec::new();
        K::append(&value, &mut numbers);
        let zeros = vec![0.0; count::<T, L>(&start)];
        let rows = (0..numbers.len()).map(|i| {
            let mut seed = K::shaped(&value);
            K::fill(&mut seed, &mut &unit(numbers.len(), i)[..]);
            let mut bars = L::bars(&start, None);
            L::fill(&mut bars, &mut &zeros[..]);
            (self.pull)(&mut start.clone(), seed, &mut bars);
            row(bars)
        });
        Jacobian { rows: rows.collect(), value }
    }
}

impl<T, K, V, L, X, Run, Pull, Row> Rows<X, V> for Returning<T, K, L, Run, Pull, Row>
where
    K: Kind<V, T>,
    L: Copied<T>,
    Run: Fn(&mut L::Copy) -> V,
    Pull: Fn(&mut L::Copy, K::Bar, &mut L::Bar) -> V,
    Row: Fn(L::Bar) -> X,
{
    fn jacobian(&self) -> Jacobian<X, V> {
        self.each(&self.row)
    }

    fn jvp(&self, along: &[f64]) -> Shaped<(V, V)> {
        let slopes = self.each(|bars| slope(&shown::<T, L>(&bars), along));
        let numbers = slopes.rows.into_iter().collect::<Shaped<Vec<f64>>>()?;
        let mut tangent = (self.run)(&mut self.list.copy(None));
        K::load(&mut tangent, &mut &numbers[..]);
        Ok((slopes.value, tangent))
    }

    fn write(&self, to: &mut [f64], place: fn(usize, usize, usize, usize) -> usize) -> Shaped<V> {
        let all = self.each(|bars| shown::<T, L>(&bars));
        written(&all.rows, to, place).map(|()| all.value)
    }
}

impl<T, V, L, X, Run, Sweep, Row, Left> Changing<T, L, Run, Sweep, Row, Left>
where
    L: Copied<T>,
    Run: Fn(&mut L::Copy),
    Sweep: Fn(&mut L::Copy, &mut L::Bar),
    Row: Fn(L::Bar) -> X,
    Left: Fn(L::Copy) -> V,
{
    /// Returns what the function leaves, and what a function makes of the cotangents of each row.
    fn each<R>(&self, row: impl Fn(L::Bar) -> R) -> Jacobian<R, L::Copy> {
        let start = self.list.copy(None);
        let mut left = start.clone();
        (self.run)(&mut left);
        let mut is_changed = Vec::new();
        L::changed(&left, &mut is_changed);
        let rows = (0..is_changed.len()).filter(|i| is_changed[*i]).map(|i| {
            let mut bars = L::bars(&start, Some(&left));
            L::fill(&mut bars, &mut &unit(is_changed.len(), i)[..]);
            (self.sweep)(&mut start.clone(), &mut bars);
            row(bars)
        });
        Jacobian { rows: rows.collect(), value: left }
    }
}

impl<T, V, L, X, Run, Sweep, Row, Left> Rows<X, V> for Changing<T, L, Run, Sweep, Row, Left>
where
    L: Copied<T>,
    Run: Fn(&mut L::Copy),
    Sweep: Fn(&mut L::Copy, &mut L::Bar),
    Row: Fn(L::Bar) -> X,
    Left: Fn(L::Copy) -> V,
{
    fn jacobian(&self) -> Jacobian<X, V> {
        let Jacobian { rows, value } = self.each(&self.row);
        Jacobian { rows, value: (self.left)(value) }
    }

    fn jvp(&self, along: &[f64]) -> Shaped<(V, V)> {
        let slopes = self.each(|bars| slope(&shown::<T, L>(&bars), along));
        let slopes_of = slopes.rows.into_iter().collect::<Shaped<Vec<f64>>>()?;
        let (mut tangent, mut numbers, mut is_changed) = (slopes.value.clone(), Vec::new(), Vec::new());
        L::append(&tangent, &mut numbers);
        L::changed(&tangent, &mut is_changed);
        let changed = numbers
            .iter_mut()
            .zip(is_changed)
            .filter_map(|(number, is_changed)| is_changed.then_some(number));
        changed.zip(slopes_of).for_each(|(number, slope)| *number = slope);
        L::load(&mut tangent, &mut &numbers[..]);
        Ok(((self.left)(slopes.value), (self.left)(tangent)))
    }

    fn write(&self, to: &mut [f64], place: fn(usize, usize, usize, usize) -> usize) -> Shaped<V> {
        let all = self.each(|bars| shown::<T, L>(&bars));
        written(&all.rows, to, place).map(|()| (self.left)(all.value))
    }
}

/// Appends the numbers of a direction, a part for each argument with derivatives.
pub fn direction<T, D: Copied<T>>(along: D) -> Vec<f64> {
    let mut numbers = Vec::new();
    D::append(&along.copy(None), &mut numbers);
    numbers
}

/// Returns the derivative along a direction, by a row.
fn slope(row: &[f64], along: &[f64]) -> Shaped<f64> {
    let (n, given) = (row.len(), along.len());
    if n != given {
        return Err(Misshapen(format!("a direction has {given} numbers where the arguments have {n}")));
    }
    Ok(row.iter().zip(along).map(|(partial, tangent)| partial * tangent).sum())
}

/// Writes rows to places that a function of the row, the column and their counts gives.
fn written(rows: &[Vec<f64>], to: &mut [f64], place: fn(usize, usize, usize, usize) -> usize) -> Shaped<()> {
    let (m, n) = (rows.len(), rows.first().map_or(0, Vec::len));
    if m * n != to.len() {
        let numbers = to.len();
        return Err(Misshapen(format!("a Jacobian of {m} by {n} numbers does not fit a slice of {numbers}")));
    }
    for (i, row) in rows.iter().enumerate() {
        row.iter().enumerate().for_each(|(j, number)| to[place(i, j, m, n)] = *number);
    }
    Ok(())
}

/// Returns the cotangents of the arguments.
fn shown<T, L: Copied<T>>(bars: &L::Bar) -> Vec<f64> {
    let mut row = Vec::new();
    L::show(bars, &mut row);
    row
}
