//! Operators of structures of all kinds: of arrays and vectors, of concrete numbers, in fields, between different types.

use retrograde::prelude::*;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub};

/// Of an array of any length.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Array<T, const N: usize> {
    x: [T; N],
}

#[reversible]
impl<T, const N: usize> Add for Array<T, N>
where
    T: Real,
{
    type Output = Self;
    fn add(self, other: Self) -> Self {
        let mut x = [0.0; N];
        for i in 0..N {
            x[i] += self.x[i] + other.x[i];
        }
        Array { x }
    }
}

#[reversible]
impl<T: Real, const N: usize> Mul<T> for Array<T, N> {
    type Output = Self;
    fn mul(self, k: T) -> Self {
        let mut x = self.x;
        for i in 0..N {
            x[i] += self.x[i] * (k - 1.0);
        }
        Self { x }
    }
}

#[reversible]
fn combined<T: Real, const N: usize>(a: &Array<T, N>, b: &Array<T, N>, k: T) -> T {
    let c = (*a + *b * k) * (k * k);
    let mut sum = 0.0;
    for i in 0..N {
        sum += c.x[i] * a.x[i];
    }
    sum
}

#[test]
fn arrays_of_any_length() {
    let (a, b) = (Array { x: [0.4, -0.3, 0.9] }, Array { x: [1.5, -0.8, 0.2] });
    assert_eq!(combined::check(&a, &b, 0.7), Ok(()));
}

/// On the heap, and moved by its operators outside of reversible functions.
#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Layers<T> {
    weights: Vec<T>,
    bias: T,
}

#[reversible]
impl<T: Real> Sub for &Layers<T> {
    type Output = Layers<T>;
    fn sub(self, other: &Layers<T>) -> Layers<T> {
        let mut weights = vec![0.0; self.weights.len()];
        for i in 0..self.weights.len() {
            weights[i] += self.weights[i] - other.weights[i];
        }
        Layers { weights, bias: self.bias - other.bias }
    }
}

#[reversible]
impl<T: Real> AddAssign for Layers<T> {
    fn add_assign(&mut self, other: Self) {
        for i in 0..self.weights.len() {
            self.weights[i] += other.weights[i];
        }
        self.bias += other.bias;
    }
}

#[reversible]
fn moved<T: Real>(c: &mut Layers<T>, a: &Layers<T>, b: &Layers<T>) {
    *c += a - b;
    *c -= b;
    c.bias += a.weights[0];
}

#[test]
fn structures_on_the_heap() {
    let layers = |bias: f64| Layers { weights: vec![bias, 2.0 * bias, -bias], bias };
    let (mut c, a, b) = (layers(0.3), layers(1.5), layers(-0.4));
    assert_eq!(moved::check(&mut c, &a, &b), Ok(()));
    let before = c.clone();
    moved(&mut c, &a, &b);
    assert_eq!((c.weights[0], c.bias), (0.3 + 1.9 + 0.4, 0.3 + 1.9 + 0.4 + 1.5));
    moved::inverse(&mut c, &a, &b);
    assert!((c.bias - before.bias).abs() < 1e-15);
    assert_eq!((&a - &b).bias, 1.9);
}

/// Numbers that are no type parameter.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Concrete {
    re: f64,
    eps: f64,
}

#[reversible]
impl Mul for Concrete {
    type Output = Concrete;
    fn mul(self, other: Concrete) -> Concrete {
        Concrete { re: self.re * other.re, eps: self.re * other.eps + self.eps * other.re }
    }
}

#[reversible]
impl Mul<f64> for Concrete {
    type Output = Concrete;
    fn mul(self, k: f64) -> Concrete {
        Concrete { re: self.re * k, eps: self.eps * k }
    }
}

#[reversible]
impl MulAssign<f64> for Concrete {
    /// Turned and sheared, which its inverse undoes.
    fn mul_assign(&mut self, k: f64) {
        self.re += self.eps * k;
        self.eps -= self.re * k;
    }
}

#[reversible]
fn dual(a: &Concrete, b: Concrete, k: f64) -> f64 {
    let c = *a * b * k * 0.5;
    let mut d = 2.0 * c;
    d *= k;
    d *= 0.25;
    d /= c.re;
    c.eps - d.re * d.eps
}

