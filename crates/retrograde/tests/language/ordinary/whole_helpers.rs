//! Helpers without an attribute that return integers, beside literals and other integers.

use super::agrees;
use retrograde::prelude::*;

fn hash(a: u32) -> u32 {
    a.wrapping_mul(2_654_435_761) >> 3
}

fn side(a: usize) -> usize {
    a * 3 % 7
}

#[differentiable]
fn weighted(x: &[f64], j: u32) -> f64 {
    let a = hash(j) & 77;
    let b = hash(j) >> 20;
    let c = hash(j) | 1;
    let d = hash(j) % 77;
    let e = hash(j) ^ 77u32;
    let f = hash(a) ^ a;
    let mut h = hash(j);
    h = hash(h) | 1;
    let k = (hash(b) & 7) + 2;
    let sum = x[0] * (a as f64) + x[1] * (b as f64).sqrt() + x[2] / (1.0 + d as f64);
    sum + x[3] * ((c & 15) as f64)
        + x[4] * ((e % 11) as f64) * ((f % 5) as f64)
        + x[5] * ((h % 13) as f64) * k as f64
}

#[differentiable]
fn by_side(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let k = side(i) % 4;
        let on = side(k) & 1;
        s += x[i] * x[k] * (on as f64 + 1.0);
    }
    s
}

#[test]
fn integers_of_helpers_stay_integers() {
    let x = [0.3, -1.2, 0.7, 2.0, 0.1, -0.4];
    for j in [0, 3, 1000] {
        let (value, (slopes,)) = weighted::gradient(&x, j);
        assert_eq!(value, weighted(&x, j));
        agrees("weighted", |x| weighted(x, j), &slopes, &x);
    }
    let (value, (slopes,)) = by_side::gradient(&x);
    assert_eq!(value, by_side(&x));
    agrees("by_side", by_side, &slopes, &x);
}
