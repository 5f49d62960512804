//! Halves of one array that are visited together, lent together, and constants that are visited.

// A parameter may be written like a constant, and so are the names that are made of it.
#![allow(non_snake_case)]

use retrograde::prelude::*;

const W: [f64; 3] = [0.5, -1.0, 2.0];

#[reversible]
fn zipped(a: &mut [f64], n: usize) {
    let (l, r) = a.split_at_mut(n);
    for (x, y) in l.iter_mut().zip(r.iter()) {
        *x += *y * *y;
    }
}

#[reversible]
fn enumerated(a: &mut [f64]) {
    for (i, (x, &y)) in a[..2].iter_mut().zip(a[2..].iter()).enumerate() {
        *x += y * y * i as f64;
        *x -= y;
    }
}

#[reversible]
fn turned(a: &mut [f64]) {
    let (l, r) = a.split_at_mut(a.len() / 2);
    for (x, y) in l.iter().zip(r.iter_mut()).rev() {
        *y += x.sin();
    }
}

#[reversible]
fn product(y: &mut f64, a: &[f64], b: &[f64]) {
    for i in 0..a.len() {
        *y += a[i] * b[i];
    }
}

#[reversible]
fn lent_twice(a: &mut [f64; 4]) {
    let (l, r) = a.split_at_mut(2);
    product(&mut l[1], r, r);
    l[0] += l[1];
}

#[reversible]
fn constants(y: &mut f64, x: &[f64]) {
    for w in W.iter() {
        *y += *w * x[0];
    }
    for (i, &w) in W.iter().enumerate() {
        *y += w * x[i] * x[i];
    }
    for (x, w) in x.iter().zip(&W) {
        *y -= x * w;
    }
    for (&w, &x) in W.iter().rev().zip(x) {
        *y += w * x.sin();
    }
    for w in W {
        *y += w * x[1];
    }
}

/// A parameter that is called like a constant is one.
#[reversible]
fn parameter(y: &mut f64, X: &[f64]) {
    for x in X.iter() {
        *y += x * x;
    }
}

#[test]
fn halves_are_visited_and_lent_together() {
    for n in 0..5 {
        assert_eq!(zipped::check(&mut [0.4, -0.3, 0.7, 1.1], n), Ok(()), "{n}");
    }
    assert_eq!(enumerated::check(&mut [0.4, -0.3, 0.7, 1.1]), Ok(()));
    assert_eq!(turned::check(&mut [0.4, -0.3, 0.7, 1.1, 0.2]), Ok(()));
    assert_eq!(lent_twice::check(&mut [0.4, -0.3, 0.7, 1.1]), Ok(()));
    let mut a = [0.4, -0.3, 0.7, 1.1];
    zipped(&mut a, 2);
    assert_eq!(a, [0.4 + 0.7 * 0.7, -0.3 + 1.1 * 1.1, 0.7, 1.1]);
}

#[test]
fn constants_are_visited() {
    let x = [0.3, 0.8, -0.4];
    assert_eq!(constants::check(&mut 0.1, &x), Ok(()));
    assert_eq!(parameter::check(&mut 0.1, &x), Ok(()));
    let mut y = 0.0;
    constants(&mut y, &x);
    let mut plain = 0.0;
    for i in 0..3 {
        plain += W[i] * (x[0] + x[i] * x[i] - x[i] + x[1]) + W[2 - i] * x[i].sin();
    }
    assert!((y - plain).abs() < 1e-14);
}
