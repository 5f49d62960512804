//! Number types for derivatives.
//!
//! [`Cotangent`] is the value that the reverse pass propagates; [`Slot`], [`Shadow`], [`Grid`] and the shadows of
//! [`Differentiable`] structures collect cotangents.
#![no_std]
#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod cube;
mod differentiable;
pub mod dual;
pub mod fixed;
#[cfg(feature = "num-traits")]
mod foreign;
mod grid;
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

pub use cube::Cube;
#[cfg(feature = "alloc")]
pub use cube::{SharedPart, SharedRows};
#[cfg(feature = "alloc")]
pub use differentiable::OpenAll;
pub use differentiable::{Collect, Differentiable, Open};
pub use dual::Dual;
pub use fixed::{Fixed, Fixed43};
pub use grid::Grid;
#[cfg(feature = "alloc")]
pub use grid::SharedRow;
pub use inactive::{Inactive, Nowhere};
pub use invertible::{InvertibleAdd, InvertibleMul, InvertibleXor};
pub use logarithmic::{Log, NoLog};
#[cfg(feature = "complex")]
pub use num_complex::Complex;
pub use retrograde_rules::Cotangent;
pub use shadow::{Cells, Discard, Shadow, Slot};
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
