//! The resolution of a type of numbers, and the tolerances of a check that follow from it.
//!
//! Law: the tolerances of a check follow from the distance of neighbouring numbers alone.

use super::Numbers;
use core::fmt;
use retrograde_numbers::Fixed;

/// The resolution of a type and the tolerances of a check with this type.
#[derive(Clone, Copy)]
pub struct Resolution {
    /// Rounds to the nearest number of the type.
    pub nearest: fn(f64) -> f64,
    /// Returns the distance between neighbours of this size.
    pub spacing: fn(f64) -> f64,
    /// The largest error of a restored number, relative to its size or to one.
    pub restored: f64,
    /// The largest difference between a derivative and converged finite differences, relative to the larger of both.
    pub tolerance: f64,
    /// The largest error of values that are computed from cotangents.
    pub slack: f64,
}

impl fmt::Debug for Resolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Resolution({:e} at one)", (self.spacing)(1.0))
    }
}

/// Double precision.
pub(super) const DOUBLE: Resolution = Resolution {
    nearest: |x| x,
    spacing: |size| f64::EPSILON * size,
    restored: 1e-9,
    tolerance: 1e-6,
    slack: 0.0,
};

/// Types of numbers for which a check is implemented.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a type of numbers that `check` knows the resolution of",
    note = "real numbers are checked at `f64`, `f32` and in fixed point"
)]
pub trait Measured: Numbers {
    /// The resolution of the type.
    const RESOLUTION: Resolution;
}

impl Measured for f64 {
    const RESOLUTION: Resolution = DOUBLE;
}

/// Finite differences lose half of the digits, as with `f64`.
impl Measured for f32 {
    const RESOLUTION: Resolution = Resolution {
        nearest: |x| f64::from(x as f32),
        spacing: |size| f64::from(f32::EPSILON) * size,
        restored: 1e-4,
        tolerance: 1e-3,
        slack: 0.0,
    };
}

/// Neighbours have the same distance everywhere; numbers are restored exactly, which the comparison of words checks.
impl<const FRAC: u32> Measured for Fixed<FRAC> {
    const RESOLUTION: Resolution = {
        let delta = 1.0 / (1_u64 << FRAC) as f64;
        let rough = 256.0 * delta;
        Resolution {
            nearest: |x| Self::nearest(x).map_or(x, Self::to_f64),
            spacing: |_| Self::DELTA.to_f64(),
            restored: 1e-9,
            tolerance: if rough > 1e-6 { rough } else { 1e-6 },
            slack: 64.0 * delta,
        }
    };
}
