//! Structures that a condition chooses, as values of locals, of functions and in updates.

use retrograde::prelude::*;
use retrograde::{check_gradient, differentiable};
use std::ops::{Add, AddAssign, Div, Mul};

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
impl<T: Real> Mul<T> for Plane<T> {
    type Output = Self;
    fn mul(self, k: T) -> Self {
        Plane { x: self.x * k, y: self.y * k }
    }
}

#[reversible]
impl<T: Real> Div<T> for Plane<T> {
    type Output = Self;
    fn div(self, k: T) -> Self {
        Plane { x: self.x / k, y: self.y / k }
    }
}

#[reversible]
impl<T: Real> Plane<T> {
    fn norm(&self) -> T {
        (self.x * self.x + self.y * self.y).sqrt()
    }
    fn turned(&self, angle: T) -> Plane<T> {
        Plane {
            x: self.x * angle.cos() - self.y * angle.sin(),
            y: self.x * angle.sin() + self.y * angle.cos(),
        }
    }
}

/// Of length one; zero stays what it is, and its derivative is finite.
#[reversible]
fn normalised<T: Real>(v: &Plane<T>) -> Plane<T> {
    let length = if v.x == 0.0 && v.y == 0.0 { 0.0 } else { v.norm() };
    if length > 0.0 { *v / length } else { Plane { x: 0.0, y: 0.0 } }
}

/// Places, sums, methods, literals, and three sides.
#[reversible]
fn chosen<T: Real>(total: &mut Plane<T>, z: &Plane<T>, w: &Plane<T>, k: T, n: usize) {
    let first = if n > 1 { *z } else { *w };
    let second = if n == 0 {
        *z + *w
    } else if n == 1 {
        z.turned(k * 2.0 + 0.5)
    } else {
        Plane { x: z.x * w.y, y: (k * w.x).sin() }
    };
    total.x += first.x * second.y;
    total.y += (first.y * k).exp() * second.x;
    *total += if first.x > second.x { first * k } else { second * (k + 1.0) };
    let third: Plane<T> = if k > 0.25 { normalised(z) } else { first };
    *total += third * third.x;
}

fn plane(x: &[f64]) -> Plane<f64> {
    Plane { x: x[0], y: x[1] }
}

fn by_hand(total: &mut Plane<f64>, z: Plane<f64>, w: Plane<f64>, k: f64, n: usize) {
    let first = if n > 1 { z } else { w };
    let second = match n {
        0 => z + w,
        1 => z.turned(k * 2.0 + 0.5),
        _ => Plane { x: z.x * w.y, y: (k * w.x).sin() },
    };
    total.x += first.x * second.y;
    total.y += (first.y * k).exp() * second.x;
    *total += if first.x > second.x { first * k } else { second * (k + 1.0) };
    let third = if k > 0.25 { z / z.norm() } else { first };
    *total += third * third.x;
}

#[test]
fn every_side() {
    for n in 0..3 {
        for k in [0.7, -0.4] {
            for sign in [1.0, -1.0] {
                let at = [0.3, -0.8, 1.1 * sign, 0.4, -0.6 * sign, 0.9, k];
                let run = |x: &[f64]| {
                    let mut total = plane(x);
                    chosen(&mut total, &plane(&x[2..]), &plane(&x[4..]), x[6], n);
                    total
                };
                let mut expected = plane(&at);
                by_hand(&mut expected, plane(&at[2..]), plane(&at[4..]), k, n);
                let mut total = run(&at);
                assert!((total.x - expected.x).abs() < 1e-14 && (total.y - expected.y).abs() < 1e-14);

                let (z, w) = (plane(&at[2..]), plane(&at[4..]));
                let (mut total_bar, mut z_bar, mut w_bar, mut k_bar) =
                    (total.shadow(), z.shadow(), w.shadow(), 0.0);
                (total_bar.x, total_bar.y) = (1.5, -0.7);
                chosen::adjoint(&mut total, &mut total_bar, &z, &mut z_bar, &w, &mut w_bar, k, &mut k_bar, n);
                assert!((total.x - at[0]).abs() < 1e-14 && (total.y - at[1]).abs() < 1e-14);
                let bars = [total_bar.x, total_bar.y, z_bar.x, z_bar.y, w_bar.x, w_bar.y, k_bar];
                let loss = |x: &[f64]| {
                    let y = run(x);
                    1.5 * y.x - 0.7 * y.y
                };
                assert_eq!(check_gradient(loss, &at, &bars), Ok(()));
                assert_eq!(chosen::check(&mut plane(&at), &z, &w, k, n), Ok(()));
            }
        }
    }
}

/// The side that is not taken adds nothing, where its derivative is not finite.
#[test]
fn the_other_side_adds_nothing() {
    let zero = Plane { x: 0.0, y: 0.0 };
    assert_eq!(normalised(&zero), zero);
    let mut bar = zero.shadow::<f64>();
    let mut seed = zero.shadow::<f64>();
    (seed.x, seed.y) = (1.0, 2.0);
    normalised::pull(seed, &zero, &mut bar);
    assert_eq!((bar.x, bar.y), (0.0, 0.0));
    assert_eq!(normalised::check(&Plane { x: 0.3, y: -0.4 }), Ok(()));
}

/// In loops, of elements, and of structures that are chosen before.
#[reversible]
fn extremes<T: Real>(out: &mut Plane<T>, all: &[Plane<T>]) {
    let mut sum = Plane { x: 0.0, y: 0.0 };
    for i in 1..all.len() {
        let larger = if all[i].x > all[i - 1].x { all[i] } else { all[i - 1] };
        let upper = if larger.y > 0.0 { larger } else { larger * 2.0 };
        sum += upper * larger.x;
    }
    *out += sum;
}

/// An ordinary function.
#[differentiable]
fn ordinary(z: &Plane<f64>, w: &Plane<f64>, k: f64) -> f64 {
    let mut k = k;
    let v: Plane<f64> = if k > 0.0 { *z } else { *w + *z };
    k *= 2.0;
    v.x * v.y * k
}

#[test]
fn loops_and_ordinary_functions() {
    let all = [0.3, -0.8, 1.1, 0.4, -0.6, 0.9, 0.2, 0.7].chunks(2).map(plane).collect::<Vec<_>>();
    assert_eq!(extremes::check(&mut plane(&[0.1, 0.2]), &all), Ok(()));
    for k in [0.6, -0.6] {
        assert_eq!(ordinary::check(&all[0], &all[1], k), Ok(()));
        let v = if k > 0.0 { all[0] } else { all[1] + all[0] };
        assert!((ordinary(&all[0], &all[1], k) - v.x * v.y * k * 2.0).abs() < 1e-15);
    }
}
