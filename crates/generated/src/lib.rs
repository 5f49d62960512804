//! The support for generated programs: `items` contains the structures, methods and functions that they use, `leaves`
//! visits the numbers in their arguments, `laws` tests their properties.
//!
//! The programs themselves are drawn by the build script (`surface/`) and compiled into `tests/programs.rs`.

pub mod items;
pub mod laws;
pub mod leaves;
