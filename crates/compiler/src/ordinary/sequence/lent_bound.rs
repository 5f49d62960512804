//! Parts that a pattern binds by reference: they stand where their names are handed on, and no name copies them.

use crate::syntax::read::is_name;
use crate::syntax::rewrite::{inner, substitute, within};
use crate::syntax::visit_mut::VisitMut;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat, Stmt, parse_quote_spanned};

/// Puts what a pattern binds by reference where it is handed on or taken apart, `Tree::Add(a, b) => value(a) + value(b)`, and leaves the
/// name out where nothing else reads it.
pub(super) fn handed_on(bound: &[Stmt], body: &mut syn::Block) {
    let handed = |e: &mut Expr, name: &Ident, part: &Expr| {
        let lend = |arg: &mut Expr| {
            if is_name(arg, name) {
                let span = arg.span();
                *arg = parse_quote_spanned!(span=> &#part);
            }
        };
        let base = match e {
            Expr::Call(call) => return lent_to(call, name, part),
            Expr::ForLoop(each) => return lend(&mut each.expr),
            Expr::MethodCall(call) => {
                call.args.iter_mut().for_each(lend);
                &mut call.receiver
            }
            Expr::Field(field) => &mut field.base,
            Expr::Index(index) => &mut index.expr,
            _ => return,
        };
        if is_name(base, name) {
            **base = part.clone();
        }
    };
    for stmt in bound {
        if let Stmt::Local(syn::Local { pat: Pat::Ident(name), init: Some(init), .. }) = stmt {
            if matches!(&*init.expr, Expr::Field(_)) {
                // The statement that binds the name is the first that has it.
                let mut rest: Vec<Stmt> = body.stmts.iter().filter(|other| *other != stmt).cloned().collect();
                within(&mut rest, &mut inner(|e| handed(e, &name.ident, &init.expr)));
                if rest.iter().any(|other| crate::tokens::mentions(other, &name.ident)) {
                    rest.insert(0, stmt.clone());
                }
                body.stmts = rest;
            }
        }
    }
}

/// Puts the parts of a variant where a structure is built of them: both sides of a choice between structures are computed, and only one of
/// them has the part.
pub(super) fn built_of_parts(bound: Vec<Stmt>, body: &Expr, is_lent: bool) -> (Vec<Stmt>, Expr) {
    fn is_built(e: &Expr) -> bool {
        let value = |block: &syn::Block| matches!(&block.stmts[..], [Stmt::Expr(e, None)] if is_built(e));
        match e {
            Expr::Struct(_) => true,
            Expr::Call(call) => matches!(&*call.func, Expr::Path(_)),
            Expr::Block(block) => value(&block.block),
            Expr::If(of) => {
                value(&of.then_branch) && of.else_branch.as_ref().is_some_and(|(_, other)| is_built(other))
            }
            _ => false,
        }
    }
    let is_built = is_built(body);
    let mut body = body.clone();
    let bound = bound.into_iter().filter(|stmt| match stmt {
        Stmt::Local(syn::Local { pat: Pat::Ident(name), init: Some(init), .. })
            if is_built && name.mutability.is_none() && crate::ir::payload::is_part(&init.expr) =>
        {
            if is_lent {
                let lent = |e: &mut Expr| {
                    if let Expr::Call(call) = e {
                        lent_to(call, &name.ident, &init.expr);
                    }
                };
                inner(lent).visit_expr_mut(&mut body);
            }
            substitute(&name.ident, &init.expr).visit_expr_mut(&mut body);
            false
        }
        _ => true,
    });
    (bound.collect(), body)
}

/// Lends a part to a call that takes its name, which is that of a reference.
fn lent_to(call: &mut syn::ExprCall, name: &Ident, part: &Expr) {
    for arg in call.args.iter_mut().filter(|arg| is_name(arg, name)) {
        let span = arg.span();
        *arg = parse_quote_spanned!(span=> &#part);
    }
}
