//! [`Tape`]: the tape.

use super::{Engine, Lifted};
use crate::structure::Structure;
use crate::{Active, Argument, Error, Jacobian, jacobian};

/// The tape: one run, and sweeps of its record. The best for many inputs, and what the functions of the crate use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tape;

impl Engine for Tape {
    type Number = Active<f64>;

    fn value_and_gradient<X, F>(self, f: F, x: &X) -> Result<(f64, X::Owned), Error>
    where
        X: Argument<f64> + ?Sized,
        F: Fn(Lifted<X, Active<f64>>) -> Active<f64>,
    {
        crate::value_and_gradient(f, x)
    }

    fn jvp<X, Y, F>(self, f: F, x: &X, direction: &X) -> Result<(Y::With<f64>, Y::With<f64>), Error>
    where
        X: Argument<f64> + ?Sized,
        Y: Structure<Active<f64>>,
        F: Fn(Lifted<X, Active<f64>>) -> Y,
    {
        jacobian::along(f, x, direction)
    }

    fn jacobian<X, Y, F>(self, f: F, x: &X) -> Result<Jacobian<X::Owned, Y::With<f64>>, Error>
    where
        X: Argument<f64> + ?Sized,
        Y: Structure<Active<f64>>,
        F: Fn(Lifted<X, Active<f64>>) -> Y,
    {
        crate::jacobian(f, x)
    }
}
