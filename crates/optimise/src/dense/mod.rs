//! Nonlinear least squares with a dense Jacobian: [`LevenbergMarquardt`].
//!
//! | file | what |
//! |---|---|
//! | `evaluation` | residuals, and where they write |
//! | `matrix` | Jacobians: matrices with many rows |
//! | `orthogonal` | their QR decomposition, block by block |
//! | `point` | residuals and decomposed Jacobian at some parameters |
//! | `descent` | steps, damping, convergence |
//! | `manner`, `bounds` | how a descent sets out, and what it must not leave |
//! | `directions` | singular values: standard errors, and what the data leave open |
//! | `fit`, `error` | what comes out |
//!
//! Work on many rows is done on all cores with the feature `rayon`; results are the same on any number of them, since rows
//! are always divided alike and sums added in the same order.

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
