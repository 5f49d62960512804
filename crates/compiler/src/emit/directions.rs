//! The pullback of a function whose rule is one for directions: `f::__by_directions`.
//!
//! The rule runs along each number of the arguments, and the tangent of the value meets its cotangent: `x_bar[i] += y_barᵀ (∂f/∂x)[i]`.
//! Law: it takes what a declared pullback takes (`declared`), so that callers know no difference.

use super::item::Item;
use super::params::{Param, level};
use super::types::{stripped, substituted, zeros, zeros_like};
use crate::syntax::declared::Directions;
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Ident, Type, parse_quote};

impl Item<'_> {
    /// The origin of derivatives in directions, where it is declared.
    pub(super) fn directions(&self) -> Option<&Directions> {
        self.declared.and_then(|declared| declared.directions.as_ref())
    }

    /// The pullback; nothing without such a rule.
    pub(super) fn by_directions(&self) -> TokenStream {
        let (Some(Directions::Rule(rule)), syn::ReturnType::Type(_, value)) =
            (self.directions(), &self.stages.function.item.sig.output)
        else {
            return TokenStream::new();
        };
        let sig = &self.stages.function.item.sig;
        let (t, c, real) = (&self.t, &self.c, self.stages.function.real.ident());
        let [seed, slope, zero, one] =
            ["seed", "slope", "zero", "one"].map(|name| Ident::new(name, Span::mixed_site()));
        let seed_type = substituted(value, real, c);
        let dot = |i: usize| format_ident!("dot_{i}", span = Span::mixed_site());
        let mut generics = sig.generics.clone();
        generics.params.push(parse_quote!(#c: ::retrograde::__private::Cotangent<#t>));
        let (params, clause) = (super::types::generics_params(&generics), &sig.generics.where_clause);
        let taken = self.params.iter().map(|p| {
            let (declared, bar) = (p.taken(), &p.bar);
            let bar = p.real.then(|| {
                if is_long(p) {
                    let level = level(p.depth);
                    quote!(mut #bar: impl ::retrograde::__private::Shadow<#t, #c, #level>,)
                } else {
                    let bars = substituted(&stripped(&p.written).0, real, c);
                    quote!(#bar: &mut #bars,)
                }
            });
            quote!(#declared, #bar)
        });
        let dots = self.params.iter().enumerate().filter(|(_, p)| p.real).map(|(i, p)| {
            let (inner, _) = stripped(&p.written);
            let (name, dot) = (&p.name, dot(i));
            let start = match &inner {
                Type::Slice(_) => zeros_like(&inner, &quote!(#name), &quote!(#zero)),
                other => zeros(other, &quote!(#zero)),
            };
            quote!(let mut #dot = #start;)
        });
        let handed = self.params.iter().enumerate().map(|(i, p)| {
            let (name, dot) = (&p.name, dot(i));
            let dot = p.real.then(|| if stripped(&p.written).1 { quote!(&#dot,) } else { quote!(#dot,) });
            quote!(#name, #dot)
        });
        let met = met(value, &quote!(#seed), &quote!(#slope), c, t);
        let run = quote!({
            let (_, #slope) = #rule(#(#handed)*);
            #met
        });
        let each = self.params.iter().enumerate().filter(|(_, p)| p.real).map(|(i, p)| {
            let (bar, dot) = (&p.bar, dot(i));
            let along = |at: &TokenStream| {
                quote! {
                    #at = #one;
                    let met = #run;
                    #at = #zero;
                }
            };
            rounds(p.depth, &quote!(#dot), &mut Vec::new(), &mut |at, indices| {
                let run = along(at);
                let added = if is_long(p) {
                    let (last, outer) =
                        indices.split_last().map_or((quote!(()), &[][..]), |(l, o)| (quote!(#l), o));
                    let place = outer.iter().fold(quote!(#bar), |place, i| quote!(#place.item(#i)));
                    quote!(#place.add(#last, met);)
                } else {
                    let place = if indices.is_empty() { quote!(*#bar) } else { quote!(#bar #([#indices])*) };
                    quote!(#place = ::retrograde::__private::Cotangent::<#t>::plus(#place, met);)
                };
                quote!(#run #added)
            })
        });
        let (own, said, names) = (self.at(""), self.said(false), self.names());
        quote! {
            #[doc(hidden)]
            #[allow(unused_mut, unused_variables, clippy::all, clippy::pedantic)]
            pub fn __by_directions #params (#seed: #seed_type, #(#taken)*) -> #value #clause {
                #[allow(unused_imports)]
                use ::retrograde::__private::traits::*;
                let [#zero, #one] = [0.0, 1.0].map(<#t as ::retrograde::__private::Real>::constant);
                #(#dots)*
                #(#each)*
                #own #said (#names)
            }
        }
    }
}

/// True if the shadow of an argument comes as it is: that of a slice.
fn is_long(p: &Param) -> bool {
    matches!(stripped(&p.written).0, Type::Slice(_))
}

/// Goes through the numbers of an array with so many indices.
fn rounds(
    depth: usize,
    at: &TokenStream,
    indices: &mut Vec<Ident>,
    body: &mut dyn FnMut(&TokenStream, &[Ident]) -> TokenStream,
) -> TokenStream {
    if depth == 0 {
        return body(at, indices);
    }
    let i = format_ident!("i_{}", indices.len(), span = Span::mixed_site());
    indices.push(i.clone());
    let inside = rounds(depth - 1, &quote!(#at[#i]), indices, body);
    indices.pop();
    quote!(for #i in 0..#at.len() { #inside })
}

/// The sum of the products of cotangents and tangents.
fn met(ty: &Type, seed: &TokenStream, slope: &TokenStream, c: &Ident, t: &TokenStream) -> TokenStream {
    match ty {
        Type::Array(array) => {
            let each = met(&array.elem, &quote!(seed), &quote!(slope), c, t);
            quote!({
                let mut sum = <#c as ::retrograde::__private::Cotangent<#t>>::zero();
                for (seed, slope) in #seed.into_iter().zip(#slope) {
                    sum = ::retrograde::__private::Cotangent::<#t>::plus(sum, #each);
                }
                sum
            })
        }
        _ => quote!(::retrograde::__private::Cotangent::<#t>::scaled(#seed, #slope)),
    }
}
