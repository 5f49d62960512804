//! The instructions: bijections in place, each with its inverse, its adjoint and its sweep.
//!
//! An instruction is called as a statement of a reversible function, `rot(&mut a, &mut b, angle);`, and by hand as any
//! other: [`rot()`] runs it, `rot::inverse` undoes it, `rot::adjoint` takes the state after it, undoes
//! it and pulls the cotangents back, `rot::sweep` runs it and pulls the cotangents back.
//!
//! The formulae stand in [`rules::Instruction`](crate::rules::Instruction). Laws: the inverse restores every place, bit
//! for bit except after rotations and reflections, which round; and the adjoint is the transpose of the derivative.

use crate::__private::{Cotangent, Discard, Integer, Real};
#[cfg(feature = "complex")]
use crate::Complex;
use crate::Irreversible;
pub use crate::bits::{Bits, rotate_left, rotate_right};
use crate::instruction;
use core::mem;
use core::ops::Neg;

/// What `swap` exchanges beside its places: their cotangents, or nothing beside exact values.
#[doc(hidden)]
pub trait Exchange {
    /// Exchanges the two.
    fn exchange(self, other: Self);
}

impl<C> Exchange for &mut C {
    #[inline(always)]
    fn exchange(self, other: Self) {
        mem::swap(self, other);
    }
}

impl Exchange for Discard {
    #[inline(always)]
    fn exchange(self, _: Self) {}
}

/// What `neg` negates beside its place: the cotangent, or nothing beside an integer.
#[doc(hidden)]
pub trait Negate<T> {
    /// Negates it.
    fn negate(self);
}

impl<T, C: Cotangent<T>> Negate<T> for &mut C {
    #[inline(always)]
    fn negate(self) {
        *self = self.negated();
    }
}

impl<T> Negate<T> for Discard {
    #[inline(always)]
    fn negate(self) {}
}

/// Exchanges two places: `(a, b) ← (b, a)`. Its own inverse.
///
/// Adjoint: `(a_bar, b_bar) ← (b_bar, a_bar)`.
///
/// ```
/// use retrograde::instructions::swap;
///
/// let (mut a, mut b) = (1.0, 2.0);
/// swap(&mut a, &mut b);
/// assert_eq!((a, b), (2.0, 1.0));
///
/// let (mut a_bar, mut b_bar) = (10.0, 20.0);
/// swap::adjoint(&mut a, &mut a_bar, &mut b, &mut b_bar);
/// assert_eq!((a, b), (1.0, 2.0));
/// assert_eq!((a_bar, b_bar), (20.0, 10.0));
/// ```
#[inline(always)]
pub fn swap<T>(a: &mut T, b: &mut T) {
    mem::swap(a, b);
}

/// The programs of [`swap()`]: its inverse and its adjoint.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default)]
pub struct swap {}

impl swap {
    /// Exchanges the places back.
    #[inline(always)]
    pub fn inverse<T>(a: &mut T, b: &mut T) {
        swap(a, b);
    }

    /// Exchanges the places back, and their cotangents.
    #[inline(always)]
    pub fn adjoint<T, C>(a: &mut T, a_bar: &mut C, b: &mut T, b_bar: &mut C) {
        Self::__adjoint(a, a_bar, b, b_bar);
    }

    /// Exchanges the places, and pulls their cotangents back.
    #[inline(always)]
    pub fn sweep<T, C>(a: &mut T, a_bar: &mut C, b: &mut T, b_bar: &mut C) {
        Self::__sweep(a, a_bar, b, b_bar);
    }

    #[doc(hidden)]
    #[inline(always)]
    pub fn __adjoint<T, S: Exchange>(a: &mut T, a_bar: S, b: &mut T, b_bar: S) {
        swap(a, b);
        a_bar.exchange(b_bar);
    }

    #[doc(hidden)]
    #[inline(always)]
    pub fn __coadjoint<T, S: Exchange>(a: &mut T, a_bar: S, b: &mut T, b_bar: S) {
        Self::__adjoint(a, a_bar, b, b_bar);
    }

