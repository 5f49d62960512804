//! VLAD: a functional language whose functions differentiate themselves, forwards and in reverse, to any order.
//!
//! | stage | module | takes → gives |
//! |---|---|---|
//! | read | [`read`] | text → S-expressions |
//! | expand | [`expand`], [`program`] | S-expressions → core calculus, α-unique, names resolved |
//! | normalise | [`anf`] | core → A-normal form: every intermediate value has a name |
//!
//! The language is that of Pearlmutter and Siskind, "Reverse-mode AD in a functional framework: Lambda the ultimate
//! backpropagator" (TOPLAS 2008), in its public dialect.

pub mod anf;
pub mod core;
pub mod datum;
pub mod error;
pub mod expand;
pub mod ladder;
pub mod prim;
pub mod print;
pub mod program;
pub mod read;
pub mod source;
pub mod tags;

pub use error::{Error, ErrorKind, Result};
pub use program::{Item, Loader, NoFiles, Program};
