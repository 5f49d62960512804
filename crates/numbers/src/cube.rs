//! Shadows of three levels of indices: arrays of arrays of arrays, and arrays of arrays of numbers with parts.
//!
//! A row of such an array has a shadow of its own, which is a [`Grid`]; so there is one rule for each kind of container, whatever
//! lies in the rows. Law: as for [`Grid`], what is added is accumulated and never overwrites.

use crate::Grid;
use crate::shadow::{Cells, Discard};
#[cfg(feature = "alloc")]
use crate::{Shadow, Slot};
use core::cell::Cell;
use core::ops::Range;

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// The shadow of an array of arrays of arrays.
pub trait Cube<T, C> {
    /// The shadow of a range of rows.
    type Rows<'a>: Cube<T, C>
    where
        Self: 'a;
    /// The shadow of a row.
    type Row<'a>: Grid<T, C>
    where
        Self: 'a;
    /// The same storage for several readers at once.
    type Shared<'a>: Cube<T, C> + Copy
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
}

/// Implements [`Cube`] for containers of rows: in brackets a constant that the type needs, then the container and its rows.
macro_rules! cubes {
    ($([$(const $n:ident)*] $Rows:ty, of $Row:ty;)*) => { $(
        impl<T, C, X, $(const $n: usize,)*> Cube<T, C> for &mut $Rows
        where
            for<'row> &'row mut [X]: Grid<T, C>,
            for<'row> Cells<'row, $Row>: Cube<T, C>,
        {
            type Rows<'a> = &'a mut [$Row] where Self: 'a;
            type Row<'a> = &'a mut [X] where Self: 'a;
            type Shared<'a> = Cells<'a, $Row> where Self: 'a;
            #[inline(always)]
            fn again(&mut self) -> &mut [$Row] {
                &mut self[..]
            }
            #[inline(always)]
            fn part(&mut self, range: Range<usize>) -> &mut [$Row] {
                if range.start >= range.end { &mut [] } else { &mut self[range] }
            }
            #[inline(always)]
            fn item(&mut self, i: usize) -> &mut [X] {
                &mut self[i][..]
            }
            #[inline(always)]
            fn shared(&mut self) -> Cells<'_, $Row> {
                Cells(Cell::from_mut(&mut self[..]).as_slice_of_cells())
            }
        }
    )* };
}
cubes! {
    [const N] [[X; N]], of [X; N];
    [const N const M] [[X; N]; M], of [X; N];
}
#[cfg(feature = "alloc")]
cubes! {
    [const N] Vec<[X; N]>, of [X; N];
    [] [Vec<X>], of Vec<X>;
    [const M] [Vec<X>; M], of Vec<X>;
    [] Vec<Vec<X>>, of Vec<X>;
}

impl<T, C, X, const N: usize> Cube<T, C> for Cells<'_, [X; N]>
where
    for<'row> Cells<'row, X>: Grid<T, C>,
{
    type Rows<'a>
        = Cells<'a, [X; N]>
    where
        Self: 'a;
    type Row<'a>
        = Cells<'a, X>
    where
        Self: 'a;
    type Shared<'a>
        = Cells<'a, [X; N]>
    where
        Self: 'a;
    #[inline(always)]
    fn again(&mut self) -> Cells<'_, [X; N]> {
        *self
    }
    #[inline(always)]
    fn part(&mut self, range: Range<usize>) -> Cells<'_, [X; N]> {
        if range.start >= range.end { Cells(&[]) } else { Cells(&self.0[range]) }
    }
    #[inline(always)]
    fn item(&mut self, i: usize) -> Cells<'_, X> {
        let row: &Cell<[X]> = &self.0[i];
        Cells(row.as_slice_of_cells())
    }
    #[inline(always)]
    fn shared(&mut self) -> Cells<'_, [X; N]> {
        *self
    }
}

/// Rows on the heap that several readers share: they are taken out of their cell to be added to, and put back.
#[cfg(feature = "alloc")]
pub struct SharedRows<'s, X> {
    rows: &'s Cell<Vec<X>>,
    start: usize,
}

/// One of them.
#[cfg(feature = "alloc")]
pub struct SharedPart<'s, X> {
    rows: &'s Cell<Vec<X>>,
    row: usize,
    start: usize,
}

#[cfg(feature = "alloc")]
fn add_through<T, C, X>(rows: &Cell<Vec<X>>, i: usize, j: usize, c: C)
where
    for<'row> &'row mut [X]: Grid<T, C>,
{
    let mut taken = rows.take();
    (&mut &mut taken[..]).add_at(i, j, c);
    rows.set(taken);
}

