//! Paths whose letters tell little: constants of one letter, variants and enums in capitals.

#![allow(clippy::upper_case_acronyms)]

use super::agrees;
use retrograde::prelude::*;

/// A structure whose constants have one letter.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct V2 {
    x: f64,
    y: f64,
}

#[differentiable]
impl V2 {
    const X: V2 = V2 { x: 1.0, y: 0.0 };
    const Y: V2 = V2 { x: 0.0, y: 2.0 };
    fn dot(&self, other: &V2) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

#[differentiable]
fn axis(k: usize) -> V2 {
    if k == 0 { V2::X } else { V2::Y }
}

#[differentiable]
fn along(x: &[f64]) -> f64 {
    let (a, b) = (axis(0), axis(1));
    let v = V2 { x: x[0], y: x[1] * x[2] };
    v.dot(&a) * v.dot(&b) + x[3]
}

/// An enum in capitals, and its variants, some of which are.
#[derive(Clone, Copy, Debug, Differentiable)]
enum RGB {
    Red(f64),
    G(f64),
    BLUE { depth: f64 },
    OFF,
}

#[differentiable]
fn light(c: RGB, w: f64) -> f64 {
    match c {
        RGB::Red(v) => v * w,
        RGB::G(v) => v * v + w,
        RGB::BLUE { depth } => depth.sin() * w,
        RGB::OFF => w * w,
    }
}

#[differentiable]
fn lights(x: &[f64]) -> f64 {
    let mut c = RGB::OFF;
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        s += light(c, *v);
        c = match i {
            0 => RGB::Red(v * v),
            1 => RGB::BLUE { depth: *v },
            2 => RGB::G(v * 2.0),
            _ => RGB::OFF,
        };
    }
    s + light(c, x[0])
}

/// An enum without numbers, in capitals.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum SI {
    M,
    CM,
}

#[differentiable]
fn unit(x: f64) -> SI {
    if x > 0.5 { SI::M } else { SI::CM }
}

#[differentiable]
fn lengths(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        let of = unit(*v);
        s += match of {
            SI::M => v * v,
            SI::CM => v * 0.01,
        };
    }
    s
}

#[test]
fn paths_are_judged_by_what_is_known() {
    for x in [[0.31, 0.7, -0.5, 0.9], [0.9, -0.4, 0.2, 0.6], [-0.6, 0.52, 0.75, 0.1]] {
        agrees("along", along, &along::gradient(&x).1.0, &x);
        agrees("lights", lights, &lights::gradient(&x).1.0, &x);
        agrees("lengths", lengths, &lengths::gradient(&x).1.0, &x);
    }
}
