//! Shadows of arrays of arrays.

use crate::Cotangent;
#[cfg(feature = "alloc")]
use crate::level::views;
use crate::level::{copied, discarded, lent};
#[cfg(feature = "alloc")]
use crate::shadow::Slot;
use crate::shadow::{Cells, Discard, Shadow};
#[cfg(feature = "alloc")]
use core::cell::Cell;
use core::ops::Range;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// The shadow of an array of arrays.
pub trait Grid<T, C> {
    /// The shadow of a range of rows.
    type Rows<'a>: Grid<T, C>
    where
        Self: 'a;
    /// The shadow of a row.
    type Row<'a>: Shadow<T, C>
    where
        Self: 'a;
    /// Shares this storage with several readers at once.
    type Shared<'a>: Grid<T, C> + Copy
    where
        Self: 'a;
    /// The whole, borrowed for a call.
    fn again(&mut self) -> Self::Rows<'_>;
    /// The shadow of a range of rows.
    fn part(&mut self, range: Range<usize>) -> Self::Rows<'_>;
    /// The shadow of a row.
    fn item(&mut self, i: usize) -> Self::Row<'_>;
    /// A view that several arguments of one call may hold.
    fn shared(&mut self) -> Self::Shared<'_>;
    /// Adds a cotangent to an element.
    fn add_at(&mut self, i: usize, j: usize, c: C);
}

/// Implements [`Grid`] for containers of rows: in brackets what a type needs besides `T` and `C`, then the container,
/// its rows, and how one row is seen where several readers share it.
macro_rules! grids {
    ($([$($generics:tt)*] $Rows:ty, of $Row:ty;)*) => { $(
        impl<T, C: Cotangent<T>, $($generics)*> Grid<T, C> for &mut $Rows {
            lent!(Rows of $Row, Row as $Row);
            #[inline(always)]
            fn add_at(&mut self, i: usize, j: usize, c: C) {
                self[i][j] = self[i][j].plus(c);
            }
        }
    )* };
}
grids! {
    [const N: usize] [[C; N]], of [C; N];
    [const N: usize, const M: usize] [[C; N]; M], of [C; N];
}
#[cfg(feature = "alloc")]
grids! {
    [const N: usize] Vec<[C; N]>, of [C; N];
    [] [Vec<C>], of Vec<C>;
    [const M: usize] [Vec<C>; M], of Vec<C>;
    [] Vec<Vec<C>>, of Vec<C>;
}

impl<T, C: Cotangent<T>, const N: usize> Grid<T, C> for Cells<'_, [C; N]> {
    copied!(Rows of Cells<[C; N]>, Row of Cells<C>, |cells, range| cells.within(range), |cells, i| cells.row(i));
    #[inline(always)]
    fn add_at(&mut self, i: usize, j: usize, c: C) {
        self.row(i).add(j, c);
    }
}

impl<T, C> Grid<T, C> for Discard {
    discarded!(Rows, Row);
    #[inline(always)]
    fn add_at(&mut self, _: usize, _: usize, _: C) {}
}

/// A row on the heap that several readers share: it is taken out of its cell to be added to, and put back.
#[cfg(feature = "alloc")]
pub struct SharedRow<'s, C> {
    row: &'s Cell<Vec<C>>,
    start: usize,
}

#[cfg(feature = "alloc")]
views! { SharedRow: "SharedRow(from {})", start; }

#[cfg(feature = "alloc")]
impl<C> SharedRow<'_, C> {
    #[inline]
    fn plus<T>(&self, i: usize, c: C)
    where
        C: Cotangent<T>,
    {
        let mut row = self.row.take();
        row[self.start + i] = row[self.start + i].plus(c);
        self.row.set(row);
    }

    #[inline(always)]
    fn from(self, start: usize) -> Self {
        SharedRow { start: self.start + start, ..self }
    }
}

/// The row as the shadow of its first element.
#[cfg(feature = "alloc")]
impl<T, C: Cotangent<T>> Slot<T, C> for SharedRow<'_, C> {
    type Again<'a>
        = SharedRow<'a, C>
    where
        Self: 'a;
    #[inline(always)]
    fn again(&mut self) -> SharedRow<'_, C> {
        *self
    }
    #[inline(always)]
    fn add(&mut self, c: C) {
        self.plus(0, c);
    }
}

#[cfg(feature = "alloc")]
impl<T, C: Cotangent<T>> Shadow<T, C> for SharedRow<'_, C> {
    copied!(
        Part of SharedRow<C>, Item of SharedRow<C>,
        |row, range| row.from(range.start), |row, i| row.from(i)
    );
    #[inline(always)]
    fn add(&mut self, i: usize, c: C) {
        self.plus(i, c);
    }
}

#[cfg(feature = "alloc")]
impl<T, C: Cotangent<T>> Grid<T, C> for Cells<'_, Vec<C>> {
    copied!(
        Rows of Cells<Vec<C>>, Row of SharedRow<C>,
        |cells, range| cells.within(range), |cells, i| SharedRow { row: &cells.0[i], start: 0 }
    );
    #[inline(always)]
    fn add_at(&mut self, i: usize, j: usize, c: C) {
        SharedRow { row: &self.0[i], start: 0 }.plus(j, c);
    }
}
