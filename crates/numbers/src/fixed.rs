//! [`Fixed`]: numbers in fixed point, whose sums are exact and therefore undone to the last bit.
//!
//! A `Fixed<F>` is an integer `n` with the value `n / 2^F`. Laws:
//!
//! - *sums are exact and wrap*: `(y + e) - e` is `y` for all `y` and `e`, as for integers modulo 2^64. So a
//!   reversible program at `Fixed` is undone bit for bit, however many updates it makes;
//! - *products, quotients and functions round* to a multiple of 2^-F, and panic where the result does not fit, in
//!   every build: there is no infinity to return and nothing sensible to wrap to;
//! - *there is no NaN*: an operation without a value (`ln` of a negative number, division by zero) panics;
//! - elementary functions are those of `f64`, rounded. `f64` holds 53 bits, so up to 2^(52-F) in magnitude their
//!   arguments are exact, beyond it they are rounded first. `abs min max floor sqrt recip mul_add` and the like are
//!   computed on the integers.
//!
//! (Paper 000, section 3.1; its example in appendix B.3 is [`Fixed43`], Julia's Q20f43.)

use core::cmp::Ordering;
use core::fmt::{self, Write as _};
use core::iter::{Product, Sum};
use core::str::FromStr;

use retrograde_rules::{Primitive, Real, Rule, inherent_functions, with_primitives};

use crate::InvertibleAdd;

/// A number with `FRAC` binary digits after the point and `63 - FRAC` before it, 64 bits in all.
///
/// ```
/// use retrograde_numbers::Fixed43;
/// use retrograde_rules::Real;
///
/// let (start, step) = (Fixed43::constant(0.1), Fixed43::constant(1e5).sqrt());
/// let mut y = start;
/// for _ in 0..1_000_000 {
///     y += step; // beyond the largest number, and around
/// }
/// for _ in 0..1_000_000 {
///     y -= step;
/// }
/// assert_eq!(y, start);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Hash)]
pub struct Fixed<const FRAC: u32>(i64);

/// Twenty binary digits before the point and forty-three after it: numbers below a million, to 1e-13.
pub type Fixed43 = Fixed<43>;

impl<const FRAC: u32> Fixed<FRAC> {
    /// Checked when the type is used: the number one must fit.
    const DIGITS: u32 = {
        assert!(FRAC < 63, "a fixed-point number needs a bit before its point, and one for its sign");
        FRAC
    };
    /// Zero.
    pub const ZERO: Self = Fixed(0);
    /// One.
    pub const ONE: Self = Fixed(1 << Self::DIGITS);
    /// The distance between neighbours, 2^-FRAC.
    pub const DELTA: Self = Fixed(1);
    /// The least number, -2^(63-FRAC).
    pub const MIN: Self = Fixed(i64::MIN);
    /// The largest number, the neighbour of 2^(63-FRAC).
    pub const MAX: Self = Fixed(i64::MAX);

    /// The number `bits / 2^FRAC`.
    #[inline(always)]
    pub const fn from_bits(bits: i64) -> Self {
        Fixed(bits)
    }

    /// Returns the integer.
    #[inline(always)]
    pub const fn to_bits(self) -> i64 {
        self.0
    }

    /// The fixed-point number nearest to a float; none for not-a-number and for what does not fit.
    ///
    /// It is exact if the float is a multiple of [`DELTA`](Self::DELTA).
    pub fn nearest(x: f64) -> Option<Self> {
        // The scaling is exact: it changes the exponent alone.
        let scaled = Real::round(x * Self::scale());
        // -2^63 is a float, 2^63 - 1 is not.
        (-TWO_TO_63..TWO_TO_63).contains(&scaled).then_some(Fixed(scaled as i64))
    }

    /// The float nearest to the number: exact up to 2^(52-FRAC) in magnitude.
    #[inline]
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / Self::scale()
    }

    /// The nearest number with another number of digits; none if it does not fit. Exact where digits are added.
    pub fn rescaled<const OTHER: u32>(self) -> Option<Fixed<OTHER>> {
        let wide = if OTHER >= FRAC {
            (self.0 as i128) << (OTHER - FRAC)
        } else {
            rounded(self.0 as i128, FRAC - OTHER)
        };
        i64::try_from(wide).ok().map(Fixed)
    }

    #[inline(always)]
    fn scale() -> f64 {
        (1_u64 << Self::DIGITS) as f64
    }

    #[inline(always)]
    #[track_caller]
    fn fitting(wide: i128, what: &str, a: Self, b: Self) -> Self {
        match i64::try_from(wide) {
            Ok(bits) => Fixed(bits),
            Err(_) => unfitting::<FRAC>(what, a, b),
        }
    }

    #[inline]
    #[track_caller]
    fn of_function(name: &str, y: f64) -> Self {
        match Self::nearest(y) {
            Some(y) => y,
            None => {
                panic!("`{name}` is {y}, and a fixed-point number with {FRAC} digits holds no such value")
            }
        }
    }
}

