//! Unevaluated sums of two numbers: twice the precision where a function needs it.
//!
//! (T. J. Dekker, "A floating-point technique for extending the available precision", Numerische Mathematik 18, 1971.)

use super::{One, c, choose};
use crate::register::Double;

/// `high + low`, where `low` is below half a unit in the last place of `high`.
#[derive(Clone, Copy)]
pub(super) struct Pair<D>(pub(super) One<D>, pub(super) One<D>);

/// `a + b` exactly.
#[inline(always)]
pub(super) fn sum<D: Double>(a: One<D>, b: One<D>) -> Pair<D> {
    let s = a + b;
    let t = s - a;
    Pair(s, (a - (s - t)) + (b - t))
}

/// `a + b` exactly, for |a| ≥ |b| or a zero `a`.
#[inline(always)]
pub(super) fn ordered_sum<D: Double>(a: One<D>, b: One<D>) -> Pair<D> {
    let s = a + b;
    Pair(s, b - (s - a))
}

/// `a * b` exactly.
#[inline(always)]
pub(super) fn product<D: Double>(a: One<D>, b: One<D>) -> Pair<D> {
    let p = a * b;
    Pair(p, a.mul_add(b, -p))
}

impl<D: Double> Pair<D> {
    /// A constant.
    #[inline(always)]
    pub(super) fn constant(high: f64, low: f64) -> Self {
        Pair(c(high), c(low))
    }

    /// The number itself.
    #[inline(always)]
    pub(super) fn exactly(x: One<D>) -> Self {
        Pair(x, c(0.0))
    }

    /// Moves what the first part can hold from the second into it.
    #[inline(always)]
    pub(super) fn normalised(self) -> Self {
        ordered_sum(self.0, self.1)
    }

    #[inline(always)]
    pub(super) fn plus(self, b: Self) -> Self {
        let Pair(s, e) = sum(self.0, b.0);
        ordered_sum(s, e + (self.1 + b.1))
    }

    #[inline(always)]
    pub(super) fn times(self, b: Self) -> Self {
        let Pair(p, e) = product(self.0, b.0);
        ordered_sum(p, e + self.0.mul_add(b.1, self.1 * b.0))
    }

    #[inline(always)]
    pub(super) fn over(self, b: Self) -> Self {
        let reciprocal = c::<D>(1.0) / b.0;
        let q = self.0 * reciprocal;
        let rest = (-q).mul_add(b.0, self.0) + (self.1 - q * b.1);
        ordered_sum(q, rest * reciprocal)
    }

    /// The square root; that of zero is zero.
    #[inline(always)]
    pub(super) fn sqrt(self) -> Self {
        let root = self.0.sqrt();
        let rest = (-root).mul_add(root, self.0) + self.1;
        Pair(root, choose(root.eq_mask(c(0.0)), c(0.0), rest / (root + root)))
    }

    /// The sum, rounded.
    #[inline(always)]
    pub(super) fn rounded(self) -> One<D> {
        self.0 + self.1
    }
}
