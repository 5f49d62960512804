//! Solutions of equations, fixed points and minima as differentiable functions, by the implicit function theorem.
//!
//! | problem | `y(x)` is | found by |
//! |---|---|---|
//! | [`Root`] of an [`Equation`] | where `F(y, x) = 0` | Newton's method, shortened where it overshoots |
//! | [`FixedPoint`] of a [`Map`] | where `g(y, x) = y` | iteration |
//! | [`Minimum`] of an [`Objective`] | where `φ(y, x)` is least near the start | Newton's method with a shift where the Hessian is not positive definite |
//!
//! The derivative is that of the equation at its solution, `dy = −(∂F/∂y)⁻¹ ∂F/∂x dx`, and knows nothing of the iterations.
//!
//! ```
//! use retrograde::{Active, Real, value_and_gradient};
//! use retrograde_calculus::implicit::{Equation, root};
//!
//! /// Kepler's equation: E − e sin E = M.
//! #[derive(Clone)]
//! struct Kepler;
//!
//! impl Equation for Kepler {
//!     fn residual<T: Real>(&self, y: &[T], x: &[T]) -> Vec<T> {
//!         vec![y[0] - x[0] * y[0].sin() - x[1]]
//!     }
//! }
//!
//! let anomaly = |x: Vec<Active>| root(Kepler, &[1.0], &x).unwrap()[0];
//! let (e, gradient) = value_and_gradient(anomaly, &vec![0.3, 1.0])?;
//! let slope = 1.0 / (1.0 - 0.3 * e.cos());
//! assert!((gradient[1] - slope).abs() < 1e-14 && (gradient[0] - slope * e.sin()).abs() < 1e-14);
//! # Ok::<(), retrograde::tape::Error>(())
//! ```
//!
//! Law: the derivative is that of the branch of solutions on which the start leads; where `∂F/∂y` is singular, branches meet, and it is not finite.
//! (Krantz and Parks, "The implicit function theorem", 2002; Blondel et al., "Efficient and modular implicit differentiation", 2022.)

mod problems;
mod rule;
mod ways;

pub use problems::{FixedPoint, Minimum, Problem, Root, Unsolved};
pub use ways::{add_solution, fixed_point, minimum, root, solution, take_solution};
#[doc(hidden)]
pub use ways::{add_solution_adjoint, take_solution_adjoint};

use retrograde::Real;

/// An equation `F(y, x) = 0` for `y`.
pub trait Equation: Clone + Send + Sync + 'static {
    /// Returns `F(y, x)`: as many numbers as `y` has.
    fn residual<T: Real>(&self, y: &[T], x: &[T]) -> Vec<T>;
}

/// A map `y ← g(y, x)` that is iterated.
pub trait Map: Clone + Send + Sync + 'static {
    /// Returns `g(y, x)`: as many numbers as `y` has.
    fn next<T: Real>(&self, y: &[T], x: &[T]) -> Vec<T>;
}

/// A function `φ(y, x)` that is least at the `y` that is looked for.
pub trait Objective: Clone + Send + Sync + 'static {
    /// Returns `φ(y, x)`.
    fn value<T: Real>(&self, y: &[T], x: &[T]) -> T;
}
