//! A call option by Monte Carlo in Heston's model, one path in each lane.

use retrograde::prelude::*;

/// The parameters of the model: price, strike, rate, and the variance with its start, pull, mean, size and correlation.
pub(crate) type Model = [f64; 8];

super::in_lanes_and_one_by_one! {
    /// Adds the payoffs of all paths. The step of the variance is that of Euler, cut off above zero; `noise` has two normal numbers for each step of each path.
    fn payoffs, payoffs_one_by_one(sum: &mut f64, model: &Model, dt: f64, steps: usize, paths: usize, noise: &[f64])
    for p in 0..paths {
        let mut log = 0.0;
        let mut v = vec![0.0; steps + 1];
        v[0] += model[3];
        for s in 0..steps {
            let positive = v[s].max(1e-6);
            let root = (positive * dt).sqrt();
            let first = noise[p * (2 * steps) + 2 * s];
            let across = (1.0 - model[7] * model[7]).sqrt();
            let second = model[7] * first + across * noise[p * (2 * steps) + 2 * s + 1];
            log += (model[2] - 0.5 * positive) * dt + root * first;
            v[s + 1] += v[s] + model[4] * (model[5] - positive) * dt + model[6] * root * second;
        }
        let end = model[0] * log.exp();
        if end > model[1] {
            *sum += end - model[1];
        }
    }
}

/// An option at the money.
pub(crate) const MODEL: Model = [100.0, 97.0, 0.03, 0.06, 1.5, 0.05, 0.3, -0.6];

/// Numbers that look normal.
pub(crate) fn noise(n: usize) -> Vec<f64> {
    let uniform = |i: usize| ((i as f64 + 1.0) * 0.618_033_988_749_895).fract().clamp(1e-9, 1.0);
    let normal =
        |i: usize| (-2.0 * uniform(i).ln()).sqrt() * (std::f64::consts::TAU * uniform(7 * i + 3)).cos();
    (0..n).map(normal).collect()
}

#[test]
fn the_gradient_agrees_with_differences_and_with_the_scalar_one() {
    let noise = noise(13 * 2 * 5);
    assert_eq!(payoffs::check(&mut 0.1, &MODEL, 0.1, 5, 13, &noise), Ok(()));
    let (value, (gradient, dt, _)) = payoffs::gradient(&MODEL, 0.1, 5, 13, &noise);
    let (other, (expected, expected_dt, _)) = payoffs_one_by_one::gradient(&MODEL, 0.1, 5, 13, &noise);
    let close = |a: f64, b: f64| assert!((a - b).abs() < 1e-11 * (1.0 + a.abs()), "{a} {b}");
    close(value, other);
    close(dt, expected_dt);
    gradient.iter().zip(&expected).for_each(|(a, b)| close(*a, *b));
}
