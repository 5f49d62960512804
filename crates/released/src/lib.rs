//! The functions of `functions.rs` as a release has them: optimised, and without checks (`profile.dev.package.retrograde-released`).
//!
//! Law: a test of another crate compiles the same file without optimisation, and compares the bits
//! (`crates/retrograde/tests/language/ordinary/released.rs`).

mod found;
mod functions;

pub use found::derivatives;
pub use functions::bits;

/// True if this build has checks and is no release.
pub const CHECKED: bool = cfg!(debug_assertions);
