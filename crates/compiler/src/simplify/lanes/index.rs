//! The type of the index of a loop: lanes count with a `usize`.

use crate::ir::*;
use crate::simplify::access::Nodes;

/// True if rustc infers a `usize` for the index of a loop: from a bound, or since it is part of the index of an element.
pub(super) fn is_usize(index: Var, range: &Range, nodes: &Nodes, vars: &Variables) -> bool {
    let mut indexes = false;
    let accesses = nodes.all.iter().flat_map(|node| &node.accesses);
    for access in accesses.filter(|access| !vars[access.place.base].ty.is_map()) {
        access.place.each_index(&mut |at| indexes |= has_its_type(at, index));
    }
    indexes || of_usize(&range.start, vars) || of_usize(&range.end, vars)
}

/// True if rustc infers another type, or takes an `i32` since nothing but literals shows one.
pub(super) fn is_another(range: &Range, vars: &Variables) -> bool {
    let is_literal = |e: &Expr| matches!(e, Expr::Constant(Constant::Integer(_)));
    let is_told = |e: &Expr| match e {
        Expr::Read(place) => match vars.type_of(place) {
            Type::Exact(ty) => matches!(ty.scalar(), Some(Scalar::Integer(ty)) if ty != IntegerType::Usize),
            _ => false,
        },
        _ => false,
    };
    is_literal(&range.start) && is_literal(&range.end) || is_told(&range.start) || is_told(&range.end)
}

/// True if an expression has the type of an index: it is the index, or a sum or product with it.
fn has_its_type(e: &Expr, index: Var) -> bool {
    match e {
        Expr::Read(place) => place.base == index && place.is_whole(),
        Expr::Exact(op, args) => op.is_arithmetic() && args.iter().any(|arg| has_its_type(arg, index)),
        Expr::Constant(_) | Expr::Length(_) | Expr::ToExact(..) => false,
        Expr::Real(..) | Expr::Apply(..) | Expr::Powi(..) | Expr::ToReal(_) | Expr::Call(..) => false,
        Expr::Host(..) | Expr::Choose(..) | Expr::List(_) | Expr::Structure(..) | Expr::Fill { .. } => false,
    }
}

/// True for an integer that is certainly a `usize`.
fn of_usize(e: &Expr, vars: &Variables) -> bool {
    match e {
        Expr::Length(_) => true,
        Expr::Read(place) => {
            let is_told =
                matches!(vars.type_of(place), Type::Exact(ty) if ty.scalar() == Some(Scalar::USIZE));
            let definition = vars[place.base].definition.as_ref().filter(|_| place.is_whole());
            is_told || definition.is_some_and(|e| of_usize(e, vars))
        }
        Expr::ToExact(_, ty) => ty.scalar() == Some(Scalar::USIZE),
        Expr::Exact(op, args) => op.is_arithmetic() && args.iter().any(|arg| of_usize(arg, vars)),
        Expr::Constant(Constant::Integer(integer)) => integer.ty == Some(IntegerType::Usize),
        Expr::Constant(_) => false,
        Expr::Real(..) | Expr::Apply(..) | Expr::Powi(..) | Expr::ToReal(_) | Expr::Call(..) => false,
        Expr::Host(..) | Expr::Choose(..) | Expr::List(_) | Expr::Structure(..) | Expr::Fill { .. } => false,
    }
}
