//! [`Grid`]: where the steps begin and end, and which times lie in each.

use super::method::{ERROR, stages};
use super::{Failed, Field};

/// The most steps that are tried.
const MOST: usize = 10_000_000;

/// The least tolerance for which rounding leaves steps.
const LEAST: f64 = 1e-17;

/// The times between steps, and for each step the results that lie in it.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    times: Vec<f64>,
    /// The number of each result and its part of the step, step by step; the end of a step is the part one.
    results: Vec<Vec<(usize, f64)>>,
}

impl Grid {
    /// Steps of equal length from the first time to the last.
    pub(super) fn equal(times: &[f64], steps: usize) -> Self {
        let (start, end) = (times[0], times[times.len() - 1]);
        let time =
            |i: usize| if i == steps { end } else { start + (end - start) * (i as f64 / steps as f64) };
        Self::of((0..=steps).map(time).collect(), times)
    }

    /// Steps whose error is at most the tolerance, relative to `1 + |x|`.
    pub(super) fn adaptive(
        field: &impl Field,
        times: &[f64],
        x: &[f64],
        p: &[f64],
        tolerance: f64,
    ) -> Result<Self, Failed> {
        let (mut t, end) = (times[0], times[times.len() - 1]);
        let (mut x, mut reached) = (x.to_vec(), vec![t]);
        let size = |x: &[f64]| x.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        let rate = size(&field.rate(t, &x, p));
        let mut h = (end - t).signum() * (end - t).abs().min(0.01 * (1.0 + size(&x)) / (rate + 1e-6));
        // No method is as exact as rounding is not.
        if tolerance < LEAST {
            return Err(Failed::TooShort { time: t });
        }
        for _ in 0..MOST {
            // A last step that is a little longer is better than two.
            let last = (end - t).abs() <= 1.01 * h.abs();
            if last {
                h = end - t;
            }
            if t + h == t || !h.is_finite() {
                return Err(Failed::TooShort { time: t });
            }
            let (rates, after) = stages(field, t, h, &x, p);
            let error = (0..x.len())
                .map(|i| {
                    let error: f64 = ERROR.iter().zip(&rates).map(|(weight, rate)| weight * rate[i]).sum();
                    (h * error / (1.0 + x[i].abs().max(after[i].abs()))).abs() / tolerance
                })
                .fold(0.0, |most: f64, error| if error.is_nan() { f64::INFINITY } else { most.max(error) });
            if error <= 1.0 {
                t = if last { end } else { t + h };
                x = after;
                reached.push(t);
                if last {
                    return Ok(Self::of(reached, times));
                }
            }
            h *= (0.9 * error.powf(-0.2)).clamp(0.2, 5.0);
        }
        Err(Failed::TooMany { time: t })
    }

    fn of(reached: Vec<f64>, times: &[f64]) -> Self {
        let mut results = vec![Vec::new(); reached.len() - 1];
        let mut step = 0;
        let forwards = times[times.len() - 1] > times[0];
        for (i, time) in times[1..].iter().enumerate() {
            let before = |at: f64| if forwards { at < *time } else { at > *time };
            while step + 2 < reached.len() && before(reached[step + 1]) {
                step += 1;
            }
            let part = (time - reached[step]) / (reached[step + 1] - reached[step]);
            results[step].push((i, if reached[step + 1] == *time { 1.0 } else { part }));
        }
        Grid { times: reached, results }
    }

    /// The number of steps.
    pub(super) fn steps(&self) -> usize {
        self.results.len()
    }

    /// Returns the time before a step, and its length.
    pub(super) fn step(&self, i: usize) -> (f64, f64) {
        (self.times[i], self.times[i + 1] - self.times[i])
    }

    /// The results in a step: their numbers, and their parts of it.
    pub(super) fn results(&self, i: usize) -> &[(usize, f64)] {
        &self.results[i]
    }
}
