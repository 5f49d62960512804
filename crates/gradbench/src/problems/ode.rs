//! `ode`: the classical method of Runge and Kutta, and the gradient of the last number of its result.
//!
//! `y' = f(y)` with `f(y)_0 = x_0` and `f(y)_i = x_i y_{i-1}`, from `y = 0` at time 0 to time 2, in `s` equal steps.

use retrograde::{Record, differentiable};
use serde::Deserialize;

use super::Problem;
use crate::evaluate::{Failure, evaluate, evaluate_again, plausible};

/// Sets the numbers to the rate of change at `y + step slope`.
#[differentiable]
fn rate(set: &mut [f64], x: &[f64], y: &[f64], step: f64, slope: &[f64]) {
    set[0] = x[0];
    for i in 1..x.len() {
        set[i] = x[i] * (y[i - 1] + step * slope[i - 1]);
    }
}

/// Returns the state at time 2.
#[differentiable]
pub fn integrate(x: &[f64], steps: usize) -> Vec<f64> {
    let n = x.len();
    let h = 2.0 / steps as f64;
    let mut y = vec![0.0; n];
    let (mut k1, mut k2, mut k3, mut k4) = (vec![0.0; n], vec![0.0; n], vec![0.0; n], vec![0.0; n]);
    let none = vec![0.0; n];
    for _ in 0..steps {
        rate(&mut k1, x, &y, 0.0, &none);
        rate(&mut k2, x, &y, 0.5 * h, &k1);
        rate(&mut k3, x, &y, 0.5 * h, &k2);
        rate(&mut k4, x, &y, h, &k3);
        for i in 0..n {
            y[i] += h / 6.0 * (k1[i] + 2.0 * k2[i] + 2.0 * k3[i] + k4[i]);
        }
    }
    y
}

/// Returns the gradient of the last number of the result by `x`. The stages of all steps are kept in the record, whose memory is used again.
pub fn gradient(record: &mut Record<f64>, x: &[f64], steps: usize) -> Vec<f64> {
    let mut seed = vec![0.0; x.len()];
    seed[x.len() - 1] = 1.0;
    let mut slopes = vec![0.0; x.len()];
    integrate::pull_in(record, seed, x, &mut slopes, steps);
    slopes
}

#[derive(Deserialize)]
struct Input {
    x: Vec<f64>,
    s: usize,
}

fn prepare(input: Input) -> Result<Input, Failure> {
    plausible(input.s, "s")?;
    if input.x.is_empty() { Err(Failure::input("`x` is empty")) } else { Ok(input) }
}

/// The module `ode`: `n` numbers and a number of steps in, `n` numbers out.
pub const PROBLEM: Problem = Problem {
    name: "ode",
    functions: &[
        ("primal", |input, _| evaluate(input, prepare, |Input { x, s }| integrate(x, *s), |_, y| y)),
        ("gradient", |input, _| {
            evaluate_again(
                input,
                prepare,
                |Input { x, s }, before: Option<(_, Record<f64>)>| {
                    let (_, mut record) = before.unwrap_or_default();
                    (gradient(&mut record, x, *s), record)
                },
                |_, (slopes, _)| slopes,
            )
        }),
    ],
};
