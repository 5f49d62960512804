//! Closures that are handed on: a marked function, and the numbers that the closure captures.
//!
//! `|x| a * x + b[0]` becomes `fn lifted(x: f64, captured: &[f64]) -> f64`, at whose beginning `a` and `b` are bound to parts of `captured`.
//! Law: what is captured is what the closure names and the function binds, and each part of it is a number, an array of
//! numbers, or an integer that a float holds; anything else is refused.

mod kinds;
mod uses;

use super::Sequence;
use crate::ordinary::functions::is_number;
use crate::sorted::{Map, Set};
use crate::syntax::seek::each_name;
use crate::tokens;
pub(super) use kinds::{Kept, declared, integers};
use kinds::{Kind, Parts};
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{Expr, Stmt, Type, parse_quote, parse_quote_spanned};
pub(super) use uses::is_array;
use uses::{Use, changed, named, renamed, scan};

/// The values that a closure captures, as parts of one array of numbers.
pub(super) struct Captured {
    /// The argument of the function that computes the closure.
    pub(super) name: Ident,
    /// The body of that function.
    pub(super) body: TokenStream,
    /// The statements of the caller that collect what is captured.
    pub(super) collected: Vec<Stmt>,
    /// The array of numbers; nothing if nothing is captured.
    pub(super) numbers: Option<Expr>,
}

/// The reason why a closure cannot be handed on.
pub(super) enum Uncaught {
    /// It changes what it captures.
    Changed(String),
    /// It captures what does not consist of numbers, as far as text tells.
    NoNumbers(String, Kept),
}

