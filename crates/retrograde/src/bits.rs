//! Turning the bits of an integer: `rotate_left` and `rotate_right`, each the other's inverse.

use crate::Irreversible;
use crate::loans::Decides;
use core::num::Wrapping;

/// Integers whose bits can be turned.
pub trait Bits: Copy {
    /// Turned towards the high end, by any number of places.
    fn turned_left(self, by: u32) -> Self;
    /// Turned towards the low end, by any number of places.
    fn turned_right(self, by: u32) -> Self;
}

macro_rules! bits {
    ($($integer:ty)*) => { $(
        impl Bits for $integer {
            #[inline(always)]
            fn turned_left(self, by: u32) -> Self {
                self.rotate_left(by)
            }
            #[inline(always)]
            fn turned_right(self, by: u32) -> Self {
                self.rotate_right(by)
            }
        }

        impl Bits for Wrapping<$integer> {
            #[inline(always)]
            fn turned_left(self, by: u32) -> Self {
                Wrapping(self.0.rotate_left(by))
            }
            #[inline(always)]
            fn turned_right(self, by: u32) -> Self {
                Wrapping(self.0.rotate_right(by))
            }
        }
    )* };
}
bits!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

macro_rules! turning {
    ($(#[$doc:meta])* $name:ident, $method:ident, $back:ident) => {
        $(#[$doc])*
        #[inline(always)]
        pub fn $name<N: Bits>(n: &mut N, by: u32) {
            *n = n.$method(by);
        }

        #[doc = concat!("The programs of [`", stringify!($name), "()`]: its inverse, and adjoints without cotangents.")]
        #[allow(non_camel_case_types)]
        #[derive(Clone, Copy, Debug, Default)]
        pub struct $name {}

        impl $name {
            #[doc(hidden)]
            pub const fn __decides(decides: Decides) -> Decides {
                decides
            }

            /// Turns the bits back.
            #[inline(always)]
            pub fn inverse<N: Bits>(n: &mut N, by: u32) {
                *n = n.$back(by);
            }

            #[doc(hidden)]
            #[inline(always)]
            pub fn __adjoint<N: Bits, S, B>(n: &mut N, _: S, by: u32, _: B) {
                Self::inverse(n, by);
            }

            #[doc(hidden)]
            #[inline(always)]
            pub fn __inverse_adjoint<N: Bits, S, B>(n: &mut N, _: S, by: u32, _: B) {
                $name(n, by);
            }

            #[doc(hidden)]
            #[inline(always)]
            pub fn __sweep<N: Bits, S, B>(n: &mut N, _: S, by: u32, _: B) {
                $name(n, by);
            }

            #[doc(hidden)]
            #[inline(always)]
            pub fn try_call<N: Bits>(n: &mut N, by: u32) -> Result<(), Irreversible> {
                $name(n, by);
                Ok(())
            }

            #[doc(hidden)]
            #[inline(always)]
            pub fn try_inverse<N: Bits>(n: &mut N, by: u32) -> Result<(), Irreversible> {
                Self::inverse(n, by);
                Ok(())
            }
        }
    };
}

turning! {
    /// Turns the bits of an integer towards the high end; those that leave come in at the low end.
    ///
    /// Undone by [`rotate_right()`]. Integers carry no cotangent.
    ///
    /// ```
    /// use retrograde::instructions::rotate_left;
    ///
    /// let mut n = 0b1000_0001_u8;
    /// rotate_left(&mut n, 1);
    /// assert_eq!(n, 0b0000_0011);
    /// rotate_left::inverse(&mut n, 1);
    /// assert_eq!(n, 0b1000_0001);
    /// ```
    rotate_left, turned_left, turned_right
}

turning! {
    /// Turns the bits of an integer towards the low end; those that leave come in at the high end.
    ///
    /// Undone by [`rotate_left()`]. Integers carry no cotangent.
    rotate_right, turned_right, turned_left
}
