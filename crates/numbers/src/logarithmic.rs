//! [`Log`]: a positive number that is stored as its logarithm.
//!
//! Its products are sums beneath, so they neither overflow nor lose what they multiply, and `y *= e` can be undone:
//! exactly over fixed point, to rounding over floats. Its sums are taken as `ln(eᵃ + eᵇ)` without leaving the logarithms
//! (the rule `logaddexp`). Laws:
//!
//! - zero is `ln = -∞`; a negative number has no logarithm: over floats it is not-a-number and stays visible, over
//!   [`Fixed`](crate::Fixed) it panics;
//! - the loss of conversions has a name: [`Log::from_value`] and [`Log::value`] round, [`Log::from_ln`] and [`Log::ln`] do not;
//! - the cotangent of a `Log` is that of its logarithm: the shadow of `Log<T>` is a `Log<C>`, whose field `ln` holds it.
//!
//! (Paper 000, section 3.1 and appendix B.3, where it is `ULogarithmic`; paper 002, section 3.)

use core::fmt;
use core::str::FromStr;

use retrograde_rules::Real;

/// A positive number, stored as its logarithm.
///
/// ```
/// use retrograde_numbers::Log;
///
/// let mut y = Log::from_value(1e300_f64);
/// y *= Log::from_value(1e300); // no float holds this
/// y *= Log::from_value(1e-300);
/// assert!((y.value() / 1e300 - 1.0).abs() < 1e-12);
/// let five: Log<f64> = Log::from(2.0) + Log::from(3.0);
/// assert!((five.value() - 5.0).abs() < 1e-14);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Log<T> {
    /// The natural logarithm of the number.
    pub ln: T,
}

impl<T> Log<T> {
    /// The number with this logarithm.
    #[inline(always)]
    pub const fn from_ln(ln: T) -> Self {
        Log { ln }
    }
}

impl<T: Real> Log<T> {
    /// The neutral element of sums, infinitely far out: a product with it cannot be undone, and fixed point, which has no
    /// infinity, panics.
    #[inline]
    pub fn zero() -> Self {
        Log { ln: T::constant(f64::NEG_INFINITY) }
    }

    /// Returns the number for a constant. The logarithm is taken in `f64`, which may represent it although it does
    /// not represent the number.
    pub fn constant(c: f64) -> Self {
        Log { ln: T::constant(Real::ln(c)) }
    }
}

impl<T: Real> Default for Log<T> {
    /// One, from which products start.
    fn default() -> Self {
        Self::one()
    }
}

impl From<f64> for Log<f64> {
    /// The number of this value: see [`Log::from_value`].
    fn from(x: f64) -> Self {
        Log::from_value(x)
    }
}

impl From<f32> for Log<f32> {
    /// The number of this value: see [`Log::from_value`].
    fn from(x: f32) -> Self {
        Log::from_value(x)
    }
}

/// The reason why a text is no positive number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoLog;

impl fmt::Display for NoLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("this is not a number that has a logarithm")
    }
}

impl core::error::Error for NoLog {}

impl<T: Real> FromStr for Log<T> {
    type Err = NoLog;

    /// Reads a positive decimal number.
    fn from_str(text: &str) -> Result<Self, NoLog> {
        match text.parse::<f64>() {
            Ok(x) if x > 0.0 => Ok(Self::constant(x)),
            _ => Err(NoLog),
        }
    }
}

impl<T: Real> fmt::Display for Log<T> {
    /// Writes the value, or `exp(750)` where `f64` does not hold it. A precision applies to either number.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ln = self.ln.primal();
        let value = Real::exp(ln);
        if ln.is_finite() && (value == 0.0 || value.is_infinite()) {
            f.write_str("exp(")?;
            fmt::Display::fmt(&ln, f)?;
            f.write_str(")")
        } else {
            fmt::Display::fmt(&value, f)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Dual, Fixed43};
    use std::format;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-12 * a.abs().max(b.abs()).max(1.0)
    }

    #[test]
    fn arithmetic_is_that_of_positive_numbers() {
        let (a, b): (Log<f64>, Log<f64>) = (2.5.into(), 0.75.into());
        assert!(close((a + b).value(), 3.25));
        assert!(close((a - b).value(), 1.75) && (b - a).ln.is_nan() && (a - a) == Log::zero());
        assert!(close((a * b).value(), 1.875));
        let (r, s) = (&a, &b);
        assert!(close((r / s).value(), 2.5 / 0.75));
        assert!(close(a.powi(-3).value(), 2.5_f64.powi(-3)));
        assert!(close(a.recip().value() + a.sqrt().value(), 0.4 + 2.5_f64.sqrt()));
        assert!(close([a, b, b].into_iter().sum::<Log<f64>>().value(), 4.0));
        assert!(close([a, b, b].into_iter().product::<Log<f64>>().value(), 2.5 * 0.5625));
        assert!(b < a && Log::one() < a);
    }

    #[test]
    fn zero_is_neutral_in_sums() {
        let (zero, a): (Log<f64>, Log<f64>) = (Log::zero(), 2.0.into());
        assert_eq!((zero + zero, zero + a, zero * a), (zero, a, zero));
        assert_eq!(zero.value(), 0.0);
    }

    #[test]
    fn what_no_float_holds_is_still_a_number() {
        let large = Log::from_ln(2000.0);
        assert_eq!((large + large).ln(), 2000.0 + std::f64::consts::LN_2);
        assert_eq!(
            format!("{large} {:.1} {}", Log::from_ln(-1000.0), Log::from(2.0)),
            "exp(2000) exp(-1000.0) 2"
        );
    }

    #[test]
    fn negative_numbers_stay_visible() {
        let mut y: Log<f64> = (-1.0).into();
        y *= Log::from(2.0);
        assert!(y.ln.is_nan());
        assert_eq!("-1".parse::<Log<f64>>(), Err(NoLog));
        assert_eq!("0.5".parse::<Log<f64>>().map(Log::ln), Ok(0.5_f64.ln()));
    }

    #[test]
    fn products_are_undone_to_the_bit_over_fixed_point() {
        let start = Log::from_value(Fixed43::constant(0.3));
        let factors = [1.7, 0.01, 123.0, 1e-5].map(|x| Log::from_value(Fixed43::constant(x)));
        let mut y = start;
        factors.iter().for_each(|factor| y *= factor);
        assert_ne!(y, start);
        factors.iter().for_each(|factor| y /= factor);
        assert_eq!(y, start);
    }

    #[test]
    fn duals_pass_through() {
        // d/dx of x·x + 3 at 2, by way of logarithms.
        let x = Log::from_value(Dual::variable(2.0));
        let y = (x * x + Log::constant(3.0)).value();
        assert!(close(y.value, 7.0) && close(y.tangent, 4.0));
    }
}
