//! Ordinary Rust in conditions that changes what the program undoes.

use retrograde::prelude::*;

macro_rules! doubled {
    ($place:expr) => {{
        $place *= 2.0;
        $place
    }};
}

#[derive(Clone, Copy, Differentiable)]
struct Counter {
    a: f64,
    b: f64,
}

impl Counter {
    fn doubled(&mut self) -> bool {
        self.a *= 2.0;
        self.a > 1.0
    }
}

#[differentiable]
fn by_method(x: &[f64]) -> f64 {
    let mut c = Counter { a: x[0], b: x[1] };
    c.a *= x[2];
    if c.doubled() { c.a * c.b } else { c.b }
}

#[differentiable]
fn by_macro(x: &[f64]) -> f64 {
    let mut s = x[0];
    s *= x[1];
    if doubled!(s) > 1.5 { s * x[1] } else { s }
}

#[differentiable]
fn popped(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v[0] *= x[1];
    if v.pop() > Some(1.0) { v[0] } else { v[1] }
}

fn main() {}
