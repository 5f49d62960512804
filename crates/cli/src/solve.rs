//! Bundle adjustment as a problem for `retrograde_optimise`: cameras are its first side, points its second, weights the
//! observations' own unknowns.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use retrograde_optimise::sparse::{
    self, Bipartite, Derivatives, Event as Told, Iteration, Observations, Plan, Side, Solution, Unknowns,
};

use crate::bundle::{Block, Bundle, Observation, Scene, rms};
use crate::engine::{Batch, Columns, Sweep};
use crate::failure::Failure;
use crate::memory::{ask, bytes_of};

/// An event that is passed to an observer of the solver.
pub(crate) enum Event<'a> {
    /// The method by which steps will be computed; the first event, once.
    Plan(String),
    /// The end of an iteration, with the root mean square of the reprojection errors; iteration zero is the start.
    Iteration(&'a Iteration, f64),
}

/// The result of the solver.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    /// The reason for which it stopped, and its iterations.
    pub(crate) solution: Solution,
    /// Root mean square of the reprojection errors at the start, in pixels.
    pub(crate) initial_rms: f64,
    /// Root mean square of the reprojection errors at the end, in pixels.
    pub(crate) final_rms: f64,
}

/// Returns the solver for bundles. The distortion of cameras with few observations is nearly undetermined and must be
/// damped.
pub(crate) fn solver() -> Bipartite {
    Bipartite::new().smallest_scale(1e-9)
}

/// Solves `bundle` in place, with derivatives of the engine `E`, those of all observations by `batch`.
///
/// # Errors
///
/// If the error of an observation is not finite at the start, or the problem is too large for the memory.
pub(crate) fn solve<const C: usize, E: Sweep<C>>(
    bundle: &mut Bundle<C>,
    solver: &Bipartite,
    batch: &dyn Batch<C>,
    observe: &mut dyn FnMut(Event<'_>),
) -> Result<Summary, Failure> {
    if bundle.weights.is_empty() {
        run::<C, 0, E>(bundle, solver, batch, observe)
    } else {
        run::<C, 1, E>(bundle, solver, batch, observe)
    }
}

/// Solves a problem with `P` weights per observation.
fn run<const C: usize, const P: usize, E: Sweep<C>>(
    bundle: &mut Bundle<C>,
    solver: &Bipartite,
    batch: &dyn Batch<C>,
    observe: &mut dyn FnMut(Event<'_>),
) -> Result<Summary, Failure> {
    let mut seen = Vec::new();
    let mut told = |event: Told<'_, 2>| {
        match event {
            Told::Plan(plan) => observe(Event::Plan(describe(&plan))),
            Told::Iteration { state, residuals } => {
                let rms = rms(residuals);
                seen.push(rms);
                observe(Event::Iteration(state, rms));
            }
            _ => {}
        }
        ControlFlow::Continue(())
    };
    ask(bytes_of::<[f64; P]>(bundle.weights.len()), "the problem")?;
    let mut unknowns = Unknowns {
        first: std::mem::take(&mut bundle.cameras),
        second: std::mem::take(&mut bundle.points),
        own: bundle.weights.iter().map(|weight| [*weight; P]).collect(),
    };
    let reprojections =
        Reprojections::<C, E> { observations: &bundle.observations, batch, engine: PhantomData };
    let solved = solver.solve_observed(&reprojections, &mut unknowns, &mut told);
    (bundle.cameras, bundle.points) = (unknowns.first, unknowns.second);
    bundle
        .weights
        .iter_mut()
        .zip(unknowns.own.iter().flatten())
        .for_each(|(weight, solved)| *weight = *solved);
    let solution = solved.map_err(|error| refused(error, bundle))?;
    let rms = |at: Option<&f64>| at.copied().unwrap_or(f64::NAN);
    Ok(Summary { solution, initial_rms: rms(seen.first()), final_rms: rms(seen.last()) })
}

/// The reprojection errors of all observations.
struct Reprojections<'a, const C: usize, E> {
    observations: &'a [Observation],
    batch: &'a dyn Batch<C>,
    engine: PhantomData<E>,
}

