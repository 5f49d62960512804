//! Conversions, defaults and iterators: the `impl` of a trait of Rust's before which the attribute stands.

use super::agrees;
use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Polar {
    r: f64,
    t: f64,
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Flat {
    x: f64,
    y: f64,
}

#[differentiable]
impl From<Polar> for Flat {
    fn from(p: Polar) -> Flat {
        Flat { x: p.r * p.t.cos(), y: p.r * p.t.sin() }
    }
}

#[differentiable]
fn converted(x: &[f64]) -> f64 {
    let p = Polar { r: x[0], t: x[1] };
    let q = Flat::from(p);
    let r: Flat = Polar { r: x[2], t: x[3] }.into();
    q.x * r.y + q.y
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair {
    x: f64,
    y: f64,
}

#[differentiable]
impl Default for Pair {
    fn default() -> Pair {
        Pair { x: 1.0, y: 2.0 }
    }
}

#[differentiable]
impl Default for Triple {
    fn default() -> Self {
        Self { v: Pair::default(), k: 3.0 }
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Triple {
    v: Pair,
    k: f64,
}

#[differentiable]
fn defaults(x: &[f64]) -> f64 {
    let mut a = Pair::default();
    a.x *= x[0];
    let b = Pair { y: x[1], ..Default::default() };
    let w: Triple = Default::default();
    let u = Triple { k: x[2], ..Triple::default() };
    a.x * b.y + w.v.x * x[3] + u.k * u.v.y
}

#[derive(Clone, Debug, Differentiable)]
struct Walk {
    at: f64,
    left: usize,
}

#[differentiable]
impl Iterator for Walk {
    type Item = f64;
    fn next(&mut self) -> Option<f64> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        self.at *= 1.5;
        Some(self.at)
    }
}

#[differentiable]
fn walked(x: &[f64]) -> f64 {
    let w = Walk { at: x[0], left: 3 };
    let mut s = 0.0;
    for v in w {
        s += v * v * x[1];
    }
    s
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Step {
    at: f64,
    by: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Stride {
    at: f64,
    by: f64,
    left: usize,
}

#[differentiable]
impl Iterator for Stride {
    type Item = Step;
    fn next(&mut self) -> Option<Self::Item> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        self.at += self.by;
        self.by *= 0.5;
        Some(Step { at: self.at, by: self.by })
    }
}

#[differentiable]
impl Stride {
    fn new(at: f64, left: usize) -> Stride {
        Stride { at, by: at * at, left }
    }
}

#[differentiable]
fn steps(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for Step { at, by } in Stride::new(x[0], 3) {
        s += at * by * x[1];
    }
    let mut again = Stride { at: x[2], by: x[3], left: 5 };
    let first = again.next().unwrap();
    'all: for step in again {
        if step.by < -0.2 {
            break 'all;
        }
        if step.at > 2.0 {
            continue;
        }
        s += step.at * first.by;
    }
    s
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Root {
    x: f64,
}

#[differentiable]
impl TryFrom<f64> for Root {
    type Error = ();
    fn try_from(v: f64) -> Result<Root, ()> {
        if v > 0.0 { Ok(Root { x: v.sqrt() }) } else { Err(()) }
    }
}

#[differentiable]
fn tried(x: &[f64]) -> f64 {
    match Root::try_from(x[0]) {
        Ok(v) => v.x,
        Err(_) => x[1],
    }
}

#[test]
fn conversions_defaults_and_iterators_have_programs() {
    for x in [[0.31, 0.7, -0.5, 0.9], [0.9, -0.4, 0.2, 0.6], [-0.6, 0.52, 0.75, 0.15], [1.3, 0.2, 0.4, -0.35]]
    {
        agrees("converted", converted, &converted::gradient(&x).1.0, &x);
        agrees("defaults", defaults, &defaults::gradient(&x).1.0, &x);
        agrees("walked", walked, &walked::gradient(&x).1.0, &x);
        agrees("steps", steps, &steps::gradient(&x).1.0, &x);
        agrees("tried", tried, &tried::gradient(&x).1.0, &x);
    }
}
