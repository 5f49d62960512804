//! The programs of an ordinary function that returns a value and changes arguments as well.
//!
//! Inside, the value is the last argument, a place that the caller lends (`ordinary/beside.rs`). Outside, `sweep` takes its
//! cotangent as `pull` does, and returns the value as the function does.

use super::item::Item;
use super::structure::Names;
use super::sums::{seed_type, seed_value, start_of, whole};
use super::types::substituted;
use crate::ordinary::layout::Layout;
use proc_macro2::TokenStream;
use quote::quote;

impl Item<'_> {
    /// Returns the signature that the writer wrote.
    pub(super) fn as_written(&self, sig: &syn::Signature) -> syn::Signature {
        if let Some(written) = self.declared.and_then(|declared| declared.signature.as_ref()) {
            return written.clone();
        }
        let mut sig = sig.clone();
        if let Some(output) = self.written_output() {
            sig.output = output.clone();
        }
        if self.declared.is_some_and(|declared| declared.beside) {
            sig.inputs.pop();
        }
        sig
    }

    /// The function without the place for its value.
    fn outside(&self) -> Item<'_> {
        let mut params = Item::new(self.stages, self.hollow).params;
        params.pop();
        Item {
            declared: self.declared,
            place: self.place,
            has_body: self.has_body,
            offers: self.offers.clone(),
            params,
            ..Item::new(self.stages, self.hollow)
        }
    }

    pub(super) fn beside_programs(&self) -> TokenStream {
        let (outer, Some(place)) = (self.outside(), self.params.last()) else { return TokenStream::new() };
        let Some(syn::ReturnType::Type(_, ty)) = self.written_output() else { return TokenStream::new() };
        let (name, run, said) = (&place.name, self.at(""), self.said(false));
        let names = outer.names();
        let put = quote!(::retrograde::__private::put(#run #said (#names), #name););
        let sig = &self.stages.function.item.sig;
        let value = self.function("", "__value", &sig.generics, self.plain(), quote!(), put);
        if !self.carries {
            return value;
        }
        let (t, own) = (&self.t, self.generics());
        let trail = self.own("trail");
        let made = quote!(let mut #trail = ::retrograde::__private::Trail::<#t>::new(););
        let parts = self.recorded_and_replayed_in_place(&quote!(&mut #trail));
        let lengths = self.lengths_of_sweep();
        let parts = quote!(#lengths #made #parts);
        let parts = self.function("", "__sweep_parts", &own, self.beside(), quote!(), parts);
        let doc = "The function and its adjoint in one: from the pre-state to the post-state, from the cotangents of the value and of \
                   the post-state to those of the pre-state. Cotangents of inputs are added to. Returns the value.";
        let body = self.swept(&outer, ty, &quote!(&mut #trail));
        let seeded = outer.with(self.seed(ty), outer.beside());
        let lengths = outer.lengths_of_sweep();
        let swept = quote!(#lengths #made #body);
        let sweep = self.function(doc, "sweep", &own, seeded.clone(), quote!(-> #ty), swept);
        let doc = "`sweep` with a record whose memory is used again.";
        let body = self.swept(&outer, ty, &quote!(#trail));
        let taken = outer.with(quote!(#trail: &mut ::retrograde::Record<#t>,), seeded);
        let sweep_in = self.on_record(doc, "sweep_in", &own, taken, quote!(-> #ty), quote!(#lengths #body));
        let (recorded, held) = (self.recorded_programs(), self.at_structure(self.held()));
        quote! {
            #value
            ::retrograde::__private::when_alloc! { #parts #sweep }
            #sweep_in #recorded #held
        }
    }

    /// Declares the place for the value, where a program takes none.
    pub(super) fn start_of_value(&self, real: &syn::Ident) -> TokenStream {
        let beside = self.declared.is_some_and(|declared| declared.beside);
        match (self.written_output(), self.params.last()) {
            (Some(syn::ReturnType::Type(_, ty)), Some(place)) if beside => {
                let layout = Layout::of(ty);
                let parts = substituted(&layout.ty(), self.stages.function.real.ident(), real);
                let (name, start) = (&place.name, start_of(&layout, &quote!(#real)));
                quote!(let #name: &mut #parts = &mut #start;)
            }
            _ => TokenStream::new(),
        }
    }

    /// The parameter for the cotangent of the value.
    fn seed(&self, ty: &syn::Type) -> TokenStream {
        let bar = self.own("y_bar");
        if !self.params.last().is_some_and(|place| place.real) {
            return TokenStream::new();
        }
        let seed = seed_type(&Layout::of(ty), &Names { real: &self.t, cotangent: &self.c });
        quote!(#bar: #seed,)
    }

    /// The sweep, whose last expression is the value.
    fn swept(&self, outer: &Item<'_>, ty: &syn::Type, trail: &TokenStream) -> TokenStream {
        let Some(place) = self.params.last() else { return TokenStream::new() };
        let (layout, t) = (Layout::of(ty), &self.t);
        let (start, parts) = (start_of(&layout, t), layout.ty());
        let (name, bar, y_bar) = (&place.name, &place.bar, self.own("y_bar"));
        let (held, seed) = (self.own("held"), seed_value(&layout, &quote!(#y_bar)));
        let own_seed = self.own("seed");
        let seeded = place.real.then(|| quote!(let mut #own_seed = #seed; let #bar = &mut #own_seed;));
        let (run, returns) = self.run_in_place(trail);
        let (again, said) = (self.at(""), self.said(false));
        let arguments = outer.again(false);
        let again = quote!(#again #said (#arguments));
        // What failed is run again from the pre-state, for its error.
        let failed = match &layout {
            Layout::Sum(_) => (quote!(let failed = !#name.0;), quote!(if failed { return #again; })),
            Layout::Unit | Layout::Plain(_) | Layout::Tuple(_) => (quote!(), quote!()),
        };
        let (record, replay) = run;
        let (asked, failed) = failed;
        let value = whole(&layout, ty, &quote!(#held), &again);
        self.at_structure(quote! {
            let mut #held: #parts = #start;
            {
                let #name = &mut #held;
                #seeded
                #record
                #asked
                #replay
                #failed
                #returns
            }
            #value
        })
    }
}
