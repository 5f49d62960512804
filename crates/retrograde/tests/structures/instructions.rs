//! Instructions on structures, number by number, and views through them.

use retrograde::instructions::{hadamard, neg};
use retrograde::prelude::*;
use retrograde::{Dual, check_gradient};
use std::ops::{Add, AddAssign, Mul};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair<T> {
    x: T,
    y: T,
}

/// Numbers, arrays, tuples, structures, and fields that stay as they are.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body<T: Real> {
    at: Pair<T>,
    turn: [[T; 2]; 2],
    size: (T, T),
    trail: Vec<Pair<T>>,
    id: usize,
    scale: f64,
    #[differentiable(skip)]
    weight: T,
}

/// A structure of floats.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Plain {
    a: f64,
    b: [f64; 2],
}

#[reversible]
impl<T: Real> Add for Pair<T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Pair { x: self.x + other.x, y: self.y + other.y }
    }
}

#[reversible]
impl<T: Real> AddAssign for Pair<T> {
    fn add_assign(&mut self, other: Self) {
        self.x += other.x;
        self.y += other.y;
    }
}

#[reversible]
impl<T: Real> Mul<T> for Pair<T> {
    type Output = Self;
    fn mul(self, k: T) -> Self {
        Pair { x: self.x * k, y: self.y * k }
    }
}

fn body(x: &[f64]) -> Body<f64> {
    Body {
        at: Pair { x: x[0], y: x[1] },
        turn: [[x[2], x[3]], [x[4], x[5]]],
        size: (x[6], x[7]),
        trail: vec![Pair { x: x[8], y: x[9] }, Pair { x: x[10], y: x[11] }],
        id: 7,
        scale: 3.5,
        weight: 2.5,
    }
}

fn flat(body: &Body<f64>) -> Vec<f64> {
    let [[a, b], [c, d]] = body.turn;
    let trail = body.trail.iter().flat_map(|p| [p.x, p.y]);
    [body.at.x, body.at.y, a, b, c, d, body.size.0, body.size.1].into_iter().chain(trail).collect()
}

#[reversible]
fn turned<T: Real>(one: &mut Body<T>, other: &mut Body<T>, k: T) {
    one.at.x += other.size.0 * k;
    neg(&mut *one);
    hadamard(&mut *one, &mut *other);
    other.turn[0][1] += one.at.y * one.trail[1].x;
    neg(&mut other.at);
    neg::inverse(&mut one.trail[0]);
}

fn reflected(a: &[f64], b: &[f64], k: f64) -> (Vec<f64>, Vec<f64>) {
    let half = 0.5_f64.sqrt();
    let mut a: Vec<f64> = a.to_vec();
    a[0] += b[6] * k;
    let a: Vec<f64> = a.iter().map(|x| -x).collect();
    let mut one: Vec<f64> = a.iter().zip(b).map(|(a, b)| (a + b) * half).collect();
    let mut other: Vec<f64> = a.iter().zip(b).map(|(a, b)| (a - b) * half).collect();
    other[3] += one[1] * one[10];
    (other[0], other[1]) = (-other[0], -other[1]);
    (one[8], one[9]) = (-one[8], -one[9]);
    (one, other)
}

fn start() -> Vec<f64> {
    (0..25).map(|i| f64::from((i * 7 + 3) % 11) / 5.0 - 1.1).collect()
}

