//! Reads an item before its body is lowered: limits, the attribute's arguments, the name of the library.

pub(crate) mod accessors;
pub(crate) mod boxed;
pub mod checkpoint;
pub(crate) mod conditions;
pub(crate) mod constants;
pub mod declared;
pub(crate) mod enums;
pub(crate) mod exact_structures;
pub mod facade;
mod file;
pub(crate) mod implied;
mod imported_variants;
pub(crate) mod items;
pub mod limits;
pub(crate) mod literals;
pub(crate) mod made;
pub(crate) mod named;
pub(crate) mod numbers;
mod other_names;
pub(crate) mod paths;
pub(crate) mod plain_enums;
pub mod position;
pub mod read;
pub(crate) mod rewrite;
pub(crate) mod seek;
pub(crate) mod signatures;
pub mod structures;
mod stub;
pub(crate) mod together;
pub(crate) mod updates;
pub mod view;
pub(crate) mod visit;
pub(crate) mod visit_mut;

pub use stub::{quiet, stub};