const TWO_TO_63: f64 = 9_223_372_036_854_775_808.0;

#[cold]
#[track_caller]
fn unfitting<const FRAC: u32>(what: &str, a: Fixed<FRAC>, b: Fixed<FRAC>) -> ! {
    panic!("the {what} of {a} and {b} does not fit into a fixed-point number with {FRAC} digits")
}

/// `wide / 2^digits`, to the nearest integer; halves go up.
#[inline(always)]
const fn rounded(wide: i128, digits: u32) -> i128 {
    if digits == 0 { wide } else { (wide + (1 << (digits - 1))) >> digits }
}

/// `a / b` to the nearest integer; halves go away from zero.
#[inline(always)]
const fn quotient(a: i128, b: i128) -> i128 {
    let (whole, rest) = (a / b, a % b);
    let up = 2 * rest.unsigned_abs() >= b.unsigned_abs();
    if !up {
        whole
    } else if (a < 0) == (b < 0) {
        whole + 1
    } else {
        whole - 1
    }
}

/// Arithmetic on the integers.
impl<const FRAC: u32> Fixed<FRAC> {
    #[inline(always)]
    fn plus(self, b: Self) -> Self {
        Fixed(self.0.wrapping_add(b.0))
    }

    #[inline(always)]
    fn minus(self, b: Self) -> Self {
        Fixed(self.0.wrapping_sub(b.0))
    }

    #[inline(always)]
    #[track_caller]
    fn times(self, b: Self) -> Self {
        Self::fitting(rounded(self.0 as i128 * b.0 as i128, FRAC), "product", self, b)
    }

    #[inline(always)]
    #[track_caller]
    fn over(self, b: Self) -> Self {
        if b.0 == 0 {
            panic!("{self} is divided by zero in fixed point")
        }
        Self::fitting(quotient((self.0 as i128) << FRAC, b.0 as i128), "quotient", self, b)
    }

    fn root(self) -> Self {
        if self.0 < 0 {
            panic!("the square root of {self} is taken in fixed point")
        }
        // √(n/2^F) = √(n·2^F) / 2^F, rounded down and then up where that is nearer.
        let square = (self.0 as u128) << FRAC;
        let root = square.isqrt();
        Fixed(if square - root * root > root { root + 1 } else { root } as i64)
    }

    fn power(self, n: i32) -> Self {
        let (mut power, mut square, mut bits) = (Self::ONE, self, n.unsigned_abs());
        loop {
            if bits & 1 == 1 {
                power = power.times(square);
            }
            bits >>= 1;
            if bits == 0 {
                break;
            }
            square = square.times(square);
        }
        if n < 0 { Self::ONE.over(power) } else { power }
    }

    /// The largest integer not above the number plus `offset` units, which wraps as sums do.
    fn whole(self, offset: i64) -> Self {
        Fixed(self.0.wrapping_add(offset) >> FRAC << FRAC)
    }

    /// Half of one: rounded down where one is the smallest step.
    const HALF: i64 = (1 << Self::DIGITS) >> 1;

