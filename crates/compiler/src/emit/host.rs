//! Host statements as they are emitted.
//!
//! Takes the tokens of `safe!` or of an assertion. Law: what the function changes is behind `&` for them, so that whatever would
//! change it there, in whichever function it is hidden, is for rustc to refuse at the writer's text.

use super::steps::Emitter;
use crate::ir::{Passing, Var, Variable};
use crate::simplify::access::names;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{quote, quote_spanned};

impl Emitter<'_> {
    /// Host statements in a block of their own.
    pub(super) fn host(&self, tokens: &TokenStream) -> TokenStream {
        let p = &self.printer;
        if p.readable {
            return quote!({ #tokens });
        }
        let named: Vec<(Var, &Variable)> = p.vars.iter().filter(|(_, v)| names(tokens, &v.name)).collect();
        let lent = named.iter().filter(|(_, v)| v.passing == Passing::Mutable && v.name != "self");
        let shared: TokenStream = lent
            .map(|(var, v)| {
                let name = p.ident(*var, v.span);
                quote!(let #name = &*#name;)
            })
            .collect();
        // `self` cannot be bound anew.
        let tokens = match named.iter().any(|(_, v)| v.passing == Passing::Mutable && v.name == "self") {
            true => behind(tokens.clone()),
            false => tokens.clone(),
        };
        match shared.is_empty() {
            true => quote!({ #tokens }),
            false => quote!({ #[allow(unused_variables)] { #shared #tokens } }),
        }
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
