//! The iteration: lowers `½ Σ |r|²` until there is no more gain.
//!
//! Damping is Marquardt's (a multiple of the diagonal of `JᵀJ`), controlled by Nielsen's rule from the ratio of
//! actual to predicted decrease. A step whose cost is not finite is rejected like one that raises the cost.
//! Directions that the observations do not determine, such as a similarity of the whole scene, are left to the
//! damping.

use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use super::elimination::Elimination;
use super::error::{Error, Side};
use super::linearisation::{Linearisation, Sides, cost as cost_of};
use super::memory::{ask, bytes_of};
use super::problem::Observations;
use super::solver::Bipartite;

/// The method by which steps are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The side that is eliminated from each step.
    pub eliminated: Side,
    /// The unknowns of the reduced system, all those of the other side.
    pub unknowns: usize,
    /// True if the factor of the reduced system is dense.
    pub dense: bool,
}

/// The state after an iteration.
#[derive(Clone, Copy, Debug)]
pub struct Iteration {
    /// Counted from one; zero is the start.
    pub number: usize,
    /// `½ Σ |r|²`, priors included.
    pub cost: f64,
    /// The largest entry of the gradient.
    pub gradient: f64,
    /// The damping of the step that led here.
    pub damping: f64,
    /// True if the step was taken.
    pub accepted: bool,
    /// The time since the start.
    pub elapsed: Duration,
}

/// The reason why the solver stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Stop {
    /// The gradient vanished.
    Gradient,
    /// The cost hardly decreased any more.
    Cost,
    /// The step became negligible.
    Step,
    /// The maximal number of iterations was reached.
    Iterations,
    /// The cost did not decrease for any length of the step: rounding dominates.
    Stuck,
    /// The observer requested it.
    Interrupted,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gradient => "converged: the gradient vanished",
            Self::Cost => "converged: the cost hardly falls any more",
            Self::Step => "converged: the step became negligible",
            Self::Iterations => "stopped: the iterations ran out",
            Self::Stuck => "stopped: no step lowers the cost",
            Self::Interrupted => "stopped: interrupted",
        })
    }
}

/// An event for an observer of the solver. Each observation has `R` residuals.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a, const R: usize> {
    /// The method by which steps will be computed; the first event, once.
    Plan(Plan),
    /// The end of an iteration; number zero is the start.
    Iteration {
        /// The state.
        state: &'a Iteration,
        /// The residuals at the current point.
        residuals: &'a [[f64; R]],
    },
}

