//! The destination of cotangents of read-only arguments.
//!
//! An adjoint program is generic in the shadow of each argument that it reads: an exclusive reference ([`Slot`],
//! [`Shadow`] or [`Grid`] for `&mut`), [`Cells`] if the same storage is read through two arguments, or the zero-sized
//! [`Discard`] if the cotangent is not needed. Law: `add` accumulates and never overwrites, so a place that is read
//! twice gets both contributions.

use crate::Cotangent;
use crate::level::{copied, discarded, lent, views};
use core::cell::Cell;
use core::ops::Range;

/// The shadow of a scalar.
pub trait Slot<T, C> {
    /// Borrows this shadow for a call.
    type Again<'a>: Slot<T, C>
    where
        Self: 'a;
    /// Borrows it for a call.
    fn again(&mut self) -> Self::Again<'_>;
    /// Adds a cotangent.
    fn add(&mut self, c: C);
}

/// The shadow of an array or slice.
pub trait Shadow<T, C> {
    /// The shadow of a range.
    type Part<'a>: Shadow<T, C>
    where
        Self: 'a;
    /// The shadow of an element.
    type Item<'a>: Slot<T, C>
    where
        Self: 'a;
    /// Shares this storage with several readers at once.
    type Shared<'a>: Shadow<T, C> + Copy
    where
        Self: 'a;
    /// The whole, borrowed for a call.
    fn again(&mut self) -> Self::Part<'_>;
    /// The shadow of a range.
    fn part(&mut self, range: Range<usize>) -> Self::Part<'_>;
    /// The shadow of an element.
    fn item(&mut self, i: usize) -> Self::Item<'_>;
    /// A view that several arguments of one call may hold.
    fn shared(&mut self) -> Self::Shared<'_>;
    /// Adds a cotangent to an element.
    fn add(&mut self, i: usize, c: C);
}

/// The shadow of an inactive argument: accepts cotangents and ignores them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discard;

/// A shadow that several arguments of one call share: in `dot(&x, &x)` it gets both contributions.
pub struct Cells<'s, C>(pub &'s [Cell<C>]);

views! { Cells: "Cells({} of them)", 0.len(); }

impl<'s, C> Cells<'s, C> {
    /// Those in a range.
    #[inline(always)]
    pub(crate) fn within(self, range: Range<usize>) -> Cells<'s, C> {
        if range.start >= range.end { Cells(&[]) } else { Cells(&self.0[range]) }
    }
}

impl<'s, C, const N: usize> Cells<'s, [C; N]> {
    /// The cells of a row.
    #[inline(always)]
    pub(crate) fn row(self, i: usize) -> Cells<'s, C> {
        let row: &Cell<[C]> = &self.0[i];
        Cells(row.as_slice_of_cells())
    }
}

/// One of them.
type Place<'s, C> = &'s Cell<C>;

impl<T, C: Cotangent<T>> Slot<T, C> for &mut C {
    type Again<'a>
        = &'a mut C
    where
        Self: 'a;
    #[inline(always)]
    fn again(&mut self) -> &mut C {
        self
    }
    #[inline(always)]
    fn add(&mut self, c: C) {
        **self = self.plus(c);
    }
}

impl<T, C: Cotangent<T>> Slot<T, C> for &Cell<C> {
    type Again<'a>
        = &'a Cell<C>
    where
        Self: 'a;
    #[inline(always)]
    fn again(&mut self) -> &Cell<C> {
        self
    }
    #[inline(always)]
    fn add(&mut self, c: C) {
        self.set(self.get().plus(c));
    }
}

impl<T, C> Slot<T, C> for Discard {
    type Again<'a> = Discard;
    #[inline(always)]
    fn again(&mut self) -> Discard {
        Discard
    }
    #[inline(always)]
    fn add(&mut self, _: C) {}
}

/// Implements [`Shadow`] for containers: in brackets what a type needs besides `T` and `C`.
macro_rules! shadows {
    ($([$($generics:tt)*] $Container:ty;)*) => { $(
        impl<T, C: Cotangent<T>, $($generics)*> Shadow<T, C> for &mut $Container {
            lent!(Part of C, Item as C);
            #[inline(always)]
            fn add(&mut self, i: usize, c: C) {
                self[i] = self[i].plus(c);
            }
        }
    )* };
}
shadows! {
    [] [C];
    [const N: usize] [C; N];
}
#[cfg(feature = "alloc")]
shadows! {
    [] alloc::vec::Vec<C>;
}

impl<T, C: Cotangent<T>> Shadow<T, C> for Cells<'_, C> {
    copied!(Part of Cells<C>, Item of Place<C>, |cells, range| cells.within(range), |cells, i| &cells.0[i]);
    #[inline(always)]
    fn add(&mut self, i: usize, c: C) {
        self.0[i].set(self.0[i].get().plus(c));
    }
}

impl<T, C> Shadow<T, C> for Discard {
    discarded!(Part, Item);
    #[inline(always)]
    fn add(&mut self, _: usize, _: C) {}
}
