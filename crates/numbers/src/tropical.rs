//! [`MaxPlus`] and [`MinPlus`]: tropical numbers, whose sum is the larger (or the smaller) and whose product is the sum.
//!
//! A tropical polynomial is the length of the best of many paths: products lengthen a path, sums choose among paths. So
//! `y *= e` is undone by `y /= e`. Laws:
//!
//! - zero is the number that loses every choice, `-∞` or `∞`; a product with it cannot be undone, nor can a sum;
//! - a sum has the subgradient of [`max`](Real::max) and `min`: all of the cotangent goes to the number chosen, half to each
//!   of two that tie;
//! - the cotangent of a tropical number is that of its value: the shadow of `MaxPlus<T>` is a `MaxPlus<C>`.
//!
//! (Paper 000, section 3.1; D. Speyer and B. Sturmfels, "Tropical mathematics", Mathematics Magazine 82, 2009.)

use core::fmt;
use core::str::FromStr;

use retrograde_rules::Real;

macro_rules! tropical {
    ($(#[$doc:meta])* $Number:ident, $zero:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
        pub struct $Number<T> {
            /// The number as the real number that it is.
            pub value: T,
        }

        impl<T> $Number<T> {
            /// The tropical number of this value. Nothing is lost.
            #[inline(always)]
            pub const fn from_value(value: T) -> Self {
                $Number { value }
            }
        }

        impl<T: Real> $Number<T> {
            /// Returns the number for a constant.
            pub fn constant(c: f64) -> Self {
                $Number { value: T::constant(c) }
            }

            /// The neutral element of sums, infinitely far out: a product with it cannot be undone, and fixed point, which has no
            /// infinity, panics.
            #[inline]
            pub fn zero() -> Self {
                Self::constant($zero)
            }
        }

        impl<T: Real> Default for $Number<T> {
            /// One, whose value is 0.
            fn default() -> Self {
                Self::one()
            }
        }

        impl From<f64> for $Number<f64> {
            fn from(value: f64) -> Self {
                $Number { value }
            }
        }

        impl From<f32> for $Number<f32> {
            fn from(value: f32) -> Self {
                $Number { value }
            }
        }

        impl<T: Real> FromStr for $Number<T> {
            type Err = core::num::ParseFloatError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse::<f64>().map(Self::constant)
            }
        }

        impl<T: fmt::Display> fmt::Display for $Number<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.value.fmt(f)
            }
        }
    };
}

tropical! {
    /// A tropical number whose sum is the maximum: the heaviest path, the ground state of a spin glass.
    ///
    /// ```
    /// use retrograde_numbers::MaxPlus;
    ///
    /// let [a, b, c] = [1.0, 2.0, 5.0].map(MaxPlus::from_value);
    /// assert_eq!(a * b + c, c); // max(1 + 2, 5)
    /// ```
    MaxPlus, f64::NEG_INFINITY
}

tropical! {
    /// A tropical number whose sum is the minimum: the shortest path.
    ///
    /// ```
    /// use retrograde_numbers::MinPlus;
    ///
    /// let [a, b, c] = [1.0, 2.0, 5.0].map(MinPlus::from_value);
    /// assert_eq!(a * b + c, a * b); // min(1 + 2, 5)
    /// ```
    MinPlus, f64::INFINITY
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Dual;
    use std::format;

    #[test]
    fn laws_of_a_semiring() {
        let numbers = [-3.0, 0.0, 2.5, 7.0];
        let max = numbers.map(MaxPlus::from_value);
        let min = numbers.map(MinPlus::from_value);
        for i in 0..4 {
            for j in 0..4 {
                for k in 0..4 {
                    assert_eq!(max[i] * (max[j] + max[k]), max[i] * max[j] + max[i] * max[k]);
                    assert_eq!(min[i] * (min[j] + min[k]), min[i] * min[j] + min[i] * min[k]);
                }
            }
            assert_eq!((max[i] * MaxPlus::one(), max[i] + MaxPlus::zero()), (max[i], max[i]));
            assert_eq!((min[i] / min[i], min[i] + MinPlus::zero()), (MinPlus::one(), min[i]));
        }
        assert_eq!(max.into_iter().sum::<MaxPlus<f64>>().value(), 7.0);
        assert_eq!(min.into_iter().sum::<MinPlus<f64>>().value(), -3.0);
        assert_eq!(max.into_iter().product::<MaxPlus<f64>>().value(), 6.5);
    }

    #[test]
    fn the_chosen_path_has_the_derivative() {
        let x = MaxPlus::from_value(Dual::variable(2.0));
        let other = MaxPlus::from_value(Dual::constant(5.0));
        assert_eq!((x * x + other).value().tangent, 0.0);
        assert_eq!((x.powi(3) + other).value().tangent, 3.0);
    }

    #[test]
    fn they_are_read_and_written_as_their_values() {
        assert_eq!(format!("{:.2}", MinPlus::from(1.5)), "1.50");
        assert_eq!("-2.5".parse(), Ok(MaxPlus::from_value(-2.5)));
    }
}
