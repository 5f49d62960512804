//! [`Inactive`]: the entry of a structure's shadow for a field that carries no cotangent.
//!
//! A program that reads a field cannot tell from its tokens whether the field is differentiated; the type of the shadow's
//! field can. [`Inactive`] takes cotangents of any place in it and forgets them. Law: it has no size.

use crate::cells::Cells;
use crate::shadow::keeps_nothing;
use crate::{Cotangent, Level, Over};
use core::marker::PhantomData;
use core::ops::{Index, IndexMut};

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

// A field that is a number, or a whole array, without cotangents, and the elements of one, such as floats next to a real type.
keeps_nothing! {
    [T, C: Cotangent<T>, L: Level] L, &mut Inactive<C>, Inactive<C>;
    [T, C: Cotangent<T>, L: Level] Over<L>, Cells<'_, Inactive<C>>, Inactive<C>;
}
