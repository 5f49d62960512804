//! Reversible functions and their adjoints on GPUs.
//!
//! A function that is marked `#[reversible(kernels)]` has a text of the C family beside its Rust. Here a device compiles and runs it: a
//! GPU of NVIDIA (feature `cuda`; nothing of CUDA is needed to build), or the compiler of C of the machine, whose results are the bits
//! of Rust.
#![doc = include_str!("../../../docs/kernels.md")]

mod argument;
mod backend;
#[cfg(feature = "cuda")]
mod cuda;
mod device;
mod error;
#[cfg(feature = "host")]
mod host;
mod jacobian;
mod program;
mod source;
mod text;

pub use argument::{Argument, Arguments, Element};
pub use backend::Kind;
pub use device::{Buffer, Device};
pub use error::{Error, Result};
pub use jacobian::{Rows, RowsOf, at};
pub use program::OnDevice;
pub use text::{InText, Text};
