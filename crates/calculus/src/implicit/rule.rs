//! [`Solved`]: the rule of a solution that is known.
//!
//! At numbers with derivatives the solution at floats is refined: `y ← y − J⁻¹ F(y, x)`, with the Jacobian `J` at floats. A step gains an order, since what
//! it leaves has a factor that is zero at floats. The pullback is `x̅ −= (∂F/∂x)ᵀ J⁻ᵀ y̅`.

use super::problems::{Problem, by_unknowns, solved};
use crate::linear::dense::{Lu, Matrix};
use retrograde::rules::Whole;
use retrograde::{Active, Dual, Real, vjp};

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

    /// Returns `(∂F/∂x)ᵀ seed`: by a sweep of a tape at floats, and by a run for each argument elsewhere.
    fn by_arguments<T: Real>(&self, y: &[T], x: &[T], seed: &[T]) -> Vec<T> {
        if let (Some(y), Some(x), Some(seed)) = (T::plain(y), T::plain(x), T::plain(seed)) {
            let y: Vec<Active> = y.iter().map(|y| Active::constant_of(*y)).collect();
            let swept = vjp(|x: Vec<Active>| self.problem.residual(&y, &x), &x.to_vec())
                .and_then(|(_, pullback)| pullback.call(&seed.to_vec()));
            if let Ok(swept) = swept {
                return swept.into_iter().map(T::constant).collect();
            }
        }
        let y: Vec<Dual<T>> = y.iter().map(|y| Dual::constant_of(*y)).collect();
        let mut duals: Vec<Dual<T>> = x.iter().map(|x| Dual::constant_of(*x)).collect();
        let mut slope = |j: usize| {
            duals[j].tangent = T::one();
            let residual = self.problem.residual(&y, &duals);
            duals[j].tangent = T::constant(0.0);
            residual.iter().zip(seed).map(|(residual, seed)| residual.tangent * *seed).sum()
        };
        (0..x.len()).map(&mut slope).collect()
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
        let bars = self.by_arguments(&y, x, &seed);
        x_bar.iter_mut().zip(bars).for_each(|(x_bar, bar)| *x_bar -= bar);
    }
}
