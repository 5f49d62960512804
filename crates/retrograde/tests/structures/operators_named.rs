//! Operators on structures whose names tell nothing: `struct Vec3 { x: f64, … }` without type parameters. They are told from other names
//! of numbers by what they are added to.

use retrograde::differentiable;
use retrograde::prelude::*;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vec3 {
    x: f64,
    y: f64,
    z: f64,
}

#[reversible]
impl Add for Vec3 {
    type Output = Vec3;
    fn add(self, o: Vec3) -> Vec3 {
        Vec3 { x: self.x + o.x, y: self.y + o.y, z: self.z + o.z }
    }
}

#[reversible]
impl Sub for Vec3 {
    type Output = Vec3;
    fn sub(self, o: Vec3) -> Vec3 {
        Vec3 { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
    }
}

#[reversible]
impl Mul<f64> for Vec3 {
    type Output = Vec3;
    fn mul(self, k: f64) -> Vec3 {
        Vec3 { x: self.x * k, y: self.y * k, z: self.z * k }
    }
}

#[reversible]
impl AddAssign for Vec3 {
    fn add_assign(&mut self, o: Vec3) {
        self.x += o.x;
        self.y += o.y;
        self.z += o.z;
    }
}

#[reversible]
impl Vec3 {
    fn dot(&self, o: &Vec3) -> f64 {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    fn cross(&self, o: &Vec3) -> Vec3 {
        Vec3 {
            x: self.y * o.z - self.z * o.y,
            y: self.z * o.x - self.x * o.z,
            z: self.x * o.y - self.y * o.x,
        }
    }
    fn length(&self) -> f64 {
        self.dot(self).sqrt()
    }
}

#[reversible]
fn reflect(d: &Vec3, n: &Vec3) -> Vec3 {
    *d - *n * (2.0 * d.dot(n))
}

#[reversible]
fn reflect_by_value(d: Vec3, n: Vec3) -> Vec3 {
    d - 2.0 * d.dot(&n) * n
}

/// The value of a call is returned, by way of a local.
#[reversible]
fn reflected_again(d: &Vec3, n: &Vec3) -> Vec3 {
    let once = reflect(d, n);
    once
}

#[reversible]
fn bounce(p: &Vec3, d: &Vec3, n: &Vec3, t: f64) -> f64 {
    let hit = *p + *d * t;
    let out = reflected_again(d, n);
    let end = hit + out * t;
    end.length() + end.cross(&hit).dot(n)
}

/// Bodies that attract one another, by the leapfrog.
#[reversible]
fn accelerate(v: &mut [Vec3], p: &[Vec3], m: &[f64], dt: f64) {
    for i in 0..p.len() {
        for j in 0..p.len() {
            if i != j {
                let r = p[j] - p[i];
                let d2 = r.dot(&r) + 0.01;
                v[i] += r * (dt * m[j] / (d2 * d2.sqrt()));
            }
        }
    }
}

#[reversible]
fn drift(p: &mut [Vec3], v: &[Vec3], dt: f64) {
    for i in 0..v.len() {
        p[i] += v[i] * dt;
    }
}

#[reversible]
fn leap(p: &mut [Vec3], v: &mut [Vec3], m: &[f64], dt: f64, n: usize) {
    for _k in 0..n {
        drift(p, v, 0.5 * dt);
        accelerate(v, p, m, dt);
        drift(p, v, 0.5 * dt);
    }
}

fn v(x: f64, y: f64, z: f64) -> Vec3 {
    Vec3 { x, y, z }
}

#[test]
fn vectors_of_floats() {
    let (d, n) = (v(0.3, -0.8, 0.2), v(0.1, 0.9, -0.3));
    reflect::check(&d, &n).unwrap();
    reflect_by_value::check(d, n).unwrap();
    assert!((reflect(&d, &n) - reflect_by_value(d, n)).length() < 1e-14);
    bounce::check(&v(1.0, 0.2, 0.1), &d, &n, 0.7).unwrap();
    let mut p = [v(0.0, 0.1, 0.0), v(1.0, 0.0, 0.3), v(-0.4, 1.2, 0.5)];
    let mut s = [v(0.1, 0.0, 0.2), v(0.0, -0.5, 0.1), v(0.3, 0.2, 0.0)];
    leap::check(&mut p, &mut s, &[1.0, 0.5, 0.25], 0.05, 4).unwrap();
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Interval {
    low: f64,
    high: f64,
}

#[reversible]
impl<'a> Mul<&'a Interval> for &'a Interval {
    type Output = Interval;
    fn mul(self, o: &Interval) -> Interval {
        let (a, b, c, d) = (self.low * o.low, self.low * o.high, self.high * o.low, self.high * o.high);
        Interval { low: a.min(b).min(c.min(d)), high: a.max(b).max(c.max(d)) }
    }
}

#[reversible]
impl Div for Interval {
    type Output = Self;
    fn div(self, o: Self) -> Self {
        let inverse = Interval { low: 1.0 / o.high, high: 1.0 / o.low };
        &self * &inverse
    }
}

#[reversible]
fn width(xs: &[Interval], by: &Interval) -> f64 {
    let mut sums = vec![Interval { low: 0.0, high: 0.0 }; xs.len() + 1];
    for i in 0..xs.len() {
        let term = &xs[i] * &xs[i];
        sums[i + 1].low += sums[i].low + term.low;
        sums[i + 1].high += sums[i].high + term.high;
    }
    let q = sums[xs.len()] / *by;
    q.high - q.low
}

#[test]
fn intervals() {
    let i = |low: f64, high: f64| Interval { low, high };
    width::check(&[i(0.2, 0.5), i(-0.3, 0.4), i(1.0, 1.5)], &i(0.5, 0.7)).unwrap();
}

/// In an ordinary function structures are assigned, too.
#[differentiable]
fn orbit(start: Vec3, speed: Vec3, dt: f64, n: usize) -> f64 {
    let mut p = start;
    let mut v = speed;
    for _ in 0..n {
        let r2 = p.x * p.x + p.y * p.y + p.z * p.z;
        v = v - p * (dt / (r2 * r2.sqrt()));
        p += v * dt;
        if p.x < 0.9 {
            break;
        }
    }
    p.x + p.y * v.x
}

#[test]
fn ordinary_functions() {
    let differences = |n| orbit::check(v(1.0, 0.2, -0.1), v(0.1, 0.9, 0.3), 0.1, n);
    assert_eq!((differences(3), differences(20)), (Ok(()), Ok(())));
}
