//! Reverse-mode automatic differentiation of ordinary Rust functions, without a tape.
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// Generated code says `::retrograde`, also within this crate.
extern crate self as retrograde;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
#[cfg(feature = "alloc")]
mod check;
pub mod instructions;
pub mod library;
mod strided;

#[cfg(feature = "alloc")]
pub use check::{Mismatch, check_gradient};
pub use retrograde_macros::{primitive, reversible};
pub use retrograde_numbers::{Cotangent, Dual, dual};
pub use retrograde_rules as rules;
pub use retrograde_rules::Real;
