//! Parses views and splits.

use crate::ir::{Passing, Sign};
use proc_macro2::Span;
use syn::spanned::Spanned;

/// A bijection through which a place is seen.
pub(crate) enum View<'a> {
    /// `-x`
    Negated(Span),
    /// `z.conj()`
    Conjugated(&'a syn::ExprMethodCall, &'a syn::Expr),
    /// `y.recip()`
    Reciprocal(&'a syn::ExprMethodCall, &'a syn::Expr),
    /// `q.turned(angle)`: a method that changes a structure, and the expression that it is
    Method(&'a syn::ExprMethodCall, &'a syn::Expr),
    /// `x + c`
    Shifted(Sign, &'a syn::Expr, Span),
    /// `celsius(&mut x)`: a bijection of the user's
    Through(&'a syn::ExprCall, Span),
}

impl View<'_> {
    /// Returns where it is written.
    pub(crate) fn span(&self) -> Span {
        match self {
            View::Negated(span) | View::Shifted(_, _, span) | View::Through(_, span) => *span,
            View::Conjugated(_, e) | View::Reciprocal(_, e) | View::Method(_, e) => e.span(),
        }
    }
}

/// Returns the place behind views, and the views from the inside out.
pub(crate) fn viewed(e: &syn::Expr) -> (&syn::Expr, Vec<View<'_>>) {
    let through = |inner, view| {
        let (place, mut views) = viewed(inner);
        views.push(view);
        (place, views)
    };
    match e {
        syn::Expr::Paren(p) => viewed(&p.expr),
        syn::Expr::Group(g) => viewed(&g.expr),
        syn::Expr::Unary(u) if matches!(u.op, syn::UnOp::Neg(_)) => through(&u.expr, View::Negated(e.span())),
        syn::Expr::MethodCall(call) => through(
            &call.receiver,
            match call.method.to_string().as_str() {
                "conj" if call.args.is_empty() => View::Conjugated(call, e),
                "recip" if call.args.is_empty() => View::Reciprocal(call, e),
                _ => View::Method(call, e),
            },
        ),
        syn::Expr::Binary(b) if matches!(b.op, syn::BinOp::Add(_)) => {
            through(&b.left, View::Shifted(Sign::Plus, &b.right, e.span()))
        }
        syn::Expr::Binary(b) if matches!(b.op, syn::BinOp::Sub(_)) => {
            through(&b.left, View::Shifted(Sign::Minus, &b.right, e.span()))
        }
        syn::Expr::Call(call) => match call.args.first() {
            Some(syn::Expr::Reference(r)) if r.mutability.is_some() => {
                through(&r.expr, View::Through(call, e.span()))
            }
            _ => (e, Vec::new()),
        },
        _ => (e, Vec::new()),
    }
}

/// Returns the first place that a statement changes.
pub(crate) fn changed(e: &syn::Expr) -> Option<&syn::Expr> {
    match e {
        syn::Expr::Binary(b) => Some(&b.left),
        syn::Expr::Call(call) => {
            let lent = call.args.iter().find_map(|arg| match arg {
                syn::Expr::Reference(r) if r.mutability.is_some() => Some(&*r.expr),
                _ => None,
            });
            lent.or_else(|| call.args.first())
        }
        _ => None,
    }
}

/// A split of an array into two parts.
pub(crate) struct Split<'a> {
    /// The array.
    pub(crate) array: &'a syn::Expr,
    /// The number of elements of the first part.
    pub(crate) at: &'a syn::Expr,
    /// The patterns to which the parts are bound.
    pub(crate) parts: [&'a syn::Pat; 2],
    /// The way in which the parts are passed.
    pub(crate) passing: Passing,
}

impl<'a> Split<'a> {
    /// Recognises a pair that is bound to the two parts of an array.
    pub(crate) fn of(pat: &'a syn::Pat, value: &'a syn::Expr) -> Option<Split<'a>> {
        let (syn::Pat::Tuple(pair), syn::Expr::MethodCall(call)) = (untyped(pat), value) else { return None };
        let passing = match call.method.to_string().as_str() {
            "split_at" => Passing::Shared,
            "split_at_mut" => Passing::Mutable,
            _ => return None,
        };
        let mut parts = pair.elems.iter();
        match (parts.next(), parts.next(), parts.next(), call.args.first(), call.args.len()) {
            (Some(before), Some(after), None, Some(at), 1) => {
                Some(Split { array: &call.receiver, at, parts: [before, after], passing })
            }
            _ => None,
        }
    }
}

fn untyped(pat: &syn::Pat) -> &syn::Pat {
    match pat {
        syn::Pat::Type(typed) => untyped(&typed.pat),
        syn::Pat::Paren(inner) => untyped(&inner.pat),
        other => other,
    }
}
