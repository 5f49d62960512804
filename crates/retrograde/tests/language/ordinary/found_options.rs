//! Options that calls return: found in a chain, collected and pushed.

use super::agrees;
use retrograde::prelude::*;

#[differentiable]
fn middle(a: f64, b: f64) -> Option<f64> {
    (a > b).then(|| 0.5 * (a + b))
}

#[differentiable]
fn product(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    let a = a?;
    let b = b?;
    Some(a * b)
}

#[differentiable]
fn collected(x: &[f64]) -> f64 {
    let middles: Vec<Option<f64>> = x.chunks(2).map(|c| middle(c[0], c[1])).collect();
    let known: f64 = middles.iter().flatten().map(|m| m * m).sum();
    let first = middles.iter().find_map(|m| *m).unwrap_or(0.25 * x[0]);
    let one = x.iter().enumerate().find_map(|(i, v)| (*v > 1.0).then(|| v * i as f64));
    known + first * one.unwrap_or(x[1]) + product(middles[0], middles[1]).map_or(x[0], |v| v.sin())
}

#[differentiable]
fn pushed(x: &[f64]) -> f64 {
    let mut all: Vec<Option<f64>> = Vec::new();
    for v in x.windows(2) {
        all.push(middle(v[0], v[1]));
        all.push(product(middle(v[1], v[0]), Some(v[0])));
    }
    all.iter().flatten().sum::<f64>() * x[0]
}

/// Layers of any type: the value of one goes into the next.
#[differentiable]
trait Layer: Differentiable {
    fn forward(&self, x: &[f64]) -> Vec<f64>;
}

#[derive(Clone, Differentiable)]
struct Scaled(f64);

#[differentiable]
impl Layer for Scaled {
    fn forward(&self, x: &[f64]) -> Vec<f64> {
        x.iter().map(|v| (v * self.0).tanh()).collect()
    }
}

#[differentiable]
fn both<A: Layer, B: Layer>(a: &A, b: &B, x: &[f64]) -> Vec<f64> {
    let h = a.forward(x);
    b.forward(&h)
}

#[differentiable]
fn layered(x: &[f64]) -> f64 {
    let (a, b) = (Scaled(x[0]), Scaled(x[1]));
    both(&a, &b, &x[1..]).iter().enumerate().map(|(i, v)| v * (i + 1) as f64).sum()
}

#[test]
fn gradients_agree() {
    for x in [[0.7, 0.4, 1.3, 0.9], [0.2, 0.9, 0.45, 0.5], [1.9, 0.8, 0.3, 0.2]] {
        agrees("collected", collected, &collected::gradient(&x).1.0, &x);
        agrees("pushed", pushed, &pushed::gradient(&x).1.0, &x);
        agrees("layered", layered, &layered::gradient(&x).1.0, &x);
    }
}
