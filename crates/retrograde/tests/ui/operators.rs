//! Operators on structures that have no programs, and updates that are the inverses of others.

use retrograde::prelude::*;
use std::ops::{Add, AddAssign, Mul, Neg, SubAssign};

#[derive(Clone, Copy, Differentiable)]
struct V<T> {
    x: T,
    y: T,
}

impl<T: Real> Add for V<T> {
    type Output = V<T>;
    fn add(self, other: V<T>) -> V<T> {
        V { x: self.x + other.x, y: self.y + other.y }
    }
}

impl<T: Real> Neg for V<T> {
    type Output = V<T>;
    fn neg(self) -> V<T> {
        V { x: -self.x, y: -self.y }
    }
}

#[reversible]
impl<T: Real> Mul<T> for V<T> {
    type Output = V<T>;
    fn mul(self, k: T) -> V<T> {
        V { x: self.x * k, y: self.y * k }
    }
}

/// Nothing marks the operator.
#[reversible]
fn plain<T: Real>(a: &V<T>, b: &V<T>) -> T {
    let sum = *a + *b;
    sum.x
}

#[reversible]
fn negative<T: Real>(a: &V<T>) -> T {
    let turned = -*a;
    turned.x
}

/// There is no update, marked or not.
#[reversible]
fn update<T: Real>(c: &mut V<T>, b: &V<T>, k: T) {
    *c += *b * k;
}

/// There is one of other operands.
#[reversible]
fn product<T: Real>(a: &V<T>, b: &V<T>) -> T {
    let c = *a * *b;
    c.x
}

/// The inverse of another one.
#[reversible]
impl<T: Real> SubAssign for V<T> {
    fn sub_assign(&mut self, other: V<T>) {
        self.x -= other.x;
        self.y -= other.y;
    }
}

#[derive(Clone, Copy, Differentiable)]
struct W<T> {
    x: T,
}

/// Laws that the body of an operator breaks are named as in a function.
#[reversible]
impl<T: Real> AddAssign for W<T> {
    fn add_assign(&mut self, other: W<T>) {
        self.x += self.x * other.x;
    }
}

fn main() {}
