//! The destination of cotangents of read-only arguments.
//!
//! An adjoint program is generic in the shadow of each argument that it reads: an exclusive reference, [`Cells`] if the
//! same storage is read through two arguments, or the zero-sized [`Discard`] if the cotangent is not needed. Law: `add`
//! accumulates and never overwrites, so a place that is read twice gets both contributions.

use crate::cells::Cells;
use crate::{Cotangent, Leaf, Level, Over, Rows};
use core::cell::Cell;
use core::convert::Infallible;
use core::ops::Range;

/// The shadow of a number (level [`Leaf`]), of an array or slice of numbers ([`Over<Leaf>`](Over), which is understood), of an
/// array of such ([`Over<Over<Leaf>>`](Over)), and so on.
#[diagnostic::on_unimplemented(
    message = "`{Self}` takes no cotangents of type `{C}`, at the level of indices `{L}`",
    label = "not a shadow of this argument",
    note = "a number takes `&mut C`, an array or a slice `&mut [C]`, and an argument without a cotangent `Discard`"
)]
pub trait Shadow<T, C, L: Level = Over<Leaf>> {
    /// The shadow of a range.
    type Part<'a>: Shadow<T, C, L>
    where
        Self: 'a;
    /// The shadow of an element, or of a row.
    type Item<'a>: Shadow<T, C, L::Below>
    where
        Self: 'a;
    /// Shares this storage with several readers at once.
    type Shared<'a>: Shadow<T, C, L> + Copy
    where
        Self: 'a;
    /// The element of an array of such shadows: `C` for `&mut C`.
    type Place;
    /// The whole, borrowed for a call.
    fn again(&mut self) -> Self::Part<'_>;
    /// The shadow of a range.
    fn part(&mut self, range: Range<usize>) -> Self::Part<'_>
    where
        L: Rows;
    /// The shadow of an element, or of a row.
    fn item(&mut self, i: usize) -> Self::Item<'_>
    where
        L: Rows;
    /// A view that several arguments of one call may hold.
    fn shared(&mut self) -> Self::Shared<'_>;
    /// Adds a cotangent to a number: that at `()`, `i`, `(i, j)`, `(i, (j, k))` and so on.
    fn add(&mut self, at: L::Index, c: C);
    /// The cotangents of an array of numbers as a slice, if they lie side by side and nobody else holds them.
    #[inline(always)]
    fn side_by_side(&mut self) -> Option<&mut [C]> {
        None
    }
    /// Places of an array as the cotangents that they are, if they are those of numbers.
    #[inline(always)]
    fn of_numbers(_places: &mut [Self::Place]) -> Option<&mut [C]> {
        None
    }
}

/// The shadow of a number, by a shorter name.
pub trait Slot<T, C>: Shadow<T, C, Leaf> {}
impl<T, C, S: Shadow<T, C, Leaf>> Slot<T, C> for S {}

/// The shadow of an inactive argument: accepts cotangents and ignores them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Discard;

impl<T, C: Cotangent<T>> Shadow<T, C, Leaf> for &mut C {
    type Part<'a>
        = &'a mut C
    where
        Self: 'a;
    type Item<'a>
        = &'a mut C
    where
        Self: 'a;
    type Shared<'a>
        = &'a Cell<C>
    where
        Self: 'a;
    type Place = C;
    #[inline(always)]
    fn again(&mut self) -> &mut C {
        self
    }
    #[inline(always)]
    fn part(&mut self, _: Range<usize>) -> &mut C {
        self
    }
    #[inline(always)]
    fn item(&mut self, _: usize) -> &mut C {
        self
    }
    #[inline(always)]
    fn shared(&mut self) -> &Cell<C> {
        Cell::from_mut(self)
    }
    #[inline(always)]
    fn add(&mut self, (): (), c: C) {
        **self = self.plus(c);
    }
    #[inline(always)]
    fn of_numbers(places: &mut [C]) -> Option<&mut [C]> {
        Some(places)
    }
}

/// Implements [`Shadow`] for containers of rows `X`: in brackets what a type needs besides; behind it what stands in an array of them.
macro_rules! lent {
    ($([$($generics:tt)*] $Container:ty, $Place:ty;)*) => { $(
        impl<T, C, X, L: Level, $($generics)*> Shadow<T, C, Over<L>> for &mut $Container
        where
            for<'row> &'row mut X: Shadow<T, C, L, Place = X>,
            for<'row> Cells<'row, X>: Shadow<T, C, Over<L>>,
        {
            type Part<'a>
                = &'a mut [X]
            where
                Self: 'a;
            type Item<'a>
                = &'a mut X
            where
                Self: 'a;
            type Shared<'a>
                = Cells<'a, X>
            where
                Self: 'a;
            type Place = $Place;
            #[inline(always)]
            fn again(&mut self) -> &mut [X] {
                &mut self[..]
            }
            // An empty range is an empty part, at any position.
            #[inline(always)]
            fn part(&mut self, range: Range<usize>) -> &mut [X] {
                if range.start >= range.end { &mut [] } else { &mut self[range] }
            }
            #[inline(always)]
            fn item(&mut self, i: usize) -> &mut X {
                &mut self[i]
            }
            #[inline(always)]
            fn shared(&mut self) -> Cells<'_, X> {
                Cells(Cell::from_mut(&mut self[..]).as_slice_of_cells())
            }
            #[inline(always)]
            fn add(&mut self, at: L::Under, c: C) {
                let (i, rest) = L::split(at);
                (&mut self[i]).add(rest, c);
            }
            #[inline(always)]
            fn side_by_side(&mut self) -> Option<&mut [C]> {
                <&mut X>::of_numbers(&mut self[..])
            }
        }
    )* };
}
lent! {
    [] [X], Infallible;
    [const N: usize] [X; N], [X; N];
}
#[cfg(feature = "alloc")]
lent! {
    [] alloc::vec::Vec<X>, alloc::vec::Vec<X>;
}

/// Implements [`Shadow`] for a type that keeps nothing, at any level: in brackets what the implementation needs.
macro_rules! keeps_nothing {
    ($([$($generics:tt)*] $Level:ty, $Shadow:ty, $Place:ty;)*) => { $(
        impl<$($generics)*> $crate::Shadow<T, C, $Level> for $Shadow {
            type Part<'a>
                = $crate::Discard
            where
                Self: 'a;
            type Item<'a>
                = $crate::Discard
            where
                Self: 'a;
            type Shared<'a>
                = $crate::Discard
            where
                Self: 'a;
            type Place = $Place;
            #[inline(always)]
            fn again(&mut self) -> $crate::Discard {
                $crate::Discard
            }
            #[inline(always)]
            fn part(&mut self, _: ::core::ops::Range<usize>) -> $crate::Discard {
                $crate::Discard
            }
            #[inline(always)]
            fn item(&mut self, _: usize) -> $crate::Discard {
                $crate::Discard
            }
            #[inline(always)]
            fn shared(&mut self) -> $crate::Discard {
                $crate::Discard
            }
            #[inline(always)]
            fn add(&mut self, _: <$Level as $crate::Level>::Index, _: C) {}
        }
    )* };
}
keeps_nothing! {
    [T, C, L: Level] L, Discard, Discard;
}
pub(crate) use keeps_nothing;
