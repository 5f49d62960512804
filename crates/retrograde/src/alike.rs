//! Shadows of arrays whose type only rustc knows: what a call returns says itself whether it is an array or a vector.
//!
//! Law: the shadow has as many elements as the primal, all of them zero.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::borrow::Borrow;

/// Arrays of numbers, indexed `DEPTH` times, that know arrays of cotangents like them.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not known to be an array of numbers that is indexed {DEPTH} times",
    label = "there is no storage for the cotangents of its elements",
    note = "a name may stand for arrays, slices and vectors of numbers"
)]
pub trait ZerosLike<C, const DEPTH: usize> {
    /// Arrays of the same shape.
    type Zeros: Borrow<Self::Lent>;
    /// The type behind a reference to them: of a slice, a slice.
    type Lent: ?Sized;
    /// An array of the same shape, full of `zero`.
    fn zeros_like(&self, zero: C) -> Self::Zeros;
    /// True if such an array has the same shape.
    fn is_like(&self, zeros: &Self::Lent) -> bool;
}

impl<T, C: Copy, const N: usize> ZerosLike<C, 1> for [T; N] {
    type Zeros = [C; N];
    type Lent = [C; N];
    #[inline]
    fn zeros_like(&self, zero: C) -> [C; N] {
        [zero; N]
    }
    #[inline]
    fn is_like(&self, _: &[C; N]) -> bool {
        true
    }
}

#[cfg(feature = "alloc")]
impl<T, C: Copy> ZerosLike<C, 1> for Vec<T> {
    type Zeros = Vec<C>;
    type Lent = Vec<C>;
    #[inline]
    fn zeros_like(&self, zero: C) -> Vec<C> {
        alloc::vec![zero; self.len()]
    }
    #[inline]
    fn is_like(&self, zeros: &Vec<C>) -> bool {
        self.len() == zeros.len()
    }
}

#[cfg(feature = "alloc")]
impl<T, C: Copy> ZerosLike<C, 1> for [T] {
    type Zeros = Vec<C>;
    type Lent = [C];
    #[inline]
    fn zeros_like(&self, zero: C) -> Vec<C> {
        alloc::vec![zero; self.len()]
    }
    #[inline]
    fn is_like(&self, zeros: &[C]) -> bool {
        self.len() == zeros.len()
    }
}

/// Arrays that are copied: an array remains one, and what only lends its elements becomes a vector.
#[cfg(feature = "alloc")]
pub trait Owned {
    /// The owned type.
    type Copy;
    /// Copies of all elements.
    fn owned(&self) -> Self::Copy;
}

#[cfg(feature = "alloc")]
impl<E: Clone> Owned for [E] {
    type Copy = Vec<E>;
    fn owned(&self) -> Vec<E> {
        self.to_vec()
    }
}

#[cfg(feature = "alloc")]
impl<E: Clone> Owned for Vec<E> {
    type Copy = Vec<E>;
    fn owned(&self) -> Vec<E> {
        self.clone()
    }
}

#[cfg(feature = "alloc")]
impl<E: Clone, const N: usize> Owned for [E; N] {
    type Copy = [E; N];
    #[inline]
    fn owned(&self) -> [E; N] {
        self.clone()
    }
}

#[cfg(feature = "alloc")]
impl<A: Owned + ?Sized> Owned for &A {
    type Copy = A::Copy;
    #[inline]
    fn owned(&self) -> A::Copy {
        (**self).owned()
    }
}

#[cfg(feature = "alloc")]
impl<A: Owned + ?Sized> Owned for &mut A {
    type Copy = A::Copy;
    #[inline]
    fn owned(&self) -> A::Copy {
        (**self).owned()
    }
}

/// An array that is indexed `DEPTH` times contains arrays that are indexed once less.
macro_rules! deeper {
    ($($depth:literal of $less:literal),*) => { $(
        impl<A: ZerosLike<C, $less>, C: Copy, const N: usize> ZerosLike<C, $depth> for [A; N] {
            type Zeros = [A::Zeros; N];
            type Lent = [A::Zeros; N];
            #[inline]
            fn zeros_like(&self, zero: C) -> [A::Zeros; N] {
                core::array::from_fn(|i| self[i].zeros_like(zero))
            }
            #[inline]
            fn is_like(&self, zeros: &[A::Zeros; N]) -> bool {
                self.iter().zip(zeros).all(|(item, zeros)| item.is_like(zeros.borrow()))
            }
        }
        #[cfg(feature = "alloc")]
        impl<A: ZerosLike<C, $less>, C: Copy> ZerosLike<C, $depth> for Vec<A> {
            type Zeros = Vec<A::Zeros>;
            type Lent = Vec<A::Zeros>;
            #[inline]
            fn zeros_like(&self, zero: C) -> Vec<A::Zeros> {
                self.iter().map(|item| item.zeros_like(zero)).collect()
            }
            #[inline]
            fn is_like(&self, zeros: &Vec<A::Zeros>) -> bool {
                self.len() == zeros.len() && self.iter().zip(zeros).all(|(item, zeros)| item.is_like(zeros.borrow()))
            }
        }
        #[cfg(feature = "alloc")]
        impl<A: ZerosLike<C, $less>, C: Copy> ZerosLike<C, $depth> for [A] {
            type Zeros = Vec<A::Zeros>;
            type Lent = [A::Zeros];
            #[inline]
            fn zeros_like(&self, zero: C) -> Vec<A::Zeros> {
                self.iter().map(|item| item.zeros_like(zero)).collect()
            }
            #[inline]
            fn is_like(&self, zeros: &[A::Zeros]) -> bool {
                self.len() == zeros.len() && self.iter().zip(zeros).all(|(item, zeros)| item.is_like(zeros.borrow()))
            }
        }
    )* };
}
deeper!(2 of 1, 3 of 2, 4 of 3);
