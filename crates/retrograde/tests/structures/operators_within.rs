//! Operators on structures in `each!`, and methods of products that are named like rules of the table.

use retrograde::check_gradient;
use retrograde::prelude::*;
use std::ops::{Add, AddAssign, Mul};

/// A complex number of somebody's own.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Plane<T> {
    x: T,
    y: T,
}

#[reversible]
impl<T: Real> Add for Plane<T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Plane { x: self.x + other.x, y: self.y + other.y }
    }
}

#[reversible]
impl<T: Real> AddAssign for Plane<T> {
    fn add_assign(&mut self, other: Self) {
        self.x += other.x;
        self.y += other.y;
    }
}

#[reversible]
impl<T: Real> Mul for Plane<T> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Plane { x: self.x * other.x - self.y * other.y, y: self.x * other.y + self.y * other.x }
    }
}

#[reversible]
impl<T: Real> Mul<T> for Plane<T> {
    type Output = Self;
    fn mul(self, k: T) -> Self {
        Plane { x: self.x * k, y: self.y * k }
    }
}

#[reversible]
impl<T: Real> Plane<T> {
    fn exp(&self) -> Plane<T> {
        Plane { x: self.x.exp() * self.y.cos(), y: self.x.exp() * self.y.sin() }
    }
    fn scale(&self, k: T) -> Plane<T> {
        Plane { x: self.x * k, y: self.y * k }
    }
    fn norm(&self) -> T {
        self.x.hypot(self.y)
    }
}

fn plane(x: &[f64]) -> Plane<f64> {
    Plane { x: x[0], y: x[1] }
}

fn planes(x: &[f64]) -> Vec<Plane<f64>> {
    x.chunks(2).map(plane).collect()
}

fn flat(all: &[Plane<f64>]) -> Vec<f64> {
    all.iter().flat_map(|p| [p.x, p.y]).collect()
}

/// Sums, products with arrays and with one value, an undone update, methods of the elements.
#[reversible]
fn everywhere<T: Real>(z: &mut [Plane<T>], w: &[Plane<T>], u: &Plane<T>, k: &[T], s: T) {
    each!(z += w * s);
    each!(z += w * k);
    each!(z -= w * *u + u.scale(s));
    each!(z += w.scale(s) * 0.5; z.x += k);
    each! {
        z += w.exp();
    }
}

fn by_hand(z: &mut [Plane<f64>], w: &[Plane<f64>], u: Plane<f64>, k: &[f64], s: f64) {
    for i in 0..z.len() {
        let by = w[i] * u + u * s;
        z[i] += w[i] * s + w[i] * k[i] + by * -1.0 + w[i] * (s * 0.5) + w[i].exp();
        z[i].x += k[i];
    }
}

const AT: [f64; 13] = [0.3, -0.8, 1.1, 0.4, -0.6, 0.9, 0.2, -0.5, 0.7, 1.3, 0.25, -0.45, 0.65];

#[test]
fn operators_in_each() {
    let run = |x: &[f64]| {
        let mut z = planes(&x[..4]);
        everywhere(&mut z, &planes(&x[4..8]), &plane(&x[8..]), &x[10..12], x[12]);
        z
    };
    let mut expected = planes(&AT[..4]);
    by_hand(&mut expected, &planes(&AT[4..8]), plane(&AT[8..]), &AT[10..12], AT[12]);
    let found = run(&AT);
    flat(&found).iter().zip(flat(&expected)).for_each(|(a, b)| assert!((a - b).abs() < 1e-14));

    let seeds = [1.5, -0.4, 0.7, -1.2];
    let loss = |x: &[f64]| flat(&run(x)).iter().zip(seeds).map(|(y, s)| y * s).sum::<f64>();
    let (mut z, w, u) = (found, planes(&AT[4..8]), plane(&AT[8..]));
    let mut z_bar: Vec<_> = z.iter().map(|z| z.shadow()).collect();
    z_bar.iter_mut().zip(seeds.chunks(2)).for_each(|(bar, seed)| (bar.x, bar.y) = (seed[0], seed[1]));
    let mut w_bar: Vec<_> = w.iter().map(|w| w.shadow()).collect();
    let (mut u_bar, mut k_bar, mut s_bar) = (u.shadow(), [0.0; 2], 0.0);
    let k = &AT[10..12];
    everywhere::adjoint(
        &mut z, &mut z_bar, &w, &mut w_bar, &u, &mut u_bar, k, &mut k_bar, AT[12], &mut s_bar,
    );
    flat(&z).iter().zip(&AT[..4]).for_each(|(a, b)| assert!((a - b).abs() < 1e-14));
    let mut gradient: Vec<f64> = z_bar.iter().chain(&w_bar).flat_map(|bar| [bar.x, bar.y]).collect();
    gradient.extend([u_bar.x, u_bar.y, k_bar[0], k_bar[1], s_bar]);
    assert_eq!(check_gradient(loss, &AT, &gradient), Ok(()));
}

/// The value tells that the product is a structure: the name `exp` alone would be that of a rule.
#[reversible]
fn of_products<T: Real>(total: &mut Plane<T>, z: &Plane<T>, w: &Plane<T>, k: T) {
    let turned: Plane<T> = (*z * *w).exp();
    *total += turned;
    *total += (*w * *w).exp() * k;
    *total += (*z * (*w * k)).exp();
    undo! {
        *total += *z * *w + w.scale(k) * *z;
    }
}

#[reversible]
fn returned<T: Real>(z: &Plane<T>, w: &Plane<T>) -> Plane<T> {
    (*z * *w).exp()
}

/// A product that is a number has the rule.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Row<T> {
    x: T,
    y: T,
}

#[reversible]
impl<T: Real> Mul for Row<T> {
    type Output = T;
    fn mul(self, other: Self) -> T {
        self.x * other.x + self.y * other.y
    }
}

#[reversible]
fn of_numbers<T: Real>(z: &Plane<T>, a: &Row<T>, b: &Row<T>) -> T {
    let part: T = (*a * *b).exp();
    part + (*a * *a).sqrt() + returned(z, z).norm()
}

#[test]
fn methods_of_products() {
    let (z, w) = (plane(&AT), plane(&AT[2..]));
    assert_eq!(of_products::check(&mut plane(&AT[4..]), &z, &w, 0.7), Ok(()));
    let mut total = plane(&AT[4..]);
    of_products(&mut total, &z, &w, 0.7);
    let expected = plane(&AT[4..])
        + (z * w).exp()
        + (w * w).exp() * 0.7
        + (z * (w * 0.7)).exp()
        + (z * w + w * 0.7 * z) * -1.0;
    flat(&[total]).iter().zip(flat(&[expected])).for_each(|(a, b)| assert!((a - b).abs() < 1e-14));
    assert_eq!(returned(&z, &w), (z * w).exp());
    let (a, b) = (Row { x: 0.3, y: -0.8 }, Row { x: 1.1, y: 0.4 });
    assert_eq!(of_numbers::check(&z, &a, &b), Ok(()));
    let expected = (a * b).exp() + (a * a).sqrt() + (z * z).exp().norm();
    assert!((of_numbers(&z, &a, &b) - expected).abs() < 1e-14);
}
