//! [`Point`]: residuals and Jacobian at some parameters, and the steps that they propose.

use super::directions::divisor;
use super::evaluation::{Evaluation, Residuals};
use super::matrix::Matrix;
use super::orthogonal::{Orthogonal, Square, damped, decompose, length};

/// The current point of the iteration.
pub(super) struct Point {
    pub(super) parameters: Vec<f64>,
    pub(super) residuals: Vec<f64>,
    /// The sum of their squares.
    pub(super) rss: f64,
    pub(super) tangent: Tangent,
}

/// The Jacobian as Q R.
pub(super) struct Tangent {
    pub(super) q: Orthogonal,
    pub(super) r: Square,
    /// The residuals' components along the columns of Q.
    pub(super) residuals: Vec<f64>,
}

/// A number that is not finite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fault {
    Residual(usize),
    Derivative { residual: usize, parameter: usize },
    Sum,
}

/// The residuals, each multiplied by the root of its weight.
pub(super) struct Weighted<'a, P> {
    pub(super) problem: &'a P,
    /// `None` if all weights are one.
    pub(super) roots: Option<Vec<f64>>,
}

impl<P: Residuals> Weighted<'_, P> {
    /// Returns the residuals.
    pub(super) fn residuals(&self, parameters: &[f64]) -> Result<Vec<f64>, P::Error> {
        let mut residuals = vec![0.0; self.problem.count()];
        self.problem.evaluate(parameters, &mut Evaluation::of_residuals(&mut residuals, parameters.len()))?;
        self.weigh(&mut residuals);
        Ok(residuals)
    }

    /// Returns residuals and decomposed Jacobian, or the number that is not finite.
    pub(super) fn point(&self, parameters: Vec<f64>) -> Result<Result<Point, Fault>, P::Error> {
        let mut residuals = vec![0.0; self.problem.count()];
        let mut jacobian = Matrix::zeros(residuals.len(), parameters.len());
        self.problem.evaluate(&parameters, &mut Evaluation::of_jacobian(&mut residuals, &mut jacobian))?;
        self.weigh(&mut residuals);
        if let Some(roots) = &self.roots {
            let height = jacobian.height();
            for (block, roots) in jacobian.blocks_mut().zip(roots.chunks(height)) {
                block.chunks_mut(roots.len()).for_each(|column| multiply(column, roots));
            }
        }
        let rss = square(&residuals);
        if !rss.is_finite() {
            let culprit = residuals.iter().position(|r| !r.is_finite());
            return Ok(Err(culprit.map_or(Fault::Sum, Fault::Residual)));
        }
        let decomposed = decompose(jacobian);
        Ok(decomposed.map_err(|(residual, parameter)| Fault::Derivative { residual, parameter }).map(
            |(q, r)| {
                let tangent = Tangent { residuals: q.components(&residuals), q, r };
                Point { parameters, residuals, rss, tangent }
            },
        ))
    }

    fn weigh(&self, residuals: &mut [f64]) {
        if let Some(roots) = &self.roots {
            multiply(residuals, roots);
        }
    }
}

/// A weight of zero excludes a residual, even if it is not finite.
fn multiply(values: &mut [f64], roots: &[f64]) {
    values.iter_mut().zip(roots).for_each(|(x, root)| *x = if *root == 0.0 { 0.0 } else { *x * root });
}

impl Tangent {
    /// Minimises ‖J δ + v‖² + λ‖D δ‖², given the components of v along Q; parameters that are fixed do not move.
    pub(super) fn solve(&self, components: &[f64], scale: &[f64], damping: f64, held: &[bool]) -> Vec<f64> {
        let mut scaled = self.r.clone();
        let mut dampings = vec![damping; scale.len()];
        for (j, column) in scaled.data.chunks_mut(self.r.size.max(1)).enumerate() {
            if held[j] {
                column.fill(0.0);
                dampings[j] = 1.0;
            } else {
                column.iter_mut().for_each(|x| *x /= divisor(scale[j]));
            }
        }
        let solution = damped(&scaled, components, &dampings);
        solution.iter().zip(scale).map(|(x, s)| x / divisor(*s)).collect()
    }

    /// Returns the gradient of half the sum of squares: Jᵀ r = Rᵀ Qᵀ r.
    pub(super) fn gradient(&self) -> Vec<f64> {
        let dot = |column: &[f64]| column.iter().zip(&self.residuals).map(|(a, b)| a * b).sum();
        (0..self.r.size).map(|j| dot(self.r.column(j))).collect()
    }

    /// Returns the length of the residual's projection onto the tangent space.
    pub(super) fn offset(&self) -> f64 {
        length(&self.residuals)
    }
}

/// Returns the sum of squares, added in pieces, since a plain sum over a million rows would lose digits.
pub(super) fn square(v: &[f64]) -> f64 {
    v.chunks(1024).map(|part| part.iter().map(|x| x * x).sum::<f64>()).sum()
}
