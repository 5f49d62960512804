//! Shadows of values that a program passes on without knowing their types.
//!
//! A field that a function only passes to another one may be a number, an array or a structure; rustc knows its type,
//! the macro does not. If it is passed twice in one call, the second parameter gets a shadow of its own, which
//! [`Probe`] makes and adds to the right one afterwards. Each trait here is implemented for one kind of type, with
//! one reference more than the one after it, so that method lookup takes the first that fits. Law: the traits agree
//! on types of two kinds, such as `f64`.

use core::marker::PhantomData;
use retrograde_numbers::Differentiable;

/// A value in a program of the real type `T`.
#[derive(Debug)]
pub struct Probe<'a, V: ?Sized, T>(&'a V, PhantomData<T>);

impl<'a, V: ?Sized, T> Probe<'a, V, T> {
    /// Wraps a value.
    #[inline(always)]
    pub fn new(value: &'a V) -> Self {
        Probe(value, PhantomData)
    }
}

/// A structure, whose shadow its type defines.
pub trait Structures<V: Differentiable> {
    /// A shadow of the value's shape.
    fn fresh<C: Copy>(&self, zero: C) -> V::Shadow<C>;
    /// Adds such a shadow to another.
    fn give<C: Copy>(&self, into: &mut V::Shadow<C>, from: &V::Shadow<C>, plus: &impl Fn(C, C) -> C);
}

impl<V: Differentiable, T> Structures<V> for &&&&Probe<'_, V, T> {
    #[inline(always)]
    fn fresh<C: Copy>(&self, zero: C) -> V::Shadow<C> {
        self.0.shadow_of(zero)
    }
    #[inline(always)]
    fn give<C: Copy>(&self, into: &mut V::Shadow<C>, from: &V::Shadow<C>, plus: &impl Fn(C, C) -> C) {
        V::absorb(into, from, plus);
    }
}

/// Marks a number of the real type.
#[derive(Debug)]
pub struct Here;
/// Marks a container of items.
#[derive(Debug)]
pub struct Inside<I>(PhantomData<I>);
/// Marks a type that defines its shadow itself.
#[derive(Debug)]
pub struct Known;

/// Numbers of the real type `T`, which may be a type parameter, or a container of such numbers. `I` is the position
/// of the numbers, which rustc infers.
pub trait Leaves<T, I> {
    /// A container of the same shape for cotangents.
    type Shadow<C: Copy>;
    /// A shadow of the value's shape.
    fn shadow<C: Copy>(&self, zero: C) -> Self::Shadow<C>;
    /// Adds such a shadow to another.
    fn add<C: Copy>(into: &mut Self::Shadow<C>, from: &Self::Shadow<C>, plus: &impl Fn(C, C) -> C);
}

impl<T> Leaves<T, Here> for T {
    type Shadow<C: Copy> = C;
    #[inline(always)]
    fn shadow<C: Copy>(&self, zero: C) -> C {
        zero
    }
    #[inline(always)]
    fn add<C: Copy>(into: &mut C, from: &C, plus: &impl Fn(C, C) -> C) {
        *into = plus(*into, *from);
    }
}

impl<T, V: Differentiable> Leaves<T, Known> for V {
    type Shadow<C: Copy> = V::Shadow<C>;
    #[inline(always)]
    fn shadow<C: Copy>(&self, zero: C) -> V::Shadow<C> {
        self.shadow_of(zero)
    }
    #[inline(always)]
    fn add<C: Copy>(into: &mut V::Shadow<C>, from: &V::Shadow<C>, plus: &impl Fn(C, C) -> C) {
        V::absorb(into, from, plus);
    }
}

impl<T, I, A: Leaves<T, I>, const N: usize> Leaves<T, Inside<I>> for [A; N] {
    type Shadow<C: Copy> = [A::Shadow<C>; N];
    #[inline(always)]
    fn shadow<C: Copy>(&self, zero: C) -> Self::Shadow<C> {
        core::array::from_fn(|i| self[i].shadow(zero))
    }
    #[inline(always)]
    fn add<C: Copy>(into: &mut Self::Shadow<C>, from: &Self::Shadow<C>, plus: &impl Fn(C, C) -> C) {
        into.iter_mut().zip(from).for_each(|(into, from)| A::add(into, from, plus));
    }
}

