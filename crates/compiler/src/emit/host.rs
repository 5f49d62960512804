//! Emits statements of ordinary Rust.
//!
//! Takes the tokens of `safe!` or of an assertion. Law: they cannot change the variables of the function, so rustc
//! reports whatever would change one, in whichever function it is hidden, at the user's text. Variables that the
//! function borrows are behind `&`. A local is not, since `a == [0.0; 3]` does not compare a reference: a number is
//! copied, and the code for other types is compiled a second time in a place where it never runs, with each local
//! bound immutably.

use super::steps::Emitter;
use crate::ir::print::aside::Aside;
use crate::ir::*;
use crate::tokens;
use crate::tokens::captures;
use proc_macro2::{TokenStream, TokenTree};
use quote::{quote, quote_spanned};

impl Emitter<'_> {
    /// Emits statements of ordinary Rust in a block of their own.
    pub(super) fn host(&self, safe: &Safe) -> TokenStream {
        let (p, tokens) = (&self.printer, &safe.tokens);
        if p.readable {
            return Aside::statements(tokens);
        }
        let named: Vec<(Var, &Variable)> = p.vars.iter().filter(|(_, v)| captures(tokens, &v.name)).collect();
        let lent = named.iter().filter(|(_, v)| v.passing == Passing::Mutable && v.name != "self");
        let shared = lent.map(|(var, v)| {
            let name = p.ident(*var, v.span);
            quote!(let #name = &*#name;)
        });
        // `self` cannot be shadowed.
        let tokens = if named.iter().any(|(_, v)| v.passing == Passing::Mutable && v.name == "self") {
            behind(tokens.clone())
        } else {
            tokens.clone()
        };
        let owned = safe
            .named
            .iter()
            .filter(|var| p.vars[**var].passing == Passing::Value && self.keyword(**var).is_some());
        let (copied, moved): (Vec<Var>, Vec<Var>) = owned.partition(|var| is_copied(&p.vars[**var].ty));
        let once = |vars: &[Var]| -> TokenStream { vars.iter().map(|var| self.bound_once(*var)).collect() };
        let (copied, moved) = (once(&copied), once(&moved));
        let shared: TokenStream = shared.chain([copied]).collect();
        let tokens = if moved.is_empty() {
            tokens
        } else {
            // Nothing follows `unreached`, so a move there has no effect.
            quote! {
                if false { #moved { #tokens } ::retrograde::__private::unreached() }
                #tokens
            }
        };
        if shared.is_empty() && moved.is_empty() {
            quote!({ #tokens })
        } else {
            quote!({ #[allow(unused_variables)] { #shared #tokens } })
        }
    }

    /// Binds a local again under its name, immutably.
    fn bound_once(&self, var: Var) -> TokenStream {
        let name = self.printer.ident(var, self.printer.vars[var].span);
        quote!(let #name = #name;)
    }
}

/// True if values of a type are `Copy`: numbers.
fn is_copied(ty: &Type) -> bool {
    match ty {
        Type::Real | Type::Structure(Named::Number(_)) => true,
        Type::Exact(Exact::Written(ty)) => ty.is_own(),
        Type::Exact(Exact::Unknown | Exact::Discrete) | Type::Structure(_) | Type::Unknown => false,
        Type::Array(..) | Type::Slice(_) | Type::Vec(_) | Type::Map(..) => false,
    }
}

/// Returns statements of ordinary Rust with `self` behind `&`.
fn behind(tokens: TokenStream) -> TokenStream {
    let replaced = |token: TokenTree| match token {
        TokenTree::Ident(ident) if ident == "self" => quote_spanned!(ident.span()=> (&*#ident)),
        TokenTree::Group(group) => TokenTree::from(tokens::within(&group, behind)).into(),
        other => other.into(),
    };
    tokens.into_iter().map(replaced).collect()
}
