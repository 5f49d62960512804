//! Emits maps: their wrappers, so that `map[&key]` is a mutable place, and insertions and removals.
//!
//! The standard maps have no `map[&key] += …`, and their error for a missing key does not name the map. So a program
//! uses each map through [`entries`](../../../retrograde/__private/fn.entries.html), which knows its name; programs
//! for people use the map itself.

use super::call::Pieces;
use super::item::Item;
use super::steps::Emitter;
use super::structure::Names;
use crate::ir::print::text;
use crate::ir::step::{Claim, Law};
use crate::ir::*;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

impl Emitter<'_> {
    /// Emits `insert!` if there is a value, else `remove!`.
    pub(super) fn entry(&self, args: &[Argument], span: Span) -> TokenStream {
        let p = &self.printer;
        let (map, key, value) = match args {
            [Argument::Mutable(map), Argument::Value(key)] => (map, key, None),
            [Argument::Mutable(map), Argument::Value(key), Argument::Value(value)] => (map, key, Some(value)),
            _ => return TokenStream::new(),
        };
        let of_map = |e: &Expr| e.reads_any(|read| read.base == map.base);
        let value = value.map(|value| match p.vars[map.base].role {
            Role::Shadow if !p.readable => self.zero_of(&p.vars.type_of(&map.at_key(key))),
            _ => p.expr(value),
        });
        if p.readable {
            let (name, key) = (p.place_path(map), p.expr(key));
            return match value {
                Some(value) => quote!(insert!(#name, #key, #value);),
                None => quote!(remove!(#name, #key);),
            };
        }
        let (direction, law) = match value {
            Some(_) => (Direction::Call, Law::Present),
            None => (Direction::Uncall, Law::Absent),
        };
        let (reason, statement) = (law.broken(), text::entry(direction, args, p.vars));
        let expected = Claim::Key(map.clone(), key.clone(), value.is_none()).expected(p.vars);
        let told = quote!((#reason, #statement, #expected));
        let is_lent =
            |written: &syn::Type| matches!(entry_types(written), Some((syn::Type::Reference(_), _)));
        let by = match (&p.vars.type_of(map), key) {
            // A map of texts that are lent keeps them as the references that they are.
            (Type::Map(_, written), Expr::Read(of)) if is_lent(written) && of.is_whole() => {
                let of = p.place_path(of);
                quote!(&#of)
            }
            _ => p.key(key),
        };
        let target = p.mutable(map);
        let name = |name| syn::Ident::new(name, Span::mixed_site());
        let (key_name, value_name) = (name("key"), name("value"));
        // Reads of the map are evaluated before the map is borrowed.
        let (key, before_key) = if of_map(key) {
            (quote!(&#key_name), quote!(let #key_name = ::core::clone::Clone::clone(#by);))
        } else {
            (by, TokenStream::new())
        };
        match value {
            Some(value) => quote_spanned! {span=> {
                let #value_name = #value;
                #before_key
                ::retrograde::__private::insert(#target, #key, #value_name, #told);
            }},
            None => {
                quote_spanned! {span=> { #before_key ::retrograde::__private::remove(#target, #key, #told); }}
            }
        }
    }

    /// Wraps a local map.
    pub(super) fn opened(&self, var: Var) -> TokenStream {
        if self.printer.readable {
            return TokenStream::new();
        }
        let (name, text) = (self.name(var), self.printer.vars.written_name(var).to_string());
        quote!(let mut #name = ::retrograde::__private::entries(#text, &mut #name);)
    }

    /// Emits the shadow of a local map: the same keys, and zero.
    pub(super) fn zero_map(&self, shadow: Var, primal: Var, written: &syn::Type) -> TokenStream {
        let (name, of, c) = (self.name(shadow), self.name(primal), self.cotangent);
        let Some(real) = self.printer.real else { return TokenStream::new() };
        let real = real.ident();
        let real = quote!(#real);
        let names = Names { real: &real, cotangent: c, by_type: false };
        let ty = names.shadow(written);
        if self.printer.readable {
            return quote!(let mut #name: #ty = zeros(&#of););
        }
        let zero = names.zero(written, &quote!(#of), &quote!(#c::zero()));
        let opened = self.opened(shadow);
        quote!(let mut #name: #ty = #zero; #opened)
    }
}

impl Emitter<'_> {
    /// Emits a new shadow for a map that is read through two arguments, which is added after the call.
    pub(super) fn fresh_map(
        &self,
        primal: &Place,
        place: &Place,
        (item, written): (&Type, &syn::Type),
        copy: &syn::Ident,
        pieces: &mut Pieces,
    ) {
        let (p, c) = (&self.printer, self.cotangent);
        let Some(real) = p.real.map(RealType::ident) else { return };
        let real = quote!(#real);
        let names = Names { real: &real, cotangent: c, by_type: false };
        let ty = names.shadow(written);
        let zero = names.zero(written, &p.place_path(primal), &quote!(#c::zero()));
        let into = p.place_path(place);
        let key = syn::Ident::new("key", Span::mixed_site());
        let add = match item {
            Type::Structure(Named::Number(number)) => {
                let parts = number.parts().iter().map(|part| {
                    let part = syn::Ident::new(part, Span::call_site());
                    quote!(#into[#key].#part = #into[#key].#part.plus(#copy[#key].#part);)
                });
                quote!(#(#parts)*)
            }
            Type::Array(..) => {
                quote!(for i in 0..#copy[#key].len() { #into[#key][i] = #into[#key][i].plus(#copy[#key][i]); })
            }
            Type::Real
            | Type::Exact(_)
            | Type::Slice(_)
            | Type::Vec(_)
            | Type::Map(..)
            | Type::Structure(_)
            | Type::Unknown => {
                quote!(#into[#key] = #into[#key].plus(#copy[#key]);)
            }
        };
        pieces.before.extend(quote!(let mut #copy: #ty = #zero;));
        pieces.args.push(quote!(&mut #copy));
        pieces.after.extend(quote!(for #key in #copy.keys() { #add }));
    }
}

impl Item<'_> {
    /// Wraps the maps among the parameters, and their shadows if the program has them.
    pub(super) fn opened_maps(&self, carries: bool) -> TokenStream {
        let function = &self.stages.function;
        let maps =
            self.params.iter().zip(function.taken()).filter(|(_, of)| function.vars[of.var].ty.is_map());
        let opened = maps.map(|(p, of)| {
            let (name, text) = (&p.name, function.vars[of.var].name.clone());
            let lent = match function.vars[of.var].passing {
                Passing::Mutable => quote!(&mut *#name),
                Passing::Shared => quote!(&*#name),
                Passing::Value => quote!(&#name),
            };
            let (bar, bar_text) = (&p.bar, p.bar.to_string());
            let shadow = (carries && p.real)
                .then(|| quote!(let mut #bar = ::retrograde::__private::entries(#bar_text, &mut *#bar);));
            quote!(let mut #name = ::retrograde::__private::entries(#text, #lent); #shadow)
        });
        opened.collect()
    }
}
