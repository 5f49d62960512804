//! Float constants in the source: `0.5`, `std::f64::consts::PI`, and expressions of them.
//!
//! In a generic function such a constant is real if it is combined with a real, exact if combined with an exact
//! float, and has the type that a callee expects. Law: a constant reads no variable, and rustc types it as a float.

use crate::ir::*;

/// True if a float literal is an operand of an expression.
pub(super) fn has_literals(e: &syn::Expr) -> bool {
    match e {
        syn::Expr::Array(array) => array.elems.iter().any(has_literals),
        syn::Expr::Repeat(repeat) => has_literals(&repeat.expr),
        syn::Expr::Paren(p) => has_literals(&p.expr),
        syn::Expr::Group(g) => has_literals(&g.expr),
        syn::Expr::Unary(u) => has_literals(&u.expr),
        syn::Expr::Binary(b) => has_literals(&b.left) || has_literals(&b.right),
        syn::Expr::MethodCall(call) => has_literals(&call.receiver) || call.args.iter().any(has_literals),
        e => is_literal(e),
    }
}

/// True if an expression is a float constant: a literal, a constant of `f64`, or an expression of these.
pub(super) fn is_literal(e: &syn::Expr) -> bool {
    match e {
        syn::Expr::Lit(lit) => matches!(lit.lit, syn::Lit::Float(_)),
        syn::Expr::Path(path) => is_constant_of_floats(&path.path),
        syn::Expr::Paren(p) => is_literal(&p.expr),
        syn::Expr::Group(g) => is_literal(&g.expr),
        syn::Expr::Unary(u) => matches!(u.op, syn::UnOp::Neg(_)) && is_literal(&u.expr),
        syn::Expr::Binary(b) => operator(&b.op).is_some() && is_literal(&b.left) && is_literal(&b.right),
        _ => false,
    }
}

/// Lowers a float constant, for which [`is_literal`] is true, to an exact expression.
pub(super) fn literal(e: &syn::Expr) -> Option<Expr> {
    Some(match e {
        syn::Expr::Lit(lit) => match &lit.lit {
            syn::Lit::Float(f) if f.base10_parse::<f64>().is_ok_and(f64::is_finite) => {
                Expr::Constant(Constant::literal(&lit.lit))
            }
            _ => return None,
        },
        syn::Expr::Path(path) if is_constant_of_floats(&path.path) => {
            Expr::Constant(Constant::Path(Box::new(path.clone())))
        }
        syn::Expr::Paren(p) => literal(&p.expr)?,
        syn::Expr::Group(g) => literal(&g.expr)?,
        syn::Expr::Unary(u) if matches!(u.op, syn::UnOp::Neg(_)) => {
            Expr::Exact(Operator::Neg, vec![literal(&u.expr)?])
        }
        syn::Expr::Binary(b) => Expr::Exact(operator(&b.op)?, vec![literal(&b.left)?, literal(&b.right)?]),
        _ => return None,
    })
}

/// True for a float literal without a cotangent, and for an expression of such literals alone.
pub(super) fn is_float_constant(e: &Expr) -> bool {
    match e {
        Expr::Constant(constant) => matches!(constant, Constant::Literal(syn::Lit::Float(_))),
        Expr::Exact(op, args) => op.is_arithmetic() && args.iter().all(is_float_constant),
        _ => false,
    }
}

/// Converts a constant to a real.
pub(super) fn constant_lifted(e: Expr) -> Expr {
    match &e {
        Expr::Constant(Constant::Literal(syn::Lit::Float(literal))) => match literal.base10_parse() {
            Ok(value) => Expr::real(value, literal.span()),
            Err(_) => Expr::ToReal(Box::new(e)),
        },
        Expr::Exact(Operator::Neg, args) if is_float_constant(&e) => match constant_lifted(args[0].clone()) {
            Expr::Real(value, span) => Expr::Real(Real(-value.0), span),
            other => Expr::Apply(Primitive::Neg, vec![other]),
        },
        Expr::Exact(op, args) if is_float_constant(&e) => {
            let rule = match op {
                Operator::Add => Primitive::Add,
                Operator::Sub => Primitive::Sub,
                Operator::Mul => Primitive::Mul,
                Operator::Div => Primitive::Div,
                _ => return Expr::ToReal(Box::new(e)),
            };
            Expr::Apply(rule, args.iter().cloned().map(constant_lifted).collect())
        }
        _ => Expr::ToReal(Box::new(e)),
    }
}

/// `std::f64::consts::PI`, `f64::EPSILON`: constants that are `f64` by their paths.
fn is_constant_of_floats(path: &syn::Path) -> bool {
    let mut segments = path.segments.iter().rev().map(|segment| segment.ident.to_string());
    let is_constant = segments.next().is_some_and(|name| !name.contains(char::is_lowercase));
    is_constant
        && path.segments.len() > 1
        && segments.any(|segment| segment == "f64")
        && path.segments.last().is_some_and(|last| !WHOLE.iter().any(|name| last.ident == name))
}

/// Constants of `f64` that are integers.
const WHOLE: [&str; 7] =
    ["RADIX", "MANTISSA_DIGITS", "DIGITS", "MIN_EXP", "MAX_EXP", "MIN_10_EXP", "MAX_10_EXP"];

/// Returns the arithmetic operator.
fn operator(op: &syn::BinOp) -> Option<Operator> {
    match op {
        syn::BinOp::Add(_) => Some(Operator::Add),
        syn::BinOp::Sub(_) => Some(Operator::Sub),
        syn::BinOp::Mul(_) => Some(Operator::Mul),
        syn::BinOp::Div(_) => Some(Operator::Div),
        _ => None,
    }
}
