//! The shadow of a structure: the same structure with a cotangent in place of each number.
//!
//! [`Differentiable`] gives the type of the shadow and makes one of the lengths of a value; `#[derive(Differentiable)]`
//! implements it. [`Collect`] is how a cotangent gets into a field, whether or not anything is kept there, [`Open`] and
//! [`OpenAll`] are how an adjoint takes the shadow of a structure from its caller. Law: the shape of a shadow depends on the
//! value alone, not on what the cotangents are.

use crate::{Cotangent, Discard, Inactive};
use core::borrow::BorrowMut;
use core::marker::PhantomData;
#[cfg(feature = "alloc")]
use {alloc::boxed::Box, alloc::string::String, alloc::vec::Vec};

/// A type with respect to which derivatives are taken: it has a shadow, which collects the cotangents of its numbers.
///
/// `#[derive(Differentiable)]` before `struct Camera<T>` defines `struct CameraShadow<C>` with the same fields, and a
/// `C` in place of each number; `#[differentiable(shadow = Name)]` changes its name. Numbers have the type of a type
/// parameter (unless that is bounded by `Differentiable`, and so a structure itself), or `f64` and `f32` if the
/// structure has no type parameter; if it has one, those are constants. Integers, strings and fields marked
/// `#[differentiable(skip)]` (numbers, arrays and vectors; a structure's fields are marked in itself) carry no
/// cotangent. Enums have no shadow.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no shadow: nothing tells where the cotangents of its numbers go",
    label = "this type is not `Differentiable`",
    note = "write `#[derive(Differentiable)]` before the struct `{Self}`",
    note = "where it carries no cotangent, mark the parameter `#[inactive]`, or the field `#[differentiable(skip)]`"
)]
pub trait Differentiable {
    /// This structure with a `C` in place of each number that carries a cotangent, and [`Inactive`] in place of
    /// everything else.
    type Shadow<C: Copy>: Clone;

    /// A shadow of the lengths of this value that holds `c` everywhere.
    fn shadow_of<C: Copy>(&self, c: C) -> Self::Shadow<C>;

    /// Adds one shadow to another, number by number, by `plus`. Elements that only one of them has are left out.
    fn absorb<C: Copy>(into: &mut Self::Shadow<C>, from: &Self::Shadow<C>, plus: &impl Fn(C, C) -> C);

    /// True if a shadow is of the lengths of this value.
    fn fits<C: Copy>(&self, shadow: &Self::Shadow<C>) -> bool {
        let _ = shadow;
        true
    }

    /// A shadow of the lengths of this value: zero cotangents.
    ///
    /// `C` is the number type itself for one cotangent, `[_; R]` for `R` rows of a Jacobian at once.
    fn shadow<C: Copy + Default>(&self) -> Self::Shadow<C> {
        self.shadow_of(C::default())
    }
}

/// Implements it for numbers: the shadow of a number is a cotangent.
macro_rules! numbers {
    ($($Number:ty $(, $T:ident)?;)*) => { $(
        impl$(<$T>)? Differentiable for $Number {
            type Shadow<C: Copy> = C;
            #[inline(always)]
            fn shadow_of<C: Copy>(&self, c: C) -> C {
                c
            }
            #[inline(always)]
            fn absorb<C: Copy>(into: &mut C, from: &C, plus: &impl Fn(C, C) -> C) {
                *into = plus(*into, *from);
            }
        }
    )* };
}
numbers! { f64; f32; crate::Dual<T>, T; }

impl<const FRAC: u32> Differentiable for crate::Fixed<FRAC> {
    type Shadow<C: Copy> = C;
    #[inline(always)]
    fn shadow_of<C: Copy>(&self, c: C) -> C {
        c
    }
    #[inline(always)]
    fn absorb<C: Copy>(into: &mut C, from: &C, plus: &impl Fn(C, C) -> C) {
        *into = plus(*into, *from);
    }
}

/// Implements it for what carries no cotangent.
macro_rules! discrete {
    ($($Discrete:ty $(, $T:ident)?;)*) => { $(
        impl$(<$T>)? Differentiable for $Discrete {
            type Shadow<C: Copy> = Inactive<C>;
            #[inline(always)]
            fn shadow_of<C: Copy>(&self, _: C) -> Inactive<C> {
                Inactive::new()
            }
            #[inline(always)]
            fn absorb<C: Copy>(_: &mut Inactive<C>, _: &Inactive<C>, _: &impl Fn(C, C) -> C) {}
        }
    )* };
}
discrete! { u8; u16; u32; u64; u128; usize; i8; i16; i32; i64; i128; isize; bool; char; (); PhantomData<T>, T; }
#[cfg(feature = "alloc")]
discrete! { String; }

