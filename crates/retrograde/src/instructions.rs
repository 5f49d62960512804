//! The instructions: bijections in place, each with its inverse, its adjoint and its sweep.
//!
//! An instruction is called as a statement of a reversible function, `rot(&mut a, &mut b, angle);`, and by hand as any
//! other: [`rot()`] runs it, `rot::inverse` undoes it, `rot::adjoint` takes the state after it, undoes
//! it and pulls the cotangents back, `rot::sweep` runs it and pulls the cotangents back.
//!
//! All of this is made from the entries of the [table](crate::rules::with_instructions), which are shown in
//! [`docs/rules.md`](https://docs.rs/retrograde-rules). Laws: the inverse restores every place, bit for bit except after
//! rotations and reflections, which round; and the adjoint is the transpose of the derivative.
//!
//! ```
//! use retrograde::instructions::{hadamard, neg, rot, swap};
//!
//! let (mut a, mut b) = (1.0, 2.0);
//! swap(&mut a, &mut b);
//! assert_eq!((a, b), (2.0, 1.0));
//! let (mut a_bar, mut b_bar) = (10.0, 20.0);
//! swap::adjoint(&mut a, &mut a_bar, &mut b, &mut b_bar);
//! assert_eq!((a, b), (1.0, 2.0));
//! assert_eq!((a_bar, b_bar), (20.0, 10.0));
//!
//! neg::sweep(&mut a, &mut a_bar);
//! assert_eq!((a, a_bar), (-1.0, -20.0));
//!
//! let (mut a, mut b) = (3.0, 4.0);
//! rot(&mut a, &mut b, 0.5);
//! let turned = b;
//! let (mut a_bar, mut b_bar, mut angle_bar) = (1.0, 0.0, 0.0);
//! rot::adjoint(&mut a, &mut a_bar, &mut b, &mut b_bar, 0.5, &mut angle_bar);
//! assert!((a - 3.0_f64).abs() < 1e-15 && (b - 4.0_f64).abs() < 1e-15);
//! assert_eq!((a_bar, b_bar, angle_bar), (0.5_f64.cos(), -0.5_f64.sin(), -turned));
//!
//! let (mut a, mut b) = (3.0, 1.0);
//! hadamard(&mut a, &mut b);
//! assert_eq!((a, b), (4.0 * 0.5_f64.sqrt(), 2.0 * 0.5_f64.sqrt()));
//! hadamard(&mut a, &mut b);
//! assert!((a - 3.0_f64).abs() < 1e-15 && (b - 1.0_f64).abs() < 1e-15);
//! ```
//!
//! Complex numbers are negated and reflected part by part, and conjugated:
//!
#![cfg_attr(feature = "complex", doc = "```")]
#![cfg_attr(not(feature = "complex"), doc = "```ignore")]
//! use retrograde::{Complex, instructions::{conj, neg}};
//!
//! let (mut z, mut z_bar) = (Complex::new(1.0, 2.0), Complex::new(3.0, -4.0));
//! conj::adjoint(&mut z, &mut z_bar);
//! assert_eq!((z, z_bar), (Complex::new(1.0, -2.0), Complex::new(3.0, 4.0)));
//! neg::adjoint(&mut z, &mut z_bar);
//! assert_eq!((z, z_bar), (Complex::new(-1.0, 2.0), Complex::new(-3.0, -4.0)));
//! ```

use crate::__private::{Cotangent, Discard, Real};
#[cfg(feature = "complex")]
use crate::Complex;
use crate::Irreversible;
pub use crate::bits::{Bits, rotate_left, rotate_right};
use crate::instruction;
use crate::rules::bijection::{self, Bijection, Counting, OnIntegers};
use core::mem;
use core::num::Wrapping;

/// The cotangents that `swap` exchanges together with its places, or nothing for exact values.
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

/// A number that an instruction changes part by part: a real number is its own part, a complex one has two, a structure those of its
/// fields.
///
/// `K` is the kind of number, which rustc infers.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number",
    label = "an instruction changes real and complex numbers"
)]
pub trait Parted<K>: Sized {
    /// Changes each part of the places in the same way.
    fn apply<I: Bijection<N, 0>, const N: usize>(places: [&mut Self; N]);
}

