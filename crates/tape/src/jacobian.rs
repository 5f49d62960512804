//! [`jacobian`]: all rows of the derivative, several in each sweep.
//!
//! Where there are more rows than columns, tangents go forwards through the same record, several columns at once.

use crate::calls::{Recycled, Values, run, untouched};
use crate::engine::{Next, numbers, rows};
use crate::scalar::recorder;
use crate::structure::{Map, Structure};
use crate::sweep::{Bar, push, sweep};
use crate::{Active, Argument, Error, Scalar};

/// The number of rows in one sweep.
pub(crate) const ROWS: usize = 4;

/// The value of a function, and the gradient of each number in it.
#[derive(Clone, Debug, PartialEq)]
pub struct Jacobian<X, V> {
    /// The value.
    pub value: V,
    /// One gradient for each number of the value, in their order; each has the shape of the argument.
    pub rows: Vec<X>,
}

impl<X, V> Jacobian<X, V> {
    /// The matrix: a row for each number of the value, a column for each of the argument.
    pub fn matrix<R: Scalar>(&self) -> Vec<Vec<R>>
    where
        X: Structure<R>,
    {
        // What the walk that built a row could reach, this one can, unless the stack has less room than it had then.
        self.rows.iter().map(|row| numbers(row).expect("the stack suffices for a row")).collect()
    }

    /// Writes the matrix row by row: the derivative of number `i` of the value by number `j` of the argument is
    /// `to[i * n + j]`, with `n` numbers in the argument.
    ///
    /// # Panics
    ///
    /// If the matrix has not as many numbers as the slice.
    pub fn copy_by_rows<R: Scalar>(&self, to: &mut [R])
    where
        X: Structure<R>,
    {
        self.copy(to, |i, j, _, n| i * n + j);
    }

    /// Writes the matrix column by column: the derivative of number `i` of the value by number `j` of the argument is
    /// `to[j * m + i]`, with `m` numbers in the value.
    ///
    /// # Panics
    ///
    /// If the matrix has not as many numbers as the slice.
    pub fn copy_by_columns<R: Scalar>(&self, to: &mut [R])
    where
        X: Structure<R>,
    {
        self.copy(to, |i, j, m, _| j * m + i);
    }

    /// Writes each number to the place that a function of its row, its column and their counts gives.
    fn copy<R: Scalar>(&self, to: &mut [R], place: impl Fn(usize, usize, usize, usize) -> usize)
    where
        X: Structure<R>,
    {
        let matrix = self.matrix();
        let (m, n) = (matrix.len(), matrix.first().map_or(0, Vec::len));
        assert!(m * n == to.len(), "a Jacobian of {m} by {n} numbers does not fit a slice of {}", to.len());
        for (i, row) in matrix.iter().enumerate() {
            for (j, number) in row.iter().enumerate() {
                to[place(i, j, m, n)] = *number;
            }
        }
    }
}

/// The Jacobian of a function: `result.rows[i]` is the gradient of the i-th number of the value.
///
/// Four rows are computed in one sweep of the tape, or, where there are fewer numbers in the argument than in the value and no
/// fused rule is on the tape, four columns.
///
/// ```
/// use retrograde_tape::{jacobian, Active, Real};
///
/// let polar = |[r, phi]: [Active; 2]| [r * phi.cos(), r * phi.sin()];
/// let j = jacobian(polar, &[2.0, 0.0])?;
/// assert_eq!(j.value, [2.0, 0.0]);
/// assert_eq!(j.rows, [[1.0, 0.0], [0.0, 2.0]]);
/// # Ok::<(), retrograde_tape::Error>(())
/// ```
///
/// # Errors
///
/// The errors of [`vjp`](crate::vjp).
pub fn jacobian<R, X, Y, F>(f: F, x: &X) -> Result<Jacobian<X::Owned, Y::With<R>>, Error>
where
    R: Scalar,
    X: Argument<R> + ?Sized,
    Y: Structure<Active<R>>,
    F: FnOnce(<X::Owned as Structure<R>>::With<Active<R>>) -> Y,
{
    x.with(|x| {
        let (tape, y) = run(f, x)?;
        let mut ids = Vec::new();
        y.visit(&mut |y: Active<R>| ids.push(y.id() as usize))?;
        let value = y.map(&mut Values)?;
        if tape.inputs < ids.len() && tape.side.entries.is_empty() {
            return Ok(Jacobian { value, rows: by_columns(&tape, x, &ids)? });
        }
        Ok(Jacobian { value, rows: by_rows(&tape, x, &ids)? })
    })
}

