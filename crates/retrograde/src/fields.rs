//! What is computed without partials loses nothing of: what keeps no cotangent.
//!
//! Whether a field carries a cotangent tells its structure's shadow, and the compiler sees neither. So where the value of a
//! field goes through a cast or host code into a real, `mesh.n as f64`, emitted code asks rustc. A parameter of the host's floats
//! asks the same of whoever calls. Law: whatever has a place for a cotangent is refused.
//!
//! Nor does the compiler see whether a number in a field is of the real type of a generic function, `pendulum.length`, or a float of
//! the host's beside it, `pendulum.gravity`. Where it is read, [`number()`] makes it a number of the function's. Its cotangent goes
//! where the shadow of its structure has a place for one, so nothing is lost.

use retrograde_numbers::{Cotangent, Differentiable, Discard, Inactive, Nowhere};
use retrograde_rules::Real;

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

/// The number type `R`, by whichever name.
#[diagnostic::on_unimplemented(
    message = "`{Self}` stands where a number of type `{R}` is needed",
    label = "values of this type stand beside reals, and so it is taken for another name of `{R}`",
    note = "of a structure a field is read, such as `camera.focal`; a whole number is cast, such as `n as {R}`"
)]
pub trait Is<R> {}
impl<R> Is<R> for R {}

/// Compiles if a name is that of a number type.
#[inline(always)]
pub const fn is<A: Is<R>, R>() {}

/// Compiles if a name is that of a type of reals.
#[inline(always)]
pub const fn is_real<A: Real>() {}

/// A field of the real type `T` itself.
#[derive(Debug)]
pub struct Itself;
/// A field that is a float of the host's, beside a parameter `T`.
#[derive(Debug)]
pub struct Beside;

/// What a function that is generic over its real type `T` may compute with. `K` tells whose number it is, and rustc infers it: for a
/// parameter `T` it is one of them alone.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` stands where a number is needed",
    label = "what a field is follows from how it is used, and this one is used as a number",
    note = "a whole number is cast where it stands beside reals: `s.n as T`",
    note = "of a field that is an array or a structure, an element or a field is read"
)]
pub trait IsNumber<T, K> {
    /// As a number of the real type.
    fn number(&self) -> T;
}

impl<T: Copy> IsNumber<T, Itself> for T {
    #[inline(always)]
    fn number(&self) -> T {
        *self
    }
}

impl<T: Real> IsNumber<T, Beside> for f64 {
    #[inline(always)]
    fn number(&self) -> T {
        T::constant(*self)
    }
}

impl<T: Real> IsNumber<T, Beside> for f32 {
    #[inline(always)]
    fn number(&self) -> T {
        T::constant(f64::from(*self))
    }
}

/// The number in a field, in a function that is generic over its real type.
#[inline(always)]
pub fn number<T, K, V: IsNumber<T, K>>(field: &V) -> T {
    field.number()
}

/// A number in a field that is handed to whoever asks for one: of its type, or of the function's real type.
#[derive(Debug)]
pub struct Number<'a, V>(&'a V);

impl<'a, V> Number<'a, V> {
    /// Looks at a number.
    #[inline(always)]
    pub const fn of(field: &'a V) -> Self {
        Number(field)
    }
}

/// A float of the host's is of whichever type is asked for.
pub trait OfHost {
    /// As a number of that type.
    fn asked<U: Real>(&self) -> U;
}
impl OfHost for Number<'_, f64> {
    #[inline(always)]
    fn asked<U: Real>(&self) -> U {
        U::constant(*self.0)
    }
}
impl OfHost for Number<'_, f32> {
    #[inline(always)]
    fn asked<U: Real>(&self) -> U {
        U::constant(f64::from(*self.0))
    }
}

/// All else is what it is.
pub trait OfReals<V> {
    /// Itself.
    fn asked(&self) -> V;
}
impl<V: Clone> OfReals<V> for &Number<'_, V> {
    #[inline(always)]
    fn asked(&self) -> V {
        self.0.clone()
    }
}

/// The cotangent of a field of a structure that is copied to another, of the cotangent type `C`: zero where none is kept.
pub trait Held<T, C> {
    /// As a cotangent.
    fn held(self) -> C;
}

impl<T, C: Cotangent<T>> Held<T, C> for C {
    #[inline(always)]
    fn held(self) -> C {
        self
    }
}

impl<T, C: Cotangent<T>> Held<T, C> for Inactive<C> {
    #[inline(always)]
    fn held(self) -> C {
        C::zero()
    }
}

/// The shadow of a field, where the cotangents of what is read go.
#[derive(Debug)]
pub struct Goal<K>(core::marker::PhantomData<K>);

impl<K> Goal<K> {
    /// Looks at a shadow.
    #[inline(always)]
    pub const fn of(_: &K) -> Self {
        Goal(core::marker::PhantomData)
    }
}

/// Nothing is kept.
pub trait KeepsNone {
    /// What has a shadow of this type: nothing.
    fn source<V>(&self, value: &V) -> &'static ();
}
impl<C> KeepsNone for Goal<Inactive<C>> {
    #[inline(always)]
    fn source<V>(&self, _: &V) -> &'static () {
        &()
    }
}

/// Cotangents are kept.
pub trait Keeps {
    /// What has a shadow of this type: the value itself.
    fn source<'v, V>(&self, value: &'v V) -> &'v V;
}
impl<K> Keeps for &Goal<K> {
    #[inline(always)]
    fn source<'v, V>(&self, value: &'v V) -> &'v V {
        value
    }
}

/// The cotangent in the field of a shadow.
#[inline(always)]
pub fn cotangent<T, C, K: Held<T, C>>(field: K) -> C {
    field.held()
}

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
