//! [`Whole`]: a call of a function of arrays with its own adjoint, extracted from the program.
//!
//! Number types that record operations would record every operation of a reversible function, although it has an
//! adjoint that needs no recording. So such number types ([`Real::WHOLE`]) get the call instead, and store it as one
//! node. (Paper 000, appendix E.) Law: [`value`](Whole::value) returns the numbers that the function itself returns,
//! bit for bit; [`pull`](Whole::pull) is the transpose of its derivative, and adds.

use crate::Real;

/// A call of a function that is generic over its number type, with its other arguments.
///
/// Its real arguments are stored one after another in `x`; its value and the state that it changed are stored
/// likewise in `y`. [`Real::whole`] runs it:
///
/// ```
/// use retrograde_rules::{Real, Whole};
///
/// /// The length of a vector.
/// struct Length;
///
/// impl Whole for Length {
///     fn value<T: Real>(&self, x: &[T], y: &mut [T]) {
///         y[0] = x.iter().map(|x| *x * *x).sum::<T>().sqrt();
///     }
///     fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) {
///         let mut y = [y_bar[0]];
///         self.value(x, &mut y);
///         x_bar.iter_mut().zip(x).for_each(|(bar, x)| *bar += y_bar[0] * *x / y[0]);
///     }
/// }
///
/// fn length<T: Real>(x: &[T]) -> T {
///     let mut y = [T::constant(0.0)];
///     T::whole(Length, x, &mut y);
///     y[0]
/// }
/// assert_eq!(length(&[3.0, 4.0]), 5.0);
/// ```
pub trait Whole: Send + Sync + 'static {
    /// `y ← f(x)`
    fn value<T: Real>(&self, x: &[T], y: &mut [T]);

    /// `x_bar += (∂f/∂x)ᵀ y_bar` at `x`.
    fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]);

    /// True if [`push`](Self::push) is a rule of its own, which numbers that carry a tangent take in the place of a run.
    #[doc(hidden)]
    const PUSHES: bool = false;

    /// `y ← f(x)`, `y_dot ← (∂f/∂x) x_dot` at `x`.
    #[doc(hidden)]
    fn push<T: Real>(&self, x: &[T], x_dot: &[T], y: &mut [T], y_dot: &mut [T]) {
        let _ = (x_dot, y_dot);
        self.value(x, y);
    }
}
