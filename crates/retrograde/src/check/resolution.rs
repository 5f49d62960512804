//! How finely a type of numbers tells them apart, and so how far a check goes with it.
//!
//! Law: what a check allows for follows from the distance of neighbouring numbers alone.

use super::Numbers;
use core::fmt;
use retrograde_numbers::Fixed;

/// What a check knows of the type that it runs at.
#[derive(Clone, Copy)]
pub struct Resolution {
    /// The number of the type that is next to this one.
    pub nearest: fn(f64) -> f64,
    /// How far apart neighbours of this size are.
    pub spacing: fn(f64) -> f64,
    /// How far what is restored may be off, relative to its size or to one.
    pub restored: f64,
    /// How far a derivative may be from differences that have settled, relative to the larger of both.
    pub tolerance: f64,
    /// How far anything may be off that is computed on cotangents.
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

/// Numbers that a check can run at.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no type of numbers that `check` knows the resolution of",
    note = "real numbers are checked at `f64`, `f32` and in fixed point"
)]
pub trait Measured: Numbers {
    /// How finely it tells numbers apart.
    const RESOLUTION: Resolution;
}

impl Measured for f64 {
    const RESOLUTION: Resolution = DOUBLE;
}

/// Half of the digits are lost to differences, as with `f64`.
impl Measured for f32 {
    const RESOLUTION: Resolution = Resolution {
        nearest: |x| f64::from(x as f32),
        spacing: |size| f64::from(f32::EPSILON) * size,
        restored: 1e-4,
        tolerance: 1e-3,
        slack: 0.0,
    };
}

/// Neighbours are equally far apart everywhere; what is restored is so to the bit, which words tell.
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
