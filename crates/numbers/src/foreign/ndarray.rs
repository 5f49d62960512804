//! Dual numbers beside arrays of the crate `ndarray`: `&a * x` with a number `x`.

use crate::Dual;
use retrograde_rules::Real;

impl<T: Real> ndarray::ScalarOperand for Dual<T> {}
