//! The traits of the crate `num-traits`: `Num`, `Float`, `FloatConst`, `Signed`, conversions, powers.

use crate::Dual;
use retrograde_rules::Real;

/// Implements the traits of `num-traits` for a number over numbers; the last argument is how its value is read.
#[doc(hidden)]
#[macro_export]
macro_rules! __num_traits {
    ($Number:ident<$T:ident: $Bound:path>, [$($value:tt)+]) => {
        impl<$T: $Bound> $crate::__private::num_traits::Zero for $Number<$T> {
            #[inline]
            fn zero() -> Self {
                <Self as $crate::__private::Real>::constant(0.0)
            }
            /// True if the value is zero, as for the plain number, whatever the derivative.
            #[inline]
            fn is_zero(&self) -> bool {
                *self == 0.0
            }
        }

        impl<$T: $Bound> $crate::__private::num_traits::One for $Number<$T> {
            #[inline]
            fn one() -> Self {
                <Self as $crate::__private::Real>::constant(1.0)
            }
            /// True if the value is one, as for the plain number, whatever the derivative.
            #[inline]
            fn is_one(&self) -> bool {
                *self == 1.0
            }
        }

        impl<$T: $Bound + $crate::__private::num_traits::Num> $crate::__private::num_traits::Num for $Number<$T> {
            type FromStrRadixErr = <$T as $crate::__private::num_traits::Num>::FromStrRadixErr;
            fn from_str_radix(text: &str, radix: u32) -> ::core::result::Result<Self, Self::FromStrRadixErr> {
                <$T as $crate::__private::num_traits::Num>::from_str_radix(text, radix).map(Self::constant_of)
            }
        }

        impl<$T: $Bound + $crate::__private::num_traits::Bounded> $crate::__private::num_traits::Bounded
            for $Number<$T>
        {
            fn min_value() -> Self {
                Self::constant_of(<$T as $crate::__private::num_traits::Bounded>::min_value())
            }
            fn max_value() -> Self {
                Self::constant_of(<$T as $crate::__private::num_traits::Bounded>::max_value())
            }
        }

        impl<$T: $Bound + $crate::__private::num_traits::Num> $crate::__private::num_traits::Signed for $Number<$T> {
            #[inline]
            fn abs(&self) -> Self {
                $crate::__private::Real::abs(*self)
            }
            #[inline]
            fn abs_sub(&self, other: &Self) -> Self {
                if *self <= *other { <Self as $crate::__private::Real>::constant(0.0) } else { *self - *other }
            }
            #[inline]
            fn signum(&self) -> Self {
                $crate::__private::Real::signum(*self)
            }
            #[inline]
            fn is_positive(&self) -> bool {
                $crate::__private::num_traits::Signed::is_positive(&$crate::__private::Real::primal(*self))
            }
            #[inline]
            fn is_negative(&self) -> bool {
                $crate::__private::num_traits::Signed::is_negative(&$crate::__private::Real::primal(*self))
            }
        }

        impl<$T: $Bound> $crate::__private::num_traits::Inv for $Number<$T> {
            type Output = Self;
            #[inline]
            fn inv(self) -> Self {
                $crate::__private::Real::recip(self)
            }
        }

        impl<$T: $Bound> $crate::__private::num_traits::MulAdd for $Number<$T> {
            type Output = Self;
            #[inline]
            fn mul_add(self, a: Self, b: Self) -> Self {
                $crate::__private::Real::mul_add(self, a, b)
            }
        }

        impl<$T: $Bound> $crate::__private::num_traits::MulAddAssign for $Number<$T> {
            #[inline]
            fn mul_add_assign(&mut self, a: Self, b: Self) {
                *self = $crate::__private::Real::mul_add(*self, a, b);
            }
        }

        $crate::__num_traits! { @power $Number<$T: $Bound>, $Number<$T>, |x, p| $crate::__private::Real::powf(x, p) }
        $crate::__num_traits! { @power $Number<$T: $Bound>, i32, |x, p| $crate::__private::Real::powi(x, p) }
        $crate::__num_traits! { @power $Number<$T: $Bound>, f64, |x, p| $crate::__private::Real::powf(x, Self::from(p)) }

        // The plain value, as far as the other type holds it.
        impl<$T: $Bound> $crate::__private::num_traits::ToPrimitive for $Number<$T> {
            fn to_i64(&self) -> Option<i64> {
                $crate::__private::num_traits::ToPrimitive::to_i64(&$crate::__private::Real::primal(*self))
            }
            fn to_i128(&self) -> Option<i128> {
                $crate::__private::num_traits::ToPrimitive::to_i128(&$crate::__private::Real::primal(*self))
            }
            fn to_u64(&self) -> Option<u64> {
                $crate::__private::num_traits::ToPrimitive::to_u64(&$crate::__private::Real::primal(*self))
            }
            fn to_u128(&self) -> Option<u128> {
                $crate::__private::num_traits::ToPrimitive::to_u128(&$crate::__private::Real::primal(*self))
            }
            fn to_f64(&self) -> Option<f64> {
                Some($crate::__private::Real::primal(*self))
            }
        }

        impl<$T: $Bound> $crate::__private::num_traits::NumCast for $Number<$T> {
            fn from<N: $crate::__private::num_traits::ToPrimitive>(n: N) -> Option<Self> {
                n.to_f64().map(<Self as $crate::__private::Real>::constant)
            }
        }

        impl<$T: $Bound> $crate::__private::num_traits::FromPrimitive for $Number<$T> {
            fn from_i64(n: i64) -> Option<Self> {
                Some(<Self as $crate::__private::Real>::constant(n as f64))
            }
            fn from_u64(n: u64) -> Option<Self> {
                Some(<Self as $crate::__private::Real>::constant(n as f64))
            }
            fn from_i128(n: i128) -> Option<Self> {
                Some(<Self as $crate::__private::Real>::constant(n as f64))
            }
            fn from_u128(n: u128) -> Option<Self> {
                Some(<Self as $crate::__private::Real>::constant(n as f64))
            }
            fn from_f64(n: f64) -> Option<Self> {
                Some(<Self as $crate::__private::Real>::constant(n))
            }
        }

        $crate::__num_traits! { @cast $Number<$T: $Bound>:
            f64 f32 u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }

        impl<$T: $Bound> $crate::__private::num_traits::AsPrimitive<$Number<$T>> for $Number<$T> {
            #[inline]
            fn as_(self) -> Self {
                self
            }
        }

        $crate::__num_traits! { @constants $Number<$T: $Bound>:
            E FRAC_1_PI FRAC_1_SQRT_2 FRAC_2_PI FRAC_2_SQRT_PI FRAC_PI_2 FRAC_PI_3 FRAC_PI_4 FRAC_PI_6 FRAC_PI_8
            LN_10 LN_2 LOG10_E LOG2_E PI SQRT_2 TAU LOG10_2 LOG2_10 }

        $crate::__num_traits! { @float $Number<$T: $Bound>, [$($value)+];
            constants nan infinity neg_infinity neg_zero min_value min_positive_value epsilon max_value;
            questions is_nan -> bool, is_infinite -> bool, is_finite -> bool, is_normal -> bool, is_subnormal -> bool,
                classify -> ::core::num::FpCategory, is_sign_positive -> bool, is_sign_negative -> bool,
                integer_decode -> (u64, i16, i8);
            functions floor ceil round trunc abs signum recip sqrt exp exp2 ln log2 log10 cbrt sin cos tan asin acos
                atan exp_m1 ln_1p sinh cosh tanh asinh acosh atanh;
            pairs powf max min hypot atan2 }
    };
    (@power $Number:ident<$T:ident: $Bound:path>, $Exponent:ty, |$x:ident, $p:ident| $y:expr) => {
        impl<$T: $Bound> $crate::__private::num_traits::Pow<$Exponent> for $Number<$T> {
            type Output = Self;
            #[inline]
            fn pow(self, $p: $Exponent) -> Self {
                let $x = self;
                $y
            }
        }
    };
    (@cast $Number:ident<$T:ident: $Bound:path>: $($Plain:ident)*) => { $(
        impl<$T: $Bound> $crate::__private::num_traits::AsPrimitive<$Plain> for $Number<$T> {
            #[inline]
            fn as_(self) -> $Plain {
                $crate::__private::Real::primal(self) as $Plain
            }
        }
        impl<$T: $Bound> $crate::__private::num_traits::AsPrimitive<$Number<$T>> for $Plain {
            #[inline]
            fn as_(self) -> $Number<$T> {
                <$Number<$T> as $crate::__private::Real>::constant(self as f64)
            }
        }
    )* };
    (@constants $Number:ident<$T:ident: $Bound:path>: $($CONSTANT:ident)*) => {
        #[allow(non_snake_case)]
        impl<$T: $Bound + $crate::__private::num_traits::FloatConst> $crate::__private::num_traits::FloatConst
            for $Number<$T>
        {
            $(
                #[inline]
                fn $CONSTANT() -> Self {
                    Self::constant_of(<$T as $crate::__private::num_traits::FloatConst>::$CONSTANT())
                }
            )*
        }
    };
    (@float $Number:ident<$T:ident: $Bound:path>, $value:tt;
        constants $($constant:ident)*;
        questions $($question:ident -> $Answer:ty),*;
        functions $($function:ident)*;
        pairs $($pair:ident)*
    ) => {
        impl<$T: $Bound + $crate::__private::num_traits::Float> $crate::__private::num_traits::Float for $Number<$T> {
            $(
                #[inline]
                fn $constant() -> Self {
                    Self::constant_of(<$T as $crate::__private::num_traits::Float>::$constant())
                }
            )*
            $(
                #[inline]
                fn $question(self) -> $Answer {
                    <$T as $crate::__private::num_traits::Float>::$question($crate::__num_traits!(@value self $value))
                }
            )*
            $(
                #[inline]
                fn $function(self) -> Self {
                    $crate::__private::Real::$function(self)
                }
            )*
            $(
                #[inline]
                fn $pair(self, other: Self) -> Self {
                    $crate::__private::Real::$pair(self, other)
                }
            )*
            #[inline]
            fn powi(self, n: i32) -> Self {
                $crate::__private::Real::powi(self, n)
            }
            #[inline]
            fn mul_add(self, a: Self, b: Self) -> Self {
                $crate::__private::Real::mul_add(self, a, b)
            }
            #[inline]
            fn log(self, base: Self) -> Self {
                $crate::__private::Real::ln(self) / $crate::__private::Real::ln(base)
            }
            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                ($crate::__private::Real::sin(self), $crate::__private::Real::cos(self))
            }
            #[inline]
            fn fract(self) -> Self {
                self - $crate::__private::Real::trunc(self)
            }
            #[inline]
            fn abs_sub(self, other: Self) -> Self {
                if self <= other { <Self as $crate::__private::Real>::constant(0.0) } else { self - other }
            }
            // What differs in sign is negated: a constant number has no derivative by its sign bit.
            #[inline]
            fn copysign(self, sign: Self) -> Self {
                let negative = <Self as $crate::__private::num_traits::Float>::is_sign_negative;
                if negative(self) == negative(sign) { self } else { -self }
            }
            #[inline]
            fn to_degrees(self) -> Self {
                self * Self::constant_of(<$T as $crate::__private::num_traits::Float>::to_degrees(
                    <$T as $crate::__private::Real>::constant(1.0),
                ))
            }
            #[inline]
            fn to_radians(self) -> Self {
                self * Self::constant_of(<$T as $crate::__private::num_traits::Float>::to_radians(
                    <$T as $crate::__private::Real>::constant(1.0),
                ))
            }
        }
    };
    (@value $x:ident [$($value:tt)+]) => {
        $x $($value)+
    };
}
__num_traits!(Dual<T: Real>, [.value]);
