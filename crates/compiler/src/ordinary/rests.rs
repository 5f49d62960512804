//! Slices that become shorter: `let mut rest = points;` with `rest = &rest[1..];` or `rest = tail;` in a loop.
//!
//! Takes a block whose locals have unique names; returns it with two integers in place of such a name, where its slice starts and ends.
//! Law: a name that a pattern gives to the rest is assigned in the last statement behind the pattern, so nobody reads it afterwards.

use super::fresh::Fresh;
use crate::syntax::read::{end_of, is_name, name_of, shared};
use crate::syntax::rewrite::{blocks, within};
use crate::syntax::visit::{self, Visit};
use crate::syntax::visit_mut::{self, VisitMut};
use proc_macro2::Span;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat, Stmt, parse_quote_spanned};

/// Rewrites a block.
pub(super) fn placed(block: &mut syn::Block, fresh: &mut Fresh) {
    Firsts.visit_block_mut(block);
    blocks(block, |stmt, rest, out| {
        let Some((name, of, range)) = named(&stmt) else { return out.push(stmt) };
        let mut uses = Uses { name: &name, tails: Vec::new(), assigned: 0, known: 0 };
        rest.iter().for_each(|stmt| uses.visit_stmt(stmt));
        if uses.assigned == 0 || uses.assigned != uses.known {
            return out.push(stmt);
        }
        let (span, tails) = (name.span(), uses.tails);
        let [from, to] = ["from", "to"].map(|end| fresh.name(&format!("{name}_{end}"), span));
        let start = range.as_ref().and_then(|range| range.start.as_deref().cloned());
        let start = start.unwrap_or_else(|| parse_quote_spanned!(span=> 0));
        let end = range.as_ref().and_then(end_of);
        let end = end.unwrap_or_else(|| parse_quote_spanned!(span=> #of.len()));
        out.push(parse_quote_spanned!(span=> let mut #from: usize = #start;));
        out.push(parse_quote_spanned!(span=> let mut #to: usize = #end;));
        let mut placed = Placed { name: &name, of: &of, from: &from, to: &to, tails: &tails };
        within(rest.iter_mut(), &mut placed);
    });
}

/// The name, the place and its part of `let mut rest = place;`, `let mut rest = &place[a..b];`.
fn named(stmt: &Stmt) -> Option<(Ident, Expr, Option<syn::ExprRange>)> {
    let Stmt::Local(syn::Local { pat, init: Some(init), .. }) = stmt else { return None };
    let pat = match pat {
        Pat::Type(typed) if matches!(&*typed.ty, syn::Type::Reference(_)) => &typed.pat,
        other => other,
    };
    let Pat::Ident(name) = pat else { return None };
    let (of, range) = match shared(&init.expr) {
        Expr::Index(part) => match &*part.index {
            Expr::Range(range) => (&*part.expr, Some(range.clone())),
            _ => return None,
        },
        other => (other, None),
    };
    let is_place =
        matches!(of, Expr::Path(path) if path.path.get_ident().is_some()) && init.diverge.is_none();
    (is_place && name.mutability.is_some()).then(|| (name.ident.clone(), of.clone(), range))
}

/// A name for the rest of a slice, and the numbers of items before it and behind it.
type Tail = (Ident, usize, usize);

/// The rest that a pattern gives a name to.
fn tail(pat: &Pat) -> Option<Tail> {
    match pat {
        Pat::Slice(items) => {
            let at = items
                .elems
                .iter()
                .position(|item| matches!(item, Pat::Ident(name) if name.subpat.is_some()))?;
            let Pat::Ident(syn::PatIdent { ident, subpat: Some((_, rest)), .. }) = &items.elems[at] else {
                return None;
            };
            matches!(**rest, Pat::Rest(_)).then(|| (ident.clone(), at, items.elems.len() - at - 1))
        }
        Pat::Paren(inner) => tail(&inner.pat),
        Pat::Reference(inner) => tail(&inner.pat),
        _ => None,
    }
}

/// Writes `Some((first, rest)) = all.split_first()` as the pattern of a slice, `[first, rest @ ..] = all`.
struct Firsts;

impl Firsts {
    /// The pattern of a slice in place of one of the value of `split_first` or `split_last`.
    fn pattern(pat: &Pat, is_last: bool) -> Option<Pat> {
        let span = pat.span();
        match pat {
            Pat::TupleStruct(some) if some.path.is_ident("Some") => match some.elems.first()? {
                Pat::Tuple(parts) if parts.elems.len() == 2 => {
                    let one = &parts.elems[0];
                    let rest = match &parts.elems[1] {
                        Pat::Ident(name) if name.subpat.is_none() => quote::quote!(#name @ ..),
                        Pat::Wild(_) => quote::quote!(..),
                        Pat::Slice(inner) if inner.elems.is_empty() => {
                            return Some(parse_quote_spanned!(span=> [#one]));
                        }
                        Pat::Slice(inner) => inner.elems.to_token_stream(),
                        _ => return None,
                    };
                    Some(if is_last {
                        parse_quote_spanned!(span=> [#rest, #one])
                    } else {
                        parse_quote_spanned!(span=> [#one, #rest])
                    })
                }
                _ => None,
            },
            Pat::Ident(none) if none.ident == "None" => Some(parse_quote_spanned!(span=> [])),
            Pat::Path(none) if none.path.is_ident("None") => Some(parse_quote_spanned!(span=> [])),
            Pat::Wild(_) => Some(pat.clone()),
            _ => None,
        }
    }

    /// `let (first, rest) = all.split_first().unwrap();` leaves the function where there is none.
    fn unwrapped(local: &mut syn::Local) {
        let Some(init) = local.init.as_mut().filter(|init| init.diverge.is_none()) else { return };
        let (span, pat) = (local.pat.span(), &local.pat);
        let Expr::MethodCall(call) = &*init.expr else { return };
        let unwraps = call.method == "unwrap" || call.method == "expect";
        if unwraps && matches!(pat, Pat::Tuple(_)) && splits(&call.receiver).is_some() {
            let some: Pat = parse_quote_spanned!(span=> Some(#pat));
            (local.pat, *init.expr) = (some, (*call.receiver).clone());
            init.diverge =
                Some((parse_quote_spanned!(span=> else), parse_quote_spanned!(span=> { panic!() })));
        }
    }

    fn replaced(on: &mut Expr, pats: &mut [&mut Pat]) {
        let Some((all, is_last)) = splits(on) else { return };
        let new: Option<Vec<Pat>> = pats.iter().map(|pat| Firsts::pattern(pat, is_last)).collect();
        if let Some(new) = new {
            pats.iter_mut().zip(new).for_each(|(pat, new)| **pat = new);
            *on = all.clone();
        }
    }
}

impl VisitMut for Firsts {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        visit_mut::visit_expr_mut(self, e);
        match e {
            Expr::Let(of) => Firsts::replaced(&mut of.expr, &mut [&mut of.pat]),
            Expr::Match(on) => {
                let mut pats: Vec<&mut Pat> = on.arms.iter_mut().map(|arm| &mut arm.pat).collect();
                Firsts::replaced(&mut on.expr, &mut pats);
            }
            _ => {}
        }
    }
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        visit_mut::visit_local_mut(self, local);
        Firsts::unwrapped(local);
        if let Some(init) = &mut local.init {
            Firsts::replaced(&mut init.expr, &mut [&mut local.pat]);
        }
    }
}

/// The slice of `all.split_first()`, or of `split_last`, which is the second value.
fn splits(e: &Expr) -> Option<(&Expr, bool)> {
    let Expr::MethodCall(call) = e else { return None };
    let is_last = call.method == "split_last";
    (is_last || call.method == "split_first").then_some((&*call.receiver, is_last))
}

/// Finds what is assigned to a name, and whether that is a part of its slice.
struct Uses<'a> {
    name: &'a Ident,
    tails: Vec<Tail>,
    assigned: usize,
    known: usize,
}

impl Uses<'_> {
    /// Notes the rest that a pattern names, if the last statement behind it assigns that.
    fn bound(&mut self, pat: &Pat, on: &Expr, behind: &[Stmt]) {
        let Some(tail) = tail(pat).filter(|_| is_name(on, self.name)) else { return };
        let Some(Stmt::Expr(Expr::Assign(last), _)) = behind.last() else { return };
        if is_name(&last.left, self.name) && is_name(&last.right, &tail.0) {
            self.tails.push(tail);
            self.known += 1;
        }
    }
}

/// A part of a slice from an index to its end, or from its start to an index.
fn part<'e>(e: &'e Expr, name: &Ident) -> Option<&'e syn::ExprRange> {
    let Expr::Reference(lent) = e else { return None };
    let Expr::Index(of) = &*lent.expr else { return None };
    match &*of.index {
        Expr::Range(range) if is_name(&of.expr, name) => Some(range),
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Uses<'_> {
    fn visit_expr(&mut self, e: &'ast Expr) {
        match e {
            Expr::Assign(assign) if is_name(&assign.left, self.name) => {
                self.assigned += 1;
                self.known += usize::from(part(&assign.right, self.name).is_some());
            }
            Expr::While(each) => {
                if let Expr::Let(of) = &*each.cond {
                    self.bound(&of.pat, &of.expr, &each.body.stmts);
                }
            }
            Expr::If(branch) => {
                if let Expr::Let(of) = &*branch.cond {
                    self.bound(&of.pat, &of.expr, &branch.then_branch.stmts);
                }
            }
            Expr::Match(on) => {
                for arm in &on.arms {
                    if let Expr::Block(block) = &*arm.body {
                        self.bound(&arm.pat, &on.expr, &block.block.stmts);
                    }
                }
            }
            _ => {}
        }
        visit::visit_expr(self, e);
    }
    fn visit_block(&mut self, block: &'ast syn::Block) {
        for (at, stmt) in block.stmts.iter().enumerate() {
            if let Stmt::Local(syn::Local { pat, init: Some(init), .. }) = stmt {
                self.bound(pat, &init.expr, &block.stmts[at + 1..]);
            }
        }
        visit::visit_block(self, block);
    }
}

/// Puts a part of the place where the name stands.
struct Placed<'a> {
    name: &'a Ident,
    of: &'a Expr,
    from: &'a Ident,
    to: &'a Ident,
    tails: &'a [Tail],
}

impl Placed<'_> {
    /// The statements in place of an assignment.
    fn moved(&mut self, right: &Expr, span: Span) -> Expr {
        let (from, to) = (self.from, self.to);
        let tail = name_of(right).and_then(|right| self.tails.iter().find(|(name, ..)| *name == right));
        if let Some((_, before, behind)) = tail {
            return parse_quote_spanned!(span=> { #from += #before; #to -= #behind; });
        }
        let Some(range) = part(right, self.name) else { return right.clone() };
        // Both ends are those of the slice before.
        let (mut start, mut end) = (range.start.as_deref().cloned(), end_of(range));
        start.iter_mut().chain(&mut end).for_each(|e| self.visit_expr_mut(e));
        let [first, last] = ["first", "last"].map(|name| Ident::new(&format!("{from}_{name}"), span));
        let start = start.unwrap_or_else(|| parse_quote_spanned!(span=> 0));
        let end = end.unwrap_or_else(|| parse_quote_spanned!(span=> #to - #from));
        parse_quote_spanned!(span=> {
            let #first: usize = #start;
            let #last: usize = #end;
            #to = #from + #last;
            #from += #first;
        })
    }
}

impl VisitMut for Placed<'_> {
    fn visit_expr_mut(&mut self, e: &mut Expr) {
        let (of, from, to, span) = (self.of, self.from, self.to, e.span());
        match e {
            Expr::Assign(assign) if is_name(&assign.left, self.name) => {
                *e = self.moved(&assign.right.clone(), span)
            }
            Expr::MethodCall(call) if is_name(&call.receiver, self.name) && call.method == "len" => {
                *e = parse_quote_spanned!(span=> (#to - #from));
            }
            Expr::MethodCall(call) if is_name(&call.receiver, self.name) && call.method == "is_empty" => {
                *e = parse_quote_spanned!(span=> (#from == #to));
            }
            e if is_name(e, self.name) => *e = parse_quote_spanned!(span=> #of[#from..#to]),
            _ => visit_mut::visit_expr_mut(self, e),
        }
    }
}
