//! Items that generated programs use: structures with methods, a trait, functions that return values, primitives and
//! instructions.

use retrograde::prelude::*;
use retrograde::{Cotangent, Real, Reversible};

/// A constant array.
pub const WEIGHTS: [f64; 3] = [0.5, -0.25, 0.75];
/// A constant.
pub const HALF: f64 = 0.5;

/// Constants of programs on `f32`.
pub const WEIGHTS32: [f32; 3] = [0.5, -0.25, 0.75];
/// A constant of programs on `f32`.
pub const HALF32: f32 = 0.5;

/// A structure of an array, a number and an integer.
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Particle<T> {
    /// The position.
    pub at: [T; 2],
    /// The mass.
    pub mass: T,
    /// Carries no cotangent.
    pub tag: i32,
}

/// A structure of a vector.
#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Layer<T> {
    /// Two weights.
    pub weights: Vec<T>,
    /// Added to all.
    pub shift: T,
    /// Carries no cotangent.
    pub steps: usize,
}

#[reversible]
impl<T: Real> Particle<T> {
    /// The square of the distance from a point.
    pub fn square(&self, x: T, y: T) -> T {
        (self.at[0] - x).powi(2) + (self.at[1] - y).powi(2)
    }

    /// Changes the particle.
    pub fn drift(&mut self, v: T, n: usize) {
        for _ in 0..n {
            self.at[0] += v * self.mass * 0.5;
        }
        self.at[1] -= v.sin();
        self.tag += 2;
    }

    /// Changes an argument.
    pub fn push(&self, y: &mut T, k: T) {
        *y += self.mass * k + self.at[1];
    }

    /// Returns a structure.
    pub fn moved(&self, dx: T) -> Particle<T> {
        Particle { at: [self.at[0] + dx, self.at[1] * dx], mass: self.mass, tag: self.tag }
    }

    /// Returns an array.
    pub fn twice(&self) -> [T; 2] {
        [self.at[0] * 2.0, self.at[1] * self.mass]
    }

    /// Has no `self`.
    pub fn spread<const N: usize>(x: &[T; N]) -> T {
        let mut s = 0.0;
        for i in 0..N {
            s += x[i] * x[i];
        }
        s
    }
}

/// Types with an energy.
#[reversible]
pub trait Energy<T: Real>: Differentiable {
    /// The energy.
    fn energy(&self, k: T) -> T;

    /// Loses energy.
    fn cool(&mut self, by: T);
}

#[reversible]
impl<T: Real> Energy<T> for Particle<T> {
    fn energy(&self, k: T) -> T {
        self.mass * k * k
    }

    fn cool(&mut self, by: T) {
        self.mass -= by * 0.25;
    }
}

#[reversible]
impl<T: Real> Energy<T> for Layer<T> {
    fn energy(&self, k: T) -> T {
        let mut e = self.shift * k;
        for w in &self.weights {
            e += *w * *w;
        }
        e
    }

    fn cool(&mut self, by: T) {
        self.shift -= by * self.weights[0];
    }
}

/// Generic over types with an energy.
#[reversible]
pub fn total<T: Real, E: Energy<T> + Clone>(a: &E, k: T) -> T {
    a.energy(k) + a.energy(k * 0.5)
}

/// Changes a value with an energy.
#[reversible]
pub fn cooled<T: Real, E: Energy<T> + Clone>(a: &mut E, by: T) {
    a.cool(by * by);
}

/// x / (1 + |x|)
#[primitive(partials(1.0 / (1.0 + x.abs()).powi(2)))]
pub fn softsign<T: Real>(x: T) -> T {
    x / (1.0 + x.abs())
}

/// Two real arguments and an exact one.
#[primitive(partials(b * n as T, a * n as T))]
pub fn scaled<T: Real>(a: T, b: T, n: usize) -> T {
    a * b * n as T
}

