//! Nonlinear least squares with a dense Jacobian: [`LevenbergMarquardt`].
//!
//! | file | purpose |
//! |---|---|
//! | `evaluation` | residuals, and the buffers that they fill |
//! | `matrix` | Jacobians: matrices with many rows |
//! | `orthogonal` | their QR decomposition, block by block |
//! | `point` | residuals and decomposed Jacobian at some parameters |
//! | `descent` | steps, damping, convergence |
//! | `manner`, `bounds` | the strategy of a descent, and the intervals of the parameters |
//! | `directions` | singular values: standard errors, and parameters that the data do not determine |
//! | `fit`, `error` | the result |
//!
//! Work on many rows is done on all cores with the feature `rayon`; results do not depend on their number, since rows
//! are always divided in the same way and sums added in the same order.

mod bounds;
mod descent;
mod directions;
mod error;
mod evaluation;
mod fit;
mod manner;
mod matrix;
mod orthogonal;
mod point;
mod solver;
#[cfg(test)]
mod tests;

pub use error::Error;
pub use evaluation::{Block, Evaluation, FromFn, Residuals, from_fn, try_from_fn};
pub use fit::{End, Fit, Progress};
pub use manner::Manner;
pub use matrix::Matrix;
pub use solver::LevenbergMarquardt;
