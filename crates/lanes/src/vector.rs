//! [`Vector`] and [`Mask`]: what a kernel may do with vector numbers, besides what every [`Real`] can.

use crate::register::Float;
use core::ops::{BitAnd, BitOr, Not};
use retrograde_numbers::{Differentiable, InvertibleAdd};
use retrograde_rules::Real;

/// Numbers in lanes.
///
/// All of [`Real`] works lane by lane, so a function that is generic over its number type runs in lanes as it is, if
/// its conditions are *uniform*: the same in all lanes. A comparison that gives different answers in different lanes
/// panics. Where that may happen, compare with [`lt`](Vector::less) and its kin, which give a [`Mask`], and
/// [`select`](Vector::select).
///
/// `a * b + c` is rounded twice, as in scalar code; [`mul_add`](Real::mul_add) once, on every machine.
pub trait Vector: Real + Differentiable + InvertibleAdd + Wide<Self> + Send + Sync {
    /// The number in one lane.
    type Scalar: Float;
    /// A truth value for each lane.
    type Mask: Mask;
    /// The number of lanes.
    const LANES: usize;

    /// One number, in all lanes.
    fn splat(x: Self::Scalar) -> Self;

    /// Lane `i` is `f(i)`.
    fn from_fn(f: impl FnMut(usize) -> Self::Scalar) -> Self;

    /// Reads the first numbers of a slice.
    ///
    /// # Panics
    ///
    /// If it has fewer than there are lanes; so the others that read or write slices.
    fn load(from: &[Self::Scalar]) -> Self;

    /// Writes to the first places of a slice.
    fn store(self, to: &mut [Self::Scalar]);

    /// Reads lane `i` at `first + i * stride`. A stride of one is one load.
    fn gather(from: &[Self::Scalar], first: usize, stride: usize) -> Self;

    /// Writes lane `i` to `first + i * stride`. A stride of one is one store. With the stride zero, the last lane is written.
    fn scatter(self, to: &mut [Self::Scalar], first: usize, stride: usize);

    /// Reads a row of numbers for each lane, as many as there are columns: by small transpositions, not number by number.
    fn read_rows<'r>(columns: &mut [Self], row: impl Fn(usize) -> &'r [Self::Scalar]);

    /// Writes a row of numbers for each lane, as many as there are columns, where `row(i)` is the place of the first number of lane
    /// `i`. Rows may not overlap each other in part; of several lanes with one place, the last is written.
    fn write_rows(columns: &[Self], to: &mut [Self::Scalar], row: impl Fn(usize) -> usize);

    /// Reads a row of `C` numbers for each lane, where `row(i)` is the place of the first number of lane `i`, and returns the
    /// columns.
    #[inline(always)]
    fn gather_rows<const C: usize>(from: &[Self::Scalar], row: impl Fn(usize) -> usize) -> [Self; C] {
        let mut columns = [Self::constant(0.0); C];
        Self::read_rows(&mut columns, |i| {
            let first = row(i);
            &from[first..first + C]
        });
        columns
    }

    /// Writes a row of `C` numbers for each lane, as [`write_rows`](Self::write_rows) does.
    #[inline(always)]
    fn scatter_rows<const C: usize>(
        columns: &[Self; C],
        to: &mut [Self::Scalar],
        row: impl Fn(usize) -> usize,
    ) {
        Self::write_rows(columns, to, row);
    }

    /// The number in a lane.
    fn lane(self, i: usize) -> Self::Scalar;

    /// The sum of all lanes, in an order that depends on their number alone: the upper half is added to the lower half, until one
    /// is left. Of four: `(x₀ + x₂) + (x₁ + x₃)`.
    fn sum(self) -> Self::Scalar;

    /// The sums of four vectors, each the bits of [`sum`](Vector::sum), by a few instructions for all of them.
    fn sums(four: [Self; 4]) -> [Self::Scalar; 4];

    /// `self < b` in each lane. No comparison but `differs` is true of NaN.
    fn less(self, b: Self) -> Self::Mask;
    /// `self <= b` in each lane.
    fn at_most(self, b: Self) -> Self::Mask;
    /// `self == b` in each lane.
    fn equals(self, b: Self) -> Self::Mask;
    /// `self != b` in each lane.
    #[inline(always)]
    fn differs(self, b: Self) -> Self::Mask {
        !self.equals(b)
    }

    /// `a` where the mask is true, `b` elsewhere.
    fn select(mask: Self::Mask, a: Self, b: Self) -> Self;

    /// Returns this number where the mask is true, zero elsewhere: what a masked statement adds.
    #[inline(always)]
    fn where_true(self, mask: Self::Mask) -> Self {
        Self::select(mask, self, Self::constant(0.0))
    }
}

/// Numbers that are some blocks of as many lanes as `V` has, one behind the other.
///
/// Blocks at once wait together where one alone would wait for itself: for the number before in a chain. Law: a sum in the lanes of `V` has the bits that it has where
/// the blocks are added one after the other.
pub trait Wide<V>: Sized {
    /// Adds each block to a sum.
    fn add_to(self, sum: &mut V);

    /// Adds the product with other numbers, rounded once, as [`Real::plus_product`] does.
    fn add_product_to(self, factor: Self, sum: &mut V);
}

/// A truth value for each lane.
pub trait Mask:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> + Send + Sync
{
    /// One truth value, in all lanes.
    fn splat(on: bool) -> Self;
    /// True in the first `n` lanes, for a loop that ends within a block.
    fn first(n: usize) -> Self;
    /// True if it is in some lane.
    fn any(self) -> bool;
    /// True if it is in all lanes.
    fn all(self) -> bool;
    /// Bit `i` is the truth value of lane `i`.
    fn bits(self) -> u32;
}
