//! Vectors that are listed: `vec![a, b, c]`.

use retrograde::prelude::*;

#[differentiable]
fn indices(x: &[f64]) -> f64 {
    let idx: Vec<usize> = vec![2, 0, 1];
    let mut s = 0.0;
    for k in 0..3 {
        s += x[idx[k]] * x[k];
    }
    s
}
#[differentiable]
fn untyped_indices(x: &[f64]) -> f64 {
    let idx = vec![2, 0, 1];
    let mut s = 0.0;
    for k in 0..3 {
        s += x[idx[k]] * x[k];
    }
    s
}
#[differentiable]
fn singles(x: &[f64]) -> f64 {
    let w: Vec<f32> = vec![0.1, 0.2];
    x[0] * w[1] as f64
}
#[differentiable]
fn bytes(x: &[f64]) -> f64 {
    let w: Vec<u8> = vec![200, 100, 3];
    x[0] * (!w[0]) as f64
}
#[differentiable]
fn truths(x: f64) -> f64 {
    let w = vec![true, false];
    if w[0] { x } else { x * x }
}
#[differentiable]
fn visited(x: f64) -> f64 {
    let w = vec![0.1, x, x * x];
    let mut s = 0.0;
    for (i, v) in w.iter().enumerate() {
        s += v * v * i as f64;
    }
    s + w.len() as f64 * x
}
#[differentiable]
fn total(v: &[f64]) -> f64 {
    let mut s = 0.0;
    for a in v {
        s += a * a;
    }
    s
}
#[differentiable]
fn handed_on(x: f64) -> f64 {
    let w = vec![0.1, x];
    total(&w)
}
#[differentiable]
fn weights(x: &[f64]) -> f64 {
    let w = vec![0.5, -1.0, 0.5];
    let mut s = 0.0;
    for i in 1..x.len() - 1 {
        let d: f64 = (0..3).map(|k| w[k] * x[i + k - 1]).sum();
        s += d * d;
    }
    s
}
#[differentiable]
fn named(x: f64) -> Vec<f64> {
    let w = vec![x, x * x];
    w
}
#[differentiable]
fn returned(x: f64) -> Vec<f64> {
    vec![x, x * x]
}
#[differentiable]
fn pairs(x: f64) -> f64 {
    let w = vec![(1, x), (2, x * x)];
    w.iter().map(|p| p.0 as f64 * p.1).sum()
}
#[differentiable]
fn rows(x: f64) -> f64 {
    let nodes = vec![[0.0, 1.0], [x, 2.0]];
    nodes[1][0] * nodes[1][1] + nodes[0][1] * x
}

#[test]
fn lists() {
    let x = [1.0, 0.7, 0.4, 1.9, 0.2];
    indices::check(&x).unwrap();
    untyped_indices::check(&x).unwrap();
    singles::check(&x).unwrap();
    bytes::check(&x).unwrap();
    assert_eq!(bytes::gradient(&x).0, 55.0);
    truths::check(1.5).unwrap();
    visited::check(1.5).unwrap();
    handed_on::check(1.5).unwrap();
    weights::check(&x).unwrap();
    named::check(1.5).unwrap();
    returned::check(1.5).unwrap();
    pairs::check(1.5).unwrap();
    rows::check(1.5).unwrap();
}
