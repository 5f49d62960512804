//! Operators on structures: values, updates and scaling, held to differences.

use retrograde::check_gradient;
use retrograde::prelude::*;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vector3<T> {
    x: T,
    y: T,
    z: T,
}

#[reversible]
impl<T: Real> Add for Vector3<T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Vector3 { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

#[reversible]
impl<T: Real> Neg for Vector3<T> {
    type Output = Vector3<T>;
    fn neg(self) -> Self::Output {
        Self { x: -self.x, y: -self.y, z: -self.z }
    }
}

#[reversible]
impl<T: Real> Sub for Vector3<T> {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

#[reversible]
impl<T: Real> Mul<T> for Vector3<T> {
    type Output = Self;
    fn mul(self, k: T) -> Self {
        Vector3 { x: self.x * k, y: self.y * k, z: self.z * k }
    }
}

#[reversible]
impl<T: Real> Div<T> for Vector3<T> {
    type Output = Self;
    fn div(self, k: T) -> Self {
        self * (1.0 / k)
    }
}

/// The scalar product.
#[reversible]
impl<T: Real> Mul for Vector3<T> {
    type Output = T;
    fn mul(self, other: Vector3<T>) -> T {
        self.x * other.x + self.y * other.y + self.z * other.z
    }
}

#[reversible]
impl<T: Real> AddAssign for Vector3<T> {
    fn add_assign(&mut self, other: Self) {
        self.x += other.x;
        self.y += other.y;
        self.z += other.z;
    }
}

#[reversible]
impl<T: Real> Vector3<T> {
    fn scale(&self, k: T) -> Vector3<T> {
        *self * k
    }
    fn norm(&self) -> T {
        let square: T = *self * *self;
        square.sqrt()
    }
}

fn vector(x: &[f64]) -> Vector3<f64> {
    Vector3 { x: x[0], y: x[1], z: x[2] }
}

fn flat(v: &Vector3<f64>) -> [f64; 3] {
    [v.x, v.y, v.z]
}

type Bar = <Vector3<f64> as Differentiable>::Shadow<f64>;

fn numbers(bar: &Bar) -> [f64; 3] {
    [bar.x, bar.y, bar.z]
}

const AT: [f64; 7] = [0.4, -0.3, 0.9, 0.5, -0.8, 0.2, 0.6];

/// Every operator, with numbers on either side.
#[reversible]
fn all<T: Real>(a: &Vector3<T>, b: Vector3<T>, k: T) -> T {
    let sum = *a + b * 2.0 - 0.5 * *a / k;
    let turned = -(sum - b) * k.sin();
    let product: T = sum * turned;
    product + (sum + turned).norm() * (a.scale(k) + b.scale(2.0)).x
}

#[test]
fn values() {
    let run = |x: &[f64]| all(&vector(x), vector(&x[3..]), x[6]);
    let plain = |x: &[f64]| {
        let (a, b, k) = (vector(x), vector(&x[3..]), x[6]);
        let sum = a + b * 2.0 - a * 0.5 / k;
        let turned = -(sum - b) * k.sin();
        sum * turned + (sum + turned).norm() * (a.scale(k) + b.scale(2.0)).x
    };
    assert!((run(&AT) - plain(&AT)).abs() < 1e-14);
    let (value, (a_bar, b_bar, k_bar)) = all::gradient(&vector(&AT), vector(&AT[3..]), AT[6]);
    assert_eq!(value, run(&AT));
    let gradient = [&numbers(&a_bar)[..], &numbers(&b_bar), &[k_bar]].concat();
    assert_eq!(check_gradient(run, &AT, &gradient), Ok(()));
}

/// Updates of state, locals and elements, and one that is undone.
#[reversible]
fn updates<T: Real>(c: &mut Vector3<T>, all: &mut [Vector3<T>], b: &Vector3<T>, k: T) {
    *c += b.scale(k);
    let mut sum = Vector3 { x: 0.0, y: 0.0, z: 0.0 };
    for i in 0..all.len() {
        sum += all[i] * k;
        sum -= *b;
    }
    *c -= sum + *b / 3.0;
    all[0] += *c * (k * k);
    all[1] -= *b;
}

#[test]
fn updates_of_structures() {
    let seeds = [1.5, -0.4, 0.7, 0.3, 1.1, -0.9, 0.2, 0.8, -1.3];
    let run = |x: &[f64]| {
        let (mut c, mut all) = (vector(x), [vector(&x[3..]), vector(&x[6..])]);
        updates(&mut c, &mut all, &vector(&x[9..]), x[12]);
        [flat(&c), flat(&all[0]), flat(&all[1])].concat()
    };
    let at = [&AT[..], &[-0.7, 1.2, 0.1, 0.35, -0.45, 0.8]].concat();
    let loss = |x: &[f64]| run(x).iter().zip(seeds).map(|(y, s)| y * s).sum::<f64>();
    let after = run(&at);
    let (mut c, mut all) = (vector(&after), [vector(&after[3..]), vector(&after[6..])]);
    let mut c_bar = c.shadow();
    (c_bar.x, c_bar.y, c_bar.z) = (seeds[0], seeds[1], seeds[2]);
    let mut all_bar = [c.shadow(), c.shadow()];
    for (bar, seeds) in all_bar.iter_mut().zip(seeds[3..].chunks(3)) {
        (bar.x, bar.y, bar.z) = (seeds[0], seeds[1], seeds[2]);
    }
    let (b, mut b_bar, mut k_bar) = (vector(&at[9..]), c.shadow(), 0.0);
    updates::adjoint(&mut c, &mut c_bar, &mut all, &mut all_bar, &b, &mut b_bar, at[12], &mut k_bar);
    let before = [flat(&c), flat(&all[0]), flat(&all[1])].concat();
    assert!(before.iter().zip(&at).all(|(a, b)| (a - b).abs() < 1e-14));
    let bars = [&c_bar, &all_bar[0], &all_bar[1], &b_bar].map(numbers).concat();
    assert_eq!(check_gradient(loss, &at, &[&bars[..], &[k_bar]].concat()), Ok(()));
}

#[reversible]
fn plus<T: Real>(a: &Vector3<T>, b: &Vector3<T>) -> Vector3<T> {
    *a + *b
}

/// No field is named in the block: that `self` is handed on tells that it carries cotangents.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Line<T> {
    from: Vector3<T>,
    to: Vector3<T>,
}

#[reversible]
impl<T: Real> Line<T> {
    fn length(&self) -> T {
        length(self)
    }
}

#[reversible]
fn length<T: Real>(line: &Line<T>) -> T {
    (plus(&line.to, &line.from) - line.from * 2.0).norm()
}

#[test]
fn a_receiver_that_is_only_handed_on() {
    let run = |x: &[f64]| Line { from: vector(x), to: vector(&x[3..]) }.length();
    let (value, (bar,)) = Line { from: vector(&AT), to: vector(&AT[3..]) }.length_gradient();
    assert_eq!(value, run(&AT));
    let gradient = [numbers(&bar.from), numbers(&bar.to)].concat();
    assert_eq!(check_gradient(run, &AT[..6], &gradient), Ok(()));
}

/// Products that are numbers, as what stands beside them tells.
#[reversible]
fn products_that_are_numbers<T: Real>(out: &mut T, v: &Vector3<T>, w: &Vector3<T>, k: T) {
    *out += k * (*v * *v);
    let e = k * (*v * *w);
    *out += e;
    *out += (*v * *v).sqrt();
    let (a, b): (T, T) = (*v * *v, *w * *w);
    let ratio = a / b;
    *out += ratio * k;
}

#[test]
fn a_product_is_a_number_where_it_is_added_to_one() {
    let (v, w) = (Vector3 { x: 0.3, y: -0.2, z: 1.1 }, Vector3 { x: 0.5, y: 0.1, z: -0.4 });
    assert_eq!(products_that_are_numbers::check(&mut 0.4, &v, &w, 0.7), Ok(()));
}
