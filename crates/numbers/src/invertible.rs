//! Which updates a type can undo, exactly: [`InvertibleAdd`], [`InvertibleMul`], [`InvertibleXor`].
//!
//! A reversible function may write `y += e` if `y` is of a type for which that is a bijection, whatever `e` is; then
//! `y -= e` brings back every bit. Integers are added to modulo the size of their type, in debug builds too: an update
//! that stops on overflow would not be a bijection. Law: what each trait's second method does undoes the first (`toggle`
//! undoes itself). Floats keep it to rounding only, as all of the language does with them.
//!
//! (Paper 000, section 3.1, tells the number systems apart by the updates that they can undo.)

// The implementations for numbers are too many for rustc to list where a type has none: the notes tell them by kind.

use core::num::Wrapping;

use retrograde_rules::Real;

use crate::{Dual, Log, MaxPlus, MinPlus};

/// Types that `y += e` and `y -= e` can be undone for: integers, fixed point, floats to rounding.
#[diagnostic::on_unimplemented(
    message = "`+=` on a place of type `{Self}` has no inverse",
    label = "this update cannot be undone",
    note = "integers, `Wrapping`, `Fixed` and reals undo `+=`; `Log`, `MaxPlus` and `MinPlus` undo `*=`; integers and `bool` undo `^=`",
    note = "a type parameter that stands for a real has the bound `Real`: `fn f<T: Real>(…)`",
    note = "implement `InvertibleAdd` for a type of your own"
)]
pub trait InvertibleAdd {
    /// `y += by`
    fn increase(&mut self, by: Self);
    /// `y -= by`
    fn decrease(&mut self, by: Self);
}

/// Types that `y *= e` and `y /= e` can be undone for: logarithmic and tropical numbers.
#[diagnostic::on_unimplemented(
    message = "`*=` on a place of type `{Self}` has no inverse",
    label = "this update cannot be undone",
    note = "`Log`, `MaxPlus` and `MinPlus` undo `*=`; hold the number in one of them, or add to a fresh place: `y += a * b`",
    note = "implement `InvertibleMul` for a type of your own"
)]
pub trait InvertibleMul {
    /// `y *= by`
    fn multiply(&mut self, by: Self);
    /// `y /= by`
    fn divide(&mut self, by: Self);
}

/// Types that `y ^= e` can be undone for, by itself: integers and truth values.
#[diagnostic::on_unimplemented(
    message = "`^=` on a place of type `{Self}` has no inverse",
    label = "this update cannot be undone",
    note = "integers and `bool` undo `^=`",
    note = "implement `InvertibleXor` for a type of your own"
)]
pub trait InvertibleXor {
    /// `y ^= by`
    fn toggle(&mut self, by: Self);
}

macro_rules! integers {
    ($($integer:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl InvertibleAdd for $integer {
            #[inline(always)]
            fn increase(&mut self, by: Self) {
                *self = self.wrapping_add(by);
            }
            #[inline(always)]
            fn decrease(&mut self, by: Self) {
                *self = self.wrapping_sub(by);
            }
        }

        #[diagnostic::do_not_recommend]
        impl InvertibleAdd for Wrapping<$integer> {
            #[inline(always)]
            fn increase(&mut self, by: Self) {
                *self += by;
            }
            #[inline(always)]
            fn decrease(&mut self, by: Self) {
                *self -= by;
            }
        }

        #[diagnostic::do_not_recommend]
        impl InvertibleXor for $integer {
            #[inline(always)]
            fn toggle(&mut self, by: Self) {
                *self ^= by;
            }
        }

        #[diagnostic::do_not_recommend]
        impl InvertibleXor for Wrapping<$integer> {
            #[inline(always)]
            fn toggle(&mut self, by: Self) {
                *self ^= by;
            }
        }
    )* };
}
integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);

#[diagnostic::do_not_recommend]
impl InvertibleXor for bool {
    #[inline(always)]
    fn toggle(&mut self, by: Self) {
        *self ^= by;
    }
}

macro_rules! floats {
    ($($float:ty)*) => { $(
        #[diagnostic::do_not_recommend]
        impl InvertibleAdd for $float {
            #[inline(always)]
            fn increase(&mut self, by: Self) {
                *self += by;
            }
            #[inline(always)]
            fn decrease(&mut self, by: Self) {
                *self -= by;
            }
        }
    )* };
}
floats!(f32 f64);

#[diagnostic::do_not_recommend]
impl<T: Real> InvertibleAdd for Dual<T> {
    #[inline(always)]
    fn increase(&mut self, by: Self) {
        *self += by;
    }
    #[inline(always)]
    fn decrease(&mut self, by: Self) {
        *self -= by;
    }
}

// Written out, so that rustc lists them by name where a type has none.
impl<T: Real> InvertibleMul for Log<T> {
    #[inline(always)]
    fn multiply(&mut self, by: Self) {
        *self *= by;
    }
    #[inline(always)]
    fn divide(&mut self, by: Self) {
        *self /= by;
    }
}

impl<T: Real> InvertibleMul for MaxPlus<T> {
    #[inline(always)]
    fn multiply(&mut self, by: Self) {
        *self *= by;
    }
    #[inline(always)]
    fn divide(&mut self, by: Self) {
        *self /= by;
    }
}

impl<T: Real> InvertibleMul for MinPlus<T> {
    #[inline(always)]
    fn multiply(&mut self, by: Self) {
        *self *= by;
    }
    #[inline(always)]
    fn divide(&mut self, by: Self) {
        *self /= by;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_come_back_from_beyond_their_ends() {
        let mut small = 250_u8;
        small.increase(10);
        assert_eq!(small, 4);
        small.decrease(10);
        assert_eq!(small, 250);

        let mut signed = i32::MIN;
        signed.decrease(i32::MAX);
        signed.increase(i32::MAX);
        assert_eq!(signed, i32::MIN);
    }

    #[test]
    fn bits_are_toggled_twice_to_be_as_they_were() {
        let (mut bits, mut truth) = (0b1010_u64, true);
        bits.toggle(0b0110);
        truth.toggle(true);
        assert_eq!((bits, truth), (0b1100, false));
        bits.toggle(0b0110);
        truth.toggle(true);
        assert_eq!((bits, truth), (0b1010, true));
    }
}
