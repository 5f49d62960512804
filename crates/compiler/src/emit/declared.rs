//! Emits declared programs: calls of the user's functions with the arguments that they take.
//!
//! A declared adjoint takes `&mut` cotangents of numbers and fixed arrays, so a cotangent that a caller discards or
//! shares gets temporary storage here, which is added afterwards. Slices are passed unchanged.

use super::item::Item;
use super::types::{stripped, zeros};
use crate::ir::Role;
use crate::ir::print::beside;
use crate::syntax::read::is_associated;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;

impl Item<'_> {
    /// Emits `declared(…)`: a call of the user's adjoint with the shadows of `__adjoint`. `seed` is the first
    /// argument, or the last in a method.
    pub(super) fn adopted(&self, path: &syn::ExprPath, seed: Option<TokenStream>) -> TokenStream {
        let (c, t) = (&self.c, &self.t);
        let zero = quote!(<#c as ::retrograde::__private::Cotangent<#t>>::zero());
        let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
        let mut arguments: Vec<TokenStream> = Vec::new();
        for (i, p) in self.params.iter().enumerate() {
            let (name, bar) = (&p.name, &p.bar);
            if !p.real {
                arguments.push(quote!(#name));
                continue;
            }
            if p.structure {
                if self.is_generic(p) {
                    before.extend(self.names_of(p).opened(p));
                }
                arguments.push(quote!(#name, #bar));
                continue;
            }
            let (inner, _) = stripped(&p.written);
            let is_fixed = p.depth == 0 || matches!(inner, syn::Type::Array(_));
            if p.role != Role::Input || !is_fixed {
                arguments.push(quote!(#name, #bar));
                continue;
            }
            let own = format_ident!("own_{i}", span = Span::mixed_site());
            let start = zeros(&inner, &zero);
            before.extend(quote!(let mut #own = #start;));
            arguments.push(quote!(#name, &mut #own));
            after.extend(added(&quote!(#bar), &quote!(#own), p.depth));
        }
        let seed = seed.map(|seed| quote!(#seed,));
        let handed = self.with(quote!(#seed), quote!(#(#arguments,)*));
        let call = quote!(#path(#handed));
        quote! {
            #[allow(unused_imports)]
            use ::retrograde::__private::traits::*;
            #before
            let value = #call;
            #after
            value
        }
    }

    /// Returns the arguments of a hidden program, unchanged.
    pub(super) fn with_shadows(&self) -> TokenStream {
        let list = self.params.iter().map(|p| {
            let (name, bar) = (&p.name, &p.bar);
            quote!(#name, #bar)
        });
        quote!(#(#list),*)
    }

    /// Returns `path(…)` with the plain arguments.
    pub(super) fn handed(&self, path: &TokenStream) -> TokenStream {
        let names = self.names();
        quote!(#path(#names);)
    }
}

/// Returns the program of a function that is named in an attribute: for a method, `Self::grow_inverse`.
pub(super) fn program_of(path: &syn::ExprPath, program: &str) -> TokenStream {
    let name = Ident::new(program, Span::call_site());
    let mut path = path.clone();
    match (is_associated(&path), path.path.segments.last_mut()) {
        (true, Some(last)) => {
            last.ident = Ident::new(&beside(&last.ident.unraw().to_string(), program), last.ident.span());
            quote!(#path)
        }
        (_, _) => quote!(#path::#name),
    }
}

/// Adds the numbers of an array with so many indices to its shadow.
fn added(bar: &TokenStream, own: &TokenStream, depth: usize) -> TokenStream {
    match depth {
        0 => quote!(#bar.add((), #own);),
        1 => quote!(for (i, c) in #own.into_iter().enumerate() { #bar.add(i, c); }),
        _ => {
            let rows = added(&quote!(bar), &quote!(row), depth - 1);
            quote!(for (i, row) in #own.into_iter().enumerate() { let mut bar = #bar.item(i); #rows })
        }
    }
}
