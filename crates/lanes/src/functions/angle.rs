//! Inverse trigonometric functions: all are the angle of a point.

use super::pair::{Pair, product, sum};
use super::{One, Truth, c, choose, keep_nan, polynomial, repair_two};
use crate::register::Double;
use core::f64::consts::FRAC_PI_4;

/// π/4 less its double.
const FRAC_PI_4_LOW: f64 = 3.061_616_997_868_383e-17;

/// `(atan q - q) / q³` in `q²`, `q ≤ 1/2`.
const ATAN: [f64; 14] = [
    -0.3333333333333333,
    0.19999999999999968,
    -0.1428571428570603,
    0.11111111110262804,
    -0.09090909045294492,
    0.0769230621824918,
    -0.06666635678801373,
    0.05881908317718783,
    -0.052586769936025464,
    0.047297137363965944,
    -0.041824119968650576,
    0.03396331834176427,
    -0.021648974307550698,
    0.007635074293724673,
];

/// The angle of the point (`x`, `y`), both from zero up and one of them positive; with `left`, that of (`-x`, `y`).
#[inline(always)]
fn angle<D: Double>(y: Pair<D>, x: Pair<D>, left: Truth<D>) -> One<D> {
    // In the octant below the diagonal; near the diagonal, relative to it.
    let steep = x.0.lt_mask(y.0);
    let near = Pair(choose(steep, x.0, y.0), choose(steep, x.1, y.1));
    let far = Pair(choose(steep, y.0, x.0), choose(steep, y.1, x.1));
    let diagonal = (c::<D>(0.5) * far.0).lt_mask(near.0);
    let zero = c::<D>(0.0);
    // The first difference is exact.
    let numerator = Pair(near.0 - choose(diagonal, far.0, zero), near.1 - choose(diagonal, far.1, zero));
    let Pair(high, low) = sum(far.0, choose(diagonal, near.0, zero));
    let Pair(q, q_low) = numerator.over(Pair(high, low + far.1 + choose(diagonal, near.1, zero)));

    // atan(q + dq) = atan q + dq / (1 + q²), and 1 - q² is enough of that.
    let z = q * q;
    let tail = (q * z).mul_add(polynomial(z, &ATAN), (-z).mul_add(q_low, q_low));

    // ± atan q from a multiple of π/4.
    let eighths = choose(diagonal, c(1.0), zero);
    let eighths = choose(steep, c::<D>(2.0) - eighths, eighths);
    let eighths = choose(left, c::<D>(4.0) - eighths, eighths);
    let minus = choose(steep, c(-0.0), zero).xor(choose(left, c(-0.0), zero));
    let base = eighths * c(FRAC_PI_4);
    let base_low = eighths.mul_add(c(FRAC_PI_4_LOW), eighths.mul_add(c(FRAC_PI_4), -base));
    let Pair(high, low) = sum(base, q.xor(minus));
    high + (low + (tail.xor(minus) + base_low))
}

#[inline(always)]
fn nowhere<D: Double>() -> Truth<D> {
    c::<D>(0.0).lt_mask(c(0.0))
}

#[inline(always)]
pub(super) fn atan<D: Double>(x: One<D>) -> One<D> {
    let a = x.magnitude();
    // Beyond, the angle does not change any more.
    let a = choose(c(1e30).lt_mask(a), c(1e30), a);
    let y = angle(Pair::exactly(a), Pair::exactly(c(1.0)), nowhere());
    keep_nan(x, y).magnitude().signed_as(x)
}

/// Very large and very small points are left to the scalar function, and those on an axis.
#[inline(always)]
pub(super) fn atan2<D: Double>(y: One<D>, x: One<D>) -> One<D> {
    let (a, b) = (y.magnitude(), x.magnitude());
    let inside =
        c::<D>(1e-140).lt_mask(a) & a.lt_mask(c(1e140)) & c::<D>(1e-140).lt_mask(b) & b.lt_mask(c(1e140));
    let value = angle(Pair::exactly(a), Pair::exactly(b), x.lt_mask(c(0.0))).magnitude().signed_as(y);
    repair_two(value, !inside, y, x, f64::atan2)
}

/// `√(1 - x²)`
#[inline(always)]
fn other_leg<D: Double>(x: One<D>) -> Pair<D> {
    let Pair(square, square_low) = product(x, x);
    let Pair(high, low) = sum(c(1.0), -square);
    Pair(high, low - square_low).sqrt()
}

#[inline(always)]
pub(super) fn asin<D: Double>(x: One<D>) -> One<D> {
    let a = x.magnitude();
    let y = angle(Pair::exactly(a), other_leg(a), nowhere());
    domain(a, y).magnitude().signed_as(x)
}

#[inline(always)]
pub(super) fn acos<D: Double>(x: One<D>) -> One<D> {
    let a = x.magnitude();
    domain(a, angle(other_leg(a), Pair::exactly(a), x.lt_mask(c(0.0))))
}

/// NaN beyond one.
#[inline(always)]
fn domain<D: Double>(a: One<D>, y: One<D>) -> One<D> {
    choose(a.le_mask(c(1.0)), y, c(f64::NAN))
}
