//! The cube root, and the length of a vector.

use super::logarithm::integer;
use super::pair::{Pair, product};
use super::{One, c, choose, keep_nan, polynomial};
use crate::register::Double;

/// The cube root on [1, 2], to 2·10⁻⁶.
const CBRT: [f64; 6] = [
    0.47514693623890253,
    0.8317431442479309,
    -0.4602977267696209,
    0.19665479701360078,
    -0.04831832068166114,
    0.005072953325277491,
];

/// `|x| = 8ʲ m` with `m` from 1 to 8: a polynomial, a step of Halley's method, and a correction of the last bits.
#[inline(always)]
pub(super) fn cbrt<D: Double>(x: One<D>) -> One<D> {
    let a = x.magnitude();
    let subnormal = a.lt_mask(c(f64::MIN_POSITIVE));
    let scaled = choose(subnormal, a * c(18_014_398_509_481_984.0), a);
    let exponent = scaled.shift_right(52).or(c(f64::from_bits(0x4330_0000_0000_0000)));
    let k = exponent - c(4_503_599_627_370_496.0 + 1023.0);
    let j = ((k + c(0.5)) * c(1.0 / 3.0)).floor();
    let rest = k - c::<D>(3.0) * j;
    let m = scaled.and(c(f64::from_bits(0x000f_ffff_ffff_ffff))).or(c(1.0));

    let (one, two) = (rest.eq_mask(c(1.0)), rest.eq_mask(c(2.0)));
    let root = choose(one, c(1.259_921_049_894_873_2), choose(two, c(1.587_401_051_968_199_6), c(1.0)));
    let m_power = choose(one, c(2.0), choose(two, c(4.0), c(1.0)));
    let y = polynomial(m, &CBRT) * root;
    let m = m * m_power;
    let cube = y * y * y;
    let y = y * ((cube + (m + m)) / (cube + cube + m));
    let Pair(square, square_low) = product(y, y);
    let Pair(cube, cube_low) = product(square, y);
    let error = (m - cube) - square_low.mul_add(y, cube_low);
    let y = y + error / (c::<D>(3.0) * square);

    let power = integer(j).add_bits(c(f64::from_bits(1023))).shift_left(52);
    let y = y * power * choose(subnormal, c(1.0 / 262_144.0), c(1.0));
    let regular = c::<D>(0.0).lt_mask(a) & a.lt_mask(c(f64::INFINITY));
    choose(regular, y.signed_as(x), x)
}

/// `√(a² + b²)`, scaled where a square would overflow or underflow.
#[inline(always)]
pub(super) fn hypot<D: Double>(a: One<D>, b: One<D>) -> One<D> {
    const UP: f64 = f64::from_bits((1023 + 600) << 52);
    const DOWN: f64 = f64::from_bits((1023 - 600) << 52);
    let (p, q) = (a.magnitude(), b.magnitude());
    let larger = choose(p.lt_mask(q), q, p);
    let smaller = choose(p.lt_mask(q), p, q);
    let (big, small) = (c::<D>(1e150).lt_mask(larger), larger.lt_mask(c(1e-130)));
    let scale = choose(big, c(DOWN), choose(small, c(UP), c(1.0)));
    let back = choose(big, c(UP), choose(small, c(DOWN), c(1.0)));
    let (s, t) = (larger * scale, smaller * scale);
    let y = s.mul_add(s, t * t).sqrt() * back;
    let y = keep_nan(p, keep_nan(q, y));
    let infinite = p.eq_mask(c(f64::INFINITY)) | q.eq_mask(c(f64::INFINITY));
    choose(infinite, c(f64::INFINITY), y)
}
