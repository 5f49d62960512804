//! Which values carry cotangents, once variables are marked active.

use super::*;

/// True if a place is real and active.
pub fn is_active(place: &Place, vars: &Variables) -> bool {
    vars[place.base].active
}

/// True if cotangents flow through an expression.
pub fn carries(e: &Expr, vars: &Variables) -> bool {
    match e {
        Expr::Real(..) | Expr::Constant(_) | Expr::Length(_) | Expr::Exact(..) | Expr::ToReal(_) => false,
        Expr::ToExact(..) | Expr::Host(..) => false,
        Expr::Read(place) => is_active(place, vars),
        Expr::Apply(rule, args) => rule.is_differentiable() && args.iter().any(|a| carries(a, vars)),
        Expr::Powi(x, _) => carries(x, vars),
        Expr::Call(_, args) => args.iter().any(|a| argument_carries(a, vars)),
        Expr::Choose(_, a, b) => carries(a, vars) || carries(b, vars),
        Expr::List(items) | Expr::Structure(_, items) => items.iter().any(|i| carries(i, vars)),
        Expr::Fill { value, .. } => carries(value, vars),
    }
}

/// True if an argument hands over something active.
pub fn argument_carries(arg: &Argument, vars: &Variables) -> bool {
    match arg {
        Argument::Mutable(place) | Argument::Shared(place) => is_active(place, vars),
        Argument::Value(e) => carries(e, vars),
    }
}
