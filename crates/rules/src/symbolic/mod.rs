//! The table as expressions: generic code instantiated at [`Sym`] writes itself down as a [`Tree`].
//!
//! [`partials`] takes a primitive and returns its partials as trees, from the same code that evaluates them at
//! `f64`; there is no second list of formulae. [`trace`] does so for any function generic over [`Real`](crate::Real). The law: a tree
//! [evaluated](Tree::evaluate) gives what the code gives, up to the sign of a zero.
//!
//! ```
//! use retrograde_rules::{Primitive, symbolic};
//!
//! let tree = &symbolic::partials(Primitive::Sqrt, 0)[0];
//! assert_eq!(tree.to_string(), "0.5 / y");
//! ```

mod sym;
mod tree;

pub use sym::{Sym, trace};
pub use tree::Tree;

use std::vec::Vec;

use crate::Primitive;

/// The partials of a primitive as trees over its arguments and its result. Only an integer power reads `exponent`.
pub fn partials(primitive: Primitive, exponent: i32) -> Vec<Tree> {
    let arity = primitive.arity();
    trace(arity, |x, y| primitive.partials(x, y, exponent)[..arity].to_vec())
}
