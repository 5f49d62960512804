//! Sine, cosine and tangent: reduction by multiples of π/2 in three parts, then polynomials.
//!
//! Where an argument is beyond [`LARGEST`], all three take that lane's value from the scalar function.

use super::exponential::INTEGER;
use super::pair::{Pair, ordered_sum, product, sum};
use super::{One, Truth, c, choose, polynomial, repair};
use crate::register::Double;
use core::f64::consts::FRAC_2_PI;

/// Up to here the reduction keeps all bits: the integer has 20.
const LARGEST: f64 = 1e6;

/// π/2 in three parts.
const FRAC_PI_2: [f64; 3] =
    [core::f64::consts::FRAC_PI_2, 6.123_233_995_736_766e-17, -1.497_384_904_859_169_8e-33];

/// `(sin r - r) / r³` in `r²`, `|r| ≤ π/4`.
const SIN: [f64; 6] = [
    -0.16666666666666666,
    0.008333333333330946,
    -0.0001984126983675497,
    2.755731610068303e-06,
    -2.5051131455427946e-08,
    1.591810123027412e-10,
];

/// `(cos r - 1 + r²/2) / r⁴` in `r²`, likewise.
const COS: [f64; 6] = [
    0.041666666666666664,
    -0.0013888888888887395,
    2.4801587298763433e-05,
    -2.7557317270560326e-07,
    2.0876146024689747e-09,
    -1.1382614868556325e-11,
];

/// `x = n π/2 + r`; `bits` has `n` as an integer in its last bits.
struct Reduced<D> {
    bits: One<D>,
    n: One<D>,
    r: Pair<D>,
}

#[inline(always)]
fn reduce<D: Double>(x: One<D>) -> Reduced<D> {
    let bits = x.mul_add(c(FRAC_2_PI), c(INTEGER));
    let n = bits - c(INTEGER);
    // Exact: both numbers are multiples of 2⁻⁵³, and the difference is below 1.
    let first = n.mul_add(c(-FRAC_PI_2[0]), x);
    let second = n * c(FRAC_PI_2[1]);
    let second_low = n.mul_add(c(FRAC_PI_2[1]), -second);
    let Pair(high, low) = sum(first, -second);
    Reduced { bits, n, r: Pair(high, n.mul_add(c(-FRAC_PI_2[2]), low - second_low)) }
}

/// `sin(r)`, with an error that is small beside the last bit.
#[inline(always)]
fn sine<D: Double>(Pair(r, low): Pair<D>) -> Pair<D> {
    let z = r * r;
    // d sin = cos r dr, and cos r is 1 - r²/2 to what the low part needs.
    let low = (c::<D>(-0.5) * z).mul_add(low, low);
    Pair(r, (z * polynomial(z, &SIN)).mul_add(r, low))
}

/// `cos(r)`, likewise.
#[inline(always)]
fn cosine<D: Double>(Pair(r, low): Pair<D>) -> Pair<D> {
    let Pair(z, z_low) = product(r, r);
    let half = c::<D>(0.5) * z;
    let near = c::<D>(1.0) - half;
    let rest = c::<D>(0.5).mul_add(-z_low, c::<D>(1.0) - near - half);
    Pair(near, rest + (z * z).mul_add(polynomial(z, &COS), -(r * low)))
}

impl<D: Double> Reduced<D> {
    /// True for an odd `n`.
    #[inline(always)]
    fn odd(&self) -> Truth<D> {
        let half = self.n * c(0.5);
        !half.eq_mask(half.floor())
    }

    /// A minus sign in the second half of every four quarters.
    #[inline(always)]
    fn sign(&self, offset: f64) -> One<D> {
        (self.bits + c(offset)).shift_left(62).sign()
    }
}

#[inline(always)]
fn select<D: Double>(mask: Truth<D>, a: Pair<D>, b: Pair<D>) -> Pair<D> {
    Pair(choose(mask, a.0, b.0), choose(mask, a.1, b.1))
}

/// True where the reduction is not precise, and of NaN.
#[inline(always)]
fn large<D: Double>(x: One<D>) -> Truth<D> {
    !x.magnitude().le_mask(c(LARGEST))
}

#[inline(always)]
pub(super) fn sin<D: Double>(x: One<D>) -> One<D> {
    let reduced = reduce(x);
    let y = select(reduced.odd(), cosine(reduced.r), sine(reduced.r)).rounded().xor(reduced.sign(0.0));
    repair(choose(x.eq_mask(c(0.0)), x, y), large(x), x, f64::sin)
}

#[inline(always)]
pub(super) fn cos<D: Double>(x: One<D>) -> One<D> {
    let reduced = reduce(x);
    let y = select(reduced.odd(), sine(reduced.r), cosine(reduced.r)).rounded().xor(reduced.sign(1.0));
    repair(y, large(x), x, f64::cos)
}

#[inline(always)]
pub(super) fn tan<D: Double>(x: One<D>) -> One<D> {
    let reduced = reduce(x);
    let (s, k, odd) = (sine(reduced.r), cosine(reduced.r), reduced.odd());
    let (above, below) = (select(odd, k, s), select(odd, Pair(-s.0, -s.1), k));
    let y = ordered_sum(above.0, above.1).over(ordered_sum(below.0, below.1)).rounded();
    repair(choose(x.eq_mask(c(0.0)), x, y), large(x), x, f64::tan)
}
