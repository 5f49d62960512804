//! Reductions of slices, written as reversible functions.
//!
//! Each returns a value, so within a reversible function it can be used in any expression, and on its own it has
//! `gradient`, `pull` and the other programs. Law: none allocates, and none stores more than a scalar for the reverse
//! pass.
//!
//! ```
//! use retrograde::library::{logsumexp, norm};
//!
//! assert_eq!(norm(&[3.0, 4.0]), 5.0);
//! let (value, (softmax,)) = logsumexp::gradient(&[1000.0, 1000.0]);
//! assert_eq!(value, 1000.0 + 2.0_f64.ln());
//! assert_eq!(softmax, [0.5, 0.5]);
//! ```

use crate::{Real, primitive, reversible};
#[cfg(feature = "lanes")]
use retrograde_rules::Plain;

/// The sum of the elements, zero if there are none.
#[reversible]
pub fn sum<T: Real>(x: &[T]) -> T {
    let mut total = 0.0;
    for i in 0..x.len() {
        total += x[i];
    }
    total
}

/// The sum of the products of elements.
///
/// # Panics
///
/// If the slices differ in length.
#[reversible]
pub fn dot<T: Real>(a: &[T], b: &[T]) -> T {
    safe! { assert_eq!(a.len(), b.len(), "the slices of a dot product differ in length"); }
    let mut total = 0.0;
    for i in 0..a.len() {
        total += a[i] * b[i];
    }
    total
}

/// The Euclidean length. Its gradient is the unit vector, and zero at the origin.
#[reversible]
pub fn norm<T: Real>(x: &[T]) -> T {
    root(dot(x, x))
}

/// The square root of a norm: at zero its partial is finite, so that cotangents of zero elements stay zero.
#[primitive(partials(0.5 / y.nonzero()))]
fn root<T: Real>(x: T) -> T {
    x.sqrt()
}

/// The logarithm of the sum of the exponentials, -∞ if there are no elements. Its gradient is the softmax.
///
/// The largest element is taken out first, so nothing overflows; elements of -∞ count for nothing.
// The value does not depend on the shift, so the shift has no cotangent.
#[reversible]
pub fn logsumexp<T: Real>(x: &[T]) -> T {
    #[inactive]
    let largest: T = largest_finite(x);
    let mut total = 0.0;
    for i in 0..x.len() {
        total += (x[i] - largest).exp();
    }
    total.ln() + largest
}

/// The largest element, or zero if that is infinite: ∞ - ∞ would be NaN.
fn largest_finite<T: Real>(x: &[T]) -> T {
    #[cfg(feature = "lanes")]
    if T::PLAIN.is_some() {
        let at = place_of_greatest(x);
        return x.get(at).copied().filter(|x| x.primal().is_finite()).unwrap_or_else(|| T::constant(0.0));
    }
    let mut largest = T::constant(f64::NEG_INFINITY);
    for x in x.iter() {
        largest = largest.max(*x);
    }
    if largest.primal().is_finite() { largest } else { T::constant(0.0) }
}

/// The largest element, minus infinity if there is none. NaN is skipped; the cotangent is that of the first element that is the largest.
///
/// Many numbers of `f64` and `f32` are compared in lanes, and on threads with the feature `rayon`.
///
/// ```
/// use retrograde::library::largest;
///
/// assert_eq!(largest::gradient(&[1.0, 3.0, -2.0, 3.0]), (3.0, (vec![0.0, 1.0, 0.0, 0.0],)));
/// ```
#[reversible]
pub fn largest<T: Real>(x: &[T]) -> T {
    let at: usize = place_of_greatest(x);
    if at < x.len() { x[at] } else { f64::NEG_INFINITY }
}

/// The smallest element, infinity if there is none; otherwise as [`largest()`].
#[reversible]
pub fn smallest<T: Real>(x: &[T]) -> T {
    let at: usize = place_of_least(x);
    if at < x.len() { x[at] } else { f64::INFINITY }
}

/// From this number of elements on lanes are worth their while.
#[cfg(feature = "lanes")]
const MANY: usize = 64;

macro_rules! places {
    ($($place:ident $of_lanes:ident $is_better:tt $start:ident;)*) => { $(
        /// Returns the place at which the loop ends that goes on to an element if that is better, or the length.
        fn $place<T: Real>(x: &[T]) -> usize {
            #[cfg(feature = "lanes")]
            match T::plain(x).filter(|_| x.len() >= MANY) {
                Some(Plain::Double(x)) => return retrograde_lanes::$of_lanes::<8, _>(x).unwrap_or(x.len()),
                Some(Plain::Single(x)) => return retrograde_lanes::$of_lanes::<16, _>(x).unwrap_or(x.len()),
                None => {}
            }
            let (mut place, mut best) = (x.len(), T::constant(f64::$start));
            for (at, x) in x.iter().enumerate() {
                if *x $is_better best {
                    (place, best) = (at, *x);
                }
            }
            place
        }
    )* };
}
places! {
    place_of_greatest largest > NEG_INFINITY;
    place_of_least smallest < INFINITY;
}

/// The remainder that is not negative: `x - m ⌊x / m⌋` for positive `m`, as `f64::rem_euclid` has it.
#[primitive(partials(1.0, (y - x) / m))]
pub fn rem_euclid<T: Real>(x: T, m: T) -> T {
    let (x, m) = (x.primal(), m.primal());
    let rest: f64 = x % m;
    let size = if m < 0.0_f64 { -m } else { m };
    let value = if rest < 0.0_f64 { rest + size } else { rest };
    value as T
}

/// The places of elements from the least to the greatest: `x[order[0]]` is the least. Equal elements keep their order.
#[cfg(feature = "alloc")]
pub fn ascending<T: PartialOrd>(x: &[T]) -> alloc::vec::Vec<usize> {
    crate::orders::ascending(x)
}

/// The places of elements from the greatest to the least. Equal elements keep their order.
#[cfg(feature = "alloc")]
pub fn descending<T: PartialOrd>(x: &[T]) -> alloc::vec::Vec<usize> {
    crate::orders::descending(x)
}

/// The remainder of the sign of `x`: `x - m · trunc(x / m)`, as `%` has it.
#[primitive(partials(1.0, (y - x) / m))]
pub fn rem<T: Real>(x: T, m: T) -> T {
    let value: f64 = x.primal() % m.primal();
    value as T
}

/// The size of `x` with the sign of the other, as `f64::copysign` has it.
#[primitive(partials(turned(x, sign), T::constant(0.0)))]
pub fn copysign<T: Real>(x: T, sign: T) -> T {
    x * turned(x, sign)
}

/// The logarithm to a base: `ln x / ln base`, as `f64::log` has it.
#[primitive(partials(1.0 / (x * base.ln()), -y / (base * base.ln())))]
pub fn log<T: Real>(x: T, base: T) -> T {
    x.ln() / base.ln()
}

/// The number halfway between two, as `f64::midpoint` has it.
#[primitive(partials(T::constant(0.5), T::constant(0.5)))]
pub fn midpoint<T: Real>(a: T, b: T) -> T {
    T::constant(f64::midpoint(a.primal(), b.primal()))
}

/// One, or minus one where the signs differ.
fn turned<T: Real>(x: T, sign: T) -> T {
    let alike = x.primal().is_sign_negative() == sign.primal().is_sign_negative();
    T::constant(if alike { 1.0 } else { -1.0 })
}
