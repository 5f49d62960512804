//! A Kalman filter of a place and a speed: the likelihood of what was measured, by the noise of the model.

use retrograde::differentiable;

/// The negative logarithm of the likelihood, without its constant: `q` is the noise of the motion, `r` that of the measurements.
#[differentiable]
pub(crate) fn negative_log_likelihood(measured: &[f64], dt: f64, q: f64, r: f64) -> f64 {
    let (mut x, mut v) = (measured[0], 0.0);
    let mut p = [[1.0, 0.0], [0.0, 1.0]];
    let mut total = 0.0;
    for &z in &measured[1..] {
        // Predict.
        x += dt * v;
        let p00 = p[0][0] + dt * (p[1][0] + p[0][1]) + dt * dt * p[1][1] + q * dt.powi(3) / 3.0;
        let p01 = p[0][1] + dt * p[1][1] + q * dt * dt / 2.0;
        let p11 = p[1][1] + q * dt;
        // Correct.
        let innovation = z - x;
        let s = p00 + r;
        let gain = [p00 / s, p01 / s];
        x += gain[0] * innovation;
        v += gain[1] * innovation;
        p = [[(1.0 - gain[0]) * p00, (1.0 - gain[0]) * p01], [(1.0 - gain[0]) * p01, p11 - gain[1] * p01]];
        total += 0.5 * (innovation * innovation / s + s.ln());
    }
    total
}

/// A walk with noise.
pub(crate) fn walk(n: usize) -> Vec<f64> {
    (0..n).map(|i| 0.3 * i as f64 + (1.7 * i as f64).sin()).collect()
}

#[test]
fn the_gradient_agrees_with_differences() {
    assert_eq!(negative_log_likelihood::check(&walk(12), 0.5, 0.3, 0.8), Ok(()));
}
