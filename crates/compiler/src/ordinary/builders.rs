//! Methods that return their receiver, `-> &mut Self`, one after the other: `p.grow(a).turn(b);` is `p.grow(a); p.turn(b);`.
//!
//! Takes a block, returns it with a statement for each call. Law: the crate knows that the method returns what it is called on.

use super::fresh::Fresh;
use super::layout;
use crate::syntax::read::is_name;
use crate::syntax::rewrite::{blocks, inner};
use crate::syntax::structures;
use crate::syntax::visit_mut::VisitMut;
use syn::spanned::Spanned;
use syn::{Expr, Stmt, parse_quote_spanned};

/// Takes the receiver that a method returns out of its body: its programs return nothing.
pub(super) fn without_receiver(item: &mut syn::ItemFn) {
    if !layout::returns_receiver(&item.sig) {
        return;
    }
    item.sig.output = syn::ReturnType::Default;
    let is_self = |e: &Expr| is_name(e, "self");
    let mut left = inner(|e| match e {
        Expr::Return(of) if of.expr.as_deref().is_some_and(is_self) => of.expr = None,
        _ => {}
    });
    left.visit_block_mut(&mut item.block);
    match item.block.stmts.last_mut() {
        Some(Stmt::Expr(value, None)) if is_self(value) => drop(item.block.stmts.pop()),
        // `self.grow(a)`, which returns `self` as well.
        Some(Stmt::Expr(Expr::MethodCall(_), semicolon @ None)) => *semicolon = Some(Default::default()),
        _ => {}
    }
}

/// Rewrites a block.
pub(super) fn apart(block: &mut syn::Block, fresh: &mut Fresh) {
    blocks(block, |mut stmt, _, out| {
        let value = match &mut stmt {
            Stmt::Local(syn::Local { init: Some(init), .. }) => Some(&mut *init.expr),
            Stmt::Expr(value, _) => Some(value),
            Stmt::Local(_) | Stmt::Item(_) | Stmt::Macro(_) => None,
        };
        if let Some(Expr::MethodCall(call)) = value {
            called_before(&mut call.receiver, fresh, out);
        }
        out.push(stmt);
    });
}

/// Puts calls whose value is their receiver before the statement, and leaves the receiver.
fn called_before(receiver: &mut Expr, fresh: &mut Fresh, out: &mut Vec<Stmt>) {
    let Expr::MethodCall(call) = receiver else { return };
    called_before(&mut call.receiver, fresh, out);
    if !structures::returns_receiver(&call.method.to_string()) {
        return;
    }
    let span = call.span();
    if !matches!(&*call.receiver, Expr::Path(_) | Expr::Field(_) | Expr::Index(_)) {
        let (made, built) = (&call.receiver, fresh.name("built", span));
        out.push(parse_quote_spanned!(span=> let mut #built = #made;));
        *call.receiver = parse_quote_spanned!(span=> #built);
    }
    let place = (*call.receiver).clone();
    out.push(parse_quote_spanned!(span=> #call;));
    *receiver = place;
}
