//! The table as expressions: generic code instantiated at [`Sym`] writes itself down as a [`Tree`].
//!
//! [`partials`] takes a primitive and returns its partials as trees, from the same code that evaluates them at
//! `f64`; there is no second list of formulae. [`trace`] does so for any function generic over [`Real`]. The law: a tree
//! [evaluated](Tree::evaluate) gives what the code gives, up to the sign of a zero.
//!
//! ```
//! use retrograde_rules::{Primitive, symbolic};
//!
//! let tree = &symbolic::partials(Primitive::Sqrt, 0)[0];
//! assert_eq!(tree.to_string(), "0.5 * (1 / y)");
//! ```

mod sym;
mod tree;

pub use sym::{Sym, trace};
pub use tree::Tree;

use std::format;
use std::string::{String, ToString};
use std::vec;
use std::vec::Vec;

use crate::{Instruction, Primitive, Real};

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

/// Returns the new values of the places of an instruction, and its adjoint, as formulae. Integers have no adjoint.
///
/// ```
/// use retrograde_rules::{Instruction, symbolic};
///
/// let (change, adjoint) = symbolic::change(Instruction::Neg);
/// assert_eq!((&*change, &*adjoint), ("a ← -a", "a_bar ← -a_bar"));
/// assert_eq!(symbolic::change(Instruction::Inc).0, "n ← n + 1");
/// ```
pub fn change(instruction: Instruction) -> (String, String) {
    let (places, read) = instruction.names();
    let bars: Vec<String> = places.iter().chain(read).map(|name| format!("{name}_bar")).collect();
    let names: Vec<&str> =
        places.iter().chain(read).copied().chain(bars.iter().map(String::as_str)).collect();
    let arguments = places.len() + read.len();
    let shown =
        |trees: Vec<Tree>| trees.iter().map(|tree| tree.display(&names).to_string()).collect::<Vec<_>>();
    let list = |items: &[String]| match items {
        [one] => one.clone(),
        more => format!("({})", more.join(", ")),
    };
    let after = shown(trace(arguments, |x, _| {
        let mut x = x.to_vec();
        instruction.apply(&mut x);
        x[..places.len()].to_vec()
    }));
    let owned: Vec<String> = places.iter().map(|&name| name.into()).collect();
    let change = format!("{} ← {}", list(&owned), list(&after));
    if instruction.places() == crate::Places::Integer {
        return (change, String::new());
    }
    // What is read gets its cotangent added to zero, which the tree of a sum drops.
    let pulled = shown(trace(2 * arguments, |x, _| {
        let mut pulled = x[arguments..].to_vec();
        pulled[places.len()..].fill(Sym::constant(0.0));
        instruction.pull(&x[..arguments], &mut pulled);
        pulled
    }));
    let (before, added) = pulled.split_at(places.len());
    let mut adjoint = format!("{} ← {}", list(&bars[..places.len()]), list(before));
    for (bar, added) in bars[places.len()..].iter().zip(added) {
        adjoint = format!("{bar} += {added}, {adjoint}");
    }
    (change, adjoint)
}