impl<V: Differentiable, const N: usize> Differentiable for [V; N] {
    type Shadow<C: Copy> = [V::Shadow<C>; N];
    #[inline(always)]
    fn shadow_of<C: Copy>(&self, c: C) -> Self::Shadow<C> {
        core::array::from_fn(|i| self[i].shadow_of(c))
    }
    #[inline(always)]
    fn absorb<C: Copy>(into: &mut Self::Shadow<C>, from: &Self::Shadow<C>, plus: &impl Fn(C, C) -> C) {
        into.iter_mut().zip(from).for_each(|(into, from)| V::absorb(into, from, plus));
    }
    #[inline]
    fn fits<C: Copy>(&self, shadow: &Self::Shadow<C>) -> bool {
        self.iter().zip(shadow).all(|(value, shadow)| value.fits(shadow))
    }
}

impl<V: Differentiable> Differentiable for Option<V> {
    type Shadow<C: Copy> = Option<V::Shadow<C>>;
    #[inline(always)]
    fn shadow_of<C: Copy>(&self, c: C) -> Self::Shadow<C> {
        self.as_ref().map(|value| value.shadow_of(c))
    }
    #[inline(always)]
    fn absorb<C: Copy>(into: &mut Self::Shadow<C>, from: &Self::Shadow<C>, plus: &impl Fn(C, C) -> C) {
        into.iter_mut().zip(from).for_each(|(into, from)| V::absorb(into, from, plus));
    }
    #[inline]
    fn fits<C: Copy>(&self, shadow: &Self::Shadow<C>) -> bool {
        match (self, shadow) {
            (Some(value), Some(shadow)) => value.fits(shadow),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }
}

#[cfg(feature = "alloc")]
impl<V: Differentiable> Differentiable for Vec<V> {
    type Shadow<C: Copy> = Vec<V::Shadow<C>>;
    fn shadow_of<C: Copy>(&self, c: C) -> Self::Shadow<C> {
        self.iter().map(|value| value.shadow_of(c)).collect()
    }
    fn absorb<C: Copy>(into: &mut Self::Shadow<C>, from: &Self::Shadow<C>, plus: &impl Fn(C, C) -> C) {
        into.iter_mut().zip(from).for_each(|(into, from)| V::absorb(into, from, plus));
    }
    fn fits<C: Copy>(&self, shadow: &Self::Shadow<C>) -> bool {
        self.len() == shadow.len() && self.iter().zip(shadow).all(|(value, shadow)| value.fits(shadow))
    }
}

#[cfg(feature = "alloc")]
impl<V: Differentiable> Differentiable for Box<V> {
    type Shadow<C: Copy> = Box<V::Shadow<C>>;
    fn shadow_of<C: Copy>(&self, c: C) -> Self::Shadow<C> {
        Box::new((**self).shadow_of(c))
    }
    fn absorb<C: Copy>(into: &mut Self::Shadow<C>, from: &Self::Shadow<C>, plus: &impl Fn(C, C) -> C) {
        V::absorb(into, from, plus);
    }
    fn fits<C: Copy>(&self, shadow: &Self::Shadow<C>) -> bool {
        (**self).fits(shadow)
    }
}

macro_rules! tuples {
    ($(($($V:ident $i:tt),+);)*) => { $(
        impl<$($V: Differentiable),+> Differentiable for ($($V,)+) {
            type Shadow<C: Copy> = ($($V::Shadow<C>,)+);
            #[inline(always)]
            fn shadow_of<C: Copy>(&self, c: C) -> Self::Shadow<C> {
                ($(self.$i.shadow_of(c),)+)
            }
            #[inline(always)]
            fn absorb<C: Copy>(into: &mut Self::Shadow<C>, from: &Self::Shadow<C>, plus: &impl Fn(C, C) -> C) {
                $($V::absorb(&mut into.$i, &from.$i, plus);)+
            }
            #[inline]
            fn fits<C: Copy>(&self, shadow: &Self::Shadow<C>) -> bool {
                $(self.$i.fits(&shadow.$i))&&+
            }
        }
    )* };
}
tuples! {
    (V0 0);
    (V0 0, V1 1);
    (V0 0, V1 1, V2 2);
    (V0 0, V1 1, V2 2, V3 3);
    (V0 0, V1 1, V2 2, V3 3, V4 4);
    (V0 0, V1 1, V2 2, V3 3, V4 4, V5 5);
}

/// A field of a shadow: cotangents of `T` are added to it, or nothing is kept there.
pub trait Collect<T, C> {
    /// Adds a cotangent.
    fn accumulate(&mut self, c: C);
}

impl<T, C: Cotangent<T>> Collect<T, C> for C {
    #[inline(always)]
    fn accumulate(&mut self, c: C) {
        *self = self.plus(c);
    }
}

impl<T, C: Cotangent<T>> Collect<T, C> for Inactive<C> {
    #[inline(always)]
    fn accumulate(&mut self, _: C) {}
}

/// An argument for the shadow of a structure: the shadow itself, or [`Discard`], for which the callee makes
/// one of its own and forgets it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a shadow of the structure that this argument is",
    label = "the cotangents of this argument go into `{B}`",
    note = "hand over `&mut bar`, where `bar` was made by `value.shadow()`",
    note = "a type with another name that is defined in a module or another file, `type Matrix = Vec<Vec<f64>>;`, is written out, or its definition is marked `#[differentiable]`"
)]
pub trait Open<B> {
    /// The value that is held during the call.
    type Opened: BorrowMut<B>;
    /// The shadow; `zero` makes one where the caller has no use for it.
    fn open(self, zero: impl FnOnce() -> B) -> Self::Opened;
}

