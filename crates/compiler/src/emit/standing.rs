//! The place where the programs of a function are, and their names.
//!
//! A free function `f` gets a `struct f {}`, and its programs are associated functions of that. A type cannot be
//! declared among methods, so the programs of a method are methods themselves: `step_inverse`, `__step_adjoint`,
//! `try_step`.

use super::item::Item;
use crate::ir::CalleeKind;
use crate::ir::print::beside;
use crate::sorted::Set;
use crate::stages::Stages;
use crate::syntax::declared::Declared;
use crate::syntax::quiet;
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::parse_quote;

/// The context of a method that determines its programs.
#[derive(Clone, Debug)]
pub struct Circumstances {
    /// True if only signatures are emitted: the method broke a law, or has no body.
    pub hollow: bool,
    /// True if it has a body.
    pub has_body: bool,
    /// The names that are taken.
    pub offers: Offers,
    /// The block of methods.
    pub block: Option<Block>,
}

/// The parameters of an `impl`, and the type that it is of.
#[derive(Clone, Debug)]
pub struct Block {
    /// The parameters.
    pub generics: syn::Generics,
    /// The type.
    pub of: syn::Type,
}

/// The names of the user's methods, which no optional program takes: `step_check`, `step_gradient`, `step_record`.
#[derive(Clone, Debug, Default)]
pub struct Offers(pub Set<String>);

impl Offers {
    /// True if no method of the user has the name of a program.
    pub(super) fn is_free(&self, program: &Ident) -> bool {
        !self.0.contains(&program.unraw().to_string())
    }
}

/// Returns a method and its programs.
pub fn method(stages: &Stages, declared: &Declared, circumstances: Circumstances) -> TokenStream {
    let Circumstances { hollow, has_body, offers, block } = circumstances;
    let declared = Some(declared);
    Item { declared, has_body, offers, block, ..Item::new(stages, hollow) }.methods()
}

impl Item<'_> {
    /// Returns the name of a program; the name of the function itself is empty.
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

    /// Returns the path by which a program is called by another one.
    pub(super) fn at(&self, name: &str) -> TokenStream {
        let program = self.program(name);
        match (self.place, name) {
            (_, "") if self.takes_otherwise() => {
                let program = self.program("__run");
                quote!(Self::#program)
            }
            (CalleeKind::Free, "") => quote!(#program),
            _ => quote!(Self::#program),
        }
    }

    /// Combines a seed with the arguments: the seed comes first, or last in a method, whose first argument is `self`.
    pub(super) fn with(&self, seed: TokenStream, arguments: TokenStream) -> TokenStream {
        match self.place {
            CalleeKind::Free => quote!(#seed #arguments),
            CalleeKind::Method | CalleeKind::OfTrait | CalleeKind::InTrait => quote!(#arguments #seed),
        }
    }

    /// Returns the `cfg` conditions of a method, which apply to each of its programs; those of a free function are at
    /// the `impl`.
    pub(super) fn switches(&self) -> TokenStream {
        let attrs = &self.stages.function.item.attrs;
        let switches = attrs.iter().filter(|a| self.place != CalleeKind::Free && a.path().is_ident("cfg"));
        quote!(#(#switches)*)
    }

    /// Returns a program that is derived from the others: a trait provides it, whether or not the method has a body
    /// there, and its `impl` does not repeat it.
    pub(super) fn provided(&self, program: impl FnOnce(&Self) -> TokenStream) -> TokenStream {
        match self.place {
            CalleeKind::Free | CalleeKind::Method => program(self),
            CalleeKind::OfTrait => TokenStream::new(),
            CalleeKind::InTrait => {
                let (has_body, offers) = (true, self.offers.clone());
                let declared = self.declared;
                program(&Item {
                    declared,
                    has_body,
                    offers,
                    ..Item::new(self.stages, self.hollow && self.has_body)
                })
            }
        }
    }

    /// Returns a method and its programs.
    pub(super) fn methods(&self) -> TokenStream {
        let item = &self.stages.function.item;
        let (attrs, vis, sig, quiet) = (&item.attrs, &item.vis, &item.sig, quiet());
        let body = if self.has_body {
            let body = self.own_body();
            quote!({ #body })
        } else {
            quote!(;)
        };
        let mut head = self.as_written(sig);
        if let (Some(first), Some(p)) = (head.inputs.first_mut(), self.params.first()) {
            if p.name == "self" {
                let receiver = p.taken();
                *first = parse_quote!(#receiver);
            }
        }
        let programs = self.programs();
        let loans = self.loans_method();
        quote! {
            #(#attrs)*
            #quiet
            #vis #head #body
            #programs
            #loans
        }
    }
}
