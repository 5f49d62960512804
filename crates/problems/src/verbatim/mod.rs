//! The reversible functions word for word, without the attributes: the cost of the same code as ordinary Rust.
//!
//! This is the reference for "the attribute costs the function nothing". It is not the reference for fast code: that
//! is [`crate::plain`], which need not stay inside the reversible language. `tests/verbatim.rs` compares the tokens
//! of both versions, so that neither can change alone.

mod ba;
mod gmm;

pub use ba::{reproject, reproject_adbench, weight_error};
pub use gmm::{gmm, logsumexp};
