//! Programs that were written to break the compiler: each is accepted, and each has to keep all laws of its programs.
//!
//! All have one signature, so that one harness can hold them: real state `s`, integer state `k`, real inputs `x` and
//! integers `n` to measure with. Where a law asks for another signature, the program calls a function that has it.
#![allow(clippy::all)]

#[macro_use]
mod harness;
mod branches;
mod calls;
mod loops;
mod parts;
mod scopes;
mod storage;
