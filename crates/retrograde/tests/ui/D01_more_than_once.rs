//! Closures that would run more than once, and values that would lose a cotangent.

use retrograde::prelude::*;

#[differentiable]
fn keyed(x: &[f64]) -> f64 {
    let mut s = x[0];
    let best = (0..6)
        .max_by_key(|&i| {
            s += x[i];
            (x[i] * 10.0) as usize
        })
        .unwrap();
    s * x[best]
}

#[differentiable]
fn read_back(x: &[f64]) -> f64 {
    let text = format!("{:.3}", x[0]);
    let number: f64 = text.parse().unwrap();
    number * x[1]
}

#[differentiable]
fn left_out(x: &[f64]) -> f64 {
    let mut a = x[0];
    (a, ..) = halves(x);
    a
}

fn halves(x: &[f64]) -> (f64, f64, f64) {
    (x[0], x[1], x[2])
}

fn main() {}