#[test]
fn structures_are_changed_number_by_number() {
    let at = start();
    let run = |x: &[f64]| {
        let (mut one, mut other) = (body(x), body(&x[12..]));
        turned(&mut one, &mut other, x[24]);
        (one, other)
    };
    let (mut one, mut other) = run(&at);
    let (expected, beside) = reflected(&at[..12], &at[12..24], at[24]);
    flat(&one).iter().zip(&expected).for_each(|(a, b)| assert!((a - b).abs() < 1e-14));
    flat(&other).iter().zip(&beside).for_each(|(a, b)| assert!((a - b).abs() < 1e-14));
    assert_eq!((one.id, one.scale, one.weight), (7, 3.5, 2.5));

    let seeds: Vec<f64> = (0..24).map(|i| f64::from((i * 5 + 2) % 13) / 4.0 - 1.3).collect();
    let loss = |x: &[f64]| {
        let (one, other) = run(x);
        flat(&one).iter().chain(&flat(&other)).zip(&seeds).map(|(y, s)| y * s).sum::<f64>()
    };
    let (mut one_bar, mut other_bar, mut k_bar) = (one.shadow(), other.shadow(), 0.0);
    for (bar, seeds) in [(&mut one_bar, &seeds[..12]), (&mut other_bar, &seeds[12..])] {
        (bar.at.x, bar.at.y, bar.size) = (seeds[0], seeds[1], (seeds[6], seeds[7]));
        bar.turn = [[seeds[2], seeds[3]], [seeds[4], seeds[5]]];
        bar.trail.iter_mut().zip(seeds[8..].chunks(2)).for_each(|(p, s)| (p.x, p.y) = (s[0], s[1]));
    }
    turned::adjoint(&mut one, &mut one_bar, &mut other, &mut other_bar, at[24], &mut k_bar);
    flat(&one).iter().zip(&at).for_each(|(a, b)| assert!((a - b).abs() < 1e-14));
    let mut gradient = Vec::new();
    for bar in [&one_bar, &other_bar] {
        let [[a, b], [c, d]] = bar.turn;
        gradient.extend([bar.at.x, bar.at.y, a, b, c, d, bar.size.0, bar.size.1]);
        gradient.extend(bar.trail.iter().flat_map(|p| [p.x, p.y]));
    }
    gradient.push(k_bar);
    assert_eq!(check_gradient(loss, &at, &gradient), Ok(()));
    assert_eq!(turned::check(&mut body(&at), &mut body(&at[12..]), 0.7), Ok(()));
}

/// Views through the negative, arrays of structures, and floats.
#[reversible]
fn seen<T: Real>(all: &mut [Pair<T>], by: &Pair<T>, k: T) {
    each!(neg(&mut all));
    -all[0] += *by * k;
    grown(&mut -all[1], &*by, k);
    each!(all += *by * k);
}

#[reversible]
fn grown<T: Real>(p: &mut Pair<T>, by: &Pair<T>, k: T) {
    p.x += by.y * k;
    *p += *by * (k * k);
}

#[reversible]
fn of_floats(p: &mut Plain, q: &mut Plain) {
    hadamard(&mut *p, &mut *q);
    p.a += q.b[1] * q.b[0];
    neg(&mut *p);
}

#[test]
fn views_of_structures() {
    let (all, by) = ([Pair { x: 0.3, y: -0.7 }, Pair { x: 1.2, y: 0.4 }], Pair { x: -0.9, y: 0.6 });
    let mut found = all;
    seen(&mut found, &by, 0.8);
    let zero = -all[0].x - by.x * 0.8 + by.x * 0.8;
    let one = -(all[1].x + by.y * 0.8 + by.x * 0.64) + by.x * 0.8;
    assert!((found[0].x - zero).abs() < 1e-15 && (found[1].x - one).abs() < 1e-15);
    assert_eq!(seen::check(&mut { all }, &by, 0.8), Ok(()));
    let (mut p, mut q) = (Plain { a: 0.3, b: [1.1, -0.4] }, Plain { a: -0.8, b: [0.5, 0.9] });
    assert_eq!(of_floats::check(&mut p, &mut q), Ok(()));
}

#[test]
fn by_hand() {
    let mut pair = Pair { x: Dual::new(1.0, 0.5), y: Dual::new(2.0, -1.5) };
    neg(&mut pair);
    assert_eq!((pair.x.tangent, pair.y.tangent), (-0.5, 1.5));
    let (mut p, mut bar) = (Pair { x: 1.0, y: 2.0 }, Pair { x: 0.0, y: 0.0 }.shadow::<f64>());
    (bar.x, bar.y) = (3.0, -4.0);
    neg::adjoint(&mut p, &mut bar);
    assert_eq!((p, bar.x, bar.y), (Pair { x: -1.0, y: -2.0 }, -3.0, 4.0));
}
