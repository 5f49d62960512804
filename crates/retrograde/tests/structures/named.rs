//! Methods of structures that are called as those of numbers, of arrays and of iterators are.
#![allow(missing_docs)]

use retrograde::prelude::*;

#[derive(Differentiable, Clone, Copy, Debug)]
pub struct Vec3<T> {
    pub x: T,
    pub y: T,
    pub z: T,
}

#[reversible]
impl<T: Real> Vec3<T> {
    pub fn sub(&self, o: &Vec3<T>) -> Vec3<T> {
        Vec3 { x: self.x - o.x, y: self.y - o.y, z: self.z - o.z }
    }
    pub fn scale(&self, k: T) -> Vec3<T> {
        Vec3 { x: self.x * k, y: self.y * k, z: self.z * k }
    }
    pub fn dot(&self, o: &Vec3<T>) -> T {
        self.x * o.x + self.y * o.y + self.z * o.z
    }
    pub fn norm(&self) -> T {
        self.dot(self).sqrt()
    }
    pub fn norm_sqr(&self) -> T {
        self.dot(self)
    }
    pub fn normalize(&self) -> Vec3<T> {
        self.scale(1.0 / self.norm())
    }
    pub fn max(&self, o: &Vec3<T>) -> Vec3<T> {
        Vec3 { x: self.x.max(o.x), y: self.y.max(o.y), z: self.z.max(o.z) }
    }
    pub fn sum(&self) -> T {
        self.x + self.y + self.z
    }
}

#[reversible]
fn mixed<T: Real>(a: &Vec3<T>, b: &Vec3<T>) -> T {
    let d = a.sub(b);
    let far = d.norm();
    let e = a.sub(b).scale(0.5).norm() + a.scale(2.0).dot(b) * a.sub(b).norm_sqr();
    let top = a.max(b);
    far + e + a.sub(b).normalize().dot(&top) + a.sub(b).sum() + top.sum()
}

/// Rotations, by the names of functions of numbers.
#[reversible]
impl<T: Real> Pair<T> {
    pub fn exp(&self) -> Pair<T> {
        let length = self.re.exp();
        Pair { re: length * self.im.cos(), im: length * self.im.sin() }
    }
    pub fn mul(&self, o: &Pair<T>) -> Pair<T> {
        Pair { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re }
    }
    pub fn abs(&self) -> T {
        self.re.hypot(self.im)
    }
}

#[derive(Differentiable, Clone, Copy, Debug)]
pub struct Pair<T> {
    pub re: T,
    pub im: T,
}

#[reversible]
fn turned<T: Real>(z: &Pair<T>, many: &[Pair<T>]) -> T {
    let e = z.exp();
    let mut sum = e.mul(z).re + z.abs();
    for w in many {
        sum += w.abs() * w.mul(&e).im;
    }
    sum
}

#[test]
fn methods_have_the_names_that_everybody_gives_them() {
    let (a, b) = (Vec3 { x: 0.3, y: 0.7, z: -0.2 }, Vec3 { x: 1.3, y: 0.2, z: 0.9 });
    assert_eq!(mixed::check(&a, &b), Ok(()));
    let d: [f64; 3] = [-1.0, 0.5, -1.1];
    let (length, sum) = ((1.0_f64 + 0.25 + 1.21).sqrt(), d.iter().sum::<f64>());
    let top = [1.3, 0.7, 0.9];
    let along: f64 = d.iter().zip(top).map(|(d, top)| d / length * top).sum();
    let dot = 2.0 * (0.3 * 1.3 + 0.7 * 0.2 - 0.2 * 0.9);
    let plain = length + (0.5 * length + dot * length * length) + along + sum + 2.9;
    assert!((mixed(&a, &b) - plain).abs() < 1e-14);
}

#[test]
fn structures_have_functions_of_numbers() {
    let (z, w) = (Pair { re: 0.3, im: 0.7 }, Pair { re: -0.2, im: 0.5 });
    assert_eq!(turned::check(&z, &[w, z]), Ok(()));
    let mul = |a: [f64; 2], b: [f64; 2]| [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]];
    let (z2, w2, length) = ([z.re, z.im], [w.re, w.im], z.re.exp());
    let e = [length * z.im.cos(), length * z.im.sin()];
    let of = |w: [f64; 2]| w[0].hypot(w[1]) * mul(w, e)[1];
    let plain = mul(e, z2)[0] + 0.3_f64.hypot(0.7) + of(w2) + of(z2);
    assert!((turned(&z, &[w, z]) - plain).abs() < 1e-14);
}

/// Another name of a number, which a structure of another file has as well.
type Boat = f64;

#[retrograde::differentiable]
fn renamed(b: Boat, k: f64) -> Boat {
    let a: Boat = b * k + 1.0;
    a * a.sin() + b
}

#[test]
fn a_structure_of_another_file_is_not_meant_by_the_name_of_a_number() {
    assert_eq!(renamed::check(0.3, 0.4), Ok(()));
}
