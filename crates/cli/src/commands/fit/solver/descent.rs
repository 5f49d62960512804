//! Levenberg-Marquardt with exact Jacobians.
//!
//! Each step solves min ‖J δ + r‖² + λ‖D δ‖² by a QR decomposition of J, and one of the small matrix R D⁻¹ above √λ 1; never
//! by normal equations, so a Jacobian of condition 10⁸ still leaves eight digits. D are the largest column norms so far,
//! which makes the iteration independent of the parameters' units (Moré 1978). λ follows the gain ratio (Nielsen 1999), and
//! a step is bent along the geodesic where that is small beside it (Transtrum and Sethna 2012). In the end, undamped steps
//! go on as long as the residual's projection onto the tangent space shrinks.

use super::directions::{Directions, divisor};
use super::orthogonal::{Orthogonal, Square, damped, decompose, length};
use super::{End, Fit, Problem, Progress, Stop};

/// Where the iteration is: residuals (model less target) at some parameters, and what changes them.
struct Point {
    parameters: Vec<f64>,
    residuals: Vec<f64>,
    rss: f64,
    /// None where some number is not finite.
    tangent: Option<Tangent>,
}

/// The Jacobian as Q R.
struct Tangent {
    q: Orthogonal,
    r: Square,
    /// The residuals' components along the columns of Q.
    residuals: Vec<f64>,
}

impl Point {
    fn new<P: Problem>(problem: &P, parameters: Vec<f64>) -> Result<Self, Stop<P::Error>> {
        let (values, jacobian) = problem.jacobian(&parameters)?;
        let residuals = less(values, problem.targets());
        let rss = square(&residuals);
        let tangent = if rss.is_finite() { decompose(jacobian) } else { None };
        let tangent = tangent.map(|(q, r)| Tangent { residuals: q.components(&residuals), q, r });
        Ok(Point { parameters, residuals, rss, tangent })
    }
}

impl Tangent {
    /// Minimises ‖J δ + v‖² + λ‖D δ‖², given the components of v along Q; the columns are scaled by D on the way.
    fn solve(&self, components: &[f64], scale: &[f64], damping: f64) -> Vec<f64> {
        let mut scaled = self.r.clone();
        for (column, s) in scaled.data.chunks_mut(self.r.size.max(1)).zip(scale) {
            column.iter_mut().for_each(|x| *x /= divisor(*s));
        }
        let solution = damped(&scaled, components, damping);
        solution.iter().zip(scale).map(|(x, s)| x / divisor(*s)).collect()
    }

    /// The length of the residual's projection onto the tangent space.
    fn offset(&self) -> f64 {
        length(&self.residuals)
    }
}

/// Values less targets.
fn less(mut values: Vec<f64>, targets: &[f64]) -> Vec<f64> {
    values.iter_mut().zip(targets).for_each(|(v, y)| *v -= y);
    values
}

/// The sum of squares, added up in pieces: of a million rows, digits would be lost otherwise.
fn square(v: &[f64]) -> f64 {
    v.chunks(1024).map(|part| part.iter().map(|x| x * x).sum::<f64>()).sum()
}

/// How a descent sets out. No one manner is best everywhere: a bold first step may leap over a narrow valley onto a
/// plateau (BoxBOD from its first start needs the leash), and scales that only grow may hold a descent back that started
/// where the model is steep (MGH10 from its first start needs those that shrink).
#[derive(Clone, Copy, Debug)]
struct Manner {
    /// The first damping.
    damping: f64,
    /// True if scales shrink with the columns of the Jacobian.
    forgets: bool,
    /// True if steps are bent along the geodesic.
    bends: bool,
    /// True if no step may change a parameter by more than its own size.
    leashed: bool,
}

/// How many descents there are from each start.
pub(crate) const DESCENTS: usize = MANNERS.len();

/// The manners, all of which are tried.
const MANNERS: [Manner; 3] = [
    Manner { damping: 1e-2, forgets: false, bends: true, leashed: false },
    Manner { damping: 1.0, forgets: true, bends: true, leashed: false },
    Manner { damping: 1e-8, forgets: true, bends: false, leashed: true },
];

/// Fits a model from a start, in every manner, and keeps the smallest sum of squares.
///
/// # Errors
///
/// When there are too few observations, or the model has no finite value at the start, or fails.
pub(crate) fn fit<P: Problem>(
    problem: &P,
    start: &[f64],
    most: u32,
    watch: &mut dyn FnMut(Progress),
) -> Result<Fit, Stop<P::Error>> {
    let (observations, parameters) = (problem.targets().len(), start.len());
    if observations < parameters {
        return Err(Stop::TooFew { observations, parameters });
    }
    let mut best: Option<Fit> = None;
    for (descents, manner) in MANNERS.into_iter().enumerate() {
        let mut watch = |iterations, rss| watch(Progress { descents, iterations, rss });
        let found = descend(problem, start, most, manner, &mut watch)?;
        if best.as_ref().is_none_or(|b| found.rss < b.rss) {
            best = Some(found);
        }
    }
    Ok(best.expect("there is a manner"))
}

