//! [`Exact`]: numbers that keep the bits that the sums of floats drop, so that updates are undone to the last bit.
//!
//! An `Exact<f64>` is an integer of 512 bits times 2⁻²⁵⁶. Laws:
//!
//! - *sums are exact and wrap*: `(y + e) - e` is `y` for all `y` and `e`, as for integers modulo 2⁵¹². So a reversible program at `Exact` is
//!   undone bit for bit, however many updates it makes;
//! - *products, quotients and functions are those of `f64`*, of the nearest floats, and exact numbers are made of their results. A float of at least
//!   2⁻²⁰³ in magnitude is taken with all of its bits; of a smaller one, those below 2⁻²⁵⁶ are cut off, and this depends on the float alone;
//! - *there is no NaN*: a result that is not a number, or that is 2²⁵⁵ (5.8e76) or more in magnitude, panics.
//!
//! Compared with [`Fixed`](retrograde::Fixed), the range is that of ordinary floats, and no digit of a small number is lost; a number takes 64 bytes. Where the
//! rounding of a float drops bits, they stay here: this is the information that Maclaurin, Duvenaud and Adams keep in a buffer ("Gradient-based
//! hyperparameter optimization through reversible learning", 2015), and Kulisch's accumulator, shortened.

use retrograde::{InvertibleAdd, Real, rules};
use rules::{Primitive, Rule, inherent_functions, with_primitives};
use std::cmp::Ordering;
use std::fmt;
use std::iter::Sum;
use std::marker::PhantomData;

/// The number of 64-bit digits.
const DIGITS: usize = 8;

/// The number of binary digits after the point.
const POINT: i32 = 256;

/// A number whose sums are exact; see the [module](self).
///
/// ```
/// use retrograde::Real;
/// use retrograde::prelude::*;
/// use retrograde_calculus::Exact;
///
/// #[reversible]
/// fn swing<T: Real>(x: &mut T, v: &mut T, steps: usize) {
///     for _ in 0..steps {
///         *v -= 0.01 * x.sin();
///         *x += 0.01 * *v;
///     }
/// }
///
/// // At `f64` the state comes back up to rounding, and here to the bit.
/// let (mut x, mut v) = (0.3, 0.0);
/// swing(&mut x, &mut v, 1000);
/// swing::inverse(&mut x, &mut v, 1000);
/// assert_ne!((x, v), (0.3, 0.0));
///
/// let start = (Exact::from(0.3), Exact::from(0.0));
/// let (mut x, mut v) = start;
/// swing(&mut x, &mut v, 1000);
/// swing::inverse(&mut x, &mut v, 1000);
/// assert_eq!((x, v), start);
/// ```
#[derive(Clone, Copy, PartialEq)]
pub struct Exact<T> {
    /// Digits of the integer modulo 2⁵¹², the lowest first.
    digits: [u64; DIGITS],
    float: PhantomData<T>,
}

impl Exact<f64> {
    /// Zero.
    pub const ZERO: Self = Exact { digits: [0; DIGITS], float: PhantomData };

    /// The number `digits / 2²⁵⁶`, where the digits are those of an integer modulo 2⁵¹² to the base 2⁶⁴, the lowest first.
    #[inline]
    pub const fn from_digits(digits: [u64; DIGITS]) -> Self {
        Exact { digits, float: PhantomData }
    }

    /// Returns the digits of the integer.
    #[inline]
    pub const fn to_digits(self) -> [u64; DIGITS] {
        self.digits
    }

    /// Returns the exact number of a float; nothing for what is not a number, and for 2²⁵⁵ or more in magnitude.
    #[inline]
    pub fn new(x: f64) -> Option<Self> {
        let bits = x.to_bits();
        let exponent = (bits >> 52 & 0x7ff) as i32;
        // x is ± mantissa · 2^(place - POINT); subnormal numbers are far below the last digit.
        let place = exponent - 1075 + POINT;
        if place > 510 - 52 {
            return None;
        }
        if exponent == 0 || place <= -53 {
            return Some(Self::ZERO);
        }
        let mut mantissa = bits & ((1 << 52) - 1) | 1 << 52;
        let place = if place < 0 {
            mantissa >>= -place;
            0
        } else {
            place as usize
        };
        let mut digits = [0; DIGITS];
        let (digit, shift) = (place / 64, place % 64);
        let wide = u128::from(mantissa) << shift;
        digits[digit] = wide as u64;
        if digit + 1 < DIGITS {
            digits[digit + 1] = (wide >> 64) as u64;
        }
        let number = Exact { digits, float: PhantomData };
        Some(if x < 0.0 { -number } else { number })
    }

    /// Returns the nearest float; halves go to the even one.
    #[inline]
    pub fn value(self) -> f64 {
        let negative = self.digits[DIGITS - 1] >> 63 == 1;
        let digits = if negative { (-self).digits } else { self.digits };
        let Some(top) = digits.iter().rposition(|digit| *digit != 0) else { return 0.0 };
        // The 128 bits from the highest on: more than enough for the mantissa and for how it is rounded.
        let zeros = digits[top].leading_zeros();
        let at = |back: usize| top.checked_sub(back).map_or(0, |i| digits[i]);
        let mut high = u128::from(digits[top]) << 64 | u128::from(at(1));
        if zeros > 0 {
            high = high << zeros | u128::from(at(2) >> (64 - zeros));
        }
        let lost = at(2) << zeros != 0 || digits[..top.saturating_sub(2)].iter().any(|digit| *digit != 0);
        // A one in the last place stands for all lower bits; the conversion rounds to nearest.
        let rounded = (high | u128::from(lost)) as f64;
        // The highest bit of `high` is that of the number at 64 top + 63 - zeros.
        let exponent = 64 * top as i32 + 63 - zeros as i32 - 127 - POINT;
        let magnitude = rounded * power_of_two(exponent);
        if negative { -magnitude } else { magnitude }
    }

