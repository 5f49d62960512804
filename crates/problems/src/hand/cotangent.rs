//! The cotangents that a sweep propagates: one, or `R` of them at once.

/// A vector space over `f64` of cotangents.
pub trait Cotangent: Copy {
    /// The neutral element of addition: minus zero.
    ///
    /// `x + 0.0` differs from `x` if `x` is `-0.0`, so a compiler keeps that addition; it drops `x + -0.0`.
    const ZERO: Self;

    /// Adds `partial * other`.
    fn add_scaled(&mut self, other: Self, partial: f64);

    /// Adds `other`.
    fn add(&mut self, other: Self);

    /// `partial * self`.
    fn scaled(self, partial: f64) -> Self;
}

impl Cotangent for f64 {
    const ZERO: Self = -0.0;

    #[inline(always)]
    fn add_scaled(&mut self, other: Self, partial: f64) {
        *self += other * partial;
    }

    #[inline(always)]
    fn add(&mut self, other: Self) {
        *self += other;
    }

    #[inline(always)]
    fn scaled(self, partial: f64) -> Self {
        self * partial
    }
}

impl<const R: usize> Cotangent for [f64; R] {
    const ZERO: Self = [-0.0; R];

    #[inline(always)]
    fn add_scaled(&mut self, other: Self, partial: f64) {
        for r in 0..R {
            self[r] += other[r] * partial;
        }
    }

    #[inline(always)]
    fn add(&mut self, other: Self) {
        for r in 0..R {
            self[r] += other[r];
        }
    }

    #[inline(always)]
    fn scaled(self, partial: f64) -> Self {
        self.map(|v| v * partial)
    }
}
