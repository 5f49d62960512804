//! Levenberg-Marquardt on a bundle: lowers `½ Σ |r|²` (and the weights' errors) until nothing is gained.
//!
//! Damping is Marquardt's (a multiple of the diagonal of `JᵀJ`), steered by Nielsen's rule from the ratio of actual to
//! predicted decrease. A step whose cost is not finite, a point that moved into a camera's plane for example, is rejected
//! like one that raises the cost. The gauge (a similarity of the whole scene) is left to the damping. Of the two sides,
//! cameras and points, that with more unknowns is eliminated.

mod cholesky;
mod elimination;
mod reduced;
mod small;

use std::time::{Duration, Instant};

use crate::bundle::{Bundle, Linearisation, rms, square_sum};
use crate::engine::Sweep;
use crate::failure::Failure;
use crate::memory::{ask, bytes_of};
use elimination::{CamerasEliminated, Elimination, PointsEliminated, Split};

/// When to give up and when to be content.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    /// The most linearisations and steps, accepted or not.
    pub(crate) max_iterations: usize,
    /// Stop when a step lowers the cost by less than this share of it.
    pub(crate) cost_tolerance: f64,
    /// Stop when no column of the Jacobian makes an angle with the residual whose cosine exceeds this.
    pub(crate) gradient_tolerance: f64,
    /// Stop when the scaled step is shorter than this share of the scaled unknowns.
    pub(crate) step_tolerance: f64,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_iterations: 200, cost_tolerance: 1e-8, gradient_tolerance: 1e-9, step_tolerance: 1e-10 }
    }
}

/// The state after an iteration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Iteration {
    /// Counted from one; zero is the start.
    pub(crate) number: usize,
    /// `½ Σ |r|²`, with the weights' errors where there are weights.
    pub(crate) cost: f64,
    /// Root mean square of the reprojection errors, in pixels.
    pub(crate) rms: f64,
    /// The largest entry of the gradient.
    pub(crate) gradient: f64,
    /// The damping of the step that led here.
    pub(crate) damping: f64,
    /// Whether the step was taken.
    pub(crate) accepted: bool,
    /// Since the start.
    pub(crate) elapsed: Duration,
}

/// Why the solver stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The gradient vanished.
    Gradient,
    /// The cost hardly fell any more.
    Cost,
    /// The step became negligible.
    Step,
    /// The iterations ran out.
    Iterations,
    /// However short the step, the cost did not fall: rounding rules here.
    Stuck,
}

impl Stop {
    /// For the reader of the report.
    pub(crate) fn describe(self) -> &'static str {
        match self {
            Self::Gradient => "converged: the gradient vanished",
            Self::Cost => "converged: the cost hardly falls any more",
            Self::Step => "converged: the step became negligible",
            Self::Iterations => "stopped: the iterations ran out",
            Self::Stuck => "stopped: no step lowers the cost",
        }
    }
}

/// What the solver did.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    /// Why it stopped.
    pub(crate) stop: Stop,
    /// Iterations, rejected steps included.
    pub(crate) iterations: usize,
    /// RMS at the start, in pixels.
    pub(crate) initial_rms: f64,
    /// RMS at the end, in pixels.
    pub(crate) final_rms: f64,
    /// Cost at the end.
    pub(crate) final_cost: f64,
}

