//! All observations in one batch, beside the sweeps written by hand: values and Jacobians.

use retrograde::batch::by;
use retrograde_problems::{ba, hand};

/// Reproducible numbers between -1 and 1.
fn wave<const N: usize>(i: usize, seed: f64) -> [f64; N] {
    core::array::from_fn(|j| ((seed + 12.9898 * (i * N + j) as f64).sin() * 43_758.545_3).fract())
}

#[track_caller]
fn close(a: &[f64], b: &[f64]) {
    let scale = b.iter().fold(1e-300, |largest: f64, b| largest.max(b.abs()));
    for (a, b) in a.iter().zip(b) {
        assert!((a - b).abs() <= 1e-12 * scale, "{a} {b}");
    }
}

/// Cameras with every second angle below the bound at which the series take over, so that lanes take both sides.
fn cameras<const C: usize>(n: usize, centre: [f64; 3], focal: usize) -> Vec<[f64; C]> {
    let camera = |i| {
        let mut camera = wave::<C>(i, 0.25);
        for (j, centre) in centre.iter().enumerate() {
            camera[j] *= if i % 2 == 0 { 1.0 } else { 1e-3 };
            camera[3 + j] += centre;
        }
        camera[focal] = 400.0 + 50.0 * camera[focal];
        camera
    };
    (0..n).map(camera).collect()
}

const ROWS: [[f64; 2]; 2] = [[1.0, 0.0], [0.0, 1.0]];

#[test]
fn bal() {
    let (cameras, points) =
        (cameras::<9>(5, [0.0, 0.0, -12.0], 6), [0, 1, 2, 3, 4, 5, 6].map(|i| wave::<3>(i, 0.5)));
    for n in 0..41 {
        let pixels: Vec<[f64; 2]> = (0..n).map(|i| wave::<2>(i, 0.75)).collect();
        let (camera, point) = (|i: usize| i * 7 % 5, |i: usize| i * i % 7);
        let (mut values, mut residuals) = (vec![[0.0; 2]; n], vec![[0.0; 2]; n]);
        let (mut by_camera, mut by_point) = (vec![[[0.0; 2]; 9]; n], vec![[[0.0; 2]; 3]; n]);
        ba::reproject::batch(&mut values, by(&cameras, camera), by(&points, point), &pixels);
        ba::reproject::batch_jacobian(
            &mut residuals,
            by(&cameras, camera),
            &mut by_camera,
            by(&points, point),
            &mut by_point,
            &pixels,
        );
        for i in 0..n {
            let (mut residual, mut camera_bar, mut point_bar) = ([0.0; 2], [[0.0; 2]; 9], [[0.0; 2]; 3]);
            hand::reproject(
                &mut residual,
                &mut ROWS.clone(),
                &cameras[camera(i)],
                &mut camera_bar,
                &points[point(i)],
                &mut point_bar,
                &pixels[i],
            );
            close(&values[i], &residual);
            close(&residuals[i], &residual);
            close(by_camera[i].as_flattened(), camera_bar.as_flattened());
            close(by_point[i].as_flattened(), point_bar.as_flattened());
        }
    }
}

#[test]
fn adbench() {
    let (cameras, points) =
        (cameras::<11>(5, [0.0, 0.0, 12.0], 6), [0, 1, 2, 3, 4, 5, 6].map(|i| wave::<3>(i, 0.5)));
    let n = 29;
    let features: Vec<[f64; 2]> = (0..n).map(|i| wave::<2>(i, 0.75)).collect();
    let weights: Vec<f64> = (0..n).map(|i| 1.5 + wave::<1>(i, 0.1)[0]).collect();
    let (camera, point) = (|i: usize| i * 7 % 5, |i: usize| i * i % 7);
    let mut residuals = vec![[0.0; 2]; n];
    let (mut by_camera, mut by_point) = (vec![[[0.0; 2]; 11]; n], vec![[[0.0; 2]; 3]; n]);
    let mut by_weight = vec![[0.0; 2]; n];
    ba::reproject_adbench::batch_jacobian(
        &mut residuals,
        by(&cameras, camera),
        &mut by_camera,
        by(&points, point),
        &mut by_point,
        &weights,
        &mut by_weight,
        &features,
    );
    for i in 0..n {
        let (mut residual, mut camera_bar, mut point_bar) = ([0.0; 2], [[0.0; 2]; 11], [[0.0; 2]; 3]);
        let mut weight_bar = [0.0; 2];
        hand::reproject_adbench(
            &mut residual,
            &mut ROWS.clone(),
            &cameras[camera(i)],
            &mut camera_bar,
            &points[point(i)],
            &mut point_bar,
            weights[i],
            &mut weight_bar,
            &features[i],
        );
        close(&residuals[i], &residual);
        close(by_camera[i].as_flattened(), camera_bar.as_flattened());
        close(by_point[i].as_flattened(), point_bar.as_flattened());
        close(&by_weight[i], &weight_bar);
    }
}
