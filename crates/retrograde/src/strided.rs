//! Loops with a step: the indices of `(a..b).step_by(s)`, forwards or backwards, from either end.
//!
//! The standard library's `StepBy` over an inclusive range cannot be reversed for wide integers, and its reverse costs
//! a division a step; a loop and its inverse both need it. Here trips are counted once and index k is
//! `first + k · stride`, in the wrapping arithmetic of the type. Law: the sum never really wraps, since the last index
//! lies within the range; so every bound of every integer type is within reach.

use core::iter::FusedIterator;
use core::ops::Range;

/// A primitive integer: what a loop or an instruction may count with.
pub trait Integer: Copy + PartialOrd {
    /// One more.
    fn after(self) -> Self;
    /// One less.
    fn before(self) -> Self;
    /// The largest number of jumps of `step` from here to `last`, or `None` if a `usize` cannot hold it.
    fn jumps(self, last: Self, step: usize) -> Option<usize>;
    /// `self + k · step`, or `self - k · step` where `down`.
    fn moved(self, k: usize, step: usize, down: bool) -> Self;
}

macro_rules! implement_integer {
    ($($Integer:ident as $Unsigned:ident,)*) => { $(
        impl Integer for $Integer {
            #[inline(always)]
            fn after(self) -> Self {
                self + 1
            }

            #[inline(always)]
            fn before(self) -> Self {
                self - 1
            }

            #[inline(always)]
            fn jumps(self, last: Self, step: usize) -> Option<usize> {
                let distance = (last as $Unsigned).wrapping_sub(self as $Unsigned);
                match <$Unsigned>::try_from(step) {
                    Ok(step) => usize::try_from(distance / step).ok(),
                    // Wider than the type: the first jump already leads out of it.
                    Err(_) => Some(0),
                }
            }

            #[inline(always)]
            fn moved(self, k: usize, step: usize, down: bool) -> Self {
                let distance = (k as $Integer).wrapping_mul(step as $Integer);
                if down { self.wrapping_sub(distance) } else { self.wrapping_add(distance) }
            }
        }
    )* };
}
implement_integer! {
    u8 as u8, u16 as u16, u32 as u32, u64 as u64, u128 as u128, usize as usize,
    i8 as u8, i16 as u16, i32 as u32, i64 as u64, i128 as u128, isize as usize,
}

/// Evenly spaced integers. See [`strided`].
#[derive(Clone, Debug)]
pub struct Strided<I> {
    first: I,
    step: usize,
    down: bool,
    trips: Range<usize>,
}

/// Visits `start`, `start + step` and so on, below `end` or, if `inclusive`, not above it. With `from_end` it visits
/// the last integer of the range, the one `step` below it and so on, not below `start`.
///
/// # Panics
///
/// If the step is zero, or the number of trips is above the largest `usize`.
#[inline(always)]
#[track_caller]
pub fn strided<I: Integer>(start: I, end: I, step: usize, inclusive: bool, from_end: bool) -> Strided<I> {
    if step == 0 {
        panic!("the step of a loop is zero");
    }
    let empty = if inclusive { start > end } else { start >= end };
    if empty {
        return Strided { first: start, step, down: from_end, trips: 0..0 };
    }
    let last = if inclusive { end } else { end.before() };
    let Some(trips) = start.jumps(last, step).and_then(|jumps| jumps.checked_add(1)) else {
        panic!("a loop has more than {} trips", usize::MAX);
    };
    Strided { first: if from_end { last } else { start }, step, down: from_end, trips: 0..trips }
}

impl<I: Integer> Strided<I> {
    #[inline(always)]
    fn at(&self, k: usize) -> I {
        self.first.moved(k, self.step, self.down)
    }
}

impl<I: Integer> Iterator for Strided<I> {
    type Item = I;

    #[inline(always)]
    fn next(&mut self) -> Option<I> {
        self.trips.next().map(|k| self.at(k))
    }

    #[inline(always)]
    fn nth(&mut self, n: usize) -> Option<I> {
        self.trips.nth(n).map(|k| self.at(k))
    }

    #[inline(always)]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.trips.size_hint()
    }
}

impl<I: Integer> DoubleEndedIterator for Strided<I> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<I> {
        self.trips.next_back().map(|k| self.at(k))
    }

    #[inline(always)]
    fn nth_back(&mut self, n: usize) -> Option<I> {
        self.trips.nth_back(n).map(|k| self.at(k))
    }
}

impl<I: Integer> ExactSizeIterator for Strided<I> {}

impl<I: Integer> FusedIterator for Strided<I> {}
