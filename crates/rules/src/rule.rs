//! [`Rule`]: a primitive with its partials, be it an [entry](crate::entries) of the table or a user's own.
//!
//! The partials are written once, generic over [`Real`]. What carries derivatives takes them from here through
//! [`Real::apply`], and never by running the value's code on itself: so a value may come from an iteration, or from
//! branches that would differentiate wrongly.

use crate::{Primitive, Real};

/// A pure function of `N` real numbers, together with its partials.
///
/// `A` is whatever else it depends on: an integer order, a table of constants. The attribute `#[primitive]` of the
/// crate `retrograde` writes the implementation.
///
/// ```
/// use retrograde_rules::{Real, Rule};
///
/// /// x / (1 + |x|)
/// struct Softsign;
/// impl Rule<1, ()> for Softsign {
///     fn value<T: Real>([x]: [T; 1], _: ()) -> T {
///         x / (T::constant(1.0) + x.abs())
///     }
///     fn partials<T: Real>([x]: [T; 1], _: T, _: ()) -> [T; 1] {
///         [(T::constant(1.0) + x.abs()).powi(-2)]
///     }
/// }
/// assert_eq!(f64::apply::<Softsign, _, 1>([3.0], ()), 0.75);
/// ```
pub trait Rule<const N: usize, A: Copy> {
    /// The value of the function.
    fn value<T: Real>(x: [T; N], others: A) -> T;

    /// Its derivatives, one per real argument, in terms of the arguments and the value `y`.
    fn partials<T: Real>(x: [T; N], y: T, others: A) -> [T; N];

    /// Returns the primitive of the table that this is, with its exponent (0 if it takes none); nothing for a user's own.
    #[inline(always)]
    fn entry(_others: A) -> Option<(Primitive, i32)> {
        None
    }
}
