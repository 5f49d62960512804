//! Levenberg-Marquardt whose observations are spread over ranks.
//!
//! Each rank has some points with all their observations, and all cameras. It eliminates its points from its own normal equations; what is left
//! of them, a system for the cameras, is summed over ranks. Every rank solves it, and moves its own points.

use crate::scene::Scene;
use retrograde::batch::{by, each};
use retrograde_calculus::linear::solve;
use retrograde_mpi::{Ranks, all_reduce, broadcast};
use retrograde_problems::ba::reproject;

type ByCamera = [[f64; 2]; 9];
type ByPoint = [[f64; 2]; 3];

/// The residuals of a rank's observations with their derivatives.
struct Linear {
    residuals: Vec<[f64; 2]>,
    by_camera: Vec<ByCamera>,
    by_point: Vec<ByPoint>,
}

fn linearised(scene: &Scene) -> Linear {
    let n = scene.seen.len();
    let mut at = Linear {
        residuals: vec![[0.0; 2]; n],
        by_camera: vec![[[0.0; 2]; 9]; n],
        by_point: vec![[[0.0; 2]; 3]; n],
    };
    reproject::batch_jacobian(
        &mut at.residuals,
        by(&scene.cameras, |i: usize| scene.seen[i].camera),
        &mut at.by_camera,
        by(&scene.points, |i: usize| scene.seen[i].point),
        &mut at.by_point,
        each(|i: usize| &scene.seen[i].pixel),
    );
    at
}

/// The cost `½ Σ |r|²` of all ranks.
pub(crate) fn cost(scene: &Scene, ranks: &Ranks) -> f64 {
    let mut residuals = vec![[0.0; 2]; scene.seen.len()];
    reproject::batch(
        &mut residuals,
        by(&scene.cameras, |i: usize| scene.seen[i].camera),
        by(&scene.points, |i: usize| scene.seen[i].point),
        each(|i: usize| &scene.seen[i].pixel),
    );
    let own: f64 = residuals.iter().flatten().map(|r| 0.5 * r * r).sum();
    all_reduce(&[own], ranks)[0]
}

fn dot(a: [f64; 2], b: [f64; 2]) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Returns the inverse of a damped block of a point.
fn inverse(block: &[[f64; 3]; 3]) -> [[f64; 3]; 3] {
    let minor = |i: usize, j: usize| {
        let at = |a: usize, b: usize| block[(i + a) % 3][(j + b) % 3];
        at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)
    };
    let determinant: f64 = (0..3).map(|j| block[0][j] * minor(0, j)).sum();
    std::array::from_fn(|i| std::array::from_fn(|j| minor(j, i) / determinant))
}

/// Returns the steps of all cameras and of a rank's points.
fn steps(scene: &Scene, at: &Linear, damping: f64, ranks: &Ranks) -> (Vec<f64>, Vec<[f64; 3]>) {
    let n = 9 * scene.cameras.len();
    // The system for the cameras, its right side behind it: JᵀJ and -Jᵀr, less what the points take.
    let mut system = vec![0.0; n * n + n];
    let mut blocks = Vec::with_capacity(scene.points.len());
    let mut first = 0;
    for point in 0..scene.points.len() {
        let count = scene.seen[first..].iter().take_while(|seen| seen.point == point).count();
        let own = first..first + count;
        let (mut block, mut right) = ([[0.0; 3]; 3], [0.0; 3]);
        for i in own.clone() {
            let by_point = &at.by_point[i];
            for a in 0..3 {
                (0..3).for_each(|b| block[a][b] += dot(by_point[a], by_point[b]));
                right[a] -= dot(by_point[a], at.residuals[i]);
            }
        }
        (0..3).for_each(|a| block[a][a] += damping * block[a][a].max(1e-12));
        let inverted = inverse(&block);
        // Wᵀ (damped V)⁻¹ of each observation: what moving its camera does to the point.
        let couple = |i: usize, a: usize| -> [f64; 3] {
            let by_camera = at.by_camera[i][a];
            std::array::from_fn(|b| dot(by_camera, at.by_point[i][b]))
        };
        for i in own.clone() {
            let row = 9 * scene.seen[i].camera;
            for a in 0..9 {
                let w = couple(i, a);
                let taken: [f64; 3] = std::array::from_fn(|b| (0..3).map(|c| w[c] * inverted[c][b]).sum());
                system[n * n + row + a] -= dot(at.by_camera[i][a], at.residuals[i]);
                system[n * n + row + a] -= (0..3).map(|b| taken[b] * right[b]).sum::<f64>();
                for b in 0..9 {
                    system[(row + a) * n + row + b] += dot(at.by_camera[i][a], at.by_camera[i][b]);
                }
                for j in own.clone() {
                    let column = 9 * scene.seen[j].camera;
                    for b in 0..9 {
                        let w = couple(j, b);
                        system[(row + a) * n + column + b] -= (0..3).map(|c| taken[c] * w[c]).sum::<f64>();
                    }
                }
            }
        }
        blocks.push((inverted, right, own));
        first += count;
    }
    // The diagonal that damping scales is that of JᵀJ.
    let mut diagonal = vec![0.0; n];
    for (seen, by_camera) in scene.seen.iter().zip(&at.by_camera) {
        (0..9).for_each(|a| diagonal[9 * seen.camera + a] += dot(by_camera[a], by_camera[a]));
    }
    system.extend(diagonal);
    let summed = all_reduce(&system, ranks);
    let (matrix, rest) = summed.split_at(n * n);
    let (right, diagonal) = rest.split_at(n);
    let mut matrix = matrix.to_vec();
    (0..n).for_each(|a| matrix[a * n + a] += damping * diagonal[a].max(1e-12));
    // One rank's solution is that of all, to the bit.
    let cameras = broadcast(&solve(&matrix, right), 0, ranks);

    let points = blocks.into_iter().map(|(inverted, mut right, own)| {
        for i in own {
            let step = &cameras[9 * scene.seen[i].camera..][..9];
            for b in 0..3 {
                right[b] -= (0..9).map(|a| dot(at.by_camera[i][a], at.by_point[i][b]) * step[a]).sum::<f64>();
            }
        }
        std::array::from_fn(|a| (0..3).map(|b| inverted[a][b] * right[b]).sum())
    });
    (cameras.clone(), points.collect())
}

/// Lowers the cost; returns it after each of some steps, those that were not taken included.
pub(crate) fn descend(scene: &mut Scene, most: usize, ranks: &Ranks) -> Vec<f64> {
    let mut costs = vec![cost(scene, ranks)];
    let mut damping = 1e-4;
    let mut at = linearised(scene);
    for _ in 0..most {
        let (cameras, points) = steps(scene, &at, damping, ranks);
        let mut moved = scene.clone();
        moved.cameras.iter_mut().flatten().zip(&cameras).for_each(|(x, step)| *x += step);
        moved.points.iter_mut().flatten().zip(points.iter().flatten()).for_each(|(x, step)| *x += step);
        let (before, after) = (costs[costs.len() - 1], cost(&moved, ranks));
        if after < before {
            *scene = moved;
            at = linearised(scene);
            damping = (damping / 3.0_f64).max(1e-12);
        } else {
            damping *= 4.0;
        }
        costs.push(after.min(before));
    }
    costs
}
