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

use std::format;
use std::string::String;
use std::vec;
use std::vec::Vec;

use crate::Primitive;

/// The partials of a primitive as trees over its arguments and its result. Only an integer power reads `exponent`.
pub fn partials(primitive: Primitive, exponent: i32) -> Vec<Tree> {
    let arity = primitive.arity();
    trace(arity, |x, y| primitive.partials(x, y, exponent)[..arity].to_vec())
}

/// A primitive and its partials written as mathematics.
///
/// ```
/// use retrograde_rules::{Primitive, symbolic};
///
/// assert_eq!(symbolic::equation(Primitive::Mul, 0), "y = a * b: dy/da = b, dy/db = a");
/// assert_eq!(symbolic::equation(Primitive::Powi, 3), "y = x^3: dy/dx = 3 * x^2");
/// ```
pub fn equation(primitive: Primitive, exponent: i32) -> String {
    let names = primitive.parameters();
    let value = &trace(primitive.arity(), |x, _| vec![primitive.value(x, exponent)])[0];
    let partials: Vec<String> = names
        .iter()
        .zip(partials(primitive, exponent))
        .map(|(name, partial)| format!("dy/d{name} = {}", partial.display(names)))
        .collect();
    format!("y = {}: {}", value.display(names), partials.join(", "))
}
