//! Programs that are drawn when this is built, compiled by rustc.

// Whatever a program may say is said here, useful or not.
#![allow(unused, clippy::all)]

mod interpreted;
mod surface;