    /// Returns the value of a primitive that is exact on the integers, or nearly so.
    #[inline(always)]
    fn on_integers(primitive: Primitive, x: &[Self], exponent: i32) -> Option<Self> {
        Some(match (primitive, x) {
            (Primitive::Add, &[a, b]) => a + b,
            (Primitive::Sub, &[a, b]) => a - b,
            (Primitive::Mul, &[a, b]) => a * b,
            (Primitive::Div, &[a, b]) => a / b,
            (Primitive::Neg, &[x]) => -x,
            (Primitive::Abs, &[x]) => Fixed(x.0.wrapping_abs()),
            (Primitive::Signum, &[x]) if x.0 < 0 => Self::ZERO.minus(Self::ONE),
            (Primitive::Signum, _) => Self::ONE,
            (Primitive::Sqrt, &[x]) => x.root(),
            (Primitive::Recip, &[x]) => Self::ONE.over(x),
            (Primitive::Min, &[a, b]) => Fixed(a.0.min(b.0)),
            (Primitive::Max, &[a, b]) => Fixed(a.0.max(b.0)),
            (Primitive::Floor, &[x]) => x.whole(0),
            (Primitive::Ceil, &[x]) => x.whole(Self::ONE.0 - 1),
            (Primitive::Round, &[x]) if x.0 < 0 => -(-x).whole(Self::HALF),
            (Primitive::Round, &[x]) => x.whole(Self::HALF),
            (Primitive::Trunc, &[x]) if x.0 < 0 => x.whole(Self::ONE.0 - 1),
            (Primitive::Trunc, &[x]) => x.whole(0),
            (Primitive::Nonzero, &[x]) if x.0 == 0 => Self::ONE,
            (Primitive::Nonzero, &[x]) => x,
            (Primitive::Above, &[a, b]) => match a.0.cmp(&b.0) {
                Ordering::Greater => Self::ONE,
                Ordering::Equal => Fixed(Self::HALF),
                Ordering::Less => Self::ZERO,
            },
            (Primitive::MulAdd, &[a, b, c]) => {
                let wide = a.0 as i128 * b.0 as i128 + ((c.0 as i128) << FRAC);
                Self::fitting(rounded(wide, FRAC), "product", a, b)
            }
            (Primitive::Powi, &[x]) => x.power(exponent),
            _ => return None,
        })
    }
}

impl<const FRAC: u32> Real for Fixed<FRAC> {
    const ORDER: usize = 0;
    /// # Panics
    /// If the constant is not-a-number or does not fit.
    #[inline]
    fn constant(c: f64) -> Self {
        Self::of_function("constant", c)
    }

    #[inline]
    fn primal(self) -> f64 {
        self.to_f64()
    }

    #[inline]
    fn tolerance() -> f64 {
        0.0
    }

    /// Computes on the integers where that is exact; every other entry of the table goes through `f64`.
    #[inline]
    fn apply<R: Rule<N, A>, A: Copy, const N: usize>(x: [Self; N], others: A) -> Self {
        match R::entry(others) {
            None => R::value(x, others),
            Some((primitive, exponent)) => Self::on_integers(primitive, &x, exponent).unwrap_or_else(|| {
                Self::of_function(primitive.name(), R::value(x.map(Self::to_f64), others))
            }),
        }
    }
}

macro_rules! arithmetic {
    (add) => {
        Fixed::plus
    };
    (sub) => {
        Fixed::minus
    };
    (mul) => {
        Fixed::times
    };
    (div) => {
        Fixed::over
    };
}

macro_rules! implement_fixed {
    (
        operators { $(
            $(#[$operator_doc:meta])*
            $Operator:ident = $operator:ident($a:ident, $b:ident) -> $operator_y:ident {
                operator($symbol:tt, $Assign:ident, $assign:ident), $($operator_rule:tt)*
            }
        )* }
        negations { $($negations:tt)* }
        functions $functions:tt
        powers $powers:tt
    ) => {
        $(
            impl<const FRAC: u32> core::ops::$Operator for Fixed<FRAC> {
                type Output = Self;
                #[inline(always)]
                #[track_caller]
                fn $operator(self, $b: Self) -> Self {
                    arithmetic!($operator)(self, $b)
                }
            }

            impl<const FRAC: u32> core::ops::$Assign for Fixed<FRAC> {
                #[inline(always)]
                #[track_caller]
                fn $assign(&mut self, $b: Self) {
                    *self = arithmetic!($operator)(*self, $b);
                }
            }

            crate::reference::by_reference!([const FRAC: u32] Fixed<FRAC>, $Operator, $operator, $Assign, $assign);
        )*
    };
}

with_primitives!(implement_fixed);
with_primitives!(inherent_functions, { impl<const FRAC: u32> } Fixed<FRAC>;);

impl<const FRAC: u32> core::ops::Neg for Fixed<FRAC> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Fixed(self.0.wrapping_neg())
    }
}

#[diagnostic::do_not_recommend]
impl<const FRAC: u32> InvertibleAdd for Fixed<FRAC> {
    #[inline(always)]
    fn increase(&mut self, by: Self) {
        *self += by;
    }
    #[inline(always)]
    fn decrease(&mut self, by: Self) {
        *self -= by;
    }
}

impl<const FRAC: u32> Sum for Fixed<FRAC> {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::ZERO, |sum, number| sum + number)
    }
}

impl<'a, const FRAC: u32> Sum<&'a Self> for Fixed<FRAC> {
    fn sum<I: Iterator<Item = &'a Self>>(numbers: I) -> Self {
        numbers.copied().sum()
    }
}

