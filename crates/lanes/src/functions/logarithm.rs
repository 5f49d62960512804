//! Logarithms: a fast one for `ln` and `ln_1p`, and one of twice the precision for all functions that are made of it.
//!
//! `x = 2ᵏ m` with `m` between `√½` and `√2`, and `ln m = 2 artanh s` with `s = (m - 1) / (m + 1)`.

use super::exponential::INTEGER;
use super::pair::{Pair, ordered_sum, product, sum};
use super::{One, c, choose, keep_nan, polynomial};
use crate::register::Double;

/// The bits of `√½`.
const SQRT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;

/// `ln 2` in two parts, the first of which has 20 zeros at its end.
const LN_2: [f64; 2] = [0.693_147_180_485_539_1, 7.440_617_110_012_397e-11];

/// Up to here the argument of a function that grows like a logarithm of its square is squared.
const LARGE: f64 = 268_435_456.0;

/// Below this magnitude an odd function with slope one is its argument, to the last bit.
const TINY: f64 = 1e-100;

/// `(2 artanh s - 2 s) / s³` in `s²`, `s² ≤ 0.0295`.
const ARTANH: [f64; 7] = [
    0.666666666666667,
    0.3999999999989924,
    0.2857142862609589,
    0.2222221111514416,
    0.18182890556695602,
    0.1533167403016786,
    0.1461703754879165,
];

/// `(2 artanh s - 2 s - 2/3 s³) / s⁵` in `s²`, likewise.
const ARTANH_5: [f64; 8] = [
    0.4,
    0.2857142857142937,
    0.22222222221654733,
    0.1818181833565416,
    0.15384594934597917,
    0.13334806212100603,
    0.11706195689881364,
    0.11723603622905411,
];

/// `x = 2ᵏ m`.
struct Split<D> {
    /// The bits of `2ᵏ`.
    power: One<D>,
    k: One<D>,
    m: One<D>,
}

/// Splits a positive normal number.
#[inline(always)]
fn split<D: Double>(x: One<D>) -> Split<D> {
    let moved = x.add_bits(c(f64::from_bits(0x3ff0_0000_0000_0000 - SQRT_HALF)));
    let power = moved.and(c(f64::from_bits(0xfff0_0000_0000_0000)));
    let m = moved.and(c(f64::from_bits(0x000f_ffff_ffff_ffff))).add_bits(c(f64::from_bits(SQRT_HALF)));
    // The exponent in the last bits of 2⁵².
    let exponent = power.shift_right(52).or(c(f64::from_bits(0x4330_0000_0000_0000)));
    Split { power, k: exponent - c(4_503_599_627_370_496.0 + 1023.0), m }
}

/// `ln(x) + correction` for `x = 2ᵏ m`.
#[inline(always)]
fn fast<D: Double>(k: One<D>, m: One<D>, correction: One<D>) -> One<D> {
    let f = m - c(1.0);
    let s = f / (c::<D>(2.0) + f);
    let z = s * s;
    let rest = z * polynomial(z, &ARTANH);
    let half_square = c::<D>(0.5) * f * f;
    // ln m = f - (f²/2 - s (f²/2 + rest)); the small terms first.
    let small = s.mul_add(half_square + rest, k.mul_add(c(LN_2[1]), correction));
    k.mul_add(c(LN_2[0]), f - (half_square - small))
}

/// The values of `y = ln(x)` at the ends of its domain and outside.
#[inline(always)]
fn within<D: Double>(x: One<D>, y: One<D>) -> One<D> {
    let beyond = choose(x.eq_mask(c(0.0)), c(f64::NEG_INFINITY), c(f64::NAN));
    let beyond = choose(x.eq_mask(c(f64::INFINITY)), x, beyond);
    choose(c(0.0).lt_mask(x) & x.lt_mask(c(f64::INFINITY)), y, beyond)
}

#[inline(always)]
pub(super) fn ln<D: Double>(x: One<D>) -> One<D> {
    let (scaled, offset) = normal(x);
    let Split { k, m, .. } = split(scaled);
    within(x, fast(k + offset, m, c(0.0)))
}

/// Returns a positive number in the normal range, and the power of two by which it is smaller.
#[inline(always)]
fn normal<D: Double>(x: One<D>) -> (One<D>, One<D>) {
    let subnormal = x.lt_mask(c(f64::MIN_POSITIVE));
    let scaled = choose(subnormal, x * c(18_014_398_509_481_984.0), x);
    (scaled, choose(subnormal, c(-54.0), c(0.0)))
}

/// `ln(u) + rest / u` with `u + rest = 1 + x`.
#[inline(always)]
pub(super) fn ln_1p<D: Double>(x: One<D>) -> One<D> {
    let Pair(u, rest) = sum(c(1.0), x);
    let Split { k, m, .. } = split(u);
    let y = within(u, fast(k, m, rest / u));
    // Of infinity the rest is not a number; of zero the sign is that of the argument.
    let y = choose(x.eq_mask(c(f64::INFINITY)), x, y);
    choose(x.eq_mask(c(0.0)), x, y)
}

