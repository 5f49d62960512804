//! [`Bijection`]: the code of an instruction, from its entry in the table.
//!
//! Law: `apply` of the [inverse](crate::Instruction::inverse) undoes `apply`, and `pull` is the transpose of its derivative.

use core::f64::consts::FRAC_1_SQRT_2;
use core::marker::PhantomData;
use core::num::Wrapping;
use core::ops::{self, Add, Mul, Sub};

use crate::formula::Formula;
use crate::{Cotangent, Real};

/// An instruction that changes `N` real places and reads `M` more numbers.
pub trait Bijection<const N: usize, const M: usize> {
    /// Returns the new values of the places.
    fn apply<T: Real>(places: [T; N], read: [T; M]) -> [T; N];

    /// Returns the cotangents of the places before the instruction, from the state and the cotangents after it, and
    /// the increments of the cotangents of the numbers that it reads.
    fn pull<T: Real, C: Cotangent<T>>(after: [T; N], read: [T; M], bars: [C; N]) -> ([C; N], [C; M]);
}

/// An instruction that changes `N` integers.
pub trait OnIntegers<const N: usize> {
    /// Returns the new values of the integers.
    fn count<I: Counting>(integers: [I; N]) -> [I; N];
}

/// The operations of instructions on integers. They overflow as the operators do.
pub trait Counting: Copy {
    /// Returns the sum with a small number.
    fn plus(self, k: u8) -> Self;
    /// Returns the difference from a small number.
    fn minus(self, k: u8) -> Self;
    /// Returns the negative; for an unsigned integer, that of its bits.
    fn negated(self) -> Self;
}

macro_rules! counting {
    ($(|$n:ident| $negated:expr; $($Integer:ident)*;)*) => { $($(
        impl Counting for $Integer {
            #[inline(always)]
            fn plus(self, k: u8) -> Self {
                self + k as $Integer
            }
            #[inline(always)]
            fn minus(self, k: u8) -> Self {
                self - k as $Integer
            }
            #[inline(always)]
            fn negated(self) -> Self {
                let $n = self;
                $negated
            }
        }

        impl Counting for Wrapping<$Integer> {
            #[inline(always)]
            fn plus(self, k: u8) -> Self {
                self + Wrapping(k as $Integer)
            }
            #[inline(always)]
            fn minus(self, k: u8) -> Self {
                self - Wrapping(k as $Integer)
            }
            #[inline(always)]
            fn negated(self) -> Self {
                -self
            }
        }
    )*)* };
}
counting! {
    |n| -n; i8 i16 i32 i64 i128 isize;
    |n| n.wrapping_neg(); u8 u16 u32 u64 u128 usize;
}

/// An integer in a formula of the table.
#[derive(Clone, Copy)]
struct Count<I>(I);

impl<I: Counting> Add<u8> for Count<I> {
    type Output = Self;
    #[inline(always)]
    fn add(self, k: u8) -> Self {
        Count(self.0.plus(k))
    }
}

impl<I: Counting> Sub<u8> for Count<I> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, k: u8) -> Self {
        Count(self.0.minus(k))
    }
}

impl<I: Counting> ops::Neg for Count<I> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Count(self.0.negated())
    }
}

/// A cotangent in a formula of the table, which must be linear in it.
struct Bar<T, C>(C, PhantomData<T>);

impl<T, C: Copy> Clone for Bar<T, C> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, C: Copy> Copy for Bar<T, C> {}

impl<T, C: Cotangent<T>> Add for Bar<T, C> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Bar(self.0.plus(other.0), PhantomData)
    }
}

impl<T, C: Cotangent<T>> Sub for Bar<T, C> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Bar(self.0.minus(other.0), PhantomData)
    }
}

impl<T, C: Cotangent<T>> ops::Neg for Bar<T, C> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Bar(self.0.negated(), PhantomData)
    }
}

impl<T: Real, C: Cotangent<T>> Mul<Formula<T>> for Bar<T, C> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, partial: Formula<T>) -> Self {
        Bar(self.0.scaled(partial.0), PhantomData)
    }
}

impl<T: Real, C: Cotangent<T>> Mul<f64> for Bar<T, C> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, partial: f64) -> Self {
        Bar(self.0.scaled(T::constant(partial)), PhantomData)
    }
}

/// Counts the items of a list.
macro_rules! count {
    ($($item:tt)*) => {
        <[&str]>::len(&[$(stringify!($item)),*])
    };
}

/// The body of `pull`. If an entry has no adjoint, there are no cotangents.
macro_rules! pull {
    ($bars:ident;) => {
        ($bars, core::array::from_fn(|_| C::zero()))
    };
    ($bars:ident; ($($bar:ident),+ $(; $read_bar:ident)?) -> [$($pull:expr),+ $(; $added:expr)?]) => {{
        let [$($bar),+] = $bars.map(|bar| Bar::<T, C>(bar, PhantomData));
        ([$($pull.0),+], [$($added.0)?])
    }};
}

macro_rules! define_bijections {
    ($($group:ident { $(
        $(#[doc = $summary:literal])*
        $Variant:ident = $name:ident($($place:ident),+ $(; $read:ident)?)
            $(where ($($shared:ident = $shared_value:expr),+))? -> [$($value:expr),+]
            { inverse: $Inverse:ident $(, adjoint: $bars:tt -> $pull:tt)? }
    )* })*) => { $($(
        $(#[doc = $summary])*
        #[derive(Clone, Copy, Debug)]
        pub struct $Variant;

        #[allow(unused_variables)]
        impl Bijection<{ count!($($place)+) }, { count!($($read)?) }> for $Variant {
            #[inline(always)]
            fn apply<T: Real>(
                places: [T; count!($($place)+)],
                read: [T; count!($($read)?)],
            ) -> [T; count!($($place)+)] {
                let ([$($place),+], [$($read)?]) = (places.map(Formula), read.map(Formula));
                $($(let $shared = $shared_value;)+)?
                [$($value.0),+]
            }

            #[inline(always)]
            fn pull<T: Real, C: Cotangent<T>>(
                after: [T; count!($($place)+)],
                read: [T; count!($($read)?)],
                bars: [C; count!($($place)+)],
            ) -> ([C; count!($($place)+)], [C; count!($($read)?)]) {
                let ([$($place),+], [$($read)?]) = (after.map(Formula), read.map(Formula));
                $($(let $shared = $shared_value;)+)?
                pull!(bars; $($bars -> $pull)?)
            }
        }

        on_integers!($group $Variant [$($place),+] [$($value),+]);
    )*)* };
}

macro_rules! on_integers {
    (signed $($entry:tt)*) => { on_integers!(@ $($entry)*); };
    (integer $($entry:tt)*) => { on_integers!(@ $($entry)*); };
    (@ $Variant:ident [$($place:ident),+] [$($value:expr),+]) => {
        impl OnIntegers<{ count!($($place)+) }> for $Variant {
            #[inline(always)]
            fn count<I: Counting>(integers: [I; count!($($place)+)]) -> [I; count!($($place)+)] {
                let [$($place),+] = integers.map(Count);
                [$($value.0),+]
            }
        }
    };
    ($group:ident $($entry:tt)*) => {};
}
crate::with_instructions!(define_bijections);
