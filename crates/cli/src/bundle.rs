//! A bundle adjustment problem in memory, and the passes over its observations.
//!
//! Cameras are arrays of `C` numbers: 9 in the BAL model, 11 in ADBench's, whose observations also carry a weight each
//! (`weights` is empty in the BAL model). The passes are generic in the [`Residual`] and [`Sweep`] that they call, so
//! that the derived adjoint, the one written by hand and the plain function run in the same loop. None allocates.

use retrograde_problems::{ba, hand, plain};

/// One measurement: which camera saw which point, and where (pixels).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Observation {
    /// Index into [`Bundle::cameras`].
    pub(crate) camera: u32,
    /// Index into [`Bundle::points`].
    pub(crate) point: u32,
    /// Where the point was measured.
    pub(crate) pixel: [f64; 2],
}

/// Cameras, points, and what was seen. Every index of an observation is in range.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Bundle<const C: usize> {
    /// The cameras' parameters.
    pub(crate) cameras: Vec<[f64; C]>,
    /// The points' positions.
    pub(crate) points: Vec<[f64; 3]>,
    /// One weight an observation, or none at all where the model has no weights.
    pub(crate) weights: Vec<f64>,
    /// The measurements, at least one.
    pub(crate) observations: Vec<Observation>,
}

/// A problem of either camera model.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AnyBundle {
    /// Nine numbers a camera, no weights.
    Bal(Bundle<9>),
    /// Eleven numbers a camera and one weight an observation.
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
    /// The block that a sweep adds to. Minus zero is the neutral element of addition, so the compiler drops the sums.
    pub(crate) const ZERO: Self = Self { camera: [[-0.0; 2]; C], point: [[-0.0; 2]; 3], weight: [-0.0; 2] };
}

/// What a pass over the observations fills.
#[derive(Clone, Debug)]
pub(crate) struct Linearisation<const C: usize> {
    /// Reprojection errors, two an observation.
    pub(crate) residuals: Vec<[f64; 2]>,
    /// Their Jacobian, one block an observation.
    pub(crate) blocks: Vec<Block<C>>,
    /// Weight errors, one a weight.
    pub(crate) weight_errors: Vec<f64>,
    /// Their derivatives, one a weight.
    pub(crate) weight_slopes: Vec<f64>,
}

impl<const C: usize> Linearisation<C> {
    /// Room for `bundle`'s residuals and Jacobian.
    pub(crate) fn new(bundle: &Bundle<C>) -> Self {
        Self {
            residuals: vec![[0.0; 2]; bundle.observations.len()],
            blocks: vec![Block::ZERO; bundle.observations.len()],
            weight_errors: vec![0.0; bundle.weights.len()],
            weight_slopes: vec![0.0; bundle.weights.len()],
        }
    }
}

/// Evaluates the residual of one observation.
pub(crate) trait Residual<const C: usize> {
    /// The reprojection error.
    fn residual(camera: &[f64; C], point: &[f64; 3], weight: f64, pixel: &[f64; 2]) -> [f64; 2];

    /// The weight's own error.
    fn weight_error(weight: f64) -> f64;
}

/// Evaluates and differentiates the residual of one observation.
pub(crate) trait Sweep<const C: usize>: Residual<C> {
    /// The reprojection error; adds its Jacobian to `block`.
    fn sweep(
        block: &mut Block<C>,
        camera: &[f64; C],
        point: &[f64; 3],
        weight: f64,
        pixel: &[f64; 2],
    ) -> [f64; 2];

    /// The weight's own error and its derivative.
    fn sweep_weight(weight: f64) -> (f64, f64);
}

/// The reversible functions and their derived sweeps.
pub(crate) struct Reversible;

/// The sweeps written by hand; their primal is the reversible functions'.
pub(crate) struct Hand;

/// Ordinary Rust without derivatives.
pub(crate) struct Plain;

/// What a residual is added to: minus zero, whose sum with anything is dropped by the compiler.
const START: [f64; 2] = [-0.0; 2];

/// One seed for each row of an observation's Jacobian.
const ROWS: [[f64; 2]; 2] = [[1.0, 0.0], [0.0, 1.0]];

impl Residual<9> for Reversible {
    #[inline(always)]
    fn residual(camera: &[f64; 9], point: &[f64; 3], _: f64, pixel: &[f64; 2]) -> [f64; 2] {
        let mut residual = START;
        ba::reproject(&mut residual, camera, point, pixel);
        residual
    }

    #[inline(always)]
    fn weight_error(weight: f64) -> f64 {
        weight_error(weight)
    }
}

impl Residual<11> for Reversible {
    #[inline(always)]
    fn residual(camera: &[f64; 11], point: &[f64; 3], weight: f64, pixel: &[f64; 2]) -> [f64; 2] {
        let mut residual = START;
        ba::reproject_adbench(&mut residual, camera, point, weight, pixel);
        residual
    }

    #[inline(always)]
    fn weight_error(weight: f64) -> f64 {
        weight_error(weight)
    }
}

