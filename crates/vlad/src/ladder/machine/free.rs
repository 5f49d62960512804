//! The free variables of a procedure, in the order of their first use.

use std::collections::HashSet;

use crate::core::{Expr, ExprKind, Lambda, VarId};
use crate::deep::deep;

/// Returns the variables that a procedure uses and does not bind.
pub(crate) fn free_variables(lambda: &Lambda) -> Vec<VarId> {
    let mut bound = HashSet::new();
    let mut used = Vec::new();
    enter(lambda, &mut bound, &mut used);
    let mut seen = HashSet::new();
    // Names are unique, so a variable that is bound inside is bound around each of its uses.
    used.into_iter().filter(|v| !bound.contains(v) && seen.insert(*v)).collect()
}

fn enter(lambda: &Lambda, bound: &mut HashSet<VarId>, used: &mut Vec<VarId>) {
    bound.extend(lambda.param.variables());
    walk(&lambda.body, bound, used);
}

fn walk(expr: &Expr, bound: &mut HashSet<VarId>, used: &mut Vec<VarId>) {
    deep(|| match &expr.kind {
        ExprKind::Const(_) | ExprKind::Global(_) | ExprKind::Prim(_) => {}
        ExprKind::Var(v) => used.push(*v),
        ExprKind::Lambda(lambda) => enter(lambda, bound, used),
        ExprKind::Apply(function, argument) => {
            walk(function, bound, used);
            walk(argument, bound, used);
        }
        ExprKind::If(condition, then, otherwise) => {
            for part in [condition, then, otherwise] {
                walk(part, bound, used);
            }
        }
        ExprKind::Let(bindings, body) => {
            for (pattern, value) in bindings {
                bound.extend(pattern.variables());
                walk(value, bound, used);
            }
            walk(body, bound, used);
        }
        ExprKind::Letrec(group, body) => {
            for (variable, lambda) in group {
                bound.insert(*variable);
                enter(lambda, bound, used);
            }
            walk(body, bound, used);
        }
        ExprKind::Cons(parts) => {
            for part in parts {
                walk(part, bound, used);
            }
        }
    });
}
