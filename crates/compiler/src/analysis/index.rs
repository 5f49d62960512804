//! The type of the index of a loop: elements, lanes and records are counted with a `usize`.

use crate::ir::*;

/// True if rustc infers a `usize` for the index of a loop from a bound.
pub fn is_told(range: &Range, vars: &Variables) -> bool {
    of_usize(&range.start, vars) || of_usize(&range.end, vars)
}

/// True if the index of an element has the type of the index of a loop: it is that, or a sum or product with it.
pub fn has_its_type(e: &Expr, index: Var) -> bool {
    match e {
        Expr::Read(place) => place.base == index && place.is_whole(),
        Expr::Exact(op, args) => op.is_arithmetic() && args.iter().any(|arg| has_its_type(arg, index)),
        Expr::Constant(_) | Expr::Length(_) | Expr::ToExact(..) => false,
        Expr::Real(..) | Expr::Apply(..) | Expr::Powi(..) | Expr::ToReal(_) | Expr::Call(..) => false,
        Expr::Host(..) | Expr::Choose(..) | Expr::List(_) | Expr::Structure(..) | Expr::Fill { .. } => false,
    }
}

/// True for an integer that is certainly a `usize`.
pub fn of_usize(e: &Expr, vars: &Variables) -> bool {
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
        Expr::Host(Host::Function(path), args) if is_choice(path) => {
            args.iter().any(|arg| matches!(arg, Argument::Value(e) if of_usize(e, vars)))
        }
        Expr::Host(..) => counted(e).is_some(),
        Expr::Constant(Constant::Integer(integer)) => integer.ty == Some(IntegerType::Usize),
        Expr::Constant(_) => false,
        Expr::Real(..) | Expr::Apply(..) | Expr::Powi(..) | Expr::ToReal(_) | Expr::Call(..) => false,
        Expr::Choose(..) | Expr::List(_) | Expr::Structure(..) | Expr::Fill { .. } => false,
    }
}

/// True for `::core::cmp::min` and `::core::cmp::max`, whose value has the type of both arguments, and for the number of elements of a
/// part.
fn is_choice(path: &syn::ExprPath) -> bool {
    let segments: Vec<String> = path.path.segments.iter().map(|s| s.ident.to_string()).collect();
    matches!(&segments.join("::")[..], "core::cmp::min" | "core::cmp::max" | "retrograde::__private::rest")
}
