//! [`jacobian`]: all rows of the derivative, several in each sweep.

use crate::calls::{Values, run, untouched};
use crate::scalar::recorder;
use crate::structure::{Map, Structure};
use crate::sweep::{Bar, sweep};
use crate::{Active, Error, Scalar};

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
        let flat = |row: &X| {
            let mut numbers = Vec::new();
            row.visit(&mut |x| numbers.push(x)).map(|()| numbers)
        };
        // What the walk that built a row could reach, this one can, unless the stack has less room than it had then.
        self.rows.iter().map(|row| flat(row).expect("the stack suffices for a row")).collect()
    }
}

/// The Jacobian of a function: `result.rows[i]` is the gradient of the i-th number of the value.
///
/// Four rows are computed in one sweep of the tape.
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
pub fn jacobian<R, X, Y, F>(f: F, x: &X) -> Result<Jacobian<X, Y::With<R>>, Error>
where
    R: Scalar,
    X: Structure<R, With<R> = X>,
    Y: Structure<Active<R>>,
    F: FnOnce(X::With<Active<R>>) -> Y,
{
    let (tape, y) = run(f, x)?;
    let mut ids = Vec::new();
    y.visit(&mut |y: Active<R>| ids.push(y.id() as usize))?;
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
        sweep(&tape, bars)?;
        for row in 0..ids.len() {
            rows.push(x.map(&mut Row { bars: bars[1..tape.first()].iter(), row })?);
        }
    }
    recorder::<R, _>(|r| r.recycle_wide_bars(bars));
    Ok(Jacobian { value: y.map(&mut Values)?, rows })
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