impl<const FRAC: u32> Product for Fixed<FRAC> {
    fn product<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::ONE, |product, number| product * number)
    }
}

/// The reason why there is no fixed-point number for a float or a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoFixed {
    /// The text is no decimal number.
    NotANumber,
    /// The number is beyond the largest or the least one.
    TooLarge,
}

impl fmt::Display for NoFixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoFixed::NotANumber => "this is not a number",
            NoFixed::TooLarge => "this number is too large for the fixed-point type",
        })
    }
}

impl core::error::Error for NoFixed {}

impl<const FRAC: u32> TryFrom<f64> for Fixed<FRAC> {
    type Error = NoFixed;

    /// The nearest number, as [`Fixed::nearest`] finds it.
    fn try_from(x: f64) -> Result<Self, NoFixed> {
        let missing = if x.is_nan() { NoFixed::NotANumber } else { NoFixed::TooLarge };
        Self::nearest(x).ok_or(missing)
    }
}

impl<const FRAC: u32> From<Fixed<FRAC>> for f64 {
    /// The nearest float, as [`Fixed::to_f64`] finds it.
    fn from(x: Fixed<FRAC>) -> f64 {
        x.to_f64()
    }
}

impl<const FRAC: u32> FromStr for Fixed<FRAC> {
    type Err = NoFixed;

    /// Reads a decimal number, such as `-12.75` or `1e-3`, by way of the nearest float.
    fn from_str(text: &str) -> Result<Self, NoFixed> {
        text.parse::<f64>().map_err(|_| NoFixed::NotANumber)?.try_into()
    }
}

impl<const FRAC: u32> fmt::Display for Fixed<FRAC> {
    /// Writes the number in decimal: every digit of it, or as many after the point as a precision asks for, rounded up
    /// to nineteen places and cut beyond.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Text::default();
        let magnitude = self.0.unsigned_abs() as u128;
        match f.precision() {
            Some(places) if places <= 19 => {
                let ten = 10_u128.pow(places as u32);
                let all = (magnitude * ten + Self::HALF as u128) >> FRAC;
                write!(text, "{}", all / ten)?;
                if places > 0 {
                    write!(text, ".{:0places$}", all % ten)?;
                }
            }
            precision => {
                let (one, mut places) = (1_u128 << FRAC, precision.unwrap_or(usize::MAX));
                let mut rest = magnitude % one;
                write!(text, "{}", magnitude / one)?;
                if rest > 0 {
                    text.write_char('.')?;
                }
                while rest > 0 && places > 0 {
                    rest *= 10;
                    text.write_char(char::from(b'0' + (rest / one) as u8))?;
                    rest %= one;
                    places -= 1;
                }
            }
        }
        f.pad_integral(self.0 >= 0, "", text.as_str())
    }
}

impl<const FRAC: u32> fmt::Debug for Fixed<FRAC> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A short text without the heap: 19 digits, a point and at most 62 digits.
struct Text {
    bytes: [u8; 96],
    length: usize,
}

impl Default for Text {
    fn default() -> Self {
        Text { bytes: [0; 96], length: 0 }
    }
}

impl Text {
    fn as_str(&self) -> &str {
        core::str::from_utf8(&self.bytes[..self.length]).unwrap_or_default()
    }
}

impl fmt::Write for Text {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let room = self.bytes.get_mut(self.length..self.length + part.len()).ok_or(fmt::Error)?;
        room.copy_from_slice(part.as_bytes());
        self.length += part.len();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;

    fn fixed(x: f64) -> Fixed43 {
        Fixed43::constant(x)
    }

    #[test]
    fn arithmetic_is_that_of_numbers() {
        let (a, b) = (fixed(2.5), fixed(-0.75));
        assert_eq!((a + b, a - b, a * b, -b), (fixed(1.75), fixed(3.25), fixed(-1.875), fixed(0.75)));
        assert_eq!((a / b).to_f64(), f64::round(-2.5 / 0.75 * 2.0_f64.powi(43)) / 2.0_f64.powi(43));
        let (r, s) = (&a, &b);
        assert_eq!((r + s, r * b, a / r), (fixed(1.75), fixed(-1.875), Fixed::ONE));
        assert_eq!([a, b].iter().sum::<Fixed43>(), fixed(1.75));
        assert!(b < a && a > fixed(2.0));
    }

