//! Second derivatives: a tape over dual numbers.
//!
//! The duals carry a direction through the run and through the sweep, so one of each gives the gradient and the product of
//! the Hessian with the direction.

use crate::calls::value_and_gradient;
use crate::structure::{Map, Structure};
use crate::{Active, Argument, Dual, Error, Scalar};

/// The result of [`hessian_vector_product`].
#[derive(Clone, Debug, PartialEq)]
pub struct SecondOrder<X> {
    /// The value of the function.
    pub value: f64,
    /// Its derivative in the direction.
    pub slope: f64,
    /// Its gradient.
    pub gradient: X,
    /// The product of its Hessian with the direction: how the gradient changes along it.
    pub product: X,
}

/// The value, the gradient and the product of the Hessian with a direction, in one run and one sweep.
///
/// ```
/// use retrograde_tape::{hessian_vector_product, Active, Dual};
///
/// let f = |[x, y]: [Active<Dual<f64>>; 2]| x * x * y;
/// let at = hessian_vector_product(f, &[2.0, 3.0], &[1.0, 0.0])?;
/// assert_eq!((at.value, at.slope), (12.0, 12.0));
/// assert_eq!((at.gradient, at.product), ([12.0, 4.0], [6.0, 4.0]));
/// # Ok::<(), retrograde_tape::Error>(())
/// ```
///
/// # Errors
///
/// The errors of [`vjp`](crate::vjp), and [`Error::Shape`] if the direction has not the shape of the argument.
pub fn hessian_vector_product<X, D, F>(f: F, x: &X, direction: &X) -> Result<SecondOrder<X::Owned>, Error>
where
    X: Argument<f64, Owned: Structure<f64, With<Dual<f64>> = D>> + ?Sized,
    D: Structure<Dual<f64>, With<Dual<f64>> = D> + Structure<Dual<f64>, With<f64> = X::Owned>,
    F: FnOnce(D::With<Active<Dual<f64>>>) -> Active<Dual<f64>>,
{
    x.with(|x| {
        let mut tangents = Vec::new();
        direction.with(|direction| x.zip(direction, &mut |_, tangent| tangents.push(tangent)))?;
        let duals = x.map(&mut Along(tangents.into_iter()))?;
        let (value, gradient) = value_and_gradient(f, &duals)?;
        let (product, gradient) =
            (gradient.map(&mut Part(|x| x.tangent))?, gradient.map(&mut Part(|x| x.value))?);
        Ok(SecondOrder { value: value.value, slope: value.tangent, gradient, product })
    })
}

/// The Hessian: a row for each number of the argument, each of the argument's shape.
///
/// ```
/// use retrograde_tape::{hessian, Active, Dual};
///
/// let f = |[x, y]: [Active<Dual<f64>>; 2]| x * x * y;
/// assert_eq!(hessian(f, &[2.0, 3.0])?, [[6.0, 4.0], [4.0, 0.0]]);
/// # Ok::<(), retrograde_tape::Error>(())
/// ```
///
/// # Errors
///
/// The errors of [`vjp`](crate::vjp).
pub fn hessian<X, D, F>(f: F, x: &X) -> Result<Vec<X::Owned>, Error>
where
    X: Argument<f64, Owned: Structure<f64, With<Dual<f64>> = D>> + ?Sized,
    D: Structure<Dual<f64>, With<Dual<f64>> = D> + Structure<Dual<f64>, With<f64> = X::Owned>,
    F: Fn(D::With<Active<Dual<f64>>>) -> Active<Dual<f64>>,
{
    x.with(|x| {
        let mut count = 0;
        x.visit(&mut |_| count += 1)?;
        let row = |i| {
            let unit = (0..count).map(|j| if i == j { 1.0 } else { 0.0 }).collect::<Vec<_>>();
            let duals = x.map(&mut Along(unit.into_iter()))?;
            let (_, gradient) = value_and_gradient(&f, &duals)?;
            gradient.map(&mut Part(|x| x.tangent))
        };
        (0..count).map(row).collect()
    })
}

/// Gives each number the next tangent.
pub(crate) struct Along(pub(crate) std::vec::IntoIter<f64>);

impl Map<f64, Dual<f64>> for Along {
    fn number(&mut self, x: &f64) -> Dual<f64> {
        Dual::new(*x, self.0.next().unwrap_or(0.0))
    }

    fn constant(&mut self, x: &f64) -> Dual<f64> {
        Dual::constant_of(*x)
    }
}

/// Takes a part of each number.
pub(crate) struct Part<T>(pub(crate) fn(&Dual<T>) -> T);

impl<T: Scalar> Map<Dual<T>, T> for Part<T> {
    fn number(&mut self, x: &Dual<T>) -> T {
        (self.0)(x)
    }

    fn constant(&mut self, x: &Dual<T>) -> T {
        x.value
    }
}
