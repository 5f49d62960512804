//! Choices between structures that operators and functions compute: no default of the structure is asked for.

use super::agrees;
use retrograde::prelude::*;
use std::ops::Mul;

#[derive(Clone, Copy, Debug, Differentiable)]
struct A {
    r: [f64; 4],
    t: [f64; 2],
}

#[differentiable]
impl A {
    fn rot(q: f64) -> A {
        A { r: [q.cos(), -q.sin(), q.sin(), q.cos()], t: [0.0, 0.0] }
    }
    fn shift(a: f64, b: f64) -> A {
        A { r: [1.0, 0.0, 0.0, 1.0], t: [a, b] }
    }
    fn apply(&self, p: [f64; 2]) -> [f64; 2] {
        [self.r[0] * p[0] + self.r[1] * p[1] + self.t[0], self.r[2] * p[0] + self.r[3] * p[1] + self.t[1]]
    }
}

#[differentiable]
impl Mul for A {
    type Output = A;
    fn mul(self, o: A) -> A {
        A {
            r: [
                self.r[0] * o.r[0] + self.r[1] * o.r[2],
                self.r[0] * o.r[1] + self.r[1] * o.r[3],
                self.r[2] * o.r[0] + self.r[3] * o.r[2],
                self.r[2] * o.r[1] + self.r[3] * o.r[3],
            ],
            t: [
                self.r[0] * o.t[0] + self.r[1] * o.t[1] + self.t[0],
                self.r[2] * o.t[0] + self.r[3] * o.t[1] + self.t[1],
            ],
        }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Turn,
    Slide,
    Fixed,
}

#[differentiable]
fn chain(x: &[f64]) -> f64 {
    let mut all = A::shift(0.0, 0.0);
    for i in 0..x.len() {
        let q = x[i];
        let local = match i {
            0 => A::rot(q) * A::shift(1.0, 0.5),
            1 => A::shift(q, 0.0) * A::rot(0.3),
            _ => A::shift(0.1, q),
        };
        all = all * local;
    }
    let p = all.apply([1.0, 0.0]);
    p[0] * p[1]
}

#[differentiable]
fn ifs(x: &[f64]) -> f64 {
    let kinds = [Kind::Turn, Kind::Slide, Kind::Fixed, Kind::Turn];
    let mut all = A::shift(0.0, 0.0);
    for (q, k) in x.iter().zip(kinds.iter()) {
        let local = match k {
            Kind::Turn => {
                let t = q * 2.0;
                A::rot(t) * A::shift(1.0, 0.5)
            }
            Kind::Slide => A::shift(*q, 0.0) * A::rot(0.3),
            Kind::Fixed => A::shift(0.1, 0.2),
        };
        let extra = if *q > 0.3 {
            let t = q * q;
            A::rot(t) * local
        } else {
            local * A::rot(*q)
        };
        all = all * extra;
    }
    let p = all.apply([1.0, 0.0]);
    p[0] * p[1]
}

#[differentiable]
fn joint(k: usize, q: f64) -> A {
    match k {
        0 => A::rot(q) * A::shift(1.0, 0.5),
        1 => A::shift(q, 0.0),
        _ => A::rot(0.2) * A::rot(q) * A::shift(q, q),
    }
}

#[differentiable]
fn joints(x: &[f64]) -> f64 {
    let mut all = A::rot(0.0);
    for (k, q) in x.iter().enumerate() {
        all = all * if k == 3 { joint(0, *q) * joint(1, x[0]) } else { joint(k, *q) };
    }
    all.apply([1.0, 0.0])[1]
}

#[test]
fn structures_are_chosen() {
    for x in [[0.31, 0.7, -0.5, 0.9], [0.9, -0.4, 0.2, 0.6], [-0.6, 0.52, 0.75, 0.15], [1.3, 0.2, 0.4, -0.35]]
    {
        agrees("chain", chain, &chain::gradient(&x).1.0, &x);
        agrees("ifs", ifs, &ifs::gradient(&x).1.0, &x);
        agrees("joints", joints, &joints::gradient(&x).1.0, &x);
    }
}
