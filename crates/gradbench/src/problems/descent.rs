//! The descent along gradients that `particle` and `saddle` use; its rules for the step decide their answers.

use retrograde::Real;

/// Below this length a gradient is zero, and a step is none.
const CLOSE: f64 = 1e-5;

/// The first length of a step, relative to the gradient.
const FIRST: f64 = 1e-5;

/// The number of steps that must succeed before they get longer.
const SUCCESSES: usize = 10;

/// Returns where the descent from `x` ends: at a gradient, or before a step, that is too short. Steps get longer if ten in a row succeed, and shorter if one fails.
pub fn least<T: Real, const N: usize>(
    value: impl Fn([T; N]) -> T,
    gradient: impl Fn([T; N]) -> [T; N],
    mut x: [T; N],
) -> [T; N] {
    let (mut at, mut slope) = (value(x), gradient(x));
    let (mut length, mut successes) = (FIRST, 0);
    loop {
        if norm(slope) <= CLOSE {
            return x;
        }
        if successes == SUCCESSES {
            length *= 2.0;
            successes = 0;
            continue;
        }
        let step = slope.map(|s| s * T::constant(length));
        if norm(step) <= CLOSE {
            return x;
        }
        let next = std::array::from_fn(|i| x[i] - step[i]);
        let there = value(next);
        if there < at {
            (x, at, slope) = (next, there, gradient(next));
            successes += 1;
        } else {
            length *= 0.5;
            successes = 0;
        }
    }
}

/// Returns where the ascent from `x` ends.
pub fn greatest<T: Real, const N: usize>(
    value: impl Fn([T; N]) -> T,
    gradient: impl Fn([T; N]) -> [T; N],
    x: [T; N],
) -> [T; N] {
    least(|x| -value(x), |x| gradient(x).map(|slope| -slope), x)
}

/// Returns the length of a vector, which decides and is not differentiated.
fn norm<T: Real, const N: usize>(x: [T; N]) -> f64 {
    x.iter().map(|x| x.primal() * x.primal()).sum::<f64>().sqrt()
}
