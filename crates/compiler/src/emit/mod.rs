//! From procedures to Rust tokens. Nothing before this knows that the target is Rust.

mod call;
mod check;
mod expr;
mod fallible;
mod gradient;
mod item;
pub(crate) mod operator;
mod steps;
mod types;

pub use expr::{Printer, index_tokens};
pub use item::{hollow, item, signature, stub};
pub use steps::Emitter;
