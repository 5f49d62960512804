//! `particle`: where a charge must stand for a particle to come down in the middle, by derivatives of a path whose forces are derivatives.
//!
//! Charges stand at `(10, 10 - w)` and `(10, 0)`. The particle starts at `(0, 8)` with velocity `(0.75, 0)`, and its acceleration is the negative gradient of the potential
//! `Σ 1 / |charge - x|`. The square of the place where it reaches the ground is minimal at the answer.

use std::marker::PhantomData;

use retrograde::tape::Scalar;
use serde::Deserialize;

use super::Problem;
use super::descent::least;
use super::modes::{Forward, Function, Mode, Reverse};
use crate::evaluate::evaluate;

/// The potential at a place, beside a charge at `(10, 10 - w)`.
struct Potential;

impl Function<2, 1> for Potential {
    fn at<T: Scalar>(&self, [x, y]: [T; 2], [w]: [T; 1]) -> T {
        let ten = T::constant(10.0);
        let inverse = |cx: T, cy: T| T::one() / ((cx - x) * (cx - x) + (cy - y) * (cy - y)).sqrt();
        inverse(ten, ten - w) + inverse(ten, T::constant(0.0))
    }
}

/// The square of the place where the particle reaches the ground; the forces come from `Inner`.
struct Landing<Inner>(PhantomData<Inner>);

impl<Inner: Mode> Function<1, 0> for Landing<Inner> {
    fn at<T: Scalar>(&self, [w]: [T; 1], []: [T; 0]) -> T {
        let dt = T::constant(0.1);
        let zero = T::constant(0.0);
        let (mut x, mut v) = ([zero, T::constant(8.0)], [T::constant(0.75), zero]);
        loop {
            let slope = Inner::gradient(&Potential, x, [w]);
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
}

/// Returns the best `w`, from a first one, by derivatives in the mode `Outer` of paths with derivatives in the mode `Inner`.
pub fn best<Outer: Mode, Inner: Mode>(w: f64) -> f64 {
    let landing = Landing::<Inner>(PhantomData);
    let [w] = least(|w: [f64; 1]| landing.at(w, []), |w| Outer::gradient(&landing, w, []), [w]);
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
        ("rr", |input, _| evaluate(input, Ok, |Input { w }| best::<Reverse, Reverse>(*w), |_, w| w)),
        ("rf", |input, _| evaluate(input, Ok, |Input { w }| best::<Reverse, Forward>(*w), |_, w| w)),
        ("fr", |input, _| evaluate(input, Ok, |Input { w }| best::<Forward, Reverse>(*w), |_, w| w)),
        ("ff", |input, _| evaluate(input, Ok, |Input { w }| best::<Forward, Forward>(*w), |_, w| w)),
    ],
};
