//! A multilayer perceptron with a rectified and a smooth layer: cross entropy of a batch.

use retrograde::differentiable;

#[differentiable]
fn layer(w: &[Vec<f64>], b: &[f64], x: &[f64]) -> Vec<f64> {
    let mut y = b.to_vec();
    for (row, out) in w.iter().zip(y.iter_mut()) {
        for (weight, input) in row.iter().zip(x) {
            *out += weight * input;
        }
    }
    y
}

/// The mean cross entropy of some inputs whose classes are known.
#[differentiable]
pub(crate) fn loss(
    w1: &[Vec<f64>],
    b1: &[f64],
    w2: &[Vec<f64>],
    b2: &[f64],
    #[inactive] inputs: &[Vec<f64>],
    classes: &[usize],
) -> f64 {
    let mut total = 0.0;
    for (input, &class) in inputs.iter().zip(classes) {
        let sums = layer(w1, b1, input);
        let hidden: Vec<f64> = sums.iter().map(|x| if *x > 0.0 { *x } else { 0.1 * x }).collect();
        let scores = layer(w2, b2, &hidden);
        let largest = scores.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = scores.iter().map(|s| (s - largest).exp()).sum();
        total += sum.ln() + largest - scores[class];
    }
    total / inputs.len() as f64
}

/// Weights that look random.
pub(crate) fn weights(rows: usize, columns: usize, seed: f64) -> Vec<Vec<f64>> {
    (0..rows)
        .map(|i| (0..columns).map(|j| (seed + 12.9898 * i as f64 + 78.233 * j as f64).sin()).collect())
        .collect()
}

#[test]
fn the_gradient_agrees_with_differences() {
    let (w1, w2) = (weights(5, 3, 0.1), weights(4, 5, 0.2));
    let (inputs, classes) = (weights(6, 3, 0.3), [0, 1, 2, 3, 1, 0]);
    assert_eq!(
        loss::check(&w1, &[0.1, 0.2, -0.1, 0.3, 0.05], &w2, &[0.0, 0.1, -0.2, 0.3], &inputs, &classes),
        Ok(())
    );
}
