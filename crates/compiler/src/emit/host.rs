//! Host statements as they are emitted.
//!
//! Takes what stands in `safe!` or in an assertion. Law: what the function changes cannot be changed there, so that whatever would
//! change it, in whichever function it is hidden, is for rustc to refuse at the writer's text. What the function borrows is behind
//! `&`. A local stays what it is, since `a == [0.0; 3]` compares no reference: a number is a copy, and the rest is
//! compiled once more where it never runs, for a local that is bound once.

use super::steps::Emitter;
use crate::ir::print::aside::Aside;
use crate::ir::*;
use crate::simplify::access::names;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

impl Emitter<'_> {
    /// Host statements in a block of their own.
    pub(super) fn host(&self, safe: &Safe) -> TokenStream {
        let (p, tokens) = (&self.printer, &safe.tokens);
        if p.readable {
            return Aside::statements(tokens);
        }
        let named: Vec<(Var, &Variable)> = p.vars.iter().filter(|(_, v)| names(tokens, &v.name)).collect();
        let lent = named.iter().filter(|(_, v)| v.passing == Passing::Mutable && v.name != "self");
        let shared = lent.map(|(var, v)| {
            let name = p.ident(*var, v.span);
            quote!(let #name = &*#name;)
        });
        // `self` cannot be bound anew.
        let tokens = match named.iter().any(|(_, v)| v.passing == Passing::Mutable && v.name == "self") {
            true => behind(tokens.clone()),
            false => tokens.clone(),
        };
        let owned = safe
            .named
            .iter()
            .filter(|var| p.vars[**var].passing == Passing::Value && self.keyword(**var).is_some());
        let (copied, moved): (Vec<Var>, Vec<Var>) = owned.partition(|var| is_copied(&p.vars[**var].ty));
        let once = |vars: &[Var]| -> TokenStream { vars.iter().map(|var| self.bound_once(*var)).collect() };
        let (copied, moved) = (once(&copied), once(&moved));
        let shared: TokenStream = shared.chain([copied]).collect();
        let tokens = match moved.is_empty() {
            true => tokens,
            // Nothing follows `unreached`, so what is moved there is moved nowhere.
            false => quote! {
                if false { #moved { #tokens } ::retrograde::__private::unreached() }
                #tokens
            },
        };
        match shared.is_empty() && moved.is_empty() {
            true => quote!({ #tokens }),
            false => quote!({ #[allow(unused_variables)] { #shared #tokens } }),
        }
    }

    /// A local under its name once more, where it cannot be changed.
    fn bound_once(&self, var: Var) -> TokenStream {
        let name = self.printer.ident(var, self.printer.vars[var].span);
        quote!(let #name = #name;)
    }
}

/// Whether values of a type are surely copied when they are bound: numbers.
fn is_copied(ty: &Type) -> bool {
    match ty {
        Type::Real | Type::Number(_) => true,
        Type::Exact(Some(ty)) => ty.is_own(),
        Type::Exact(None) | Type::Structure(_) | Type::Unknown => false,
        Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => false,
    }
}

/// Host statements in which `self` is behind `&`.
fn behind(tokens: TokenStream) -> TokenStream {
    let replaced = |token: TokenTree| match token {
        TokenTree::Ident(ident) if ident == "self" => quote_spanned!(ident.span()=> (&*#ident)),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), behind(group.stream()));
            inner.set_span(group.span());
            TokenTree::from(inner).into()
        }
        other => other.into(),
    };
    tokens.into_iter().map(replaced).collect()
}