    #[test]
    fn rounding_is_to_the_nearest() {
        let third = Fixed43::ONE / fixed(3.0);
        assert_eq!(third.to_bits(), (1_i64 << 43) / 3 + 1);
        assert_eq!((-(third * third)).to_bits(), -(third * third).to_bits());
        assert_eq!(Fixed43::from_bits(1) * fixed(0.5), Fixed43::from_bits(1));
        assert_eq!(Fixed43::from_bits(1) * fixed(0.25), Fixed43::ZERO);
        assert_eq!(Fixed43::nearest(1e6 + 0.5).map(Fixed::to_f64), Some(1e6 + 0.5));
        assert_eq!((Fixed43::nearest(1.1e6), Fixed43::nearest(f64::NAN)), (None, None));
        assert_eq!(fixed(0.7).rescaled::<10>().map(Fixed::to_bits), Some(717));
        assert_eq!(fixed(-1.5).rescaled::<62>(), Some(Fixed::from_bits(-3 << 61)));
        assert_eq!(fixed(3.0).rescaled::<62>(), None);
    }

    #[test]
    fn whole_numbers_are_found_on_both_sides_of_zero() {
        for x in [2.5, -2.5, 2.0, -2.0, 0.25, -0.25, 0.5, -0.5, 0.0, 1234.75] {
            let y = fixed(x);
            assert_eq!((y.floor(), y.ceil()), (fixed(x.floor()), fixed(x.ceil())), "{x}");
            assert_eq!((y.round(), y.trunc()), (fixed(x.round()), fixed(x.trunc())), "{x}");
            assert_eq!(y.abs(), fixed(x.abs()));
        }
    }

    #[test]
    fn functions_are_those_of_floats() {
        for x in [0.1, 0.7, 1.3, 9.9] {
            let y = fixed(x);
            for (fixed, float) in [
                (y.exp(), x.exp()),
                (y.ln(), x.ln()),
                (y.sin(), x.sin()),
                (y.sqrt(), x.sqrt()),
                (y.recip(), x.recip()),
                (y.powi(-3), x.powi(-3)),
                (y.powf(fixed(1.5)), x.powf(1.5)),
                (y.atan2(-y), x.atan2(-x)),
                (y.mul_add(y, -y), x * x - x),
                (y.above(fixed(1.0)), if x > 1.0 { 1.0 } else { 0.0 }),
            ] {
                // A few units of 2^-43, and what the argument's own rounding makes of it.
                assert!((fixed.to_f64() - float).abs() < 1e-9 * float.abs().max(1.0), "{fixed} {float}");
            }
        }
        assert_eq!(fixed(9.0).sqrt(), fixed(3.0));
    }

    #[test]
    fn sums_wrap() {
        let mut y = Fixed43::MAX;
        y += Fixed43::DELTA;
        assert_eq!(y, Fixed43::MIN);
        y -= Fixed43::DELTA;
        assert_eq!(y, Fixed43::MAX);
        assert_eq!(-Fixed43::MIN, Fixed43::MIN);
    }

    #[test]
    #[should_panic(
        expected = "the product of 100000 and 100000 does not fit into a fixed-point number with 43 digits"
    )]
    fn products_do_not_wrap() {
        let _ = fixed(1e5) * fixed(1e5);
    }

    #[test]
    #[should_panic(expected = "2.5 is divided by zero")]
    fn nothing_is_divided_by_zero() {
        let _ = fixed(2.5) / Fixed43::ZERO;
    }

    #[test]
    #[should_panic(expected = "`ln` is NaN")]
    fn negative_numbers_have_no_logarithm() {
        let _ = fixed(-1.0).ln();
    }

    #[test]
    fn every_digit_is_written_and_read() {
        assert_eq!(format!("{}", fixed(-2.625)), "-2.625");
        assert_eq!(format!("{:?} {:>6} {:+}", fixed(7.0), fixed(0.5), fixed(1.0)), "7    0.5 +1");
        assert_eq!(format!("{:.3} {:.0} {:.2}", fixed(0.9996), fixed(1.5), fixed(-0.125)), "1.000 2 -0.13");
        assert_eq!(format!("{}", Fixed::<2>::from_bits(-1)), "-0.25");
        assert_eq!(format!("{}", Fixed::<0>::from_bits(i64::MIN)), "-9223372036854775808");
        assert_eq!("-12.75".parse(), Ok(fixed(-12.75)));
        assert_eq!("x".parse::<Fixed43>(), Err(NoFixed::NotANumber));
        assert_eq!("1e9".parse::<Fixed43>(), Err(NoFixed::TooLarge));
    }
}
