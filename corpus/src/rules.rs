//! Rules of functions and methods that the published functions call in other crates, stated as their users would state them.

use retrograde::primitive;
use special::Error as _;
use std::f64::consts::FRAC_2_SQRT_PI;

/// The error function of the crate `special`.
#[primitive(partials(FRAC_2_SQRT_PI * (-x * x).exp()))]
pub fn error(x: f64) -> f64 {
    x.error()
}
