//! The solver on small scenes, and the engines against one another.

use retrograde_optimise::sparse::Stop;

use super::*;
use crate::bundle::Linearisation;
use crate::engine::{Hand, Here, Plain, Reversible};
use crate::scene::{Scene, generate};

fn silent(_: Event<'_>) {}

fn scene(cameras: usize, points: usize, noise: f64) -> Bundle<9> {
    generate(&Scene { cameras, points, noise, seed: 11 })
}

/// A scene in the ADBench model with different weights, and one observation made twice.
fn weighted() -> Bundle<11> {
    let bal = scene(3, 9, 0.5);
    let mut observations = bal.observations;
    observations.push(Observation { pixel: [3.0, -4.0], ..observations[0] });
    let weights = (0..observations.len()).map(|i| 0.5 + 0.1 * (i % 7) as f64).collect();
    let cameras = bal.cameras.iter().map(|c| {
        // Any distant centre gives a valid ADBench camera for the test of one step.
        [c[0], c[1], c[2], 0.3 * c[3], 0.2, 7.0 + c[4], 400.0, 2.0, -3.0, c[7], c[8]]
    });
    Bundle { cameras: cameras.collect(), points: bal.points, weights, observations }
}

#[test]
fn a_scene_without_noise_is_solved_exactly() {
    let mut bundle = scene(5, 40, 0.0);
    let summary =
        solve::<9, Reversible>(&mut bundle, &solver(), &Here(Reversible), &mut silent).expect("solvable");
    assert!(summary.initial_rms > 5.0, "{summary:?}");
    assert!(summary.final_rms < 1e-4, "{summary:?}");
}

#[test]
fn noise_is_what_remains() {
    let mut bundle = scene(6, 80, 0.5);
    let summary = solve::<9, Hand>(&mut bundle, &solver(), &Here(Hand), &mut silent).expect("solvable");
    // Two coordinates of standard deviation 0.5 each, less the part that the unknowns absorb.
    let (unknowns, numbers) = (9.0 * 6.0 + 3.0 * 80.0 - 7.0, 2.0 * bundle.observations.len() as f64);
    let expected = 0.5 * f64::sqrt(2.0 * (1.0 - unknowns / numbers));
    assert!((summary.final_rms / expected - 1.0).abs() < 0.1, "{summary:?} {expected}");
    assert!(matches!(summary.solution.stop, Stop::Cost | Stop::Gradient | Stop::Step));
}

#[test]
fn few_points_seen_by_many_cameras_keep_the_points() {
    let mut bundle = scene(30, 6, 0.1);
    let mut plan = String::new();
    let mut observe = |event: Event<'_>| {
        if let Event::Plan(text) = event {
            plan = text;
        }
    };
    let options = solver().iterations(5);
    let summary =
        solve::<9, Reversible>(&mut bundle, &options, &Here(Reversible), &mut observe).expect("solvable");
    assert!(plan.starts_with("cameras eliminated"), "{plan}");
    assert!(summary.final_rms < summary.initial_rms);
    assert!(summary.solution.iterations() <= 5);
}

#[test]
fn weighted_problems_fall_and_costs_never_rise() {
    let mut bundle = weighted();
    let options = solver().iterations(20);
    let summary =
        solve::<11, Reversible>(&mut bundle, &options, &Here(Reversible), &mut silent).expect("solvable");
    let costs: Vec<f64> = summary.solution.history.iter().map(|state| state.cost).collect();
    assert!(costs.windows(2).all(|pair| pair[1] <= pair[0]), "{costs:?}");
    assert!(costs[costs.len() - 1] < 0.5 * costs[0], "{costs:?}");
}

#[test]
fn a_point_in_the_camera_plane_is_named() {
    let mut bundle = scene(3, 9, 0.5);
    bundle.cameras[1] = [0.0; 9];
    bundle.points[4] = [1.0, 0.0, 0.0];
    let fault =
        solve::<9, Reversible>(&mut bundle, &solver(), &Here(Reversible), &mut silent).expect_err("infinite");
    let text = fault.to_string();
    assert!(text.contains("camera 1"), "{text}");
}

#[test]
fn entities_that_nobody_sees_stay_put() {
    let mut bundle = scene(4, 30, 0.5);
    bundle.cameras.push([1.0; 9]);
    bundle.points.push([2.0; 3]);
    let summary =
        solve::<9, Reversible>(&mut bundle, &solver(), &Here(Reversible), &mut silent).expect("solvable");
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
                let (a, b) = (reversible.by_camera[i][j][r], hand.by_camera[i][j][r]);
                assert!((a - b).abs() <= 1e-9 * b.abs().max(1.0), "{a} {b}");
            }
        }
    }
}
