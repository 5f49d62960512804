//! [`Engine`]: where the derivatives of a closure come from, as one word.
//!
//! All engines have the same functions with the same arguments, so that they can be compared. The number with which the closure
//! computes follows from the engine; a closure that calls generic code and names no type runs on each. Law: engines agree up
//! to rounding, and [`Differences`] up to the error of differences.

mod differences;
mod forward;
mod tape;

pub use differences::Differences;
pub use forward::Forward;
pub use tape::Tape;

use crate::structure::{Map, Structure};
use crate::{Argument, Dual, Error, Jacobian, Scalar};

/// The structure `X` with numbers of type `U`.
pub type Lifted<X, U> = <<X as Argument<f64>>::Owned as Structure<f64>>::With<U>;

/// A way to differentiate closures at `f64`.
///
/// ```
/// use retrograde_tape::Real;
/// use retrograde_tape::engine::{Differences, Engine, Forward, Tape};
///
/// fn energy<T: Real>(x: &[T]) -> T {
///     x.iter().map(|x| *x * *x).sum()
/// }
/// let x = [3.0, 4.0];
/// assert_eq!(Tape.gradient(|x| energy(&x), &x)?, [6.0, 8.0]);
/// assert_eq!(Forward.gradient(|x| energy(&x), &x)?, [6.0, 8.0]);
/// let close = Differences::default().gradient(|x| energy(&x), &x)?;
/// assert!((close[0] - 6.0).abs() < 1e-9);
/// # Ok::<(), retrograde_tape::Error>(())
/// ```
///
/// | engine | number | a Jacobian of `m` numbers by `n` takes |
/// |---|---|---|
/// | [`Tape`] | [`Active`](crate::Active) | one run, and a sweep for every four of `m` or of `n` |
/// | [`Forward`] | [`Dual`] | `n` runs, no memory |
/// | [`Differences`] | `f64` | `4 n` runs of the plain function |
pub trait Engine: Copy {
    /// The number with which the closure computes.
    type Number: Scalar;

    /// Returns the value and the gradient, which has the shape of the argument.
    ///
    /// # Errors
    ///
    /// The errors of [`vjp`](crate::vjp).
    fn value_and_gradient<X, F>(self, f: F, x: &X) -> Result<(f64, X::Owned), Error>
    where
        X: Argument<f64> + ?Sized,
        F: Fn(Lifted<X, Self::Number>) -> Self::Number;

    /// Returns the gradient.
    ///
    /// # Errors
    ///
    /// The errors of [`vjp`](crate::vjp).
    fn gradient<X, F>(self, f: F, x: &X) -> Result<X::Owned, Error>
    where
        X: Argument<f64> + ?Sized,
        F: Fn(Lifted<X, Self::Number>) -> Self::Number,
    {
        Ok(self.value_and_gradient(f, x)?.1)
    }

    /// Returns the value, and its derivative in a direction of the shape of the argument.
    ///
    /// # Errors
    ///
    /// The errors of [`vjp`](crate::vjp), and [`Error::Shape`] if the direction has another shape than the argument.
    #[allow(clippy::type_complexity)]
    fn jvp<X, Y, F>(self, f: F, x: &X, direction: &X) -> Result<(Y::With<f64>, Y::With<f64>), Error>
    where
        X: Argument<f64> + ?Sized,
        Y: Structure<Self::Number>,
        F: Fn(Lifted<X, Self::Number>) -> Y;

    /// Returns the value and the gradient of each of its numbers.
    ///
    /// # Errors
    ///
    /// The errors of [`vjp`](crate::vjp).
    fn jacobian<X, Y, F>(self, f: F, x: &X) -> Result<Jacobian<X::Owned, Y::With<f64>>, Error>
    where
        X: Argument<f64> + ?Sized,
        Y: Structure<Self::Number>,
        F: Fn(Lifted<X, Self::Number>) -> Y;
}

/// Returns the value of a function and its derivative in a direction of the shape of the argument, in one run on dual numbers.
///
/// ```
/// use retrograde_tape::{jvp, Dual, Real};
///
/// let polar = |[r, phi]: [Dual<f64>; 2]| [r * phi.cos(), r * phi.sin()];
/// let (value, slope) = jvp(polar, &[2.0, 0.0], &[1.0, 10.0])?;
/// assert_eq!((value, slope), ([2.0, 0.0], [1.0, 20.0]));
/// # Ok::<(), retrograde_tape::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Shape`] if the direction has another shape than the argument, [`Error::TooDeep`] if the stack does not suffice.
#[allow(clippy::type_complexity)]
pub fn jvp<X, Y, F>(f: F, x: &X, direction: &X) -> Result<(Y::With<f64>, Y::With<f64>), Error>
where
    X: Argument<f64> + ?Sized,
    Y: Structure<Dual<f64>>,
    F: Fn(Lifted<X, Dual<f64>>) -> Y,
{
    Forward.jvp(f, x, direction)
}

/// Replaces numbers by others, in order.
pub(crate) struct Next<I>(pub(crate) I);

impl<R: Scalar, U: Scalar, I: Iterator<Item = U>> Map<R, U> for Next<I> {
    fn number(&mut self, _: &R) -> U {
        self.0.next().expect("a structure has as many numbers in every walk")
    }

    fn constant(&mut self, x: &R) -> U {
        U::constant(x.primal())
    }
}

/// Returns the numbers of a structure.
pub(crate) fn numbers<R: Scalar, X: Structure<R>>(x: &X) -> Result<Vec<R>, Error> {
    let mut numbers = Vec::new();
    x.visit(&mut |number| numbers.push(number))?;
    Ok(numbers)
}

/// Returns the rows of a matrix whose columns are given, each in the shape of `x`.
pub(crate) fn rows<R: Scalar, X: Structure<R, With<R> = X>>(
    x: &X,
    count: usize,
    columns: &[Vec<R>],
) -> Result<Vec<X>, Error> {
    (0..count).map(|i| x.map(&mut Next(columns.iter().map(|column| column[i])))).collect()
}
