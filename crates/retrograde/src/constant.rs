//! Types that have no room for a number: a parameter of such a type is a constant, though nothing says so.
//!
//! Tokens do not show whether `Ellipsoid` is an enum of five names or a structure of numbers. A type that derives `Differentiable` has its
//! shadow. One that does not, and that takes a byte at most, holds no float: its shadow is [`Inactive`], and a method of it without other
//! arguments is a constant, marked or not. Law: any other type without a shadow is refused, since numbers in it would lose their cotangents.

use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use retrograde_numbers::{Differentiable, Inactive};

/// A type that is asked for a shadow.
#[derive(Debug)]
pub struct Of<T>(PhantomData<T>);

// The associated constants of a type itself come before those of a trait.
impl<T: Differentiable> Of<T> {
    /// True.
    pub const HAS_SHADOW: bool = true;
    /// True if its cotangents have a place.
    pub const IS_KNOWN: bool = true;
}

/// The answers for types that do not derive `Differentiable`.
pub trait Otherwise {
    /// False.
    const HAS_SHADOW: bool;
    /// True if there is no room for a number in it.
    const IS_KNOWN: bool;
}

impl<T> Otherwise for Of<T> {
    const HAS_SHADOW: bool = false;
    const IS_KNOWN: bool = core::mem::size_of::<T>() <= 1;
}

/// Proof that the cotangents of a type have a place, or that there are none.
#[derive(Debug)]
pub struct Proof<const IS_KNOWN: bool>;

/// Holds of what is known.
#[diagnostic::on_unimplemented(
    message = "`{T}` has no shadow: nothing tells where the cotangents of its numbers go",
    label = "this type is not `Differentiable`, and has room for a number",
    note = "write `#[derive(Differentiable)]` before `{T}`",
    note = "where it carries no cotangent, mark the parameter `#[inactive]`"
)]
pub trait Has<T> {}

impl<T> Has<T> for Proof<true> {}

/// Asks for the proof.
pub const fn is_known<T, K: Has<T>>() {}

/// A type, and whether it has a shadow.
#[derive(Debug)]
pub struct Shadowed<T, const HAS_SHADOW: bool>(PhantomData<T>);

/// The shadow of a type that may be a constant.
pub trait Shape {
    /// The type itself.
    type Value;
    /// Its shadow.
    type Shadow<C: Copy>: Clone;
    /// The receiver of its methods.
    type Receiver<'a>
    where
        Self::Value: 'a;

    /// The way in which a check finds its numbers.
    #[cfg(feature = "alloc")]
    type Kind;

    /// Returns a shadow that holds `c` everywhere.
    fn shadow_of<C: Copy>(value: &Self::Value, c: C) -> Self::Shadow<C>;
    /// True if a shadow is of the lengths of a value.
    fn fits<C: Copy>(value: &Self::Value, shadow: &Self::Shadow<C>) -> bool;
    /// Returns a value as the receiver of its methods.
    fn receiver(value: &Self::Value) -> Self::Receiver<'_>;
}

impl<T: Differentiable> Shape for Shadowed<T, true> {
    type Value = T;
    type Shadow<C: Copy> = T::Shadow<C>;
    type Receiver<'a>
        = &'a T
    where
        T: 'a;
    #[cfg(feature = "alloc")]
    type Kind = crate::check::Structure;

    #[inline(always)]
    fn shadow_of<C: Copy>(value: &T, c: C) -> T::Shadow<C> {
        value.shadow_of(c)
    }
    #[inline(always)]
    fn fits<C: Copy>(value: &T, shadow: &T::Shadow<C>) -> bool {
        value.fits(shadow)
    }
    #[inline(always)]
    fn receiver(value: &T) -> &T {
        value
    }
}

impl<T> Shape for Shadowed<T, false> {
    type Value = T;
    type Shadow<C: Copy> = Inactive<C>;
    type Receiver<'a>
        = Constant<'a, T>
    where
        T: 'a;
    #[cfg(feature = "alloc")]
    type Kind = crate::check::Nothing;

    #[inline(always)]
    fn shadow_of<C: Copy>(_: &T, _: C) -> Inactive<C> {
        Inactive::new()
    }
    #[inline(always)]
    fn fits<C: Copy>(_: &T, _: &Inactive<C>) -> bool {
        true
    }
    #[inline(always)]
    fn receiver(_: &T) -> Constant<'_, T> {
        Constant(PhantomData)
    }
}

/// A type as a check copies it.
#[cfg(feature = "alloc")]
pub trait Checked: Shape {
    /// A copy.
    type Copy;
    /// Returns a copy.
    fn copied(value: &Self::Value) -> Self::Copy;
    /// Returns the value in a copy.
    fn value(copy: &Self::Copy) -> &Self::Value;
}

#[cfg(feature = "alloc")]
impl<T: Differentiable + Clone> Checked for Shadowed<T, true> {
    type Copy = T;
    fn copied(value: &T) -> T {
        value.clone()
    }
    fn value(copy: &T) -> &T {
        copy
    }
}

#[cfg(feature = "alloc")]
impl<T: Clone> Checked for Shadowed<T, false> {
    type Copy = Alone<T>;
    fn copied(value: &T) -> Alone<T> {
        Alone(value.clone())
    }
    fn value(copy: &Alone<T>) -> &T {
        &copy.0
    }
}

/// A copy without numbers.
#[derive(Clone, Debug)]
pub struct Alone<T>(T);

#[cfg(feature = "alloc")]
impl<T> crate::check::Numbers for Alone<T> {
    fn append(&self, _: &mut alloc::vec::Vec<f64>) {}
    fn load(&mut self, _: &mut &[f64]) {}
    fn exact(&self, _: &mut alloc::vec::Vec<u64>) {}
}

/// A value without numbers as the receiver of the programs of its methods, which it has none of.
#[derive(Debug)]
pub struct Constant<'a, T>(PhantomData<&'a T>);

/// A record for a method that has programs, and how one runs that has none.
#[derive(Debug)]
pub struct With<'a, R, F> {
    record: &'a mut R,
    run: Option<F>,
}

impl<'a, R, F> With<'a, R, F> {
    /// Returns both.
    #[inline(always)]
    pub fn new(record: &'a mut R, run: F) -> With<'a, R, F> {
        With { record, run: Some(run) }
    }

    /// Runs the method, once.
    #[inline(always)]
    pub fn run<V>(&mut self) -> V
    where
        F: FnOnce() -> V,
    {
        let run = self.run.take().expect("a method is called once");
        run()
    }
}

impl<R, F> Deref for With<'_, R, F> {
    type Target = R;
    #[inline(always)]
    fn deref(&self) -> &R {
        self.record
    }
}

impl<R, F> DerefMut for With<'_, R, F> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut R {
        self.record
    }
}
