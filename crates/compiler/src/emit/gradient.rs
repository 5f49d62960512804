//! `f::gradient`: the value and owned cotangents, for where a sweep is more than one wants to write.

use super::item::Item;
use super::structure::Names;
use super::types::{stripped, zeros_like};
use crate::ir::*;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

impl Item<'_> {
    /// Declares owned cotangents and tells how to hand them over and give them back.
    pub(super) fn owned_bars(
        &self,
        skip: Option<usize>,
    ) -> (TokenStream, TokenStream, Vec<TokenStream>, Vec<TokenStream>) {
        let t = &self.t;
        let zero = quote!(<#t as ::retrograde::__private::Real>::constant(0.0));
        let (mut declare, mut pass, mut types, mut values) =
            (TokenStream::new(), TokenStream::new(), vec![], vec![]);
        for (i, p) in self.params.iter().enumerate() {
            let (name, bar) = (&p.name, &p.bar);
            let mutable = matches!(&p.written, syn::Type::Reference(r) if r.mutability.is_some());
            if Some(i) == skip {
                let (value, value_bar) = (self.own("value"), self.own("value_bar"));
                pass.extend(quote!(&mut #value, &mut #value_bar,));
                continue;
            }
            let primal = if mutable { quote!(&mut *#name) } else { quote!(#name) };
            if !p.real {
                pass.extend(quote!(#primal, ::retrograde::__private::Discard,));
                continue;
            }
            let (inner, _) = stripped(&p.written);
            if p.structure {
                let real = self.stages.function.real.ident();
                let owned = Names { real: t, cotangent: real };
                let place = if matches!(p.written, syn::Type::Reference(_)) {
                    quote!((*#name))
                } else {
                    quote!(#name)
                };
                let start = owned.zero(&inner, &place, &zero);
                let (ty, lent) = match owned.items(&p.written) {
                    Some(item) => (quote!(::retrograde::__private::Vec<#item>), quote!(&mut #bar[..])),
                    None => (owned.shadow(&inner).to_token_stream(), quote!(&mut #bar)),
                };
                declare.extend(quote!(let mut #bar: #ty = #start;));
                pass.extend(quote!(#primal, #lent,));
                types.push(ty);
                values.push(quote!(#bar));
                continue;
            }
            let start = zeros_like(&inner, &quote!(#name), &zero);
            let (ty, start) = match &inner {
                syn::Type::Slice(s) => {
                    let item = &s.elem;
                    (quote!(::retrograde::__private::Vec<#item>), start)
                }
                other => (quote!(#other), start),
            };
            declare.extend(quote!(let mut #bar: #ty = #start;));
            pass.extend(
                match matches!(inner, syn::Type::Slice(_))
                    || (p.depth > 0 && !mutable && matches!(inner, syn::Type::Path(_)))
                {
                    true => quote!(#primal, &mut #bar[..],),
                    false => quote!(#primal, &mut #bar,),
                },
            );
            if p.role != Role::Scratch {
                types.push(ty);
                values.push(quote!(#bar));
            }
        }
        (declare, pass, types, values)
    }

    pub(super) fn gradient_function(
        &self,
        args: TokenStream,
        value: TokenStream,
        types: &[TokenStream],
        body: TokenStream,
    ) -> TokenStream {
        let generics = &self.stages.function.item.sig.generics;
        let function = self.function(
            "The value and the cotangents of all active arguments, owned.",
            "gradient",
            generics,
            args,
            quote!(-> (#value, (#(#types,)*))),
            body,
        );
        quote!(::retrograde::__private::when_alloc! { #function })
    }

    pub(super) fn returning_gradient(&self, value: &syn::Type) -> TokenStream {
        let (t, result) = (&self.t, self.own("result"));
        let (declare, pass, types, values) = self.owned_bars(None);
        let said = self.said_with(self.carries.then(|| quote!(#t)));
        let pull = self.at("__pull");
        let pass = self.with(quote!(<#t as ::retrograde::__private::Real>::constant(1.0),), pass);
        let body = quote! {
            #declare
            let #result = #pull #said (#pass);
            (#result, (#(#values,)*))
        };
        self.gradient_function(self.plain(), quote!(#value), &types, body)
    }

    /// Only where the first `&mut` scalar is only added to: it starts at zero and is the value.
    pub(super) fn state_gradient(&self) -> TokenStream {
        let stages = self.stages;
        let first = self.params.iter().position(|p| {
            p.role == Role::State && p.real && p.depth == 0 && p.number.is_none() && !p.structure
        });
        let Some(first) = first.filter(|&i| stages.only_added.contains(&stages.function.params[i].var))
        else {
            return TokenStream::new();
        };
        let t = &self.t;
        let (declare, pass, types, values) = self.owned_bars(Some(first));
        let (plain, said) = (self.said(false), self.said_with(self.carries.then(|| quote!(#t))));
        let list = self.params.iter().enumerate().filter(|(i, _)| *i != first).map(|(_, p)| {
            let (name, ty) = (&p.name, &p.written);
            quote!(#name: #ty,)
        });
        let args = quote!(#(#list)*);
        let (value, value_bar, result) = (self.own("value"), self.own("value_bar"), self.own("result"));
        let [run, sweep, adjoint] = ["", "__sweep", "__adjoint"].map(|program| self.at(program));
        let run = match &stages.sweep {
            Some(_) => quote!(#declare #sweep #said (#pass); let #result = #value;),
            None => {
                let primal = self.params.iter().enumerate().map(|(i, p)| {
                    let name = &p.name;
                    let mutable = matches!(&p.written, syn::Type::Reference(r) if r.mutability.is_some());
                    match (i == first, mutable) {
                        (true, _) => quote!(&mut #value),
                        (false, true) => quote!(&mut *#name),
                        (false, false) => quote!(#name),
                    }
                });
                // What grows has its cotangents when it has grown.
                quote!(#run #plain (#(#primal),*); let #result = #value; #declare #adjoint #said (#pass);)
            }
        };
        let body = quote! {
            let mut #value = <#t as ::retrograde::__private::Real>::constant(0.0);
            let mut #value_bar = <#t as ::retrograde::__private::Real>::constant(1.0);
            #run
            (#result, (#(#values,)*))
        };
        self.gradient_function(args, quote!(#t), &types, body)
    }
}
