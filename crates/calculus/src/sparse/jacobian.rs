//! [`Jacobian`] and [`JacobianByRows`]: sparse Jacobians, prepared once and evaluated many times.

use super::coloured::{Coloured, fits};
use super::colouring::apart;
use super::csr::Csr;
use super::pattern::Pattern;
use retrograde::tape::Error;
use retrograde::{Active, Dual, Operator, vjp};
use std::convert::Infallible;
use std::sync::Arc;

/// A sparse Jacobian with coloured columns: a colour is a run at dual numbers.
///
/// Where a row is long and all columns are short, as for a few sums of all numbers, take [`JacobianByRows`].
#[derive(Clone, Debug)]
pub struct Jacobian(Coloured);

impl Jacobian {
    /// Colours the columns.
    pub fn prepare(pattern: Pattern) -> Self {
        let (colour, count) = apart(&pattern);
        let mut sources = vec![Vec::new(); count];
        for (i, k, j) in entries(&pattern) {
            sources[colour[j] as usize].push((i, k));
        }
        Jacobian(Coloured::new(pattern, colour, sources))
    }

    /// The pattern of each matrix.
    pub fn pattern(&self) -> &Arc<Pattern> {
        self.0.pattern()
    }

    /// The number of colours, which is that of the runs for a matrix.
    pub fn colours(&self) -> usize {
        self.0.colours()
    }

    /// Returns the value of a function at `x`, and its Jacobian.
    ///
    /// # Panics
    ///
    /// If `x` has not as many numbers as the pattern has columns, or the value not as many as it has rows.
    #[track_caller]
    pub fn evaluate(&self, f: impl Fn(&[Dual<f64>]) -> Vec<Dual<f64>>, x: &[f64]) -> (Vec<f64>, Csr) {
        let run = |x: &Vec<Dual<f64>>| {
            let y = f(x);
            fits(y.len(), self.pattern().rows(), "rows", "the value");
            Ok::<_, Infallible>(y)
        };
        let Ok((y, matrix)) = self.0.pushed(x, run, |y, i| y[i].tangent);
        (y.iter().map(|y| y.value).collect(), matrix)
    }

    /// Returns the value and the Jacobian of a marked function, as `f {}`, or of another operator.
    ///
    /// # Panics
    ///
    /// Those of [`evaluate`](Self::evaluate).
    #[track_caller]
    pub fn evaluate_operator(&self, f: &impl Operator<Dual<f64>>, x: &[f64]) -> (Vec<f64>, Csr) {
        fits(f.outputs(x.len()), self.pattern().rows(), "rows", "the value");
        let run = |x: &[Dual<f64>]| {
            let mut y = vec![Dual::constant_of(0.0); f.outputs(x.len())];
            f.value(x, &mut y);
            y
        };
        self.evaluate(run, x)
    }
}

/// A sparse Jacobian with coloured rows: a colour is a sweep of a tape, or of an adjoint.
///
/// ```
/// use retrograde_calculus::sparse::{JacobianByRows, jacobian_pattern};
///
/// // One sum of everything: a sweep, instead of a run for each number.
/// let f = vec![1.0, 2.0, 3.0];
/// let jacobian = JacobianByRows::prepare(jacobian_pattern(|x| vec![x.iter().map(|x| *x * *x).sum()], &f));
/// let (value, matrix) = jacobian.evaluate(|x| vec![x.iter().map(|x| *x * *x).sum()], &f)?;
/// assert_eq!((value, jacobian.colours(), matrix.values()), (vec![14.0], 1, &[2.0, 4.0, 6.0][..]));
/// # Ok::<(), retrograde::tape::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct JacobianByRows(Coloured);

impl JacobianByRows {
    /// Colours the rows.
    pub fn prepare(pattern: Pattern) -> Self {
        let (colour, count) = apart(&pattern.transposed());
        let mut sources = vec![Vec::new(); count];
        for (i, k, j) in entries(&pattern) {
            sources[colour[i] as usize].push((j, k));
        }
        JacobianByRows(Coloured::new(pattern, colour, sources))
    }

    /// The pattern of each matrix.
    pub fn pattern(&self) -> &Arc<Pattern> {
        self.0.pattern()
    }

    /// The number of colours, which is that of the sweeps for a matrix.
    pub fn colours(&self) -> usize {
        self.0.colours()
    }

    /// Returns the value of a function at `x`, and its Jacobian.
    ///
    /// # Errors
    ///
    /// Those of [`vjp`].
    ///
    /// # Panics
    ///
    /// If `x` has not as many numbers as the pattern has columns, or the value not as many as it has rows.
    #[track_caller]
    pub fn evaluate(
        &self,
        f: impl FnOnce(&[Active]) -> Vec<Active>,
        x: &[f64],
    ) -> Result<(Vec<f64>, Csr), Error> {
        fits(x.len(), self.pattern().columns(), "columns", "the argument");
        let (y, pullback) = vjp(|x: Vec<Active>| f(&x), &x.to_vec())?;
        fits(y.len(), self.pattern().rows(), "rows", "the value");
        let matrix = self.0.swept(|y_bar| pullback.call(y_bar))?;
        Ok((y, matrix))
    }

    /// Returns the value and the Jacobian of a marked function, as `f {}`, or of another operator.
    ///
    /// # Panics
    ///
    /// If `x` has not as many numbers as the pattern has columns, or the value not as many as it has rows.
    #[track_caller]
    pub fn evaluate_operator(&self, f: &impl Operator<f64>, x: &[f64]) -> (Vec<f64>, Csr) {
        fits(x.len(), self.pattern().columns(), "columns", "the argument");
        fits(f.outputs(x.len()), self.pattern().rows(), "rows", "the value");
        let mut y = vec![0.0; f.outputs(x.len())];
        f.value(x, &mut y);
        let Ok(matrix) = self.0.swept(|y_bar| {
            let mut x_bar = vec![0.0; x.len()];
            f.pull(x, y_bar, &mut x_bar);
            Ok::<_, Infallible>(x_bar)
        });
        (y, matrix)
    }
}

/// The entries of a pattern: row, place, column.
pub(super) fn entries(pattern: &Pattern) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
    (0..pattern.rows()).flat_map(move |i| {
        (pattern.starts()[i]..pattern.starts()[i + 1]).map(move |k| (i, k, pattern.indices()[k]))
    })
}
