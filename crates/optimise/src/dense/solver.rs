//! [`LevenbergMarquardt`]: the solver and its settings, which are checked before anything is computed.

use std::ops::ControlFlow;

use super::bounds::Bounds;
use super::descent::{Limits, descend};
use super::error::Error;
use super::evaluation::Residuals;
use super::fit::{End, Fit, Found, Progress};
use super::manner::Manner;
use super::point::Weighted;

/// Levenberg-Marquardt with exact Jacobians: finds parameters that make a sum of squares small.
///
/// Steps solve min ‖J δ + r‖² + λ‖D δ‖² by orthogonal decomposition, never by normal equations (Moré, "The
/// Levenberg-Marquardt algorithm: implementation and theory", 1978); λ follows the gain ratio (Nielsen, "Damping parameter in
/// Marquardt's method", 1999).
///
/// ```
/// use retrograde_optimise::{Evaluation, LevenbergMarquardt, from_fn};
///
/// // y = a exp(-b x), measured at four places.
/// let (x, y) = ([0.0, 1.0, 2.0, 3.0], [2.0, 1.0, 0.5, 0.25]);
/// let decay = from_fn(4, |p: &[f64], out: &mut Evaluation<'_>| {
///     for i in 0..4 {
///         let e = (-p[1] * x[i]).exp();
///         out.set(i, p[0] * e - y[i], &[e, -p[0] * x[i] * e]);
///     }
/// });
/// let fit = LevenbergMarquardt::new().solve(&decay, &[1.0, 1.0])?;
/// assert!((fit.parameters[0] - 2.0).abs() < 1e-12);
/// assert!((fit.parameters[1] - 2f64.ln()).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LevenbergMarquardt {
    iterations: u32,
    patience: u32,
    manners: Vec<Manner>,
    weights: Option<Vec<f64>>,
    bounds: Bounds,
}

impl Default for LevenbergMarquardt {
    fn default() -> Self {
        Self::new()
    }
}

impl LevenbergMarquardt {
    /// Returns a solver that tries all [manners](Manner) with up to 10,000 iterations each, weights of one and no bounds.
    pub fn new() -> Self {
        LevenbergMarquardt {
            iterations: 10_000,
            patience: 25,
            manners: Manner::ALL.to_vec(),
            weights: None,
            bounds: Bounds::default(),
        }
    }

    /// Sets the maximal number of iterations of each descent.
    pub fn iterations(mut self, most: u32) -> Self {
        self.iterations = most;
        self
    }

    /// Sets the number of steps without gain that a descent tolerates, 25 by default: fewer save evaluations, more
    /// may gain a digit.
    pub fn patience(mut self, steps: u32) -> Self {
        self.patience = steps;
        self
    }

    /// Sets the manners to try, each from the same start; of equal results the first is kept. An empty list means
    /// all.
    pub fn manners(mut self, manners: &[Manner]) -> Self {
        self.manners = if manners.is_empty() { Manner::ALL.to_vec() } else { manners.to_vec() };
        self
    }

    /// Sets a weight for each residual, zero or more: Σ wᵢ rᵢ² is minimised. A residual of variance σᵢ² has the
    /// weight 1/σᵢ²; a weight of zero excludes it.
    pub fn weights(mut self, weights: &[f64]) -> Self {
        self.weights = Some(weights.to_vec());
        self
    }

    /// Sets the lower and the upper bound of each parameter, which may be infinite; equal bounds fix a parameter.
    ///
    /// Steps end at the bounds, and a parameter that would leave them is fixed while the others move (the projected
    /// method of Kanzow, Yamashita and Fukushima, 2004, with the active set of Bertsekas, 1982). A start outside is
    /// moved to the nearest point inside.
    pub fn bounds(mut self, bounds: &[(f64, f64)]) -> Self {
        self.bounds = Bounds(bounds.to_vec());
        self
    }

    /// Descends from `start` in every manner, and keeps the smallest sum of squares.
    ///
    /// # Errors
    ///
    /// If a setting or the start does not match the residuals, if residuals or Jacobian are not finite at the start,
    /// or if their evaluation fails.
    pub fn solve<P: Residuals>(&self, residuals: &P, start: &[f64]) -> Result<Fit, Error<P::Error>> {
        self.solve_observed(residuals, start, &mut |_| ControlFlow::Continue(()))
    }

    /// Descends like [`solve`](Self::solve), and calls an observer before each iteration. If the observer breaks, the
    /// fit is the best so far.
    ///
    /// # Errors
    ///
    /// Those of [`solve`](Self::solve).
    pub fn solve_observed<P: Residuals>(
        &self,
        residuals: &P,
        start: &[f64],
        observe: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Fit, Error<P::Error>> {
        let roots = self.roots(residuals.count())?;
        let count = roots.as_ref().map_or(residuals.count(), |r| r.iter().filter(|r| **r > 0.0).count());
        self.check(start, count)?;
        let mut from = start.to_vec();
        self.bounds.clamp(&mut from);
        let problem = Weighted { problem: residuals, roots };
        let limits = Limits { most: self.iterations, patience: self.patience, bounds: &self.bounds };
        let mut best: Option<Found> = None;
        for (descents, manner) in self.manners.iter().enumerate() {
            let mut observe = |iterations, rss| observe(Progress { descents, iterations, rss });
            let found = descend(&problem, &from, &limits, manner.setting(), &mut observe)?;
            let interrupted = found.end == End::Interrupted;
            if best.as_ref().is_none_or(|b| found.at.rss < b.at.rss) {
                best = Some(found);
            }
            if interrupted {
                best.iter_mut().for_each(|best| best.end = End::Interrupted);
                break;
            }
        }
        Ok(best.expect("there is at least one manner").fit(start, count))
    }

    /// Returns the roots of the weights.
    fn roots<E>(&self, residuals: usize) -> Result<Option<Vec<f64>>, Error<E>> {
        let Some(weights) = &self.weights else { return Ok(None) };
        if weights.len() != residuals {
            return Err(Error::WeightCount { weights: weights.len(), residuals });
        }
        match weights.iter().position(|w| !(*w >= 0.0 && w.is_finite())) {
            Some(i) => Err(Error::Weight(i)),
            None => Ok(Some(weights.iter().map(|w| w.sqrt()).collect())),
        }
    }

    fn check<E>(&self, start: &[f64], residuals: usize) -> Result<(), Error<E>> {
        let parameters = start.len();
        if parameters == 0 {
            return Err(Error::NoParameters);
        }
        if let Some(i) = start.iter().position(|x| !x.is_finite()) {
            return Err(Error::Start(i));
        }
        if !self.bounds.is_empty() && self.bounds.0.len() != parameters {
            return Err(Error::BoundCount { bounds: self.bounds.0.len(), parameters });
        }
        // An infinite bound on the wrong side excludes all finite parameters.
        let is_interval =
            |(low, high): &(f64, f64)| low <= high && *low < f64::INFINITY && *high > f64::NEG_INFINITY;
        if let Some(i) = self.bounds.0.iter().position(|bounds| !is_interval(bounds)) {
            return Err(Error::Bound(i));
        }
        if residuals < parameters {
            return Err(Error::TooFew { residuals, parameters });
        }
        Ok(())
    }
}