#[test]
fn concrete_numbers() {
    let (a, b) = (Concrete { re: 0.4, eps: -0.3 }, Concrete { re: 1.5, eps: 0.8 });
    assert_eq!(dual::check(&a, b, 0.7), Ok(()));
}

/// Between different types, with a value of the second.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Plane<T> {
    x: T,
    y: T,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Matrix<T> {
    rows: [[T; 2]; 2],
}

#[reversible]
impl<T: Real> Mul<Plane<T>> for Matrix<T> {
    type Output = Plane<T>;
    fn mul(self, v: Plane<T>) -> Plane<T> {
        let [[a, b], [c, d]] = self.rows;
        Plane { x: a * v.x + b * v.y, y: c * v.x + d * v.y }
    }
}

#[reversible]
impl<T: Real> Mul for Plane<T> {
    type Output = T;
    fn mul(self, other: Self) -> T {
        self.x * other.x + self.y * other.y
    }
}

#[reversible]
impl<T: Real> Add for Plane<T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Plane { x: self.x + other.x, y: self.y + other.y }
    }
}

#[reversible]
impl<T: Real> Neg for Plane<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Plane { x: -self.x, y: -self.y }
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
impl<T: Real> AddAssign for Plane<T> {
    fn add_assign(&mut self, other: Self) {
        self.x += other.x;
        self.y += other.y;
    }
}

#[reversible]
fn quadratic<T: Real>(m: &Matrix<T>, v: &Plane<T>) -> T {
    let w = *m * (*m * *v);
    let product: T = w * *v;
    product + w.x
}

#[test]
fn operands_of_different_types() {
    let m = Matrix { rows: [[0.4, -0.3], [1.5, 0.8]] };
    assert_eq!(quadratic::check(&m, &Plane { x: 0.7, y: -0.2 }), Ok(()));
}

/// Structures in fields: a written type tells that they are some.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Body<T> {
    at: Plane<T>,
    speed: Plane<T>,
    mass: T,
}

#[reversible]
impl<T: Real> Body<T> {
    fn step(&mut self, force: &Plane<T>, dt: T) {
        let at: &mut Plane<T> = &mut self.at;
        let speed: &mut Plane<T> = &mut self.speed;
        *speed += *force * (dt / self.mass);
        *at += *speed * dt;
    }
}

#[reversible]
fn swarm<T: Real>(bodies: &mut [Body<T>], forces: &[Plane<T>], dt: T, n: usize) {
    for _ in 0..n {
        for (body, force) in bodies.iter_mut().zip(forces) {
            body.step(force, dt);
        }
        bodies[0].at += forces[1] * dt;
        bodies[0].at.x += dt;
    }
}

#[test]
fn structures_in_fields() {
    let body = |x: f64| Body { at: Plane { x, y: -x }, speed: Plane { x: 0.5 * x, y: 0.3 }, mass: 1.0 + x };
    let forces = [Plane { x: 0.4, y: -0.9 }, Plane { x: 0.1, y: 0.6 }];
    assert_eq!(swarm::check(&mut [body(0.4), body(0.9)], &forces, 0.1, 3), Ok(()));
}

/// Whole arrays of structures, loops over them, branches, routines and recorded calls.
#[reversible(store)]
fn around<T: Real>(all: &mut [Plane<T>], by: &[Plane<T>], k: T, n: usize) {
    each!(all += by);
    for (a, b) in all.iter_mut().zip(by) {
        *a -= *b * k + *b;
    }
    let mut sum = Plane { x: 0.0, y: 0.0 };
    'build: {
        for b in by {
            sum += -*b * k;
        }
    }
    all[0] += sum * k;
    undo!('build);
    if n > 1 {
        all[1] += (by[0] + by[1]) * 0.5;
    } else {
        all[1] -= by[0];
    }
    undo! {
        all[1] += by[1];
    }
}

#[test]
fn statements_around_operators() {
    let plane = |x: f64| Plane { x, y: 0.3 - x };
    for n in [1, 2] {
        let mut all = [plane(0.4), plane(-0.7)];
        assert_eq!(around::check(&mut all, &[plane(1.1), plane(0.2)], 0.6, n), Ok(()));
    }
}

