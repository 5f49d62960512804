//! The compiler behind `#[reversible]`: tokens in, tokens out.

pub mod ir;
pub mod step;