    #[doc(hidden)]
    #[inline(always)]
    pub fn __sweep<T, S: Exchange>(a: &mut T, a_bar: S, b: &mut T, b_bar: S) {
        Self::__adjoint(a, a_bar, b, b_bar);
    }
}

/// Negates a place: `a ← -a`. Its own inverse.
///
/// Adjoint: `a_bar ← -a_bar`. It takes signed integers too.
///
/// ```
/// use retrograde::instructions::neg;
///
/// let (mut a, mut a_bar) = (1.0, 10.0);
/// neg::sweep(&mut a, &mut a_bar);
/// assert_eq!((a, a_bar), (-1.0, -10.0));
/// ```
#[inline(always)]
pub fn neg<T: Copy + Neg<Output = T>>(a: &mut T) {
    *a = -*a;
}

/// The programs of [`neg()`]: its inverse and its adjoint.
#[allow(non_camel_case_types)]
#[derive(Clone, Copy, Debug, Default)]
pub struct neg {}

impl neg {
    /// Negates the place back.
    #[inline(always)]
    pub fn inverse<T: Copy + Neg<Output = T>>(a: &mut T) {
        neg(a);
    }

    /// Negates the place back, and its cotangent.
    #[inline(always)]
    pub fn adjoint<T: Real, C: Cotangent<T>>(a: &mut T, a_bar: &mut C) {
        Self::__adjoint(a, a_bar);
    }

    /// Negates the place, and pulls its cotangent back.
    #[inline(always)]
    pub fn sweep<T: Real, C: Cotangent<T>>(a: &mut T, a_bar: &mut C) {
        Self::__sweep(a, a_bar);
    }

    #[doc(hidden)]
    #[inline(always)]
    pub fn __adjoint<T: Copy + Neg<Output = T>, S: Negate<T>>(a: &mut T, a_bar: S) {
        neg(a);
        a_bar.negate();
    }

    #[doc(hidden)]
    #[inline(always)]
    pub fn __coadjoint<T: Copy + Neg<Output = T>, S: Negate<T>>(a: &mut T, a_bar: S) {
        Self::__adjoint(a, a_bar);
    }

    #[doc(hidden)]
    #[inline(always)]
    pub fn __sweep<T: Copy + Neg<Output = T>, S: Negate<T>>(a: &mut T, a_bar: S) {
        Self::__adjoint(a, a_bar);
    }
}

/// A rotation of vectors, and of cotangents: its transpose is the rotation back.
#[derive(Clone, Copy)]
struct Rotation<T> {
    cos: T,
    sin: T,
}

impl<T: Real> Rotation<T> {
    #[inline(always)]
    fn by(angle: T) -> Self {
        Rotation { cos: angle.cos(), sin: angle.sin() }
    }

    #[inline(always)]
    fn back(self) -> Self {
        Rotation { cos: self.cos, sin: -self.sin }
    }

    #[inline(always)]
    fn turn(self, a: &mut T, b: &mut T) {
        (*a, *b) = (*a * self.cos - *b * self.sin, *a * self.sin + *b * self.cos);
    }

    #[inline(always)]
    fn turn_bars<C: Cotangent<T>>(self, a_bar: &mut C, b_bar: &mut C) {
        let turned = a_bar.scaled(self.cos).minus(b_bar.scaled(self.sin));
        *b_bar = a_bar.scaled(self.sin).plus(b_bar.scaled(self.cos));
        *a_bar = turned;
    }
}

/// The cotangent of an angle by which `(a, b)` was turned: at the angle the vector moves along `(-b, a)`.
#[inline(always)]
fn moment<T: Real, C: Cotangent<T>>(a: T, a_bar: C, b: T, b_bar: C) -> C {
    b_bar.scaled(a).minus(a_bar.scaled(b))
}

