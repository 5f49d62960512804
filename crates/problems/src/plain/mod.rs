//! The objectives as a good engineer writes them in ordinary Rust: the reference for the cost of a derivative.
//!
//! No attribute, no generics, values returned, scratch allocated once per call and overwritten.

mod ba;
mod gmm;

pub use ba::{reproject, reproject_adbench, weight_error};
pub use gmm::{gmm, logsumexp};
