//! The domain of an argument of a primitive: a set of real numbers, for documentation, sampling and checks.
//!
//! A domain is the set on which the *value* is defined. For the derivative see
//! [`Primitive::clearance`](crate::Primitive::clearance).

use core::fmt;

/// A set of real numbers from which an argument is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// All real numbers.
    Real,
    /// All real numbers but zero.
    NonZero,
    /// The numbers above zero.
    Positive,
    /// Zero and the numbers above it.
    NonNegative,
    /// The numbers above -1.
    AboveMinusOne,
    /// One and the numbers above it.
    AtLeastOne,
    /// The closed interval from -1 to 1.
    Unit,
    /// The open interval from -1 to 1.
    OpenUnit,
}

impl Domain {
    /// True if `x` lies in the domain. NaN and the infinities lie in none.
    pub const fn contains(self, x: f64) -> bool {
        x.is_finite()
            && match self {
                Self::Real => true,
                Self::NonZero => x != 0.0,
                Self::Positive => x > 0.0,
                Self::NonNegative => x >= 0.0,
                Self::AboveMinusOne => x > -1.0,
                Self::AtLeastOne => x >= 1.0,
                Self::Unit => x >= -1.0 && x <= 1.0,
                Self::OpenUnit => x > -1.0 && x < 1.0,
            }
    }

    /// The infimum and the supremum of the domain.
    pub const fn bounds(self) -> (f64, f64) {
        match self {
            Self::Real | Self::NonZero => (f64::NEG_INFINITY, f64::INFINITY),
            Self::Positive | Self::NonNegative => (0.0, f64::INFINITY),
            Self::AboveMinusOne => (-1.0, f64::INFINITY),
            Self::AtLeastOne => (1.0, f64::INFINITY),
            Self::Unit | Self::OpenUnit => (-1.0, 1.0),
        }
    }
}

impl fmt::Display for Domain {
    /// Writes the domain as a condition that follows the name of an argument: `x > 0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Real => "real",
            Self::NonZero => "≠ 0",
            Self::Positive => "> 0",
            Self::NonNegative => "≥ 0",
            Self::AboveMinusOne => "> -1",
            Self::AtLeastOne => "≥ 1",
            Self::Unit => "in [-1, 1]",
            Self::OpenUnit => "in (-1, 1)",
        })
    }
}