/// It decides on its right operand.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Ramp<T> {
    at: T,
}

#[reversible]
impl<T: Real> Add<T> for Ramp<T> {
    type Output = Ramp<T>;
    fn add(self, by: T) -> Ramp<T> {
        let mut at = 0.0;
        at += self.at;
        if by > 0.3 {
            at += by * by;
        }
        Ramp { at }
    }
}

/// A place on which an operator decides may change before it, and elsewhere after it. `retrograde::operators` shows what is refused.
#[reversible]
fn decided<T: Real>(y: &mut T, ramp: &Ramp<T>, other: &mut T, level: T) {
    *other += level;
    let sum = *ramp + level;
    *y += sum.at;
    *other += 0.1;
}

#[test]
fn an_operator_decides_on_what_does_not_change() {
    for level in [0.25, 0.5] {
        decided::check(&mut 0.5, &Ramp { at: 0.3 }, &mut 0.7, level).unwrap();
    }
}

/// The plane as complex numbers.
#[derive(Clone, Copy, Debug, Differentiable)]
struct Turn<T> {
    re: T,
    im: T,
}

#[reversible]
impl<T: Real> Mul for Turn<T> {
    type Output = Self;
    fn mul(self, other: Self) -> Self {
        Turn { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
}

#[reversible]
impl<T: Real> Mul<T> for Turn<T> {
    type Output = Self;
    fn mul(self, by: T) -> Self {
        Turn { re: self.re * by, im: self.im * by }
    }
}

#[reversible]
impl<T: Real> AddAssign for Turn<T> {
    fn add_assign(&mut self, other: Self) {
        self.re += other.re;
        self.im += other.im;
    }
}

#[reversible]
impl<T: Real> Add for Turn<T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Turn { re: self.re + other.re, im: self.im + other.im }
    }
}

#[reversible]
impl<T: Real> Neg for Turn<T> {
    type Output = Self;
    fn neg(self) -> Self {
        Turn { re: -self.re, im: -self.im }
    }
}

/// Methods with names of rules.
#[reversible]
impl<T: Real> Turn<T> {
    fn exp(&self) -> Turn<T> {
        Turn { re: self.re.exp() * self.im.cos(), im: self.re.exp() * self.im.sin() }
    }

    fn abs(&self) -> T {
        self.re.hypot(self.im)
    }
}

#[reversible]
fn methods_of_sums<T: Real>(y: &mut T, z: &Turn<T>, w: &Turn<T>) {
    let e: Turn<T> = (*z + *w).exp();
    *y += (e * *w + *z).abs() * (-*z).exp().re;
}

/// A number scales a product of structures.
#[reversible]
fn scaled_square<T: Real>(z: Turn<T>, scale: T) -> Turn<T> {
    z * z * scale
}

#[reversible]
fn scaled_products<T: Real>(y: &mut Turn<T>, z: &Turn<T>, w: Turn<T>, k: T) {
    let e = k * (*z * w);
    *y += e * w;
    *y += 0.5 * (w * w) * w;
}

/// Arrays of structures that are named and computed.
#[reversible]
fn listed<T: Real>(y: &mut Turn<T>, z: Turn<T>, w: &Turn<T>) {
    let all = [z * *w, z, z * 0.5];
    let pairs = [[z, z * z], [*w * z, *w]];
    for i in 0..3 {
        *y += all[i] * z;
    }
    for i in 0..2 {
        *y += pairs[i][1] * pairs[1 - i][0];
    }
}

#[test]
fn products_of_structures_are_scaled_and_listed() {
    let (y, z, w) = (Turn { re: 0.4, im: -1.2 }, Turn { re: 2.0, im: 0.3 }, Turn { re: -0.7, im: 0.6 });
    assert_eq!(methods_of_sums::check(&mut 0.2, &z, &w), Ok(()));
    assert_eq!(scaled_square::check(z, 0.7), Ok(()));
    assert_eq!(scaled_products::check(&mut { y }, &z, w, 0.7), Ok(()));
    assert_eq!(listed::check(&mut { y }, z, &w), Ok(()));
    let square = scaled_square(z, 0.5);
    assert!((square.re - 1.955).abs() < 1e-12 && (square.im - 0.6).abs() < 1e-12);
}
