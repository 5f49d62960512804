//! Levenberg-Marquardt with exact Jacobians.
//!
//! Each step solves min ‖J δ + r‖² + λ‖D δ‖² by a QR decomposition of the stacked matrix, never by normal equations, so a
//! Jacobian of condition 10⁸ still leaves eight digits. D are the largest column norms so far, which makes the iteration
//! independent of the parameters' units (Moré 1978). λ follows the gain ratio (Nielsen 1999), and a step is bent along the
//! geodesic where that is small beside it (Transtrum and Sethna 2012). In the end, undamped steps go on as long as the
//! residual's projection onto the tangent space shrinks.

use std::fmt;

use faer::Mat;
use faer::linalg::solvers::SolveLstsq;

use super::model::Model;
use crate::failure::Failure;

/// A fitted model.
#[derive(Clone, Debug)]
pub(crate) struct Fit {
    pub(crate) start: Vec<f64>,
    pub(crate) parameters: Vec<f64>,
    /// Standard deviations of the parameters.
    pub(crate) deviations: Vec<f64>,
    /// Which parameters can change, perhaps together with others, without any value of the model changing.
    pub(crate) undetermined: Vec<usize>,
    /// Residual sum of squares.
    pub(crate) rss: f64,
    /// Residual standard deviation.
    pub(crate) sigma: f64,
    /// Observations less parameters.
    pub(crate) freedom: usize,
    pub(crate) iterations: u32,
    pub(crate) end: End,
}

/// Why an iteration ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    /// No step makes the sum of squares smaller.
    Converged,
    /// As many steps as allowed were taken.
    Exhausted,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            End::Converged => "converged",
            End::Exhausted => "stopped before convergence",
        })
    }
}

/// The significant digits to which all numbers agree with the reference, at most 15.
pub(crate) fn agreement(found: &[f64], reference: &[f64]) -> f64 {
    let digits = |(x, c): (&f64, &f64)| {
        let error = if *c == 0.0 { x.abs() } else { ((x - c) / c).abs() };
        if error.is_nan() { 0.0 } else { (-error.log10()).clamp(0.0, 15.0) }
    };
    found.iter().zip(reference).map(digits).fold(15.0, f64::min)
}

/// Where the iteration is: residuals (model less target) and Jacobian at some parameters.
struct Point {
    parameters: Vec<f64>,
    residuals: Vec<f64>,
    /// Row by row.
    jacobian: Vec<f64>,
    rss: f64,
}

impl Point {
    fn new(model: &Model, parameters: Vec<f64>) -> Result<Self, Failure> {
        let (values, jacobian) = model.jacobian(&parameters)?;
        let residuals: Vec<f64> = values.iter().zip(model.targets()).map(|(v, y)| v - y).collect();
        let rss = square(&residuals);
        Ok(Point { parameters, residuals, jacobian, rss })
    }

    fn is_finite(&self) -> bool {
        self.rss.is_finite() && self.jacobian.iter().all(|j| j.is_finite())
    }

    /// J v
    fn along(&self, v: &[f64]) -> Vec<f64> {
        self.jacobian.chunks(v.len()).map(|row| row.iter().zip(v).map(|(j, v)| j * v).sum()).collect()
    }

    /// Minimises ‖J δ + rhs‖² + λ‖D δ‖²; the columns are scaled by D on the way.
    fn solve(&self, rhs: &[f64], scale: &[f64], damping: f64) -> Vec<f64> {
        let (n, p) = (rhs.len(), scale.len());
        let extra = if damping > 0.0 { p } else { 0 };
        let matrix = Mat::from_fn(n + extra, p, |i, j| match i.checked_sub(n) {
            None => self.jacobian[i * p + j] / divisor(scale[j]),
            Some(k) => {
                if k == j {
                    damping.sqrt()
                } else {
                    0.0
                }
            }
        });
        let target = Mat::from_fn(n + extra, 1, |i, _| if i < n { -rhs[i] } else { 0.0 });
        let solution = matrix.qr().solve_lstsq(&target);
        (0..p).map(|j| solution[(j, 0)] / divisor(scale[j])).collect()
    }

    /// The length of the residual's projection onto the tangent space, relative to nothing.
    fn offset(&self, scale: &[f64]) -> f64 {
        square(&self.along(&self.solve(&self.residuals, scale, 0.0))).sqrt()
    }
}

