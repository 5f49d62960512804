//! The attributes of functions, one file each: what is written in place of the marked item.

pub mod autodiff;
pub mod differentiable;
mod generic;
pub mod instruction;
pub mod methods;
mod operators;
pub mod reversible;
