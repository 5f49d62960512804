//! The hot functions under criterion: one residual, one sweep of both its rows, one mixture and its gradient.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use retrograde_problems::{ba, gmm, hand, plain};

const CAMERA: [f64; 9] = [0.1, -0.2, 0.3, 0.5, -0.4, -9.0, 700.0, -0.02, 0.001];
const POINT: [f64; 3] = [0.7, -0.3, 0.9];
const PIXEL: [f64; 2] = [31.0, -12.0];

fn reprojection(c: &mut Criterion) {
    c.bench_function("reproject", |b| {
        b.iter(|| {
            let mut residual = [0.0; 2];
            ba::reproject(&mut residual, black_box(&CAMERA), black_box(&POINT), &PIXEL);
            residual
        });
    });
    c.bench_function("reproject plain", |b| {
        b.iter(|| plain::reproject(black_box(&CAMERA), black_box(&POINT), &PIXEL));
    });
    c.bench_function("reproject sweep, two rows", |b| {
        b.iter(|| {
            let (mut residual, mut seeds) = ([0.0; 2], [[1.0, 0.0], [0.0, 1.0]]);
            let (mut camera, mut point) = ([[0.0; 2]; 9], [[0.0; 2]; 3]);
            ba::reproject::sweep(
                &mut residual,
                &mut seeds,
                black_box(&CAMERA),
                &mut camera,
                black_box(&POINT),
                &mut point,
                &PIXEL,
            );
            (residual, camera, point)
        });
    });
    c.bench_function("reproject sweep by hand, two rows", |b| {
        b.iter(|| {
            let (mut residual, mut seeds) = ([0.0; 2], [[1.0, 0.0], [0.0, 1.0]]);
            let (mut camera, mut point) = ([[0.0; 2]; 9], [[0.0; 2]; 3]);
            hand::reproject(
                &mut residual,
                &mut seeds,
                black_box(&CAMERA),
                &mut camera,
                black_box(&POINT),
                &mut point,
                &PIXEL,
            );
            (residual, camera, point)
        });
    });
}

fn mixture(c: &mut Criterion) {
    let (d, k, n) = (10, 25, 200);
    let wave = |len: usize, scale: f64| -> Vec<f64> {
        (0..len).map(|i| scale * ((i * i) as f64 * 0.37 + i as f64).sin()).collect()
    };
    let (weights, means, factors) = (wave(k, 1.0), wave(k * d, 1.0), wave(k * gmm::factor_len(d), 0.3));
    let points = wave(n * d, 1.5);
    let constant = gmm::constant(d, k, n, 1.0, 0);
    c.bench_function("gmm plain", |b| {
        b.iter(|| plain::gmm(black_box(&weights), &means, &factors, &points, 1.0, 0, constant, d));
    });
    c.bench_function("gmm", |b| {
        b.iter(|| {
            let mut objective = 0.0;
            gmm::gmm(&mut objective, black_box(&weights), &means, &factors, &points, 1.0, 0, constant, d);
            objective
        });
    });
    let mut bars = (vec![0.0; weights.len()], vec![0.0; means.len()], vec![0.0; factors.len()]);
    c.bench_function("gmm sweep", |b| {
        b.iter(|| {
            let mut objective = 0.0;
            gmm::gmm::sweep(
                &mut objective,
                &mut 1.0,
                black_box(&weights),
                &mut bars.0,
                &means,
                &mut bars.1,
                &factors,
                &mut bars.2,
                &points,
                1.0,
                0,
                constant,
                d,
            );
            objective
        });
    });
    c.bench_function("gmm sweep by hand", |b| {
        b.iter(|| {
            let mut objective = 0.0;
            hand::gmm(
                &mut objective,
                &mut 1.0,
                black_box(&weights),
                &mut bars.0,
                &means,
                &mut bars.1,
                &factors,
                &mut bars.2,
                &points,
                1.0,
                0,
                constant,
                d,
            );
            objective
        });
    });
}

criterion_group!(hot, reprojection, mixture);
criterion_main!(hot);
