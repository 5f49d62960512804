//! Copies that Rust makes before a closure or a loop changes the original: `Some(v).map(|q| { v += 1.0; q * v })`.
//!
//! Takes a block, returns it with a name for such a copy, since a copy is its original wherever nothing changes it. Law: only what is
//! copied may change so: what is lent cannot.

use super::assign::base;
use super::fresh::Fresh;
use super::sequence::{changed, is_chain};
use crate::syntax::made;
use crate::syntax::visit_mut::{self, VisitMut};
use crate::tokens;
use syn::spanned::Spanned;
use syn::{Expr, Stmt, parse_quote_spanned};

/// Names the copies.
pub(super) fn named(block: &mut syn::Block, fresh: &mut Fresh) {
    Kept { fresh }.visit_block_mut(block);
}

struct Kept<'a> {
    fresh: &'a mut Fresh,
}

impl Kept<'_> {
    /// Puts a new name in the place of a value, and returns the statement that binds it.
    fn name(&mut self, value: &mut Expr) -> Stmt {
        let (span, name) = (value.span(), self.fresh.name("kept", value.span()));
        let value = std::mem::replace(value, parse_quote_spanned!(span=> #name));
        parse_quote_spanned!(span=> let #name = #value;)
    }
}

impl VisitMut for Kept<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        let span = e.span();
        match e {
            Expr::MethodCall(call) if !is_chain(&call.receiver) => {
                let bodies = call.args.iter().filter_map(|arg| match arg {
                    Expr::Closure(closure) => Some(Stmt::Expr((*closure.body).clone(), None)),
                    _ => None,
                });
                let changed = changed(&bodies.collect::<Vec<_>>());
                if tokens::names(&call.receiver).iter().any(|name| changed.contains(name)) {
                    let kept = self.name(&mut call.receiver);
                    *e = made::block_expr(span, vec![kept, Stmt::Expr(e.clone(), None)]);
                }
            }
            Expr::ForLoop(each) => {
                let changed = changed(&each.body.stmts);
                let mut stmts = Vec::new();
                each_array(&mut each.expr, &mut |array| {
                    if base(array).is_some_and(|name| changed.contains(&name)) {
                        stmts.push(self.name(array));
                    }
                });
                if !stmts.is_empty() {
                    stmts.push(Stmt::Expr(e.clone(), None));
                    *e = made::block_expr(span, stmts);
                }
            }
            _ => {}
        }
    }
}

/// Visits the arrays that a loop takes by value: `for a in w`, `for (a, b) in w.into_iter().zip(u)`.
fn each_array(visited: &mut Expr, f: &mut dyn FnMut(&mut Expr)) {
    match visited {
        Expr::MethodCall(call) if ["enumerate", "rev", "zip"].iter().any(|name| call.method == name) => {
            each_array(&mut call.receiver, f);
            call.args.iter_mut().for_each(|arg| each_array(arg, f));
        }
        Expr::MethodCall(call) if call.method == "into_iter" => each_array(&mut call.receiver, f),
        Expr::Paren(inner) => each_array(&mut inner.expr, f),
        Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => f(visited),
        _ => {}
    }
}
