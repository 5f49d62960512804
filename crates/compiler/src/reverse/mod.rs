//! From statements with inverses to steps that run: values, and values with cotangents.

pub mod adjoint;
pub mod at_once;
pub mod copied;
pub mod flatten;
pub mod freeze;
pub mod own_record;
pub mod parallel;
pub mod placed;
pub mod rebind;
pub mod record;
pub mod schedule;
pub mod segments;
pub mod shrink;
