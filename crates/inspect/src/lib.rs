//! Views of a program for people: an interpreter of every stage, a stepper, and the stages as readable Rust.
//!
//! The macros do not depend on this crate. The command `retrograde` and the tests of the compiler do.

pub mod interpret;
pub mod lanes;
pub mod naming;
mod plain;
pub mod print;