/// What the Jacobian says of the parameters, for columns of length one: its singular values and right singular vectors.
struct Directions {
    norms: Vec<f64>,
    values: Vec<f64>,
    vectors: Mat<f64>,
}

impl Directions {
    /// None where the decomposition does not converge.
    fn of(at: &Point) -> Option<Self> {
        let p = at.parameters.len();
        let mut norms = vec![0.0; p];
        grow(&mut norms, at);
        norms.iter_mut().for_each(|norm| *norm = divisor(*norm));
        let matrix = Mat::from_fn(at.residuals.len(), p, |i, j| at.jacobian[i * p + j] / norms[j]);
        let svd = matrix.thin_svd().ok()?;
        let values = (0..p).map(|k| svd.S().column_vector()[k]).collect();
        Some(Directions { norms, values, vectors: svd.V().to_owned() })
    }

    /// Whether the model stays as it is along a direction, but for rounding.
    fn is_open(&self, k: usize) -> bool {
        let p = self.values.len() as f64;
        self.values[k] <= 8.0 * p * f64::EPSILON * self.values[0].max(f64::MIN_POSITIVE)
    }

    /// The parameters that take part in a direction along which the model stays as it is.
    fn undetermined(&self) -> Vec<usize> {
        let p = self.values.len();
        let takes_part = |j: usize, k: usize| self.is_open(k) && self.vectors[(j, k)].abs() > 1e-3;
        (0..p).filter(|j| (0..p).any(|k| takes_part(*j, k))).collect()
    }

    /// The roots of the diagonal of (Jᵀ J)⁻¹ = V S⁻² Vᵀ; infinite for what is not determined.
    fn deviations(&self) -> Vec<f64> {
        let p = self.values.len();
        let known = |j: usize| {
            (0..p).filter(|k| !self.is_open(*k)).map(move |k| self.vectors[(j, k)] / self.values[k])
        };
        let mut all: Vec<f64> =
            (0..p).map(|j| known(j).map(|x| x * x).sum::<f64>().sqrt() / self.norms[j]).collect();
        self.undetermined().iter().for_each(|j| all[*j] = f64::INFINITY);
        all
    }
}

/// What a column of this norm is divided by: one that is zero stays so.
fn divisor(norm: f64) -> f64 {
    if norm > 2.0 * f64::MIN_POSITIVE.sqrt() { norm } else { 1.0 }
}

fn square(v: &[f64]) -> f64 {
    v.iter().map(|x| x * x).sum()
}

/// How a descent sets out. No one manner is best everywhere: a bold first step may leap over a narrow valley onto a
/// plateau (BoxBOD from its first start needs the leash), and scales that only grow may hold a descent back that started
/// where the model is steep (MGH10 from its first start needs those that shrink).
#[derive(Clone, Copy, Debug)]
struct Manner {
    /// The first damping.
    damping: f64,
    /// Whether scales shrink with the columns of the Jacobian.
    forgets: bool,
    /// Whether steps are bent along the geodesic.
    bends: bool,
    /// Whether no step may change a parameter by more than its own size.
    leashed: bool,
}

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
pub(crate) fn fit(model: &Model, start: &[f64], most: u32) -> Result<Fit, Failure> {
    let mut best: Option<Fit> = None;
    for manner in MANNERS {
        let found = descend(model, start, most, manner)?;
        if best.as_ref().is_none_or(|b| found.rss < b.rss) {
            best = Some(found);
        }
    }
    Ok(best.expect("there is a manner"))
}