/// A number or a signed integer.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be negated in place",
    label = "`neg` takes real and complex numbers, and signed integers"
)]
pub trait Signed<K>: Sized {
    /// Changes each part of the places in the same way.
    fn apply<I: Bijection<N, 0> + OnIntegers<N>, const N: usize>(places: [&mut Self; N]);
}

/// The cotangents of places of type `V`.
#[doc(hidden)]
pub trait Beside<V, K>: Sized {
    /// Pulls the cotangents back, given the places after the instruction.
    fn pull<I: Bijection<N, 0>, const N: usize>(after: [&V; N], bars: [Self; N]);
}

/// The kind of real numbers.
#[doc(hidden)]
pub struct Whole;

/// The kind of numbers with several real parts.
#[doc(hidden)]
pub struct InParts;

/// The kind of integers, which have no cotangents.
#[doc(hidden)]
pub struct Exact;

impl<T: Real> Parted<Whole> for T {
    #[inline(always)]
    fn apply<I: Bijection<N, 0>, const N: usize>(places: [&mut T; N]) {
        let changed = I::apply(places.each_ref().map(|place| **place), []);
        places.into_iter().zip(changed).for_each(|(place, value)| *place = value);
    }
}

impl<T: Real, C: Cotangent<T>> Beside<T, Whole> for &mut C {
    #[inline(always)]
    fn pull<I: Bijection<N, 0>, const N: usize>(after: [&T; N], bars: [Self; N]) {
        let (before, []) = I::pull(after.map(|place| *place), [], bars.each_ref().map(|bar| **bar));
        bars.into_iter().zip(before).for_each(|(bar, value)| *bar = value);
    }
}

/// A structure of numbers, which an instruction changes number by number.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a number, nor a structure of numbers",
    label = "an instruction changes numbers, complex numbers and structures of them",
    note = "`#[derive(Differentiable)]` before a structure of numbers makes it one that instructions change, unless it holds an `Option` \
            or a `Box`"
)]
pub trait InPlace: Sized {
    /// Changes each number of the places in the same way.
    fn apply<I: Bijection<N, 0>, const N: usize>(places: [&mut Self; N]);
}

/// The cotangents of such a structure `V`.
#[doc(hidden)]
pub trait PullInPlace<V>: Sized {
    /// Pulls the cotangents back, given the places after the instruction.
    fn pull<I: Bijection<N, 0>, const N: usize>(after: [&V; N], bars: [&mut Self; N]);
}

impl<V: InPlace> Parted<InParts> for V {
    #[inline(always)]
    fn apply<I: Bijection<N, 0>, const N: usize>(places: [&mut Self; N]) {
        InPlace::apply::<I, N>(places);
    }
}

impl<V, B: PullInPlace<V>> Beside<V, InParts> for &mut B {
    #[inline(always)]
    fn pull<I: Bijection<N, 0>, const N: usize>(after: [&V; N], bars: [Self; N]) {
        B::pull::<I, N>(after, bars);
    }
}

#[cfg(feature = "complex")]
impl<T: Real> InPlace for Complex<T> {
    #[inline(always)]
    fn apply<I: Bijection<N, 0>, const N: usize>(mut places: [&mut Self; N]) {
        <T as Parted<Whole>>::apply::<I, N>(places.each_mut().map(|place| &mut place.re));
        <T as Parted<Whole>>::apply::<I, N>(places.each_mut().map(|place| &mut place.im));
    }
}

#[cfg(feature = "complex")]
impl<T: Real, C: Cotangent<T>> PullInPlace<Complex<T>> for Complex<C> {
    #[inline(always)]
    fn pull<I: Bijection<N, 0>, const N: usize>(after: [&Complex<T>; N], mut bars: [&mut Self; N]) {
        let [re, im] = [after.map(|place| &place.re), after.map(|place| &place.im)];
        <&mut C as Beside<T, Whole>>::pull::<I, N>(re, bars.each_mut().map(|bar| &mut bar.re));
        <&mut C as Beside<T, Whole>>::pull::<I, N>(im, bars.each_mut().map(|bar| &mut bar.im));
    }
}

impl<V, K> Beside<V, K> for Discard {
    #[inline(always)]
    fn pull<I: Bijection<N, 0>, const N: usize>(_: [&V; N], _: [Self; N]) {}
}

impl<T: Real> Signed<Whole> for T {
    #[inline(always)]
    fn apply<I: Bijection<N, 0> + OnIntegers<N>, const N: usize>(places: [&mut T; N]) {
        <T as Parted<Whole>>::apply::<I, N>(places);
    }
}

