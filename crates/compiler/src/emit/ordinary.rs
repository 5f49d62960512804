//! The programs of an ordinary function: they run its record first, and replay it, unless it has a pullback that needs none.
//!
//! Takes the stages, returns functions in `impl f`. Such a function has no inverse: what it destroys is known to its record alone.
//! `record` and `replay` are for users who go back later; those that end in `_in` take the record whose memory they use again.

use super::checkpoint::is_recorded;
use super::item::Item;
use super::programs::Extras;
use super::recorded::manner;
use super::sums::{seed_value, whole};
use crate::ir::step::Procedure;
use crate::ir::{CalleeKind, Role, Type};
use crate::law::Language;
use crate::ordinary::layout::Layout;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Ident;

/// The returned value of a function, and its cotangent, as both are written in signatures.
pub(super) struct Returned<'a> {
    pub(super) value: &'a syn::Type,
    pub(super) seed: &'a syn::Type,
    /// The parts that the programs have of the value.
    pub(super) layout: &'a Layout,
}

impl Item<'_> {
    /// The programs of a function that changes its state and returns nothing.
    pub(super) fn ordinary_state_programs(&self) -> TokenStream {
        // Without numbers there is nothing to pull back.
        if !self.carries {
            return TokenStream::new();
        }
        let (own, lengths, trail) = (self.generics(), self.lengths_of_sweep(), self.own("trail"));
        let doc = "The function and its adjoint in one: from the pre-state to the post-state, from the cotangents of the post-state to \
                   those of the pre-state. Cotangents of inputs are added to.";
        let t = &self.t;
        let made = quote!(let mut #trail = ::retrograde::__private::Trail::<#t>::new(););
        // The library calls a free function with shadows (`arguments::Pulled`, `recorded_whole!`).
        let (body, hidden) = match self.place {
            CalleeKind::Free => {
                let (at, said, forwarded) = (self.at("__sweep"), self.said(true), self.forwarded());
                let ((record, replay), returns) =
                    self.run_in_place_with(&quote!(&mut #trail), self.said(true), self.again(true));
                let body = self.at_structure(quote!(#made #record #replay #returns));
                (quote!(#at #said (#forwarded)), self.entry("replay", "__sweep", &Extras::default(), body))
            }
            CalleeKind::Method | CalleeKind::OfTrait | CalleeKind::InTrait => {
                let body = self.recorded_and_replayed_in_place(&quote!(&mut #trail));
                (quote!(#made #body), TokenStream::new())
            }
        };
        let sweep = self.function(doc, "sweep", &own, self.beside(), quote!(), quote!(#lengths #body));
        let sweep = quote!(::retrograde::__private::when_alloc! { #sweep });
        let doc = "`sweep` with a record whose memory is used again.";
        let sweep_in = self.provided(|item| {
            let taken = item.with(quote!(#trail: &mut ::retrograde::Record<#t>,), item.beside());
            let body = item.recorded_and_replayed_in_place(&quote!(#trail));
            item.on_record(doc, "sweep_in", &own, taken, quote!(), quote!(#lengths #body))
        });
        let (recorded, on_records) = (
            self.listed(&[hidden, self.recorded_programs()].into_iter().collect()),
            self.provided(|item| item.on_records(None)),
        );
        let held = self.at_structure(self.provided(Item::held));
        quote!(#sweep #sweep_in #recorded #on_records #held)
    }

    /// The pullback of a function that returns a value, where it needs no record.
    pub(super) fn pullback(&self) -> Option<&Procedure> {
        let stages = self.stages;
        match stages.function.options.language {
            Language::Ordinary => stages.recording.as_ref()?.at_once.as_ref(),
            Language::Reversible => Some(&stages.adjoint),
        }
    }

    /// The pullback of a function that returns a value: its record, and at once its replay.
    pub(super) fn recorded_and_replayed(&self, bar: &Ident) -> TokenStream {
        let (trail, t) = (self.own("trail"), &self.t);
        let passed = self.with(quote!(#bar,), self.passed());
        let body = self.value_recorded_and_replayed(&quote!(&mut #trail), passed);
        self.at_structure(quote! {
            let mut #trail = ::retrograde::__private::Trail::<#t>::new();
            #body
        })
    }

    /// Runs the record and the replay of a function that returns a value, which is the last expression.
    fn value_recorded_and_replayed(&self, trail: &TokenStream, passed: TokenStream) -> TokenStream {
        if self.pullback().is_some() {
            let (pull, said) = (self.at("__pull"), self.said(true));
            return quote!(#pull #said (#passed));
        }
        let (record, replay) = (self.at("__record"), self.at("__replay"));
        let (plain, said, again, value) =
            (self.said(false), self.said(true), self.again(false), self.own("value"));
        quote! {
            let #value = #record #plain (#again #trail);
            #replay #said (#passed #trail);
            #value
        }
    }

    /// `record` and `replay`, and `pull_in` of a function that returns a value.
    pub(super) fn on_records(&self, returned: Option<Returned<'_>>) -> TokenStream {
        let sig = &self.stages.function.item.sig;
        let (name, t, own) = (&sig.ident, &self.t, self.generics());
        let (trail, value, y_bar) = (self.own("trail"), self.own("value"), self.own("y_bar"));
        let (record, replay) = (self.at("__record"), self.at("__replay"));
        let (plain, said, again) = (self.said(false), self.said(true), self.again(false));
        let made = quote!(let mut #trail = ::retrograde::Record::<#t>::new(););
        let (of, made) = match &returned {
            Some(Returned { value: ty, layout, .. }) => {
                let (run, arguments) = (self.at(""), self.again(false));
                let returned = whole(layout, ty, &quote!(#value), &quote!(#run #plain (#arguments)));
                let body =
                    quote!(#made let #value = #record #plain (#again &mut #trail); (#returned, #trail));
                (quote!((#ty, ::retrograde::Record<#t>)), body)
            }
            None => {
                (quote!(::retrograde::Record<#t>), quote!(#made #record #plain (#again &mut #trail); #trail))
            }
        };
        let doc = format!("Runs [`{name}`]({name}()), and records what `replay` needs to go back.");
        let first = self.on_record(&doc, "record", &sig.generics, self.plain(), quote!(-> #of), made);
        let (seed, handed) = match &returned {
            Some(Returned { seed, layout, .. }) => {
                let handed = seed_value(layout, &quote!(#y_bar));
                (quote!(#y_bar: #seed,), quote!(#handed,))
            }
            None => (quote!(), quote!()),
        };
        let taken = self.with(quote!(#trail: &mut ::retrograde::Record<#t>, #seed), self.beside());
        let passed = self.with(handed.clone(), self.forwarded());
        let doc = match &returned {
            Some(_) => {
                "Goes back through a record of the function at these arguments: adds to their cotangents what the cotangent of the \
                 value is pulled back to. The record is empty afterwards."
            }
            None => {
                "Goes back through a record of the function: from the post-state and its cotangents to the pre-state and its \
                 cotangents. Cotangents of inputs are added to. The record is empty afterwards."
            }
        };
        let lengths = self.lengths();
        let body = quote!(#lengths #replay #said (#passed #trail););
        let second = self.on_record(doc, "replay", &own, taken.clone(), quote!(), body);
        let third = returned.map(|Returned { value: ty, layout, .. }| {
            let passed = self.with(handed, self.forwarded());
            let body = self.value_recorded_and_replayed(&quote!(#trail), passed);
            let (run, names) = (self.at(""), self.names());
            let returned = whole(layout, ty, &quote!(#value), &quote!(#run #plain (#names)));
            let body = quote!(#lengths let #value = { #body }; #returned);
            let doc = "`pull` with a record whose memory is used again.";
            self.on_record(doc, "pull_in", &own, taken, quote!(-> #ty), body)
        });
        quote!(#first #second #third)
    }

    /// `gradient_in`: the value and owned cotangents, with a record whose memory is used again.
    pub(super) fn gradient_on_record(&self, one: &TokenStream, value: &TokenStream) -> TokenStream {
        let result = self.own("result");
        let (_, _, types, values) = self.owned_bars(None);
        let ty = quote!((#value, (#(#types,)*)));
        self.gradient_in(one, &ty, &quote!((#result, (#(#values,)*))))
    }

    /// `gradient_in`, which returns a value made of `result` and of the cotangents.
    pub(super) fn gradient_in(
        &self,
        seed: &TokenStream,
        ty: &TokenStream,
        returned: &TokenStream,
    ) -> TokenStream {
        let (t, trail, result) = (&self.t, self.own("trail"), self.own("result"));
        let (declare, pass, ..) = self.owned_bars(None);
        let (record, replay) = (self.at("__record"), self.at("__replay"));
        let (plain, said) = (self.said(false), self.said_with(self.carries.then(|| quote!(#t))));
        let (again, pass) = (self.again(false), self.with(quote!(#seed,), pass));
        let generics = &self.stages.function.item.sig.generics;
        let taken = self.with(quote!(#trail: &mut ::retrograde::Record<#t>,), self.plain());
        let run = if self.pullback().is_some() {
            let pull = self.at("__pull");
            quote!(#declare let #result = #pull #said (#pass);)
        } else {
            quote! {
                let #result = #record #plain (#again #trail);
                #declare
                #replay #said (#pass #trail);
            }
        };
        let body = quote!(#run #returned);
        let doc = "`gradient` with a record whose memory is used again.";
        self.on_record(doc, "gradient_in", generics, taken, quote!(-> #ty), body)
    }

    /// A program that a user gives a record to, or gets one from; nothing if a method of the user has its name.
    pub(super) fn on_record(
        &self,
        doc: &str,
        name: &str,
        generics: &syn::Generics,
        args: TokenStream,
        ret: TokenStream,
        body: TokenStream,
    ) -> TokenStream {
        if !self.offers.is_free(&self.program(name)) {
            return TokenStream::new();
        }
        let function = self.function(doc, name, generics, args, ret, body);
        quote!(::retrograde::__private::when_alloc! { #function })
    }

    /// The sweep of a function that changes its state: the replay leaves the pre-state, so the post-state is copied before it.
    pub(super) fn recorded_and_replayed_in_place(&self, trail: &TokenStream) -> TokenStream {
        let ((record, replay), returns) = self.run_in_place(trail);
        self.at_structure(quote!(#record #replay #returns))
    }

    /// Runs record and replay, and returns the statements that put the post-state in its place.
    pub(super) fn run_in_place(&self, trail: &TokenStream) -> ((TokenStream, TokenStream), TokenStream) {
        self.run_in_place_with(trail, self.said(true), self.forwarded_again())
    }

    /// Runs both with these generic arguments and these arguments of the replay.
    pub(super) fn run_in_place_with(
        &self,
        trail: &TokenStream,
        said: TokenStream,
        bars: TokenStream,
    ) -> ((TokenStream, TokenStream), TokenStream) {
        let (record, replay) = (self.at(self.recorder()), self.at(self.replayer()));
        let (plain, again) = (self.said(false), self.again(false));
        let function = &self.stages.function;
        let state = self.params.iter().zip(function.taken()).filter(|(p, _)| p.role == Role::State);
        let (copies, returns): (Vec<TokenStream>, Vec<TokenStream>) = state
            .map(|(p, of)| {
                let (name, ty) = (&p.name, &function.vars[of.var].ty);
                let after = quote!(::retrograde::__private::Trail::after(#trail));
                match ty {
                    Type::Slice(item) if is_recorded(item) => {
                        let manner = manner(item);
                        (
                            quote!(#after.keep_all::<#manner, _>(&#name[..]);),
                            quote!(#after.take_all::<#manner, _>(&mut #name[..]);),
                        )
                    }
                    ty if is_recorded(ty) => {
                        let manner = manner(ty);
                        (
                            quote!(#after.keep::<#manner, _>(&*#name);),
                            quote!(*#name = #after.take::<#manner, _>();),
                        )
                    }
                    _ => {
                        let copy = self.own(&format_ident!("{}_after", p.name).to_string());
                        let is_slice = matches!(ty, Type::Slice(_));
                        let back = if is_slice {
                            quote!(#name.clone_from_slice(&#copy);)
                        } else {
                            quote!(*#name = #copy;)
                        };
                        (quote!(let #copy = ::retrograde::__private::Snapshot::snapshot(&*#name);), back)
                    }
                }
            })
            .unzip();
        let returns = returns.iter().rev();
        let first = quote!(#record #plain (#again #trail););
        ((first, quote!(#(#copies)* #replay #said (#bars #trail);)), quote!(#(#returns)*))
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
