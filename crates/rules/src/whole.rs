//! [`Whole`]: a call of a reversible function, taken out of the program that makes it.
//!
//! Numbers that record what is done with them would write down every operation of a reversible function, which has an adjoint
//! that needs none of that. So such numbers ([`Real::WHOLE`]) are handed the call instead, and keep it as one node. (Paper 000,
//! appendix E.) Law: [`value`](Whole::value) gives the numbers that the function itself gives, bit for bit;
//! [`pull`](Whole::pull) is the transpose of its derivative, and adds.

use crate::Real;

/// A call of a function that is generic over its number, with what it takes beside numbers.
///
/// Its arguments lie one after another in `x`; its value and the state that it changed lie likewise in `y`.
#[doc(hidden)]
pub trait Whole: Send + Sync + 'static {
    /// `y ← f(x)`
    fn value<T: Real>(&self, x: &[T], y: &mut [T]);

    /// `x_bar += (∂f/∂x)ᵀ y_bar` at `x`.
    fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]);
}
