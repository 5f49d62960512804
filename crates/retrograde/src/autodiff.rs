//! The attributes of `std::autodiff` on the stable toolchain: the same names, the same order of shadows.
//!
//! `use std::autodiff::*;` becomes `use retrograde::autodiff::*;`. The function is marked as
//! [`#[differentiable]`](macro@crate::differentiable), so that `f::gradient`, `f::check` and the others are there as well, and other
//! marked functions may call it.

use core::cell::Cell;
use core::ops::{Add, Mul};
use retrograde_numbers::Differentiable;

/// Derives a function in forward mode: `#[autodiff_forward(df, Dual, Const, Dual)]`.
///
/// A shadow follows each `Dual` argument: the direction. With `Dual` for the value the derivative returns the value and its derivative in
/// that direction, with `DualOnly` the derivative alone. The function returns one number and changes none of its arguments; others are
/// refused.
///
/// ```
/// use retrograde::autodiff::autodiff_forward;
///
/// #[autodiff_forward(d_area, Dual, Const, Dual)]
/// fn area(sides: &[f64; 2], scale: f64) -> f64 {
///     let mut a = scale;
///     for s in sides {
///         a *= s;
///     }
///     a
/// }
///
/// assert_eq!(d_area(&[2.0, 3.0], &[1.0, 0.5], 10.0), (60.0, 40.0));
/// ```
pub use retrograde_macros::autodiff_forward;
/// Derives a function in reverse mode: `#[autodiff_reverse(df, Duplicated, Const, Active)]`.
///
/// A shadow follows each `Duplicated` argument, to which the derivative adds. For each `Active` argument, a number by value, its derivative
/// is returned after the value. The seed of an `Active` value is the last argument; with `ActiveOnly` the value is not returned. Of a
/// function that changes its arguments the shadows come in as cotangents of what is there afterwards, and go out as those of what was there
/// before. The shadow of a structure is [`Differentiable::Shadow`].
///
/// ```
/// use retrograde::autodiff::autodiff_reverse;
///
/// #[autodiff_reverse(d_energy, Duplicated, Active, Active)]
/// fn energy(x: &[f64], k: f64) -> f64 {
///     let mut e = 0.0;
///     for v in x {
///         e += 0.5 * k * v * v;
///     }
///     e
/// }
///
/// let mut dx = [100.0, 0.0];
/// let (value, dk) = d_energy(&[1.0, 2.0], &mut dx, 3.0, 1.0);
/// assert_eq!((value, dk, dx), (7.5, 2.5, [103.0, 6.0]));
/// ```
pub use retrograde_macros::autodiff_reverse;

/// The product of a gradient with a direction, number by number. The gradient is used up.
#[doc(hidden)]
pub fn along<D, C>(gradient: &mut D::Shadow<C>, direction: &D::Shadow<C>) -> C
where
    D: Differentiable + ?Sized,
    C: Copy + Default + Add<Output = C> + Mul<Output = C>,
{
    let sum = Cell::new(C::default());
    D::absorb(gradient, direction, &|g, d| {
        sum.set(sum.get() + g * d);
        g
    });
    sum.get()
}

/// The product of a slice of gradients with a slice of directions, as [`along`].
#[doc(hidden)]
#[track_caller]
pub fn along_all<D, C>(gradient: &mut [D::Shadow<C>], direction: &[D::Shadow<C>]) -> C
where
    D: Differentiable,
    C: Copy + Default + Add<Output = C> + Mul<Output = C>,
{
    let (one, other) = (gradient.len(), direction.len());
    assert!(one == other, "the shadow of a slice of {one} has {other}");
    let parts = gradient.iter_mut().zip(direction).map(|(g, d)| along::<D, C>(g, d));
    parts.fold(C::default(), |sum, part| sum + part)
}
