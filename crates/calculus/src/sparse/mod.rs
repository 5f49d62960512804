//! Sparse Jacobians, Hessians and linear systems. Of matrices of derivatives: the pattern once, the colouring once, then as many evaluations as there are colours.
//!
//! | step | by |
//! |---|---|
//! | which entries may differ from zero | [`jacobian_pattern`], [`hessian_pattern`]: a run at [`Trace`] numbers, which carry the set of their inputs |
//! | which columns, or rows, are computed together | [`Jacobian::prepare`], [`JacobianByRows::prepare`], [`Hessian::prepare`]: distance-2 and star colouring |
//! | the entries at a point, as a [`Csr`] matrix | [`Jacobian::evaluate`], [`JacobianByRows::evaluate`], [`Hessian::evaluate`] of closures, `evaluate_operator` of marked functions |
//!
//! A linear system with a sparse matrix is a differentiable function of its entries and its right side: [`Solver`], [`solve()`].
//!
//! ```
//! use retrograde::Real;
//! use retrograde_calculus::sparse::{Jacobian, jacobian_pattern};
//!
//! fn differences<T: Real>(x: &[T]) -> Vec<T> {
//!     x.windows(2).map(|w| w[1] - w[0] * w[0]).collect()
//! }
//!
//! let at = vec![1.0, 2.0, 3.0, 4.0];
//! let jacobian = Jacobian::prepare(jacobian_pattern(|x| differences(x), &at));
//! // Neighbours never share a colour, so two directions give all columns.
//! assert_eq!(jacobian.colours(), 2);
//! let (value, matrix) = jacobian.evaluate(|x| differences(x), &at);
//! assert_eq!(value, [1.0, -1.0, -5.0]);
//! assert_eq!(matrix.row(2).collect::<Vec<_>>(), [(2, -6.0), (3, 1.0)]);
//! ```
//!
//! Laws: an entry outside the pattern is zero wherever the function takes the branches that it took at the point of the pattern, and
//! each entry is a number of one directional derivative, so that nothing is added or subtracted to get it.
//! (Gebremedhin, Manne and Pothen, "What color is your Jacobian?", 2005; Griewank and Walther, "Evaluating derivatives", chapters 7 and 8.)

mod arena;
mod coloured;
mod colouring;
mod csr;
mod hessian;
mod jacobian;
mod lu;
mod mask;
mod number;
mod order;
mod pattern;
mod solver;
mod trace;

pub use csr::Csr;
pub use hessian::{Hessian, Second};
pub use jacobian::{Jacobian, JacobianByRows};
pub use pattern::Pattern;
pub use solver::{Solver, add_solve, solve, take_solve};
#[doc(hidden)]
pub use solver::{add_solve_adjoint, take_solve_adjoint};
pub use trace::{Trace, hessian_pattern, jacobian_pattern};
