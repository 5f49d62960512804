//! [`Inactive`]: the entry of a structure's shadow for a field that carries no cotangent.
//!
//! A program that reads a field cannot tell from its tokens whether the field is differentiated; the type of the shadow's
//! field can. [`Inactive`] takes cotangents of any place in it and forgets them. Law: it has no size.

use crate::{Cotangent, Discard, Shadow, Slot};
use core::marker::PhantomData;
use core::ops::{Index, IndexMut, Range};

/// The shadow of a field that carries no cotangent: an integer, or one marked `#[differentiable(skip)]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inactive<C>(PhantomData<C>);

impl<C> Inactive<C> {
    /// Returns the only value.
    #[inline(always)]
    pub const fn new() -> Inactive<C> {
        Inactive(PhantomData)
    }
}

impl<C> Default for Inactive<C> {
    fn default() -> Inactive<C> {
        Inactive::new()
    }
}

// A field without cotangents may be an array: its elements have no cotangents either.
impl<I, C> Index<I> for Inactive<C> {
    type Output = Inactive<C>;
    #[inline(always)]
    fn index(&self, _: I) -> &Inactive<C> {
        self
    }
}
impl<I, C> IndexMut<I> for Inactive<C> {
    #[inline(always)]
    fn index_mut(&mut self, _: I) -> &mut Inactive<C> {
        self
    }
}

impl<T, C: Cotangent<T>> Slot<T, C> for &mut Inactive<C> {
    type Again<'a>
        = Discard
    where
        Self: 'a;
    #[inline(always)]
    fn again(&mut self) -> Discard {
        Discard
    }
    #[inline(always)]
    fn add(&mut self, _: C) {}
}

/// The shadow of a range of what carries no cotangent: of arrays alone, so that its methods have one meaning.
#[derive(Clone, Copy, Debug)]
pub struct Nowhere<C>(PhantomData<C>);

/// Implements shadows without cotangents for arrays of any elements.
macro_rules! keeps_nothing {
    ($([$($generics:tt)*] $Shadow:ty;)*) => { $(
        impl<T, C: Cotangent<T> $($generics)*> Shadow<T, C> for $Shadow {
            type Part<'a>
                = Nowhere<C>
            where
                Self: 'a;
            type Item<'a>
                = Discard
            where
                Self: 'a;
            type Shared<'a>
                = Nowhere<C>
            where
                Self: 'a;
            #[inline(always)]
            fn again(&mut self) -> Nowhere<C> {
                Nowhere(PhantomData)
            }
            #[inline(always)]
            fn part(&mut self, _: Range<usize>) -> Nowhere<C> {
                Nowhere(PhantomData)
            }
            #[inline(always)]
            fn item(&mut self, _: usize) -> Discard {
                Discard
            }
            #[inline(always)]
            fn shared(&mut self) -> Nowhere<C> {
                Nowhere(PhantomData)
            }
            #[inline(always)]
            fn add(&mut self, _: usize, _: C) {}
        }
    )* };
}
keeps_nothing! {
    [] Nowhere<C>;
    // A field that is a whole array without cotangents, and the elements of one, such as floats next to a real type.
    [] &mut Inactive<C>;
    [] &mut [Inactive<C>];
    [, const N: usize] &mut [Inactive<C>; N];
}
#[cfg(feature = "alloc")]
keeps_nothing! {
    [] &mut alloc::vec::Vec<Inactive<C>>;
}
