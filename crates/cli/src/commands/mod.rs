//! The subcommands: each parses its arguments, does one thing and reports it.

pub(crate) mod ba;
pub(crate) mod bench;
pub(crate) mod draw;
pub(crate) mod expand;
pub(crate) mod fit;
pub(crate) mod gmm;
pub(crate) mod gradbench;
pub(crate) mod law;
mod problem;
pub(crate) mod step;
pub(crate) mod vlad;