impl Sweep<9> for Reversible {
    #[inline(always)]
    fn sweep(
        block: &mut Block<9>,
        camera: &[f64; 9],
        point: &[f64; 3],
        _: f64,
        pixel: &[f64; 2],
    ) -> [f64; 2] {
        let (mut residual, mut seeds) = (START, ROWS);
        ba::reproject::sweep(
            &mut residual,
            &mut seeds,
            camera,
            &mut block.camera,
            point,
            &mut block.point,
            pixel,
        );
        residual
    }

    #[inline(always)]
    fn sweep_weight(weight: f64) -> (f64, f64) {
        sweep_weight(weight)
    }
}

impl Sweep<11> for Reversible {
    #[inline(always)]
    fn sweep(
        block: &mut Block<11>,
        camera: &[f64; 11],
        point: &[f64; 3],
        weight: f64,
        pixel: &[f64; 2],
    ) -> [f64; 2] {
        let (mut residual, mut seeds) = (START, ROWS);
        ba::reproject_adbench::sweep(
            &mut residual,
            &mut seeds,
            camera,
            &mut block.camera,
            point,
            &mut block.point,
            weight,
            &mut block.weight,
            pixel,
        );
        residual
    }

    #[inline(always)]
    fn sweep_weight(weight: f64) -> (f64, f64) {
        sweep_weight(weight)
    }
}

#[inline(always)]
fn weight_error(weight: f64) -> f64 {
    let mut error = 0.0;
    ba::weight_error(&mut error, weight);
    error
}

#[inline(always)]
fn sweep_weight(weight: f64) -> (f64, f64) {
    let (mut error, mut slope) = (0.0, 0.0);
    ba::weight_error::sweep(&mut error, &mut 1.0, weight, &mut slope);
    (error, slope)
}

impl<const C: usize> Residual<C> for Hand
where
    Reversible: Residual<C>,
{
    #[inline(always)]
    fn residual(camera: &[f64; C], point: &[f64; 3], weight: f64, pixel: &[f64; 2]) -> [f64; 2] {
        Reversible::residual(camera, point, weight, pixel)
    }

    #[inline(always)]
    fn weight_error(weight: f64) -> f64 {
        <Reversible as Residual<C>>::weight_error(weight)
    }
}

impl Sweep<9> for Hand {
    #[inline(always)]
    fn sweep(
        block: &mut Block<9>,
        camera: &[f64; 9],
        point: &[f64; 3],
        _: f64,
        pixel: &[f64; 2],
    ) -> [f64; 2] {
        let (mut residual, mut seeds) = (START, ROWS);
        hand::reproject(&mut residual, &mut seeds, camera, &mut block.camera, point, &mut block.point, pixel);
        residual
    }

    #[inline(always)]
    fn sweep_weight(weight: f64) -> (f64, f64) {
        hand_sweep_weight(weight)
    }
}

impl Sweep<11> for Hand {
    #[inline(always)]
    fn sweep(
        block: &mut Block<11>,
        camera: &[f64; 11],
        point: &[f64; 3],
        weight: f64,
        pixel: &[f64; 2],
    ) -> [f64; 2] {
        let (mut residual, mut seeds) = (START, ROWS);
        hand::reproject_adbench(
            &mut residual,
            &mut seeds,
            camera,
            &mut block.camera,
            point,
            &mut block.point,
            weight,
            &mut block.weight,
            pixel,
        );
        residual
    }

    #[inline(always)]
    fn sweep_weight(weight: f64) -> (f64, f64) {
        hand_sweep_weight(weight)
    }
}

#[inline(always)]
fn hand_sweep_weight(weight: f64) -> (f64, f64) {
    let (mut error, mut slope) = (0.0, 0.0);
    hand::weight_error(&mut error, &mut 1.0, weight, &mut slope);
    (error, slope)
}

impl Residual<9> for Plain {
    #[inline(always)]
    fn residual(camera: &[f64; 9], point: &[f64; 3], _: f64, pixel: &[f64; 2]) -> [f64; 2] {
        plain::reproject(camera, point, pixel)
    }

    #[inline(always)]
    fn weight_error(weight: f64) -> f64 {
        plain::weight_error(weight)
    }
}

impl Residual<11> for Plain {
    #[inline(always)]
    fn residual(camera: &[f64; 11], point: &[f64; 3], weight: f64, pixel: &[f64; 2]) -> [f64; 2] {
        plain::reproject_adbench(camera, point, weight, pixel)
    }

    #[inline(always)]
    fn weight_error(weight: f64) -> f64 {
        plain::weight_error(weight)
    }
}

impl<const C: usize> Bundle<C> {
    /// The weight of observation `i`; one where the model has no weights.
    #[inline(always)]
    fn weight(&self, i: usize) -> f64 {
        self.weights.get(i).copied().unwrap_or(1.0)
    }

    /// Fills `residuals` (one entry an observation) and `weight_errors` (one a weight).
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

/// Root mean square over the 2-vectors: `sqrt(Σ |r|² / observations)`, in pixels.
pub(crate) fn rms(residuals: &[[f64; 2]]) -> f64 {
    (square_sum(residuals) / residuals.len() as f64).sqrt()
}

/// Σ |r|².
pub(crate) fn square_sum(residuals: &[[f64; 2]]) -> f64 {
    residuals.iter().map(|r| r[0] * r[0] + r[1] * r[1]).sum()
}
