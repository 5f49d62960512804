//! Iterators that have a name: `let mut words = xs.iter();`.
//!
//! Takes a function whose locals have unique names; returns it without such names. What an iterator visits is a place, parts of one, or is
//! collected where the iterator is made, and how many items have been taken is an integer. Law: the items are those that were there when the
//! iterator was made, since it borrows what it visits.

use super::fresh::Fresh;
use super::names::names_of;
use crate::ir::{Methods, is_of};
use crate::syntax::read::{is_compound, is_name};
use crate::syntax::rewrite::{blocks, substitute, within};
use crate::syntax::seek::{At, each, seek};
use crate::syntax::visit::{self, Visit};
use crate::syntax::visit_mut::{self, VisitMut};
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat, Stmt, parse_quote_spanned};

/// Rewrites a block.
pub(super) fn indexed(block: &mut syn::Block, fresh: &mut Fresh) {
    blocks(block, |stmt, rest, out| {
        if let Some((name, mut chain)) = used_once(&stmt, rest.iter()) {
            numbers_named(&mut chain, fresh, out);
            return within(rest.iter_mut(), &mut substitute(&name, &chain));
        }
        let named = named(&stmt).filter(|(name, _)| !rest.iter().any(|s| leaves_some(s, name)));
        let Some((name, chain)) = named else { return out.push(stmt) };
        let (span, at) = (name.span(), fresh.name(&format!("{name}_at"), name.span()));
        let items = Items::of(&chain).unwrap_or_else(|| {
            let items = fresh.name(&format!("{name}_items"), span);
            out.push(parse_quote_spanned!(span=> let #items: Vec<_> = #chain.collect();));
            Items::All(parse_quote_spanned!(span=> #items))
        });
        out.push(parse_quote_spanned!(span=> let mut #at: usize = 0;));
        within(rest.iter_mut(), &mut Taken { name: &name, items: &items, at: &at });
    });
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
    let is_one = init.diverge.is_none() && (is_collected(chain) || Items::of(chain).is_some());
    is_one.then(|| (name.ident.clone(), chain.clone()))
}

/// The name and the chain of a statement, where the chain is not collected and may stand where its name is used, once: what it visits is
/// lent until then.
fn used_once<'s>(stmt: &Stmt, rest: impl Iterator<Item = &'s Stmt>) -> Option<(Ident, Expr)> {
    let Stmt::Local(syn::Local { pat: Pat::Ident(name), init: Some(init), .. }) = stmt else { return None };
    let chain = &*init.expr;
    let is_one = name.mutability.is_none() && init.diverge.is_none() && matches!(chain, Expr::MethodCall(_));
    if !is_one || !super::sequence::is_chain(chain) || is_collected(chain) || Items::of(chain).is_some() {
        return None;
    }
    let (mut uses, mut others) = (0, 0);
    let at = |e: &Expr| match e {
        Expr::MethodCall(call) if is_name(&call.receiver, &name.ident) && leaves(call) => others += 1,
        e if is_name(e, &name.ident) => uses += 1,
        _ => {}
    };
    each(at, |visitor| rest.for_each(|stmt| visitor.visit_stmt(stmt)));
    let moves = |e: &Expr| At::found(matches!(e, Expr::Closure(step) if step.capture.is_some()));
    // It holds copies of what may change before it runs.
    let holds_copies = seek(moves, |visitor| visitor.visit_expr(chain));
    (uses == 1 && others == 0 && !holds_copies).then(|| (name.ident.clone(), chain.clone()))
}

/// Names the counts, the bounds and the initial values of a chain, which are computed where it is made.
fn numbers_named(chain: &mut Expr, fresh: &mut Fresh, out: &mut Vec<Stmt>) {
    match chain {
        Expr::MethodCall(call) => {
            numbers_named(&mut call.receiver, fresh, out);
            let joins = call.method == "zip" || call.method == "chain";
            call.args.iter_mut().for_each(|arg| match arg {
                Expr::Closure(_) => {}
                arg if joins => numbers_named(arg, fresh, out),
                arg => number_named(arg, fresh, out),
            });
        }
        Expr::Index(of) => {
            numbers_named(&mut of.expr, fresh, out);
            match &mut *of.index {
                range @ Expr::Range(_) => numbers_named(range, fresh, out),
                at => number_named(at, fresh, out),
            }
        }
        Expr::Range(range) => {
            let ends = [&mut range.start, &mut range.end];
            ends.into_iter().flatten().for_each(|end| number_named(end, fresh, out));
        }
        Expr::Field(of) => numbers_named(&mut of.base, fresh, out),
        Expr::Reference(of) => numbers_named(&mut of.expr, fresh, out),
        Expr::Paren(inner) => numbers_named(&mut inner.expr, fresh, out),
        _ => {}
    }
}

/// Names a value that is not written out.
fn number_named(value: &mut Expr, fresh: &mut Fresh, out: &mut Vec<Stmt>) {
    if !matches!(value, Expr::Lit(_)) {
        let (span, name) = (value.span(), fresh.name("count", value.span()));
        let value = std::mem::replace(value, parse_quote_spanned!(span=> #name));
        out.push(parse_quote_spanned!(span=> let #name = #value;));
    }
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
        Expr::MethodCall(call) if call.method == "cycle" => At::Found,
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
            Expr::Binary(binary) => is_compound(&binary.op) && !is_own(&binary.left),
            Expr::Reference(lent) => lent.mutability.is_some(),
            Expr::MethodCall(call) => is_of(&call.method, Methods::Changes),
            _ => false,
        })
    };
    seek(at, |visitor| visitor.visit_expr(chain))
}

fn leaves(call: &syn::ExprMethodCall) -> bool {
    is_of(&call.method, Methods::Leaves)
}

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
            self.1 |= is_name(&call.receiver, self.0) && leaves(call);
            visit::visit_expr_method_call(self, call);
        }
    }
    let mut leaves = Leaves(name, false);
    leaves.visit_stmt(stmt);
    leaves.1
}

/// The items of an iterator that has a name.
enum Items {
    /// All of a place.
    All(Expr),
    /// The parts of a place, by this method and this width.
    Parts(Box<Expr>, Ident, Box<Expr>),
    /// All of a place, again and again.
    Again(Expr),
    /// The numbers from this one.
    From(Expr),
    /// Pairs of a number and an item.
    Counted(Box<Items>),
}

impl Items {
    /// The items of a chain that need not be collected.
    fn of(chain: &Expr) -> Option<Items> {
        let call = match chain {
            Expr::Paren(inner) => return Items::of(&inner.expr),
            Expr::Range(syn::ExprRange { start: Some(start), end: None, .. }) => {
                return Some(Items::From((**start).clone()));
            }
            Expr::MethodCall(call) => call,
            _ => return None,
        };
        match (call.method.to_string().as_str(), call.args.first()) {
            ("iter" | "copied" | "cloned", None) => place_of(chain).map(Items::All),
            ("chunks" | "chunks_exact" | "windows", Some(width)) if is_plain(width) => {
                let is_place = is_plain(&call.receiver) && !super::sequence::visits_constant(chain);
                is_place.then(|| {
                    Items::Parts(call.receiver.clone(), call.method.clone(), Box::new(width.clone()))
                })
            }
            ("cycle", None) => place_of(&call.receiver).map(Items::Again),
            ("enumerate", None) => match Items::of(&call.receiver)? {
                Items::All(_) => None,
                inner => Some(Items::Counted(Box::new(inner))),
            },
            _ => None,
        }
    }

    /// The chain that visits them.
    fn chain(&self) -> Expr {
        match self {
            Items::All(of) => parse_quote_spanned!(of.span()=> #of.iter()),
            Items::Parts(of, method, width) => parse_quote_spanned!(method.span()=> #of.#method(#width)),
            Items::Again(of) => parse_quote_spanned!(of.span()=> #of.iter().cycle()),
            Items::From(start) => parse_quote_spanned!(start.span()=> ((#start)..)),
            Items::Counted(inner) => {
                let inner = inner.chain();
                parse_quote_spanned!(inner.span()=> #inner.enumerate())
            }
        }
    }

    /// The item at an index, if there is one.
    fn at(&self, at: &Expr, span: Span) -> Expr {
        match self {
            Items::All(of) => parse_quote_spanned!(span=> #of.get(#at)),
            Items::Parts(of, method, width) => match method.to_string().as_str() {
                "windows" => parse_quote_spanned!(span=> #of.get(#at..#at + #width)),
                "chunks_exact" => parse_quote_spanned!(span=> #of.get((#at) * #width..(#at + 1) * #width)),
                // The last part may be shorter; behind the last item there is none.
                _ => parse_quote_spanned!(span=> #of.get(
                    (#at) * #width..::core::cmp::max((#at) * #width + 1, ::core::cmp::min((#at + 1) * #width, #of.len()))
                )),
            },
            Items::Again(of) => parse_quote_spanned!(span=> #of.get((#at) % #of.len())),
            Items::From(start) => parse_quote_spanned!(span=> Some((#start) + #at)),
            Items::Counted(inner) => {
                let (inner, item) = (inner.at(at, span), Ident::new("counted_item", span));
                parse_quote_spanned!(span=> #inner.map(|#item| (#at, #item)))
            }
        }
    }

    /// The number of items; nothing where there is no end.
    fn count(&self, span: Span) -> Option<Expr> {
        match self {
            Items::All(of) => Some(parse_quote_spanned!(span=> #of.len())),
            Items::Parts(of, method, width) => Some(match method.to_string().as_str() {
                "windows" => parse_quote_spanned!(span=> (#of.len() + 1).saturating_sub(#width)),
                "chunks_exact" => parse_quote_spanned!(span=> (#of.len() / #width)),
                _ => parse_quote_spanned!(span=> ((#of.len() + #width - 1) / #width)),
            }),
            Items::Again(_) | Items::From(_) => None,
            Items::Counted(inner) => inner.count(span),
        }
    }

    /// The items behind the last part, which is never shorter.
    fn remainder(&self, span: Span) -> Option<Expr> {
        match self {
            Items::Parts(of, method, width) if method == "chunks_exact" => {
                Some(parse_quote_spanned!(span=> #of[#of.len() / #width * #width..]))
            }
            Items::All(_) | Items::Parts(..) | Items::Again(_) | Items::From(_) | Items::Counted(_) => None,
        }
    }
}

/// True for a literal, and for a place that is read as it stands.
fn is_plain(e: &Expr) -> bool {
    match e {
        Expr::Path(_) | Expr::Lit(_) => true,
        Expr::Field(field) => is_plain(&field.base),
        _ => false,
    }
}

/// The place whose items a chain visits as they are.
pub(super) fn place_of(chain: &Expr) -> Option<Expr> {
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
    items: &'a Items,
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
    fn visit_stmt_mut(&mut self, stmt: &mut Stmt) {
        match stmt {
            // The item is dropped.
            Stmt::Expr(Expr::MethodCall(call), Some(_))
                if call.method == "next" && self.is_name(&call.receiver) =>
            {
                let at = self.at;
                *stmt = parse_quote_spanned!(call.span()=> #at += 1;);
            }
            other => visit_mut::visit_stmt_mut(self, other),
        }
    }
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
                        let item = items.at(&parse_quote_spanned!(span=> #at - 1), span);
                        *e = parse_quote_spanned!(span=> { #at += 1; #item });
                        return;
                    }
                    "peek" => {
                        *e = items.at(&parse_quote_spanned!(span=> #at), span);
                        return;
                    }
                    "len" => {
                        if let Some(count) = items.count(span) {
                            // What is asked for behind the end counts, too.
                            *e = parse_quote_spanned!(span=> (if #at < #count { #count - #at } else { 0 }));
                            return;
                        }
                    }
                    "remainder" => {
                        if let Some(rest) = items.remainder(span) {
                            *e = rest;
                            return;
                        }
                    }
                    "clone" => {
                        let all = items.chain();
                        *e = parse_quote_spanned!(span=> #all.skip(#at));
                        return;
                    }
                    _ => {}
                }
            }
            e if is_name(e, self.name) => {
                let all = items.chain();
                *e = parse_quote_spanned!(span=> #all.skip(#at));
                return;
            }
            _ => {}
        }
        visit_mut::visit_expr_mut(self, e);
    }
}
