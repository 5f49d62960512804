//! Integers by the types of their locals: `let k: u64 = 1 << (i % 40);`.
//!
//! Lanes compute an integer of an iteration where it is used, so the type of its local is said there. Law: literals have the type that they
//! have in the text.

use super::Reason;
use crate::ir::*;
use std::rc::Rc;
use syn::parse_quote;

/// Returns the value of a local in the type of the local, unless an operand tells it already.
pub(super) fn of_local(value: Expr, local: Var, vars: &Variables) -> Result<Expr, Reason> {
    if is_told(&value, vars) {
        return Ok(value);
    }
    let ty: syn::Type = match vars[local].ty.leaf() {
        Type::Exact(Exact::Written(ty)) => ty.written().clone(),
        Type::Exact(Exact::Unknown | Exact::Discrete) if vars.is_usize(local) => {
            parse_quote!(::core::primitive::usize)
        }
        Type::Exact(Exact::Unknown | Exact::Discrete) if by_type(&value) => {
            return Err(format!("nothing here tells the type of `{}`: write it", vars[local].name));
        }
        _ => return Ok(value),
    };
    let identity: syn::ExprPath = parse_quote!(::core::convert::identity::<#ty>);
    Ok(Expr::Host(Host::Function(Rc::new(identity)), vec![Argument::Value(value)]))
}

/// True if an operand has a type of its own, so that the literals have the same.
fn is_told(e: &Expr, vars: &Variables) -> bool {
    match e {
        Expr::Constant(Constant::Integer(integer)) => integer.ty.is_some(),
        Expr::Exact(Operator::Shl | Operator::Shr, args) => args.first().is_some_and(|of| is_told(of, vars)),
        Expr::Exact(op, args) => op.is_truth() || args.iter().any(|arg| is_told(arg, vars)),
        Expr::Choose(_, a, b) => is_told(a, vars) || is_told(b, vars),
        // A local that holds a literal has the type that its uses give it.
        Expr::Read(place) => match vars.type_of(place) {
            Type::Exact(Exact::Unknown | Exact::Discrete) => vars.is_usize(place.base),
            _ => true,
        },
        Expr::Real(..) | Expr::Constant(_) | Expr::Length(_) => true,
        Expr::Apply(..) | Expr::Powi(..) | Expr::ToReal(_) | Expr::ToExact(..) => true,
        Expr::Call(..) | Expr::Host(..) | Expr::List(_) | Expr::Fill { .. } | Expr::Structure(..) => true,
    }
}

/// True if the value depends on the type of its literals.
fn by_type(e: &Expr) -> bool {
    let mut found = false;
    e.replaced(&mut |part| {
        found |= matches!(part, Expr::Exact(Operator::Shl | Operator::Shr | Operator::Not, _));
        None
    });
    found
}
