//! Derivatives as maps of functions that are no maps of numbers, and at numbers at which the function is not there.

use retrograde::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Spring<T> {
    stiffness: T,
}

#[reversible]
fn energy<T: Real>(spring: &Spring<T>, x: T) -> T {
    spring.stiffness * x * x
}

#[differentiable]
fn squares(x: &[f64]) -> Vec<f64> {
    x.iter().map(|x| x * x).collect()
}

#[reversible]
fn single(x: f32) -> f32 {
    x * x
}

#[differentiable]
fn written(x: f64) -> f64 {
    x * x
}

fn main() {
    energy::jacobian((&Spring { stiffness: 2.0 }, 3.0));
    energy::hessian((&Spring { stiffness: 2.0 }, 3.0));
    squares::jvp(&[2.0, 3.0], &[1.0, 0.0]);
    single::hessian(2.0);
    written::hessian(2.0);
}
