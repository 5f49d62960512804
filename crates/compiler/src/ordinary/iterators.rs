//! Iterators that have a name: `let mut words = xs.iter();`.
//!
//! Takes a function whose locals have unique names; returns it without such names. What an iterator visits is a place, or is collected
//! where the iterator is made, and how many items have been taken is an integer. Law: the items are those that were there when the
//! iterator was made, since it borrows what it visits.

use super::fresh::Fresh;
use super::names::names_of;
use crate::syntax::read::is_name;
use crate::syntax::seek::{At, seek};
use crate::syntax::visit::{self, Visit};
use crate::syntax::visit_mut::{self, VisitMut, each_stmt};
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat, Stmt, parse_quote_spanned};

/// Rewrites a block.
pub(super) fn indexed(block: &mut syn::Block, fresh: &mut Fresh) {
    Iterators { fresh }.visit_block_mut(block);
}

struct Iterators<'a> {
    fresh: &'a mut Fresh,
}

impl VisitMut for Iterators<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        each_stmt(block, |stmt, rest, out| {
            let named = named(&stmt).filter(|(name, _)| !rest.iter().any(|s| leaves_some(s, name)));
            let Some((name, chain)) = named else { return out.push(stmt) };
            let (span, at) = (name.span(), self.fresh.name(&format!("{name}_at"), name.span()));
            let items = place_of(&chain).unwrap_or_else(|| {
                let items = self.fresh.name(&format!("{name}_items"), span);
                out.push(parse_quote_spanned!(span=> let #items: Vec<_> = #chain.collect();));
                parse_quote_spanned!(span=> #items)
            });
            out.push(parse_quote_spanned!(span=> let mut #at: usize = 0;));
            let mut taken = Taken { name: &name, items: &items, at: &at };
            rest.iter_mut().for_each(|stmt| taken.visit_stmt_mut(stmt));
        });
        visit_mut::visit_block_mut(self, block);
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

/// The name and the chain of `let name = chain;`, where the chain is one of iterators.
fn named(stmt: &Stmt) -> Option<(Ident, Expr)> {
    let Stmt::Local(syn::Local { pat: Pat::Ident(name), init: Some(init), .. }) = stmt else { return None };
    let mut chain = &*init.expr;
    while let Expr::MethodCall(call) = chain {
        if call.method != "peekable" && call.method != "fuse" {
            break;
        }
        chain = &call.receiver;
    }
    let is_one = init.diverge.is_none() && is_collected(chain);
    is_one.then(|| (name.ident.clone(), chain.clone()))
}

/// True for a chain whose items may be collected before they are visited.
pub(super) fn is_collected(chain: &Expr) -> bool {
    matches!(chain, Expr::MethodCall(_))
        && super::sequence::is_chain(chain)
        && !is_endless(chain)
        && !changes(chain)
        && !visits_parts(chain)
        && !super::sequence::visits_constant(chain)
}

/// True for a chain over a range without an end, which nothing collects.
fn is_endless(chain: &Expr) -> bool {
    let at = |e: &Expr| match e {
        Expr::Range(range) if range.end.is_none() => At::Found,
        Expr::Range(_) | Expr::Index(_) | Expr::Closure(_) => At::Past,
        _ => At::Inside,
    };
    seek(at, |visitor| visitor.visit_expr(chain))
}

/// True for a chain whose items are slices, which no vector holds.
fn visits_parts(chain: &Expr) -> bool {
    let Expr::MethodCall(call) = chain else { return false };
    let parts = ["chunks", "chunks_exact", "rchunks", "windows", "split"];
    let makes = ["map", "filter_map", "flat_map", "flatten", "scan"];
    if makes.iter().any(|name| call.method == name) {
        return false;
    }
    parts.iter().any(|name| call.method == name) || visits_parts(&call.receiver)
}

/// True for a chain that changes something: what it visits, or what a closure captures.
fn changes(chain: &Expr) -> bool {
    // What `scan` changes is its own.
    let mut states: Vec<String> = Vec::new();
    let at = |e: &Expr| {
        if let Expr::MethodCall(call) = e {
            if let (true, Some(Expr::Closure(step))) = (call.method == "scan", call.args.get(1)) {
                states.extend(step.inputs.iter().take(1).flat_map(names_of).map(|name| name.to_string()));
            }
        }
        let is_own = |place: &Expr| super::assign::base(place).is_some_and(|name| states.contains(&name));
        At::found(match e {
            Expr::Assign(assign) => !is_own(&assign.left),
            Expr::Macro(_) => true,
            Expr::Binary(binary) => super::sequence::is_compound(&binary.op) && !is_own(&binary.left),
            Expr::Reference(lent) => lent.mutability.is_some(),
            Expr::MethodCall(call) => crate::ir::is_in(&call.method.to_string(), crate::ir::Methods::Changes),
            _ => false,
        })
    };
    seek(at, |visitor| visitor.visit_expr(chain))
}

/// Methods that take some items of an iterator, and leave it with the others.
const LEAVE: [&str; 9] =
    ["any", "all", "find", "find_map", "position", "rposition", "nth", "try_fold", "by_ref"];

/// True for a statement that calls such a method, which `by_ref` of a loop is not.
fn leaves_some(stmt: &Stmt, name: &Ident) -> bool {
    struct Leaves<'a>(&'a Ident, bool);
    impl<'ast> Visit<'ast> for Leaves<'_> {
        fn visit_expr_for_loop(&mut self, each: &'ast syn::ExprForLoop) {
            if !matches!(&*each.expr, Expr::MethodCall(call) if call.method == "by_ref") {
                self.visit_expr(&each.expr);
            }
            self.visit_block(&each.body);
        }
        fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
            self.1 |= is_name(&call.receiver, self.0) && LEAVE.iter().any(|method| call.method == method);
            visit::visit_expr_method_call(self, call);
        }
    }
    let mut leaves = Leaves(name, false);
    leaves.visit_stmt(stmt);
    leaves.1
}

/// The place whose items a chain visits as they are.
fn place_of(chain: &Expr) -> Option<Expr> {
    let Expr::MethodCall(call) = chain else { return None };
    let passes = ["iter", "copied", "cloned"].iter().any(|name| call.method == name) && call.args.is_empty();
    match &*call.receiver {
        _ if !passes => None,
        Expr::Path(_) | Expr::Field(_) => Some((*call.receiver).clone()),
        inner => place_of(inner),
    }
}

/// Puts the items, and how many have been taken, where the name of an iterator stands.
struct Taken<'a> {
    name: &'a Ident,
    items: &'a Expr,
    at: &'a Ident,
}

impl Taken<'_> {
    /// True for the name, also behind `&mut` and `by_ref`.
    fn is_name(&self, e: &Expr) -> bool {
        match e {
            Expr::Paren(inner) => self.is_name(&inner.expr),
            other => is_name(other, self.name) || self.is_lent(other),
        }
    }

    fn is_lent(&self, e: &Expr) -> bool {
        match e {
            Expr::Reference(lent) => self.is_name(&lent.expr),
            Expr::MethodCall(call) => call.method == "by_ref" && self.is_name(&call.receiver),
            _ => false,
        }
    }
}

