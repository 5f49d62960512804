//! [`Differences`]: the plain function at points nearby.

use super::{Engine, Lifted, Next, numbers, rows};
use crate::structure::Structure;
use crate::{Argument, Error, Jacobian};

/// Finite differences of the plain function, to check the other engines: about ten digits for a smooth function.
///
/// The formula has four points, and an error of the fourth power of the step.
#[derive(Clone, Copy, Debug)]
pub struct Differences {
    /// The step, relative to a number whose magnitude is above one.
    pub step: f64,
}

impl Default for Differences {
    /// The step that balances the error of the formula with that of rounding.
    fn default() -> Self {
        Differences { step: 1e-3 }
    }
}

impl Differences {
    /// Returns the derivatives of all numbers of `f` along a direction, whose step is `h`.
    fn along<X, Y>(
        f: &impl Fn(X::With<f64>) -> Y,
        x: &X,
        at: &[f64],
        direction: &[f64],
        h: f64,
    ) -> Result<Vec<f64>, Error>
    where
        X: Structure<f64>,
        Y: Structure<f64>,
    {
        let values = |steps: f64| {
            let moved = at.iter().zip(direction).map(|(x, d)| x + steps * h * d);
            numbers(&f(x.map(&mut Next(moved))?))
        };
        let (near, back) = (values(1.0)?, values(-1.0)?);
        let (far, far_back) = (values(2.0)?, values(-2.0)?);
        let count = near.len().min(back.len()).min(far.len()).min(far_back.len());
        let slope = |i: usize| (8.0 * (near[i] - back[i]) - (far[i] - far_back[i])) / (12.0 * h);
        Ok((0..count).map(slope).collect())
    }
}

impl Engine for Differences {
    type Number = f64;

    fn value_and_gradient<X, F>(self, f: F, x: &X) -> Result<(f64, X::Owned), Error>
    where
        X: Argument<f64> + ?Sized,
        F: Fn(Lifted<X, f64>) -> f64,
    {
        let Jacobian { value, mut rows } = self.jacobian(f, x)?;
        Ok((value, rows.pop().expect("a number has one gradient")))
    }

    fn jvp<X, Y, F>(self, f: F, x: &X, direction: &X) -> Result<(Y::With<f64>, Y::With<f64>), Error>
    where
        X: Argument<f64> + ?Sized,
        Y: Structure<f64>,
        F: Fn(Lifted<X, f64>) -> Y,
    {
        x.with(|x| {
            let (mut at, mut tangents) = (Vec::new(), Vec::new());
            direction.with(|direction| {
                x.zip(direction, &mut |x, tangent| {
                    at.push(x);
                    tangents.push(tangent);
                })
            })?;
            let most = |x: &[f64]| x.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
            // A longer direction has a shorter step.
            let h = self.step * most(&at).max(1.0) / most(&tangents).max(f64::MIN_POSITIVE);
            let slopes = Self::along(&f, x, &at, &tangents, h)?;
            let y = f(x.map(&mut Next(at.iter().copied()))?);
            let slope = y.map(&mut Next(slopes.into_iter()))?;
            Ok((y.map(&mut Next(numbers(&y)?.into_iter()))?, slope))
        })
    }

    fn jacobian<X, Y, F>(self, f: F, x: &X) -> Result<Jacobian<X::Owned, Y::With<f64>>, Error>
    where
        X: Argument<f64> + ?Sized,
        Y: Structure<f64>,
        F: Fn(Lifted<X, f64>) -> Y,
    {
        x.with(|x| {
            let at = numbers(x)?;
            let y = f(x.map(&mut Next(at.iter().copied()))?);
            let value = numbers(&y)?;
            let column = |i: usize| {
                let axis = (0..at.len()).map(|j| if i == j { 1.0 } else { 0.0 }).collect::<Vec<_>>();
                Self::along(&f, x, &at, &axis, self.step * at[i].abs().max(1.0))
            };
            let columns = (0..at.len()).map(column).collect::<Result<Vec<_>, _>>()?;
            let rows = rows(x, value.len(), &columns)?;
            Ok(Jacobian { value: y.map(&mut Next(value.into_iter()))?, rows })
        })
    }
}
