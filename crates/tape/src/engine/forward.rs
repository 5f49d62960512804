//! [`Forward`]: dual numbers carry a direction along.

use super::{Engine, Lifted, numbers, rows};
use crate::second::{Along, Part};
use crate::structure::Structure;
use crate::{Argument, Dual, Error, Jacobian};

/// Forward mode: one run for each direction, and no memory. The best for few inputs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forward;

/// Runs a function in a direction.
fn moved<X, Y>(f: impl Fn(X::With<Dual<f64>>) -> Y, x: &X, direction: Vec<f64>) -> Result<Y, Error>
where
    X: Structure<f64>,
{
    Ok(f(x.map(&mut Along(direction.into_iter()))?))
}

/// Returns the directions of the axes.
fn axes(count: usize) -> impl Iterator<Item = Vec<f64>> {
    (0..count).map(move |i| (0..count).map(|j| if i == j { 1.0 } else { 0.0 }).collect())
}

impl Engine for Forward {
    type Number = Dual<f64>;

    fn value_and_gradient<X, F>(self, f: F, x: &X) -> Result<(f64, X::Owned), Error>
    where
        X: Argument<f64> + ?Sized,
        F: Fn(Lifted<X, Dual<f64>>) -> Dual<f64>,
    {
        let Jacobian { value, mut rows } = self.jacobian(f, x)?;
        Ok((value, rows.pop().expect("a number has one gradient")))
    }

    fn jvp<X, Y, F>(self, f: F, x: &X, direction: &X) -> Result<(Y::With<f64>, Y::With<f64>), Error>
    where
        X: Argument<f64> + ?Sized,
        Y: Structure<Dual<f64>>,
        F: Fn(Lifted<X, Dual<f64>>) -> Y,
    {
        x.with(|x| {
            let mut tangents = Vec::new();
            direction.with(|direction| x.zip(direction, &mut |_, tangent| tangents.push(tangent)))?;
            let y = moved(f, x, tangents)?;
            Ok((y.map(&mut Part(|y| y.value))?, y.map(&mut Part(|y| y.tangent))?))
        })
    }

    fn jacobian<X, Y, F>(self, f: F, x: &X) -> Result<Jacobian<X::Owned, Y::With<f64>>, Error>
    where
        X: Argument<f64> + ?Sized,
        Y: Structure<Dual<f64>>,
        F: Fn(Lifted<X, Dual<f64>>) -> Y,
    {
        x.with(|x| {
            let count = numbers(x)?.len();
            // The first run is for the value, too.
            let mut runs = axes(count).map(|axis| moved(&f, x, axis));
            let first = runs.next().unwrap_or_else(|| moved(&f, x, Vec::new()))?;
            let tangents = |y: &Y| Ok(numbers(y)?.into_iter().map(|y| y.tangent).collect::<Vec<f64>>());
            let value = first.map(&mut Part(|y| y.value))?;
            let outputs = numbers(&first)?.len();
            let columns = if count == 0 {
                Vec::new()
            } else {
                std::iter::once(Ok(first))
                    .chain(runs)
                    .map(|y| tangents(&y?))
                    .collect::<Result<Vec<_>, Error>>()?
            };
            Ok(Jacobian { value, rows: rows(x, outputs, &columns)? })
        })
    }
}
