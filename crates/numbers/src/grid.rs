//! Shadows of arrays of arrays.

use crate::Cotangent;
use crate::shadow::{Cells, Discard, Shadow, Slot};
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
    /// The same storage for several readers at once.
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
            type Rows<'a> = &'a mut [$Row] where Self: 'a;
            type Row<'a> = &'a mut $Row where Self: 'a;
            type Shared<'a> = Cells<'a, $Row> where Self: 'a;
            #[inline(always)]
            fn again(&mut self) -> &mut [$Row] {
                &mut self[..]
            }
            #[inline(always)]
            fn part(&mut self, range: Range<usize>) -> &mut [$Row] {
                &mut self[range]
            }
            #[inline(always)]
            fn item(&mut self, i: usize) -> &mut $Row {
                &mut self[i]
            }
            #[inline(always)]
            fn shared(&mut self) -> Cells<'_, $Row> {
                Cells(Cell::from_mut(&mut self[..]).as_slice_of_cells())
            }
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
    type Rows<'a>
        = Cells<'a, [C; N]>
    where
        Self: 'a;
    type Row<'a>
        = Cells<'a, C>
    where
        Self: 'a;
    type Shared<'a>
        = Cells<'a, [C; N]>
    where
        Self: 'a;
    #[inline(always)]
    fn again(&mut self) -> Cells<'_, [C; N]> {
        *self
    }
    #[inline(always)]
    fn part(&mut self, range: Range<usize>) -> Cells<'_, [C; N]> {
        if range.start >= range.end { Cells(&[]) } else { Cells(&self.0[range]) }
    }
    #[inline(always)]
    fn item(&mut self, i: usize) -> Cells<'_, C> {
        let row: &Cell<[C]> = &self.0[i];
        Cells(row.as_slice_of_cells())
    }
    #[inline(always)]
    fn shared(&mut self) -> Cells<'_, [C; N]> {
        *self
    }
    #[inline(always)]
    fn add_at(&mut self, i: usize, j: usize, c: C) {
        let row: &Cell<[C]> = &self.0[i];
        let place = &row.as_slice_of_cells()[j];
        place.set(place.get().plus(c));
    }
}

/// A row on the heap that several readers share: it is taken out of its cell to be added to, and put back.
#[cfg(feature = "alloc")]
pub struct SharedRow<'s, C> {
    row: &'s Cell<Vec<C>>,
    start: usize,
}

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
}

#[cfg(feature = "alloc")]
impl<C> core::fmt::Debug for SharedRow<'_, C> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "SharedRow(from {})", self.start)
    }
}
#[cfg(feature = "alloc")]
impl<C> Clone for SharedRow<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}
#[cfg(feature = "alloc")]
impl<C> Copy for SharedRow<'_, C> {}

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
    type Part<'a>
        = SharedRow<'a, C>
    where
        Self: 'a;
    type Item<'a>
        = SharedRow<'a, C>
    where
        Self: 'a;
    type Shared<'a>
        = SharedRow<'a, C>
    where
        Self: 'a;
    #[inline(always)]
    fn again(&mut self) -> SharedRow<'_, C> {
        *self
    }
    #[inline(always)]
    fn part(&mut self, range: Range<usize>) -> SharedRow<'_, C> {
        SharedRow { start: self.start + range.start, ..*self }
    }
    #[inline(always)]
    fn item(&mut self, i: usize) -> SharedRow<'_, C> {
        SharedRow { start: self.start + i, ..*self }
    }
    #[inline(always)]
    fn shared(&mut self) -> SharedRow<'_, C> {
        *self
    }
    #[inline(always)]
    fn add(&mut self, i: usize, c: C) {
        self.plus(i, c);
    }
}

#[cfg(feature = "alloc")]
impl<T, C: Cotangent<T>> Grid<T, C> for Cells<'_, Vec<C>> {
    type Rows<'a>
        = Cells<'a, Vec<C>>
    where
        Self: 'a;
    type Row<'a>
        = SharedRow<'a, C>
    where
        Self: 'a;
    type Shared<'a>
        = Cells<'a, Vec<C>>
    where
        Self: 'a;
    #[inline(always)]
    fn again(&mut self) -> Cells<'_, Vec<C>> {
        *self
    }
    #[inline(always)]
    fn part(&mut self, range: Range<usize>) -> Cells<'_, Vec<C>> {
        if range.start >= range.end { Cells(&[]) } else { Cells(&self.0[range]) }
    }
    #[inline(always)]
    fn item(&mut self, i: usize) -> SharedRow<'_, C> {
        SharedRow { row: &self.0[i], start: 0 }
    }
    #[inline(always)]
    fn shared(&mut self) -> Cells<'_, Vec<C>> {
        *self
    }
    #[inline(always)]
    fn add_at(&mut self, i: usize, j: usize, c: C) {
        SharedRow { row: &self.0[i], start: 0 }.plus(j, c);
    }
}

impl<T, C> Grid<T, C> for Discard {
    type Rows<'a> = Discard;
    type Row<'a> = Discard;
    type Shared<'a> = Discard;
    #[inline(always)]
    fn again(&mut self) -> Discard {
        Discard
    }
    #[inline(always)]
    fn part(&mut self, _: Range<usize>) -> Discard {
        Discard
    }
    #[inline(always)]
    fn item(&mut self, _: usize) -> Discard {
        Discard
    }
    #[inline(always)]
    fn shared(&mut self) -> Discard {
        Discard
    }
    #[inline(always)]
    fn add_at(&mut self, _: usize, _: usize, _: C) {}
}
