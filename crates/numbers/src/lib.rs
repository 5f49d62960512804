//! Number types that derivatives are carried by.
//!
//! [`Cotangent`] is what flows backwards, [`Slot`], [`Shadow`] and [`Grid`] are where it is collected.
#![no_std]
#[cfg(feature = "std")]
extern crate std;

mod cotangent;
pub mod dual;
mod shadow;

pub use cotangent::Cotangent;
pub use dual::Dual;
pub use shadow::{Cells, Discard, Grid, Shadow, Slot};
