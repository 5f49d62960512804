//! `llsq`: the misfit of a polynomial to the sign function, and its gradient by the coefficients.
//!
//! With `t_i = -1 + 2 i / (n - 1)` and `s_i = sign t_i`, the misfit is `½ Σ_i (s_i - Σ_j x_j t_i^j)²`.

use retrograde::reversible;
use serde::Deserialize;

use super::Problem;
use crate::evaluate::{Failure, evaluate, plausible};

/// Returns the misfit of the polynomial with the coefficients `x` at `n` places, which run together in lanes.
#[reversible]
pub fn misfit(x: &[f64], n: usize) -> f64 {
    let m = x.len();
    let mut sum = 0.0;
    #[parallel]
    for i in 0..n {
        let t = -1.0 + 2.0 * i as f64 / (n as f64 - 1.0);
        let s = if t > 0.0 {
            1.0
        } else if t < 0.0 {
            -1.0
        } else {
            0.0
        };
        let mut powers = vec![0.0; m];
        let mut value = 0.0;
        for j in 0..m {
            if j == 0 {
                powers[j] += 1.0;
            } else {
                powers[j] += powers[j - 1] * t;
            }
            value += x[j] * powers[j];
        }
        sum += 0.5 * (s - value) * (s - value);
    }
    sum
}

#[derive(Deserialize)]
struct Input {
    x: Vec<f64>,
    n: usize,
}

fn prepare(input: Input) -> Result<Input, Failure> {
    plausible(input.n, "n")?;
    if input.n == 1 { Err(Failure::input("`n` is one, and the places need two ends")) } else { Ok(input) }
}

/// The module `llsq`: `m` coefficients and a number of places in, a number or `m` numbers out.
pub const PROBLEM: Problem = Problem {
    name: "llsq",
    functions: &[
        ("primal", |input, _| evaluate(input, prepare, |Input { x, n }| misfit(x, *n), |_, y| y)),
        ("gradient", |input, _| {
            evaluate(input, prepare, |Input { x, n }| misfit::gradient(x, *n).1.0, |_, slopes| slopes)
        }),
    ],
};
