//! Facts about a program on which later passes decide. Nothing here changes a program, except [`within`], which
//! replaces indices that it proves to lie inside their part.

pub mod activity;
pub mod cancel;
pub mod flow;
pub mod footprint;
pub mod history;
pub mod hosts;
pub mod index;
pub mod lend;
pub mod region;
pub mod signs;
pub mod slice;
pub mod stable;
pub mod within;
pub mod wraps;
