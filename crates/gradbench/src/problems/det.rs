//! `det`: a determinant by cofactors, and its gradient by the entries.
//!
//! `det M = Σ_j (-1)^j M_0j det(M without row 0 and column j)`, which has `n!` terms. The columns that are left are bits of a number.

use retrograde::reversible;
use serde::Deserialize;

use super::Problem;
use crate::evaluate::{Failure, evaluate, expect};

/// Returns the sign of a cofactor that stands in this place among the columns that are left.
fn sign(place: u32) -> f64 {
    if place % 2 == 0 { 1.0 } else { -1.0 }
}

/// Returns the determinant of the rows from `row` on and the columns that are not `used`, a bit each, of a matrix of `n` rows of `n` numbers.
#[reversible]
pub fn minor(a: &[f64], n: usize, row: usize, used: u32) -> f64 {
    let mut sum = 0.0;
    if row == n {
        sum += 1.0;
    } else {
        for j in 0..n {
            if used >> j & 1 == 0 {
                let s: f64 = sign((!used & ((1 << j) - 1)).count_ones());
                sum += s * a[row * n + j] * minor(a, n, row + 1, used | 1 << j);
            }
        }
    }
    sum
}

/// Returns the determinant of a matrix of `n` rows.
pub fn determinant(a: &[f64], n: usize) -> f64 {
    minor(a, n, 0, 0)
}

/// Returns its gradient by the entries.
pub fn gradient(a: &[f64], n: usize) -> Vec<f64> {
    let (_, (slopes, ..)) = minor::gradient(a, n, 0, 0);
    slopes
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
        ("primal", |input, _| evaluate(input, prepare, |Input { a, ell }| determinant(a, *ell), |_, y| y)),
        ("gradient", |input, _| {
            evaluate(input, prepare, |Input { a, ell }| gradient(a, *ell), |_, slopes| slopes)
        }),
    ],
};
