//! The solver against small scenes, and its elimination against the dense normal equations.

use super::*;
use crate::bundle::Observation;
use crate::engine::{Hand, Plain, Reversible};
use crate::scene::{Scene, generate};

fn silent(_: Event<'_>) {}

/// The damped step from the normal equations of all unknowns at once, by Gaussian elimination.
fn dense_step<const C: usize>(bundle: &Bundle<C>, at: &Linearisation<C>, damping: f64) -> Vec<f64> {
    let (cameras, points) = (C * bundle.cameras.len(), 3 * bundle.points.len());
    let n = cameras + points + bundle.weights.len();
    let mut matrix = vec![vec![0.0; n + 1]; n];
    let mut add_row = |row: &[(usize, f64)], residual: f64| {
        for &(i, a) in row {
            matrix[i][n] -= a * residual;
            for &(j, b) in row {
                matrix[i][j] += a * b;
            }
        }
    };
    for (i, seen) in bundle.observations.iter().enumerate() {
        let block = &at.blocks[i];
        for r in 0..2 {
            let mut row: Vec<(usize, f64)> =
                (0..C).map(|j| (C * seen.camera as usize + j, block.camera[j][r])).collect();
            row.extend((0..3).map(|j| (cameras + 3 * seen.point as usize + j, block.point[j][r])));
            if !bundle.weights.is_empty() {
                row.push((cameras + points + i, block.weight[r]));
            }
            add_row(&row, at.residuals[i][r]);
        }
    }
    for i in 0..bundle.weights.len() {
        add_row(&[(cameras + points + i, at.weight_slopes[i])], at.weight_errors[i]);
    }
    for i in 0..n {
        matrix[i][i] *= 1.0 + damping;
    }
    for i in 0..n {
        let pivot = (i..n).max_by(|a, b| matrix[*a][i].abs().total_cmp(&matrix[*b][i].abs())).expect("a row");
        matrix.swap(i, pivot);
        let (done, rest) = matrix.split_at_mut(i + 1);
        for row in rest {
            let factor = row[i] / done[i][i];
            for j in i..=n {
                row[j] -= factor * done[i][j];
            }
        }
    }
    let mut x = vec![0.0; n];
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| matrix[i][j] * x[j]).sum();
        x[i] = (matrix[i][n] - known) / matrix[i][i];
    }
    x
}

fn check_step<const C: usize, const L: usize, const K: usize, S: Split<C, L, K>>(
    mut bundle: Bundle<C>,
    cameras_first: impl Fn(&Elimination<L, K>) -> Vec<f64>,
) where
    Reversible: Sweep<C>,
{
    let damping = 0.05;
    let mut at = Linearisation::new(&bundle);
    bundle.linearise::<Reversible>(&mut at);
    let mut elimination = Elimination::new::<C, S>(&mut bundle).expect("small");
    elimination.linearised::<C, S>(&bundle.observations, &at);
    assert!(elimination.solve::<C, S>(&bundle.observations, &at, damping));
    let expected = dense_step(&bundle, &at, damping);
    let got = cameras_first(&elimination);
    let size = largest(expected.iter().copied());
    for (got, want) in got.iter().zip(&expected) {
        assert!((got - want).abs() < 1e-7 * size.max(1.0), "{got} {want}");
    }
}

fn scene(cameras: usize, points: usize, noise: f64) -> Bundle<9> {
    generate(&Scene { cameras, points, noise, seed: 11 })
}

/// A scene in the ADBench model with weights that differ, and one observation made twice.
fn weighted() -> Bundle<11> {
    let bal = scene(3, 9, 0.5);
    let mut observations = bal.observations;
    observations.push(Observation { pixel: [3.0, -4.0], ..observations[0] });
    let weights = (0..observations.len()).map(|i| 0.5 + 0.1 * (i % 7) as f64).collect();
    let cameras = bal.cameras.iter().map(|c| {
        // Any centre far enough away is a valid ADBench camera for the test of one step.
        [c[0], c[1], c[2], 0.3 * c[3], 0.2, 7.0 + c[4], 400.0, 2.0, -3.0, c[7], c[8]]
    });
    Bundle { cameras: cameras.collect(), points: bal.points, weights, observations }
}

#[test]
fn either_elimination_takes_the_dense_step() {
    let sides = |first: &[[f64; 9]], second: &[[f64; 3]]| {
        first.iter().flatten().chain(second.iter().flatten()).copied().collect::<Vec<f64>>()
    };
    check_step::<9, 3, 9, PointsEliminated>(scene(3, 9, 0.5), |e| sides(&e.step.kept, &e.step.eliminated));
    check_step::<9, 9, 3, CamerasEliminated>(scene(3, 9, 0.5), |e| sides(&e.step.eliminated, &e.step.kept));
}

