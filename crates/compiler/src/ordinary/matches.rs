//! `match` on numbers, truth values and characters: a chain of branches.
//!
//! Takes a block, returns it without such a `match`. The value that is matched has a name; a pattern becomes a comparison; what a
//! pattern binds is bound in its arm, before its guard. Law: arms are tried in their order, and the last needs no test.

use super::fresh::Fresh;
use crate::law::{Diagnostics, Extent, Law};
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Pat, Stmt, parse_quote, parse_quote_spanned};

/// Rewrites a block and all blocks in it.
pub(super) fn branches(block: &mut syn::Block, fresh: &mut Fresh, errors: &mut Diagnostics) {
    Matches { fresh, errors, before: Vec::new() }.visit_block_mut(block);
}

struct Matches<'a> {
    fresh: &'a mut Fresh,
    errors: &'a mut Diagnostics,
    before: Vec<Stmt>,
}

impl VisitMut for Matches<'_> {
    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        let outer = std::mem::take(&mut self.before);
        for mut stmt in std::mem::take(&mut block.stmts) {
            visit_mut::visit_stmt_mut(self, &mut stmt);
            block.stmts.append(&mut self.before);
            block.stmts.push(stmt);
        }
        self.before = outer;
    }

    fn visit_expr_mut(&mut self, e: &mut Expr) {
        if let Expr::Match(m) = e {
            if let Some(chain) = self.chain(m) {
                *e = chain;
            }
        }
        visit_mut::visit_expr_mut(self, e);
    }

    fn visit_expr_closure_mut(&mut self, _: &mut syn::ExprClosure) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

