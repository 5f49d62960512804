//! The descent along gradients that `particle` and `saddle` use; its rules for the step decide their answers.

use retrograde::Real;

/// Below this length a gradient is zero, and a step is none.
const CLOSE: f64 = 1e-5;

/// The first length of a step, relative to the gradient.
const FIRST: f64 = 1e-5;

/// The number of steps that must succeed before they get longer.
const SUCCESSES: i32 = 10;

/// Returns the length of a step, relative to the gradient. The pace counts the steps that succeeded since the length changed, and the changes of the length, each ten steps' worth.
pub fn length(pace: i32) -> f64 {
    FIRST * 2.0_f64.powi(pace.div_euclid(SUCCESSES))
}

/// Returns the next pace: steps get longer if ten in a row succeed, and shorter if one fails.
pub fn after(pace: i32, succeeded: bool) -> i32 {
    if succeeded { pace + 1 } else { (pace.div_euclid(SUCCESSES) - 1) * SUCCESSES }
}

/// True if a descent ends here: at a gradient, or before a step, that is too short.
pub fn ends<T: Real, const N: usize>(slope: [T; N], pace: i32) -> bool {
    let norm = |scale: f64| slope.iter().map(|s| (scale * s.primal()).powi(2)).sum::<f64>().sqrt();
    norm(1.0) <= CLOSE || norm(length(pace)) <= CLOSE
}

/// Returns where the descent from `x` ends. The function returns its value and its gradient.
pub fn least<const N: usize>(mut f: impl FnMut([f64; N]) -> (f64, [f64; N]), mut x: [f64; N]) -> [f64; N] {
    let (mut at, mut slope) = f(x);
    let mut pace = 0;
    while !ends(slope, pace) {
        let next = std::array::from_fn(|i| x[i] - length(pace) * slope[i]);
        let (there, next_slope) = f(next);
        pace = after(pace, there < at);
        if there < at {
            (x, at, slope) = (next, there, next_slope);
        }
    }
    x
}
