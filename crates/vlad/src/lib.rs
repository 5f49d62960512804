//! VLAD: a functional language whose functions differentiate themselves, forwards and in reverse, to any order.
//!
//! | stage | module | takes → gives |
//! |---|---|---|
//! | read | [`read`] | text → S-expressions |
//! | expand | [`expand`], [`program`] | S-expressions → core calculus, α-unique, names resolved |
//! | normalise | [`anf`] | core → A-normal form: every intermediate value has a name |
//! | transform | [`transform`] | code → code: what `bundle`, `perturb`, `sensitize` and `*j` make of procedures |
//! | run | `machine` | code → instructions → values |
//! | flatten | [`flat`] | functions of numbers → programs over columns |
//! | use | [`Session`], [`Function`] | programs and their functions, from Rust |
//! | format | [`fmt`] | text → text with lines and indentation as VLAD has them |
//! | explain | [`ladder`] | the stages of dual-numbers reverse mode on the same core |
//!
//! The language is that of Pearlmutter and Siskind, "Reverse-mode AD in a functional framework: Lambda the ultimate
//! backpropagator" (TOPLAS 2008), in its public dialect.

pub mod anf;
mod check;
pub mod core;
pub mod datum;
mod deep;
mod embed;
pub mod error;
pub mod expand;
pub mod flat;
pub mod fmt;
mod host;
pub mod ladder;
mod machine;
pub mod prim;
pub mod print;
pub mod program;
pub mod read;
mod session;
pub mod source;
pub mod tags;
pub mod transform;

pub use check::Outcome;
pub use embed::{Argument, Function, Nested};
pub use error::{Error, ErrorKind, Result, TRACE};
pub use machine::Limits;
pub use program::{Item, Loader, NoFiles, PRELUDE_NAME, Program};
pub use session::{PRELUDE, Session};

// What the page of the language says of Rust is compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/vlad.md")]
struct Page;