impl<'a, B> Open<B> for &'a mut B {
    type Opened = &'a mut B;
    #[inline(always)]
    fn open(self, _: impl FnOnce() -> B) -> &'a mut B {
        self
    }
}

/// The cotangents of what is in a box.
#[cfg(feature = "alloc")]
impl<'a, B> Open<B> for &'a mut Box<B> {
    type Opened = &'a mut B;
    #[inline(always)]
    fn open(self, _: impl FnOnce() -> B) -> &'a mut B {
        self
    }
}

/// The cotangents of an array whose callee knows it under another name.
impl<'a, B, const N: usize> Open<[B; N]> for &'a mut [B] {
    type Opened = &'a mut [B; N];
    #[inline(always)]
    fn open(self, _: impl FnOnce() -> [B; N]) -> &'a mut [B; N] {
        self.try_into().expect("the cotangents of an array have its length")
    }
}

impl<B> Open<B> for Discard {
    type Opened = B;
    #[inline(always)]
    fn open(self, zero: impl FnOnce() -> B) -> B {
        zero()
    }
}

/// Likewise for a slice of structures.
#[cfg(feature = "alloc")]
pub trait OpenAll<B> {
    /// The value that is held during the call.
    type Opened: BorrowMut<[B]>;
    /// The shadows; `zeros` makes them where the caller has no use for them.
    fn open_all(self, zeros: impl FnOnce() -> Vec<B>) -> Self::Opened;
}

#[cfg(feature = "alloc")]
impl<'a, B> OpenAll<B> for &'a mut [B] {
    type Opened = &'a mut [B];
    #[inline(always)]
    fn open_all(self, _: impl FnOnce() -> Vec<B>) -> &'a mut [B] {
        self
    }
}

#[cfg(feature = "alloc")]
impl<'a, B> OpenAll<B> for &'a mut Vec<B> {
    type Opened = &'a mut [B];
    #[inline(always)]
    fn open_all(self, _: impl FnOnce() -> Vec<B>) -> &'a mut [B] {
        self
    }
}

#[cfg(feature = "alloc")]
impl<'a, B, const N: usize> OpenAll<B> for &'a mut [B; N] {
    type Opened = &'a mut [B];
    #[inline(always)]
    fn open_all(self, _: impl FnOnce() -> Vec<B>) -> &'a mut [B] {
        self
    }
}

#[cfg(feature = "alloc")]
impl<B> OpenAll<B> for Discard {
    type Opened = Vec<B>;
    #[inline(always)]
    fn open_all(self, zeros: impl FnOnce() -> Vec<B>) -> Vec<B> {
        zeros()
    }
}
