//! Compares a structure with another one, also in fields that the program does not name.
//!
//! A macro sees the name of a structure but not its fields, and often not even the type of a local. rustc knows the
//! type: `#[derive(Differentiable)]` implements [`Known`] for it, and containers of such structures and of numbers
//! are compared part by part. Law: values that cannot be compared count as equal.

use crate::known::{Fields, Known, Rounded, is_known};
use core::marker::PhantomData;
use retrograde_rules::Real;

/// A value in a program of the real type `T`.
#[derive(Debug)]
pub struct Whole<'a, V: ?Sized, T>(&'a V, PhantomData<T>);

impl<'a, V: ?Sized, T> Whole<'a, V, T> {
    /// Wraps a value.
    pub fn new(value: &'a V) -> Self {
        Whole(value, PhantomData)
    }
}

/// A value that can be compared.
pub trait Comparable<V: ?Sized, T, I> {
    /// True if it has this value.
    fn is_at(&self, known: &V) -> bool;
}

impl<V: Parts<T, I> + ?Sized, T, I> Comparable<V, T, I> for &Whole<'_, V, T> {
    fn is_at(&self, known: &V) -> bool {
        self.0.at_values(known)
    }
}

/// A value that cannot be compared.
pub trait Incomparable<V: ?Sized> {
    /// Always true.
    fn is_at(&self, known: &V) -> bool;
}

impl<V: ?Sized, T> Incomparable<V> for Whole<'_, V, T> {
    fn is_at(&self, _: &V) -> bool {
        true
    }
}

/// Marks a number of the real type.
#[derive(Debug)]
pub struct Here;
/// Marks a container of items.
#[derive(Debug)]
pub struct Inside<I>(PhantomData<I>);
/// Marks a type that implements the comparison itself.
#[derive(Debug)]
pub struct Itself;

/// Numbers of the real type `T` and structures, or containers of them. `I` is their position, which rustc infers.
pub trait Parts<T, I> {
    /// True if all of them have these values.
    fn at_values(&self, known: &Self) -> bool;
}

impl<T: Real> Parts<T, Here> for T {
    fn at_values(&self, known: &T) -> bool {
        is_known::<Rounded, T>(self, known)
    }
}

impl<T, V: Known<Fields>> Parts<T, Itself> for V {
    fn at_values(&self, known: &V) -> bool {
        self.is_known(known)
    }
}

impl<T, I, A: Parts<T, I>> Parts<T, Inside<I>> for [A] {
    fn at_values(&self, known: &[A]) -> bool {
        self.len() == known.len() && self.iter().zip(known).all(|(found, known)| found.at_values(known))
    }
}

impl<T, I, A: Parts<T, I>, const N: usize> Parts<T, Inside<I>> for [A; N] {
    fn at_values(&self, known: &[A; N]) -> bool {
        self.as_slice().at_values(known)
    }
}

#[cfg(feature = "alloc")]
impl<T, I, A: Parts<T, I>> Parts<T, Inside<I>> for alloc::vec::Vec<A> {
    fn at_values(&self, known: &Self) -> bool {
        self.as_slice().at_values(known)
    }
}

macro_rules! tuples {
    ($(($($V:ident $I:ident $i:tt),+))+) => { $(
        impl<T, $($I, $V: Parts<T, $I>),+> Parts<T, ($($I,)+)> for ($($V,)+) {
            fn at_values(&self, known: &Self) -> bool {
                $(self.$i.at_values(&known.$i))&&+
            }
        }
    )+ };
}
tuples! {
    (A I 0)
    (A I 0, B J 1)
    (A I 0, B J 1, D K 2)
    (A I 0, B J 1, D K 2, E L 3)
    (A I 0, B J 1, D K 2, E L 3, F M 4)
    (A I 0, B J 1, D K 2, E L 3, F M 4, G O 5)
}
