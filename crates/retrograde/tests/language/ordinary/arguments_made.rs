//! Arguments that are made where they are handed on: copies of slices, and vectors without elements as fields.

use super::agrees;
use retrograde::prelude::*;

#[differentiable]
fn total(v: Vec<f64>) -> f64 {
    v.iter().enumerate().map(|(i, v)| v.sin() * (i + 1) as f64).sum()
}

#[differentiable]
fn merge(a: &[f64], b: &[f64]) -> Vec<f64> {
    let (mut i, mut j) = (0, 0);
    let mut out = Vec::with_capacity(a.len() + b.len());
    while i < a.len() || j < b.len() {
        // `a[i] <= b[j]` is read only where both are there.
        let take = j >= b.len() || (i < a.len() && a[i] <= b[j]);
        out.push(if take {
            i += 1;
            a[i - 1]
        } else {
            j += 1;
            b[j - 1]
        });
    }
    out
}

#[differentiable]
fn sorted(v: Vec<f64>) -> Vec<f64> {
    if v.len() <= 1 {
        return v;
    }
    let (left, right) = v.split_at(v.len() / 2);
    merge(&sorted(left.to_vec()), &sorted(right.to_vec()))
}

#[differentiable]
fn of_copies(x: &[f64]) -> f64 {
    let s = sorted(x.to_vec());
    total(x[1..3].to_vec()) * total(x.to_owned())
        + s.iter().enumerate().map(|(i, v)| v * (i as f64).sqrt()).sum::<f64>()
}

#[derive(Clone, Debug, Differentiable)]
struct Body {
    at: [f64; 2],
    mass: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct World {
    bodies: Vec<Body>,
    weight: f64,
}

#[differentiable]
impl World {
    fn empty(weight: f64) -> Self {
        World { bodies: vec![], weight }
    }
    fn energy(&self) -> f64 {
        self.bodies.iter().map(|b| b.mass * b.at[0] * b.at[1]).sum::<f64>() * self.weight
    }
}

#[differentiable]
fn of_fields(x: &[f64]) -> f64 {
    let mut w = World { bodies: vec![], weight: x[0] };
    for k in 0..3 {
        w.bodies.push(Body { at: [x[k], x[k + 1]], mass: 1.0 + x[k] });
    }
    let mut other = World::empty(x[1]);
    other.bodies.push(w.bodies[2].clone());
    w.energy() + w.bodies[0].at[0] * w.bodies[2].at[1] + other.energy()
}

#[test]
fn gradients_agree() {
    let x = [0.7, -0.4, 1.3, 0.9, 0.2];
    agrees("of_copies", of_copies, &of_copies::gradient(&x).1.0, &x);
    agrees("of_fields", of_fields, &of_fields::gradient(&x).1.0, &x);
    let (value, (left, right)) = merge::gradient_with(vec![1.0, 2.0, 3.0], &[2.0], &[1.0, 3.0]);
    assert_eq!((value, left, right), (vec![1.0, 2.0, 3.0], vec![2.0], vec![1.0, 3.0]));
}
