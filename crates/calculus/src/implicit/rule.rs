//! [`Solved`]: the rule of a solution that is known.
//!
//! At numbers with derivatives the solution at floats is refined: `y ← y − J⁻¹ F(y, x)`, with the Jacobian `J` at floats. A step gains an order, since what
//! it leaves has a factor that is zero at floats. The pullback is `x̅ −= (∂F/∂x)ᵀ J⁻ᵀ y̅`.

use super::problems::{Problem, by_unknowns, solved};
use crate::arrays::{Generic, transposed};
use crate::linear::dense::{Lu, Matrix};
use retrograde::Real;
use retrograde::rules::Whole;

/// A problem with its solution at the arguments of a call.
pub(super) struct Solved<P> {
    pub(super) problem: P,
    pub(super) solution: Vec<f64>,
}

impl<P: Problem> Solved<P> {
    fn refined<T: Real>(&self, x: &[T]) -> Vec<T> {
        let mut y: Vec<T> = self.solution.iter().map(|y| T::constant(*y)).collect();
        if T::ORDER > 0 {
            let floats: Vec<f64> = x.iter().map(|x| x.primal()).collect();
            let jacobian = by_unknowns(&self.problem, &self.solution, &floats);
            let lu = Lu::new(&Matrix::made(y.len(), y.len(), |i, j| T::constant(jacobian.at(i, j))));
            for _ in 0..T::ORDER {
                let step = solved(&lu, &self.problem.residual(&y, x));
                y.iter_mut().zip(step).for_each(|(y, step)| *y -= step);
            }
        }
        y
    }
}

/// The residuals as a function of the unknowns and the arguments.
struct Residuals<'a, P> {
    problem: &'a P,
    unknowns: usize,
}

impl<P: Problem> Generic for Residuals<'_, P> {
    fn call<T: Real>(&self, x: &[T]) -> Vec<T> {
        let (y, x) = x.split_at(self.unknowns);
        self.problem.residual(y, x)
    }
}

impl<P: Problem> Whole for Solved<P> {
    fn value<T: Real>(&self, x: &[T], y: &mut [T]) {
        y.copy_from_slice(&self.refined(x));
    }

    fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) {
        let y = self.refined(x);
        let lu = Lu::new(&by_unknowns(&self.problem, &y, x));
        let seed = lu.solve_transposed(&Matrix::new(y.len(), 1, y_bar)).data;
        let residuals = Residuals { problem: &self.problem, unknowns: y.len() };
        let bars = transposed(&residuals, &[&y, x].concat(), &seed);
        x_bar.iter_mut().zip(&bars[y.len()..]).for_each(|(x_bar, bar)| *x_bar -= *bar);
    }
}
