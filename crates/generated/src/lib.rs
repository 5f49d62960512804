//! What generated programs are made of and held to: `items` has the structures, methods and functions that they use,
//! `leaves` reaches the numbers in their arguments, `laws` is what must hold for each.
//!
//! The programs themselves are drawn by the build script (`surface/`) and compiled into `tests/programs.rs`.

pub mod items;
pub mod laws;
pub mod leaves;
