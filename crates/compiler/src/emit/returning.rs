//! Emits the programs of a function that returns a value, which are those of a function that adds the value to one
//! more place.
//!
//! `pull` takes the cotangent of the value, adds to those of the arguments and returns the value; the others call it.

use super::item::Item;
use super::ordinary::Returned;
use super::types::{substituted, vector};
use crate::ir::is_exact_type;
use crate::ir::*;
use crate::ordinary::layout::Layout;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Ident, parse_quote};

impl Item<'_> {
    pub(super) fn returning_programs(&self) -> TokenStream {
        let lengths = self.lengths();
        let stages = self.stages;
        let function = &stages.function;
        let sig = &function.item.sig;
        let c = &self.c;
        let value: syn::Type = match &sig.output {
            syn::ReturnType::Type(_, ty) => (**ty).clone(),
            syn::ReturnType::Default => parse_quote!(()),
        };
        let is_structure = function.output.is_some_and(|var| function.vars[var].ty.of_foreign());
        let seed = if is_structure {
            self.structure_names().shadow(&value)
        } else {
            substituted(&value, function.real.ident(), c)
        };
        let own = self.generics();
        let (plain_said, said) = (self.said(false), self.said(true));
        let [run, pull_at] = ["", "__pull"].map(|program| self.at(program));
        let shadowed = self.shadowed();
        let (names, forwarded) = (self.names(), self.forwarded());
        let array = function.output.is_some_and(|var| function.vars[var].ty.depth() > 0) && !is_structure;
        let (y, y_bar) = (self.own("y"), self.own("y_bar"));
        let number = function.output.and_then(|var| function.vars[var].ty.number());
        let seed_of = if is_structure || array {
            quote!(::core::clone::Clone::clone(#y_bar),)
        } else {
            quote!(*#y_bar,)
        };
        let (seeded, handed) = (self.with(seed_of, forwarded.clone()), self.with(quote!(#y_bar,), forwarded));
        let changed = |op: TokenStream, with: TokenStream| match (array, number) {
            _ if is_structure || array => {
                let parts = self.parts_changed(&value, &quote!(#y), &quote!(value), &op).unwrap_or_default();
                quote!({ let value = #with; #parts })
            }
            (_, Some(number)) => {
                let parts = number.parts().iter().map(|part| Ident::new(part, Span::call_site()));
                quote!({ let value = #with; #(#y.#parts #op value.#parts;)* })
            }
            (_, None) => quote!(*#y #op #with;),
        };
        let pull_name = stages.adjoint.output.and_then(|(_, bar)| bar).map(|bar| &stages.adjoint.vars[bar]);
        let bar = pull_name
            .map_or_else(|| identifier("result_bar", Span::call_site()), |v| identifier(&v.name, v.span));
        let minus = changed(quote!(-=), quote!(#run #plain_said (#names)));
        let minus_pull = changed(quote!(-=), quote!(#pull_at #said (#seeded)));
        let plus_pull = changed(quote!(+=), quote!(#pull_at #said (#seeded)));
        // The compiler does not know the numbers of a structure, which an inverse would subtract from: it has `pull`
        // only.
        let has_sums =
            !is_structure || self.parts_changed(&value, &quote!(y), &quote!(value), &quote!(+=)).is_some();
        let sum = |bar| self.seeded(quote!(#y: &mut #value, #bar), TokenStream::new());
        let (of_sum, of_sums) = (sum(quote!()), sum(quote!(#y_bar: &mut #seed,)));
        let given = |bars: TokenStream| self.at_structure(bars);
        let sums = [
            self.entry("minus", "inverse", &of_sum, minus),
            self.entry("minus_adjoint", "adjoint", &of_sums, given(quote!(#lengths #minus_pull))),
            self.entry("plus_sweep", "sweep", &of_sums, given(quote!(#lengths #plus_pull))),
        ];
        let sums = has_sums.then(|| quote!(#(#sums)*));
        let of_pull = self.seeded(quote!(#y_bar: #seed,), quote!(-> #value));
        let entries = [
            self.entry("pull", "pull", &of_pull, given(quote!(#lengths #pull_at #said (#handed)))),
            self.fallible_value(&value, &seed),
            self.recorded_programs(),
        ];
        let entries = quote!(#sums #(#entries)*);
        let parts = [
            self.function(
                "",
                "__pull",
                &own,
                self.with(quote!(#bar: #seed,), shadowed),
                quote!(-> #value),
                match self.declared.and_then(|d| d.adjoint.as_ref()) {
                    Some(path) => self.adopted(path, Some(quote!(#bar))),
                    None => match self.pullback() {
                        Some(pullback) => self.body(pullback),
                        None => self.recorded_and_replayed(&bar),
                    },
                },
            ),
            self.at_structure(self.provided(Item::held)),
            match function.output {
                Some(var) => self.provided(|item| item.returning_gradient(&value, &function.vars[var].ty)),
                None => TokenStream::new(),
            },
            self.listed(&entries),
            if function.options.language.is_ordinary() {
                let layout = &Layout::of(&value);
                self.provided(|item| item.on_records(Some(Returned { value: &value, seed: &seed, layout })))
            } else {
                TokenStream::new()
            },
        ];
        quote!(#(#parts)*)
    }

    /// Returns `y op value` for each number of a tuple; nothing if one of them lies in a structure.
    fn parts_changed(
        &self,
        ty: &syn::Type,
        y: &TokenStream,
        value: &TokenStream,
        op: &TokenStream,
    ) -> Option<TokenStream> {
        match ty {
            syn::Type::Tuple(parts) => {
                let parts = parts.elems.iter().enumerate().map(|(i, part)| {
                    let i = syn::Index::from(i);
                    self.parts_changed(part, &quote!(#y.#i), &quote!(#value.#i), op)
                });
                parts.collect()
            }
            syn::Type::Array(array) => {
                let each = self.parts_changed(&array.elem, &quote!((*y)), &quote!((*value)), op)?;
                Some(quote!(for (y, value) in #y.iter_mut().zip(&#value) { #each }))
            }
            syn::Type::Path(path) if path.path.is_ident(self.stages.function.real.ident()) => {
                Some(quote!(#y #op #value;))
            }
            syn::Type::Path(path) => {
                if let Some(item) = vector(ty) {
                    let each = self.parts_changed(&item, &quote!((*y)), &quote!((*value)), op)?;
                    return Some(quote! {
                        ::retrograde::__private::as_long(#y.len(), #value.len());
                        for (y, value) in #y.iter_mut().zip(&#value) { #each }
                    });
                }
                if let Some(number) =
                    crate::syntax::numbers::number_over(&self.stages.function.real, &path.path)
                {
                    let parts = number.parts().iter().map(|part| Ident::new(part, Span::call_site()));
                    return Some(quote!(#(#y.#parts #op #value.#parts;)*));
                }
                is_exact_type(ty).then(TokenStream::new)
            }
            _ => None,
        }
    }
}
