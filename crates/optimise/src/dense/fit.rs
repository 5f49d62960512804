//! [`Fit`]: the result of a fit, with its statistics.

use std::fmt;

use super::directions::Directions;
use super::point::Point;

/// The parameters with the smallest sum of squares that was found, and how well the data determine them.
///
/// Errors are those of the linearised model: the residuals are taken for independent, with equal variances after their
/// weights (Seber and Wild, "Nonlinear Regression", 1989, section 2.1).
#[derive(Clone, Debug)]
pub struct Fit {
    /// The start of the descent.
    pub start: Vec<f64>,
    /// The best parameters.
    pub parameters: Vec<f64>,
    /// Standard error of each parameter, in its unit: infinite if the data do not determine it, NaN if a bound fixes
    /// it or there are no degrees of freedom.
    pub standard_errors: Vec<f64>,
    /// Covariance of the parameters, row by row: `parameters × parameters` numbers. Directions that the data do not
    /// determine are excluded.
    pub covariance: Vec<f64>,
    /// The indices of the parameters that can change, possibly together with others, without any residual changing.
    pub undetermined: Vec<usize>,
    /// The indices of the parameters that are on a bound against which the sum of squares pushes them.
    pub held: Vec<usize>,
    /// Weighted sum of the squares of the residuals.
    pub rss: f64,
    /// Standard deviation of the residuals, `√(rss / degrees_of_freedom)`.
    pub residual_sd: f64,
    /// The number of residuals with a weight, minus the number of parameters that no bound fixes.
    pub degrees_of_freedom: usize,
    /// The number of steps of the descent that found the parameters.
    pub iterations: u32,
    /// The reason why the descent ended.
    pub end: End,
}

/// The reason why a descent ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// No step makes the sum of squares smaller.
    Converged,
    /// The maximal number of steps was taken.
    Exhausted,
    /// The observer requested it.
    Interrupted,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Converged => "converged",
            End::Exhausted => "stopped before convergence",
            End::Interrupted => "interrupted",
        })
    }
}

/// The state of a fit, for its observer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The number of descents that ended.
    pub descents: usize,
    /// The iterations of this one.
    pub iterations: u32,
    /// The weighted sum of squares.
    pub rss: f64,
}

/// The result of a descent.
pub(super) struct Found {
    pub(super) at: Point,
    pub(super) held: Vec<bool>,
    pub(super) iterations: u32,
    pub(super) end: End,
}

impl Found {
    /// Computes errors: the covariance is σ² (Jᵀ J)⁻¹ over the parameters that no bound holds. `count` residuals have weight.
    pub(super) fn fit(self, start: &[f64], count: usize) -> Fit {
        let Found { at, held, iterations, end } = self;
        let p = start.len();
        let mut r = at.tangent.r;
        for (column, held) in r.data.chunks_mut(p).zip(&held) {
            if *held {
                column.fill(0.0);
            }
        }
        let freedom = count.saturating_sub(held.iter().filter(|held| !**held).count());
        let sd = if freedom == 0 { f64::NAN } else { (at.rss / freedom as f64).sqrt() };
        let directions = Directions::of(&r);
        let unit = directions.as_ref().map_or(vec![f64::NAN; p], Directions::deviations);
        let error = |(unit, held): (f64, &bool)| if *held { f64::NAN } else { sd * unit };
        let inverse = directions.as_ref().map_or(vec![f64::NAN; p * p], Directions::inverse);
        let mut undetermined = directions.as_ref().map_or(Vec::new(), Directions::undetermined);
        undetermined.retain(|j| !held[*j]);
        Fit {
            start: start.to_vec(),
            parameters: at.parameters,
            standard_errors: unit.into_iter().zip(&held).map(error).collect(),
            covariance: inverse.into_iter().map(|x| sd * sd * x).collect(),
            undetermined,
            held: (0..p).filter(|j| held[*j]).collect(),
            rss: at.rss,
            residual_sd: sd,
            degrees_of_freedom: freedom,
            iterations,
            end,
        }
    }
}