/// Sweeps the tape for the results with these ids.
fn by_rows<R, X>(tape: &Recycled<R>, x: &X, ids: &[usize]) -> Result<Vec<X>, Error>
where
    R: Scalar,
    X: Structure<R, With<R> = X>,
{
    let mut rows = Vec::with_capacity(ids.len());
    let mut bars = recorder::<R, _>(|r| r.spare_wide_bars());
    for ids in ids.chunks(ROWS) {
        if let &[id] = ids {
            rows.push(tape.pull(x, |bars| {
                bars[id].accept(R::constant(1.0));
                Ok(())
            })?);
            continue;
        }
        let bars = untouched::<R, _>(&mut bars, tape.ids());
        for (row, &id) in ids.iter().enumerate() {
            Bar::accept(&mut bars[id], row, R::constant(1.0));
        }
        sweep(tape, bars)?;
        for row in 0..ids.len() {
            rows.push(x.map(&mut Row { bars: bars[1..tape.first()].iter(), row })?);
        }
    }
    recorder::<R, _>(|r| r.recycle_wide_bars(bars));
    Ok(rows)
}

/// Pushes the axes through the tape, which has no fused rules.
fn by_columns<R, X>(tape: &Recycled<R>, x: &X, ids: &[usize]) -> Result<Vec<X>, Error>
where
    R: Scalar,
    X: Structure<R, With<R> = X>,
{
    let mut columns = Vec::with_capacity(tape.inputs);
    let mut dots = recorder::<R, _>(|r| r.spare_wide_bars());
    let inputs: Vec<usize> = (1..tape.first()).collect();
    for inputs in inputs.chunks(ROWS) {
        let dots = untouched::<R, _>(&mut dots, tape.ids());
        for (row, &id) in inputs.iter().enumerate() {
            Bar::accept(&mut dots[id], row, R::constant(1.0));
        }
        push(tape, dots);
        columns.extend((0..inputs.len()).map(|row| ids.iter().map(|&id| dots[id][row].settled()).collect()));
    }
    recorder::<R, _>(|r| r.recycle_wide_bars(dots));
    rows(x, ids.len(), &columns)
}

/// Returns the value of a function and its derivative in a direction.
#[allow(clippy::type_complexity)]
pub(crate) fn along<R, X, Y, F>(f: F, x: &X, direction: &X) -> Result<(Y::With<R>, Y::With<R>), Error>
where
    R: Scalar,
    X: Argument<R> + ?Sized,
    Y: Structure<Active<R>>,
    F: FnOnce(<X::Owned as Structure<R>>::With<Active<R>>) -> Y,
{
    x.with(|x| {
        let mut tangents = Vec::new();
        direction.with(|direction| x.zip(direction, &mut |_, tangent: R| tangents.push(tangent)))?;
        let (tape, y) = run(f, x)?;
        let mut ids = Vec::new();
        y.visit(&mut |y: Active<R>| ids.push(y.id() as usize))?;
        let slopes = if tape.side.entries.is_empty() {
            let mut dots = vec![R::untouched(); tape.ids()];
            dots[1..].iter_mut().zip(&tangents).for_each(|(dot, tangent)| dot.accept(*tangent));
            push(&tape, &mut dots);
            ids.iter().map(|&id| dots[id].settled()).collect()
        } else {
            let product = |row: &X::Owned| {
                let partials = numbers(row)?;
                Ok(partials.iter().zip(&tangents).map(|(partial, tangent)| *partial * *tangent).sum())
            };
            by_rows(&tape, x, &ids)?.iter().map(product).collect::<Result<Vec<R>, Error>>()?
        };
        Ok((y.map(&mut Values)?, y.map(&mut Next(slopes.into_iter()))?))
    })
}

/// Replaces the inputs by one row of cotangents, in order.
struct Row<'a, R> {
    bars: std::slice::Iter<'a, [R; ROWS]>,
    row: usize,
}

impl<R: Scalar> Map<R, R> for Row<'_, R> {
    #[inline(always)]
    fn number(&mut self, _: &R) -> R {
        let bar = self.bars.next().expect("a structure has as many numbers in every walk");
        bar[self.row].settled()
    }

    fn constant(&mut self, x: &R) -> R {
        *x
    }
}
