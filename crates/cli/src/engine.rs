//! Evaluates and differentiates one observation: by the reversible functions, by sweeps written by hand, by the same
//! functions without the attribute, or by ordinary Rust.
//!
//! All implement [`Residual`] and [`Sweep`], for cameras of 9 numbers (BAL) and of 11 (ADBench), so that one
//! benchmark and one solver can use any of them. All observations are one loop, or, by the reversible functions, one batch.

use retrograde_problems::{ba, hand, plain, verbatim};

use retrograde::batch::{by, each};

use crate::bundle::{Block, Scene};

/// Evaluates the residual of one observation.
pub(crate) trait Residual<const C: usize> {
    /// Returns the reprojection error.
    fn residual(camera: &[f64; C], point: &[f64; 3], weight: f64, pixel: &[f64; 2]) -> [f64; 2];

    /// Returns the error of the weight itself.
    fn weight_error(weight: f64) -> f64;

    /// Sets the reprojection errors of all observations.
    fn residuals(scene: Scene<'_, C>, residuals: &mut [[f64; 2]]) {
        for (i, residual) in residuals.iter_mut().enumerate() {
            let (camera, point, weight, pixel) = scene.seen(i);
            *residual = Self::residual(camera, point, weight, pixel);
        }
    }
}

/// Evaluates and differentiates the residual of one observation.
pub(crate) trait Sweep<const C: usize>: Residual<C> {
    /// Returns the reprojection error and adds its Jacobian to `block`.
    fn sweep(
        block: &mut Block<C>,
        camera: &[f64; C],
        point: &[f64; 3],
        weight: f64,
        pixel: &[f64; 2],
    ) -> [f64; 2];

    /// Returns the error of the weight itself and its derivative.
    fn sweep_weight(weight: f64) -> (f64, f64);

    /// Sets the reprojection errors of all observations and their Jacobian; `by_weight` is empty in models without weights.
    fn linearise(
        scene: Scene<'_, C>,
        residuals: &mut [[f64; 2]],
        by_camera: &mut [[[f64; 2]; C]],
        by_point: &mut [[[f64; 2]; 3]],
        by_weight: &mut [[f64; 2]],
    ) {
        for (i, residual) in residuals.iter_mut().enumerate() {
            let (camera, point, weight, pixel) = scene.seen(i);
            // Filled in registers and stored once: the sweep adds, and sums in memory cost more than sums in registers.
            let mut filled = Block::ZERO;
            *residual = Self::sweep(&mut filled, camera, point, weight, pixel);
            (by_camera[i], by_point[i]) = (filled.camera, filled.point);
            if let Some(by_weight) = by_weight.get_mut(i) {
                *by_weight = filled.weight;
            }
        }
    }
}

/// Residuals of all observations and their Jacobian, column by column, as they are set; `by_weight` is empty in models without weights.
pub(crate) struct Columns<'a, const C: usize> {
    pub(crate) residuals: &'a mut [[f64; 2]],
    pub(crate) by_camera: &'a mut [[[f64; 2]; C]],
    pub(crate) by_point: &'a mut [[[f64; 2]; 3]],
    pub(crate) by_weight: &'a mut [[f64; 2]],
}

/// A way to compute the Jacobian of all observations.
pub(crate) trait Batch<const C: usize> {
    /// Sets the reprojection errors of all observations and their Jacobian.
    fn linearise(&self, scene: Scene<'_, C>, out: Columns<'_, C>);
}

/// The machine itself, by an engine.
pub(crate) struct Here<E>(pub(crate) E);

impl<const C: usize, E: Sweep<C>> Batch<C> for Here<E> {
    fn linearise(&self, scene: Scene<'_, C>, out: Columns<'_, C>) {
        E::linearise(scene, out.residuals, out.by_camera, out.by_point, out.by_weight);
    }
}

/// The reversible functions and their derived sweeps.
pub(crate) struct Reversible;

/// The sweeps written by hand; their primal is that of the reversible functions.
pub(crate) struct Hand;

/// The reversible functions without the attribute, and so without derivatives.
pub(crate) struct Unattributed;

/// Ordinary Rust in the fastest ordinary style, without derivatives.
pub(crate) struct Plain;

/// The initial value of a residual: since x + -0.0 = x for every x, the compiler drops the first addition.
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

    fn residuals(scene: Scene<'_, 9>, residuals: &mut [[f64; 2]]) {
        let seen = scene.observations;
        residuals.fill([0.0; 2]);
        ba::reproject::batch(
            residuals,
            by(scene.cameras, |i: usize| seen[i].camera as usize),
            by(scene.points, |i: usize| seen[i].point as usize),
            each(|i: usize| &seen[i].pixel),
        );
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

    fn residuals(scene: Scene<'_, 11>, residuals: &mut [[f64; 2]]) {
        let seen = scene.observations;
        residuals.fill([0.0; 2]);
        ba::reproject_adbench::batch(
            residuals,
            by(scene.cameras, |i: usize| seen[i].camera as usize),
            by(scene.points, |i: usize| seen[i].point as usize),
            scene.weights,
            each(|i: usize| &seen[i].pixel),
        );
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

    fn linearise(
        scene: Scene<'_, 9>,
        residuals: &mut [[f64; 2]],
        by_camera: &mut [[[f64; 2]; 9]],
        by_point: &mut [[[f64; 2]; 3]],
        _: &mut [[f64; 2]],
    ) {
        let seen = scene.observations;
        residuals.fill([0.0; 2]);
        ba::reproject::batch_jacobian(
            residuals,
            by(scene.cameras, |i: usize| seen[i].camera as usize),
            by_camera,
            by(scene.points, |i: usize| seen[i].point as usize),
            by_point,
            each(|i: usize| &seen[i].pixel),
        );
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

    fn linearise(
        scene: Scene<'_, 11>,
        residuals: &mut [[f64; 2]],
        by_camera: &mut [[[f64; 2]; 11]],
        by_point: &mut [[[f64; 2]; 3]],
        by_weight: &mut [[f64; 2]],
    ) {
        let seen = scene.observations;
        residuals.fill([0.0; 2]);
        ba::reproject_adbench::batch_jacobian(
            residuals,
            by(scene.cameras, |i: usize| seen[i].camera as usize),
            by_camera,
            by(scene.points, |i: usize| seen[i].point as usize),
            by_point,
            scene.weights,
            by_weight,
            each(|i: usize| &seen[i].pixel),
        );
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

impl Residual<9> for Unattributed {
    #[inline(always)]
    fn residual(camera: &[f64; 9], point: &[f64; 3], _: f64, pixel: &[f64; 2]) -> [f64; 2] {
        let mut residual = START;
        verbatim::reproject(&mut residual, camera, point, pixel);
        residual
    }

    #[inline(always)]
    fn weight_error(weight: f64) -> f64 {
        unattributed_weight_error(weight)
    }
}

impl Residual<11> for Unattributed {
    #[inline(always)]
    fn residual(camera: &[f64; 11], point: &[f64; 3], weight: f64, pixel: &[f64; 2]) -> [f64; 2] {
        let mut residual = START;
        verbatim::reproject_adbench(&mut residual, camera, point, weight, pixel);
        residual
    }

    #[inline(always)]
    fn weight_error(weight: f64) -> f64 {
        unattributed_weight_error(weight)
    }
}

#[inline(always)]
fn unattributed_weight_error(weight: f64) -> f64 {
    let mut error = 0.0;
    verbatim::weight_error(&mut error, weight);
    error
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
