//! The exponential function and what is made of it.
//!
//! `exp(x) = 2ⁿ exp(r)` with `n` the integer nearest to `x / ln 2`, and a polynomial for `exp(r)`, `|r| ≤ ln 2 / 2`.
//! The factor is added to the exponent bits, so no intermediate overflows. Below the normal range the value is zero: products
//! of subnormal numbers cost some machines hundreds of cycles, and weights `exp(x - max)` are full of them.

use super::pair::{Pair, ordered_sum, sum};
use super::{One, c, choose, keep_nan, logarithm, polynomial};
use crate::register::Double;
use core::f64::consts::{LN_2, LOG2_E};

/// `ln 2` less its double.
const LN_2_LOW: f64 = 2.319_046_813_846_299_6e-17;

/// `1.5 · 2⁵²`: the sum with a small number has that number, rounded to an integer, in its last bits.
pub(super) const INTEGER: f64 = 6_755_399_441_055_744.0;

/// From here on `exp` is a normal number.
const LEAST: f64 = -708.396_418_532_264_1;

/// Up to here `exp` is finite.
const MOST: f64 = 709.782_712_893_384;

/// Up to here `exp / 2` is finite.
const MOST_OF_HALF: f64 = 710.475_860_073_943_9;

/// `(exp r - 1 - r) / r²` for `|r| ≤ ln 2 / 2`.
const EXP: [f64; 10] = [
    0.5,
    0.16666666666666666,
    0.04166666666665136,
    0.008333333333332155,
    0.0013888888905881542,
    0.0001984126985433861,
    2.4801536388690766e-05,
    2.755728006701698e-06,
    2.761380686153829e-07,
    2.5095554677111112e-08,
];

/// `exp(x) = 2ⁿ (1 + r + tail)`; `bits` has `n` as an integer in its last bits.
#[derive(Clone, Copy)]
pub(super) struct Parts<D> {
    bits: One<D>,
    r: One<D>,
    tail: One<D>,
}

impl<D: Double> Parts<D> {
    /// Of `x + low`.
    #[inline(always)]
    pub(super) fn new(x: One<D>, low: One<D>) -> Self {
        let bits = x.mul_add(c(LOG2_E), c(INTEGER));
        let n = bits - c(INTEGER);
        // The first difference is exact: both numbers are multiples of 2⁻⁵⁴, and it is below 1/2.
        let high = n.mul_add(c(-LN_2), x);
        let low = n.mul_add(c(-LN_2_LOW), low);
        Self::reduced(bits, ordered_sum(high, low))
    }

    /// Of two to the power of `x`.
    #[inline(always)]
    fn of_two(x: One<D>) -> Self {
        let bits = x + c(INTEGER);
        let rest = x - (bits - c(INTEGER));
        Self::reduced(bits, Pair::exactly(rest).times(Pair::constant(LN_2, LN_2_LOW)))
    }

    #[inline(always)]
    fn reduced(bits: One<D>, Pair(r, low): Pair<D>) -> Self {
        let square = r * r;
        let tail = polynomial(r, &EXP).mul_add(square, low);
        Parts { bits, r, tail }
    }

    /// `exp(x) / 2^halvings`, where that is a normal number.
    #[inline(always)]
    pub(super) fn value(self, halvings: i64) -> One<D> {
        let y = c::<D>(1.0) + (self.r + self.tail);
        let bits = if halvings == 0 { self.bits } else { self.bits - c(halvings as f64) };
        y.add_bits(bits.shift_left(52))
    }

    /// `exp(x) - 1` for `|x| < 600`, with more precision than one number has.
    #[inline(always)]
    fn less_one(self) -> Pair<D> {
        let factor = self.bits.add_bits(c(f64::from_bits(1023))).shift_left(52);
        let Pair(high, low) = sum(factor - c(1.0), factor * self.r);
        Pair(high, factor.mul_add(self.tail, low))
    }

    /// `exp(x)` to nearly twice the precision, where that is a normal number below 2.
    #[inline(always)]
    fn pair(self) -> Pair<D> {
        let factor = self.bits.add_bits(c(f64::from_bits(1023))).shift_left(52);
        let Pair(high, low) = ordered_sum(c(1.0), self.r);
        let Pair(high, low) = ordered_sum(high, low + self.tail);
        Pair(high * factor, low * factor)
    }
}

// With `r` in one number it loses a quarter of a unit in the last place at most, and the polynomial in two halves is a chain half as long.
#[inline(always)]
pub(super) fn exp<D: Double>(x: One<D>) -> One<D> {
    let bits = x.mul_add(c(LOG2_E), c(INTEGER));
    let n = bits - c(INTEGER);
    let r = n.mul_add(c(-LN_2_LOW), n.mul_add(c(-LN_2), x));
    let square = r * r;
    let (mut even, mut odd): (One<D>, One<D>) = (c(EXP[8]), c(EXP[9]));
    let mut i = 8;
    while i > 0 {
        i -= 2;
        even = even.mul_add(square, c(EXP[i]));
        odd = odd.mul_add(square, c(EXP[i + 1]));
    }
    let y = odd.mul_add(r, even).mul_add(square, r) + c(1.0);
    let y = choose(x.lt_mask(c(LEAST)), c(0.0), y.add_bits(bits.shift_left(52)));
    // Infinite behind the last finite value, and NaN where `x` is.
    choose(x.le_mask(c(MOST)), y, x + c(f64::INFINITY))
}