impl Matches<'_> {
    fn chain(&mut self, m: &syn::ExprMatch) -> Option<Expr> {
        let span = m.match_token.span;
        let on: Vec<Expr> = match &*m.expr {
            Expr::Tuple(tuple) => tuple.elems.iter().map(|e| self.named(e)).collect(),
            other => vec![self.named(other)],
        };
        let mut chain: Option<Expr> = None;
        for arm in m.arms.iter().rev() {
            let (mut tests, mut bound) = (Vec::new(), Vec::new());
            if !self.pattern(&arm.pat, &on, &mut tests, &mut bound) {
                return None;
            }
            let body = &arm.body;
            let inner: syn::Block = match (&arm.guard, chain.take()) {
                (Some((_, guard)), Some(rest)) => {
                    let rest = block_of(&rest);
                    let fall: Expr = parse_quote_spanned!(span=> if #guard { #body } else #rest);
                    if tests.is_empty() {
                        chain = Some(parse_quote_spanned!(span=> { #(#bound)* #fall }));
                        continue;
                    }
                    chain = Some(joined(&tests, &parse_quote_spanned!(span=> { #(#bound)* #fall }), &rest));
                    continue;
                }
                (_, Some(rest)) if !tests.is_empty() => {
                    chain = Some(joined(&tests, &arm_block(&bound, body), &block_of(&rest)));
                    continue;
                }
                // The last arm, or one that always fits: what follows it is never tried.
                _ => arm_block(&bound, body),
            };
            chain = Some(Expr::Block(syn::ExprBlock { attrs: Vec::new(), label: None, block: inner }));
        }
        chain
    }

    /// The value that is matched under a name, unless it is one.
    fn named(&mut self, e: &Expr) -> Expr {
        match e {
            Expr::Path(_) | Expr::Lit(_) => e.clone(),
            Expr::Paren(inner) => self.named(&inner.expr),
            other => {
                let (span, name) = (other.span(), self.fresh.name("matched", other.span()));
                self.before.push(parse_quote_spanned!(span=> let #name = #other;));
                parse_quote!(#name)
            }
        }
    }

    /// The tests of a pattern and what it binds; false if it was reported.
    fn pattern(&mut self, pat: &Pat, on: &[Expr], tests: &mut Vec<Expr>, bound: &mut Vec<Stmt>) -> bool {
        let (span, value) = (pat.span(), on.first());
        match (pat, value) {
            (Pat::Wild(_), _) | (Pat::Rest(_), _) => true,
            (Pat::Paren(inner), _) => self.pattern(&inner.pat, on, tests, bound),
            (Pat::Tuple(tuple), _) if on.len() > 1 && tuple.elems.len() == on.len() => tuple
                .elems
                .iter()
                .zip(on)
                .all(|(pat, on)| self.pattern(pat, std::slice::from_ref(on), tests, bound)),
            (Pat::Ident(name), Some(value)) if name.subpat.is_none() && !is_constant(&name.ident) => {
                let (ident, mutability) = (&name.ident, &name.mutability);
                let copy: Expr = match value {
                    Expr::Path(path) if path.path.is_ident(ident) => return true,
                    other => parse_quote_spanned!(span=> #other + 0),
                };
                bound.push(parse_quote_spanned!(span=> let #mutability #ident = #copy;));
                true
            }
            (Pat::Ident(name), Some(value)) if name.subpat.is_none() => {
                tests.push(parse_quote_spanned!(span=> #value == #name));
                true
            }
            (Pat::Lit(lit), Some(value)) => {
                tests.push(match &lit.lit {
                    syn::Lit::Bool(b) if b.value => parse_quote_spanned!(span=> #value),
                    syn::Lit::Bool(_) => parse_quote_spanned!(span=> !#value),
                    lit => parse_quote_spanned!(span=> #value == #lit),
                });
                true
            }
            (Pat::Path(path), Some(value)) => {
                tests.push(parse_quote_spanned!(span=> #value == #path));
                true
            }
            (Pat::Range(range), Some(value)) => {
                if let Some(start) = &range.start {
                    tests.push(parse_quote_spanned!(span=> #value >= #start));
                }
                match (&range.end, &range.limits) {
                    (Some(end), syn::RangeLimits::Closed(_)) => {
                        tests.push(parse_quote_spanned!(span=> #value <= #end))
                    }
                    (Some(end), syn::RangeLimits::HalfOpen(_)) => {
                        tests.push(parse_quote_spanned!(span=> #value < #end))
                    }
                    (None, _) => {}
                }
                true
            }
            (Pat::Or(or), _) => {
                let mut cases: Vec<Expr> = Vec::new();
                for case in &or.cases {
                    let (mut inner, mut names) = (Vec::new(), Vec::new());
                    if !self.pattern(case, on, &mut inner, &mut names) {
                        return false;
                    }
                    if inner.is_empty() {
                        return true;
                    }
                    cases.push(all(&inner));
                }
                let mut each = cases.into_iter();
                let Some(first) = each.next() else { return true };
                let any = each.fold(first, |any, case| parse_quote_spanned!(span=> #any || #case));
                tests.push(parse_quote_spanned!(span=> (#any)));
                true
            }
            _ => {
                let message = "this pattern is not taken yet";
                let help = "match on numbers, truth values and tuples of them, or write branches";
                self.errors.report(Law::OutsideLanguage, Extent::of(pat), message, help);
                false
            }
        }
    }
}

/// True for a name in capitals: a pattern that compares.
fn is_constant(name: &syn::Ident) -> bool {
    let text = name.to_string();
    text.chars().any(char::is_alphabetic) && !text.chars().any(char::is_lowercase)
}

fn all(tests: &[Expr]) -> Expr {
    let mut each = tests.iter().cloned();
    let first = each.next().unwrap_or_else(|| parse_quote!(true));
    each.fold(first, |all, test| parse_quote!(#all && #test))
}

fn joined(tests: &[Expr], then: &syn::Block, otherwise: &syn::Block) -> Expr {
    let condition = all(tests);
    match &otherwise.stmts[..] {
        [Stmt::Expr(Expr::If(next), None)] => parse_quote!(if #condition #then else #next),
        _ => parse_quote!(if #condition #then else #otherwise),
    }
}

fn block_of(e: &Expr) -> syn::Block {
    match e {
        Expr::Block(block) => block.block.clone(),
        other => parse_quote!({ #other }),
    }
}

fn arm_block(bound: &[Stmt], body: &Expr) -> syn::Block {
    match body {
        Expr::Block(block) if block.label.is_none() => {
            let stmts = &block.block.stmts;
            parse_quote!({ #(#bound)* #(#stmts)* })
        }
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Assign(_) => {
            parse_quote!({ #(#bound)* #body; })
        }
        other => parse_quote!({ #(#bound)* #other }),
    }
}
