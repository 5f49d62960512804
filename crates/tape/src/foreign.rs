//! Traits of other crates for active numbers: the text that `retrograde-numbers` has for dual numbers.

use crate::{Active, Scalar};

retrograde_numbers::__num_traits!(Active<T: Scalar>, [.value()]);
#[cfg(feature = "nalgebra")]
retrograde_numbers::__nalgebra!(Active<T: Scalar>, [.value()]);
#[cfg(feature = "ndarray")]
impl<T: Scalar> ndarray::ScalarOperand for Active<T> {}
