//! `particle`: where a charge must stand for a particle to come down in the middle, by derivatives of a path whose forces are derivatives.
//!
//! Charges stand at `(10, 10 - w)` and `(10, 0)`. The particle starts at `(0, 8)` with velocity `(0.75, 0)`, and its acceleration is the negative gradient of the potential
//! `Σ 1 / |charge - x|`. The square of the place where it reaches the ground is minimal at the answer.

use retrograde::{Dual, Real, Record, differentiable, reversible};
use serde::Deserialize;

use super::Problem;
use super::descent::least;
use super::modes::{Function, Mode, slope};
use crate::evaluate::evaluate;

/// The potential at a place, beside a charge at `(10, 10 - w)`.
#[inline(always)]
#[reversible]
fn potential<T: Real>(x: [T; 2], w: [T; 1]) -> T {
    let right = 10.0 - x[0];
    let (up, down) = (10.0 - w[0] - x[1], x[1]);
    1.0 / (right * right + up * up).sqrt() + 1.0 / (right * right + down * down).sqrt()
}

impl Function<1> for potential {
    #[inline(always)]
    fn at<T: Real>(x: [T; 2], w: [T; 1]) -> T {
        potential(x, w)
    }

    #[inline(always)]
    fn gradient<T: Real>(x: [T; 2], w: [T; 1]) -> ([T; 2], [T; 1]) {
        potential::gradient(x, w).1
    }
}

/// Returns the square of the place where the particle reaches the ground; the forces are derivatives in the mode `inner`.
#[differentiable]
fn landing<T: Real>(w: T, #[inactive] inner: Mode) -> T {
    let dt = T::constant(0.1);
    let zero = T::constant(0.0);
    let (mut x, mut v) = ([zero, T::constant(8.0)], [T::constant(0.75), zero]);
    loop {
        let slope = slope::<T, potential, 1>(x, [w], inner);
        for i in 0..2 {
            x[i] += dt * v[i];
        }
        if x[1] <= zero {
            let rest = -x[1] / v[1];
            let at = x[0] + rest * v[0];
            return at * at;
        }
        for i in 0..2 {
            v[i] -= dt * slope[i];
        }
    }
}

/// Returns the best `w`, from a first one, by derivatives in the mode `outer` of paths with derivatives in the mode `inner`.
pub fn best(outer: Mode, inner: Mode, w: f64) -> f64 {
    let mut record = Record::new();
    let by_w = |[w]: [f64; 1]| match outer {
        Mode::Reverse => {
            let (value, (by_w,)) = landing::gradient_in(&mut record, w, inner);
            (value, [by_w])
        }
        Mode::Forward => {
            let value = landing(Dual::variable(w), inner);
            (value.value, [value.tangent])
        }
    };
    let [w] = least(by_w, [w]);
    w
}

#[derive(Deserialize)]
struct Input {
    w: f64,
}

/// The module `particle`: the first letter is the outer mode, the second the inner one.
pub const PROBLEM: Problem = Problem {
    name: "particle",
    functions: &[
        ("rr", |input, _| evaluate(input, Ok, |i: &Input| best(Mode::Reverse, Mode::Reverse, i.w), |_, w| w)),
        ("rf", |input, _| evaluate(input, Ok, |i: &Input| best(Mode::Reverse, Mode::Forward, i.w), |_, w| w)),
        ("fr", |input, _| evaluate(input, Ok, |i: &Input| best(Mode::Forward, Mode::Reverse, i.w), |_, w| w)),
        ("ff", |input, _| evaluate(input, Ok, |i: &Input| best(Mode::Forward, Mode::Forward, i.w), |_, w| w)),
    ],
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The derivatives of paths and of forces against differences, and the modes against each other.
    #[test]
    fn modes_agree() {
        for inner in [Mode::Reverse, Mode::Forward] {
            assert_eq!(landing::check(0.3, inner), Ok(()));
            assert_eq!(slope::check::<potential, 1>([1.5, 6.0], [0.3], inner), Ok(()));
            let (value, (by_w,)) = landing::gradient(0.3, inner);
            let along = landing(Dual::variable(0.3), inner);
            assert_eq!(value, along.value);
            assert!((by_w - along.tangent).abs() < 1e-10 * by_w.abs());
            // Two rows of cotangents at once.
            let (mut rows, mut held) = ([[0.0; 2]; 2], [[0.0; 2]]);
            slope::pull::<_, potential, 1, [f64; 2]>(
                [[1.0, 0.0], [0.0, 2.0]],
                [1.5, 6.0],
                &mut rows,
                [0.3],
                &mut held,
                inner,
            );
            let at = |x: [Dual<f64>; 2]| slope::<_, potential, 1>(x, [Dual::constant(0.3)], inner);
            let by_x = at([Dual::variable(1.5), Dual::constant(6.0)]).map(|slope| slope.tangent);
            let by_y = at([Dual::constant(1.5), Dual::variable(6.0)]).map(|slope| slope.tangent);
            for (row, by) in rows.iter().zip([by_x, by_y]) {
                assert!((row[0] - by[0]).abs() < 1e-15 && (row[1] - 2.0 * by[1]).abs() < 1e-15);
            }
        }
    }
}
