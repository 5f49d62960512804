//! One descent: steps, damping, convergence.
//!
//! Each step solves min ‖J δ + r‖² + λ‖D δ‖² by a QR decomposition of J, and one of the small matrix R D⁻¹ above √λ 1; never
//! by normal equations, so a Jacobian of condition 10⁸ still leaves eight digits. D are the largest column norms so far,
//! which makes the iteration independent of the parameters' units (Moré 1978). λ follows the gain ratio (Nielsen 1999), and
//! a step is bent along the geodesic where that is small beside it (Transtrum and Sethna 2012). In the end, undamped steps
//! go on as long as the residual's projection onto the tangent space shrinks.

use std::ops::ControlFlow;

use super::bounds::Bounds;
use super::directions::Directions;
use super::error::Error;
use super::evaluation::Residuals;
use super::fit::{End, Found};
use super::manner::Setting;
use super::orthogonal::Square;
use super::point::{Point, Weighted, square};

/// The settings of a descent other than the residuals and its manner.
pub(super) struct Limits<'a> {
    /// The maximal number of iterations.
    pub(super) most: u32,
    /// The number of consecutive steps without gain after which the next one ends the descent.
    pub(super) patience: u32,
    pub(super) bounds: &'a Bounds,
}

/// Called with each iteration and its sum of squares; may request the end.
pub(super) type Observer<'a> = &'a mut dyn FnMut(u32, f64) -> ControlFlow<()>;

pub(super) fn descend<P: Residuals>(
    problem: &Weighted<'_, P>,
    start: &[f64],
    limits: &Limits<'_>,
    setting: Setting,
    observe: Observer<'_>,
) -> Result<Found, Error<P::Error>> {
    let bounds = limits.bounds;
    let mut at = problem.point(start.to_vec()).map_err(Error::Evaluation)??;
    let mut scale = vec![0.0; start.len()];
    let (mut damping, mut growth, mut refused) = (setting.damping, 2.0, 0);
    let (mut iterations, mut end) = (0, End::Exhausted);
    grow(&mut scale, &at.tangent.r);
    let mut held = bounds.held(&at.parameters, &at.tangent.gradient());
    while iterations < limits.most {
        if observe(iterations, at.rss).is_break() {
            end = End::Interrupted;
            break;
        }
        iterations += 1;
        let tangent = &at.tangent;
        let step = if setting.bends {
            bent(problem, &at, &scale, damping, &held, bounds).map_err(Error::Evaluation)?
        } else {
            tangent.solve(&tangent.residuals, &scale, damping, &held)
        };
        let mut step = if setting.leashed { leashed(step, &at.parameters) } else { step };
        let parameters = advanced(&at, &mut step, bounds);
        let rss = square(&problem.residuals(&parameters).map_err(Error::Evaluation)?);
        // ‖r‖² - ‖r + J δ‖²: the part of the residuals outside the tangent space cancels.
        let linear: Vec<f64> =
            tangent.residuals.iter().zip(tangent.r.times(&step)).map(|(r, j)| r + j).collect();
        let predicted = square(&tangent.residuals) - square(&linear);
        let gain = (at.rss - rss) / predicted.abs().max(f64::MIN_POSITIVE);
        let mut taken = false;
        if rss.is_finite() && rss < at.rss {
            if let Ok(next) = problem.point(parameters).map_err(Error::Evaluation)? {
                taken = true;
                let small = step.iter().zip(&next.parameters).all(|(d, x)| d.abs() <= 1e-13 * x.abs());
                let flat = at.rss - next.rss <= 1e-15 * at.rss;
                if setting.forgets {
                    scale.fill(0.0);
                }
                grow(&mut scale, &next.tangent.r);
                at = next;
                held = bounds.held(&at.parameters, &at.tangent.gradient());
                damping = (damping * (1.0 - (2.0 * gain.min(1.0) - 1.0).powi(3)).max(0.1)).max(1e-20);
                growth = 2.0;
                refused = if small || flat { refused + 1 } else { 0 };
            }
        }
        if !taken {
            damping *= growth;
            growth *= 2.0;
            refused += 1;
        }
        if refused > limits.patience || damping > 1e60 {
            end = End::Converged;
            break;
        }
    }
    if end != End::Interrupted && !held.contains(&true) {
        at = polished(problem, at, &scale, bounds).map_err(Error::Evaluation)?;
    }
    Ok(Found { at, held, iterations, end })
}

