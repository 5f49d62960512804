//! Shadows of three levels of indices: arrays of arrays of arrays.
//!
//! A row of such an array has a shadow of its own, which is a [`Grid`]; so there is one rule for each kind of
//! container, for any type of rows. Law: as for [`Grid`], cotangents are accumulated and never overwritten.

use crate::Grid;
#[cfg(feature = "alloc")]
use crate::level::views;
use crate::level::{copied, discarded, lent};
use crate::shadow::{Cells, Discard};
#[cfg(feature = "alloc")]
use crate::{Shadow, Slot};
#[cfg(feature = "alloc")]
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
    /// Shares this storage with several readers at once.
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
            lent!(Rows of $Row, Row as [X]);
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
    copied!(Rows of Cells<[X; N]>, Row of Cells<X>, |cells, range| cells.within(range), |cells, i| cells.row(i));
}

impl<T, C> Cube<T, C> for Discard {
    discarded!(Rows, Row);
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
views! {
    SharedRows: "SharedRows(from {})", start;
    SharedPart: "SharedPart({}, from {})", row, start;
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
impl<T, C, X> Grid<T, C> for SharedRows<'_, X>
where
    for<'row> &'row mut [X]: Grid<T, C>,
{
    copied!(
        Rows of SharedRows<X>, Row of SharedPart<X>,
        |all, range| SharedRows { start: all.start + range.start, ..all },
        |all, i| SharedPart { rows: all.rows, row: all.start + i, start: 0 }
    );
    #[inline(always)]
    fn add_at(&mut self, i: usize, j: usize, c: C) {
        add_through::<T, C, X>(self.rows, self.start + i, j, c);
    }
}

#[cfg(feature = "alloc")]
impl<X> SharedPart<'_, X> {
    #[inline(always)]
    fn from(self, start: usize) -> Self {
        SharedPart { start: self.start + start, ..self }
    }
}

#[cfg(feature = "alloc")]
impl<T, C, X> Shadow<T, C> for SharedPart<'_, X>
where
    for<'row> &'row mut [X]: Grid<T, C>,
{
    copied!(
        Part of SharedPart<X>, Item of SharedPart<X>,
        |row, range| row.from(range.start), |row, i| row.from(i)
    );
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
    copied!(
        Rows of Cells<Vec<X>>, Row of SharedRows<X>,
        |cells, range| cells.within(range), |cells, i| SharedRows { rows: &cells.0[i], start: 0 }
    );
}
