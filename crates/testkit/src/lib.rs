//! What Retrograde's own tests are made of: an independent opinion on every derivative.
//!
//! - [`finite_difference`] differentiates plain closures numerically, to ten digits or so;
//! - [`dot_product_test`] holds a forward and a reverse derivative against each other, to nearly all digits;
//! - [`Rng`] and [`sample`] give reproducible arguments within a rule's domain;
//! - [`close`], [`assert_close!`] and [`assert_all_close!`] compare, and on failure say by how much.
//!
//! The law of this crate: nothing here uses what it tests. Derivatives come from differences of values alone, and the
//! random numbers are our own, so a seed means the same on every machine and in every year.

mod close;
pub mod finite_difference;
mod products;
pub mod programs;
mod random;

pub use close::{close, difference, ulps};
pub use products::{Disagreement, dot_product_test};
pub use random::{Rng, sample};
