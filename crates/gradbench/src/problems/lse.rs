//! `lse`: `log Σ exp x_i`, and its gradient.
//!
//! The largest number `A` is taken out, `A + log Σ exp(x_i - A)`. It is held constant: its own derivative cancels.

use retrograde::library::largest;
use retrograde::reversible;
use serde::Deserialize;

use super::Problem;
use crate::evaluate::{Failure, evaluate};

/// Returns `log Σ exp x_i`. The terms run together, in lanes and on threads.
#[reversible]
pub fn log_sum_exp(x: &[f64]) -> f64 {
    #[inactive]
    let most: f64 = largest(x);
    let mut sum = 0.0;
    #[parallel(threads)]
    for i in 0..x.len() {
        sum += (x[i] - most).exp();
    }
    most + sum.ln()
}

#[derive(Deserialize)]
struct Input {
    x: Vec<f64>,
}

fn prepare(input: Input) -> Result<Vec<f64>, Failure> {
    if input.x.is_empty() { Err(Failure::input("`x` is empty")) } else { Ok(input.x) }
}

/// The module `lse`: `n` numbers in, a number or `n` numbers out.
pub const PROBLEM: Problem = Problem {
    name: "lse",
    functions: &[
        ("primal", |input, _| evaluate(input, prepare, |x| log_sum_exp(x), |_, y| y)),
        ("gradient", |input, _| {
            evaluate(input, prepare, |x| log_sum_exp::gradient(x).1.0, |_, slopes| slopes)
        }),
    ],
};
