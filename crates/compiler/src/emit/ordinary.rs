//! The programs of an ordinary function: all of them run its record first, and replay it.
//!
//! Takes the stages, returns functions in `impl f`. Such a function has no inverse: what it destroys is known to its record alone.

use super::item::Item;
use crate::ir::{Role, Type};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

impl Item<'_> {
    /// The programs of a function that changes its state and returns nothing.
    pub(super) fn ordinary_state_programs(&self) -> TokenStream {
        let own = self.generics();
        let lengths = self.lengths_of_sweep();
        let body = self.recorded_and_replayed_in_place();
        let sweep = self.function(
            "The function and its adjoint in one: from the pre-state to the post-state, from the cotangents of the post-state to those \
             of the pre-state. Cotangents of inputs are added to.",
            "sweep",
            &own,
            self.beside(),
            quote!(),
            quote!(#lengths #body),
        );
        let recorded = self.recorded_programs();
        quote!(#sweep #recorded)
    }

    /// The pullback of a function that returns a value: its record, and at once its replay.
    pub(super) fn recorded_and_replayed(&self, bar: &Ident) -> TokenStream {
        let (record, replay) = (self.at("__record"), self.at("__replay"));
        let (plain, said) = (self.said(false), self.said(true));
        let (again, passed) = (self.again(false), self.with(quote!(#bar,), self.passed()));
        let (trail, value, t) = (self.own("trail"), self.own("value"), &self.t);
        self.at_structure(quote! {
            let mut #trail = ::retrograde::__private::Trail::<#t>::new();
            let #value = #record #plain (#again &mut #trail);
            #replay #said (#passed &mut #trail);
            #value
        })
    }

    /// The sweep of a function that changes its state: the replay leaves the pre-state, so the post-state is copied before it.
    fn recorded_and_replayed_in_place(&self) -> TokenStream {
        let (record, replay) = (self.at("__record"), self.at("__replay"));
        let (plain, said, t) = (self.said(false), self.said(true), &self.t);
        let (again, bars) = (self.again(false), self.forwarded_again());
        let trail = self.own("trail");
        let function = &self.stages.function;
        let state = self.params.iter().zip(&function.params).filter(|(p, _)| p.role == Role::State);
        let (copies, returns): (Vec<TokenStream>, Vec<TokenStream>) = state
            .map(|(p, of)| {
                let (name, copy) = (&p.name, self.own(&format_ident!("{}_after", p.name).to_string()));
                let is_slice = matches!(function.vars[of.var].ty, Type::Slice(_));
                let back =
                    if is_slice { quote!(#name.clone_from_slice(&#copy);) } else { quote!(*#name = #copy;) };
                (quote!(let #copy = ::retrograde::__private::ToOwned::to_owned(&*#name);), back)
            })
            .unzip();
        self.at_structure(quote! {
            let mut #trail = ::retrograde::__private::Trail::<#t>::new();
            #record #plain (#again &mut #trail);
            #(#copies)*
            #replay #said (#bars &mut #trail);
            #(#returns)*
        })
    }

    /// The arguments of a shadowed program, reborrowed.
    fn forwarded_again(&self) -> TokenStream {
        let list = self.params.iter().map(|p| {
            let (name, bar) = (&p.name, &p.bar);
            let mutable = matches!(&p.written, syn::Type::Reference(r) if r.mutability.is_some());
            let primal = if mutable { quote!(&mut *#name) } else { quote!(#name) };
            if p.real { quote!(#primal, #bar,) } else { quote!(#primal, ::retrograde::__private::Discard,) }
        });
        quote!(#(#list)*)
    }
}
