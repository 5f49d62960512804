//! Vectors that grow, shrink and are rearranged: `push`, `pop`, `swap`, `reverse`, `fill`, `copy_from_slice`.
//!
//! Takes a block, returns it with the exchanges of the strict language in their place. What is popped under a pattern,
//! `while let Some(x) = v.pop()`, is popped where the vector is not empty.

use super::fresh::Fresh;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Stmt, parse_quote_spanned};

/// Rewrites a block and all blocks in it.
pub(super) fn exchanged(block: &mut syn::Block, fresh: &mut Fresh) {
    Vectors { fresh, before: Vec::new() }.visit_block_mut(block);
}

struct Vectors<'a> {
    fresh: &'a mut Fresh,
    before: Vec<Stmt>,
}

impl VisitMut for Vectors<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let outer = std::mem::take(&mut self.before);
        for mut stmt in std::mem::take(&mut block.stmts) {
            if let Stmt::Expr(Expr::While(w), _) = &stmt {
                if let Expr::Let(_) = &*w.cond {
                    let (span, label, condition, body) = (w.while_token.span, &w.label, &w.cond, &w.body);
                    stmt = parse_quote_spanned!(span=> #label loop { if #condition #body else { break; } });
                }
            }
            let rearranged = match &stmt {
                Stmt::Expr(Expr::MethodCall(call), _) => self.rearranged(call),
                _ => None,
            };
            let mut stmts = rearranged.unwrap_or_else(|| vec![stmt]);
            for mut stmt in stmts.drain(..) {
                visit_mut::visit_stmt_mut(self, &mut stmt);
                block.stmts.append(&mut self.before);
                block.stmts.push(stmt);
            }
        }
        self.before = outer;
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::If(branch) = e {
            if let Expr::Let(condition) = &*branch.cond {
                if let (Some(inner), Some(vector)) = (some_of(&condition.pat), popped(&condition.expr)) {
                    let span = condition.let_token.span;
                    let slot = self.fresh.name("popped", span);
                    let stmts = &branch.then_branch.stmts;
                    let taken: syn::Block = parse_quote_spanned!(span=> {
                        let mut #slot = 0.0;
                        pop!(#vector, #slot);
                        let #inner = #slot;
                        #(#stmts)*
                    });
                    branch.then_branch = taken;
                    *branch.cond = parse_quote_spanned!(span=> #vector.len() > 0);
                }
            }
        }
        visit_mut::visit_expr_mut(self, e);
        // `v.pop().unwrap()`
        if let Expr::MethodCall(call) = &*e {
            let opens = ["unwrap", "expect"].iter().any(|name| call.method == name);
            if let Some(vector) = popped(&call.receiver).filter(|_| opens) {
                let (span, slot) = (call.span(), self.fresh.name("popped", call.span()));
                self.before.push(parse_quote_spanned!(span=> let mut #slot = 0.0;));
                self.before.push(parse_quote_spanned!(span=> pop!(#vector, #slot);));
                *e = parse_quote_spanned!(span=> #slot);
            }
        }
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Vectors<'_> {
    fn rearranged(&mut self, call: &syn::ExprMethodCall) -> Option<Vec<Stmt>> {
        let (span, v) = (call.span(), &*call.receiver);
        let arguments: Vec<&Expr> = call.args.iter().collect();
        Some(match (call.method.to_string().as_str(), arguments.as_slice()) {
            ("push", [value]) => {
                let pushed = self.fresh.name("pushed", span);
                vec![
                    parse_quote_spanned!(span=> let mut #pushed = #value;),
                    parse_quote_spanned!(span=> push!(#v, #pushed);),
                ]
            }
            ("swap", [i, j]) => {
                let (a, b) = (self.fresh.name("first", span), self.fresh.name("second", span));
                vec![
                    parse_quote_spanned!(span=> let #a: usize = #i;),
                    parse_quote_spanned!(span=> let #b: usize = #j;),
                    parse_quote_spanned!(span=> if #a != #b { ::retrograde::__private::exchange(&mut #v[#a], &mut #v[#b]); }),
                ]
            }
            ("reverse", []) => {
                let at = self.fresh.name("at", span);
                vec![parse_quote_spanned!(span=> for #at in 0..#v.len() / 2 {
                    ::retrograde::__private::exchange(&mut #v[#at], &mut #v[#v.len() - 1 - #at]);
                })]
            }
            ("fill", [value]) => {
                let (at, filled) = (self.fresh.name("at", span), self.fresh.name("filled", span));
                vec![
                    parse_quote_spanned!(span=> let #filled = #value;),
                    parse_quote_spanned!(span=> for #at in 0..#v.len() { #v[#at] = #filled; }),
                ]
            }
            ("copy_from_slice" | "clone_from_slice", [from]) => {
                let (at, from) = (self.fresh.name("at", span), lent(from));
                vec![parse_quote_spanned!(span=> for #at in 0..#v.len() { #v[#at] = #from[#at]; })]
            }
            _ => return None,
        })
    }
}

fn lent(e: &Expr) -> &Expr {
    match e {
        Expr::Reference(reference) => lent(&reference.expr),
        other => other,
    }
}

/// The pattern inside `Some(…)`.
fn some_of(pat: &Pat) -> Option<&Pat> {
    match pat {
        Pat::TupleStruct(some) if some.path.is_ident("Some") && some.elems.len() == 1 => some.elems.first(),
        _ => None,
    }
}

/// The vector of `v.pop()`.
fn popped(e: &Expr) -> Option<&Expr> {
    match e {
        Expr::MethodCall(call) if call.method == "pop" && call.args.is_empty() => Some(&call.receiver),
        _ => None,
    }
}
