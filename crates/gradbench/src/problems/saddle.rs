//! `saddle`: the least of the greatest values of a function, by a descent through an ascent.
//!
//! `φ(p, q) = |p|² - |q|²`. `F(p)` is the greatest value over `q`, and the first answer is where `F` is least; the second is where `φ` of that is greatest.

use std::marker::PhantomData;

use retrograde::tape::Scalar;
use serde::Deserialize;

use super::Problem;
use super::descent::{greatest, least};
use super::modes::{Forward, Function, Mode, Reverse};
use crate::evaluate::evaluate;

/// `φ` as a function of `q`.
struct Payoff;

impl Function<2, 2> for Payoff {
    fn at<T: Scalar>(&self, q: [T; 2], p: [T; 2]) -> T {
        let square = |[x, y]: [T; 2]| x * x + y * y;
        square(p) - square(q)
    }
}

/// Returns the `q` at which `φ(p, q)` is greatest.
fn answer<T: Scalar, Inner: Mode>(p: [T; 2], start: [T; 2]) -> [T; 2] {
    greatest(|q| Payoff.at(q, p), |q| Inner::gradient(&Payoff, q, p), start)
}

/// The greatest value over `q`, from a start.
struct Greatest<Inner>(PhantomData<Inner>);

impl<Inner: Mode> Function<2, 2> for Greatest<Inner> {
    fn at<T: Scalar>(&self, p: [T; 2], start: [T; 2]) -> T {
        Payoff.at(answer::<T, Inner>(p, start), p)
    }
}

/// Returns both answers, by derivatives in the mode `Outer` of an ascent with derivatives in the mode `Inner`.
pub fn solve<Outer: Mode, Inner: Mode>(start: [f64; 2]) -> [f64; 4] {
    let worst = Greatest::<Inner>(PhantomData);
    let p = least(|p: [f64; 2]| worst.at(p, start), |p| Outer::gradient(&worst, p, start), start);
    let q = answer::<f64, Inner>(p, start);
    [p[0], p[1], q[0], q[1]]
}

#[derive(Deserialize)]
struct Input {
    start: [f64; 2],
}

/// The module `saddle`: the first letter is the outer mode, the second the inner one.
pub const PROBLEM: Problem = Problem {
    name: "saddle",
    functions: &[
        ("rr", |input, _| {
            evaluate(input, Ok, |Input { start }| solve::<Reverse, Reverse>(*start), |_, at| at)
        }),
        ("rf", |input, _| {
            evaluate(input, Ok, |Input { start }| solve::<Reverse, Forward>(*start), |_, at| at)
        }),
        ("fr", |input, _| {
            evaluate(input, Ok, |Input { start }| solve::<Forward, Reverse>(*start), |_, at| at)
        }),
        ("ff", |input, _| {
            evaluate(input, Ok, |Input { start }| solve::<Forward, Forward>(*start), |_, at| at)
        }),
    ],
};
