//! Expressions, calls and statements as tokens and as text.

pub mod aside;
mod call;
pub(crate) mod constant;
mod expr;
mod host;
mod lanes;
mod line;
mod literal;
mod operators;
pub mod text;
mod turns;

pub use call::{applied, beside, handed, path_of, said};
pub use expr::{Printer, index_tokens, is_cloned, owns};
pub use lanes::{Lanes, Tiled, is_truth};
pub use line::{cleaned, line, shown};
pub use literal::constructed;
pub use turns::{Turns, in_all, is_number, runs_together};
