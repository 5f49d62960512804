//! `ba`: the residuals of bundle adjustment, and their sparse Jacobian.
//!
//! The residual of an observation is that of [`reproject_adbench()`], weighted; another residual, `1 - w²`, keeps its weight near one. The suite sends one camera, one point, one
//! weight and one feature, which stand for all; this problem makes no use of that.

use retrograde::batch::by;
use retrograde_lanes::prefetch_for_writing;
use retrograde_problems::ba::{reproject_adbench, weight_error};
use serde::{Deserialize, Serialize};

use super::Problem;
use crate::evaluate::{Failure, evaluate, evaluate_again, plausible};
use crate::protocol::Manner;

#[derive(Deserialize)]
struct Input {
    n: usize,
    m: usize,
    p: usize,
    cam: [f64; 11],
    x: [f64; 3],
    w: f64,
    feat: [f64; 2],
}

/// Cameras, points, and observations.
pub struct Scene {
    /// Rotation vector, centre, focal length, principal point and two distortions of each camera.
    pub cameras: Vec<[f64; 11]>,
    /// The place of each point.
    pub points: Vec<[f64; 3]>,
    /// The numbers of the camera and of the point of each observation.
    pub seen: Vec<[u32; 2]>,
    /// The weight of each observation.
    pub weights: Vec<f64>,
    /// The place at which each observation saw its point.
    pub features: Vec<[f64; 2]>,
}

/// A sparse matrix by rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Sparse {
    /// The start of each row in the other two, and the end of the last one. Sizes are bounded, so 32 bits suffice.
    pub rows: Vec<u32>,
    /// The column of each number.
    pub cols: Vec<u32>,
    /// The numbers.
    pub vals: Vec<f64>,
}

/// Returns the residuals of the observations, and those of the weights.
pub fn residuals(scene: &Scene) -> (Vec<[f64; 2]>, Vec<f64>) {
    let seen = &scene.seen;
    let mut errors = vec![[0.0; 2]; scene.features.len()];
    let cameras = by(&scene.cameras, |i: usize| seen[i][0] as usize);
    let points = by(&scene.points, |i: usize| seen[i][1] as usize);
    reproject_adbench::batch(&mut errors, cameras, points, &scene.weights, &scene.features);
    let mut weight_errors = vec![0.0; scene.weights.len()];
    for (error, &weight) in weight_errors.iter_mut().zip(&scene.weights) {
        weight_error(error, weight);
    }
    (errors, weight_errors)
}

/// The number of observations in a batch.
const BATCH: usize = 1024;

/// The number of observations between the one that is stored and the one whose cache lines are asked for.
const AHEAD: usize = 16;

/// The numbers in both rows of an observation: by a camera, a point and a weight.
const SLOPES: usize = 2 * (11 + 3 + 1);

/// Returns the Jacobian: two rows for each observation, then one for each weight; columns for the cameras, the points and the weights. It takes the storage of a
/// matrix.
pub fn jacobian(scene: &Scene, manner: Manner, storage: Option<Sparse>) -> Sparse {
    let (n, m, p) = (scene.cameras.len(), scene.points.len(), scene.features.len());
    let mut jacobian = storage.unwrap_or_default();
    jacobian.rows.resize(3 * p + 1, 0);
    jacobian.cols.resize((SLOPES + 1) * p, 0);
    jacobian.vals.resize((SLOPES + 1) * p, 0.0);
    for (row, start) in jacobian.rows.iter_mut().enumerate() {
        *start = (row.min(2 * p) * SLOPES / 2 + row.saturating_sub(2 * p)) as u32;
    }
    let (cols, own_cols) = jacobian.cols.split_at_mut(SLOPES * p);
    let (vals, own_vals) = jacobian.vals.split_at_mut(SLOPES * p);
    let batches = cols.chunks_mut(SLOPES * BATCH).zip(vals.chunks_mut(SLOPES * BATCH));
    let batches = batches.enumerate().map(|(i, (cols, vals))| (i * BATCH, cols, vals)).collect();
    manner.each_with(
        || [[0.0; 2]; BATCH],
        batches,
        |errors, (start, cols, vals)| observe(scene, start, errors, cols, vals),
    );
    for (i, (&weight, (col, val))) in scene.weights.iter().zip(own_cols.iter_mut().zip(own_vals)).enumerate()
    {
        *col = (11 * n + 3 * m + i) as u32;
        *val = 0.0;
        weight_error::sweep(&mut 0.0, &mut 1.0, weight, val);
    }
    jacobian
}