/// Returns the parameters after a step, and shortens the step to the part inside the bounds.
fn advanced(at: &Point, step: &mut [f64], bounds: &Bounds) -> Vec<f64> {
    let mut parameters: Vec<f64> = at.parameters.iter().zip(&*step).map(|(x, d)| x + d).collect();
    if !bounds.is_empty() {
        bounds.clamp(&mut parameters);
        step.iter_mut().zip(parameters.iter().zip(&at.parameters)).for_each(|(d, (to, from))| *d = to - from);
    }
    parameters
}

/// Shortens a step until no parameter changes by more than its own size.
fn leashed(mut step: Vec<f64>, parameters: &[f64]) -> Vec<f64> {
    let longest = step
        .iter()
        .zip(parameters)
        .filter(|(_, x)| **x != 0.0)
        .map(|(d, x)| (d / x).abs())
        .fold(1.0, f64::max);
    step.iter_mut().for_each(|d| *d /= longest);
    step
}

/// Raises scales to the norms of the columns, if those are larger.
fn grow(scale: &mut [f64], r: &Square) {
    for (j, s) in scale.iter_mut().enumerate() {
        *s = s.max(r.norm(j)).max(f64::MIN_POSITIVE.sqrt());
    }
}

/// Returns a damped step, bent along the geodesic.
fn bent<P: Residuals>(
    problem: &Weighted<'_, P>,
    at: &Point,
    scale: &[f64],
    damping: f64,
    held: &[bool],
    bounds: &Bounds,
) -> Result<Vec<f64>, P::Error> {
    /// The point along the step, as a fraction, at which the second derivative is taken.
    const PROBE: f64 = 0.1;
    let tangent = &at.tangent;
    let step = tangent.solve(&tangent.residuals, scale, damping, held);
    let probe: Vec<f64> = at.parameters.iter().zip(&step).map(|(x, d)| x + PROBE * d).collect();
    // Outside the bounds, the residuals may be meaningless.
    if !bounds.contain(&probe) {
        return Ok(step);
    }
    let mut slope = problem.residuals(&probe)?;
    slope.iter_mut().zip(&at.residuals).for_each(|(s, r)| *s = (*s - r) / PROBE);
    if !square(&slope).is_finite() {
        return Ok(step);
    }
    // The slope minus J δ, along the columns of Q.
    let slope = tangent.q.components(&slope);
    let curved: Vec<f64> = slope
        .iter()
        .zip(tangent.r.times(&step))
        .map(|(slope, linear)| 2.0 / PROBE * (slope - linear))
        .collect();
    let acceleration = tangent.solve(&curved, scale, damping, held);
    let size = |v: &[f64]| v.iter().zip(scale).map(|(x, s)| (x * s).powi(2)).sum::<f64>().sqrt();
    if size(&acceleration) <= 0.75 * size(&step) {
        return Ok(step.iter().zip(acceleration).map(|(d, a)| d + 0.5 * a).collect());
    }
    Ok(step)
}

/// Takes undamped steps, as long as each brings the residual nearer to being orthogonal to the tangent space.
fn polished<P: Residuals>(
    problem: &Weighted<'_, P>,
    mut at: Point,
    scale: &[f64],
    bounds: &Bounds,
) -> Result<Point, P::Error> {
    // Without damping, parameters that are not determined would diverge.
    if Directions::of(&at.tangent.r).is_none_or(|directions| !directions.undetermined().is_empty()) {
        return Ok(at);
    }
    let free = vec![false; scale.len()];
    for _ in 0..50 {
        let tangent = &at.tangent;
        let mut step = tangent.solve(&tangent.residuals, scale, 0.0, &free);
        let Ok(next) = problem.point(advanced(&at, &mut step, bounds))? else { break };
        if !(next.tangent.offset() < tangent.offset()) || next.rss > at.rss * (1.0 + 1e-9) {
            break;
        }
        at = next;
    }
    Ok(at)
}
