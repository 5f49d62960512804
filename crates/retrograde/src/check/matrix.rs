//! The Jacobian of a function over the list of its arguments: of structures, of vectors whose length a run tells, of methods.
//!
//! A row is what one run of the pullback makes of a unit cotangent. Law: rows come in the order of the numbers of the value, or of
//! those that the function changes. A function is put together once, and all that is emitted for users asks that for rows.

use super::copies::Copied;
use super::kinds::Kind;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use retrograde_tape::Jacobian;

/// A row of zeros with a one.
fn unit(count: usize, at: usize) -> Vec<f64> {
    (0..count).map(|i| if i == at { 1.0 } else { 0.0 }).collect()
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

/// A function whose value is of the kind `K`, and that may change its state.
struct Map<T, K, L, Run, Back, Row, Left> {
    list: L,
    run: Run,
    back: Back,
    row: Row,
    left: Left,
    of: PhantomData<(T, K)>,
}

/// Puts a function together: its run, which returns a value of this kind, its pullback from the cotangents of the value and of the state,
/// and how a row and the whole value are made.
pub fn map<T, K: Kind<W, T>, W, L: Copied<T>, X, V>(
    list: L,
    run: impl Fn(&mut L::Copy) -> W,
    back: impl Fn(&mut L::Copy, K::Bar, &mut L::Bar),
    row: impl Fn(L::Bar) -> X,
    left: impl Fn(W, L::Copy) -> V,
) -> impl Rows<X, V> {
    Map { list, run, back, row, left, of: PhantomData::<(T, K)> }
}

impl<T, K, W, V, L, X, Run, Back, Row, Left> Map<T, K, L, Run, Back, Row, Left>
where
    K: Kind<W, T>,
    L: Copied<T>,
    Run: Fn(&mut L::Copy) -> W,
    Back: Fn(&mut L::Copy, K::Bar, &mut L::Bar),
    Row: Fn(L::Bar) -> X,
    Left: Fn(W, L::Copy) -> V,
{
    /// Returns the value and what the function leaves.
    fn after(&self) -> (W, L::Copy) {
        let mut left = self.list.copy(None);
        ((self.run)(&mut left), left)
    }

    /// Returns the value and what the function leaves, and what a function makes of the cotangents of each row: of the numbers of the
    /// value first, then of those that are changed.
    fn each<R>(&self, row: impl Fn(L::Bar) -> R) -> Jacobian<R, (W, L::Copy)> {
        let start = self.list.copy(None);
        let (value, left) = self.after();
        let (mut numbers, mut is_changed) = (Vec::new(), Vec::new());
        K::append(&value, &mut numbers);
        L::changed(&left, &mut is_changed);
        let (m, n) = (numbers.len(), is_changed.len());
        let seeds = (0..m).chain((0..n).filter(|i| is_changed[*i]).map(|i| m + i));
        let rows = seeds.map(|i| {
            let (mut seed, mut bars) = (K::shaped(&value), L::bars(&start, Some(&left)));
            let unit = unit(m + n, i);
            K::fill(&mut seed, &mut &unit[..m]);
            L::fill(&mut bars, &mut &unit[m..]);
            (self.back)(&mut start.clone(), seed, &mut bars);
            row(bars)
        });
        Jacobian { rows: rows.collect(), value: (value, left) }
    }
}

impl<T, K, W, V, L, X, Run, Back, Row, Left> Rows<X, V> for Map<T, K, L, Run, Back, Row, Left>
where
    K: Kind<W, T>,
    L: Copied<T>,
    Run: Fn(&mut L::Copy) -> W,
    Back: Fn(&mut L::Copy, K::Bar, &mut L::Bar),
    Row: Fn(L::Bar) -> X,
    Left: Fn(W, L::Copy) -> V,
{
    fn jacobian(&self) -> Jacobian<X, V> {
        let Jacobian { rows, value: (value, left) } = self.each(&self.row);
        Jacobian { rows, value: (self.left)(value, left) }
    }

    fn jvp(&self, along: &[f64]) -> Shaped<(V, V)> {
        let Jacobian { rows, value: (value, left) } = self.each(|bars| slope(&shown::<T, L>(&bars), along));
        let slopes = rows.into_iter().collect::<Shaped<Vec<f64>>>()?;
        let (mut of_value, mut of_left) = self.after();
        let (mut all, mut numbers, mut is_changed) = (Vec::new(), Vec::new(), Vec::new());
        K::append(&value, &mut all);
        let (first, rest) = slopes.split_at(all.len());
        K::load(&mut of_value, &mut &first[..]);
        L::append(&left, &mut numbers);
        L::changed(&left, &mut is_changed);
        let changed = numbers.iter_mut().zip(is_changed).filter(|(_, is_changed)| *is_changed);
        changed.zip(rest).for_each(|((number, _), slope)| *number = *slope);
        L::load(&mut of_left, &mut &numbers[..]);
        Ok(((self.left)(value, left), (self.left)(of_value, of_left)))
    }

    fn write(&self, to: &mut [f64], place: fn(usize, usize, usize, usize) -> usize) -> Shaped<V> {
        let Jacobian { rows, value: (value, left) } = self.each(|bars| shown::<T, L>(&bars));
        written(&rows, to, place).map(|()| (self.left)(value, left))
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
