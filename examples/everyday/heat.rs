//! Heat in a rod by implicit steps: each solves a tridiagonal system by Thomas's algorithm.

use retrograde::differentiable;

#[differentiable]
fn solve(lower: f64, diagonal: f64, upper: f64, right: &mut [f64]) {
    let n = right.len();
    let mut c = vec![0.0; n];
    c[0] = upper / diagonal;
    right[0] /= diagonal;
    for i in 1..n {
        let m = diagonal - lower * c[i - 1];
        c[i] = upper / m;
        right[i] = (right[i] - lower * right[i - 1]) / m;
    }
    for i in (0..n - 1).rev() {
        right[i] -= c[i] * right[i + 1];
    }
}

/// How far the rod is from a target after some steps.
#[differentiable]
pub(crate) fn miss(start: &[f64], target: &[f64], conductivity: f64, dt: f64, steps: usize) -> f64 {
    let r = conductivity * dt;
    let mut u = start.to_vec();
    for _ in 0..steps {
        solve(-r, 1.0 + 2.0 * r, -r, &mut u);
    }
    u.iter().zip(target).map(|(u, t)| (u - t).powi(2)).sum()
}

/// A rod that is warm in one place.
pub(crate) fn rod(n: usize, place: f64) -> Vec<f64> {
    (0..n).map(|i| (-(i as f64 / n as f64 - place).powi(2) * 20.0).exp()).collect()
}

#[test]
fn the_gradient_agrees_with_differences() {
    assert_eq!(miss::check(&rod(9, 0.3), &rod(9, 0.6), 0.7, 0.1, 6), Ok(()));
}
