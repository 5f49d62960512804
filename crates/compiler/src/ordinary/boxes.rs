//! Boxes that stay in a function: `let b = Box::new(e);`, whose value is read as `*b`, `b.field` and `b.method()`.
//!
//! Takes a block, returns it with a local for what such a box holds. Law: a box that is handed on, copied or put elsewhere stays one: the
//! function of the library makes it, which has programs.

use super::fresh::Fresh;
use crate::syntax::boxed;
use crate::syntax::paths::argument_of;
use crate::syntax::read::{is_name, typed};
use crate::syntax::rewrite::{blocks, inner, outer, within};
use crate::tokens;
use std::collections::VecDeque;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat, Stmt, parse_quote_spanned};

/// Rewrites a block.
pub(super) fn opened(block: &mut syn::Block, fresh: &mut Fresh) {
    blocks(block, |stmt, rest, out| {
        let opened = held(&stmt, rest, fresh);
        out.push(opened.unwrap_or(stmt));
    });
    within(&mut block.stmts, &mut inner(called_by_name));
}

/// Calls the function of the library in place of `Box::new`.
fn called_by_name(e: &mut Expr) {
    let is_made = boxed::held(e).is_some();
    if let (Expr::Call(call), true) = (e, is_made) {
        *call.func = parse_quote_spanned!(call.func.span()=> ::retrograde::boxes::boxed);
    }
}

/// The local in place of a box, by whose name the statements behind it read what it holds.
fn held(stmt: &Stmt, rest: &mut VecDeque<Stmt>, fresh: &mut Fresh) -> Option<Stmt> {
    let Stmt::Local(local) = stmt else { return None };
    let ((Pat::Ident(name), ty), Some(init)) = (typed(&local.pat), &local.init) else { return None };
    let (value, span, of) = (boxed::held(&init.expr)?, stmt.span(), &name.ident);
    let held = fresh.name(&of.to_string(), of.span());
    let mut behind: Vec<Stmt> = rest.iter().cloned().collect();
    within(&mut behind, &mut outer(|e| reads(e, of, &held)));
    if behind.iter().any(|stmt| tokens::mentions(stmt, of)) {
        return None;
    }
    *rest = behind.into();
    let mutable = &name.mutability;
    let ty = ty.and_then(|ty| argument_of(ty, &["Box"])).into_iter();
    Some(parse_quote_spanned!(span=> let #mutable #held #(: #ty)* = #value;))
}

/// Writes another name where an expression reads what a box holds; true where nothing else stands.
fn reads(e: &mut Expr, name: &Ident, held: &Ident) -> bool {
    let span = e.span();
    let base = match e {
        Expr::Unary(unary) if matches!(unary.op, syn::UnOp::Deref(_)) && is_name(&unary.expr, name) => {
            *e = parse_quote_spanned!(span=> #held);
            return true;
        }
        Expr::Field(field) => &mut field.base,
        Expr::Index(index) => &mut index.expr,
        Expr::MethodCall(call) if call.method != "clone" => &mut call.receiver,
        _ => return false,
    };
    if is_name(base, name) {
        **base = parse_quote_spanned!(span=> #held);
    }
    false
}
