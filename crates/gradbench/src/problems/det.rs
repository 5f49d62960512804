//! `det`: a determinant by cofactors, and its gradient by the entries.
//!
//! `det M = Σ_j (-1)^j M_0j det(M without row 0 and column j)`, which has `n!` terms. The columns that are left are bits of a number.

use retrograde::reversible;
use serde::Deserialize;

use super::Problem;
use crate::evaluate::{Failure, evaluate, expect};

/// Returns the determinant of the rows from `row` on and the columns that are not `used`, a bit each, of a matrix of `n` rows of `n` numbers.
#[reversible]
pub fn determinant(a: &[f64], n: usize, row: usize, used: u32) -> f64 {
    let mut sum = 0.0;
    if row == n {
        sum += 1.0;
    } else {
        for j in 0..n {
            if used >> j & 1 == 0 {
                let minor: f64 = determinant(a, n, row + 1, used | 1 << j);
                if (!used & ((1 << j) - 1)).count_ones() % 2 == 0 {
                    sum += a[row * n + j] * minor;
                } else {
                    sum -= a[row * n + j] * minor;
                }
            }
        }
    }
    sum
}

#[derive(Deserialize)]
struct Input {
    #[serde(rename = "A")]
    a: Vec<f64>,
    ell: usize,
}

fn prepare(input: Input) -> Result<Input, Failure> {
    if input.ell > 20 {
        return Err(Failure::input("`ell` is more than 20, whose expansion has no end"));
    }
    expect(&input.a, input.ell * input.ell, "A")?;
    Ok(input)
}

/// The module `det`: the entries row by row, and the number of rows, in; a number, or a number for each entry, out.
pub const PROBLEM: Problem = Problem {
    name: "det",
    functions: &[
        ("primal", |input, _| {
            evaluate(input, prepare, |Input { a, ell }| determinant(a, *ell, 0, 0), |_, y| y)
        }),
        ("gradient", |input, _| {
            let slopes = |Input { a, ell }: &Input| determinant::gradient(a, *ell, 0, 0).1.0;
            evaluate(input, prepare, slopes, |_, slopes| slopes)
        }),
    ],
};