#[cfg(feature = "alloc")]
impl<T, I, A: Leaves<T, I>> Leaves<T, Inside<I>> for alloc::vec::Vec<A> {
    type Shadow<C: Copy> = alloc::vec::Vec<A::Shadow<C>>;
    fn shadow<C: Copy>(&self, zero: C) -> Self::Shadow<C> {
        self.iter().map(|item| item.shadow(zero)).collect()
    }
    fn add<C: Copy>(into: &mut Self::Shadow<C>, from: &Self::Shadow<C>, plus: &impl Fn(C, C) -> C) {
        into.iter_mut().zip(from).for_each(|(into, from)| A::add(into, from, plus));
    }
}

macro_rules! tuples {
    ($(($($V:ident $I:ident $i:tt),+))+) => { $(
        impl<T, $($I, $V: Leaves<T, $I>),+> Leaves<T, ($($I,)+)> for ($($V,)+) {
            type Shadow<C: Copy> = ($($V::Shadow<C>,)+);
            #[inline(always)]
            fn shadow<C: Copy>(&self, zero: C) -> Self::Shadow<C> {
                ($(self.$i.shadow(zero),)+)
            }
            #[inline(always)]
            fn add<C: Copy>(into: &mut Self::Shadow<C>, from: &Self::Shadow<C>, plus: &impl Fn(C, C) -> C) {
                $($V::add(&mut into.$i, &from.$i, plus);)+
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

/// Numbers of the real type, and arrays, vectors and tuples of them.
pub trait Numbers<V: Leaves<T, I>, T, I> {
    /// Returns as many cotangents.
    fn fresh<C: Copy>(&self, zero: C) -> V::Shadow<C>;
    /// Adds them to others.
    fn give<C: Copy>(&self, into: &mut V::Shadow<C>, from: &V::Shadow<C>, plus: &impl Fn(C, C) -> C);
}

impl<V: Leaves<T, I>, T, I> Numbers<V, T, I> for &&&Probe<'_, V, T> {
    #[inline(always)]
    fn fresh<C: Copy>(&self, zero: C) -> V::Shadow<C> {
        self.0.shadow(zero)
    }
    #[inline(always)]
    fn give<C: Copy>(&self, into: &mut V::Shadow<C>, from: &V::Shadow<C>, plus: &impl Fn(C, C) -> C) {
        V::add(into, from, plus);
    }
}

/// Slices of structures.
#[cfg(feature = "alloc")]
pub trait Slices<V: Differentiable> {
    /// Returns as many shadows.
    fn fresh<C: Copy>(&self, zero: C) -> alloc::vec::Vec<V::Shadow<C>>;
    /// Adds them to others.
    fn give<C: Copy>(&self, into: &mut [V::Shadow<C>], from: &[V::Shadow<C>], plus: &impl Fn(C, C) -> C);
}

#[cfg(feature = "alloc")]
impl<V: Differentiable, T> Slices<V> for &Probe<'_, [V], T> {
    fn fresh<C: Copy>(&self, zero: C) -> alloc::vec::Vec<V::Shadow<C>> {
        self.0.iter().map(|value| value.shadow_of(zero)).collect()
    }
    fn give<C: Copy>(&self, into: &mut [V::Shadow<C>], from: &[V::Shadow<C>], plus: &impl Fn(C, C) -> C) {
        into.iter_mut().zip(from).for_each(|(into, from)| V::absorb(into, from, plus));
    }
}

/// Slices of numbers, and of arrays of them.
#[cfg(feature = "alloc")]
pub trait Vectors<A: Leaves<T, I>, T, I> {
    /// Returns as many cotangents.
    fn fresh<C: Copy>(&self, zero: C) -> alloc::vec::Vec<A::Shadow<C>>;
    /// Adds them to others.
    fn give<C: Copy>(&self, into: &mut [A::Shadow<C>], from: &[A::Shadow<C>], plus: &impl Fn(C, C) -> C);
}

#[cfg(feature = "alloc")]
impl<A: Leaves<T, I>, T, I> Vectors<A, T, I> for Probe<'_, [A], T> {
    fn fresh<C: Copy>(&self, zero: C) -> alloc::vec::Vec<A::Shadow<C>> {
        self.0.iter().map(|item| item.shadow(zero)).collect()
    }
    fn give<C: Copy>(&self, into: &mut [A::Shadow<C>], from: &[A::Shadow<C>], plus: &impl Fn(C, C) -> C) {
        into.iter_mut().zip(from).for_each(|(into, from)| A::add(into, from, plus));
    }
}

/// Without the heap, slices have no shadows of their own.
#[cfg(not(feature = "alloc"))]
pub trait Slices {}
/// Without the heap, slices have no shadows of their own.
#[cfg(not(feature = "alloc"))]
pub trait Vectors {}
