//! [`Argument`]: a structure, or a slice of structures, by which derivatives are taken.
//!
//! A gradient is owned, so that of a slice is a vector. A function takes the owned form, whatever it is called with.

use crate::calls::Same;
use crate::structure::Structure;
use crate::{Error, Scalar};

/// An argument of a function whose derivative is taken: any [`Structure`], or a slice `&x[..]` of structures.
///
/// The function receives a structure in both cases, a vector for a slice, and gradients have its shape.
///
/// ```
/// use retrograde_tape::{value_and_gradient, Active};
///
/// let x = [0.0, 1.0, 2.0, 3.0];
/// let (value, gradient) = value_and_gradient(|x: Vec<Active>| x[0] * x[1], &x[2..])?;
/// assert_eq!((value, gradient), (6.0, vec![3.0, 2.0]));
/// # Ok::<(), retrograde_tape::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a structure of numbers of type `{R}`",
    label = "derivatives cannot be taken by this type, or of it",
    note = "a struct or enum is one if it derives `Differentiable` and is generic over its real type: `struct Point<R> {{ x: R, y: R }}`; \
            a field that has no numbers is marked `#[differentiable(skip)]`"
)]
pub trait Argument<R: Scalar> {
    /// The structure that the function takes, which is the shape of gradients.
    type Owned: Structure<R, With<R> = Self::Owned>;

    /// Calls a function with the owned form.
    #[doc(hidden)]
    fn with<O>(&self, f: impl FnOnce(&Self::Owned) -> Result<O, Error>) -> Result<O, Error>;
}

impl<R: Scalar, X: Structure<R, With<R> = X>> Argument<R> for X {
    type Owned = X;

    #[inline(always)]
    fn with<O>(&self, f: impl FnOnce(&X) -> Result<O, Error>) -> Result<O, Error> {
        f(self)
    }
}

#[diagnostic::do_not_recommend]
impl<R: Scalar, P: Structure<R, With<R> = P>> Argument<R> for [P] {
    type Owned = Vec<P>;

    fn with<O>(&self, f: impl FnOnce(&Vec<P>) -> Result<O, Error>) -> Result<O, Error> {
        f(&P::map_slice(self, &mut Same)?)
    }
}
