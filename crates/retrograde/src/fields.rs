//! Compile-time checks that no cotangent of a field is lost in an operation without partials.
//!
//! The shadow of a structure determines whether a field has a cotangent, and the compiler sees neither type. So if a
//! real is computed from a field by a cast or by ordinary Rust, `mesh.n as f64`, emitted code contains a check for
//! rustc. A parameter of type `f64` in a generic function requires the same check of its callers. Law: a field with a
//! cotangent is rejected.
//!
//! The compiler does not see either whether a number in a field has the real type of a generic function,
//! `pendulum.length`, or is an `f64`, `pendulum.gravity`. Where it is read, [`number()`] converts it to the
//! function's real type. Its cotangent is added to the shadow of its structure if that has one for the field, so
//! nothing is lost.

use retrograde_numbers::{Cotangent, Differentiable, Discard, Inactive};
use retrograde_rules::Real;

/// The shadow of a field of type `V` without a cotangent.
#[diagnostic::on_unimplemented(
    message = "the cotangent of a field of type `{V}` would be lost",
    label = "this field carries a cotangent, and what is made of it here has no partials",
    note = "a field of the function's own real type is used without a cast",
    note = "where the value alone is meant, say so before: `#[inactive] let w = &s.w;`"
)]
pub trait NoneKept<V: ?Sized> {}

impl<V: ?Sized, C> NoneKept<V> for Inactive<C> {}
// If a type parameter is an integer, its shadow has a cotangent that stays zero.
impl<V: Discrete> NoneKept<V> for f64 {}
impl<V: ?Sized, K: NoneKept<V>, const N: usize> NoneKept<V> for [K; N] {}
impl<V: ?Sized, K: NoneKept<V>> NoneKept<V> for [K] {}
#[cfg(feature = "alloc")]
impl<V: ?Sized, K: NoneKept<V>> NoneKept<V> for alloc::vec::Vec<K> {}

/// An integer or a boolean.
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

/// A shadow that is passed to a parameter without cotangent.
#[diagnostic::on_unimplemented(
    message = "the cotangent of an argument would be lost: the function that is called takes this float for exact",
    label = "this function is generic over its real type, and takes a constant float beside it",
    note = "give the parameter the function's real type, or mark it `#[inactive]` if its derivative is not wanted",
    note = "where the value alone is handed over, say so before: `#[inactive] let w = …;`"
)]
pub trait NoneAsked {}

impl NoneAsked for Discard {}
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

/// A type that may stand for `A`: itself. The compiler takes a name whose values are indexed for that of an array or a vector.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is taken for another name of `{A}`",
    label = "values of this type are indexed as those of an array",
    note = "write the type out where it is not: `Vec<f64>`"
)]
pub trait IsArray<A> {}
impl<A> IsArray<A> for A {}

/// Compiles if a name is that of an array.
#[inline(always)]
pub const fn is_array<N: IsArray<A>, A>() {}

/// An array or a vector, whose name tells neither.
pub trait Items {
    /// Each of its items.
    type Item;
}

/// An array, whose name does not tell its length.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is taken for another name of an array",
    label = "values of this type are indexed, and the function holds one",
    note = "of a vector, write the type out: `Vec<f64>`"
)]
pub trait Counted {
    /// The number of its items.
    const COUNT: usize;
}

impl<T, const N: usize> Items for [T; N] {
    type Item = T;
}
impl<T, const N: usize> Counted for [T; N] {
    const COUNT: usize = N;
}
#[cfg(feature = "alloc")]
impl<T> Items for alloc::vec::Vec<T> {
    type Item = T;
}

/// Compiles if a name is that of a type of reals.
#[inline(always)]
pub const fn is_real<A: Real>() {}

/// A field of the real type `T` itself.
#[derive(Debug)]
pub struct Itself;
/// A value that is cast to a number, as a method of a structure returns it: a whole number, which has no cotangent.
#[diagnostic::on_unimplemented(
    message = "a value of type `{Self}` is cast, and the cotangent of what it is computed of would be lost",
    label = "this is no whole number",
    note = "mark the function that computes it, and leave the cast out; or hold it constant: `#[inactive] let k = …;`"
)]
pub trait Counts: Copy {}

impl<N: crate::strided::Integer> Counts for N {}

/// Returns a whole number, and refuses any other.
#[inline(always)]
pub fn counted<N: Counts>(number: N) -> N {
    number
}

/// A field of type `f64` or `f32`, next to a parameter `T`.
#[derive(Debug)]
pub struct Beside;

