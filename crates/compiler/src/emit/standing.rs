//! Where a function stands, and so where its programs are and what they are called.
//!
//! Beside a free function stands `struct f {}`, whose associated functions they are. Among methods there is no place for a type,
//! so there they are methods themselves: `step_inverse`, `__step_adjoint`, `try_step`.

use super::item::Item;
use crate::ir::CalleeKind;
use crate::ir::print::beside;
use crate::stages::Stages;
use crate::syntax::declared::Declared;
use crate::syntax::quiet;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::parse_quote;

/// What a method's programs depend on beside it.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances {
    /// Whether only signatures count: it broke a law, or has no body.
    pub hollow: bool,
    /// Whether it has a body.
    pub has_body: bool,
    /// Which of its programs have a free name.
    pub offers: Offers,
}

/// Whether no method that the user wrote is called as a program would be that others can do without.
#[derive(Clone, Copy, Debug)]
pub struct Offers {
    /// `step_check`
    pub check: bool,
    /// `step_gradient`
    pub gradient: bool,
}

impl Offers {
    /// Nothing is called so.
    pub const ALL: Offers = Offers { check: true, gradient: true };
}

/// A method and its programs, beside it.
pub fn method(stages: &Stages, declared: &Declared, circumstances: Circumstances) -> TokenStream {
    let Circumstances { hollow, has_body, offers } = circumstances;
    let declared = Some(declared);
    Item { declared, has_body, offers, ..Item::new(stages, hollow) }.methods()
}

impl Item<'_> {
    /// The name of a program; that of the function itself is empty.
    pub(super) fn program(&self, name: &str) -> Ident {
        let of = &self.stages.function.item.sig.ident;
        let text = match (self.place, name) {
            (_, "") => return of.clone(),
            (CalleeKind::Free, name) => name.to_string(),
            (CalleeKind::Method | CalleeKind::OfTrait | CalleeKind::InTrait, name) => {
                beside(&of.unraw().to_string(), name)
            }
        };
        Ident::new(&text, Span::call_site().located_at(of.span()))
    }

    /// How a program is called by another one.
    pub(super) fn at(&self, name: &str) -> TokenStream {
        let program = self.program(name);
        match (self.place, name) {
            (CalleeKind::Free, "") => quote!(#program),
            _ => quote!(Self::#program),
        }
    }

    /// What comes beside the arguments: before them, or in a method after them, since `self` stands first.
    pub(super) fn with(&self, seed: TokenStream, arguments: TokenStream) -> TokenStream {
        match self.place {
            CalleeKind::Free => quote!(#seed #arguments),
            CalleeKind::Method | CalleeKind::OfTrait | CalleeKind::InTrait => quote!(#arguments #seed),
        }
    }

    /// Conditions on a method hold for each of its programs; those of a free function stand at the `impl`.
    pub(super) fn switches(&self) -> TokenStream {
        let attrs = &self.stages.function.item.attrs;
        let switches = attrs.iter().filter(|a| self.place != CalleeKind::Free && a.path().is_ident("cfg"));
        quote!(#(#switches)*)
    }

    /// A program that is made of the others: a trait provides it, whether or not it has a body for the method, and its `impl`
    /// does not say it again.
    pub(super) fn provided(&self, program: impl FnOnce(&Self) -> TokenStream) -> TokenStream {
        match self.place {
            CalleeKind::Free | CalleeKind::Method => program(self),
            CalleeKind::OfTrait => TokenStream::new(),
            CalleeKind::InTrait => {
                let (has_body, offers) = (true, self.offers);
                program(&Item { has_body, offers, ..Item::new(self.stages, self.hollow && self.has_body) })
            }
        }
    }

    /// A method and its programs.
    pub(super) fn methods(&self) -> TokenStream {
        let item = &self.stages.function.item;
        let (attrs, vis, sig, quiet) = (&item.attrs, &item.vis, &item.sig, quiet());
        let body = match self.has_body {
            true => {
                let body = self.own_body();
                quote!({ #body })
            }
            false => quote!(;),
        };
        let mut head = sig.clone();
        if let (Some(first), Some(p)) = (head.inputs.first_mut(), self.params.first()) {
            if p.name == "self" {
                let receiver = p.taken();
                *first = parse_quote!(#receiver);
            }
        }
        let programs = match self.stages.function.output {
            Some(_) => self.returning_programs(),
            None => self.state_programs(),
        };
        let scratch = self.scratch_method();
        quote! {
            #(#attrs)*
            #quiet
            #vis #head #body
            #programs
            #scratch
        }
    }
}

/// What is only declared is not inlined.
pub(super) fn inline_of(has_body: bool, inline: TokenStream) -> TokenStream {
    if has_body { inline } else { TokenStream::new() }
}
