//! [`custom_jvp`]: a rule of one's own for forward mode, at dual numbers.
//!
//! Law: the value is that of the function at plain numbers, and its tangents are what the rule makes of those of the argument, also where
//! the plain numbers are dual numbers again.

use crate::custom::walked;
use crate::second::Part;
use crate::structure::{Map, Structure};
use crate::{Dual, Scalar};

/// Calls a function whose derivative in a direction is known: `f` takes plain numbers and returns its value, and a map from a direction
/// of the argument to that of the value.
///
/// ```
/// use retrograde_tape::{custom_jvp, jvp, Dual};
///
/// // The root of t⁵ + t = x: found by iteration, differentiated by the implicit function theorem.
/// let root = |x: Dual<f64>| custom_jvp(x, |&x: &f64| {
///     let mut t = 0.0_f64;
///     for _ in 0..50 {
///         t -= (t.powi(5) + t - x) / (5.0 * t.powi(4) + 1.0);
///     }
///     (t, move |x_dot: &f64| x_dot / (5.0 * t.powi(4) + 1.0))
/// });
/// let (t, slope) = jvp(root, &2.0, &3.0)?;
/// assert!((t - 1.0).abs() < 1e-12 && (slope - 3.0 / 6.0).abs() < 1e-12);
/// # Ok::<(), retrograde_tape::Error>(())
/// ```
///
/// The rule may borrow, since it runs at once. In reverse mode [`custom_vjp`](crate::custom_vjp) has a rule of its own.
///
/// # Panics
///
/// If the rule returns another shape than that of the value.
#[track_caller]
pub fn custom_jvp<T, X, V, Y, P>(x: X, f: impl FnOnce(&V) -> (Y, P)) -> Y::With<Dual<T>>
where
    T: Scalar,
    X: Structure<Dual<T>, With<T> = V>,
    Y: Structure<T, With<T> = Y>,
    P: FnOnce(&V) -> Y,
{
    let values = walked(x.map(&mut Part(|x: &Dual<T>| x.value)));
    let direction = walked(x.map(&mut Part(|x: &Dual<T>| x.tangent)));
    let (y, push) = f(&values);
    let mut tangents = Vec::new();
    walked(y.zip(&push(&direction), &mut |_, tangent| tangents.push(tangent)));
    walked(y.map(&mut Moved(tangents.into_iter())))
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
