//! A bundle adjustment problem in memory, and the passes over its observations.
//!
//! Cameras are arrays of `C` numbers: 9 in the BAL model, 11 in ADBench's, whose observations also carry a weight each
//! (`weights` is empty in the BAL model). The passes are those of an [`engine`](crate::engine). None allocates.

use crate::engine::{Columns, Residual, Sweep};
use crate::memory::bytes_of;

/// One measurement: a camera, a point, and the position of the point in the image (pixels).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Observation {
    /// Index into [`Bundle::cameras`].
    pub(crate) camera: u32,
    /// Index into [`Bundle::points`].
    pub(crate) point: u32,
    /// The measured position of the point.
    pub(crate) pixel: [f64; 2],
}

/// Cameras, points, and observations. Every index of an observation is in range.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bundle<const C: usize> {
    /// The cameras' parameters.
    pub(crate) cameras: Vec<[f64; C]>,
    /// The points' positions.
    pub(crate) points: Vec<[f64; 3]>,
    /// One weight per observation; empty in models without weights.
    pub(crate) weights: Vec<f64>,
    /// The measurements, at least one.
    pub(crate) observations: Vec<Observation>,
}

/// A problem of either camera model.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AnyBundle {
    /// Nine numbers per camera, no weights.
    Bal(Bundle<9>),
    /// Eleven numbers per camera and one weight per observation.
    AdBench(Bundle<11>),
}

/// Both rows of one observation's Jacobian, column by column: `camera[j] = [∂r_0/∂c_j, ∂r_1/∂c_j]`.
///
/// This is the layout in which a sweep with two cotangents leaves them, so nothing is copied or transposed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<const C: usize> {
    /// Columns of the camera.
    pub(crate) camera: [[f64; 2]; C],
    /// Columns of the point.
    pub(crate) point: [[f64; 2]; 3],
    /// The column of the observation's weight; zero in a model without weights.
    pub(crate) weight: [f64; 2],
}

impl<const C: usize> Block<C> {
    /// A block for a sweep to add to. Since x + -0.0 = x for every x, the compiler drops the first additions.
    pub(crate) const ZERO: Self = Self { camera: [[-0.0; 2]; C], point: [[-0.0; 2]; 3], weight: [-0.0; 2] };
}

/// Residuals and derivatives of a pass over the observations, in the layout in which a batch leaves them.
#[derive(Clone, Debug)]
pub(crate) struct Linearisation<const C: usize> {
    /// Reprojection errors, two per observation.
    pub(crate) residuals: Vec<[f64; 2]>,
    /// Their derivatives by the camera: `by_camera[i][j] = [∂r_0/∂c_j, ∂r_1/∂c_j]`.
    pub(crate) by_camera: Vec<[[f64; 2]; C]>,
    /// Their derivatives by the point.
    pub(crate) by_point: Vec<[[f64; 2]; 3]>,
    /// Their derivatives by the weight; empty in models without weights.
    pub(crate) by_weight: Vec<[f64; 2]>,
    /// Weight errors, one per weight.
    pub(crate) weight_errors: Vec<f64>,
    /// Their derivatives, one per weight.
    pub(crate) weight_slopes: Vec<f64>,
}

impl<const C: usize> Linearisation<C> {
    /// Returns the bytes that the linearisation of a problem takes; `None` on overflow.
    pub(crate) fn bytes(observations: usize, weights: usize) -> Option<usize> {
        bytes_of::<([f64; 2], [[f64; 2]; C], [[f64; 2]; 3])>(observations)?
            .checked_add(bytes_of::<[f64; 4]>(weights)?)
    }

    /// Allocates residuals and Jacobian of `bundle`.
    pub(crate) fn new(bundle: &Bundle<C>) -> Self {
        let (observations, weights) = (bundle.observations.len(), bundle.weights.len());
        Self {
            residuals: vec![[0.0; 2]; observations],
            by_camera: vec![[[0.0; 2]; C]; observations],
            by_point: vec![[[0.0; 2]; 3]; observations],
            by_weight: vec![[0.0; 2]; weights],
            weight_errors: vec![0.0; weights],
            weight_slopes: vec![0.0; weights],
        }
    }

    /// Sets all derivatives of the residuals to one number: what storing them takes by itself.
    pub(crate) fn fill(&mut self, number: f64) {
        self.by_camera.as_flattened_mut().as_flattened_mut().fill(number);
        self.by_point.as_flattened_mut().as_flattened_mut().fill(number);
        self.by_weight.as_flattened_mut().fill(number);
    }
}

impl<const C: usize> Bundle<C> {
    /// Returns the problem as the engines take it.
    pub(crate) fn scene(&self) -> Scene<'_, C> {
        Scene {
            cameras: &self.cameras,
            points: &self.points,
            weights: &self.weights,
            observations: &self.observations,
        }
    }

    /// Fills `residuals` (one entry per observation) and `weight_errors` (one per weight).
    pub(crate) fn residuals<E: Residual<C>>(&self, residuals: &mut [[f64; 2]], weight_errors: &mut [f64]) {
        E::residuals(self.scene(), residuals);
        for (weight, error) in self.weights.iter().zip(weight_errors) {
            *error = E::weight_error(*weight);
        }
    }

    /// Fills residuals and Jacobian.
    pub(crate) fn linearise<E: Sweep<C>>(&self, out: &mut Linearisation<C>) {
        self.linearise_by::<E>(out, |scene, out| {
            E::linearise(scene, out.residuals, out.by_camera, out.by_point, out.by_weight);
        });
    }

    /// Fills residuals and Jacobian, those of the observations by `batch`.
    pub(crate) fn linearise_by<E: Sweep<C>>(
        &self,
        out: &mut Linearisation<C>,
        batch: impl FnOnce(Scene<'_, C>, Columns<'_, C>),
    ) {
        let Linearisation { residuals, by_camera, by_point, by_weight, .. } = out;
        batch(self.scene(), Columns { residuals, by_camera, by_point, by_weight });
        let outputs = out.weight_errors.iter_mut().zip(&mut out.weight_slopes);
        for (weight, (error, slope)) in self.weights.iter().zip(outputs) {
            (*error, *slope) = E::sweep_weight(*weight);
        }
    }
}

/// Cameras, points, weights and observations of a problem, borrowed.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a, const C: usize> {
    pub(crate) cameras: &'a [[f64; C]],
    pub(crate) points: &'a [[f64; 3]],
    pub(crate) weights: &'a [f64],
    pub(crate) observations: &'a [Observation],
}

impl<'a, const C: usize> Scene<'a, C> {
    /// Returns camera, point, weight and pixel of observation `i`; the weight is one in models without weights.
    #[inline(always)]
    pub(crate) fn seen(&self, i: usize) -> (&'a [f64; C], &'a [f64; 3], f64, &'a [f64; 2]) {
        let seen = &self.observations[i];
        let weight = self.weights.get(i).copied().unwrap_or(1.0);
        (&self.cameras[seen.camera as usize], &self.points[seen.point as usize], weight, &seen.pixel)
    }
}

/// Returns the root mean square of the 2-vectors: `sqrt(Σ |r|² / observations)`, in pixels.
pub(crate) fn rms(residuals: &[[f64; 2]]) -> f64 {
    (square_sum(residuals) / residuals.len() as f64).sqrt()
}

/// Returns Σ |r|².
pub(crate) fn square_sum(residuals: &[[f64; 2]]) -> f64 {
    residuals.iter().map(|r| r[0] * r[0] + r[1] * r[1]).sum()
}