impl<const C: usize, const P: usize, E: Sweep<C>> Observations<C, 3, 2, P> for Reprojections<'_, C, E> {
    fn count(&self) -> usize {
        self.observations.len()
    }

    fn pair(&self, i: usize) -> (usize, usize) {
        (self.observations[i].camera as usize, self.observations[i].point as usize)
    }

    #[inline(always)]
    fn residual(&self, i: usize, camera: &[f64; C], point: &[f64; 3], weight: &[f64; P]) -> [f64; 2] {
        E::residual(camera, point, one(weight), &self.observations[i].pixel)
    }

    #[inline(always)]
    fn linearise(
        &self,
        i: usize,
        camera: &[f64; C],
        point: &[f64; 3],
        weight: &[f64; P],
        block: &mut sparse::Block<C, 3, 2, P>,
    ) -> [f64; 2] {
        let mut filled = Block::ZERO;
        let residual = E::sweep(&mut filled, camera, point, one(weight), &self.observations[i].pixel);
        *block = sparse::Block { first: filled.camera, second: filled.point, own: [filled.weight; P] };
        residual
    }

    fn residuals(
        &self,
        cameras: &[[f64; C]],
        points: &[[f64; 3]],
        weights: &[[f64; P]],
        residuals: &mut [[f64; 2]],
    ) {
        E::residuals(self.scene(cameras, points, weights), residuals);
    }

    fn linearise_all(
        &self,
        cameras: &[[f64; C]],
        points: &[[f64; 3]],
        weights: &[[f64; P]],
        out: Derivatives<'_, C, 3, 2, P>,
    ) {
        let Derivatives { residuals, first, second, own } = out;
        let scene = self.scene(cameras, points, weights);
        let by_weight = own.as_flattened_mut();
        self.batch.linearise(scene, Columns { residuals, by_camera: first, by_point: second, by_weight });
    }

    fn prior(&self, _: usize, weight: &[f64; P]) -> [f64; P] {
        weight.map(E::weight_error)
    }

    fn linearise_prior(&self, _: usize, weight: &[f64; P]) -> ([f64; P], [[f64; P]; P]) {
        let (error, slope) = E::sweep_weight(one(weight));
        ([error; P], [[slope; P]; P])
    }
}

impl<'a, const C: usize, E> Reprojections<'a, C, E> {
    fn scene<const P: usize>(
        &self,
        cameras: &'a [[f64; C]],
        points: &'a [[f64; 3]],
        weights: &'a [[f64; P]],
    ) -> Scene<'a, C> {
        Scene { cameras, points, weights: weights.as_flattened(), observations: self.observations }
    }
}

/// Returns the weight of an observation; one in models without weights.
#[inline(always)]
fn one<const P: usize>(weight: &[f64; P]) -> f64 {
    weight.first().copied().unwrap_or(1.0)
}

/// Describes the method by which steps will be computed.
fn describe(plan: &Plan) -> String {
    let side = match plan.eliminated {
        Side::First => "cameras",
        Side::Second => "points",
    };
    let kind = if plan.dense { "dense" } else { "sparse" };
    format!("{side} eliminated; {kind} reduced system of {} unknowns", plan.unknowns)
}

/// Converts an error of the solver to a failure, in terms of bundle adjustment.
fn refused<const C: usize>(error: sparse::Error, bundle: &Bundle<C>) -> Failure {
    match error {
        sparse::Error::Observation(i) => {
            let seen = bundle.observations[i];
            Failure::Start(format!(
                "the error of observation {} is not finite at the start: point {} lies in the plane of camera {}",
                i + 1,
                seen.point,
                seen.camera
            ))
        }
        sparse::Error::Overflow => Failure::Start("the cost is not finite at the start".to_owned()),
        other => Failure::Solve(other.to_string()),
    }
}

#[cfg(test)]
mod tests;