/// Turns the vector `(a, b)` by an angle: `(a, b) ← (a cos θ - b sin θ, a sin θ + b cos θ)`. Undone by [`irot()`].
///
/// Adjoint, in terms of the state after it: `θ_bar += b_bar a - a_bar b`, then `(a_bar, b_bar)` is turned by `-θ`.
///
/// ```
/// use retrograde::instructions::rot;
///
/// let (mut a, mut b) = (3.0, 4.0);
/// rot(&mut a, &mut b, 0.5);
/// let turned = b;
///
/// let (mut a_bar, mut b_bar, mut angle_bar) = (1.0, 0.0, 0.0);
/// rot::adjoint(&mut a, &mut a_bar, &mut b, &mut b_bar, 0.5, &mut angle_bar);
/// assert!((a - 3.0_f64).abs() < 1e-15 && (b - 4.0_f64).abs() < 1e-15);
/// assert_eq!((a_bar, b_bar, angle_bar), (0.5_f64.cos(), -0.5_f64.sin(), -turned));
/// ```
#[instruction(inverse = irot, adjoint = rot_adjoint, sweep = rot_sweep)]
#[inline(always)]
pub fn rot<T: Real>(a: &mut T, b: &mut T, angle: T) {
    Rotation::by(angle).turn(a, b);
}

#[inline(always)]
fn rot_adjoint<T: Real, C: Cotangent<T>>(
    a: &mut T,
    a_bar: &mut C,
    b: &mut T,
    b_bar: &mut C,
    angle: T,
    angle_bar: &mut C,
) {
    let back = Rotation::by(angle).back();
    *angle_bar = angle_bar.plus(moment(*a, *a_bar, *b, *b_bar));
    back.turn(a, b);
    back.turn_bars(a_bar, b_bar);
}

#[inline(always)]
fn rot_sweep<T: Real, C: Cotangent<T>>(
    a: &mut T,
    a_bar: &mut C,
    b: &mut T,
    b_bar: &mut C,
    angle: T,
    angle_bar: &mut C,
) {
    let forth = Rotation::by(angle);
    forth.turn(a, b);
    *angle_bar = angle_bar.plus(moment(*a, *a_bar, *b, *b_bar));
    forth.back().turn_bars(a_bar, b_bar);
}

/// Turns the vector `(a, b)` back by an angle: `(a, b) ← (a cos θ + b sin θ, b cos θ - a sin θ)`. Undone by [`rot()`].
///
/// Adjoint, in terms of the state after it: `θ_bar += a_bar b - b_bar a`, then `(a_bar, b_bar)` is turned by `θ`.
#[instruction(inverse = rot, adjoint = irot_adjoint, sweep = irot_sweep)]
#[inline(always)]
pub fn irot<T: Real>(a: &mut T, b: &mut T, angle: T) {
    Rotation::by(angle).back().turn(a, b);
}

#[inline(always)]
fn irot_adjoint<T: Real, C: Cotangent<T>>(
    a: &mut T,
    a_bar: &mut C,
    b: &mut T,
    b_bar: &mut C,
    angle: T,
    angle_bar: &mut C,
) {
    let forth = Rotation::by(angle);
    *angle_bar = angle_bar.minus(moment(*a, *a_bar, *b, *b_bar));
    forth.turn(a, b);
    forth.turn_bars(a_bar, b_bar);
}

#[inline(always)]
fn irot_sweep<T: Real, C: Cotangent<T>>(
    a: &mut T,
    a_bar: &mut C,
    b: &mut T,
    b_bar: &mut C,
    angle: T,
    angle_bar: &mut C,
) {
    let forth = Rotation::by(angle);
    forth.back().turn(a, b);
    *angle_bar = angle_bar.minus(moment(*a, *a_bar, *b, *b_bar));
    forth.turn_bars(a_bar, b_bar);
}

