//! A Hessian of 100 000 unknowns in a band, and the Jacobian of bundle adjustment with the matrix of Gauss and Newton.
//!
//! `cargo run --release -p retrograde-calculus --example sparse`

use retrograde::Real;
use retrograde_calculus::sparse::{Hessian, Jacobian, Second, hessian_pattern, jacobian_pattern};
use std::time::Instant;

/// The energy of a chain of springs that also resists bending: each bead meets two on either side.
fn energy<T: Real>(x: &[T]) -> T {
    let stretch = |w: &[T]| (w[1] - w[0]).powi(2) + T::constant(0.1) * (w[1] - w[0]).powi(4);
    let bend = |w: &[T]| (w[2] - (w[1] + w[1]) + w[0]).powi(2) * T::constant(0.5);
    let held = |x: &T| T::constant(1e-3) * (T::one() - x.cos());
    x.windows(2).map(stretch).sum::<T>() + x.windows(3).map(bend).sum::<T>() + x.iter().map(held).sum::<T>()
}

/// Where cameras on a circle see points in a plane.
fn residuals<T: Real>(x: &[T], cameras: usize, seen: &[(usize, usize, f64)]) -> Vec<T> {
    let (camera, point) = x.split_at(3 * cameras);
    let residual = |&(c, p, measured): &(usize, usize, f64)| {
        let (sin, cos) = camera[3 * c + 2].sin_cos();
        let (u, v) = (point[2 * p] - camera[3 * c], point[2 * p + 1] - camera[3 * c + 1]);
        (u * cos - v * sin) / (u * sin + v * cos) - T::constant(measured)
    };
    seen.iter().map(residual).collect()
}

/// The Hessian of a chain, and the seconds for the pattern, the colouring and an evaluation.
fn band(n: usize) -> (Hessian, Second, [f64; 3]) {
    let x: Vec<f64> = (0..n).map(|i| i as f64 + 0.1 * (i as f64).sin()).collect();
    let start = Instant::now();
    let pattern = hessian_pattern(energy, &x);
    let traced = start.elapsed().as_secs_f64();
    let prepared = Hessian::prepare(pattern);
    let coloured = start.elapsed().as_secs_f64();
    let second = prepared.evaluate(energy, &x).expect("a tape of a million numbers");
    let evaluated = start.elapsed().as_secs_f64();
    (prepared, second, [traced, coloured - traced, evaluated - coloured])
}

/// Prints what a bundle adjustment takes.
fn bundle(cameras: usize, points: usize) -> (usize, usize) {
    let observation = |p: usize| (0..cameras / 2).map(move |c| ((c + p) % cameras, p, 0.1));
    let seen: Vec<(usize, usize, f64)> = (0..points).flat_map(observation).collect();
    let x: Vec<f64> = (0..3 * cameras + 2 * points).map(|i| 5.0 * (i as f64 * 0.7).sin()).collect();
    let start = Instant::now();
    let prepared = Jacobian::prepare(jacobian_pattern(|x| residuals(x, cameras, &seen), &x));
    let ready = start.elapsed().as_secs_f64();
    let (_, jacobian) = prepared.evaluate(|x| residuals(x, cameras, &seen), &x);
    let evaluated = start.elapsed().as_secs_f64();
    let normal = jacobian.gauss_newton();
    let all = start.elapsed().as_secs_f64();
    println!(
        "bundle adjustment: {} residuals of {} unknowns, {} entries in {} colours; prepared in {ready:.3} s, \
         Jacobian in {:.3} s, JᵀJ with {} entries in {:.3} s",
        jacobian.pattern().rows(),
        jacobian.pattern().columns(),
        jacobian.pattern().entries(),
        prepared.colours(),
        evaluated - ready,
        normal.pattern().entries(),
        all - evaluated
    );
    (jacobian.pattern().entries(), prepared.colours())
}

fn main() {
    let (prepared, second, [traced, coloured, evaluated]) = band(100_000);
    println!(
        "chain: Hessian of {} unknowns, {} entries in {} colours; pattern {traced:.3} s, colouring {coloured:.3} s, evaluation {evaluated:.3} s",
        second.gradient.len(),
        second.hessian.pattern().entries(),
        prepared.colours()
    );
    bundle(20, 5_000);
}

#[test]
fn a_chain_has_a_band_and_a_bundle_an_arrow() {
    let (prepared, second, _) = band(50);
    assert_eq!(second.hessian.pattern().row(20), [18, 19, 20, 21, 22]);
    assert!(prepared.colours() <= 5);
    // Differences of the gradient.
    let (n, h) = (50, 1e-6);
    let x: Vec<f64> = (0..n).map(|i| i as f64 + 0.1 * (i as f64).sin()).collect();
    let moved = |h: f64| {
        let mut x = x.clone();
        x[20] += h;
        prepared.evaluate(energy, &x).unwrap().gradient
    };
    let (above, below) = (moved(h), moved(-h));
    for i in 0..n {
        assert!(((above[i] - below[i]) / (2.0 * h) - second.hessian.get(i, 20)).abs() < 1e-7);
    }
    assert_eq!(bundle(4, 10), (20 * 5, 5));
}
