//! Forms that are taken as people write them: lists that are joined and rotated, choices of tuples, tables that are lent.

use super::agrees;
use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point {
    a: f64,
    b: f64,
    o: Option<f64>,
}

/// The option of a structure that is copied.
#[differentiable]
fn updated(x: &[f64]) -> f64 {
    let p = Point { a: x[0], b: x[1], o: Some(x[2]) };
    let q = Point { o: None, ..p };
    let r = Point { o: Some(x[3] * x[0]), ..p };
    q.a * q.b + q.o.unwrap_or(x[3]) + r.o.unwrap_or(0.0) * p.o.unwrap_or(1.0)
}

#[differentiable]
fn pair(v: f64) -> Option<(f64, f64)> {
    if v > 0.0 { Some((v, v * v)) } else { None }
}

#[differentiable]
fn tuples(x: &[f64]) -> f64 {
    let (a, b) = pair(x[0]).unwrap_or((x[1], x[2]));
    let (c, d) = match pair(x[3]) {
        Some(held) => held,
        None => (x[2], 1.5),
    };
    a * b + c * d
}

#[differentiable]
fn integers(x: &[f64]) -> f64 {
    let rows = vec![vec![1, 2], vec![-3]];
    let table = &[1, 2, 3];
    let mut s = 0.0;
    for row in &rows {
        for k in row {
            s += x[0] * *k as f64;
        }
    }
    for k in table {
        s += x[*k] * table[0] as f64;
    }
    s * x[1]
}

#[differentiable]
fn weights(x: &[f64]) -> f64 {
    let w = &[0.5, 1.5, -2.0, 3.0];
    x.iter().zip(w).map(|(v, w)| v * v * w).sum()
}

#[differentiable]
fn split(x: &[f64]) -> f64 {
    let (a, b) = x.split_at(2);
    a[0] * b[1] + a.iter().sum::<f64>() * b.len() as f64
}

#[differentiable]
fn joined(x: &[f64]) -> f64 {
    let (a, b) = (&x[0..2], &x[1..4]);
    let all = [a, b, &x[2..3]].concat();
    all.iter().enumerate().map(|(i, v)| v * v * i as f64).sum()
}

#[differentiable]
fn rotated(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.rotate_left(1);
    v[0] *= 2.0;
    let k = v.len() - 1;
    v.rotate_right(k);
    v[1] *= v[0];
    v.rotate_right(0);
    v.iter().enumerate().map(|(i, v)| v * v * (i + 1) as f64).sum()
}

#[differentiable]
fn around(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, v) in x.iter().cycle().skip(2).take(5).enumerate() {
        s += v * v * i as f64;
    }
    s + x.iter().cycle().skip(1).take(6).map(|v| v * v).sum::<f64>() * x[0]
}

#[differentiable]
fn last_of(x: &[f64]) -> f64 {
    match x.iter().rposition(|v| *v > 0.5) {
        Some(i) => x[i] * x[0] + i as f64 * x[2],
        None => x[1],
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

/// Boxes that stay in the function.
#[differentiable]
fn boxed(x: &[f64]) -> f64 {
    let product = Box::new(x[0] * x[1]);
    let pair: Box<Pair> = Box::new(Pair { a: x[2], b: x[3] });
    let mut sum = Box::new(0.0);
    let list = Box::new([x[1], x[2]]);
    for v in x {
        *sum += v * *product;
    }
    *product * *product + pair.a * pair.b.sin() + *sum * list[1]
}

#[test]
fn forms_are_taken() {
    for x in [[0.31, 0.7, -0.5, 0.9], [0.9, -0.4, 0.2, 0.6], [-0.6, 0.52, 0.75, 0.1], [-0.3, 0.4, 0.2, -0.7]]
    {
        agrees("updated", updated, &updated::gradient(&x).1.0, &x);
        agrees("tuples", tuples, &tuples::gradient(&x).1.0, &x);
        agrees("integers", integers, &integers::gradient(&x).1.0, &x);
        agrees("weights", weights, &weights::gradient(&x).1.0, &x);
        agrees("split", split, &split::gradient(&x).1.0, &x);
        agrees("joined", joined, &joined::gradient(&x).1.0, &x);
        agrees("rotated", rotated, &rotated::gradient(&x).1.0, &x);
        agrees("around", around, &around::gradient(&x).1.0, &x);
        agrees("boxed", boxed, &boxed::gradient(&x).1.0, &x);
        agrees("last_of", last_of, &last_of::gradient(&x).1.0, &x);
    }
}
