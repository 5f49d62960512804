//! Support for Retrograde's own tests: independent checks of every derivative.
//!
//! - [`finite_difference`] differentiates plain closures numerically, to about ten digits;
//! - [`dot_product_test`] compares a forward and a reverse derivative, to nearly all digits;
//! - [`Rng`] and [`sample`] give reproducible arguments within a rule's domain;
//! - [`Own`] is a number type of somebody else's;
//! - [`close`], [`assert_close!`] and [`assert_all_close!`] compare, and report the difference on failure.
//!
//! Law: nothing here uses the code that it tests. Derivatives come from differences of values alone, and the random
//! numbers are generated here, so a seed gives the same numbers on every machine, always.

mod close;
pub mod finite_difference;
mod own;
mod products;
pub mod programs;
mod random;

pub use close::{close, difference, ulps};
pub use own::Own;
pub use products::{Disagreement, dot_product_test};
pub use random::{Rng, sample};