impl Sequence<'_> {
    /// Returns what a closure captures.
    pub(super) fn captured(&mut self, closure: &syn::ExprClosure) -> Result<Captured, Uncaught> {
        let body = self.with_closures(closure);
        let span = closure.or1_token.span();
        let own = bound_in(&syn::ExprClosure { body: Box::new(body.clone()), ..closure.clone() });
        let is_ours =
            |name: &str| (self.bound.contains(name) || self.fresh.is_made(name)) && !own.contains(name);
        let mut uses: Map<String, Use> = Map::new();
        scan(body.to_token_stream(), &is_ours, &mut uses);
        for (name, of) in uses.iter_mut() {
            if !of.fields.is_empty() {
                of.name = Some(self.fresh.name(&name.replace('.', "_"), of.path.span()));
            }
        }
        let body = renamed(body.to_token_stream(), &uses);
        let (captured, real) = (self.fresh.name("captured", span), self.real.clone());
        let mut kinds = Vec::new();
        for (name, of) in uses {
            if self.sums.contains_key(&name) || self.closures.contains_key(&name) {
                return Err(Uncaught::NoNumbers(name, Kept::Unknown));
            }
            match self.kind_of(&name, &of) {
                Ok(kind) => kinds.push((kind, of)),
                Err(kept) => return Err(Uncaught::NoNumbers(name, kept)),
            }
        }
        if let Some(name) = changed(&body, kinds.iter().map(|(_, of)| of)) {
            return Err(Uncaught::Changed(name));
        }
        let mut bound: Vec<Stmt> = Vec::new();
        let mut collected: Vec<Stmt> = Vec::new();
        let taking = |bound: Vec<Stmt>| quote_spanned!(span=> #(#bound)* #body);
        let items = kinds.iter().filter(|(kind, _)| matches!(kind, Kind::Items { .. })).count();
        if let ([(Kind::Items { owned }, of)], 1) = (&kinds[..], items) {
            let (name, path) = (named(of), &of.path);
            bound.push(lent_items(&name, &captured, *owned && of.is_whole, &real, None));
            let numbers = Some(parse_quote_spanned!(span=> &#path[..]));
            return Ok(Captured { name: captured, body: taking(bound), collected, numbers });
        }
        let (mut numbers, mut at): (Vec<Expr>, usize) = (Vec::new(), 0);
        for (kind, of) in &kinds {
            let (name, path) = (named(of), &of.path);
            match kind {
                Kind::Parts { ty, lent } => {
                    let from = if *lent && is_number(ty, &real) {
                        quote_spanned!(span=> (*#path))
                    } else {
                        path.clone()
                    };
                    let mut parts = Parts { captured: &captured, at, numbers: &mut numbers };
                    let made = parts.of(ty, from);
                    at = parts.at;
                    let stmt = if *lent && is_number(ty, &real) {
                        parse_quote_spanned!(span=> let #name: &#real = &#made;)
                    } else if *lent {
                        let held = self.fresh.name("held", span);
                        bound.push(parse_quote_spanned!(span=> let #held: #ty = #made;));
                        parse_quote_spanned!(span=> let #name = &#held;)
                    } else {
                        parse_quote_spanned!(span=> let #name: #ty = #made;)
                    };
                    bound.push(stmt);
                }
                Kind::Exact(ty) => {
                    let exact = self.fresh.name("exact", span);
                    collected.push(parse_quote_spanned!(span=> let #exact: #ty = #path;));
                    let is_truth = matches!(ty, Type::Path(path) if path.path.is_ident("bool"));
                    numbers.push(if is_truth {
                        parse_quote_spanned!(span=> #exact as u8 as #real)
                    } else {
                        parse_quote_spanned!(span=> #exact as #real)
                    });
                    bound.push(if is_truth {
                        parse_quote_spanned!(span=> let #name: bool = #captured[#at] != 0.0;)
                    } else {
                        parse_quote_spanned!(span=> let #name: #ty = #captured[#at] as #ty;)
                    });
                    at += 1;
                }
                Kind::Items { .. } => {}
            }
        }
        if items == 0 {
            let mut list_of = None;
            if !numbers.is_empty() {
                let list = self.fresh.name("numbers", span);
                collected.push(parse_quote_spanned!(span=> let #list: [#real; #at] = [#(#numbers),*];));
                list_of = Some(parse_quote_spanned!(span=> &#list[..]));
            }
            return Ok(Captured { name: captured, body: taking(bound), collected, numbers: list_of });
        }
        // The lengths of what follows stand before it.
        let mut start: Expr = parse_quote_spanned!(span=> #at + #items);
        let list = self.fresh.name("numbers", span);
        let mut extended: Vec<Stmt> = Vec::new();
        for (kind, of) in &kinds {
            let Kind::Items { owned } = kind else { continue };
            let (name, path) = (named(of), &of.path);
            let (length, end) = (self.fresh.name("length", span), self.fresh.name("end", span));
            numbers.push(parse_quote_spanned!(span=> #path.len() as #real));
            extended.push(parse_quote_spanned!(span=> #list.extend_from_slice(&#path[..]);));
            bound.push(parse_quote_spanned!(span=> let #length: usize = #captured[#at] as usize;));
            bound.push(parse_quote_spanned!(span=> let #end: usize = #start + #length;));
            bound.push(lent_items(&name, &captured, *owned && of.is_whole, &real, Some((&start, &end))));
            start = parse_quote_spanned!(span=> #end);
            at += 1;
        }
        collected.push(parse_quote_spanned!(span=> let mut #list: Vec<#real> = vec![#(#numbers),*];));
        collected.extend(extended);
        let numbers = Some(parse_quote_spanned!(span=> &#list[..]));
        Ok(Captured { name: captured, body: taking(bound), collected, numbers })
    }

    /// The body of a closure, with the local closures that it calls.
    fn with_closures(&self, closure: &syn::ExprClosure) -> Expr {
        let own = bound_in(closure);
        let mut body = (*closure.body).clone();
        let mut done = Set::new();
        loop {
            let called = tokens::names(&body)
                .into_iter()
                .find(|name| self.closures.contains_key(name) && !own.contains(name) && !done.contains(name));
            let Some(called) = called else { return body };
            let (name, of) = (Ident::new(&called, closure.or1_token.span()), &self.closures[&called]);
            body = parse_quote!({ let #name = #of; #body });
            done.insert(called);
        }
    }
}

/// Binds a part of what is captured.
fn lent_items(
    name: &TokenStream,
    captured: &Ident,
    owned: bool,
    real: &Ident,
    part: Option<(&Expr, &Ident)>,
) -> Stmt {
    let span = captured.span();
    let range =
        part.map(|(start, end)| quote_spanned!(span=> #start..#end)).unwrap_or(quote_spanned!(span=> ..));
    if owned {
        parse_quote_spanned!(span=> let #name: Vec<#real> = #captured[#range].to_vec();)
    } else if part.is_none() {
        parse_quote_spanned!(span=> let #name: &[#real] = #captured;)
    } else {
        parse_quote_spanned!(span=> let #name: &[#real] = &#captured[#range];)
    }
}

/// The names that a closure binds.
pub(super) fn bound_in(closure: &syn::ExprClosure) -> Set<String> {
    let mut own = Set::new();
    each_name(|name| _ = own.insert(name.ident.to_string()), |visitor| visitor.visit_expr_closure(closure));
    own
}
