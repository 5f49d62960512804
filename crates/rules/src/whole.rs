//! [`Whole`]: a call of a reversible function, extracted from the program.
//!
//! Number types that record operations would record every operation of a reversible function, although it has an
//! adjoint that needs no recording. So such number types ([`Real::WHOLE`]) get the call instead, and store it as one
//! node. (Paper 000, appendix E.) Law: [`value`](Whole::value) returns the numbers that the function itself returns,
//! bit for bit; [`pull`](Whole::pull) is the transpose of its derivative, and adds.

use crate::Real;

/// A call of a function that is generic over its number type, with its other arguments.
///
/// Its real arguments are stored one after another in `x`; its value and the state that it changed are stored
/// likewise in `y`.
#[doc(hidden)]
pub trait Whole: Send + Sync + 'static {
    /// `y ← f(x)`
    fn value<T: Real>(&self, x: &[T], y: &mut [T]);

    /// `x_bar += (∂f/∂x)ᵀ y_bar` at `x`.
    fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]);
}
