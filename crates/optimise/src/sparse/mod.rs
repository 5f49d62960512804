//! Nonlinear least squares between two sides: [`Bipartite`], Levenberg-Marquardt with a Schur complement.
//!
//! | file | what |
//! |---|---|
//! | `problem` | observations, their residuals and blocks of derivatives |
//! | `solver`, `descent` | settings, and the iteration |
//! | `linearisation` | all residuals and blocks at some unknowns |
//! | `own`, `elimination` | one step: own unknowns, then one side, are eliminated |
//! | `pattern`, `reduced`, `cholesky` | the system that is left, dense or sparse |
//! | `small` | factors of small blocks |

mod cholesky;
mod descent;
mod elimination;
mod error;
mod linearisation;
mod memory;
mod own;
mod pattern;
mod problem;
mod reduced;
mod small;
mod solver;
#[cfg(test)]
mod tests;

pub use descent::{Event, Iteration, Plan, Stop};
pub use error::{Error, Side};
pub use problem::{Block, Derivatives, Observations, Unknowns};
pub use solver::{Bipartite, Solution};
