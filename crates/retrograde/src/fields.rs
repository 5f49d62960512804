//! What is computed without partials loses nothing of: what keeps no cotangent.
//!
//! Whether a field carries a cotangent tells its structure's shadow, and the compiler sees neither. So where the value of a
//! field goes through a cast or host code into a real, `mesh.n as f64`, emitted code asks rustc. A parameter of the host's floats
//! asks the same of whoever calls. Law: whatever has a place for a cotangent is refused.

use retrograde_numbers::{Differentiable, Discard, Inactive, Nowhere};

/// The shadow of a field of type `V` that keeps no cotangent.
#[diagnostic::on_unimplemented(
    message = "the cotangent of a field of type `{V}` would be lost",
    label = "this field carries a cotangent, and what is made of it here has no partials",
    note = "a field of the function's own real type is used without a cast",
    note = "where the value alone is meant, say so before: `#[inactive] let w = &s.w;`"
)]
pub trait NoneKept<V: ?Sized> {}

impl<V: ?Sized, C> NoneKept<V> for Inactive<C> {}
// Where a type parameter stands for an integer, there is a place for a cotangent, and it stays zero.
impl<V: Discrete> NoneKept<V> for f64 {}
impl<V: ?Sized, K: NoneKept<V>, const N: usize> NoneKept<V> for [K; N] {}
impl<V: ?Sized, K: NoneKept<V>> NoneKept<V> for [K] {}
#[cfg(feature = "alloc")]
impl<V: ?Sized, K: NoneKept<V>> NoneKept<V> for alloc::vec::Vec<K> {}

/// An integer, or an answer.
#[diagnostic::on_unimplemented(
    message = "the cotangent of a field of type `{Self}` would be lost",
    label = "this field carries a cotangent, and what is made of it here has no partials",
    note = "a field of the function's own real type is used without a cast",
    note = "where the value alone is meant, say so before: `#[inactive] let w = &s.w;`"
)]
pub trait Discrete {}

macro_rules! discrete {
    ($($Exact:ty)*) => { $(impl Discrete for $Exact {})* };
}
discrete! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize bool char }

/// A shadow that is lent to what takes a float for exact.
#[diagnostic::on_unimplemented(
    message = "the cotangent of an argument would be lost: the function that is called takes this float for exact",
    label = "this function is generic over its real type, and takes a float of the host's beside it",
    note = "give the parameter the function's real type, or mark it `#[inactive]` if its derivative is not wanted",
    note = "where the value alone is handed over, say so before: `#[inactive] let w = …;`"
)]
pub trait NoneAsked {}

impl NoneAsked for Discard {}
impl<C> NoneAsked for Nowhere<C> {}
impl<K: NoneKept<f64> + ?Sized> NoneAsked for &mut K {}

/// A structure that is looked at.
#[derive(Debug)]
pub struct Fields<'a, S: ?Sized>(core::marker::PhantomData<&'a S>);

impl<'a, S: ?Sized> Fields<'a, S> {
    /// Looks at a structure.
    #[inline(always)]
    pub const fn of(_: &'a S) -> Self {
        Fields(core::marker::PhantomData)
    }
}

/// Of a structure behind a reference, the shadow tells.
pub trait Behind<S: Differentiable> {
    /// The way to a field keeps no cotangent.
    fn none_kept<V: ?Sized, K: NoneKept<V> + ?Sized>(&self, _: &V, _: impl FnOnce(&S::Shadow<f64>) -> &K) {}
}
impl<S: Differentiable> Behind<S> for &&Fields<'_, &S> {}

/// Of a structure with a shadow, the shadow tells.
pub trait Shadowed<S: Differentiable> {
    /// The way to a field keeps no cotangent.
    fn none_kept<V: ?Sized, K: NoneKept<V> + ?Sized>(&self, _: &V, _: impl FnOnce(&S::Shadow<f64>) -> &K) {}
}
impl<S: Differentiable> Shadowed<S> for &Fields<'_, S> {}

/// A structure without a shadow keeps no cotangent anywhere.
pub trait Plain<S: ?Sized> {
    /// Nothing is asked.
    fn none_kept<V: ?Sized, K: ?Sized>(&self, _: &V, _: impl FnOnce(&S) -> &K) {}
}
impl<S: ?Sized> Plain<S> for Fields<'_, S> {}
