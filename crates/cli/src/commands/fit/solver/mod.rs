//! Nonlinear least squares: what is fitted, and what comes out.
//!
//! | file | what |
//! |---|---|
//! | `descent` | Levenberg-Marquardt: steps, damping, convergence |
//! | `blocks` | matrices with many rows |
//! | `orthogonal` | their QR decomposition, block by block |
//! | `directions` | singular values: standard deviations, and what the data leave open |
//!
//! Nothing here reads or writes anything but numbers. Work on many rows is done on all cores; results are the same on any
//! number of them, since rows are always divided alike and sums added in the same order.

mod blocks;
mod descent;
mod directions;
mod orthogonal;
#[cfg(test)]
mod tests;

use std::fmt;

pub(crate) use blocks::Blocks;
pub(crate) use descent::{DESCENTS, fit};

/// A model and what it is to give at each observation.
pub(crate) trait Problem {
    /// Why the model cannot be evaluated.
    type Error;

    /// What the model is to give.
    fn targets(&self) -> &[f64];

    /// The values of the model.
    fn values(&self, parameters: &[f64]) -> Result<Vec<f64>, Self::Error>;

    /// The values of the model, and their derivatives: a row for each observation, a column for each parameter.
    fn jacobian(&self, parameters: &[f64]) -> Result<(Vec<f64>, Blocks), Self::Error>;
}

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

/// Why there is no fit.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stop<E> {
    /// There are fewer observations than parameters.
    TooFew { observations: usize, parameters: usize },
    /// The sum of squares or its gradient is not finite at the start.
    NotFinite,
    /// The model cannot be evaluated.
    Model(E),
}

impl<E> From<E> for Stop<E> {
    fn from(error: E) -> Self {
        Stop::Model(error)
    }
}

/// Where a fit is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Progress {
    /// The number of descents that ended.
    pub(crate) descents: usize,
    /// The iterations of this one.
    pub(crate) iterations: u32,
    /// The sum of squares.
    pub(crate) rss: f64,
}

/// The significant digits to which all numbers agree with the reference, at most 15.
pub(crate) fn agreement(found: &[f64], reference: &[f64]) -> f64 {
    let digits = |(x, c): (&f64, &f64)| {
        let error = if *c == 0.0 { x.abs() } else { ((x - c) / c).abs() };
        if error.is_nan() { 0.0 } else { (-error.log10()).clamp(0.0, 15.0) }
    };
    found.iter().zip(reference).map(digits).fold(15.0, f64::min)
}
