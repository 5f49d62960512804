//! Structures and enums that a chain of conditions chooses: each side has the cotangents, and is computed only where it is taken.

use super::agrees;
use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
enum Shape {
    Circle { r: f64 },
    Rect { w: f64, h: f64 },
    Triangle(f64, f64, f64),
    Nothing,
}
#[differentiable]
impl Shape {
    fn area(&self) -> f64 {
        match self {
            Shape::Circle { r } => 3.0 * r * r,
            Shape::Rect { w, h } => w * h,
            Shape::Triangle(a, b, c) => a * b + c,
            Shape::Nothing => 0.5,
        }
    }
    fn scaled(&self, k: f64) -> Shape {
        match *self {
            Shape::Circle { r } => Shape::Circle { r: r * k },
            Shape::Rect { w, h } => Shape::Rect { w: w * k, h: h * k },
            Shape::Triangle(a, b, c) => Shape::Triangle(a * k, b * k, c * k),
            Shape::Nothing => Shape::Nothing,
        }
    }
}
#[differentiable]
fn by_number(n: usize, a: f64, b: f64) -> Shape {
    match n {
        0 => Shape::Circle { r: a },
        1 => Shape::Rect { w: a, h: b },
        2 => Shape::Triangle(a, b, a * b),
        _ => Shape::Nothing,
    }
}
#[differentiable]
fn by_size(v: f64, k: f64) -> Shape {
    if v < -0.3 {
        Shape::Circle { r: k }
    } else if v < 0.3 {
        Shape::Rect { w: k * v, h: k }
    } else if v < 0.8 {
        Shape::Triangle(v, k, 1.0)
    } else {
        Shape::Nothing
    }
}
/// The condition reads a variant that is there on its side alone.
#[differentiable]
fn next(shape: Shape, k: f64) -> Shape {
    match shape {
        Shape::Circle { r } => Shape::Rect { w: r * k, h: k },
        Shape::Rect { w, h } => {
            if w > h {
                Shape::Circle { r: w }
            } else {
                Shape::Triangle(w, h, k)
            }
        }
        Shape::Triangle(a, b, c) => {
            if a * b > c {
                Shape::Nothing
            } else {
                Shape::Circle { r: a * k }
            }
        }
        Shape::Nothing => Shape::Circle { r: k },
    }
}
/// An index on a side is in bounds there alone.
#[differentiable]
fn found(x: &[f64], at: f64) -> Shape {
    if at < 0.0 {
        Shape::Nothing
    } else if at < 1.0 {
        Shape::Circle { r: x[(at * 4.0) as usize] }
    } else if x[at as usize - 1] > 0.5 {
        Shape::Rect { w: x[at as usize], h: at }
    } else {
        Shape::Triangle(x[0], at, x[1])
    }
}
#[differentiable]
fn of_shapes(x: &[f64]) -> f64 {
    let shapes = [
        by_number(0, x[0], x[1]),
        by_number(1, x[2], x[1]),
        by_number(2, x[3], x[4]),
        by_number(3, x[0], x[1]),
    ];
    let mut state = shapes[1];
    let mut s = 0.0;
    for (i, shape) in shapes.iter().enumerate() {
        let scaled = shape.scaled(x[i + 1]);
        s += scaled.area() * (i + 1) as f64;
        let sized = by_size(x[i], x[i + 1]);
        s += sized.area();
        state = next(state, x[i]);
        s += state.area();
        let at = found(x, x[i] * 2.0);
        s += at.area();
    }
    s
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct P {
    x: f64,
    y: f64,
    k: usize,
}
#[differentiable]
fn picked(n: usize, p: &P, q: &P, r: &P) -> P {
    if n == 0 {
        *p
    } else if n == 1 {
        *q
    } else {
        *r
    }
}
#[differentiable]
fn mixed(n: usize, p: P, q: P, r: P) -> P {
    match n {
        0 => p,
        1 => q,
        2 => P { x: r.x, y: q.y, k: p.k },
        _ => r,
    }
}
#[differentiable]
fn of_structures(x: &[f64]) -> f64 {
    let p = [P { x: x[0], y: x[1], k: 1 }, P { x: x[2], y: x[3], k: 2 }, P { x: x[4], y: x[5], k: 3 }];
    let mut m = p[0];
    let mut s = 0.0;
    for n in 0..4 {
        let q = picked(n % 3, &p[0], &p[1], &p[2]);
        s += q.x * q.y * (n + 1) as f64;
        let r = mixed(n, p[1], p[2], p[0]);
        s += r.x * r.y + r.k as f64 * r.x;
        let e = if n == 0 {
            p[0]
        } else if n < 2 {
            p[1]
        } else if s > 1.0 {
            p[2]
        } else {
            q
        };
        s += e.x * e.y;
        m = if n == 1 {
            p[2]
        } else if n == 2 {
            e
        } else if n == 3 {
            P { x: m.y, y: m.x, k: 2 }
        } else {
            m
        };
        s += m.x * m.y;
    }
    s
}

#[test]
fn each_side_of_a_chain_of_choices_has_cotangents() {
    for x in [
        [0.31, 0.7, -0.5, 0.9, 0.4, 0.2],
        [0.9, -0.4, 0.2, 0.6, 0.8, 1.1],
        [-0.6, 0.52, 0.75, 0.1, 0.35, 0.7],
    ] {
        agrees("shapes", of_shapes, &of_shapes::gradient(&x).1.0, &x);
        agrees("structures", of_structures, &of_structures::gradient(&x).1.0, &x);
    }
}