/// Reflects the vector `(a, b)`: `(a, b) ← ((a + b) / √2, (a - b) / √2)`. Its own inverse.
///
/// Adjoint: the cotangents likewise, since its matrix is symmetric. It is the step of a fast Walsh transform, and the
/// gate by which quantum circuits superpose.
///
/// ```
/// use retrograde::instructions::hadamard;
///
/// let (mut a, mut b) = (3.0, 1.0);
/// hadamard(&mut a, &mut b);
/// assert_eq!((a, b), (4.0 * 0.5_f64.sqrt(), 2.0 * 0.5_f64.sqrt()));
/// hadamard(&mut a, &mut b);
/// assert!((a - 3.0).abs() < 1e-15 && (b - 1.0).abs() < 1e-15);
/// ```
#[instruction(self_inverse, adjoint = hadamard_adjoint, sweep = hadamard_adjoint)]
#[inline(always)]
pub fn hadamard<T: Real>(a: &mut T, b: &mut T) {
    let scale = T::constant(core::f64::consts::FRAC_1_SQRT_2);
    (*a, *b) = ((*a + *b) * scale, (*a - *b) * scale);
}

#[inline(always)]
fn hadamard_adjoint<T: Real, C: Cotangent<T>>(a: &mut T, a_bar: &mut C, b: &mut T, b_bar: &mut C) {
    hadamard(a, b);
    let scale = T::constant(core::f64::consts::FRAC_1_SQRT_2);
    (*a_bar, *b_bar) = (a_bar.plus(*b_bar).scaled(scale), a_bar.minus(*b_bar).scaled(scale));
}

/// Conjugates a complex number: `z ← z̄`. Its own inverse.
///
/// Adjoint: `z_bar` likewise.
///
/// ```
/// use retrograde::{Complex, instructions::conj};
///
/// let (mut z, mut z_bar) = (Complex::new(1.0, 2.0), Complex::new(3.0, -4.0));
/// conj::adjoint(&mut z, &mut z_bar);
/// assert_eq!((z, z_bar), (Complex::new(1.0, -2.0), Complex::new(3.0, 4.0)));
/// ```
#[cfg(feature = "complex")]
#[instruction(self_inverse, adjoint = conj_adjoint, sweep = conj_adjoint)]
#[inline(always)]
pub fn conj<T: Real>(z: &mut Complex<T>) {
    neg(&mut z.im);
}

#[cfg(feature = "complex")]
#[inline(always)]
fn conj_adjoint<T: Real, C: Cotangent<T>>(z: &mut Complex<T>, z_bar: &mut Complex<C>) {
    neg(&mut z.im);
    z_bar.im = z_bar.im.negated();
}

/// Counts an integer up: `n ← n + 1`. Undone by [`dec()`].
///
/// Integers carry no cotangent. Above the largest integer it overflows as `+=` does.
#[instruction(inverse = dec)]
#[inline(always)]
pub fn inc<I: Integer>(n: &mut I) {
    *n = n.after();
}

/// Counts an integer down: `n ← n - 1`. Undone by [`inc()`].
///
/// Integers carry no cotangent. Below the smallest integer it overflows as `-=` does.
#[instruction(inverse = inc)]
#[inline(always)]
pub fn dec<I: Integer>(n: &mut I) {
    *n = n.before();
}

/// What reversible programs call that return what a check finds: an instruction always succeeds.
macro_rules! never_fails {
    ($($name:ident<$T:ident: $bound:path>($($arg:ident: $ty:ty),*);)*) => { $(
        #[doc(hidden)]
        impl $name {
            #[inline(always)]
            pub fn try_call<$T: $bound>($($arg: $ty),*) -> Result<(), Irreversible> {
                $name($($arg),*);
                Ok(())
            }

            #[inline(always)]
            pub fn try_inverse<$T: $bound>($($arg: $ty),*) -> Result<(), Irreversible> {
                $name::inverse($($arg),*);
                Ok(())
            }
        }
    )* };
}
never_fails! {
    swap<T: Sized>(a: &mut T, b: &mut T);
    neg<T: Negatable>(a: &mut T);
    rotate_left<N: Bits>(n: &mut N, by: u32);
    rotate_right<N: Bits>(n: &mut N, by: u32);
}

/// What `neg` takes.
#[doc(hidden)]
pub trait Negatable: Copy + Neg<Output = Self> {}

impl<T: Copy + Neg<Output = T>> Negatable for T {}
