//! The programs whose heads the library writes: one call of `programs!` with the signature, and for each program its kind, its
//! name and its body.
//!
//! Law: a head that depends on the body of the function is printed in full (`Item::function`).

use super::item::Item;
use super::types::parameters;
use crate::ir::CalleeKind;
use crate::syntax::quiet;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

/// Parameters of a program beside those of the function, and the type of its value.
#[derive(Default)]
pub(super) struct Extras {
    /// Taken before the arguments.
    pub(super) before: TokenStream,
    /// Taken behind them.
    pub(super) behind: TokenStream,
    /// `-> V`
    pub(super) value: TokenStream,
}

impl Extras {
    /// Nothing but a value.
    pub(super) fn value(value: TokenStream) -> Extras {
        Extras { value, ..Extras::default() }
    }
}

impl Item<'_> {
    /// Takes a seed where [`Item::with`] puts it.
    pub(super) fn seeded(&self, seed: TokenStream, value: TokenStream) -> Extras {
        match self.place {
            CalleeKind::Free => Extras { before: seed, value, ..Extras::default() },
            CalleeKind::Method | CalleeKind::OfTrait | CalleeKind::InTrait => {
                Extras { behind: seed, value, ..Extras::default() }
            }
        }
    }

    /// Returns the entry of a program.
    pub(super) fn entry(&self, kind: &str, name: &str, beside: &Extras, body: TokenStream) -> TokenStream {
        let (kind, Extras { before, behind, value }) = (format_ident!("{kind}"), beside);
        let body = self.block(body, self.hollow);
        let name = self.program(name);
        quote!(#kind #name [#before] [#behind] [#value] #body)
    }

    /// Returns the call of `programs!` with some entries.
    pub(super) fn listed(&self, entries: &TokenStream) -> TokenStream {
        if entries.is_empty() {
            return TokenStream::new();
        }
        let (params, clause) = (parameters(&self.stages.function.item.sig.generics), self.predicates());
        let (c, t) = (&self.c, &self.t);
        let carried = self.carries.then(|| quote!(#c: ::retrograde::__private::Cotangent<#t>));
        let (switches, inline, vis) = (self.switches(), self.inline(), self.visibility());
        let quiet = (self.place != CalleeKind::Free).then(quiet);
        let (plain, beside, shadowed) = (self.plain(), self.beside(), self.shadowed());
        // rustc reports a bound that no shadow satisfies at the whole function, whose place is that of its first token.
        let vis = self.at_structure(quote!(#vis fn));
        let signature = quote! {
            [#switches #quiet #inline] [#vis] [#params] [#carried] [#clause] [#plain] [#beside] [#shadowed]
        };
        let at = self.structure_span().unwrap_or_else(Span::call_site);
        quote_spanned!(at=> ::retrograde::__private::programs! { { #signature } #entries })
    }

    /// Returns the predicates of the `where` clause, each with a comma.
    pub(super) fn predicates(&self) -> TokenStream {
        let predicates = crate::syntax::paths::clauses(&self.stages.function.item.sig.generics);
        quote!(#(#predicates,)*)
    }

    /// Returns the visibility of the programs.
    pub(super) fn visibility(&self) -> TokenStream {
        match self.place {
            CalleeKind::Free => quote!(pub),
            CalleeKind::Method => self.stages.function.item.vis.to_token_stream(),
            CalleeKind::OfTrait | CalleeKind::InTrait => TokenStream::new(),
        }
    }

    /// Returns the attribute `inline`, that of the user if there is one; nothing where a method has no body.
    pub(super) fn inline(&self) -> TokenStream {
        let attrs = &self.stages.function.item.attrs;
        match attrs.iter().find(|a| a.path().is_ident("inline")) {
            _ if !self.has_body => TokenStream::new(),
            Some(inline) => quote!(#inline),
            None => quote!(#[inline]),
        }
    }
}
