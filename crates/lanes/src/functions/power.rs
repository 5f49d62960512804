//! Powers.

use super::exponential::{self, Parts};
use super::pair::{Pair, product};
use super::{One, c, choose, logarithm, repair_two};
use crate::register::Double;

/// `exp(b ln |a|)` with a logarithm of twice the precision; the sign is that of `a` for an odd `b`.
///
/// Zero, subnormal and infinite bases and infinite exponents are left to the scalar function.
#[inline(always)]
pub(super) fn powf<D: Double>(a: One<D>, b: One<D>) -> One<D> {
    let base = a.magnitude();
    let regular = c::<D>(f64::MIN_POSITIVE).le_mask(base)
        & base.le_mask(c(f64::MAX))
        & b.magnitude().le_mask(c(f64::MAX));
    let logarithm = logarithm::of(choose(regular, base, c(1.0)));
    let Pair(high, low) = product(b, logarithm.0);
    let y = exponential::within(high, Parts::new(high, b.mul_add(logarithm.1, low)).value(0));

    let integer = b.eq_mask(b.floor());
    let half = c::<D>(0.5) * b;
    // Beyond 2⁵³ every number is even.
    let odd = integer & !half.eq_mask(half.floor()) & b.magnitude().lt_mask(c(9_007_199_254_740_992.0));
    let of_negative = choose(integer, choose(odd, -y, y), c(f64::NAN));
    let y = choose(a.lt_mask(c(0.0)), of_negative, y);
    super::flush(repair_two(y, !regular, a, b, f64::powf))
}

/// By squaring, in twice the precision where more than two products are rounded.
#[inline(always)]
pub(super) fn powi<D: Double>(x: One<D>, n: i32) -> One<D> {
    match n {
        0 => c(1.0),
        1 => x,
        2 => x * x,
        3 => x * x * x,
        -1 => c::<D>(1.0) / x,
        _ => {
            let one = c::<D>(1.0);
            let mut square = if n < 0 { Pair::exactly(one).over(Pair::exactly(x)) } else { Pair::exactly(x) };
            let mut plain_square = if n < 0 { one / x } else { x };
            let mut bits = n.unsigned_abs();
            let odd = bits & 1 == 1;
            let (mut y, mut plain) = if odd { (square, plain_square) } else { (Pair::exactly(one), one) };
            loop {
                bits >>= 1;
                if bits == 0 {
                    // Where a product is zero or not finite, its second part is not a number.
                    let a = plain.magnitude();
                    return choose(c::<D>(0.0).lt_mask(a) & a.le_mask(c(f64::MAX)), y.rounded(), plain);
                }
                square = square.times(square);
                plain_square *= plain_square;
                if bits & 1 == 1 {
                    y = y.times(square);
                    plain *= plain_square;
                }
            }
        }
    }
}
