//! [`custom_jvp`]: a rule of one's own for directions, at dual numbers and on a tape.
//!
//! Law: the value is that of the function at plain numbers. At dual numbers its tangents are what the rule makes of those of the argument;
//! on a tape the cotangents of the argument are what the transpose of the rule makes of those of the value. So both modes have the same Jacobian.

use crate::calls::Values;
use crate::custom::{Kept, Numbered, numbers, walked};
use crate::fused::{Own, own};
use crate::second::Part;
use crate::structure::{Map, Structure};
use crate::{Active, Dual, Error, Scalar};

/// Calls a function whose derivative in a direction is known: `f` takes plain numbers and returns its value, and a linear map from a
/// direction of the argument to that of the value.
///
/// ```
/// use retrograde_tape::{custom_jvp, gradient, jvp, Active, Dual};
///
/// /// The root of t⁵ + t = x: found by iteration, differentiated by the implicit function theorem.
/// fn root(x: &f64) -> (f64, impl Fn(&f64) -> f64 + use<>) {
///     let mut t = 0.0_f64;
///     for _ in 0..50 {
///         t -= (t.powi(5) + t - x) / (5.0 * t.powi(4) + 1.0);
///     }
///     (t, move |x_dot| x_dot / (5.0 * t.powi(4) + 1.0))
/// }
///
/// let (t, slope) = jvp(|x: Dual<f64>| custom_jvp(x, root), &2.0, &3.0)?;
/// assert!((t - 1.0).abs() < 1e-12 && (slope - 3.0 / 6.0).abs() < 1e-12);
/// let slope = gradient(|x: Active| custom_jvp(x, root), &2.0)?;
/// assert!((slope - 1.0 / 6.0).abs() < 1e-12);
/// # Ok::<(), retrograde_tape::Error>(())
/// ```
///
/// The rule may borrow, since it runs at once. At dual numbers it runs once. On a tape it runs once for each number of the argument that
/// is not constant, and the tape keeps the matrix of what it returns: for arguments of many numbers [`custom_vjp`](crate::custom_vjp)
/// is cheaper. The numbers of a tape may be plain or dual, but not those of an enclosing tape (`Active<Active>`).
///
/// # Panics
///
/// If the rule returns another shape than that of the value.
#[track_caller]
pub fn custom_jvp<R, X, V, Y, P>(x: X, f: impl FnOnce(&V) -> (Y, P)) -> Y::With<R>
where
    R: Pushed,
    X: Structure<R, With<R::Plain> = V>,
    Y: Structure<R::Plain, With<R::Plain> = Y>,
    P: Fn(&V) -> Y,
{
    R::push(&x, f)
}

/// A number with a derivative, which [`custom_jvp`] computes by a rule: a dual or an active number.
#[diagnostic::on_unimplemented(
    message = "`custom_jvp` has no derivative for numbers of type `{Self}`",
    label = "not a dual number, and not an active one over plain or dual numbers",
    note = "it takes `Dual<f64>`, `Active`, `Active<Dual<f64>>`; over a tape over a tape (`Active<Active>`) call the function itself"
)]
pub trait Pushed: Scalar {
    /// The number without its derivative.
    type Plain: Scalar;

    /// Returns the value of a function with the derivative that its rule gives.
    #[doc(hidden)]
    #[track_caller]
    fn push<X, V, Y, P>(x: &X, f: impl FnOnce(&V) -> (Y, P)) -> Y::With<Self>
    where
        X: Structure<Self, With<Self::Plain> = V>,
        Y: Structure<Self::Plain, With<Self::Plain> = Y>,
        P: Fn(&V) -> Y;
}

impl<T: Scalar> Pushed for Dual<T> {
    type Plain = T;

    fn push<X, V, Y, P>(x: &X, f: impl FnOnce(&V) -> (Y, P)) -> Y::With<Self>
    where
        X: Structure<Self, With<T> = V>,
        Y: Structure<T, With<T> = Y>,
        P: Fn(&V) -> Y,
    {
        let (y, push) = f(&walked(x.map(&mut Part(|x: &Dual<T>| x.value))));
        let tangents = along(&y, &push(&walked(x.map(&mut Part(|x: &Dual<T>| x.tangent)))));
        walked(y.map(&mut Moved(tangents.into_iter())))
    }
}

#[diagnostic::do_not_recommend]
impl<T: Scalar + Kept> Pushed for Active<T> {
    type Plain = T;

    fn push<X, V, Y, P>(x: &X, f: impl FnOnce(&V) -> (Y, P)) -> Y::With<Self>
    where
        X: Structure<Self, With<T> = V>,
        Y: Structure<T, With<T> = Y>,
        P: Fn(&V) -> Y,
    {
        let (y, push) = f(&walked(x.map(&mut Values)));
        let mut operands = Vec::new();
        walked(x.visit(&mut |x: Active<T>| operands.push(x)));
        // Constants have no cotangents, so their columns are not asked for.
        let column = |j: usize| match operands[j].is_constant() {
            true => Vec::new(),
            false => along(&y, &push(&walked(x.map(&mut Axis { next: 0, at: j })))),
        };
        let columns: Vec<Vec<T>> = (0..operands.len()).map(column).collect();
        let results = own(&operands, &numbers(&y), || Box::new(Columns(columns)));
        walked(y.map(&mut Numbered(results.into_iter())))
    }
}

/// Returns the numbers of a direction of a value, in the order of the value.
#[track_caller]
fn along<T: Scalar, Y: Structure<T, With<T> = Y>>(y: &Y, direction: &Y) -> Vec<T> {
    let mut tangents = Vec::new();
    walked(y.zip(direction, &mut |_, tangent| tangents.push(tangent)));
    tangents
}

/// The matrix of a rule: for each number of the argument the direction of the value, or nothing for a constant.
struct Columns<T>(Vec<Vec<T>>);

impl<T: Scalar + Kept> Own<T> for Columns<T> {
    fn pull(&self, _: &[T], y_bar: &[T], x_bar: &mut [T]) -> Result<(), Error> {
        for (place, column) in x_bar.iter_mut().zip(&self.0) {
            column.iter().zip(y_bar).for_each(|(partial, bar)| *place += *partial * *bar);
        }
        Ok(())
    }
}

/// Makes the direction of one number of the argument.
struct Axis {
    /// The index of the number that is mapped next.
    next: usize,
    /// The index of the number that moves.
    at: usize,
}

impl<T: Scalar> Map<Active<T>, T> for Axis {
    fn number(&mut self, _: &Active<T>) -> T {
        self.next += 1;
        T::constant(if self.next == self.at + 1 { 1.0 } else { 0.0 })
    }

    fn constant(&mut self, x: &Active<T>) -> T {
        x.value()
    }
}

/// Gives each number the next tangent.
struct Moved<T>(std::vec::IntoIter<T>);

impl<T: Scalar> Map<T, Dual<T>> for Moved<T> {
    fn number(&mut self, y: &T) -> Dual<T> {
        Dual::new(*y, self.0.next().unwrap_or(T::constant(0.0)))
    }

    fn constant(&mut self, y: &T) -> Dual<T> {
        Dual::constant_of(*y)
    }
}
