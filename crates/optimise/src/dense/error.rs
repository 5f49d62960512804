//! [`Error`]: the reason why there is no fit.

use std::fmt;

use super::point::Fault;

/// The reason why there is no fit. `E` is the error type of the [residuals](crate::Residuals).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error<E> {
    /// There are no parameters: the start is empty.
    NoParameters,
    /// There are fewer residuals with a weight than parameters.
    TooFew {
        /// Residuals whose weight is not zero.
        residuals: usize,
        /// Parameters.
        parameters: usize,
    },
    /// A parameter of the start is not finite: its number.
    Start(usize),
    /// The number of weights differs from the number of residuals.
    WeightCount {
        /// The number of weights.
        weights: usize,
        /// Residuals.
        residuals: usize,
    },
    /// A weight is negative or not finite: its number.
    Weight(usize),
    /// The number of pairs of bounds differs from the number of parameters.
    BoundCount {
        /// The number of pairs.
        bounds: usize,
        /// Parameters.
        parameters: usize,
    },
    /// The lower bound of this parameter is above the upper one, or one of them is not a number.
    Bound(usize),
    /// A residual is not finite at the start: its number.
    Residual(usize),
    /// A derivative is not finite at the start.
    Derivative {
        /// The row of the Jacobian.
        residual: usize,
        /// The column of the Jacobian.
        parameter: usize,
    },
    /// The residuals are finite at the start, but the sum of their squares is not.
    Overflow,
    /// The residuals cannot be evaluated.
    Evaluation(E),
}

impl<E> From<Fault> for Error<E> {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Residual(i) => Error::Residual(i),
            Fault::Derivative { residual, parameter } => Error::Derivative { residual, parameter },
            Fault::Sum => Error::Overflow,
        }
    }
}

impl<E: fmt::Display> fmt::Display for Error<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoParameters => write!(f, "there is nothing to fit: the start has no parameters"),
            Error::TooFew { residuals, parameters } => {
                write!(f, "too few residuals: {residuals} cannot determine {parameters} parameters")
            }
            Error::Start(i) => write!(f, "parameter {i} of the start is not finite"),
            Error::WeightCount { weights, residuals } => {
                write!(f, "{weights} weights for {residuals} residuals: give one a residual")
            }
            Error::Weight(i) => write!(f, "weight {i} is negative or not finite"),
            Error::BoundCount { bounds, parameters } => {
                write!(f, "{bounds} pairs of bounds for {parameters} parameters: give one a parameter")
            }
            Error::Bound(i) => write!(f, "parameter {i} has a lower bound that is not below its upper bound"),
            Error::Residual(i) => write!(f, "residual {i} is not finite at the start; choose another start"),
            Error::Derivative { residual, parameter } => write!(
                f,
                "the derivative of residual {residual} by parameter {parameter} is not finite at the start; choose \
                 another start"
            ),
            Error::Overflow => {
                write!(f, "the sum of squares overflows at the start; choose another start or smaller units")
            }
            Error::Evaluation(error) => write!(f, "the residuals cannot be evaluated: {error}"),
        }
    }
}

impl<E: std::error::Error + 'static> std::error::Error for Error<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Evaluation(error) => Some(error),
            Error::NoParameters
            | Error::TooFew { .. }
            | Error::Start(_)
            | Error::WeightCount { .. }
            | Error::Weight(_)
            | Error::BoundCount { .. }
            | Error::Bound(_)
            | Error::Residual(_)
            | Error::Derivative { .. }
            | Error::Overflow => None,
        }
    }
}
