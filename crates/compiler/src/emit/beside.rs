//! The programs of an ordinary function that returns a value and changes arguments as well.
//!
//! Inside, the value is the last argument, a place that the caller lends (`ordinary/beside.rs`). Outside, `sweep` takes its
//! cotangent as `pull` does, and returns the value as the function does.

use super::checkpoint::{restore, save};
use super::item::Item;
use super::structure::Names;
use super::sums::{Held, held_number, seed_type, seed_value, sides, start_of, whole, with_held};
use super::types::substituted;
use crate::ordinary::layout::{Layout, held, is_result};
use proc_macro2::TokenStream;
use quote::quote;

impl Item<'_> {
    /// Returns the signature that the writer wrote.
    pub(super) fn as_written(&self, sig: &syn::Signature) -> syn::Signature {
        if let Some(written) = self.declared.and_then(|declared| declared.signature.as_ref()) {
            return written.clone();
        }
        let function = &self.stages.function;
        let captured: Vec<&str> = function
            .params
            .iter()
            .filter(|p| p.captured_by.is_some())
            .map(|p| &*function.vars[p.var].name)
            .collect();
        let mut sig = sig.clone();
        // What functions capture comes with them.
        sig.inputs = sig.inputs.into_iter().filter(|input| !is_named(input, &captured)).collect();
        if let Some(output) = self.written_output() {
            sig.output = output.clone();
        }
        if self.declared.is_some_and(|declared| declared.beside) {
            sig.inputs.pop();
        }
        sig
    }

    /// The function without the place for its value.
    pub(super) fn outside(&self) -> Item<'_> {
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
        // What is held where there is no value is the same whatever the place held before.
        let layout = Layout::of(ty);
        let start = start_of(&layout, &self.t);
        let start = layout.has_sum().then(|| quote!(*#name = #start;));
        let put = quote!(#start #put);
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
        let (recorded, held) = (self.listed(&self.recorded_programs()), self.at_structure(self.held()));
        let on_records = self.on_own_records(|item| {
            let (later, gradients) = (item.recorded_beside(&outer, ty), item.gradients_beside(&outer, ty));
            quote!(#later #gradients)
        });
        let refused = self.is_method_beside().then(|| self.refused_call(&outer, ty));
        quote! {
            #value
            #refused
            ::retrograde::__private::when_alloc! { #parts #sweep }
            #sweep_in #recorded #held #on_records
        }
    }

    /// Emits the programs that a caller finds who takes the method for one that changes nothing: an error says what to write.
    fn refused_call(&self, outer: &Item<'_>, ty: &syn::Type) -> TokenStream {
        let (trail, sig) = (self.own("trail"), &self.stages.function.item.sig);
        let refused = quote!(#trail: impl ::retrograde::__private::ChangesReceiver,);
        let (taken, written) = (outer.plain(), self.written_output());
        let body = quote!(match #trail.never() {});
        let (returned, taken) = (quote!(#written), quote!(#taken #refused));
        let record = self.function("", "__record", &sig.generics, taken, returned, body.clone());
        let shadowed = outer.with(self.seed(ty), outer.shadowed());
        let replay =
            self.function("", "__replay", &self.generics(), quote!(#shadowed #refused), quote!(), body);
        quote!(#record #replay)
    }

    /// `record` and `replay`. The error of a `Result` is that of another run, for which `record` has no state any more.
    fn recorded_beside(&self, outer: &Item<'_>, ty: &syn::Type) -> TokenStream {
        let (Some(place), Some(of)) = (self.params.last(), self.stages.function.params.last()) else {
            return TokenStream::new();
        };
        let layout = Layout::of(ty);
        if fails(ty) {
            return TokenStream::new();
        }
        let sig = &self.stages.function.item.sig;
        let (t, trail, held, name) = (&self.t, self.own("trail"), self.own("held"), &place.name);
        let (start, parts) = (start_of(&layout, t), layout.ty());
        let kept = &self.stages.function.vars[of.var].ty;
        let (saved, restored) = (save(&trail, &quote!(#held), kept), restore(&trail, &quote!(#held), kept));
        let ((run, _), _) = self.run_in_place(&quote!((&mut #trail)));
        let value = whole(&layout, ty, &quote!(#held), &quote!(::core::unreachable!()));
        let doc = format!("Runs [`{0}`]({0}()), and records what `replay` needs to go back.", sig.ident);
        let body = quote! {
            let mut #trail = ::retrograde::Record::<#t>::new();
            let mut #held: #parts = #start;
            {
                let #name = &mut #held;
                #run
            }
            #saved
            (#value, #trail)
        };
        let of = quote!(-> (#ty, ::retrograde::Record<#t>));
        let record = self.on_record(&doc, "record", &sig.generics, outer.plain(), of, body);
        let (y_bar, own_seed, bar) = (self.own("y_bar"), self.own("seed"), &place.bar);
        let seed = seed_value(&layout, &quote!(#y_bar));
        let seeded = place.real.then(|| quote!(let mut #own_seed = #seed; let #bar = &mut #own_seed;));
        let (lengths, replay) = (outer.lengths(), self.at(self.replayer()));
        let (said, passed) = (self.said(true), self.forwarded());
        let taken = quote!(#trail: &mut ::retrograde::Record<#t>,);
        let seed = self.seed(ty);
        let taken = outer.with(quote!(#taken #seed), outer.beside());
        let body = quote! {
            #lengths
            let mut #held: #parts = #start;
            #restored
            let #name = &mut #held;
            #seeded
            #replay #said (#passed #trail);
        };
        let doc = "Goes back through a record of the function: from the cotangents of the value and of the post-state, and from the \
                   post-state, to the pre-state and its cotangents. Cotangents of inputs are added to. The record is empty afterwards.";
        let replay =
            self.on_record(doc, "replay", &self.generics(), taken, quote!(), self.at_structure(body));
        quote!(#record #replay)
    }

    /// `gradient` and `gradient_in`, or `gradient_with` where the value is more than one number: the post-state has no cotangents.
    fn gradients_beside(&self, outer: &Item<'_>, ty: &syn::Type) -> TokenStream {
        if !self.params.last().is_some_and(|place| place.real) {
            return TokenStream::new();
        }
        let (t, real, layout) = (&self.t, self.stages.function.real.ident(), Layout::of(ty));
        let one = quote!(<#t as ::retrograde::__private::Real>::constant(1.0));
        let (trail, held, y_bar) = (self.own("trail"), self.own("held"), self.own("y_bar"));
        let (_, _, types, _) = outer.owned_bars(None);
        let bars = quote!((#(#types,)*));
        let call = {
            let (run, said, arguments) = (self.at(""), self.said(false), outer.again(false));
            quote!(#run #said (#arguments))
        };
        let sig = &self.stages.function.item.sig;
        let made = quote!(let mut #trail = ::retrograde::__private::Trail::<#t>::new(););
        let plain = outer.plain();
        match held_number(&layout, real) {
            Some(kind) => {
                let seed = seed_value(&layout, &one);
                let (of, some) = match kind {
                    Held::Alone => (quote!((#t, #bars)), quote!((#held, #y_bar))),
                    Held::Number => {
                        let of = with_held(ty, quote!((#t, #bars)));
                        let (some, none) = sides(ty, quote!((#held.1, #y_bar)), &call);
                        (quote!(#of), quote!(if #held.0 { #some } else { #none }))
                    }
                };
                let doc = "The value and the cotangents of the pre-state and of all active arguments, owned.";
                let body = self.gradient_beside(outer, ty, &quote!(&mut #trail), &seed, &some);
                let gradient = self.on_record(
                    doc,
                    "gradient",
                    &sig.generics,
                    plain,
                    quote!(-> #of),
                    quote!(#made #body),
                );
                let doc = "`gradient` with a record whose memory is used again.";
                let taken = outer.with(quote!(#trail: &mut ::retrograde::Record<#t>,), outer.plain());
                let body = self.gradient_beside(outer, ty, &quote!(#trail), &seed, &some);
                let gradient_in =
                    self.on_record(doc, "gradient_in", &sig.generics, taken, quote!(-> #of), body);
                quote!(#gradient #gradient_in)
            }
            None => {
                let y_seed = self.own("y_seed");
                let seed_ty = seed_type(&layout, &Names { real: t, cotangent: real, by_type: false });
                let seed = seed_value(&layout, &quote!(#y_seed));
                let value = whole(&layout, ty, &quote!(#held), &call);
                let body =
                    self.gradient_beside(outer, ty, &quote!(&mut #trail), &seed, &quote!((#value, #y_bar)));
                let doc = "The value and the cotangents of the pre-state and of all active arguments, owned, where the first argument is \
                           the cotangent of the value.";
                let taken = outer.with(quote!(#y_seed: #seed_ty,), plain);
                let of = quote!(-> (#ty, #bars));
                self.on_record(doc, "gradient_with", &sig.generics, taken, of, quote!(#made #body))
            }
        }
    }

    /// Runs record and replay with owned cotangents, which have the shape of the post-state at first.
    fn gradient_beside(
        &self,
        outer: &Item<'_>,
        ty: &syn::Type,
        trail: &TokenStream,
        seed: &TokenStream,
        returned: &TokenStream,
    ) -> TokenStream {
        let Some(place) = self.params.last() else { return TokenStream::new() };
        let (layout, t) = (Layout::of(ty), &self.t);
        let (start, parts) = (start_of(&layout, t), layout.ty());
        let (name, bar, held, y_bar) = (&place.name, &place.bar, self.own("held"), self.own("y_bar"));
        let own_seed = self.own("seed");
        let (declare, pass, _, values) = outer.owned_bars(None);
        let said = self.said_with(self.carries.then(|| quote!(#t)));
        let ((record, replay), returns) =
            self.run_in_place_with(trail, said, quote!(#pass &mut *#name, &mut *#bar,));
        // The error of a `Result` is that of another run, from the pre-state.
        let (failed, state) = if fails(ty) {
            (quote!(let failed = !#name.0;), quote!(if !failed { #returns }))
        } else {
            (quote!(), returns)
        };
        let body = quote! {
            let mut #held: #parts = #start;
            let #y_bar = {
                let #name = &mut #held;
                #record
                #failed
                #declare
                let mut #own_seed = #seed;
                let #bar = &mut #own_seed;
                #replay
                #state
                (#(#values,)*)
            };
            #returned
        };
        self.at_structure(body)
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
        let seed = seed_type(&Layout::of(ty), &Names { real: &self.t, cotangent: &self.c, by_type: false });
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

/// True if a `Result` is in a type.
fn fails(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Tuple(tuple) => tuple.elems.iter().any(fails),
        syn::Type::Paren(inner) => fails(&inner.elem),
        syn::Type::Group(inner) => fails(&inner.elem),
        other => is_result(other) || held(other).is_some_and(fails),
    }
}

/// True for a parameter with one of these names.
fn is_named(input: &syn::FnArg, names: &[&str]) -> bool {
    match input {
        syn::FnArg::Typed(syn::PatType { pat, .. }) => {
            matches!(&**pat, syn::Pat::Ident(name) if names.iter().any(|other| name.ident == other))
        }
        syn::FnArg::Receiver(_) => false,
    }
}
