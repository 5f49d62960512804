//! Derivatives as maps of functions that are no maps of numbers, and at numbers at which the function is not there.

use retrograde::prelude::*;

/// It has no place for dual numbers.
#[derive(Clone, Copy, Differentiable)]
struct Fixed {
    stiffness: f64,
}

#[derive(Clone, Copy, Differentiable)]
struct Spring<T> {
    stiffness: T,
}

#[differentiable]
fn energy(spring: &Fixed, x: f64) -> f64 {
    spring.stiffness * x * x
}

#[reversible]
fn single(x: f32) -> f32 {
    x * x
}

#[differentiable]
fn written(x: f64) -> f64 {
    x * x
}

#[reversible]
impl Spring<f64> {
    fn force(&self, x: f64) -> f64 {
        self.stiffness * x
    }
}

/// A value that may be missing.
#[differentiable]
fn both(y: &mut f64, x: f64) -> Option<f64> {
    *y += x;
    (*y > 0.0).then_some(x * *y)
}

fn main() {
    energy::jvp((&Fixed { stiffness: 2.0 }, 3.0), (&Fixed { stiffness: 1.0 }, 0.0));
    energy::hessian((&Fixed { stiffness: 2.0 }, 3.0));
    single::hessian_vector_product(2.0, 1.0);
    written::hessian(2.0);
    Spring { stiffness: 2.0 }.force_hessian(2.0);
    both::hessian((&1.0, 2.0));
}
