//! Vector numbers, and kernels that run with the best instructions of the machine.
//!
#![doc = include_str!("../README.md")]

mod blocks;
mod dispatch;
mod divided;
mod extremes;
mod functions;
mod intrinsics;
mod lanes;
mod portable;
mod register;
mod shared;
mod vector;

pub use blocks::{BlockSum, Parts, both, for_blocks, for_parts};
pub use dispatch::{InstructionSet, Kernel, Width, run, run_on};
pub use divided::{Divisible, run_in_blocks};
pub use extremes::{largest, smallest};
pub use intrinsics::prefetch_for_writing;
pub use lanes::{Lanes, Masks};
pub use register::{Float, Register};
pub use shared::{Digest, Glimpse, Numbers, Shareable, Sharing, run_shared, shared_by};
pub use vector::{Mask, Vector, Wide};