/// `y = exp(x)`, with its values outside the normal range.
#[inline(always)]
pub(super) fn within<D: Double>(x: One<D>, y: One<D>) -> One<D> {
    let y = choose(x.lt_mask(c(LEAST)), c(0.0), y);
    choose(c(MOST).lt_mask(x), c(f64::INFINITY), y)
}

#[inline(always)]
pub(super) fn exp2<D: Double>(x: One<D>) -> One<D> {
    let y = Parts::of_two(x).value(0);
    let y = choose(x.lt_mask(c(-1022.0)), c(0.0), y);
    keep_nan(x, choose(c(1024.0).le_mask(x), c(f64::INFINITY), y))
}

#[inline(always)]
pub(super) fn exp_m1<D: Double>(x: One<D>) -> One<D> {
    let parts = Parts::new(x, c(0.0));
    let y = choose(x.lt_mask(c(-40.0)), c(-1.0), parts.less_one().rounded());
    let y = choose(c(40.0).lt_mask(x), parts.value(0), y);
    let y = choose(c(MOST).lt_mask(x), c(f64::INFINITY), y);
    keep_nan(x, y).magnitude().signed_as(x)
}

/// `exp(x) / 2` for `x ≥ 0`.
#[inline(always)]
fn half_exp<D: Double>(parts: Parts<D>, x: One<D>) -> One<D> {
    choose(c(MOST_OF_HALF).lt_mask(x), c(f64::INFINITY), parts.value(1))
}

#[inline(always)]
pub(super) fn sinh<D: Double>(x: One<D>) -> One<D> {
    let a = x.magnitude();
    let parts = Parts::new(a, c(0.0));
    let half = half_exp(parts, a);
    let e = parts.less_one().normalised();
    let small = c::<D>(0.5) * e.plus(e.over(e.plus(Pair::exactly(c(1.0))))).rounded();
    keep_nan(x, choose(a.lt_mask(c(1.0)), small, half - c::<D>(0.25) / half).magnitude().signed_as(x))
}

#[inline(always)]
pub(super) fn cosh<D: Double>(x: One<D>) -> One<D> {
    let a = x.magnitude();
    let half = half_exp(Parts::new(a, c(0.0)), a);
    keep_nan(x, half + c::<D>(0.25) / half)
}

/// `-t / (t + 2)` with `t = exp(-2|x|) - 1`.
#[inline(always)]
pub(super) fn tanh<D: Double>(x: One<D>) -> One<D> {
    let a = x.magnitude();
    let twice = c::<D>(-2.0) * choose(c(30.0).lt_mask(a), c(30.0), a);
    let t = Parts::new(twice, c(0.0)).less_one().normalised();
    keep_nan(x, t.over(t.plus(Pair::exactly(c(2.0)))).rounded().magnitude().signed_as(x))
}

/// `1 / (1 + t)` right of zero and `t / (1 + t)` left of it, with `t = exp(-|x|)`.
#[inline(always)]
pub(super) fn logistic<D: Double>(x: One<D>) -> One<D> {
    let a = x.magnitude();
    let Pair(high, low) = Parts::new(-a, c(0.0)).pair();
    let far = c::<D>(-LEAST).lt_mask(a);
    let t = Pair(choose(far, c(0.0), high), choose(far, c(0.0), low));
    let left = x.lt_mask(c(0.0));
    let numerator = Pair(choose(left, t.0, c(1.0)), choose(left, t.1, c(0.0)));
    keep_nan(x, numerator.over(Pair::exactly(c(1.0)).plus(t)).rounded())
}

/// `max(x, 0) + ln(1 + exp(-|x|))`.
#[inline(always)]
pub(super) fn softplus<D: Double>(x: One<D>) -> One<D> {
    let logarithm = logarithm::ln_1p(exp(-x.magnitude()));
    keep_nan(x, choose(c(0.0).lt_mask(x), x, c(0.0)) + logarithm)
}

/// `max(a, b) + ln(1 + exp(-|a - b|))`; equal arguments may be infinite.
#[inline(always)]
pub(super) fn logaddexp<D: Double>(a: One<D>, b: One<D>) -> One<D> {
    let larger = choose(a.lt_mask(b), b, a);
    let Pair(difference, low) = sum(choose(a.lt_mask(b), a, b), -larger);
    let far = difference.lt_mask(c(-700.0));
    let t = Parts::new(difference, low).pair();
    let Pair(high, low) = logarithm::of_one_plus(t);
    let Pair(y, rest) = sum(larger, high);
    let y = choose(far, larger, y + (rest + low));
    let y = choose(a.eq_mask(b), a + c(LN_2), y);
    keep_nan(a, keep_nan(b, y))
}
