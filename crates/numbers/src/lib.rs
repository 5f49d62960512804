//! Number types for derivatives.
//!
//! [`Cotangent`] is the value that the reverse pass propagates; a [`Shadow`] of any number of levels of indices and the shadows of
//! [`Differentiable`] structures collect cotangents.
#![no_std]
#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod cells;
mod differentiable;
pub mod dual;
pub mod fixed;
#[cfg(feature = "num-traits")]
mod foreign;
mod inactive;
mod invertible;
mod level;
mod logarithmic;
mod parts;
mod reference;
mod remainder;
mod semiring;
mod shadow;
mod shapeless;
mod tropical;

pub use cells::Cells;
#[cfg(feature = "alloc")]
pub use cells::{AddAt, Inside};
#[cfg(feature = "alloc")]
pub use differentiable::OpenAll;
pub use differentiable::{Collect, Differentiable, Open};
pub use dual::Dual;
pub use fixed::{Fixed, Fixed43};
pub use inactive::Inactive;
pub use invertible::{InvertibleAdd, InvertibleMul, InvertibleXor};
pub use level::{Leaf, Level, Over, Rows};
pub use logarithmic::{Log, NoLog};
#[cfg(feature = "complex")]
pub use num_complex::Complex;
pub use retrograde_rules::Cotangent;
pub use shadow::{Discard, Shadow, Slot};
pub use shapeless::Shapeless;
pub use tropical::{MaxPlus, MinPlus};

/// Names for the macros of this crate: the tape implements the same traits for its numbers.
#[doc(hidden)]
pub mod __private {
    pub use crate::remainder::Remainder;
    #[cfg(feature = "nalgebra")]
    pub use approx;
    #[cfg(feature = "nalgebra")]
    pub use nalgebra;
    #[cfg(feature = "num-traits")]
    pub use num_traits;
    pub use retrograde_rules::Real;
    #[cfg(feature = "nalgebra")]
    pub use simba;
}