/// A number with which a function that is generic over its real type `T` may compute. `K` says which type it has, and
/// rustc infers it: a type parameter `T` implements only one of the two.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` stands where a number is needed",
    label = "what a field is follows from how it is used, and this one is used as a number",
    note = "a whole number is cast where it stands beside reals: `s.n as T`",
    note = "of a field that is an array or a structure, an element or a field is read",
    note = "where the field is a structure with operators, its type is written once: `let at: &Vector3<T> = &body.at;`"
)]
pub trait IsNumber<T, K> {
    /// Returns it as a number of the real type.
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

/// Returns the number in a field, in a function that is generic over its real type.
#[inline(always)]
pub fn number<T, K, V: IsNumber<T, K>>(field: &V) -> T {
    field.number()
}

/// A number in a field whose type follows from the context: its own type, or the function's real type.
#[derive(Debug)]
pub struct Number<'a, V>(&'a V);

impl<'a, V> Number<'a, V> {
    /// Wraps a number.
    #[inline(always)]
    pub const fn of(field: &'a V) -> Self {
        Number(field)
    }
}

/// An `f64` or `f32`, which is converted to the type that the context expects.
pub trait OfHost {
    /// Returns it as a number of that type.
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

/// Any other value, which is unchanged.
pub trait OfReals<V> {
    /// Returns it.
    fn asked(&self) -> V;
}
impl<V: Clone> OfReals<V> for &Number<'_, V> {
    #[inline(always)]
    fn asked(&self) -> V {
        self.0.clone()
    }
}

/// The cotangent of a field of a structure that is copied to another, of the cotangent type `C`: zero if there is
/// none.
pub trait Held<T, C> {
    /// Returns it as a cotangent.
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

/// The shadow of a field, to which cotangents are added.
#[derive(Debug)]
pub struct Goal<K>(core::marker::PhantomData<K>);

impl<K> Goal<K> {
    /// Wraps the type of a shadow.
    #[inline(always)]
    pub const fn of(_: &K) -> Self {
        Goal(core::marker::PhantomData)
    }
}

/// A shadow without cotangents.
pub trait KeepsNone {
    /// Returns nothing.
    fn source<V>(&self, value: &V) -> &'static ();
}
impl<C> KeepsNone for Goal<Inactive<C>> {
    #[inline(always)]
    fn source<V>(&self, _: &V) -> &'static () {
        &()
    }
}

/// A shadow with cotangents.
pub trait Keeps {
    /// Returns the value whose shadow it is.
    fn source<'v, V>(&self, value: &'v V) -> &'v V;
}
impl<K> Keeps for &Goal<K> {
    #[inline(always)]
    fn source<'v, V>(&self, value: &'v V) -> &'v V {
        value
    }
}

/// Returns the cotangent in the field of a shadow.
#[inline(always)]
pub fn cotangent<T, C, K: Held<T, C>>(field: K) -> C {
    field.held()
}

/// A structure whose fields are checked.
#[derive(Debug)]
pub struct Fields<'a, S: ?Sized>(core::marker::PhantomData<&'a S>);

impl<'a, S: ?Sized> Fields<'a, S> {
    /// Wraps the type of a structure.
    #[inline(always)]
    pub const fn of(_: &'a S) -> Self {
        Fields(core::marker::PhantomData)
    }
}

/// A structure behind a reference: its shadow determines which fields have cotangents.
pub trait Behind<S: Differentiable> {
    /// Checks that the field at the end of a path has no cotangent.
    fn none_kept<V: ?Sized, K: NoneKept<V> + ?Sized>(&self, _: &V, _: impl FnOnce(&S::Shadow<f64>) -> &K) {}
}
impl<S: Differentiable> Behind<S> for &&Fields<'_, &S> {}

/// A structure with a shadow: the shadow determines which fields have cotangents.
pub trait Shadowed<S: Differentiable> {
    /// Checks that the field at the end of a path has no cotangent.
    fn none_kept<V: ?Sized, K: NoneKept<V> + ?Sized>(&self, _: &V, _: impl FnOnce(&S::Shadow<f64>) -> &K) {}
}
impl<S: Differentiable> Shadowed<S> for &Fields<'_, S> {}

/// A structure without a shadow, whose fields have no cotangents.
pub trait Plain<S: ?Sized> {
    /// Checks nothing.
    fn none_kept<V: ?Sized, K: ?Sized>(&self, _: &V, _: impl FnOnce(&S) -> &K) {}
}
impl<S: ?Sized> Plain<S> for Fields<'_, S> {}
