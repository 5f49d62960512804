//! [`Tree`]: an expression over the arguments and the result of a primitive, evaluated or printed as mathematics.
//!
//! Trees are lightly simplified as they are built: only identities that hold for every number, so `1·x` becomes `x`
//! but `0·x` stays, since x may be infinite. The sign of a zero is not kept.

use core::f64::consts::{FRAC_1_SQRT_2, FRAC_2_SQRT_PI, LN_2, LN_10};
use core::fmt;
use std::boxed::Box;
use std::vec::Vec;

use crate::{Primitive, Real};

/// An expression over the arguments and the result of a primitive.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// The argument with this index.
    Argument(usize),
    /// The result of the primitive, `y`.
    Result,
    /// A constant.
    Constant(f64),
    /// A primitive without exponent, applied.
    Apply(Primitive, Vec<Tree>),
    /// An integer power.
    Powi(Box<Tree>, i32),
}

impl Tree {
    /// The primitive applied to the operands, simplified where an operand is neutral.
    pub fn apply(primitive: Primitive, operands: Vec<Tree>) -> Tree {
        let is = |i: usize, c: f64| operands[i] == Tree::Constant(c);
        let keep = |i: usize| operands[i].clone();
        match (primitive, operands.as_slice()) {
            (Primitive::Add, _) if is(0, 0.0) => keep(1),
            (Primitive::Add | Primitive::Sub, _) if is(1, 0.0) => keep(0),
            (Primitive::Mul, _) if is(0, 1.0) => keep(1),
            (Primitive::Mul | Primitive::Div, _) if is(1, 1.0) => keep(0),
            (Primitive::Neg, [Tree::Constant(c)]) => Tree::Constant(-c),
            (Primitive::Neg, [Tree::Apply(Primitive::Neg, inner)]) => inner[0].clone(),
            _ => Tree::Apply(primitive, operands),
        }
    }

    /// The base to the power of `n`, simplified where `n` is 1.
    pub fn powi(base: Tree, n: i32) -> Tree {
        if n == 1 { base } else { Tree::Powi(Box::new(base), n) }
    }

    /// The value of the expression for arguments `x` and result `y`.
    pub fn evaluate<T: Real>(&self, x: &[T], y: T) -> T {
        match self {
            Tree::Argument(i) => x[*i],
            Tree::Result => y,
            Tree::Constant(c) => T::constant(*c),
            Tree::Apply(primitive, operands) => {
                let values: Vec<T> = operands.iter().map(|operand| operand.evaluate(x, y)).collect();
                primitive.value(&values, 0)
            }
            Tree::Powi(base, n) => base.evaluate(x, y).powi(*n),
        }
    }

    /// True if the result of the primitive, and not only its arguments, occurs in the expression.
    pub fn uses_result(&self) -> bool {
        match self {
            Tree::Result => true,
            Tree::Argument(_) | Tree::Constant(_) => false,
            Tree::Apply(_, operands) => operands.iter().any(Tree::uses_result),
            Tree::Powi(base, _) => base.uses_result(),
        }
    }

    /// The expression with these names for the arguments; arguments beyond them are written `x0`, `x1`, ….
    pub fn display<'a>(&'a self, names: &'a [&'a str]) -> impl fmt::Display + 'a {
        Named { tree: self, names }
    }
}

impl fmt::Display for Tree {
    /// Writes the arguments as `x0`, `x1`, … and the result as `y`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.display(&[]).fmt(f)
    }
}

struct Named<'a> {
    tree: &'a Tree,
    names: &'a [&'a str],
}

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tree(f, self.tree, self.names, SUM)
    }
}

// How tightly an expression binds. An operand that binds less tightly than its place asks for gets parentheses.
const SUM: u8 = 1;
const PRODUCT: u8 = 2;
const SIGN: u8 = 3;
const POWER: u8 = 4;
const ATOM: u8 = 5;

fn binding(tree: &Tree) -> u8 {
    match tree {
        Tree::Constant(FRAC_1_SQRT_2 | FRAC_2_SQRT_PI) => PRODUCT,
        Tree::Constant(c) if *c < 0.0 => SIGN,
        Tree::Argument(_) | Tree::Result | Tree::Constant(_) => ATOM,
        Tree::Apply(Primitive::Add | Primitive::Sub, _) => SUM,
        Tree::Apply(Primitive::Mul | Primitive::Div, _) => PRODUCT,
        Tree::Apply(Primitive::Neg, _) => SIGN,
        Tree::Apply(_, _) => ATOM,
        Tree::Powi(_, _) => POWER,
    }
}

/// The constants of the table that have a name, so that formulae read as in a book.
fn named_constant(c: f64) -> Option<&'static str> {
    [(LN_2, "ln 2"), (LN_10, "ln 10"), (FRAC_2_SQRT_PI, "2/√π"), (FRAC_1_SQRT_2, "1/√2")]
        .into_iter()
        .find_map(|(value, name)| (value == c).then_some(name))
}

fn write_tree(f: &mut fmt::Formatter<'_>, tree: &Tree, names: &[&str], place: u8) -> fmt::Result {
    let own = binding(tree);
    if own < place {
        f.write_str("(")?;
    }
    match tree {
        Tree::Argument(i) => match names.get(*i) {
            Some(name) => f.write_str(name),
            None => write!(f, "x{i}"),
        },
        Tree::Result => f.write_str("y"),
        Tree::Constant(c) => match named_constant(*c) {
            Some(name) => f.write_str(name),
            None => write!(f, "{c}"),
        },
        Tree::Apply(primitive, operands) => match (primitive.symbol(), operands.as_slice()) {
            (Some(symbol), [a]) => {
                f.write_str(symbol)?;
                write_tree(f, a, names, POWER)
            }
            // Operators associate to the left: a right operand of the same strength needs parentheses.
            (Some(symbol), [a, b]) => {
                write_tree(f, a, names, own)?;
                write!(f, " {symbol} ")?;
                write_tree(f, b, names, own + 1)
            }
            _ => {
                write!(f, "{}(", primitive.name())?;
                for (i, operand) in operands.iter().enumerate() {
                    if i > 0 {
                        f.write_str(", ")?;
                    }
                    write_tree(f, operand, names, SUM)?;
                }
                f.write_str(")")
            }
        },
        Tree::Powi(base, n) => {
            write_tree(f, base, names, ATOM)?;
            if *n < 0 { write!(f, "^({n})") } else { write!(f, "^{n}") }
        }
    }?;
    if own < place {
        f.write_str(")")?;
    }
    Ok(())
}