#[test]
fn weights_are_eliminated_exactly() {
    check_step::<11, 3, 11, PointsEliminated>(weighted(), |e| {
        let sides = e.step.kept.iter().flatten().chain(e.step.eliminated.iter().flatten());
        sides.chain(&e.step.weights).copied().collect()
    });
    check_step::<11, 11, 3, CamerasEliminated>(weighted(), |e| {
        let sides = e.step.eliminated.iter().flatten().chain(e.step.kept.iter().flatten());
        sides.chain(&e.step.weights).copied().collect()
    });
}

#[test]
fn a_scene_without_noise_is_solved_exactly() {
    let mut bundle = scene(5, 40, 0.0);
    let summary = solve::<9, Reversible>(&mut bundle, &Options::default(), &mut silent).expect("solvable");
    assert!(summary.initial_rms > 5.0, "{summary:?}");
    assert!(summary.final_rms < 1e-4, "{summary:?}");
}

#[test]
fn noise_is_what_remains() {
    let mut bundle = scene(6, 80, 0.5);
    let summary = solve::<9, Hand>(&mut bundle, &Options::default(), &mut silent).expect("solvable");
    // Two coordinates of standard deviation 0.5 each, less what the unknowns absorb.
    let (unknowns, numbers) = (9.0 * 6.0 + 3.0 * 80.0 - 7.0, 2.0 * bundle.observations.len() as f64);
    let expected = 0.5 * f64::sqrt(2.0 * (1.0 - unknowns / numbers));
    assert!((summary.final_rms / expected - 1.0).abs() < 0.1, "{summary:?} {expected}");
    assert!(matches!(summary.stop, Stop::Cost | Stop::Gradient | Stop::Step));
}

#[test]
fn few_points_seen_by_many_cameras_keep_the_points() {
    let mut bundle = scene(30, 6, 0.1);
    let mut plan = String::new();
    let mut observe = |event: Event<'_>| {
        if let Event::Plan(text) = event {
            plan = text.to_owned();
        }
    };
    let options = Options { max_iterations: 5, ..Options::default() };
    let summary = solve::<9, Reversible>(&mut bundle, &options, &mut observe).expect("solvable");
    assert!(plan.starts_with("cameras eliminated"), "{plan}");
    assert!(summary.final_rms < summary.initial_rms);
    assert!(summary.iterations <= 5);
}

#[test]
fn weighted_problems_fall_and_costs_never_rise() {
    let mut bundle = weighted();
    let mut costs = Vec::new();
    let mut observe = |event: Event<'_>| {
        if let Event::Iteration(iteration) = event {
            costs.push(iteration.cost);
        }
    };
    let options = Options { max_iterations: 20, ..Options::default() };
    solve::<11, Reversible>(&mut bundle, &options, &mut observe).expect("solvable");
    assert!(costs.windows(2).all(|pair| pair[1] <= pair[0]), "{costs:?}");
    assert!(costs[costs.len() - 1] < 0.5 * costs[0], "{costs:?}");
}

#[test]
fn a_point_in_the_camera_plane_is_named() {
    let mut bundle = scene(3, 9, 0.5);
    bundle.cameras[1] = [0.0; 9];
    bundle.points[4] = [1.0, 0.0, 0.0];
    let fault = solve::<9, Reversible>(&mut bundle, &Options::default(), &mut silent).expect_err("infinite");
    let text = fault.to_string();
    assert!(text.contains("camera 1"), "{text}");
}

#[test]
fn entities_that_nobody_sees_stay_put() {
    let mut bundle = scene(4, 30, 0.5);
    bundle.cameras.push([1.0; 9]);
    bundle.points.push([2.0; 3]);
    let summary = solve::<9, Reversible>(&mut bundle, &Options::default(), &mut silent).expect("solvable");
    assert!(summary.final_rms < 1.0);
    assert_eq!(bundle.cameras[4], [1.0; 9]);
    assert_eq!(bundle.points[30], [2.0; 3]);
}

#[test]
fn the_engines_agree() {
    let bundle = scene(4, 20, 0.5);
    let (mut reversible, mut hand) = (Linearisation::new(&bundle), Linearisation::new(&bundle));
    bundle.linearise::<Reversible>(&mut reversible);
    bundle.linearise::<Hand>(&mut hand);
    let mut plain = vec![[0.0; 2]; bundle.observations.len()];
    bundle.residuals::<Plain>(&mut plain, &mut []);
    for i in 0..plain.len() {
        for r in 0..2 {
            assert!((plain[i][r] - reversible.residuals[i][r]).abs() < 1e-9);
            for j in 0..9 {
                let (a, b) = (reversible.blocks[i].camera[j][r], hand.blocks[i].camera[j][r]);
                assert!((a - b).abs() <= 1e-9 * b.abs().max(1.0), "{a} {b}");
            }
        }
    }
}
