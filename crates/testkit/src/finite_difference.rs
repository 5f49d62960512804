//! Derivatives of plain closures from differences of their values, by Ridders' method.
//!
//! Central differences are taken at a sequence of halved steps and extrapolated to step zero; of the tableau the
//! entry with the smallest error estimate is returned (C. J. F. Ridders, "Accurate computation of F'(x) and F'(x)
//! F''(x)", Advances in Engineering Software 4, 1982). Ten correct digits are usual for smooth functions. Steps are
//! relative to the size of the variable. Where a step leaves the domain of the function (the value is not finite), or
//! reaches across a kink, the shorter steps decide.

/// The number of steps. Each is half of the one before.
const STEPS: usize = 10;

/// The longest step as a fraction of the variable, and the size below which a variable counts as this size.
const LONGEST: f64 = 0.1;
const SMALLEST_SIZE: f64 = 0.1;

/// A derivative with an estimate of its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The derivative.
    pub value: f64,
    /// An estimate of its absolute error; infinite if the function is not finite around the point.
    pub error: f64,
}

/// Returns the derivative of a function of one variable.
pub fn derivative(mut f: impl FnMut(f64) -> f64, x: f64) -> Estimate {
    along(|t| vec![f(x + t)], longest_step(x))[0]
}

/// Returns the derivative of `f` at `x` in a direction: the sum of partials times components, for any size of
/// direction.
pub fn directional(mut f: impl FnMut(&[f64]) -> f64, x: &[f64], direction: &[f64]) -> f64 {
    assert_eq!(x.len(), direction.len(), "a direction has one component per variable");
    // No variable may move by more than its own longest step.
    let step = x
        .iter()
        .zip(direction)
        .filter(|(_, d)| **d != 0.0)
        .map(|(x, d)| longest_step(*x) / d.abs())
        .fold(f64::INFINITY, f64::min);
    if step.is_infinite() {
        return 0.0;
    }
    along(|t| vec![f(&moved(x, direction, t))], step)[0].value
}

/// The gradient of `f` at `x`.
pub fn gradient(mut f: impl FnMut(&[f64]) -> f64, x: &[f64]) -> Vec<f64> {
    jacobian(|x| vec![f(x)], x).into_iter().next().unwrap_or_default()
}

/// Returns the gradient of the results of `run` at `x`, each times its seed: the cotangents that an adjoint returns.
pub fn differences(x: &[f64], seeds: &[f64], run: impl Fn(&[f64]) -> Vec<f64>) -> Vec<f64> {
    let weighed = |x: &[f64]| {
        let results = run(x);
        assert_eq!(results.len(), seeds.len(), "each result has a seed");
        results.iter().zip(seeds).map(|(y, seed)| y * seed).sum()
    };
    gradient(weighed, x)
}

/// The Jacobian of `f` at `x`, one row per result. Without variables there are no rows.
pub fn jacobian(mut f: impl FnMut(&[f64]) -> Vec<f64>, x: &[f64]) -> Vec<Vec<f64>> {
    let columns: Vec<Vec<Estimate>> = (0..x.len())
        .map(|j| {
            let mut direction = vec![0.0; x.len()];
            direction[j] = 1.0;
            along(|t| f(&moved(x, &direction, t)), longest_step(x[j]))
        })
        .collect();
    let rows = columns.first().map_or(0, Vec::len);
    (0..rows).map(|i| columns.iter().map(|column| column[i].value).collect()).collect()
}

/// Returns the second derivative of `f` at `x` in the directions `u` and `v`: the Hessian's bilinear form, to about
/// seven digits.
pub fn second_difference(f: impl Fn(&[f64]) -> f64, x: &[f64], u: &[f64], v: &[f64]) -> f64 {
    directional(|x| directional(&f, x, u), x, v)
}

fn longest_step(x: f64) -> f64 {
    LONGEST * x.abs().max(SMALLEST_SIZE)
}

fn moved(x: &[f64], direction: &[f64], t: f64) -> Vec<f64> {
    x.iter().zip(direction).map(|(x, d)| x + t * d).collect()
}

/// Returns the derivative of each result of `f` at zero, from steps up to `longest`.
fn along(mut f: impl FnMut(f64) -> Vec<f64>, longest: f64) -> Vec<Estimate> {
    // quotients[k][i]: the central difference of result i with the k-th step.
    let quotients: Vec<Vec<f64>> = (0..STEPS)
        .map(|k| {
            let step = longest / (1u32 << k) as f64;
            let (after, before) = (f(step), f(-step));
            assert_eq!(after.len(), before.len(), "the number of results depends on the variables");
            after.iter().zip(&before).map(|(after, before)| (after - before) / (2.0 * step)).collect()
        })
        .collect();
    (0..quotients[0].len()).map(|i| extrapolate(quotients.iter().map(|quotient| quotient[i]))).collect()
}

/// Neville's tableau for an error series in even powers of a step that is halved from one quotient to the next.
fn extrapolate(quotients: impl Iterator<Item = f64>) -> Estimate {
    let mut best = Estimate { value: f64::NAN, error: f64::INFINITY };
    let mut previous: Vec<f64> = Vec::new();
    for quotient in quotients {
        if !quotient.is_finite() {
            previous.clear();
            continue;
        }
        let mut row = vec![quotient];
        let mut factor = 4.0;
        for (j, above) in previous.iter().enumerate() {
            let left = row[j];
            let value = left + (left - above) / (factor - 1.0);
            let error = (value - left).abs().max((value - above).abs());
            if error <= best.error {
                best = Estimate { value, error };
            }
            row.push(value);
            factor *= 4.0;
        }
        previous = row;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{assert_all_close, assert_close};

    #[test]
    fn smooth_functions_are_differentiated_to_ten_digits() {
        assert_close!(derivative(f64::sin, 1.0).value, 1.0_f64.cos(), 1e-11);
        assert_close!(derivative(f64::exp, 5.0).value, 5.0_f64.exp(), 1e-11);
        assert_close!(derivative(|x| x.powi(5), -3.0).value, 405.0, 1e-11);
    }

    #[test]
    fn steps_out_of_the_domain_are_left_out() {
        assert_close!(derivative(f64::ln, 0.003).value, 1.0 / 0.003, 1e-8);
        assert!(derivative(f64::ln, -1.0).value.is_nan());
    }

    #[test]
    fn short_steps_decide_beside_a_kink() {
        assert_close!(derivative(f64::abs, 1e-3).value, 1.0, 1e-10);
    }

    #[test]
    fn rows_are_results_and_columns_are_variables() {
        let f = |x: &[f64]| vec![x[0] * x[1], x[0].exp(), 7.0];
        let jacobian = jacobian(f, &[2.0, 3.0]);
        assert_all_close!(jacobian[0], [3.0, 2.0]);
        assert_all_close!(jacobian[1], [2.0_f64.exp(), 0.0]);
        assert_all_close!(jacobian[2], [0.0, 0.0]);
    }

    #[test]
    fn without_variables_there_is_nothing_to_differentiate() {
        assert!(gradient(|_| 3.0, &[]).is_empty());
    }

    #[test]
    fn a_direction_scales_its_derivative() {
        let f = |x: &[f64]| x[0] * x[0] * x[1];
        assert_close!(directional(f, &[2.0, 3.0], &[10.0, -1.0]), 116.0);
        assert_eq!(directional(f, &[2.0, 3.0], &[0.0, 0.0]), 0.0);
        assert_close!(second_difference(f, &[2.0, 3.0], &[1.0, 0.0], &[0.0, 1.0]), 4.0, 1e-7);
    }
}