/// Called with each event; may request the end.
pub(super) type Observer<'a, const R: usize> = &'a mut dyn FnMut(Event<'_, R>) -> ControlFlow<()>;

/// Initial damping, as a share of the diagonal.
const INITIAL_DAMPING: f64 = 1e-4;

/// Damping beyond which a step is too short to change anything.
const LARGEST_DAMPING: f64 = 1e20;

/// Descends from the current values of `sides`; returns the reason for the end, and all iterations.
pub(super) fn descend<const E: usize, const K: usize, const R: usize, const P: usize>(
    options: &Bipartite,
    observations: &impl Observations<E, K, R, P>,
    pairs: Vec<[u32; 2]>,
    mut sides: Sides<'_, E, K, P>,
    eliminated: Side,
    observe: Observer<'_, R>,
) -> Result<(Stop, Vec<Iteration>), Error> {
    let start = Instant::now();
    let (count, entities) = (pairs.len(), (sides.eliminated.len(), sides.kept.len()));
    let bytes = Linearisation::<E, K, R, P>::bytes(count).and_then(|bytes| {
        let steps = Elimination::<E, K, P>::bytes(entities.0, entities.1, count)?;
        // The residuals of a trial, in addition to those of the linearisation.
        bytes.checked_add(steps)?.checked_add(bytes_of::<([f64; R], [f64; P])>(count)?)
    });
    ask(bytes)?;
    let mut elimination = Elimination::<E, K, P>::new(pairs, entities.0, entities.1)?;
    let mut at = Linearisation::new(count);
    let mut trial = (at.residuals.clone(), at.priors.clone());
    let (unknowns, dense) = elimination.reduced();
    let mut interrupted = observe(Event::Plan(Plan { eliminated, unknowns, dense })).is_break();

    sides.linearise(observations, &mut at);
    let mut cost = cost_of(&at.residuals, &at.priors);
    if let Some(observation) = at.fault() {
        return Err(Error::Observation(observation));
    }
    elimination.linearised(&at, options.smallest_scale);
    let mut state = Iteration {
        number: 0,
        cost,
        gradient: largest(elimination.gradient.iter()),
        damping: INITIAL_DAMPING,
        accepted: true,
        elapsed: start.elapsed(),
    };
    if !cost.is_finite() || !state.gradient.is_finite() || !largest(elimination.scale.iter()).is_finite() {
        return Err(Error::Overflow);
    }
    let mut history = vec![state];
    interrupted |= observe(Event::Iteration { state: &state, residuals: &at.residuals }).is_break();

    let mut damping = INITIAL_DAMPING;
    let mut raise = 2.0;
    let mut stop = Stop::Iterations;
    if cosine(&elimination, cost) <= options.gradient_tolerance {
        stop = Stop::Gradient;
    }
    while stop == Stop::Iterations && !interrupted && state.number < options.iterations {
        state.number += 1;
        state.damping = damping;
        state.accepted = false;
        let mut gain = f64::NEG_INFINITY;
        if elimination.solve(&at, damping) {
            let before = (sides.eliminated.to_vec(), sides.kept.to_vec(), sides.own.to_vec());
            let (step, size) = advance(&mut sides, &elimination);
            sides.residuals(observations, &mut trial.0, &mut trial.1);
            let cost_there = cost_of(&trial.0, &trial.1);
            let predicted = predicted_decrease(&elimination, damping);
            // Comparisons with NaN are false, so a cost that is not finite is rejected here.
            state.accepted = cost_there < cost && predicted > 0.0;
            if state.accepted {
                sides.linearise(observations, &mut at);
                // A point at which derivatives are not finite is rejected.
                if at.fault().is_some() {
                    state.accepted = false;
                }
            }
            if state.accepted {
                gain = (cost - cost_there) / predicted;
                if cost - cost_there <= options.cost_tolerance * cost && gain < 4.0 {
                    stop = Stop::Cost;
                }
                cost = cost_there;
            } else {
                sides.eliminated.copy_from_slice(&before.0);
                sides.kept.copy_from_slice(&before.1);
                sides.own.copy_from_slice(&before.2);
                if cost_there < cost {
                    sides.linearise(observations, &mut at);
                }
            }
            if step <= options.step_tolerance * (size + options.step_tolerance) {
                stop = Stop::Step;
            }
        }
        if state.accepted {
            elimination.linearised(&at, options.smallest_scale);
            state.cost = cost;
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
            if damping > LARGEST_DAMPING && stop == Stop::Iterations {
                stop = Stop::Stuck;
            }
        }
        state.elapsed = start.elapsed();
        history.push(state);
        interrupted = observe(Event::Iteration { state: &state, residuals: &at.residuals }).is_break();
    }
    if interrupted && stop == Stop::Iterations {
        stop = Stop::Interrupted;
    }
    Ok((stop, history))
}

fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, |largest, v| if v.is_nan() { v } else { v.abs().max(largest) })
}

/// Returns the largest cosine between the residual and a column of the Jacobian: zero at a minimum, independent of
/// units.
fn cosine<const E: usize, const K: usize, const P: usize>(
    elimination: &Elimination<E, K, P>,
    cost: f64,
) -> f64 {
    if cost == 0.0 {
        return 0.0;
    }
    let by_column = elimination.gradient.iter().zip(elimination.scale.iter()).map(|(g, s)| g / s.sqrt());
    largest(by_column) / (2.0 * cost).sqrt()
}

/// Returns the decrease that the linear model predicts: `½ δᵀ(λ D δ - g)`.
fn predicted_decrease<const E: usize, const K: usize, const P: usize>(
    elimination: &Elimination<E, K, P>,
    damping: f64,
) -> f64 {
    let unknowns = elimination.step.iter().zip(elimination.gradient.iter().zip(elimination.scale.iter()));
    unknowns.map(|(step, (gradient, scale))| 0.5 * step * (damping * scale * step - gradient)).sum()
}

/// Adds the step to the unknowns; returns the scaled lengths of the step and of the unknowns.
fn advance<const E: usize, const K: usize, const P: usize>(
    sides: &mut Sides<'_, E, K, P>,
    elimination: &Elimination<E, K, P>,
) -> (f64, f64) {
    let (mut length2, mut size2) = (0.0, 0.0);
    let steps = elimination.step.iter().zip(elimination.scale.iter());
    for (unknown, (step, scale)) in sides.iter_mut().zip(steps) {
        length2 += scale * step * step;
        size2 += scale * *unknown * *unknown;
        *unknown += step;
    }
    (length2.sqrt(), size2.sqrt())
}
