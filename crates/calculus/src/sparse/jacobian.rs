//! [`Jacobian`] and [`JacobianByRows`]: sparse Jacobians, prepared once and evaluated many times.

use super::colouring::apart;
use super::csr::Csr;
use super::pattern::Pattern;
use retrograde::tape::Error;
use retrograde::{Active, Dual, Operator, vjp};
use std::sync::Arc;

/// For each colour the entries that its run gives: the number of the run, and the place among the values.
pub(super) type Sources = Vec<Vec<(usize, usize)>>;

/// A sparse Jacobian with coloured columns: a colour is a run at dual numbers.
///
/// Where a row is long and all columns are short, as for a few sums of all numbers, take [`JacobianByRows`].
#[derive(Clone, Debug)]
pub struct Jacobian {
    pattern: Arc<Pattern>,
    colour: Vec<u32>,
    sources: Sources,
}

impl Jacobian {
    /// Colours the columns.
    pub fn prepare(pattern: Pattern) -> Self {
        let (colour, count) = apart(&pattern);
        let mut sources = vec![Vec::new(); count];
        for (i, k, j) in entries(&pattern) {
            sources[colour[j] as usize].push((i, k));
        }
        Jacobian { pattern: Arc::new(pattern), colour, sources }
    }

    /// The pattern of each matrix.
    pub fn pattern(&self) -> &Arc<Pattern> {
        &self.pattern
    }

    /// The number of colours, which is that of the runs for a matrix.
    pub fn colours(&self) -> usize {
        self.sources.len()
    }

    /// Returns the value of a function at `x`, and its Jacobian.
    ///
    /// # Panics
    ///
    /// If `x` has not as many numbers as the pattern has columns, or the value not as many as it has rows.
    #[track_caller]
    pub fn evaluate(&self, f: impl Fn(&[Dual<f64>]) -> Vec<Dual<f64>>, x: &[f64]) -> (Vec<f64>, Csr) {
        fits(x.len(), self.pattern.columns(), "columns", "the argument");
        let mut duals: Vec<Dual<f64>> = x.iter().map(|x| Dual::constant_of(*x)).collect();
        let mut values = vec![0.0; self.pattern.entries()];
        let mut y = None;
        for (colour, sources) in self.sources.iter().enumerate() {
            let mark = |x: &mut Dual<f64>, own: &u32| x.tangent = f64::from(u8::from(*own == colour as u32));
            duals.iter_mut().zip(&self.colour).for_each(|(x, own)| mark(x, own));
            let moved = f(&duals);
            fits(moved.len(), self.pattern.rows(), "rows", "the value");
            sources.iter().for_each(|&(i, k)| values[k] = moved[i].tangent);
            y.get_or_insert(moved);
        }
        let y = y.unwrap_or_else(|| f(&duals));
        (y.iter().map(|y| y.value).collect(), Csr::new(Arc::clone(&self.pattern), values))
    }

    /// Returns the value and the Jacobian of a marked function, as `f {}`, or of another operator.
    ///
    /// # Panics
    ///
    /// Those of [`evaluate`](Self::evaluate).
    #[track_caller]
    pub fn evaluate_operator(&self, f: &impl Operator<Dual<f64>>, x: &[f64]) -> (Vec<f64>, Csr) {
        fits(f.outputs(x.len()), self.pattern.rows(), "rows", "the value");
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
pub struct JacobianByRows {
    pattern: Arc<Pattern>,
    colour: Vec<u32>,
    sources: Sources,
}

impl JacobianByRows {
    /// Colours the rows.
    pub fn prepare(pattern: Pattern) -> Self {
        let (colour, count) = apart(&pattern.transposed());
        let mut sources = vec![Vec::new(); count];
        for (i, k, j) in entries(&pattern) {
            sources[colour[i] as usize].push((j, k));
        }
        JacobianByRows { pattern: Arc::new(pattern), colour, sources }
    }

    /// The pattern of each matrix.
    pub fn pattern(&self) -> &Arc<Pattern> {
        &self.pattern
    }

    /// The number of colours, which is that of the sweeps for a matrix.
    pub fn colours(&self) -> usize {
        self.sources.len()
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
        fits(x.len(), self.pattern.columns(), "columns", "the argument");
        let (y, pullback) = vjp(|x: Vec<Active>| f(&x), &x.to_vec())?;
        fits(y.len(), self.pattern.rows(), "rows", "the value");
        let values = self.swept(|y_bar| pullback.call(y_bar))?;
        Ok((y, Csr::new(Arc::clone(&self.pattern), values)))
    }

    /// Returns the value and the Jacobian of a marked function, as `f {}`, or of another operator.
    ///
    /// # Panics
    ///
    /// If `x` has not as many numbers as the pattern has columns, or the value not as many as it has rows.
    #[track_caller]
    pub fn evaluate_operator(&self, f: &impl Operator<f64>, x: &[f64]) -> (Vec<f64>, Csr) {
        fits(x.len(), self.pattern.columns(), "columns", "the argument");
        fits(f.outputs(x.len()), self.pattern.rows(), "rows", "the value");
        let mut y = vec![0.0; f.outputs(x.len())];
        f.value(x, &mut y);
        let swept: Result<_, std::convert::Infallible> = self.swept(|y_bar| {
            let mut x_bar = vec![0.0; x.len()];
            f.pull(x, y_bar, &mut x_bar);
            Ok(x_bar)
        });
        let Ok(values) = swept;
        (y, Csr::new(Arc::clone(&self.pattern), values))
    }

    fn swept<E>(&self, mut pull: impl FnMut(&Vec<f64>) -> Result<Vec<f64>, E>) -> Result<Vec<f64>, E> {
        let mut values = vec![0.0; self.pattern.entries()];
        for (colour, sources) in self.sources.iter().enumerate() {
            let seed = self.colour.iter().map(|own| f64::from(u8::from(*own == colour as u32))).collect();
            let x_bar = pull(&seed)?;
            sources.iter().for_each(|&(j, k)| values[k] = x_bar[j]);
        }
        Ok(values)
    }
}

/// The entries of a pattern: row, place, column.
pub(super) fn entries(pattern: &Pattern) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
    (0..pattern.rows()).flat_map(move |i| {
        (pattern.starts()[i]..pattern.starts()[i + 1]).map(move |k| (i, k, pattern.indices()[k]))
    })
}

/// Panics if a function has not the shape of the pattern.
#[track_caller]
pub(super) fn fits(count: usize, pattern: usize, of: &str, what: &str) {
    assert!(
        count == pattern,
        "the pattern has {pattern} {of}, and {what} has {count} number{}: prepare the matrix with the pattern of this function",
        if count == 1 { "" } else { "s" }
    );
}
