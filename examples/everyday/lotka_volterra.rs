//! Predators and prey: the squared error of a fit, integrated by the classical method of Runge and Kutta.

use retrograde::differentiable;

#[differentiable]
fn rates(state: [f64; 2], p: &[f64; 4]) -> [f64; 2] {
    let [prey, predators] = state;
    [p[0] * prey - p[1] * prey * predators, p[2] * prey * predators - p[3] * predators]
}

#[differentiable]
fn step(state: [f64; 2], p: &[f64; 4], h: f64) -> [f64; 2] {
    let k1 = rates(state, p);
    let k2 = rates([state[0] + 0.5 * h * k1[0], state[1] + 0.5 * h * k1[1]], p);
    let k3 = rates([state[0] + 0.5 * h * k2[0], state[1] + 0.5 * h * k2[1]], p);
    let k4 = rates([state[0] + h * k3[0], state[1] + h * k3[1]], p);
    [
        state[0] + h / 6.0 * (k1[0] + 2.0 * k2[0] + 2.0 * k3[0] + k4[0]),
        state[1] + h / 6.0 * (k1[1] + 2.0 * k2[1] + 2.0 * k3[1] + k4[1]),
    ]
}

/// The sum of squared distances to what was measured, each some steps of a time `h` after the last.
#[differentiable]
pub(crate) fn loss(p: &[f64; 4], start: [f64; 2], measured: &[[f64; 2]], h: f64, between: usize) -> f64 {
    let mut state = start;
    let mut loss = 0.0;
    for m in measured {
        for _ in 0..between {
            state = step(state, p, h);
        }
        loss += (state[0] - m[0]).powi(2) + (state[1] - m[1]).powi(2);
    }
    loss
}

/// Measurements as they might be.
pub(crate) fn measured(n: usize) -> Vec<[f64; 2]> {
    (0..n).map(|i| [1.0 + (0.7 * i as f64).sin().powi(2), 0.5 + (0.5 * i as f64).cos().powi(2)]).collect()
}

#[test]
fn the_gradient_agrees_with_differences() {
    let p = [1.1, 0.4, 0.1, 0.4];
    assert_eq!(loss::check(&p, [1.5, 0.8], &measured(6), 0.1, 5), Ok(()));
}