/// `ln(u + rest)`, for a positive normal `u` and a small `rest`; the power of two `offset` is added.
#[inline(always)]
pub(super) fn precise<D: Double>(u: One<D>, rest: One<D>, offset: One<D>) -> Pair<D> {
    let Split { power, k, m } = split(u);
    // Of a large number the rest does not matter, and the inverse of its power may be no normal number.
    let inverse_power = c::<D>(f64::from_bits(0x7fe0_0000_0000_0000)).sub_bits(power);
    let inverse_power = choose(c(1000.0).lt_mask(k), c(0.0), inverse_power);
    let k = k + offset;
    let f = sum(m - c(1.0), rest * inverse_power);
    let s = f.over(Pair::exactly(c(2.0)).plus(f));
    let Pair(z, z_low) = product(s.0, s.0);
    let z_low = (s.0 + s.0).mul_add(s.1, z_low);
    let cube = s.times(Pair(z, z_low));
    let third = cube.times(Pair::constant(0.666_666_666_666_666_6, 3.700_743_415_417_188e-17));
    let tail = cube.0 * z * polynomial(z, &ARTANH_5);
    let Pair(high, low) = ordered_sum(s.0 + s.0, third.0);
    let low = low + (s.1 + s.1 + third.1 + tail);
    let Pair(sum_high, sum_low) = sum(k * c(LN_2[0]), high);
    ordered_sum(sum_high, k.mul_add(c(LN_2[1]), low) + sum_low)
}

/// `ln(x)` of a positive number, to nearly twice the precision.
#[inline(always)]
pub(super) fn of<D: Double>(x: One<D>) -> Pair<D> {
    let (scaled, offset) = normal(x);
    precise(scaled, c(0.0), offset)
}

/// `ln(1 + x)` for `x` from zero up, likewise.
#[inline(always)]
pub(super) fn of_one_plus<D: Double>(x: Pair<D>) -> Pair<D> {
    let Pair(u, rest) = sum(c(1.0), x.0);
    precise(u, rest + x.1, c(0.0))
}

#[inline(always)]
pub(super) fn log2<D: Double>(x: One<D>) -> One<D> {
    let y = of(x).times(Pair::constant(core::f64::consts::LOG2_E, 2.035_527_374_093_103_3e-17));
    within(x, y.rounded())
}

#[inline(always)]
pub(super) fn log10<D: Double>(x: One<D>) -> One<D> {
    let y = of(x).times(Pair::constant(core::f64::consts::LOG10_E, 1.098_319_650_216_765e-17));
    within(x, y.rounded())
}

/// `ln(1 + y)`, or `ln(2 a)` for a large `a`.
#[inline(always)]
fn of_one_plus_or_twice<D: Double>(a: One<D>, y: Pair<D>) -> One<D> {
    let large = c::<D>(LARGE).lt_mask(a);
    let Pair(u, rest) = sum(c(1.0), y.0);
    let u = choose(large, a, u);
    let rest = choose(large, c(0.0), rest + y.1);
    precise(u, rest, choose(large, c(1.0), c(0.0))).rounded()
}

/// `ln(1 + a + a² / (1 + √(1 + a²)))`
#[inline(always)]
pub(super) fn asinh<D: Double>(x: One<D>) -> One<D> {
    let a = x.magnitude();
    let bounded = choose(c(LARGE).lt_mask(a), c(1.0), a);
    let square = product(bounded, bounded);
    let one = Pair::exactly(c(1.0));
    let root = one.plus(square).sqrt();
    let y = of_one_plus_or_twice(a, square.over(one.plus(root)).plus(Pair::exactly(bounded)));
    let y = choose(a.lt_mask(c(TINY)), a, y);
    let y = choose(a.eq_mask(c(f64::INFINITY)), a, y);
    keep_nan(x, y).signed_as(x)
}

/// `ln(1 + t + √(t (t + 2)))` with `t = x - 1`.
#[inline(always)]
pub(super) fn acosh<D: Double>(x: One<D>) -> One<D> {
    let bounded = choose(c(LARGE).lt_mask(x), c(1.0), x);
    let t = sum(bounded, c(-1.0));
    let root = t.times(t.plus(Pair::exactly(c(2.0)))).sqrt();
    let y = of_one_plus_or_twice(x, t.plus(root));
    let y = choose(x.eq_mask(c(f64::INFINITY)), x, y);
    choose(c(1.0).le_mask(x), y, c(f64::NAN))
}

/// `½ ln(1 + 2 a / (1 - a))`
#[inline(always)]
pub(super) fn atanh<D: Double>(x: One<D>) -> One<D> {
    let a = x.magnitude();
    let inner = choose(a.lt_mask(c(1.0)), a, c(0.5));
    let twice = Pair::exactly(inner + inner);
    let y = of_one_plus(twice.over(sum(c(1.0), -inner))).rounded() * c(0.5);
    let y = choose(a.lt_mask(c(TINY)), a, y);
    let beyond = choose(a.eq_mask(c(1.0)), c(f64::INFINITY), c(f64::NAN));
    choose(a.lt_mask(c(1.0)), y, beyond).signed_as(x)
}

/// The bits of the integer nearest to `x`, in the last places.
#[inline(always)]
pub(super) fn integer<D: Double>(x: One<D>) -> One<D> {
    x + c(INTEGER)
}
