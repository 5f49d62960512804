//! The problems: their equations, and the numerics at floats.

use super::{Equation, Map, Objective};
use crate::linear::dense::{Lu, Matrix};
use retrograde::{Dual, Real};
use std::fmt;

/// A problem whose solution `y(x)` satisfies an equation.
pub trait Problem: Clone + Send + Sync + 'static {
    /// Returns the residuals of the equation, which are zero at the solution.
    fn residual<T: Real>(&self, y: &[T], x: &[T]) -> Vec<T>;

    /// Returns the solution that is found from a start.
    ///
    /// # Errors
    ///
    /// If there is none.
    fn solve(&self, start: &[f64], x: &[f64]) -> Result<Vec<f64>, Unsolved>;
}

/// The reason why a problem has no solution here.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Unsolved {
    /// The iterations were not enough, or no step led further.
    Stopped {
        /// The number of iterations.
        iterations: usize,
        /// The length of the residuals where it stopped.
        residual: f64,
    },
    /// The residuals, or their derivatives, became infinite or not-a-number.
    NotFinite {
        /// The number of iterations before.
        iterations: usize,
    },
    /// An equation has another number of residuals than of unknowns.
    Count {
        /// The number of residuals.
        residuals: usize,
        /// The number of unknowns.
        unknowns: usize,
    },
    /// The start has no unknowns.
    Nothing,
    /// The slopes are zero where the iterations end, and the objective bends down there: a maximum, or a saddle.
    NoMinimum {
        /// The number of iterations.
        iterations: usize,
    },
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolved::Stopped { iterations, residual } => write!(
                f,
                "no solution was found: after {iterations} iterations the residuals have the length {residual:e}; start nearer to one"
            ),
            Unsolved::NotFinite { iterations } => write!(
                f,
                "no solution was found: after {iterations} iterations the residuals or their derivatives are not finite; start where they are"
            ),
            Unsolved::Nothing => f.write_str("the start has no unknowns: give a number for each"),
            Unsolved::NoMinimum { iterations } => write!(
                f,
                "no minimum was found: after {iterations} iterations the slopes vanish at a maximum or a saddle; start beside it"
            ),
            Unsolved::Count { residuals, unknowns } => write!(
                f,
                "the equation has {residuals} residuals and the start {unknowns} unknowns: return a residual for each unknown"
            ),
        }
    }
}

impl std::error::Error for Unsolved {}

/// A root of an [`Equation`].
#[derive(Clone, Debug)]
pub struct Root<E>(pub E);

/// A fixed point of a [`Map`].
#[derive(Clone, Debug)]
pub struct FixedPoint<G>(pub G);

/// A minimum of an [`Objective`].
#[derive(Clone, Debug)]
pub struct Minimum<F>(pub F);

/// The most iterations of a method of Newton's.
const NEWTON: usize = 200;
/// The most iterations of a map.
const ITERATIONS: usize = 1_000_000;
/// The relative length of a step after which Newton's method has arrived: the next one would be its square.
const SMALL: f64 = 1e-9;

fn length(x: &[f64]) -> f64 {
    x.iter().fold(0.0, |sum: f64, x| sum.hypot(*x))
}

fn moved(y: &[f64], step: &[f64], by: f64) -> Vec<f64> {
    y.iter().zip(step).map(|(y, step)| y + by * step).collect()
}

/// Returns the derivatives of residuals by `y`: a column for each run at dual numbers.
pub(super) fn by_unknowns<T: Real>(problem: &impl Problem, y: &[T], x: &[T]) -> Matrix<T> {
    let n = y.len();
    let mut duals: Vec<Dual<T>> = y.iter().map(|y| Dual::constant_of(*y)).collect();
    let x: Vec<Dual<T>> = x.iter().map(|x| Dual::constant_of(*x)).collect();
    let mut matrix = Matrix::zeros(n, n);
    for j in 0..n {
        duals[j].tangent = T::one();
        for (i, residual) in problem.residual(&duals, &x).iter().enumerate() {
            *matrix.at_mut(i, j) = residual.tangent;
        }
        duals[j].tangent = T::constant(0.0);
    }
    matrix
}

/// Returns the solution of a linear system.
pub(super) fn solved<T: Real>(lu: &Lu<T>, b: &[T]) -> Vec<T> {
    lu.solve(&Matrix::new(b.len(), 1, b)).data
}

impl<E: Equation> Problem for Root<E> {
    fn residual<T: Real>(&self, y: &[T], x: &[T]) -> Vec<T> {
        self.0.residual(y, x)
    }