#[cfg(feature = "alloc")]
impl<X> core::fmt::Debug for SharedRows<'_, X> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "SharedRows(from {})", self.start)
    }
}
#[cfg(feature = "alloc")]
impl<X> core::fmt::Debug for SharedPart<'_, X> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "SharedPart({}, from {})", self.row, self.start)
    }
}
#[cfg(feature = "alloc")]
impl<X> Clone for SharedRows<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
#[cfg(feature = "alloc")]
impl<X> Copy for SharedRows<'_, X> {}
#[cfg(feature = "alloc")]
impl<X> Clone for SharedPart<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
#[cfg(feature = "alloc")]
impl<X> Copy for SharedPart<'_, X> {}

#[cfg(feature = "alloc")]
impl<T, C, X> Grid<T, C> for SharedRows<'_, X>
where
    for<'row> &'row mut [X]: Grid<T, C>,
{
    type Rows<'a>
        = SharedRows<'a, X>
    where
        Self: 'a;
    type Row<'a>
        = SharedPart<'a, X>
    where
        Self: 'a;
    type Shared<'a>
        = SharedRows<'a, X>
    where
        Self: 'a;
    #[inline(always)]
    fn again(&mut self) -> SharedRows<'_, X> {
        *self
    }
    #[inline(always)]
    fn part(&mut self, range: Range<usize>) -> SharedRows<'_, X> {
        SharedRows { start: self.start + range.start, ..*self }
    }
    #[inline(always)]
    fn item(&mut self, i: usize) -> SharedPart<'_, X> {
        SharedPart { rows: self.rows, row: self.start + i, start: 0 }
    }
    #[inline(always)]
    fn shared(&mut self) -> SharedRows<'_, X> {
        *self
    }
    #[inline(always)]
    fn add_at(&mut self, i: usize, j: usize, c: C) {
        add_through::<T, C, X>(self.rows, self.start + i, j, c);
    }
}

#[cfg(feature = "alloc")]
impl<T, C, X> Shadow<T, C> for SharedPart<'_, X>
where
    for<'row> &'row mut [X]: Grid<T, C>,
{
    type Part<'a>
        = SharedPart<'a, X>
    where
        Self: 'a;
    type Item<'a>
        = SharedPart<'a, X>
    where
        Self: 'a;
    type Shared<'a>
        = SharedPart<'a, X>
    where
        Self: 'a;
    #[inline(always)]
    fn again(&mut self) -> SharedPart<'_, X> {
        *self
    }
    #[inline(always)]
    fn part(&mut self, range: Range<usize>) -> SharedPart<'_, X> {
        SharedPart { start: self.start + range.start, ..*self }
    }
    #[inline(always)]
    fn item(&mut self, i: usize) -> SharedPart<'_, X> {
        SharedPart { start: self.start + i, ..*self }
    }
    #[inline(always)]
    fn shared(&mut self) -> SharedPart<'_, X> {
        *self
    }
    #[inline(always)]
    fn add(&mut self, i: usize, c: C) {
        add_through::<T, C, X>(self.rows, self.row, self.start + i, c);
    }
}

/// The part as the shadow of its first element.
#[cfg(feature = "alloc")]
impl<T, C, X> Slot<T, C> for SharedPart<'_, X>
where
    for<'row> &'row mut [X]: Grid<T, C>,
{
    type Again<'a>
        = SharedPart<'a, X>
    where
        Self: 'a;
    #[inline(always)]
    fn again(&mut self) -> SharedPart<'_, X> {
        *self
    }
    #[inline(always)]
    fn add(&mut self, c: C) {
        add_through::<T, C, X>(self.rows, self.row, self.start, c);
    }
}

#[cfg(feature = "alloc")]
impl<T, C, X> Cube<T, C> for Cells<'_, Vec<X>>
where
    for<'row> &'row mut [X]: Grid<T, C>,
{
    type Rows<'a>
        = Cells<'a, Vec<X>>
    where
        Self: 'a;
    type Row<'a>
        = SharedRows<'a, X>
    where
        Self: 'a;
    type Shared<'a>
        = Cells<'a, Vec<X>>
    where
        Self: 'a;
    #[inline(always)]
    fn again(&mut self) -> Cells<'_, Vec<X>> {
        *self
    }
    #[inline(always)]
    fn part(&mut self, range: Range<usize>) -> Cells<'_, Vec<X>> {
        if range.start >= range.end { Cells(&[]) } else { Cells(&self.0[range]) }
    }
    #[inline(always)]
    fn item(&mut self, i: usize) -> SharedRows<'_, X> {
        SharedRows { rows: &self.0[i], start: 0 }
    }
    #[inline(always)]
    fn shared(&mut self) -> Cells<'_, Vec<X>> {
        *self
    }
}

impl<T, C> Cube<T, C> for Discard {
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
}
