//! The fields of the crate `nalgebra`: `RealField` and `ComplexField` of `simba`, and the comparisons of `approx`.
//!
//! A real number is a complex one whose imaginary part is zero. Comparisons with a tolerance look at values.

use crate::Dual;
use retrograde_rules::Real;

/// Implements the fields of `nalgebra` for a number over numbers; the last argument is how its value is read.
#[doc(hidden)]
#[macro_export]
macro_rules! __nalgebra {
    ($Number:ident<$T:ident: $Bound:path>, [$($value:tt)+]) => {
        impl<$T: $Bound + $crate::__private::approx::AbsDiffEq<Epsilon = $T>> $crate::__private::approx::AbsDiffEq
            for $Number<$T>
        {
            type Epsilon = Self;
            fn default_epsilon() -> Self {
                Self::constant_of($T::default_epsilon())
            }
            fn abs_diff_eq(&self, other: &Self, epsilon: Self) -> bool {
                self $($value)+.abs_diff_eq(&other $($value)+, epsilon $($value)+)
            }
        }

        impl<$T: $Bound + $crate::__private::approx::RelativeEq<Epsilon = $T>> $crate::__private::approx::RelativeEq
            for $Number<$T>
        {
            fn default_max_relative() -> Self {
                Self::constant_of($T::default_max_relative())
            }
            fn relative_eq(&self, other: &Self, epsilon: Self, max_relative: Self) -> bool {
                self $($value)+.relative_eq(&other $($value)+, epsilon $($value)+, max_relative $($value)+)
            }
        }

        impl<$T: $Bound + $crate::__private::approx::UlpsEq<Epsilon = $T>> $crate::__private::approx::UlpsEq
            for $Number<$T>
        {
            fn default_max_ulps() -> u32 {
                $T::default_max_ulps()
            }
            fn ulps_eq(&self, other: &Self, epsilon: Self, max_ulps: u32) -> bool {
                self $($value)+.ulps_eq(&other $($value)+, epsilon $($value)+, max_ulps)
            }
        }

        impl<$T: $Bound> $crate::__private::nalgebra::SimdValue for $Number<$T> {
            const LANES: usize = 1;
            type Element = Self;
            type SimdBool = bool;
            #[inline(always)]
            fn splat(value: Self) -> Self {
                value
            }
            #[inline(always)]
            fn extract(&self, _: usize) -> Self {
                *self
            }
            #[inline(always)]
            #[allow(unsafe_code)]
            // SAFETY: it may be called with any index, and touches no memory but its own.
            unsafe fn extract_unchecked(&self, _: usize) -> Self {
                *self
            }
            #[inline(always)]
            fn replace(&mut self, _: usize, value: Self) {
                *self = value;
            }
            #[inline(always)]
            #[allow(unsafe_code)]
            // SAFETY: as above.
            unsafe fn replace_unchecked(&mut self, _: usize, value: Self) {
                *self = value;
            }
            #[inline(always)]
            fn select(self, condition: bool, other: Self) -> Self {
                if condition { self } else { other }
            }
        }

        impl<$T: $Bound + $crate::__private::num_traits::Num> $crate::__private::nalgebra::Field for $Number<$T> {}

        impl<$T: $Bound> $crate::__private::simba::scalar::SubsetOf<$Number<$T>> for $Number<$T> {
            #[inline]
            fn to_superset(&self) -> Self {
                *self
            }
            #[inline]
            fn from_superset_unchecked(element: &Self) -> Self {
                *element
            }
            #[inline]
            fn is_in_subset(_: &Self) -> bool {
                true
            }
        }
        $crate::__nalgebra! { @plain $Number<$T: $Bound>: f32 f64 }

        $crate::__nalgebra! { @complex $Number<$T: $Bound>, [$($value)+];
            itself floor ceil round trunc recip sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh
                log2 log10 ln ln_1p sqrt exp exp2 exp_m1 cbrt;
            real abs signum }

        $crate::__nalgebra! { @real $Number<$T: $Bound>;
            pi two_pi frac_pi_2 frac_pi_3 frac_pi_4 frac_pi_6 frac_pi_8 frac_1_pi frac_2_pi frac_2_sqrt_pi e log2_e
            log10_e ln_2 ln_10 }
    };
    (@plain $Number:ident<$T:ident: $Bound:path>: $($plain:ident)*) => { $(
        impl<$T: $Bound> $crate::__private::simba::scalar::SubsetOf<$Number<$T>> for $plain {
            #[inline]
            fn to_superset(&self) -> $Number<$T> {
                <$Number<$T> as $crate::__private::Real>::constant(f64::from(*self))
            }
            #[inline]
            fn from_superset_unchecked(element: &$Number<$T>) -> $plain {
                $crate::__private::Real::primal(*element) as $plain
            }
            #[inline]
            fn is_in_subset(_: &$Number<$T>) -> bool {
                true
            }
        }
    )* };
    (@complex $Number:ident<$T:ident: $Bound:path>, [$($value:tt)+];
        itself $($function:ident)*; real $($part:ident)*
    ) => {
        impl<$T: $Bound + $crate::__private::nalgebra::RealField> $crate::__private::nalgebra::ComplexField
            for $Number<$T>
        {
            type RealField = Self;
            $(
                #[inline]
                fn $function(self) -> Self {
                    $crate::__private::Real::$function(self)
                }
            )*
            $(
                #[inline]
                fn $part(self) -> Self {
                    $crate::__private::Real::$part(self)
                }
            )*
            #[inline]
            fn from_real(re: Self) -> Self {
                re
            }
            #[inline]
            fn real(self) -> Self {
                self
            }
            #[inline]
            fn imaginary(self) -> Self {
                $crate::__private::Real::constant(0.0)
            }
            #[inline]
            fn conjugate(self) -> Self {
                self
            }
            #[inline]
            fn modulus(self) -> Self {
                $crate::__private::Real::abs(self)
            }
            #[inline]
            fn modulus_squared(self) -> Self {
                self * self
            }
            #[inline]
            fn norm1(self) -> Self {
                $crate::__private::Real::abs(self)
            }
            #[inline]
            fn argument(self) -> Self {
                if self >= 0.0 { $crate::__private::Real::constant(0.0) } else { <Self as $crate::__private::nalgebra::RealField>::pi() }
            }
            #[inline]
            fn to_exp(self) -> (Self, Self) {
                let one: Self = $crate::__private::Real::constant(1.0);
                if self >= 0.0 { (self, one) } else { (-self, -one) }
            }
            #[inline]
            fn scale(self, factor: Self) -> Self {
                self * factor
            }
            #[inline]
            fn unscale(self, factor: Self) -> Self {
                self / factor
            }
            #[inline]
            fn fract(self) -> Self {
                self - $crate::__private::Real::trunc(self)
            }
            #[inline]
            fn mul_add(self, a: Self, b: Self) -> Self {
                $crate::__private::Real::mul_add(self, a, b)
            }
            #[inline]
            fn hypot(self, other: Self) -> Self {
                $crate::__private::Real::hypot(self, other)
            }
            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                ($crate::__private::Real::sin(self), $crate::__private::Real::cos(self))
            }
            #[inline]
            fn log(self, base: Self) -> Self {
                $crate::__private::Real::ln(self) / $crate::__private::Real::ln(base)
            }
            #[inline]
            fn powi(self, n: i32) -> Self {
                $crate::__private::Real::powi(self, n)
            }
            #[inline]
            fn powf(self, n: Self) -> Self {
                $crate::__private::Real::powf(self, n)
            }
            #[inline]
            fn powc(self, n: Self) -> Self {
                $crate::__private::Real::powf(self, n)
            }
            #[inline]
            fn try_sqrt(self) -> Option<Self> {
                if self >= 0.0 { Some($crate::__private::Real::sqrt(self)) } else { None }
            }
            #[inline]
            fn is_finite(&self) -> bool {
                $crate::__private::Real::primal(*self).is_finite()
            }
        }
    };
    (@real $Number:ident<$T:ident: $Bound:path>; $($constant:ident)*) => {
        impl<$T: $Bound + $crate::__private::nalgebra::RealField> $crate::__private::nalgebra::RealField
            for $Number<$T>
        {
            $(
                #[inline]
                fn $constant() -> Self {
                    Self::constant_of(<$T as $crate::__private::nalgebra::RealField>::$constant())
                }
            )*
            #[inline]
            fn is_sign_positive(&self) -> bool {
                $crate::__private::Real::primal(*self).is_sign_positive()
            }
            #[inline]
            fn is_sign_negative(&self) -> bool {
                $crate::__private::Real::primal(*self).is_sign_negative()
            }
            #[inline]
            fn copysign(self, sign: Self) -> Self {
                let negative = <Self as $crate::__private::nalgebra::RealField>::is_sign_negative;
                if negative(&self) == negative(&sign) { self } else { -self }
            }
            #[inline]
            fn max(self, other: Self) -> Self {
                $crate::__private::Real::max(self, other)
            }
            #[inline]
            fn min(self, other: Self) -> Self {
                $crate::__private::Real::min(self, other)
            }
            #[inline]
            fn clamp(self, min: Self, max: Self) -> Self {
                if self < min {
                    min
                } else if self > max {
                    max
                } else {
                    self
                }
            }
            #[inline]
            fn atan2(self, other: Self) -> Self {
                $crate::__private::Real::atan2(self, other)
            }
            fn min_value() -> Option<Self> {
                <$T as $crate::__private::nalgebra::RealField>::min_value().map(Self::constant_of)
            }
            fn max_value() -> Option<Self> {
                <$T as $crate::__private::nalgebra::RealField>::max_value().map(Self::constant_of)
            }
        }
    };
}
__nalgebra!(Dual<T: Real>, [.value]);