    fn solve(&self, start: &[f64], x: &[f64]) -> Result<Vec<f64>, Unsolved> {
        let mut y = start.to_vec();
        let mut residual = self.residual(&y, x);
        if residual.len() != y.len() {
            return Err(Unsolved::Count { residuals: residual.len(), unknowns: y.len() });
        }
        for iterations in 0..NEWTON {
            let size = length(&residual);
            if size == 0.0 {
                return Ok(y);
            }
            let step = solved(&Lu::new(&by_unknowns(self, &y, x)), &residual);
            if !length(&step).is_finite() {
                return Err(Unsolved::NotFinite { iterations });
            }
            let mut by = -1.0;
            loop {
                let there = moved(&y, &step, by);
                let left = self.residual(&there, x);
                // A step of Newton's that is small is right, whatever rounding makes of the residuals.
                let arrived = by == -1.0 && length(&step) <= SMALL * (1.0 + length(&y));
                if arrived || length(&left) < size * (1.0 + 0.25 * by) {
                    (y, residual) = (there, left);
                    if arrived {
                        return Ok(y);
                    }
                    break;
                }
                by *= 0.5;
                if by > -1e-12 {
                    return Err(Unsolved::Stopped { iterations, residual: size });
                }
            }
        }
        Err(Unsolved::Stopped { iterations: NEWTON, residual: length(&residual) })
    }
}

impl<G: Map> Problem for FixedPoint<G> {
    fn residual<T: Real>(&self, y: &[T], x: &[T]) -> Vec<T> {
        y.iter().zip(self.0.next(y, x)).map(|(y, next)| *y - next).collect()
    }

    fn solve(&self, start: &[f64], x: &[f64]) -> Result<Vec<f64>, Unsolved> {
        let mut y = start.to_vec();
        let mut before = f64::INFINITY;
        for iterations in 0..ITERATIONS {
            let next = self.0.next(&y, x);
            if next.len() != y.len() {
                return Err(Unsolved::Count { residuals: next.len(), unknowns: y.len() });
            }
            let step = length(&moved(&next, &y, -1.0));
            if !step.is_finite() {
                return Err(Unsolved::NotFinite { iterations });
            }
            let scale = 1.0 + length(&next);
            y = next;
            // It does not come nearer any more: what is left is rounding.
            if step == 0.0 || (step <= 1e-12 * scale && step >= before) {
                return Ok(y);
            }
            before = step;
        }
        Err(Unsolved::Stopped { iterations: ITERATIONS, residual: before })
    }
}

impl<F: Objective> Problem for Minimum<F> {
    fn residual<T: Real>(&self, y: &[T], x: &[T]) -> Vec<T> {
        let mut duals: Vec<Dual<T>> = y.iter().map(|y| Dual::constant_of(*y)).collect();
        let x: Vec<Dual<T>> = x.iter().map(|x| Dual::constant_of(*x)).collect();
        let mut slope = |j: usize| {
            duals[j].tangent = T::one();
            let slope = self.0.value(&duals, &x).tangent;
            duals[j].tangent = T::constant(0.0);
            slope
        };
        (0..y.len()).map(&mut slope).collect()
    }

    fn solve(&self, start: &[f64], x: &[f64]) -> Result<Vec<f64>, Unsolved> {
        let n = start.len();
        let mut y = start.to_vec();
        for iterations in 0..NEWTON {
            let slopes = self.residual(&y, x);
            let size = length(&slopes);
            let hessian = by_unknowns(self, &y, x);
            if size == 0.0 {
                return if bends_down(&hessian) { Err(Unsolved::NoMinimum { iterations }) } else { Ok(y) };
            }
            if !size.is_finite() || !hessian.data.iter().all(|h| h.is_finite()) {
                return Err(Unsolved::NotFinite { iterations });
            }
            let value = self.0.value(&y, x);
            let scale = largest(&hessian);
            let mut shift = 0.0;
            loop {
                let shifted = hessian.map(|i, j, h| if i == j { h + shift } else { h });
                let factor = shifted.cholesky();
                // The square root of a negative pivot is not-a-number.
                if (0..n).all(|i| factor.at(i, i) > 0.0) {
                    let half = factor.lower_solve(&Matrix::new(n, 1, &slopes), false);
                    let step = factor.transposed().upper_solve(&half, false).data;
                    let there = moved(&y, &step, -1.0);
                    if shift == 0.0 && length(&step) <= SMALL * (1.0 + length(&y)) {
                        return Ok(there);
                    }
                    let rounding = 1e-14 * (1.0 + value.abs());
                    let better = self.0.value(&there, x) - value;
                    if better < 0.0 || (better <= rounding && length(&self.residual(&there, x)) < size) {
                        y = there;
                        break;
                    }
                }
                shift = if shift == 0.0 { 1e-3 * scale } else { 4.0 * shift };
                if !(shift < 1e15 * scale) {
                    return Err(Unsolved::Stopped { iterations, residual: size });
                }
            }
        }
        let residual = length(&self.residual(&y, x));
        Err(match bends_down(&by_unknowns(self, &y, x)) && residual < SMALL {
            true => Unsolved::NoMinimum { iterations: NEWTON },
            false => Unsolved::Stopped { iterations: NEWTON, residual },
        })
    }
}

/// The largest size of an element.
fn largest(matrix: &Matrix<f64>) -> f64 {
    matrix.data.iter().fold(f64::MIN_POSITIVE, |most, h| most.max(h.abs()))
}

/// True if a Hessian has an eigenvalue below zero, beyond rounding.
fn bends_down(hessian: &Matrix<f64>) -> bool {
    let shift = 1e-9 * largest(hessian);
    let factor = hessian.map(|i, j, h| if i == j { h + shift } else { h }).cholesky();
    // The square root of a negative pivot is not-a-number.
    (0..hessian.rows).any(|i| factor.at(i, i).is_nan())
}
