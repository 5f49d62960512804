//! Shadows of what a program hands on without knowing what it is.
//!
//! A field that a function only passes to another one may be a number, an array or a structure; its type tells rustc, not the
//! macro. Where it is handed over twice in one call, the second reader gets a shadow of its own, [`Probe`] makes it, and adds
//! it to the right one afterwards. Each trait here holds for one kind of type, on as many references more as the one
//! after it, so that method lookup takes the first that fits. Law: the kinds agree on numbers, of which `f64` is of two.

use core::marker::PhantomData;
use retrograde_numbers::Differentiable;

/// A value in a program of the real type `T`.
#[derive(Debug)]
pub struct Probe<'a, V: ?Sized, T>(&'a V, PhantomData<T>);

impl<'a, V: ?Sized, T> Probe<'a, V, T> {
    /// Looks at a value.
    #[inline(always)]
    pub fn new(value: &'a V) -> Self {
        Probe(value, PhantomData)
    }
}

/// Structures know themselves.
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

/// Numbers of the real type.
pub trait Numbers {
    /// A cotangent.
    fn fresh<C: Copy>(&self, zero: C) -> C;
    /// Adds it to another.
    fn give<C: Copy>(&self, into: &mut C, from: &C, plus: &impl Fn(C, C) -> C);
}

impl<T> Numbers for &&&Probe<'_, T, T> {
    #[inline(always)]
    fn fresh<C: Copy>(&self, zero: C) -> C {
        zero
    }
    #[inline(always)]
    fn give<C: Copy>(&self, into: &mut C, from: &C, plus: &impl Fn(C, C) -> C) {
        *into = plus(*into, *from);
    }
}

fn add<C: Copy>(into: &mut [C], from: &[C], plus: &impl Fn(C, C) -> C) {
    into.iter_mut().zip(from).for_each(|(into, from)| *into = plus(*into, *from));
}

/// Arrays of numbers.
pub trait Arrays<const N: usize> {
    /// As many cotangents.
    fn fresh<C: Copy>(&self, zero: C) -> [C; N];
    /// Adds them to others.
    fn give<C: Copy>(&self, into: &mut [C; N], from: &[C; N], plus: &impl Fn(C, C) -> C);
}

impl<T, const N: usize> Arrays<N> for &&Probe<'_, [T; N], T> {
    #[inline(always)]
    fn fresh<C: Copy>(&self, zero: C) -> [C; N] {
        [zero; N]
    }
    #[inline(always)]
    fn give<C: Copy>(&self, into: &mut [C; N], from: &[C; N], plus: &impl Fn(C, C) -> C) {
        add(into, from, plus);
    }
}

/// Slices of structures.
#[cfg(feature = "alloc")]
pub trait Slices<V: Differentiable> {
    /// As many shadows.
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

/// Slices and vectors of numbers.
#[cfg(feature = "alloc")]
pub trait Vectors {
    /// As many cotangents.
    fn fresh<C: Copy>(&self, zero: C) -> alloc::vec::Vec<C>;
    /// Adds them to others.
    fn give<C: Copy>(&self, into: &mut [C], from: &[C], plus: &impl Fn(C, C) -> C);
}

#[cfg(feature = "alloc")]
impl<T> Vectors for Probe<'_, [T], T> {
    fn fresh<C: Copy>(&self, zero: C) -> alloc::vec::Vec<C> {
        alloc::vec![zero; self.0.len()]
    }
    fn give<C: Copy>(&self, into: &mut [C], from: &[C], plus: &impl Fn(C, C) -> C) {
        add(into, from, plus);
    }
}

#[cfg(feature = "alloc")]
impl<T> Vectors for Probe<'_, alloc::vec::Vec<T>, T> {
    fn fresh<C: Copy>(&self, zero: C) -> alloc::vec::Vec<C> {
        alloc::vec![zero; self.0.len()]
    }
    fn give<C: Copy>(&self, into: &mut [C], from: &[C], plus: &impl Fn(C, C) -> C) {
        add(into, from, plus);
    }
}

/// Without the heap, slices have no shadows of their own.
#[cfg(not(feature = "alloc"))]
pub trait Slices {}
/// Without the heap, slices have no shadows of their own.
#[cfg(not(feature = "alloc"))]
pub trait Vectors {}