    #[track_caller]
    #[inline]
    fn of(name: &str, x: f64) -> Self {
        match Self::new(x) {
            Some(number) => number,
            None => {
                panic!("`{name}` is {x}, and an exact number holds floats below 5.8e76 in magnitude only")
            }
        }
    }

    #[inline(always)]
    fn plus(mut self, b: Self) -> Self {
        let mut carry = false;
        for i in 0..DIGITS {
            let (sum, first) = self.digits[i].overflowing_add(b.digits[i]);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            self.digits[i] = sum;
            carry = first | second;
        }
        self
    }

    #[inline(always)]
    fn minus(mut self, b: Self) -> Self {
        let mut borrow = false;
        for i in 0..DIGITS {
            let (difference, first) = self.digits[i].overflowing_sub(b.digits[i]);
            let (difference, second) = difference.overflowing_sub(u64::from(borrow));
            self.digits[i] = difference;
            borrow = first | second;
        }
        self
    }
}

/// Returns 2^n for -1022 ≤ n ≤ 1023.
#[inline(always)]
fn power_of_two(n: i32) -> f64 {
    f64::from_bits(((n + 1023) as u64) << 52)
}

impl Real for Exact<f64> {
    const ORDER: usize = 0;
    /// # Panics
    /// If the constant is not a number, or too large.
    #[inline]
    #[track_caller]
    fn constant(c: f64) -> Self {
        Self::of("constant", c)
    }

    #[inline]
    fn primal(self) -> f64 {
        self.value()
    }

    #[inline]
    fn tolerance() -> f64 {
        0.0
    }

    /// Adds exactly; every other entry of the table is that of `f64`.
    #[inline]
    fn apply<R: Rule<N, A>, A: Copy, const N: usize>(x: [Self; N], others: A) -> Self {
        match (R::entry(others), &x[..]) {
            (None, _) => R::value(x, others),
            (Some((Primitive::Add, _)), &[a, b]) => a.plus(b),
            (Some((Primitive::Sub, _)), &[a, b]) => a.minus(b),
            (Some((Primitive::Neg, _)), &[a]) => -a,
            (Some((primitive, _)), _) => Self::of(primitive.name(), R::value(x.map(Self::value), others)),
        }
    }
}

macro_rules! operation {
    (add, $symbol:tt, $a:expr, $b:expr) => {
        $a.plus($b)
    };
    (sub, $symbol:tt, $a:expr, $b:expr) => {
        $a.minus($b)
    };
    ($operator:ident, $symbol:tt, $a:expr, $b:expr) => {
        Exact::of(stringify!($operator), $a.value() $symbol $b.value())
    };
}

macro_rules! implement_exact {
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
    ) => { $(
        impl std::ops::$Operator for Exact<f64> {
            type Output = Self;
            #[inline]
            #[track_caller]
            fn $operator(self, $b: Self) -> Self {
                operation!($operator, $symbol, self, $b)
            }
        }

        impl std::ops::$Assign for Exact<f64> {
            #[inline]
            #[track_caller]
            fn $assign(&mut self, $b: Self) {
                *self = *self $symbol $b;
            }
        }
    )* };
}

with_primitives!(implement_exact);
with_primitives!(inherent_functions, { impl } Exact<f64>;);

impl std::ops::Neg for Exact<f64> {
    type Output = Self;
    #[inline]
    fn neg(self) -> Self {
        Self::ZERO.minus(self)
    }
}

impl InvertibleAdd for Exact<f64> {
    #[inline]
    fn increase(&mut self, by: Self) {
        *self += by;
    }
    #[inline]
    fn decrease(&mut self, by: Self) {
        *self -= by;
    }
}

impl Sum for Exact<f64> {
    fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
        numbers.fold(Self::ZERO, |sum, number| sum + number)
    }
}

impl Eq for Exact<f64> {}

impl PartialOrd for Exact<f64> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Exact<f64> {
    fn cmp(&self, other: &Self) -> Ordering {
        // The sign first, and then the digits from the highest on.
        let sign = |number: &Self| (number.digits[DIGITS - 1] as i64) < 0;
        sign(other).cmp(&sign(self)).then_with(|| self.digits.iter().rev().cmp(other.digits.iter().rev()))
    }
}

impl From<f64> for Exact<f64> {
    /// # Panics
    /// If the float is not a number, or 2²⁵⁵ or more in magnitude; [`Exact::new`] returns nothing instead.
    #[track_caller]
    fn from(x: f64) -> Self {
        Self::constant(x)
    }
}

impl fmt::Debug for Exact<f64> {
    /// Writes the nearest float, and what the number has beside it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = self.value();
        let rest = Self::new(value).map_or(0.0, |near| self.minus(near).value());
        write!(f, "{value:?}")?;
        if rest == 0.0 { Ok(()) } else { write!(f, " + {rest:?}") }
    }
}

impl fmt::Display for Exact<f64> {
    /// Writes the nearest float.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}
