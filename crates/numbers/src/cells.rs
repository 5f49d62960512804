//! Shadows that several arguments of one call share: in `dot(&x, &x)` one gets both contributions.
//!
//! A slice of cells may be held twice. A row that is an array is a slice of cells again. A row on the heap is taken out of its
//! cell to be added to, and put back; what lies inside of it is a view of it ([`Inside`]), at any depth.

use crate::{Cotangent, Leaf, Level, Over, Shadow};
use core::cell::Cell;
use core::ops::Range;

/// Cells of one storage, which several arguments of one call share.
pub struct Cells<'s, X>(pub &'s [Cell<X>]);

// For any element, which `derive` would not allow.
impl<X> Clone for Cells<'_, X> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<X> Copy for Cells<'_, X> {}
impl<X> core::fmt::Debug for Cells<'_, X> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Cells({} of them)", self.0.len())
    }
}

impl<'s, X> Cells<'s, X> {
    /// Those in a range: an empty one is an empty part, at any position.
    #[inline(always)]
    fn within(self, range: Range<usize>) -> Cells<'s, X> {
        if range.start >= range.end { Cells(&[]) } else { Cells(&self.0[range]) }
    }
}

/// Implements [`Shadow`] for a view that may be copied: in brackets what the implementation needs, then the level, the view, and its
/// items. The closures return a part, an item, and what adds to a number.
macro_rules! copied {
    (
        [$($generics:tt)*] where [$($bounds:tt)*] $Level:ty, $View:ty => $As:ty, $Item:ty;
        |$whole:ident, $range:ident| $part:expr; |$same:ident, $i:ident| $item:expr;
        |$to:ident, $at:ident, $c:ident| $add:expr
    ) => {
        impl<T, C, $($generics)*> Shadow<T, C, $Level> for $View where $($bounds)* {
            type Part<'a>
                = $As
            where
                Self: 'a;
            type Item<'a>
                = $Item
            where
                Self: 'a;
            type Shared<'a>
                = $As
            where
                Self: 'a;
            type Place = Self;
            #[inline(always)]
            fn again(&mut self) -> Self::Part<'_> {
                *self
            }
            #[inline(always)]
            fn part(&mut self, $range: Range<usize>) -> Self::Part<'_> {
                let $whole = *self;
                $part
            }
            #[inline(always)]
            fn item(&mut self, $i: usize) -> Self::Item<'_> {
                let $same = *self;
                $item
            }
            #[inline(always)]
            fn shared(&mut self) -> Self::Shared<'_> {
                *self
            }
            #[inline(always)]
            fn add(&mut self, $at: <$Level as Level>::Index, $c: C) {
                let $to = *self;
                $add
            }
        }
    };
}

copied! {
    [] where [C: Cotangent<T>,] Leaf, &Cell<C> => &'a Cell<C>, &'a Cell<C>;
    |cell, _range| cell; |cell, _i| cell;
    |cell, _at, c| cell.set(cell.get().plus(c))
}

copied! {
    [] where [C: Cotangent<T>,] Over<Leaf>, Cells<'_, C> => Cells<'a, C>, &'a Cell<C>;
    |cells, range| cells.within(range); |cells, i| &cells.0[i];
    |cells, i, c| cells.0[i].set(cells.0[i].get().plus(c))
}

copied! {
    [X, L: Level, const N: usize] where [for<'row> Cells<'row, X>: Shadow<T, C, Over<L>>,]
    Over<Over<L>>, Cells<'_, [X; N]> => Cells<'a, [X; N]>, Cells<'a, X>;
    |cells, range| cells.within(range); |cells, i| cells.row(i);
    |cells, at, c| cells.row(at.0).add(at.1, c)
}

impl<'s, X, const N: usize> Cells<'s, [X; N]> {
    /// The cells of a row.
    #[inline(always)]
    fn row(self, i: usize) -> Cells<'s, X> {
        let row: &Cell<[X]> = &self.0[i];
        Cells(row.as_slice_of_cells())
    }
}

#[cfg(feature = "alloc")]
pub use heap::{AddAt, Inside};

#[cfg(feature = "alloc")]
mod heap {
    use super::*;
    use alloc::vec::Vec;

    /// A view that adds to any number in it.
    pub trait AddAt<T, C, L: Level>: Copy {
        /// Adds to the number at these indices.
        fn add_at(self, at: L::Index, c: C);
    }

    /// Row `i` of a shared view, from the element `start` on.
    #[derive(Clone, Copy, Debug)]
    pub struct Inside<V> {
        of: V,
        i: usize,
        start: usize,
    }

    impl<V: Copy> Inside<V> {
        #[inline(always)]
        fn item(self, i: usize) -> Inside<Inside<V>> {
            Inside { of: Inside { start: 0, ..self }, i: self.start + i, start: 0 }
        }
    }

    impl<T, C, X, L: Level> AddAt<T, C, Over<Over<L>>> for Cells<'_, Vec<X>>
    where
        for<'row> &'row mut X: Shadow<T, C, L>,
    {
        #[inline]
        fn add_at(self, (i, at): (usize, L::Under), c: C) {
            let mut row = self.0[i].take();
            let (j, rest) = L::split(at);
            (&mut row[j]).add(rest, c);
            self.0[i].set(row);
        }
    }

    impl<T, C, L: Level, V: AddAt<T, C, Over<Over<L>>>> AddAt<T, C, Over<L>> for Inside<V> {
        #[inline(always)]
        fn add_at(self, at: L::Under, c: C) {
            let (j, rest) = L::split(at);
            self.of.add_at((self.i, L::join(self.start + j, rest)), c);
        }
    }

    copied! {
        [V: AddAt<T, C, Over<Leaf>>] where [] Leaf, Inside<V> => Inside<V>, Inside<V>;
        |row, _range| row; |row, _i| row;
        |row, _at, c| row.of.add_at(row.i, c)
    }

    copied! {
        [V: AddAt<T, C, Over<Over<L>>>, L: Level] where [Inside<Inside<V>>: Shadow<T, C, L>,]
        Over<L>, Inside<V> => Inside<V>, Inside<Inside<V>>;
        |row, range| Inside { start: row.start + range.start, ..row }; |row, i| row.item(i);
        |row, at, c| row.add_at(at, c)
    }

    copied! {
        [X, L: Level] where [
            for<'row> &'row mut X: Shadow<T, C, L>,
            for<'row> Inside<Inside<Cells<'row, Vec<X>>>>: Shadow<T, C, L>,
        ]
        Over<Over<L>>, Cells<'_, Vec<X>> => Cells<'a, Vec<X>>, Inside<Cells<'a, Vec<X>>>;
        |cells, range| cells.within(range); |cells, i| Inside { of: cells, i, start: 0 };
        |cells, at, c| cells.add_at(at, c)
    }
}