fn descend(model: &Model, start: &[f64], most: u32, manner: Manner) -> Result<Fit, Failure> {
    let (n, p) = (model.targets().len(), start.len());
    if n < p {
        return Err(Failure::Usage(format!("{n} observations cannot determine {p} parameters")));
    }
    let mut at = Point::new(model, start.to_vec())?;
    if !at.is_finite() {
        return Err(Failure::Start(
            "the model or its gradient is not finite at the start; choose another".into(),
        ));
    }
    let mut scale = vec![0.0; p];
    grow(&mut scale, &at);
    let (mut damping, mut growth, mut refused) = (manner.damping, 2.0, 0);
    let (mut iterations, mut end) = (0, End::Exhausted);
    while iterations < most {
        iterations += 1;
        let step = if manner.bends {
            bent(model, &at, &scale, damping)?
        } else {
            at.solve(&at.residuals, &scale, damping)
        };
        let step = if manner.leashed { leashed(step, &at.parameters) } else { step };
        let parameters: Vec<f64> = at.parameters.iter().zip(&step).map(|(x, d)| x + d).collect();
        let values = model.values(&parameters)?;
        let residuals: Vec<f64> = values.iter().zip(model.targets()).map(|(v, y)| v - y).collect();
        let rss = square(&residuals);
        let linear: Vec<f64> = at.residuals.iter().zip(at.along(&step)).map(|(r, j)| r + j).collect();
        let predicted = at.rss - square(&linear);
        let gain = (at.rss - rss) / predicted.abs().max(f64::MIN_POSITIVE);
        let mut taken = false;
        if rss.is_finite() && rss < at.rss {
            let next = Point::new(model, parameters)?;
            if next.is_finite() {
                taken = true;
                let small = step.iter().zip(&next.parameters).all(|(d, x)| d.abs() <= 1e-13 * x.abs());
                let flat = at.rss - next.rss <= 1e-15 * at.rss;
                at = next;
                if manner.forgets {
                    scale.fill(0.0);
                }
                grow(&mut scale, &at);
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
    let at = polished(model, at, &scale)?;
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
fn grow(scale: &mut [f64], at: &Point) {
    let p = scale.len();
    for (j, s) in scale.iter_mut().enumerate() {
        let norm = at.jacobian.iter().skip(j).step_by(p).map(|x| x * x).sum::<f64>().sqrt();
        *s = s.max(norm).max(f64::MIN_POSITIVE.sqrt());
    }
}

/// A damped step, bent along the geodesic.
fn bent(model: &Model, at: &Point, scale: &[f64], damping: f64) -> Result<Vec<f64>, Failure> {
    /// How far along the step the second derivative is taken.
    const PROBE: f64 = 0.1;
    let step = at.solve(&at.residuals, scale, damping);
    let probe: Vec<f64> = at.parameters.iter().zip(&step).map(|(x, d)| x + PROBE * d).collect();
    let values = model.values(&probe)?;
    let linear = at.along(&step);
    let curved: Vec<f64> = (0..values.len())
        .map(|i| {
            let slope = (values[i] - model.targets()[i] - at.residuals[i]) / PROBE;
            2.0 / PROBE * (slope - linear[i])
        })
        .collect();
    if curved.iter().any(|c| !c.is_finite()) {
        return Ok(step);
    }
    let acceleration = at.solve(&curved, scale, damping);
    let length = |v: &[f64]| v.iter().zip(scale).map(|(x, s)| (x * s).powi(2)).sum::<f64>().sqrt();
    if length(&acceleration) <= 0.75 * length(&step) {
        return Ok(step.iter().zip(acceleration).map(|(d, a)| d + 0.5 * a).collect());
    }
    Ok(step)
}

/// Undamped steps, as long as each brings the residual nearer to being orthogonal to the tangent space.
fn polished(model: &Model, mut at: Point, scale: &[f64]) -> Result<Point, Failure> {
    // Undamped, what is not determined would run away.
    if Directions::of(&at).is_none_or(|directions| !directions.undetermined().is_empty()) {
        return Ok(at);
    }
    let mut offset = at.offset(scale);
    for _ in 0..50 {
        let step = at.solve(&at.residuals, scale, 0.0);
        let next = Point::new(model, at.parameters.iter().zip(step).map(|(x, d)| x + d).collect())?;
        if !next.is_finite() || next.rss > at.rss * (1.0 + 1e-9) {
            break;
        }
        let next_offset = next.offset(scale);
        if !(next_offset < offset) {
            break;
        }
        (at, offset) = (next, next_offset);
    }
    Ok(at)
}

/// Standard deviations are the roots of the diagonal of σ² (Jᵀ J)⁻¹.
fn finished(start: &[f64], at: Point, iterations: u32, end: End) -> Fit {
    let (n, p) = (at.residuals.len(), start.len());
    let freedom = n - p;
    let sigma = if freedom == 0 { f64::NAN } else { (at.rss / freedom as f64).sqrt() };
    let directions = Directions::of(&at);
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
