//! [`Fit`]: what comes out of a descent, and what the data say of it.

use std::fmt;

use super::directions::Directions;
use super::point::Point;

/// The parameters with the smallest sum of squares that was found, and how well the data determine them.
///
/// Errors are those of the linearised model: the residuals are taken for independent, with equal variances after their
/// weights (Seber and Wild, "Nonlinear Regression", 1989, section 2.1).
#[derive(Clone, Debug)]
pub struct Fit {
    /// The parameters that the descent started from.
    pub start: Vec<f64>,
    /// The parameters that were found.
    pub parameters: Vec<f64>,
    /// Standard error of each parameter, in its unit: infinite where the data do not determine it, not a number where a
    /// bound holds it or there are no degrees of freedom.
    pub standard_errors: Vec<f64>,
    /// Covariance of the parameters, row after row: `parameters × parameters` numbers. Directions that the data do not
    /// determine are left out of it.
    pub covariance: Vec<f64>,
    /// The numbers of the parameters that can change, perhaps together with others, without any residual changing.
    pub undetermined: Vec<usize>,
    /// The numbers of the parameters that stand on a bound, which the sum of squares pushes them against.
    pub held: Vec<usize>,
    /// Weighted sum of the squares of the residuals.
    pub rss: f64,
    /// Standard deviation of the residuals, `√(rss / degrees_of_freedom)`.
    pub residual_sd: f64,
    /// Residuals with a weight, less parameters that no bound holds.
    pub degrees_of_freedom: usize,
    /// Steps that were tried in the manner of descent that found the parameters.
    pub iterations: u32,
    /// Why the descent ended.
    pub end: End,
}

/// Why a descent ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum End {
    /// No step makes the sum of squares smaller.
    Converged,
    /// As many steps as allowed were taken.
    Exhausted,
    /// The observer asked for it.
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

/// Where a fit is, as its observer sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The number of descents that ended.
    pub descents: usize,
    /// The iterations of this one.
    pub iterations: u32,
    /// The weighted sum of squares.
    pub rss: f64,
}

/// Where a descent came to an end.
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
