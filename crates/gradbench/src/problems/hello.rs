//! `hello`: `x²`, and its derivative `2x`.

use retrograde::differentiable;

use super::Problem;
use crate::evaluate::evaluate;

/// Returns `x²`.
#[differentiable]
pub fn square(x: f64) -> f64 {
    x * x
}

/// The module `hello`: a number in, a number out.
pub const PROBLEM: Problem = Problem {
    name: "hello",
    functions: &[
        ("square", |input, _| evaluate(input, Ok, |&x: &f64| square(x), |_, y| y)),
        ("double", |input, _| evaluate(input, Ok, |&x: &f64| square::gradient(x).1.0, |_, slope| slope)),
    ],
};