impl VisitMut for Taken<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        let (items, at, span) = (self.items, self.at, e.span());
        match e {
            // The loop goes on where it was left.
            Expr::ForLoop(each) if self.is_lent(&each.expr) => {
                let (attrs, label, pat, body) = (&each.attrs, &each.label, &each.pat, &each.body.stmts);
                let name = self.name;
                *e = parse_quote_spanned!(span=> #(#attrs)* #label while let Some(#pat) = #name.next() { #(#body)* });
                return self.visit_expr_mut(e);
            }
            Expr::MethodCall(call) if self.is_name(&call.receiver) && call.args.is_empty() => {
                match call.method.to_string().as_str() {
                    "next" => {
                        *e = parse_quote_spanned!(span=> { #at += 1; #items.get(#at - 1) });
                        return;
                    }
                    "peek" => {
                        *e = parse_quote_spanned!(span=> #items.get(#at));
                        return;
                    }
                    "len" => {
                        // What is asked for behind the end counts, too.
                        *e = parse_quote_spanned!(span=> (if #at < #items.len() { #items.len() - #at } else { 0 }));
                        return;
                    }
                    "clone" => {
                        *e = parse_quote_spanned!(span=> #items.iter().skip(#at));
                        return;
                    }
                    _ => {}
                }
            }
            e if is_name(e, self.name) => {
                *e = parse_quote_spanned!(span=> #items.iter().skip(#at));
                return;
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, e);
    }
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
