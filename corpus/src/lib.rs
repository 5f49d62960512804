//! Functions of public crates as they were published, with `#[differentiable]` before them, and the same without.
//!
//! `functions.txt` names the crates and files, `refused.txt` what rustc refuses of them. `cargo run` prints the table of
//! `docs/corpus.md`, `cargo test` holds the functions against themselves and against differences.

pub mod harness;
pub mod rules;

/// The functions with the attribute.
#[allow(warnings)]
pub mod marked {
    include!(concat!(env!("OUT_DIR"), "/marked.rs"));
}

/// The functions as they are.
#[allow(warnings)]
pub mod plain {
    include!(concat!(env!("OUT_DIR"), "/plain.rs"));
}

/// A line for each function: its path, where it stands, whether it is called, and what is wrong.
pub const REPORT: &str = include_str!(concat!(env!("OUT_DIR"), "/report.txt"));
