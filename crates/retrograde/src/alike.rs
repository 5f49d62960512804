//! Shadows of arrays whose type only rustc knows: what a call returns says itself whether it is an array or a vector.
//!
//! Law: the shadow has as many elements as the primal, all of them zero.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

/// Arrays of numbers, indexed `DEPTH` times, that know arrays of cotangents like them.
pub trait ZerosLike<C, const DEPTH: usize> {
    /// Arrays of the same shape.
    type Zeros;
    /// An array of the same shape, full of `zero`.
    fn zeros_like(&self, zero: C) -> Self::Zeros;
}

impl<T, C: Copy, const N: usize> ZerosLike<C, 1> for [T; N] {
    type Zeros = [C; N];
    #[inline]
    fn zeros_like(&self, zero: C) -> [C; N] {
        [zero; N]
    }
}

#[cfg(feature = "alloc")]
impl<T, C: Copy> ZerosLike<C, 1> for Vec<T> {
    type Zeros = Vec<C>;
    #[inline]
    fn zeros_like(&self, zero: C) -> Vec<C> {
        alloc::vec![zero; self.len()]
    }
}

/// What is indexed so often is made of what is indexed once less.
macro_rules! deeper {
    ($($depth:literal of $less:literal),*) => { $(
        impl<A: ZerosLike<C, $less>, C: Copy, const N: usize> ZerosLike<C, $depth> for [A; N] {
            type Zeros = [A::Zeros; N];
            #[inline]
            fn zeros_like(&self, zero: C) -> [A::Zeros; N] {
                core::array::from_fn(|i| self[i].zeros_like(zero))
            }
        }
        #[cfg(feature = "alloc")]
        impl<A: ZerosLike<C, $less>, C: Copy> ZerosLike<C, $depth> for Vec<A> {
            type Zeros = Vec<A::Zeros>;
            #[inline]
            fn zeros_like(&self, zero: C) -> Vec<A::Zeros> {
                self.iter().map(|item| item.zeros_like(zero)).collect()
            }
        }
    )* };
}
deeper!(2 of 1, 3 of 2, 4 of 3);
