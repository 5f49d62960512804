//! Loops that take pairs whose parts are vectors, which they hand on.

use super::agrees;
use retrograde::prelude::*;

#[differentiable]
fn f(a: f64, l: Vec<f64>) -> f64 {
    a * l[0] * l[1]
}

#[differentiable]
fn g(a: f64, l: &[f64]) -> f64 {
    a * l[0] * l[1]
}

#[differentiable]
fn pairs(x: &[f64]) -> f64 {
    let pairs = vec![(x[0], vec![x[1], x[2]]), (x[3], vec![x[0], x[0] * x[1]])];
    let mut s = 0.0;
    for (a, l) in pairs {
        s += f(a, l);
    }
    s
}

#[differentiable]
fn pushed(x: &[f64]) -> f64 {
    let mut pairs: Vec<(f64, Vec<f64>)> = Vec::new();
    for i in 0..3 {
        pairs.push((x[i], vec![x[i + 1], x[0] * i as f64]));
    }
    let mut s = 0.0;
    for (a, l) in &pairs {
        s += g(*a, l) + l.len() as f64 * a;
    }
    for (a, l) in pairs {
        s += f(a, l);
    }
    s
}

#[differentiable]
fn three(x: &[f64]) -> f64 {
    let mut pairs = Vec::new();
    for i in 0..3 {
        pairs.push((i, vec![x[i + 1], x[0] * i as f64], vec![1.0, x[i]]));
    }
    let mut s = 0.0;
    for (i, l, m) in pairs.into_iter() {
        let t = f(l[0], m);
        s += f(i as f64, l) * t;
    }
    s
}

#[differentiable]
fn array(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (a, l) in [(x[0], vec![x[1], x[2]]), (x[3], vec![x[0], x[0] * x[1]])] {
        s += f(a, l);
    }
    for (a, l) in [(x[0], [x[1], x[2]]), (x[3], [x[0], x[0] * x[1]])] {
        s += g(a, &l);
    }
    s
}

#[test]
fn pairs_are_taken_apart_and_handed_on() {
    for x in [[0.31, 0.7, -0.5, 0.9], [0.9, -0.4, 0.2, 0.6], [-0.6, 0.52, 0.75, 0.15], [1.3, 0.2, 0.4, -0.35]]
    {
        agrees("pairs", pairs, &pairs::gradient(&x).1.0, &x);
        agrees("pushed", pushed, &pushed::gradient(&x).1.0, &x);
        agrees("three", three, &three::gradient(&x).1.0, &x);
        agrees("array", array, &array::gradient(&x).1.0, &x);
    }
}