impl<V: InPlace> Signed<InParts> for V {
    #[inline(always)]
    fn apply<I: Bijection<N, 0> + OnIntegers<N>, const N: usize>(places: [&mut Self; N]) {
        InPlace::apply::<I, N>(places);
    }
}

macro_rules! signed {
    ($($Integer:ty)*) => { $(
        impl Signed<Exact> for $Integer {
            #[inline(always)]
            fn apply<I: Bijection<N, 0> + OnIntegers<N>, const N: usize>(places: [&mut Self; N]) {
                let changed = I::count(places.each_ref().map(|place| **place));
                places.into_iter().zip(changed).for_each(|(place, value)| *place = value);
            }
        }
    )* };
}
signed! { i8 i16 i32 i64 i128 isize }
signed! { Wrapping<i8> Wrapping<i16> Wrapping<i32> Wrapping<i64> Wrapping<i128> Wrapping<isize> }
signed! { Wrapping<u8> Wrapping<u16> Wrapping<u32> Wrapping<u64> Wrapping<u128> Wrapping<usize> }

/// The programs of an instruction, for the attribute, from its entry in the table.
struct Programs<I>(core::marker::PhantomData<I>);

/// Emits the programs of an instruction on places of several types: the programs that the attribute emits for other
/// functions.
macro_rules! programs {
    (
        $(#[$doc:meta])* $name:ident [$($generics:tt)*] $Place:ty, ($($place:ident $bar:ident),+);
        where ($($bounds:tt)*); shadows [$Shadow:ident: $Beside:path];
        run $run:expr; undo $undo:expr; pull $pull:expr; pull_inverse $pull_inverse:expr;
    ) => {
        $(#[$doc])*
        #[inline(always)]
        pub fn $name<$($generics)*>($($place: &mut $Place),+) {
            $run
        }

        #[doc = concat!("The programs of [`", stringify!($name), "()`]: its inverse and its adjoint.")]
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name {}

        impl $name {
            #[doc(hidden)]
            pub const fn __decides(decides: crate::loans::Decides) -> crate::loans::Decides {
                decides
            }

            /// Restores the places.
            #[inline(always)]
            pub fn inverse<$($generics)*>($($place: &mut $Place),+) {
                $undo
            }

            /// Restores the places, and pulls their cotangents back.
            #[inline(always)]
            pub fn adjoint<$($generics)*, B>($($place: &mut $Place, $bar: &mut B),+)
            where
                $($bounds)*
            {
                Self::__adjoint($($place, $bar),+);
            }

            /// Changes the places, and pulls their cotangents back.
            #[inline(always)]
            pub fn sweep<$($generics)*, B>($($place: &mut $Place, $bar: &mut B),+)
            where
                $($bounds)*
            {
                Self::__sweep($($place, $bar),+);
            }

            #[doc(hidden)]
            #[inline(always)]
            pub fn __adjoint<$($generics)*, $Shadow: $Beside>($($place: &mut $Place, $bar: $Shadow),+) {
                $pull;
                $undo
            }

            #[doc(hidden)]
            #[inline(always)]
            pub fn __inverse_adjoint<$($generics)*, $Shadow: $Beside>($($place: &mut $Place, $bar: $Shadow),+) {
                $pull_inverse;
                $run
            }

            #[doc(hidden)]
            #[inline(always)]
            pub fn __sweep<$($generics)*, $Shadow: $Beside>($($place: &mut $Place, $bar: $Shadow),+) {
                $run;
                $pull
            }

            // Reversible programs call these to return the error of a check: an instruction always succeeds.
            #[doc(hidden)]
            #[inline(always)]
            pub fn try_call<$($generics)*>($($place: &mut $Place),+) -> Result<(), Irreversible> {
                $run;
                Ok(())
            }

            #[doc(hidden)]
            #[inline(always)]
            pub fn try_inverse<$($generics)*>($($place: &mut $Place),+) -> Result<(), Irreversible> {
                $undo;
                Ok(())
            }
        }

        crate::__private::described! {
            changed operator changing;
            { [<T: Real>] [] $name (stringify!($name)) T [any] => (); $([$place $bar State T])+ }
        }
    };
}

macro_rules! define_instructions {
    (
        anything { $(
            $(#[$any_doc:meta])*
            $Any:ident = $any:ident($first:ident, $second:ident) -> [$to_first:ident, $to_second:ident]
                { inverse: $AnyInverse:ident, adjoint: ($first_bar:ident, $second_bar:ident) -> $any_pull:tt }
        )* }
        signed { $(
            $(#[$signed_doc:meta])*
            $Signed:ident = $signed:ident($($signed_place:ident),+) -> $signed_value:tt
                { inverse: $SignedInverse:ident, adjoint: ($($signed_bar:ident),+) -> $signed_pull:tt }
        )* }
        linear { $(
            $(#[$linear_doc:meta])*
            $Linear:ident = $linear:ident($($linear_place:ident),+) -> $linear_value:tt
                { inverse: $LinearInverse:ident, adjoint: ($($linear_bar:ident),+) -> $linear_pull:tt }
        )* }
        real { $(
            $(#[$real_doc:meta])*
            $Real:ident = $real:ident($($real_place:ident),+ $(; $read:ident)?) $(where $shared:tt)? -> $real_value:tt
                { inverse: $RealInverse:ident, adjoint: ($($real_bar:ident),+ $(; $read_bar:ident)?) -> $real_pull:tt }
        )* }
        complex { $(
            $(#[$complex_doc:meta])*
            $Complex:ident = $complex:ident($re:ident, $im:ident) -> $complex_value:tt
                { inverse: $ComplexInverse:ident, adjoint: $complex_bars:tt -> $complex_pull:tt }
        )* }
        integer { $(
            $(#[$integer_doc:meta])*
            $Integer:ident = $integer:ident($n:ident) -> $integer_value:tt { inverse: $IntegerInverse:ident }
        )* }
    ) => {
        // Two places are all that can be exchanged without copying.
        $( programs! {
            $(#[$any_doc])*
            $any [T] T, ($first $first_bar, $second $second_bar);
            where (); shadows [S: Exchange];
            run mem::swap($first, $second);
            undo mem::swap($first, $second);
            pull $first_bar.exchange($second_bar);
            pull_inverse $first_bar.exchange($second_bar);
        } )*

        $( programs! {
            $(#[$signed_doc])*
            ///
            /// Of complex numbers it changes both parts, of a structure each of its numbers; it takes signed integers too.
            $signed [V: Signed<K>, K] V, ($($signed_place $signed_bar),+);
            where (for<'b> &'b mut B: Beside<V, K>); shadows [S: Beside<V, K>];
            run V::apply::<bijection::$Signed, { 0 $(+ { let _ = stringify!($signed_place); 1 })+ }>([$($signed_place),+]);
            undo V::apply::<bijection::$SignedInverse, { 0 $(+ { let _ = stringify!($signed_place); 1 })+ }>([$($signed_place),+]);
            pull S::pull::<bijection::$Signed, { 0 $(+ { let _ = stringify!($signed_place); 1 })+ }>([$(&*$signed_place),+], [$($signed_bar),+]);
            pull_inverse S::pull::<bijection::$SignedInverse, { 0 $(+ { let _ = stringify!($signed_place); 1 })+ }>([$(&*$signed_place),+], [$($signed_bar),+]);
        } )*

        $( programs! {
            $(#[$linear_doc])*
            ///
            /// Of complex numbers it changes both parts, of a structure each of its numbers.
            $linear [V: Parted<K>, K] V, ($($linear_place $linear_bar),+);
            where (for<'b> &'b mut B: Beside<V, K>); shadows [S: Beside<V, K>];
            run V::apply::<bijection::$Linear, { 0 $(+ { let _ = stringify!($linear_place); 1 })+ }>([$($linear_place),+]);
            undo V::apply::<bijection::$LinearInverse, { 0 $(+ { let _ = stringify!($linear_place); 1 })+ }>([$($linear_place),+]);
            pull S::pull::<bijection::$Linear, { 0 $(+ { let _ = stringify!($linear_place); 1 })+ }>([$(&*$linear_place),+], [$($linear_bar),+]);
            pull_inverse S::pull::<bijection::$LinearInverse, { 0 $(+ { let _ = stringify!($linear_place); 1 })+ }>([$(&*$linear_place),+], [$($linear_bar),+]);
        } )*

        $(
            $(#[$real_doc])*
            #[instruction(
                inverse = Programs::<bijection::$Real>::inverse,
                inverse_adjoint = Programs::<bijection::$RealInverse>::adjoint,
                adjoint = Programs::<bijection::$Real>::adjoint,
                sweep = Programs::<bijection::$Real>::sweep
            )]
            #[inline(always)]
            pub fn $real<T: Real>($($real_place: &mut T),+ $(, $read: T)?) {
                [$(*$real_place),+] = bijection::$Real::apply([$(*$real_place),+], [$($read)?]);
            }

            impl Programs<bijection::$Real> {
                #[inline(always)]
                fn inverse<T: Real>($($real_place: &mut T),+ $(, $read: T)?) {
                    [$(*$real_place),+] = bijection::$RealInverse::apply([$(*$real_place),+], [$($read)?]);
                }

                #[inline(always)]
                fn pull<T: Real, C: Cotangent<T>>(
                    $($real_place: &mut T, $real_bar: &mut C),+ $(, $read: T, $read_bar: &mut C)?
                ) {
                    let (before, added) =
                        bijection::$Real::pull([$(*$real_place),+], [$($read)?], [$(*$real_bar),+]);
                    [$(*$real_bar),+] = before;
                    $( *$read_bar = $read_bar.plus(added[0]); )?
                }

                #[inline(always)]
                fn adjoint<T: Real, C: Cotangent<T>>(
                    $($real_place: &mut T, $real_bar: &mut C),+ $(, $read: T, $read_bar: &mut C)?
                ) {
                    Self::pull($($real_place, $real_bar),+ $(, $read, $read_bar)?);
                    Self::inverse($($real_place),+ $(, $read)?);
                }

                #[inline(always)]
                fn sweep<T: Real, C: Cotangent<T>>(
                    $($real_place: &mut T, $real_bar: &mut C),+ $(, $read: T, $read_bar: &mut C)?
                ) {
                    $real($($real_place),+ $(, $read)?);
                    Self::pull($($real_place, $real_bar),+ $(, $read, $read_bar)?);
                }
            }
        )*

        $(
            $(#[$complex_doc])*
            #[cfg(feature = "complex")]
            #[instruction(
                inverse = Programs::<bijection::$Complex>::inverse,
                inverse_adjoint = Programs::<bijection::$ComplexInverse>::adjoint,
                adjoint = Programs::<bijection::$Complex>::adjoint,
                sweep = Programs::<bijection::$Complex>::sweep
            )]
            #[inline(always)]
            pub fn $complex<T: Real>(z: &mut Complex<T>) {
                [z.re, z.im] = bijection::$Complex::apply([z.re, z.im], []);
            }

            #[cfg(feature = "complex")]
            impl Programs<bijection::$Complex> {
                #[inline(always)]
                fn inverse<T: Real>(z: &mut Complex<T>) {
                    [z.re, z.im] = bijection::$ComplexInverse::apply([z.re, z.im], []);
                }

                #[inline(always)]
                fn pull<T: Real, C: Cotangent<T>>(z: &Complex<T>, z_bar: &mut Complex<C>) {
                    let (before, []) = bijection::$Complex::pull([z.re, z.im], [], [z_bar.re, z_bar.im]);
                    [z_bar.re, z_bar.im] = before;
                }

                #[inline(always)]
                fn adjoint<T: Real, C: Cotangent<T>>(z: &mut Complex<T>, z_bar: &mut Complex<C>) {
                    Self::pull(z, z_bar);
                    Self::inverse(z);
                }

                #[inline(always)]
                fn sweep<T: Real, C: Cotangent<T>>(z: &mut Complex<T>, z_bar: &mut Complex<C>) {
                    $complex(z);
                    Self::pull(z, z_bar);
                }
            }
        )*

        $(
            $(#[$integer_doc])*
            ///
            /// Integers carry no cotangent. At the ends of the type it overflows as the operator does.
            #[instruction(inverse = Programs::<bijection::$Integer>::inverse)]
            #[inline(always)]
            pub fn $integer<I: Counting>($n: &mut I) {
                [*$n] = bijection::$Integer::count([*$n]);
            }

            impl Programs<bijection::$Integer> {
                #[inline(always)]
                fn inverse<I: Counting>($n: &mut I) {
                    [*$n] = bijection::$IntegerInverse::count([*$n]);
                }
            }
        )*
    };
}
crate::rules::with_instructions!(define_instructions);
