//! A bundle adjustment problem in memory, and the passes over its observations.
//!
//! Cameras are arrays of `C` numbers: 9 in the BAL model, 11 in ADBench's, whose observations also carry a weight each
//! (`weights` is empty in the BAL model). The passes are generic in the [`Residual`] and [`Sweep`] that they call, so
//! that every [`engine`](crate::engine) runs in the same loop. None allocates.

use crate::engine::{Residual, Sweep};
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

/// Residuals and derivatives of a pass over the observations.
#[derive(Clone, Debug)]
pub(crate) struct Linearisation<const C: usize> {
    /// Reprojection errors, two per observation.
    pub(crate) residuals: Vec<[f64; 2]>,
    /// Their Jacobian, one block per observation.
    pub(crate) blocks: Vec<Block<C>>,
    /// Weight errors, one per weight.
    pub(crate) weight_errors: Vec<f64>,
    /// Their derivatives, one per weight.
    pub(crate) weight_slopes: Vec<f64>,
}

impl<const C: usize> Linearisation<C> {
    /// Returns the bytes that the linearisation of a problem takes; `None` on overflow.
    pub(crate) fn bytes(observations: usize, weights: usize) -> Option<usize> {
        bytes_of::<([f64; 2], Block<C>)>(observations)?.checked_add(bytes_of::<[f64; 2]>(weights)?)
    }

    /// Allocates residuals and Jacobian of `bundle`.
    pub(crate) fn new(bundle: &Bundle<C>) -> Self {
        Self {
            residuals: vec![[0.0; 2]; bundle.observations.len()],
            blocks: vec![Block::ZERO; bundle.observations.len()],
            weight_errors: vec![0.0; bundle.weights.len()],
            weight_slopes: vec![0.0; bundle.weights.len()],
        }
    }
}

impl<const C: usize> Bundle<C> {
    /// Returns the weight of observation `i`; one in models without weights.
    #[inline(always)]
    fn weight(&self, i: usize) -> f64 {
        self.weights.get(i).copied().unwrap_or(1.0)
    }

    /// Fills `residuals` (one entry per observation) and `weight_errors` (one per weight).
    pub(crate) fn residuals<E: Residual<C>>(&self, residuals: &mut [[f64; 2]], weight_errors: &mut [f64]) {
        for (i, (seen, residual)) in self.observations.iter().zip(residuals).enumerate() {
            let camera = &self.cameras[seen.camera as usize];
            let point = &self.points[seen.point as usize];
            *residual = E::residual(camera, point, self.weight(i), &seen.pixel);
        }
        for (weight, error) in self.weights.iter().zip(weight_errors) {
            *error = E::weight_error(*weight);
        }
    }

    /// Fills residuals and Jacobian.
    pub(crate) fn linearise<E: Sweep<C>>(&self, out: &mut Linearisation<C>) {
        let outputs = out.residuals.iter_mut().zip(&mut out.blocks);
        for (i, (seen, (residual, block))) in self.observations.iter().zip(outputs).enumerate() {
            let camera = &self.cameras[seen.camera as usize];
            let point = &self.points[seen.point as usize];
            // Filled in registers and stored once: the sweep adds, and sums in memory cost more than sums in registers.
            let mut filled = Block::ZERO;
            *residual = E::sweep(&mut filled, camera, point, self.weight(i), &seen.pixel);
            *block = filled;
        }
        let outputs = out.weight_errors.iter_mut().zip(&mut out.weight_slopes);
        for (weight, (error, slope)) in self.weights.iter().zip(outputs) {
            (*error, *slope) = E::sweep_weight(*weight);
        }
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
