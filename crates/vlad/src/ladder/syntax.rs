//! Constructors for expressions of the core calculus. The expressions have no place in a text.

use std::sync::Arc;

use super::extra::Extra;
use crate::core::{Const, Expr, ExprKind, Lambda, Names, Pattern, PatternKind, VarId};
use crate::prim::Prim;
use crate::source::Span;

pub(crate) fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: Span::default() }
}

pub(crate) fn var(variable: VarId) -> Expr {
    expr(ExprKind::Var(variable))
}

pub(crate) fn real(x: f64) -> Expr {
    expr(ExprKind::Const(Const::Real(x)))
}

pub(crate) fn cons(parts: Vec<Expr>) -> Expr {
    expr(ExprKind::Cons(parts))
}

/// `(f a b …)`.
pub(crate) fn call(function: Expr, mut arguments: Vec<Expr>) -> Expr {
    let argument = match arguments.len() {
        0 => expr(ExprKind::Const(Const::Nil)),
        1 => arguments.remove(0),
        _ => cons(arguments),
    };
    expr(ExprKind::Apply(Box::new(function), Box::new(argument)))
}

pub(crate) fn prim(prim: Prim, arguments: Vec<Expr>) -> Expr {
    call(expr(ExprKind::Prim(prim)), arguments)
}

pub(crate) fn extra(extra: Extra, arguments: Vec<Expr>) -> Expr {
    prim(extra.prim(), arguments)
}

pub(crate) fn pattern(variable: VarId) -> Pattern {
    Pattern { kind: PatternKind::Var(variable), span: Span::default() }
}

/// `(cons* p q …)`, or the one pattern.
pub(crate) fn patterns(mut parts: Vec<Pattern>) -> Pattern {
    match parts.len() {
        1 => parts.remove(0),
        _ => Pattern { kind: PatternKind::Cons(parts), span: Span::default() },
    }
}

pub(crate) fn lambda(params: Vec<Pattern>, body: Expr) -> Lambda {
    Lambda { name: None, param: patterns(params), body, span: Span::default() }
}

pub(crate) fn function(lambda: Lambda) -> Expr {
    expr(ExprKind::Lambda(Arc::new(lambda)))
}

/// Wraps bindings around a body; without bindings returns the body.
pub(crate) fn bind(bindings: Vec<(Pattern, Expr)>, body: Expr) -> Expr {
    if bindings.is_empty() { body } else { expr(ExprKind::Let(bindings, Box::new(body))) }
}

pub(crate) fn fresh(names: &mut Names, name: &str) -> VarId {
    names.fresh(&Arc::from(name))
}