/// A bijection of two places.
#[instruction(inverse = unshear, adjoint = shear_back)]
pub fn shear<T: Real>(a: &mut T, b: &mut T, k: T) {
    *a += *b * k;
}

fn shear_back<T: Real, C: Cotangent<T>>(
    a: &mut T,
    a_bar: &mut C,
    b: &mut T,
    b_bar: &mut C,
    k: T,
    k_bar: &mut C,
) {
    *a -= *b * k;
    *b_bar = b_bar.plus(a_bar.scaled(k));
    *k_bar = k_bar.plus(a_bar.scaled(*b));
}

/// Its inverse.
#[instruction(inverse = shear, adjoint = unshear_back)]
pub fn unshear<T: Real>(a: &mut T, b: &mut T, k: T) {
    *a -= *b * k;
}

fn unshear_back<T: Real, C: Cotangent<T>>(
    a: &mut T,
    a_bar: &mut C,
    b: &mut T,
    b_bar: &mut C,
    k: T,
    k_bar: &mut C,
) {
    *a += *b * k;
    *b_bar = b_bar.plus(a_bar.scaled(-k));
    *k_bar = k_bar.plus(a_bar.scaled(-*b));
}

/// Its own inverse, on integers.
#[instruction(self_inverse)]
pub fn flip(n: &mut i32) {
    *n = -*n;
}

/// Returns a number.
#[reversible]
pub fn dot2<T: Real>(a: &[T], b: &[T]) -> T {
    let mut s = 0.0;
    for (a, b) in a.iter().zip(b) {
        s += *a * *b;
    }
    s
}

/// Returns an array.
#[reversible]
pub fn polar<T: Real>(r: T, phi: T) -> [T; 2] {
    [r * phi.cos(), r * phi.sin()]
}

/// Returns a tuple.
#[reversible]
pub fn three<T: Real>(x: T) -> (T, T, T) {
    (x, x * x, x.sin())
}

/// Returns a vector.
#[reversible]
pub fn powers<T: Real>(x: T, n: usize) -> Vec<T> {
    let mut p = vec![0.0; n];
    for i in 0..n {
        p[i] += x.powi(i as i32);
    }
    p
}

/// Returns a structure.
#[reversible]
pub fn particle<T: Real>(x: T, m: T) -> Particle<T> {
    Particle { at: [x, x * m], mass: m * m, tag: 3 }
}

/// State, an array and a const generic that no argument determines.
#[reversible]
pub fn spread<T: Real, const N: usize, const P: i32>(y: &mut T, x: &[T; N]) {
    for i in 0..N {
        *y += x[i].powi(P);
    }
}

/// Two numbers of state and one input.
#[reversible]
pub fn coupled<T: Real>(a: &mut T, b: &mut T, k: T) {
    *a += *b * k;
    *b -= (*a * k).sin();
}

/// A flat state and flat inputs, as functions as arguments take them.
#[reversible]
pub fn pair<T: Real>(y: &mut [T; 2], x: &[T; 2]) {
    y[0] += x[0] * x[1];
    y[1] += y[0] * x[1];
}

/// Takes a function.
#[reversible]
pub fn thrice<T: Real, F: Reversible<T>>(y: &mut [T; 2], f: &F, x: &[T; 2]) {
    for _ in 0..3 {
        f(&mut *y, x);
    }
    f::inverse(&mut *y, x);
}

/// Scratch that the caller lends.
#[reversible]
pub fn prefix<T: Real>(y: &mut T, x: &[T], #[scratch] w: &mut [T]) {
    for i in 0..x.len() {
        w[i] += x[i] * x[i];
    }
    for i in 0..x.len() {
        *y += w[i] * x[0];
    }
}

/// A constant float, and an integer.
#[reversible]
pub fn stepped<T: Real>(y: &mut T, h: f64, n: i32, x: T) {
    *y += x * h;
    *y -= x.powi(n);
}
