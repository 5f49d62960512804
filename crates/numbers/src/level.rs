//! Levels of indices: a number has none, and an array one more than its rows.
//!
//! One trait, [`Shadow`](crate::Shadow), has the level as a parameter. Law: a shadow has one implementation at each level, so an
//! array of cotangents may be a cotangent itself.

use core::marker::PhantomData;

/// A number of levels of indices.
pub trait Level {
    /// The place of a number: `()`, `i`, `(i, j)`, `(i, (j, k))` and so on.
    type Index: Copy;
    /// The level of a number in an array of such.
    type Under: Copy;
    /// The level of a row; a number has none, and stands for it itself.
    type Below: Level;
    /// Takes the outermost index off.
    fn split(at: Self::Under) -> (usize, Self::Index);
    /// Puts an index before others.
    fn join(i: usize, at: Self::Index) -> Self::Under;
}

/// A level with at least one index.
pub trait Rows: Level {}

/// The level of a number.
#[derive(Clone, Copy, Debug)]
pub struct Leaf;

/// The level of an array whose rows are of level `L`.
#[derive(Clone, Copy, Debug)]
pub struct Over<L>(PhantomData<L>);

impl Level for Leaf {
    type Index = ();
    type Under = usize;
    type Below = Leaf;
    #[inline(always)]
    fn split(at: usize) -> (usize, ()) {
        (at, ())
    }
    #[inline(always)]
    fn join(i: usize, (): ()) -> usize {
        i
    }
}

impl<L: Level> Level for Over<L> {
    type Index = L::Under;
    type Under = (usize, L::Under);
    type Below = L;
    #[inline(always)]
    fn split(at: Self::Under) -> Self::Under {
        at
    }
    #[inline(always)]
    fn join(i: usize, at: L::Under) -> Self::Under {
        (i, at)
    }
}

impl<L: Level> Rows for Over<L> {}
