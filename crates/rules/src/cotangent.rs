//! [`Cotangent`]: the derivative that the reverse pass propagates, one number or `R` of them in one sweep.
//!
//! Uses nothing but [`Real`] arithmetic. Law: `plus` is commutative and `zero` neutral up to rounding, and `scaled`
//! is linear in the cotangent, so any order of accumulation gives the same gradient up to rounding.

use crate::Real;
use crate::plain::Plain;

/// A value that adjoint programs propagate beside a primal of type `T`.
///
/// `T` itself carries one row of a Jacobian, `[T; R]` carries `R` rows at once.
pub trait Cotangent<T>: Copy + 'static {
    /// No sensitivity.
    fn zero() -> Self;
    /// Each component times the partial `p`.
    fn scaled(self, p: T) -> Self;
    /// The sum.
    fn plus(self, other: Self) -> Self;
    /// The difference.
    fn minus(self, other: Self) -> Self;
    /// The negative.
    fn negated(self) -> Self;
    /// The sum with `other` times the partial `p`: what a reverse pass consists of.
    #[inline(always)]
    fn plus_scaled(self, other: Self, p: T) -> Self {
        self.plus(other.scaled(p))
    }
    /// The difference from `other` times the partial `p`.
    #[inline(always)]
    fn minus_scaled(self, other: Self, p: T) -> Self {
        self.minus(other.scaled(p))
    }

    /// The number of rows of a Jacobian that it carries.
    const ROWS: usize;
    /// Returns its part in a row.
    fn row(&self, r: usize) -> T;
    /// Returns the cotangent with these parts.
    fn of_rows(row: impl FnMut(usize) -> T) -> Self;

    /// The machine number that it is, if it is one: kernels in lanes work on them.
    #[doc(hidden)]
    const PLAIN: Option<Plain> = None;
    /// Returns these cotangents as the machine numbers that they are.
    #[doc(hidden)]
    fn plain(_cotangents: &[Self]) -> Option<Plain<&[f64], &[f32]>> {
        None
    }
    /// Returns these cotangents as the machine numbers that they are.
    #[doc(hidden)]
    fn plain_mut(_cotangents: &mut [Self]) -> Option<Plain<&mut [f64], &mut [f32]>> {
        None
    }
    /// Returns a number as a cotangent. Only asked of those that are plain.
    #[doc(hidden)]
    fn of_plain(_number: f64) -> Self {
        Self::zero()
    }
}

impl<T: Real> Cotangent<T> for T {
    #[inline(always)]
    fn zero() -> T {
        // x + -0.0 is x for every x, so LLVM drops the first addition; x + 0.0 is not (for x = -0.0), so it may not.
        T::constant(-0.0)
    }
    #[inline(always)]
    fn scaled(self, p: T) -> T {
        self * p
    }
    #[inline(always)]
    fn plus(self, other: T) -> T {
        self + other
    }
    #[inline(always)]
    fn minus(self, other: T) -> T {
        self - other
    }
    #[inline(always)]
    fn negated(self) -> T {
        -self
    }
    #[inline(always)]
    fn plus_scaled(self, other: T, p: T) -> T {
        self.plus_product(other, p)
    }
    #[inline(always)]
    fn minus_scaled(self, other: T, p: T) -> T {
        self.minus_product(other, p)
    }
    const ROWS: usize = 1;
    #[inline(always)]
    fn row(&self, _: usize) -> T {
        *self
    }
    #[inline(always)]
    fn of_rows(mut row: impl FnMut(usize) -> T) -> T {
        row(0)
    }
    const PLAIN: Option<Plain> = T::PLAIN;
    #[inline(always)]
    fn plain(cotangents: &[T]) -> Option<Plain<&[f64], &[f32]>> {
        T::plain(cotangents)
    }
    #[inline(always)]
    fn plain_mut(cotangents: &mut [T]) -> Option<Plain<&mut [f64], &mut [f32]>> {
        T::plain_mut(cotangents)
    }
    #[inline(always)]
    fn of_plain(number: f64) -> T {
        T::constant(number)
    }
}

// Loops and no closures: a closure cannot be marked `#[inline(always)]`, which numbers in lanes need.
impl<T: Real, const R: usize> Cotangent<T> for [T; R] {
    #[inline(always)]
    fn zero() -> Self {
        [T::constant(-0.0); R]
    }
    #[inline(always)]
    fn scaled(mut self, p: T) -> Self {
        for r in 0..R {
            self[r] *= p;
        }
        self
    }
    #[inline(always)]
    fn plus(mut self, other: Self) -> Self {
        for r in 0..R {
            self[r] += other[r];
        }
        self
    }
    #[inline(always)]
    fn minus(mut self, other: Self) -> Self {
        for r in 0..R {
            self[r] -= other[r];
        }
        self
    }
    #[inline(always)]
    fn negated(mut self) -> Self {
        for r in 0..R {
            self[r] = -self[r];
        }
        self
    }
    #[inline(always)]
    fn plus_scaled(mut self, other: Self, p: T) -> Self {
        for r in 0..R {
            self[r] = self[r].plus_product(other[r], p);
        }
        self
    }
    #[inline(always)]
    fn minus_scaled(mut self, other: Self, p: T) -> Self {
        for r in 0..R {
            self[r] = self[r].minus_product(other[r], p);
        }
        self
    }
    const ROWS: usize = R;
    #[inline(always)]
    fn row(&self, r: usize) -> T {
        self[r]
    }
    #[inline(always)]
    fn of_rows(row: impl FnMut(usize) -> T) -> Self {
        core::array::from_fn(row)
    }
}
