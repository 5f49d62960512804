//! The operations common to every level of indices: how a shadow is borrowed, split, and shared by several readers.
//!
//! [`Shadow`](crate::Shadow), [`Grid`](crate::Grid) and [`Cube`](crate::Cube) differ in the contents of a row, not in
//! the access to rows. So each macro here writes that part of an implementation, whatever the level calls its parts;
//! addition is left to the level. Law: an empty range is an empty part, at any position.

/// Implements access for `&mut` of a container: its parts are slices of `$Element`, each seen as `$Seen`.
macro_rules! lent {
    ($Part:ident of $Element:ty, $Item:ident as $Seen:ty) => {
        type $Part<'a>
            = &'a mut [$Element]
        where
            Self: 'a;
        type $Item<'a>
            = &'a mut $Seen
        where
            Self: 'a;
        type Shared<'a>
            = $crate::shadow::Cells<'a, $Element>
        where
            Self: 'a;
        #[inline(always)]
        fn again(&mut self) -> Self::$Part<'_> {
            &mut self[..]
        }
        #[inline(always)]
        fn part(&mut self, range: ::core::ops::Range<usize>) -> Self::$Part<'_> {
            if range.start >= range.end { &mut [] } else { &mut self[range] }
        }
        #[inline(always)]
        fn item(&mut self, i: usize) -> Self::$Item<'_> {
            &mut self[i]
        }
        #[inline(always)]
        fn shared(&mut self) -> Self::Shared<'_> {
            $crate::shadow::Cells(::core::cell::Cell::from_mut(&mut self[..]).as_slice_of_cells())
        }
    };
}

/// Implements access for a shared view, which may be copied: the two closures return its parts and its items.
macro_rules! copied {
    (
        $Part:ident of $View:ident<$Element:ty>, $Item:ident of $One:ident<$Inner:ty>,
        |$whole:ident, $range:ident| $part:expr, |$same:ident, $i:ident| $item:expr
    ) => {
        type $Part<'a>
            = $View<'a, $Element>
        where
            Self: 'a;
        type $Item<'a>
            = $One<'a, $Inner>
        where
            Self: 'a;
        type Shared<'a>
            = $View<'a, $Element>
        where
            Self: 'a;
        #[inline(always)]
        fn again(&mut self) -> Self::$Part<'_> {
            *self
        }
        #[inline(always)]
        fn part(&mut self, $range: ::core::ops::Range<usize>) -> Self::$Part<'_> {
            let $whole = *self;
            $part
        }
        #[inline(always)]
        fn item(&mut self, $i: usize) -> Self::$Item<'_> {
            let $same = *self;
            $item
        }
        #[inline(always)]
        fn shared(&mut self) -> Self::Shared<'_> {
            *self
        }
    };
}

/// Implements access for [`Discard`](crate::Discard), all of whose parts are [`Discard`](crate::Discard) again.
macro_rules! discarded {
    ($Part:ident, $Item:ident) => {
        type $Part<'a> = $crate::shadow::Discard;
        type $Item<'a> = $crate::shadow::Discard;
        type Shared<'a> = $crate::shadow::Discard;
        #[inline(always)]
        fn again(&mut self) -> $crate::shadow::Discard {
            $crate::shadow::Discard
        }
        #[inline(always)]
        fn part(&mut self, _: ::core::ops::Range<usize>) -> $crate::shadow::Discard {
            $crate::shadow::Discard
        }
        #[inline(always)]
        fn item(&mut self, _: usize) -> $crate::shadow::Discard {
            $crate::shadow::Discard
        }
        #[inline(always)]
        fn shared(&mut self) -> $crate::shadow::Discard {
            $crate::shadow::Discard
        }
    };
}

/// Views are `Copy` for any element, which `derive` would not allow.
macro_rules! views {
    ($($View:ident: $text:literal, $($field:tt $(.$of:ident())?),+;)*) => { $(
        impl<X> Clone for $View<'_, X> {
            fn clone(&self) -> Self {
                *self
            }
        }
        impl<X> Copy for $View<'_, X> {}
        impl<X> ::core::fmt::Debug for $View<'_, X> {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                write!(f, $text, $(self.$field $(.$of())?),+)
            }
        }
    )* };
}

pub(crate) use {copied, discarded, lent, views};
