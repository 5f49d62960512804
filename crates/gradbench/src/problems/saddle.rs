//! `saddle`: the least of the greatest values of a function, by a descent through an ascent.
//!
//! `φ(p, q) = |p|² - |q|²`. `F(p)` is the greatest value over `q`, and the first answer is where `F` is least; the second is where `φ` of that is greatest.

use retrograde::{Dual, Real, Record, differentiable, reversible};
use serde::Deserialize;

use super::Problem;
use super::descent::{after, ends, least, length};
use super::modes::{Function, Mode, slope};
use crate::evaluate::evaluate;

/// `φ` as a function of `q`.
#[inline(always)]
#[reversible]
fn payoff<T: Real>(q: [T; 2], p: [T; 2]) -> T {
    (p[0] * p[0] + p[1] * p[1]) - (q[0] * q[0] + q[1] * q[1])
}

impl Function<2> for payoff {
    #[inline(always)]
    fn at<T: Real>(q: [T; 2], p: [T; 2]) -> T {
        payoff(q, p)
    }

    #[inline(always)]
    fn gradient<T: Real>(q: [T; 2], p: [T; 2]) -> ([T; 2], [T; 2]) {
        payoff::gradient(q, p).1
    }
}

/// Returns the `q` at which `φ(p, q)` is greatest, by an ascent along derivatives in the mode `inner`: a descent of `-φ`.
#[differentiable]
fn answer<T: Real>(p: [T; 2], start: [T; 2], #[inactive] inner: Mode) -> [T; 2] {
    let mut q = start;
    let mut at = payoff(q, p);
    let mut rise = slope::<T, payoff, 2>(q, p, inner);
    let mut pace: i32 = 0;
    while !ends(rise, pace) {
        let step = T::constant(length(pace));
        let next = [q[0] + step * rise[0], q[1] + step * rise[1]];
        let there = payoff(next, p);
        let better = there > at;
        pace = after(pace, better);
        if better {
            q = next;
            at = there;
            rise = slope::<T, payoff, 2>(q, p, inner);
        }
    }
    q
}

/// Returns the greatest value over `q`, from a start.
#[differentiable]
fn greatest<T: Real>(p: [T; 2], start: [T; 2], #[inactive] inner: Mode) -> T {
    let q = answer(p, start, inner);
    payoff(q, p)
}

/// Returns both answers, by derivatives in the mode `outer` of an ascent with derivatives in the mode `inner`.
pub fn solve(outer: Mode, inner: Mode, start: [f64; 2]) -> [f64; 4] {
    let mut record = Record::new();
    let by_p = |p: [f64; 2]| match outer {
        Mode::Reverse => {
            let (value, (by_p, _)) = greatest::gradient_in(&mut record, p, start, inner);
            (value, by_p)
        }
        Mode::Forward => {
            let [a, b] = p.map(Dual::constant);
            let start = start.map(Dual::constant);
            let along = |p| greatest(p, start, inner);
            let (by_a, by_b) = (along([Dual::variable(p[0]), b]), along([a, Dual::variable(p[1])]));
            (by_a.value, [by_a.tangent, by_b.tangent])
        }
    };
    let p = least(by_p, start);
    let q = answer(p, start, inner);
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
        ("rr", |i, _| evaluate(i, Ok, |i: &Input| solve(Mode::Reverse, Mode::Reverse, i.start), |_, at| at)),
        ("rf", |i, _| evaluate(i, Ok, |i: &Input| solve(Mode::Reverse, Mode::Forward, i.start), |_, at| at)),
        ("fr", |i, _| evaluate(i, Ok, |i: &Input| solve(Mode::Forward, Mode::Reverse, i.start), |_, at| at)),
        ("ff", |i, _| evaluate(i, Ok, |i: &Input| solve(Mode::Forward, Mode::Forward, i.start), |_, at| at)),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The derivatives of an ascent against differences: it ends at some place near the answer, which moves with the start.
    #[test]
    fn modes_agree() {
        for inner in [Mode::Reverse, Mode::Forward] {
            let at = ([0.8, -0.3], [1.0, -0.5]);
            assert_eq!(answer::check(at.0, at.1, inner), Ok(()));
            assert_eq!(greatest::check(at.0, at.1, inner), Ok(()));
            assert_eq!(slope::check::<payoff, 2>(at.1, at.0, inner), Ok(()));
        }
    }
}
