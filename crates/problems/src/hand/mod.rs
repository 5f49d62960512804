//! Derivatives written by hand, in the shape that a compiler should emit.
//!
//! They have two uses: the independent check of the derived adjoints, and the reference for their speed. Every sweep
//! has the calling convention of the derived ones: the cotangent of an argument follows it, cotangents of arguments
//! that are only read are added to, and the cotangent type has one row or `R` rows of a Jacobian.

mod ba;
mod cotangent;
mod gmm;

pub use ba::{reproject, reproject_adbench, weight_error};
pub use cotangent::Cotangent;
pub use gmm::gmm;
