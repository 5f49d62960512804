//! The objectives as a good engineer writes them in ordinary Rust: what a derivative's cost is measured against.
//!
//! No attribute, no generics, values returned, scratch allocated once a call and overwritten.

mod ba;
mod gmm;

pub use ba::{reproject, reproject_adbench, weight_error};
pub use gmm::{gmm, logsumexp};