/// What an observer of the solver is told.
pub(crate) enum Event<'a> {
    /// How steps will be computed; comes once, first.
    Plan(&'a str),
    /// An iteration is over; number zero is the start.
    Iteration(&'a Iteration),
}

/// Solves `bundle` in place.
///
/// # Errors
///
/// When the cost at the start is not finite or the reduced system is too large.
pub(crate) fn solve<const C: usize, E: Sweep<C>>(
    bundle: &mut Bundle<C>,
    options: &Options,
    observe: &mut dyn FnMut(Event<'_>),
) -> Result<Summary, Failure> {
    if C * bundle.cameras.len() <= 3 * bundle.points.len() {
        Solver::<C, 3, C>::run::<E, PointsEliminated>(bundle, options, observe)
    } else {
        Solver::<C, C, 3>::run::<E, CamerasEliminated>(bundle, options, observe)
    }
}

/// Only a place to hang the three sizes on.
struct Solver<const C: usize, const L: usize, const K: usize>;

/// Initial damping, as a share of the diagonal.
const INITIAL_DAMPING: f64 = 1e-4;

/// Damping beyond which a step is too short to change anything.
const LARGEST_DAMPING: f64 = 1e20;

impl<const C: usize, const L: usize, const K: usize> Solver<C, L, K> {
    fn run<E: Sweep<C>, S: Split<C, L, K>>(
        bundle: &mut Bundle<C>,
        options: &Options,
        observe: &mut dyn FnMut(Event<'_>),
    ) -> Result<Summary, Failure> {
        let start = Instant::now();
        let (observations, weights) = (bundle.observations.len(), bundle.weights.len());
        let room = Linearisation::<C>::bytes(observations, weights).and_then(|bytes| {
            let (eliminated, kept) = S::parameters(bundle);
            let steps = Elimination::<L, K>::bytes(eliminated.len(), kept.len(), observations, weights)?;
            // The residuals of a trial beside those of the linearisation.
            bytes.checked_add(steps)?.checked_add(bytes_of::<[f64; 3]>(observations)?)
        });
        ask(room, &format!("a problem of {observations} observations"))?;
        let mut elimination = Elimination::<L, K>::new::<C, S>(bundle)?;
        let mut at = Linearisation::new(bundle);
        let mut trial = (at.residuals.clone(), at.weight_errors.clone());
        observe(Event::Plan(&elimination.describe::<C, S>()));

        bundle.linearise::<E>(&mut at);
        let mut cost = total(&at.residuals, &at.weight_errors);
        if !cost.is_finite() {
            return Err(not_finite(bundle, &at));
        }
        elimination.linearised::<C, S>(&bundle.observations, &at);
        let initial_rms = rms(&at.residuals);
        let mut state = Iteration {
            number: 0,
            cost,
            rms: initial_rms,
            gradient: largest(elimination.gradient.iter()),
            damping: INITIAL_DAMPING,
            accepted: true,
            elapsed: start.elapsed(),
        };
        observe(Event::Iteration(&state));

        let mut damping = INITIAL_DAMPING;
        let mut raise = 2.0;
        let mut stop = Stop::Iterations;
        if cosine(&elimination, cost) <= options.gradient_tolerance {
            stop = Stop::Gradient;
        }
        while stop == Stop::Iterations && state.number < options.max_iterations {
            state.number += 1;
            state.damping = damping;
            state.accepted = false;
            let mut gain = f64::NEG_INFINITY;
            if elimination.solve::<C, S>(&bundle.observations, &at, damping) {
                let before = (bundle.cameras.clone(), bundle.points.clone(), bundle.weights.clone());
                let (step, size) = advance::<C, L, K, S>(bundle, &elimination);
                bundle.residuals::<E>(&mut trial.0, &mut trial.1);
                let cost_there = total(&trial.0, &trial.1);
                let predicted = predicted_decrease(&elimination, damping);
                // Comparisons with NaN are false, so a cost that is not finite is rejected here.
                if cost_there < cost && predicted > 0.0 {
                    gain = (cost - cost_there) / predicted;
                    state.accepted = true;
                    if cost - cost_there <= options.cost_tolerance * cost && gain < 4.0 {
                        stop = Stop::Cost;
                    }
                    cost = cost_there;
                } else {
                    (bundle.cameras, bundle.points, bundle.weights) = before;
                }
                if step <= options.step_tolerance * (size + options.step_tolerance) {
                    stop = Stop::Step;
                }
            }
            if state.accepted {
                bundle.linearise::<E>(&mut at);
                elimination.linearised::<C, S>(&bundle.observations, &at);
                state.cost = cost;
                state.rms = rms(&at.residuals);
                state.gradient = largest(elimination.gradient.iter());
                damping *= (1.0 - (2.0 * gain - 1.0).powi(3)).clamp(1.0 / 3.0, 2.0);
                damping = damping.max(1e-16);
                raise = 2.0;
                if cosine(&elimination, cost) <= options.gradient_tolerance {
                    stop = Stop::Gradient;
                }
            } else {
                damping *= raise;
                raise *= 2.0;
                if damping > LARGEST_DAMPING {
                    stop = Stop::Stuck;
                }
            }
            state.elapsed = start.elapsed();
            observe(Event::Iteration(&state));
        }
        Ok(Summary {
            stop,
            iterations: state.number,
            initial_rms,
            final_rms: rms(&at.residuals),
            final_cost: cost,
        })
    }
}

/// `½ Σ |r|² + ½ Σ errors²`.
fn total(residuals: &[[f64; 2]], weight_errors: &[f64]) -> f64 {
    0.5 * (square_sum(residuals) + weight_errors.iter().map(|e| e * e).sum::<f64>())
}

fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |largest, v| v.abs().max(largest))
}

/// The largest cosine between the residual and a column of the Jacobian: zero at a minimum, whatever the units.
fn cosine<const L: usize, const K: usize>(elimination: &Elimination<L, K>, cost: f64) -> f64 {
    if cost == 0.0 {
        return 0.0;
    }
    let by_column = elimination.gradient.iter().zip(elimination.scale.iter()).map(|(g, s)| g / s.sqrt());
    largest(by_column) / (2.0 * cost).sqrt()
}

/// How much the linear model promises: `½ δᵀ(λ D δ - g)`.
fn predicted_decrease<const L: usize, const K: usize>(elimination: &Elimination<L, K>, damping: f64) -> f64 {
    let unknowns = elimination.step.iter().zip(elimination.gradient.iter().zip(elimination.scale.iter()));
    unknowns.map(|(step, (gradient, scale))| 0.5 * step * (damping * scale * step - gradient)).sum()
}

/// Adds the step to the unknowns; returns the scaled lengths of the step and of the unknowns.
fn advance<const C: usize, const L: usize, const K: usize, S: Split<C, L, K>>(
    bundle: &mut Bundle<C>,
    elimination: &Elimination<L, K>,
) -> (f64, f64) {
    let (mut length2, mut size2) = (0.0, 0.0);
    let mut weights = std::mem::take(&mut bundle.weights);
    let (eliminated, kept) = S::parameters(bundle);
    let unknowns = eliminated.iter_mut().flatten().chain(kept.iter_mut().flatten()).chain(&mut weights);
    for (unknown, (step, scale)) in unknowns.zip(elimination.step.iter().zip(elimination.scale.iter())) {
        length2 += scale * step * step;
        size2 += scale * *unknown * *unknown;
        *unknown += step;
    }
    bundle.weights = weights;
    (length2.sqrt(), size2.sqrt())
}

/// Names the first observation that has no finite residual.
fn not_finite<const C: usize>(bundle: &Bundle<C>, at: &Linearisation<C>) -> Failure {
    let culprit = at.residuals.iter().position(|r| !(r[0].is_finite() && r[1].is_finite()));
    Failure::Start(match culprit {
        Some(i) => {
            let seen = bundle.observations[i];
            format!(
                "the error of observation {} is not finite at the start: point {} lies in the plane of camera {}",
                i + 1,
                seen.point,
                seen.camera
            )
        }
        None => "the cost is not finite at the start".to_owned(),
    })
}

#[cfg(test)]
mod tests;