/// Writes the columns and numbers of both rows of the observations from `start` on.
fn observe(scene: &Scene, start: usize, errors: &mut [[f64; 2]], cols: &mut [u32], vals: &mut [f64]) {
    let (n, m) = (scene.cameras.len(), scene.points.len());
    let count = vals.len() / SLOPES;
    let seen = &scene.seen[start..start + count];
    reproject_adbench::batch_rows(
        &mut errors[..count],
        by(&scene.cameras, |i: usize| seen[i][0] as usize),
        by(&scene.points, |i: usize| seen[i][1] as usize),
        &scene.weights[start..start + count],
        &scene.features[start..start + count],
        vals,
    );
    for i in 0..count {
        // These stores are what takes the time: their cache lines are asked for before.
        prefetch_for_writing(cols, (i + AHEAD) * SLOPES, SLOPES);
        let (cols, [camera, point]) = (&mut cols[i * SLOPES..][..SLOPES], seen[i]);
        let (camera, point) = (11 * camera, (11 * n) as u32 + 3 * point);
        for cols in cols.chunks_exact_mut(SLOPES / 2) {
            for k in 0..11 {
                cols[k] = camera + k as u32;
            }
            for k in 0..3 {
                cols[11 + k] = point + k as u32;
            }
            cols[14] = (11 * n + 3 * m + start + i) as u32;
        }
    }
}

fn prepare(input: Input) -> Result<Scene, Failure> {
    for (size, name) in [(input.n, "n"), (input.m, "m"), (input.p, "p")] {
        plausible(size, name)?;
    }
    // Observation `i` sees point `i mod m` with camera `i mod n`.
    let seen = (0..input.p).map(|i| [(i % input.n) as u32, (i % input.m) as u32]).collect();
    Ok(Scene {
        seen,
        cameras: vec![input.cam; input.n],
        points: vec![input.x; input.m],
        weights: vec![input.w; input.p],
        features: vec![input.feat; input.p],
    })
}

/// Residuals as the suite compares them: those of the first observation, and how many there are.
#[derive(Serialize)]
struct Residuals {
    reproj_error: Elements,
    w_err: Element,
}

#[derive(Serialize)]
struct Elements {
    elements: [f64; 2],
    repeated: usize,
}

#[derive(Serialize)]
struct Element {
    element: f64,
    repeated: usize,
}

fn first(_: &Scene, (errors, weight_errors): (Vec<[f64; 2]>, Vec<f64>)) -> Residuals {
    Residuals {
        reproj_error: Elements { elements: errors[0], repeated: errors.len() },
        w_err: Element { element: weight_errors[0], repeated: weight_errors.len() },
    }
}

/// Returns the first 30 items and the last one of each part.
fn digest(_: &Scene, jacobian: Sparse) -> Sparse {
    fn ends<T: Copy>(items: &[T]) -> Vec<T> {
        items.iter().take(30).chain(items.last()).copied().collect()
    }
    Sparse { rows: ends(&jacobian.rows), cols: ends(&jacobian.cols), vals: ends(&jacobian.vals) }
}

/// The module `ba`.
pub const PROBLEM: Problem = Problem {
    name: "ba",
    functions: &[
        ("objective", |input, _| evaluate(input, prepare, residuals, first)),
        ("jacobian", |input, manner| {
            evaluate_again(input, prepare, |scene, storage| jacobian(scene, manner, storage), digest)
        }),
    ],
};