fn descend<P: Problem>(
    problem: &P,
    start: &[f64],
    most: u32,
    manner: Manner,
    watch: &mut dyn FnMut(u32, f64),
) -> Result<Fit, Stop<P::Error>> {
    let mut at = Point::new(problem, start.to_vec())?;
    let mut scale = vec![0.0; start.len()];
    let (mut damping, mut growth, mut refused) = (manner.damping, 2.0, 0);
    let (mut iterations, mut end) = (0, End::Exhausted);
    grow(&mut scale, &at.tangent.as_ref().ok_or(Stop::NotFinite)?.r);
    while iterations < most {
        let Some(tangent) = &at.tangent else { return Err(Stop::NotFinite) };
        watch(iterations, at.rss);
        iterations += 1;
        let step = if manner.bends {
            bent(problem, &at, tangent, &scale, damping)?
        } else {
            tangent.solve(&tangent.residuals, &scale, damping)
        };
        let step = if manner.leashed { leashed(step, &at.parameters) } else { step };
        let parameters: Vec<f64> = at.parameters.iter().zip(&step).map(|(x, d)| x + d).collect();
        let rss = square(&less(problem.values(&parameters)?, problem.targets()));
        // ‖r‖² - ‖r + J δ‖²: what the residuals have outside the tangent space stays.
        let linear: Vec<f64> =
            tangent.residuals.iter().zip(tangent.r.times(&step)).map(|(r, j)| r + j).collect();
        let predicted = square(&tangent.residuals) - square(&linear);
        let gain = (at.rss - rss) / predicted.abs().max(f64::MIN_POSITIVE);
        let mut taken = false;
        if rss.is_finite() && rss < at.rss {
            let next = Point::new(problem, parameters)?;
            if let Some(tangent) = &next.tangent {
                taken = true;
                let small = step.iter().zip(&next.parameters).all(|(d, x)| d.abs() <= 1e-13 * x.abs());
                let flat = at.rss - next.rss <= 1e-15 * at.rss;
                if manner.forgets {
                    scale.fill(0.0);
                }
                grow(&mut scale, &tangent.r);
                at = next;
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
        if refused > 25 || damping > 1e60 {
            end = End::Converged;
            break;
        }
    }
    let at = polished(problem, at, &scale)?;
    Ok(finished(start, at, iterations, end))
}

/// The step, shortened until no parameter changes by more than its own size.
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

/// The norms of the columns, where they are larger than before.
fn grow(scale: &mut [f64], r: &Square) {
    for (j, s) in scale.iter_mut().enumerate() {
        *s = s.max(r.norm(j)).max(f64::MIN_POSITIVE.sqrt());
    }
}

/// A damped step, bent along the geodesic.
fn bent<P: Problem>(
    problem: &P,
    at: &Point,
    tangent: &Tangent,
    scale: &[f64],
    damping: f64,
) -> Result<Vec<f64>, Stop<P::Error>> {
    /// How far along the step the second derivative is taken.
    const PROBE: f64 = 0.1;
    let step = tangent.solve(&tangent.residuals, scale, damping);
    let probe: Vec<f64> = at.parameters.iter().zip(&step).map(|(x, d)| x + PROBE * d).collect();
    let mut slope = less(problem.values(&probe)?, problem.targets());
    slope.iter_mut().zip(&at.residuals).for_each(|(s, r)| *s = (*s - r) / PROBE);
    if !square(&slope).is_finite() {
        return Ok(step);
    }
    // The slope less J δ, along the columns of Q.
    let slope = tangent.q.components(&slope);
    let curved: Vec<f64> = slope
        .iter()
        .zip(tangent.r.times(&step))
        .map(|(slope, linear)| 2.0 / PROBE * (slope - linear))
        .collect();
    let acceleration = tangent.solve(&curved, scale, damping);
    let size = |v: &[f64]| v.iter().zip(scale).map(|(x, s)| (x * s).powi(2)).sum::<f64>().sqrt();
    if size(&acceleration) <= 0.75 * size(&step) {
        return Ok(step.iter().zip(acceleration).map(|(d, a)| d + 0.5 * a).collect());
    }
    Ok(step)
}

/// Undamped steps, as long as each brings the residual nearer to being orthogonal to the tangent space.
fn polished<P: Problem>(problem: &P, mut at: Point, scale: &[f64]) -> Result<Point, Stop<P::Error>> {
    let Some(tangent) = &at.tangent else { return Ok(at) };
    // Undamped, what is not determined would run away.
    if Directions::of(&tangent.r).is_none_or(|directions| !directions.undetermined().is_empty()) {
        return Ok(at);
    }
    for _ in 0..50 {
        let Some(tangent) = &at.tangent else { break };
        let step = tangent.solve(&tangent.residuals, scale, 0.0);
        let next = Point::new(problem, at.parameters.iter().zip(step).map(|(x, d)| x + d).collect())?;
        let nearer = next.tangent.as_ref().is_some_and(|next| next.offset() < tangent.offset());
        if !nearer || next.rss > at.rss * (1.0 + 1e-9) {
            break;
        }
        at = next;
    }
    Ok(at)
}

/// Standard deviations are the roots of the diagonal of σ² (Jᵀ J)⁻¹.
fn finished(start: &[f64], at: Point, iterations: u32, end: End) -> Fit {
    let (n, p) = (at.residuals.len(), start.len());
    let freedom = n - p;
    let sigma = if freedom == 0 { f64::NAN } else { (at.rss / freedom as f64).sqrt() };
    let directions = at.tangent.as_ref().and_then(|tangent| Directions::of(&tangent.r));
    let unit = directions.as_ref().map_or(vec![f64::NAN; p], Directions::deviations);
    Fit {
        start: start.to_vec(),
        parameters: at.parameters,
        deviations: unit.into_iter().map(|d| sigma * d).collect(),
        undetermined: directions.as_ref().map_or(Vec::new(), Directions::undetermined),
        rss: at.rss,
        sigma,
        freedom,
        iterations,
        end,
    }
}
