//! Reversible and ordinary functions and their adjoints on GPUs.
//!
//! A function that is marked `#[reversible(kernels)]` or `#[differentiable(kernels)]` has a text of the C family beside its Rust. Here a device compiles and runs it: a
//! GPU of NVIDIA (feature `cuda`; nothing of CUDA is needed to build), a device of OpenCL (feature `opencl`), or the compiler of C of the machine, the reference for others.
//!
//! ```
//! use retrograde::reversible;
//! use retrograde_kernels::Device;
//!
//! #[reversible(kernels)]
//! fn energy(total: &mut f64, x: &[f64]) {
//!     for i in 0..x.len() {
//!         *total += x[i] * x[i];
//!     }
//! }
//!
//! # fn main() -> retrograde_kernels::Result<()> {
//! let device = Device::host()?; // or Device::best()?
//! let (mut total, mut total_bar, mut x_bar) = (0.0, 1.0, [0.0; 2]);
//! energy::on(&device).sweep((&mut total, &mut total_bar, &[3.0, 4.0], &mut x_bar))?;
//! assert_eq!((total, x_bar), (25.0, [6.0, 8.0]));
//! # Ok(())
//! # }
//! ```

mod argument;
mod backend;
#[cfg(feature = "cuda")]
mod cuda;
mod device;
mod error;
#[cfg(feature = "host")]
mod host;
mod jacobian;
#[cfg(feature = "opencl")]
mod opencl;
mod program;
mod record;
mod source;
mod text;

pub use argument::{Argument, Arguments, Element};
pub use backend::Kind;
pub use device::{Buffer, Device};
pub use error::{Error, Result};
pub use jacobian::{Rows, RowsOf, at};
pub use program::OnDevice;
pub use record::Record;
pub use text::{InText, Text};

#[cfg(all(doctest, feature = "host"))]
#[doc = include_str!("../../../docs/kernels.md")]
struct Page;
