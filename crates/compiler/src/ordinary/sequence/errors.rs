//! The errors of a `Result`: only what `Ok` holds is kept, so nothing may ask which error it was.
//!
//! Law: a pattern within `Err(…)` fits every error, or is refused.

use super::Sequence;
use crate::ordinary::names::binds;
use crate::syntax::paths::ends;
use crate::syntax::read::is_name;
use crate::syntax::seek::{At, seek};
use crate::syntax::visit_mut::VisitMut;
use syn::spanned::Spanned;
use syn::{Expr, Ident, Pat, parse_quote_spanned};

impl Sequence<'_> {
    /// Reports that something asks which error it is.
    pub(super) fn unknown_error(&mut self, at: &impl quote::ToTokens) {
        let message =
            "which error it is is unknown here: of the `Result` of a call only what `Ok` holds is kept";
        let help =
            "write `Err(_)`, or let the function that fails return a number that says which error it was";
        self.refuse(at, message, help);
    }

    /// Takes the error that a pattern names out of the text of the panics behind it; false, with a report, if it is read otherwise than to be
    /// returned.
    pub(super) fn without_error(&mut self, pat: &Pat, guard: Option<&Expr>, body: &mut syn::Block) -> bool {
        let Some(name) = named(pat) else { return true };
        let at = |e: &Expr| match e {
            Expr::Call(call) if is_name(&call.func, "Err") => At::Past,
            e => At::found(is_name(e, name)),
        };
        let is_read = seek(at, |visitor| {
            visitor.visit_block(body);
            guard.into_iter().for_each(|guard| visitor.visit_expr(guard));
        });
        if is_read {
            self.unknown_error(name);
        }
        Panics(name).visit_block_mut(body);
        !is_read
    }
}

/// The error that a pattern names.
fn named(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::TupleStruct(of) if ends(&of.path, &["Err"]) => match of.elems.first() {
            Some(Pat::Ident(name)) if binds(name) => Some(&name.ident),
            _ => None,
        },
        _ => None,
    }
}

/// Panics without the text of an error: the function itself says it.
struct Panics<'a>(&'a Ident);

impl VisitMut for Panics<'_> {
    fn visit_macro_mut(&mut self, mac: &mut syn::Macro) {
        if super::statements::panics(mac) && crate::tokens::captures(&mac.tokens, &self.0.to_string()) {
            mac.tokens = quote::quote!("an error ended the function");
        }
    }
}

/// True for a pattern that may not fit: a variant, a constant, a literal.
pub(super) fn asks(pat: &Pat) -> bool {
    match pat {
        Pat::Wild(_) | Pat::Rest(_) => false,
        Pat::Ident(name) => !binds(name) || name.subpat.is_some(),
        Pat::Paren(inner) => asks(&inner.pat),
        Pat::Reference(inner) => asks(&inner.pat),
        Pat::Tuple(tuple) => tuple.elems.iter().any(asks),
        _ => true,
    }
}

/// The pattern with any error in place of the one that it names.
pub(super) fn any(pat: &Pat) -> Pat {
    let mut pat = pat.clone();
    if let Pat::TupleStruct(of) = &mut pat {
        if ends(&of.path, &["Err"]) {
            of.elems.iter_mut().for_each(|error| *error = parse_quote_spanned!(error.span()=> _));
        }
    }
    pat
}
