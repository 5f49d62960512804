//! [`Bipartite`]: what a user sets, checked before anything is computed.

use std::ops::ControlFlow;

use super::descent::{Event, Iteration, Observer, Stop, descend};
use super::error::{Error, Side};
use super::linearisation::Sides;
use super::problem::{Exchanged, Observations, Unknowns};

/// Levenberg-Marquardt for least squares between two sides, with sparse block elimination.
///
/// Each step eliminates one side, and factors what is left, the Schur complement, by a dense or a sparse Cholesky
/// decomposition (Triggs, McLauchlan, Hartley and Fitzgibbon, "Bundle adjustment: a modern synthesis", 2000; the order of
/// elimination is that of Amestoy, Davis and Duff, 1996). Damping is Marquardt's, steered as by Nielsen (1999), so what the
/// observations leave open, and entities that nothing observes, stay near where they start, and there may be fewer
/// residuals than unknowns.
#[derive(Clone, Debug)]
pub struct Bipartite {
    pub(super) iterations: usize,
    pub(super) cost_tolerance: f64,
    pub(super) gradient_tolerance: f64,
    pub(super) step_tolerance: f64,
    pub(super) smallest_scale: f64,
    eliminate: Option<Side>,
}

/// The result of the solver.
#[derive(Clone, Debug)]
pub struct Solution {
    /// The reason why it stopped.
    pub stop: Stop,
    /// The start and all iterations after it, rejected steps included.
    pub history: Vec<Iteration>,
}

impl Solution {
    /// Returns `½ Σ |r|²` at the start, priors included.
    pub fn initial_cost(&self) -> f64 {
        self.history.first().map_or(f64::NAN, |state| state.cost)
    }

    /// Returns `½ Σ |r|²` at the end, priors included.
    pub fn cost(&self) -> f64 {
        self.history.last().map_or(f64::NAN, |state| state.cost)
    }

    /// Returns the number of iterations, rejected steps included.
    pub fn iterations(&self) -> usize {
        self.history.len().saturating_sub(1)
    }
}

impl Default for Bipartite {
    fn default() -> Self {
        Self::new()
    }
}

impl Bipartite {
    /// Returns a solver of up to 200 iterations that eliminates the side with more unknowns.
    pub fn new() -> Self {
        Bipartite {
            iterations: 200,
            cost_tolerance: 1e-8,
            gradient_tolerance: 1e-9,
            step_tolerance: 1e-10,
            smallest_scale: 0.0,
            eliminate: None,
        }
    }

    /// Sets the most linearisations and steps, accepted or not.
    pub fn iterations(mut self, most: usize) -> Self {
        self.iterations = most;
        self
    }

    /// Sets the share of the cost, 10⁻⁸ at first: a step that lowers it by less ends the descent.
    pub fn cost_tolerance(mut self, share: f64) -> Self {
        self.cost_tolerance = share;
        self
    }

    /// Sets the cosine, 10⁻⁹ at first: the descent ends where no column of the Jacobian makes an angle with the residual
    /// whose cosine exceeds it.
    pub fn gradient_tolerance(mut self, cosine: f64) -> Self {
        self.gradient_tolerance = cosine;
        self
    }

    /// Sets the share of the scaled unknowns, 10⁻¹⁰ at first: a scaled step that is shorter ends the descent.
    pub fn step_tolerance(mut self, share: f64) -> Self {
        self.step_tolerance = share;
        self
    }

    /// Sets the smallest scale, zero at first: damping holds an unknown as if the sum of squares of its column of the
    /// Jacobian were at least this. It keeps unknowns that hardly move any residual from running far, and has their unit.
    pub fn smallest_scale(mut self, scale: f64) -> Self {
        self.smallest_scale = scale;
        self
    }

    /// Sets the side that is eliminated. The reduced system has all unknowns of the other one.
    pub fn eliminate(mut self, side: Side) -> Self {
        self.eliminate = Some(side);
        self
    }

    /// Descends from `unknowns`, which are at the end what was found.
    ///
    /// # Errors
    ///
    /// When observations and unknowns do not fit, something is not finite at the start, or the memory is too small; the
    /// unknowns are then as they were.
    pub fn solve<const A: usize, const B: usize, const R: usize, const P: usize>(
        &self,
        observations: &impl Observations<A, B, R, P>,
        unknowns: &mut Unknowns<A, B, P>,
    ) -> Result<Solution, Error> {
        self.solve_observed(observations, unknowns, &mut |_| ControlFlow::Continue(()))
    }

    /// Descends as [`solve`](Self::solve) does, and calls an observer with the plan and with each iteration. If the
    /// observer breaks, the unknowns are the best so far.
    ///
    /// # Errors
    ///
    /// Those of [`solve`](Self::solve).
    pub fn solve_observed<const A: usize, const B: usize, const R: usize, const P: usize>(
        &self,
        observations: &impl Observations<A, B, R, P>,
        unknowns: &mut Unknowns<A, B, P>,
        observe: &mut dyn FnMut(Event<'_, R>) -> ControlFlow<()>,
    ) -> Result<Solution, Error> {
        let pairs = checked(observations, unknowns)?;
        let Unknowns { first, second, own } = unknowns;
        let larger = if A * first.len() > B * second.len() { Side::First } else { Side::Second };
        let observe: Observer<'_, R> = observe;
        let side = self.eliminate.unwrap_or(larger);
        let (stop, history) = match side {
            Side::First => {
                let sides = Sides { eliminated: first, kept: second, own };
                descend(self, observations, pairs, sides, side, observe)?
            }
            Side::Second => {
                let pairs = pairs.into_iter().map(|[first, second]| [second, first]).collect();
                let sides = Sides { eliminated: second, kept: first, own };
                descend(self, &Exchanged(observations), pairs, sides, side, observe)?
            }
        };
        Ok(Solution { stop, history })
    }
}

/// Returns the entities of all observations, which are in range.
fn checked<const A: usize, const B: usize, const R: usize, const P: usize>(
    observations: &impl Observations<A, B, R, P>,
    unknowns: &Unknowns<A, B, P>,
) -> Result<Vec<[u32; 2]>, Error> {
    let count = observations.count();
    let (first, second) = (unknowns.first.len(), unknowns.second.len());
    if count == 0 || R == 0 {
        return Err(Error::NoResiduals);
    }
    if A == 0 {
        return Err(Error::NoUnknowns(Side::First));
    }
    if B == 0 {
        return Err(Error::NoUnknowns(Side::Second));
    }
    if let Some(many) = [count, first, second].into_iter().find(|n| *n > u32::MAX as usize) {
        return Err(Error::TooMany(many));
    }
    if P > 0 && unknowns.own.len() != count {
        return Err(Error::OwnCount { given: unknowns.own.len(), observations: count });
    }
    let mut pairs = Vec::new();
    pairs.try_reserve_exact(count).map_err(|_| Error::Memory { bytes: count.checked_mul(8) })?;
    for observation in 0..count {
        let (a, b) = observations.pair(observation);
        for (side, index, entities) in [(Side::First, a, first), (Side::Second, b, second)] {
            if index >= entities {
                return Err(Error::Index { observation, side, index, entities });
            }
        }
        pairs.push([a as u32, b as u32]);
    }
    Ok(pairs)
}
