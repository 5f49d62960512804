//! Functions of the table that the standard library lacks, at `f64` and `f32`.
//!
//! The error functions follow W. J. Cody, "Rational Chebyshev approximations for the error function", Mathematics of
//! Computation 23 (1969): three ranges, each with a rational approximation whose own relative error is below 6e-17.
//! With rounding, `erf` stays within 4e-16 and `erfc` within 2e-15 of the true value, relative to it; `f32` is computed in
//! `f64` and rounded once.

use crate::Real;

/// The functions of this file, for floats. Its methods carry the names of the table's `own` entries.
pub(crate) trait Elementary: Copy {
    fn logistic(self) -> Self;
    fn softplus(self) -> Self;
    fn logaddexp(self, b: Self) -> Self;
    fn erf(self) -> Self;
    fn erfc(self) -> Self;
    fn above(self, b: Self) -> Self;
    fn nonzero(self) -> Self;
    fn integer_power(self, n: i32) -> Self;
}

macro_rules! implement_elementary {
    ($float:ident) => {
        impl Elementary for $float {
            // With t = exp(-|x|) ≤ 1 no intermediate overflows: 1/(1 + t) right of zero, t/(1 + t) left of it.
            #[inline]
            fn logistic(self) -> Self {
                let t = Real::exp(-self.abs());
                let numerator = if self < 0.0 { t } else { 1.0 };
                numerator / (1.0 + t)
            }

            // ln(1 + eˣ) = max(x, 0) + ln(1 + exp(-|x|)).
            #[inline]
            fn softplus(self) -> Self {
                self.max(0.0) + Real::ln_1p(Real::exp(-self.abs()))
            }

            // max(a, b) + ln(1 + exp(-|a - b|)). Equal arguments may be infinite: their difference is not asked for.
            #[inline]
            fn logaddexp(self, b: Self) -> Self {
                if self == b {
                    self + core::$float::consts::LN_2
                } else {
                    self.max(b) + Real::ln_1p(Real::exp(-(self - b).abs()))
                }
            }

            #[inline]
            fn erf(self) -> Self {
                error_function(self as f64) as $float
            }

            #[inline]
            fn erfc(self) -> Self {
                complementary_error_function(self as f64) as $float
            }

            #[inline(always)]
            fn above(self, b: Self) -> Self {
                if self > b {
                    1.0
                } else if self < b {
                    0.0
                } else if self == b {
                    0.5
                } else {
                    $float::NAN
                }
            }

            #[inline(always)]
            fn nonzero(self) -> Self {
                if self == 0.0 { 1.0 } else { self }
            }

            #[cfg(feature = "std")]
            #[inline(always)]
            fn integer_power(self, n: i32) -> Self {
                self.powi(n)
            }

            // Square and multiply; the reciprocal is taken last, as the standard library's own power does.
            #[cfg(not(feature = "std"))]
            #[inline]
            fn integer_power(self, n: i32) -> Self {
                let (mut power, mut square, mut bits) = (1.0, self, n.unsigned_abs());
                loop {
                    if bits & 1 == 1 {
                        power *= square;
                    }
                    bits >>= 1;
                    if bits == 0 {
                        break;
                    }
                    square *= square;
                }
                if n < 0 { 1.0 / power } else { power }
            }
        }
    };
}
implement_elementary!(f64);
implement_elementary!(f32);

/// Below this magnitude erf itself is approximated, above it erfc.
const SMALL: f64 = 0.46875;

fn error_function(x: f64) -> f64 {
    let magnitude = x.abs();
    if magnitude <= SMALL {
        return erf_near_zero(x);
    }
    // 1 - erfc in two steps: near 1 the half keeps the last bit.
    let erf = (0.5 - erfc_of_positive(magnitude)) + 0.5;
    if x < 0.0 { -erf } else { erf }
}

fn complementary_error_function(x: f64) -> f64 {
    let magnitude = x.abs();
    if magnitude <= SMALL {
        1.0 - erf_near_zero(x)
    } else if x < 0.0 {
        2.0 - erfc_of_positive(magnitude)
    } else {
        erfc_of_positive(magnitude)
    }
}

/// `(… ((leading·z + c₀)·z + c₁)·z …)·z + cₙ`: Horner's rule with the leading coefficient apart.
#[inline(always)]
fn horner(leading: f64, z: f64, coefficients: &[f64]) -> f64 {
    coefficients.iter().fold(leading, |sum, c| sum * z + c)
}

/// erf(x) = x R(x²) for |x| ≤ 0.46875.
fn erf_near_zero(x: f64) -> f64 {
    const P: [f64; 4] = [
        3.161_123_743_870_565_6,
        1.138_641_541_510_501_6e2,
        3.774_852_376_853_02e2,
        3.209_377_589_138_469_5e3,
    ];
    const Q: [f64; 4] = [
        2.360_129_095_234_412e1,
        2.440_246_379_344_441_7e2,
        1.282_616_526_077_372_3e3,
        2.844_236_833_439_171e3,
    ];
    let z = x * x;
    x * horner(0.185_777_706_184_603_15, z, &P) / horner(1.0, z, &Q)
}

/// erfc(y) for y > 0.46875, as exp(-y²) times a rational function of y, beyond 4 of 1/y².
fn erfc_of_positive(y: f64) -> f64 {
    const P: [f64; 8] = [
        0.564_188_496_988_670_1,
        8.883_149_794_388_375,
        6.611_919_063_714_163e1,
        2.986_351_381_974_001e2,
        8.819_522_212_417_69e2,
        1.712_047_612_634_070_7e3,
        2.051_078_377_826_071_6e3,
        1.230_339_354_797_997_2e3,
    ];
    const Q: [f64; 8] = [
        1.574_492_611_070_983_5e1,
        1.176_939_508_913_125e2,
        5.371_811_018_620_099e2,
        1.621_389_574_566_690_3e3,
        3.290_799_235_733_459_7e3,
        4.362_619_090_143_247e3,
        3.439_367_674_143_721_6e3,
        1.230_339_354_803_749_5e3,
    ];
    const FAR_P: [f64; 5] = [
        0.305_326_634_961_232_36,
        0.360_344_899_949_804_45,
        0.125_781_726_111_229_26,
        1.608_378_514_874_228e-2,
        6.587_491_615_298_378e-4,
    ];
    const FAR_Q: [f64; 5] = [
        2.568_520_192_289_822,
        1.872_952_849_923_460_4,
        0.527_905_102_951_428_5,
        6.051_834_131_244_132e-2,
        2.335_204_976_268_691_8e-3,
    ];
    const FRAC_1_SQRT_PI: f64 = core::f64::consts::FRAC_2_SQRT_PI / 2.0;
    // Beyond this erfc is below the smallest subnormal number; the test also keeps ∞ - ∞ out of the exponent.
    if y > 28.0 {
        return 0.0;
    }
    let ratio = if y <= 4.0 {
        horner(2.153_115_354_744_038_5e-8, y, &P) / horner(1.0, y, &Q)
    } else {
        let z = 1.0 / (y * y);
        let tail = z * horner(1.631_538_713_730_209_7e-2, z, &FAR_P) / horner(1.0, z, &FAR_Q);
        (FRAC_1_SQRT_PI - tail) / y
    };
    // exp(-y²) to full precision: s is y to 1/16, so s² is exact, and y² - s² = (y - s)(y + s) is small.
    let s = Real::trunc(y * 16.0) / 16.0;
    Real::exp(-(s * s)) * Real::exp(-((y - s) * (y + s))) * ratio
}
