//! The reversible functions word for word, without the attributes: what the same text costs as ordinary Rust.
//!
//! The yardstick for "the attribute costs the function nothing". It is not the yardstick for fast code: that is
//! [`crate::plain`], which need not stay inside the reversible language. `tests/verbatim.rs` compares the tokens of both
//! texts, so that neither can change alone.

mod ba;
mod gmm;

pub use ba::{reproject, reproject_adbench, weight_error};
pub use gmm::{gmm, logsumexp};
