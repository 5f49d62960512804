//! A call option by Monte Carlo in Heston's model: paths of a price whose variance returns to a mean.

use retrograde::differentiable;

/// The mean discounted payoff: `noise` has two normal numbers for each step of each path.
#[differentiable]
pub(crate) fn price(
    spot: f64,
    strike: f64,
    rate: f64,
    v0: f64,
    kappa: f64,
    theta: f64,
    sigma: f64,
    rho: f64,
    time: f64,
    steps: usize,
    #[inactive] noise: &[[f64; 2]],
) -> f64 {
    let dt = time / steps as f64;
    let paths = noise.len() / steps;
    let mut sum = 0.0;
    for path in noise.chunks(steps) {
        let mut log = spot.ln();
        let mut v = v0;
        for z in path {
            let positive = v.max(0.0);
            let root = (positive * dt).sqrt();
            let second = rho * z[0] + (1.0 - rho * rho).sqrt() * z[1];
            log += (rate - 0.5 * positive) * dt + root * z[0];
            v += kappa * (theta - positive) * dt + sigma * root * second;
        }
        let end = log.exp();
        if end > strike {
            sum += end - strike;
        }
    }
    (-rate * time).exp() * sum / paths as f64
}

/// Numbers that look normal.
pub(crate) fn noise(n: usize) -> Vec<[f64; 2]> {
    let uniform = |i: usize| ((i as f64 + 1.0) * 0.618_033_988_749_895).fract().clamp(1e-9, 1.0);
    let normal = |i: usize| {
        let (size, angle) = ((-2.0 * uniform(i).ln()).sqrt(), std::f64::consts::TAU * uniform(7 * i + 3));
        [size * angle.cos(), size * angle.sin()]
    };
    (0..n).map(normal).collect()
}

#[test]
fn the_gradient_agrees_with_differences() {
    let noise = noise(8 * 5);
    assert_eq!(price::check(100.0, 97.0, 0.03, 0.06, 1.5, 0.05, 0.08, -0.6, 1.0, 5, &noise), Ok(()));
}
