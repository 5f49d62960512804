//! The programs of an ordinary function that returns an `Option` or a `Result`.
//!
//! Inside, its value is in parts: a truth value and what is held, with a cotangent for what is held alone. Outside, `gradient`
//! and `pull` return what the function returns. The error of a `Result` is that of the function itself, which runs once more.

use super::item::Item;
use super::ordinary::Returned;
use super::structure::Names;
use crate::ir::CalleeKind;
use crate::ordinary::layout::Layout;
use proc_macro2::TokenStream;
use quote::quote;

impl Item<'_> {
    /// The value as it is written, where the programs have it in parts.
    pub(super) fn written_output(&self) -> Option<&syn::ReturnType> {
        self.declared.and_then(|declared| declared.output.as_ref())
    }

    pub(super) fn sum_programs(&self) -> TokenStream {
        let function = &self.stages.function;
        let (Some(written), syn::ReturnType::Type(_, parts)) =
            (self.written_output(), &function.item.sig.output)
        else {
            return TokenStream::new();
        };
        let syn::ReturnType::Type(_, value) = written else { return TokenStream::new() };
        let layout = Layout::of(value);
        let (own, t) = (self.generics(), &self.t);
        let (lengths, said, plain_said) = (self.lengths(), self.said(true), self.said(false));
        let (pull, run) = (self.at("__pull"), self.at(""));
        let (plain, beside, shadowed) = (self.plain(), self.beside(), self.shadowed());
        let (names, forwarded) = (self.names(), self.forwarded());
        let names_of_types = Names { real: &self.t, cotangent: &self.c, by_type: false };
        let (inner, outer) = (names_of_types.shadow(parts), seed_type(&layout, &names_of_types));
        let bar = self.stages.adjoint.output.and_then(|(_, bar)| bar);
        let bar = bar.map_or_else(
            || self.own("result_bar"),
            |bar| {
                let bar = &self.stages.adjoint.vars[bar];
                crate::ir::identifier(&bar.name, bar.span)
            },
        );
        let seed = seed_value(&layout, &quote!(#bar));
        let (result, handed) = (self.own("result"), self.with(quote!(#bar,), forwarded.clone()));
        let seeded = self.with(quote!(#seed,), forwarded);
        let again = quote!(#run #plain_said (#names));
        let returned = whole(&layout, value, &quote!(#result), &again);
        let programs = [
            self.function(
                "Pulls the cotangent of what is held back to the arguments, whose cotangents are added to; returns the value.",
                "pull",
                &own,
                self.with(quote!(#bar: #outer,), beside.clone()),
                quote!(-> #value),
                quote!(#lengths let #result = #pull #said (#seeded); #returned),
            ),
            self.function(
                "",
                "__pull_parts",
                &own,
                self.with(quote!(#bar: #inner,), beside),
                quote!(-> #parts),
                quote!(#lengths #pull #said (#handed)),
            ),
            self.function(
                "",
                "__pull",
                &own,
                self.with(quote!(#bar: #inner,), shadowed),
                quote!(-> #parts),
                self.recorded_and_replayed(&bar),
            ),
            self.function(
                "",
                "__try_parts",
                &function.item.sig.generics,
                plain,
                quote!(-> ::core::result::Result<#parts, ::retrograde::Irreversible>),
                {
                    let parts = parts_of(&layout, value, &again, t);
                    quote!(::core::result::Result::Ok(#parts))
                },
            ),
            self.listed(&self.recorded_programs()),
            self.at_structure(self.held()),
            self.sum_gradient(&layout, value, &again),
            self.on_own_records(|item| {
                item.on_records(Some(Returned { value, seed: &outer, layout: &layout }))
            }),
        ];
        quote!(#(#programs)*)
    }

    /// `gradient` where one number is held, otherwise `gradient_with`, which takes the cotangent of what is held.
    fn sum_gradient(&self, layout: &Layout, value: &syn::Type, again: &TokenStream) -> TokenStream {
        let (t, real) = (&self.t, self.stages.function.real.ident());
        let one = quote!(<#t as ::retrograde::__private::Real>::constant(1.0));
        let (result, seed) = (self.own("result"), self.own("seed"));
        let (declare, pass, types, values) = self.owned_bars(None);
        let bars = quote!((#(#values,)*));
        let said = self.said_with(self.carries.then(|| quote!(#t)));
        let pull = self.at("__pull");
        let generics = &self.stages.function.item.sig.generics;
        let body = |seed: TokenStream, returned: TokenStream| {
            let pass = self.with(quote!(#seed,), pass.clone());
            quote!(#declare let #result = #pull #said (#pass); #returned)
        };
        let plain = self.plain();
        let mut on_record = TokenStream::new();
        let function = if let Some(Held::Number) = held_number(layout, real) {
            let (ty, returned) =
                (with_held(value, quote!((#t, (#(#types,)*)))), held_with(value, &result, &bars, again));
            let (seed, of) = (seed_value(layout, &one), quote!(#ty));
            on_record = self.on_own_records(|item| item.gradient_in(&seed, &of, &returned));
            self.function(
                "The value and the cotangents of all active arguments, owned, where there is a value.",
                "gradient",
                generics,
                plain,
                quote!(-> #ty),
                body(seed_value(layout, &one), returned),
            )
        } else {
            let ty = seed_type(layout, &Names { real: t, cotangent: real, by_type: false });
            let returned = whole(layout, value, &quote!(#result), again);
            self.function(
                "The value and the cotangents of all active arguments, owned, where `seed` is the cotangent of what is held.",
                "gradient_with",
                generics,
                self.with(quote!(#seed: #ty,), plain),
                quote!(-> (#value, (#(#types,)*))),
                body(seed_value(layout, &quote!(#seed)), quote!((#returned, #bars))),
            )
        };
        quote!(::retrograde::__private::when_alloc! { #function } #on_record)
    }

    /// Programs on records of a user, which no trait declares.
    pub(super) fn on_own_records(&self, program: impl FnOnce(&Self) -> TokenStream) -> TokenStream {
        match self.place {
            CalleeKind::Free | CalleeKind::Method => program(self),
            CalleeKind::OfTrait | CalleeKind::InTrait => TokenStream::new(),
        }
    }
}

/// A value with one number, which has a gradient.
pub(super) enum Held {
    /// The number alone.
    Alone,
    /// The payload of an `Option` or a `Result`.
    Number,
}

/// Returns how a value holds one number, if it does.
pub(super) fn held_number(layout: &Layout, real: &syn::Ident) -> Option<Held> {
    let is_number = |layout: &Layout| matches!(layout, Layout::Plain(ty) if matches!(&**ty, syn::Type::Path(path) if path.path.is_ident(real)));
    match layout {
        Layout::Sum(held) => is_number(held).then_some(Held::Number),
        Layout::Plain(_) => is_number(layout).then_some(Held::Alone),
        Layout::Unit | Layout::Tuple(_) => None,
    }
}

/// The type of the cotangent of what is held.
pub(super) fn seed_type(layout: &Layout, names: &Names<'_>) -> syn::Type {
    match layout {
        Layout::Unit => syn::parse_quote!(()),
        Layout::Plain(ty) => names.shadow(ty),
        Layout::Sum(held) => seed_type(held, names),
        Layout::Tuple(parts) => {
            let parts = parts.iter().map(|part| seed_type(part, names));
            syn::parse_quote!((#(#parts,)*))
        }
    }
}

/// The cotangent of the parts, made of that of what is held.
pub(super) fn seed_value(layout: &Layout, seed: &TokenStream) -> TokenStream {
    match layout {
        Layout::Unit | Layout::Plain(_) => quote!(#seed),
        Layout::Sum(held) if **held == Layout::Unit => {
            quote!((::retrograde::__private::Inactive::new(), ::retrograde::__private::Inactive::new()))
        }
        Layout::Sum(held) => {
            let held = seed_value(held, seed);
            quote!((::retrograde::__private::Inactive::new(), #held))
        }
        Layout::Tuple(parts) => {
            let parts = parts.iter().enumerate().map(|(at, part)| {
                let at = syn::Index::from(at);
                seed_value(part, &quote!(#seed.#at))
            });
            quote!((#(#parts),*))
        }
    }
}

/// The value as it is written, made of its parts.
pub(super) fn whole(
    layout: &Layout,
    ty: &syn::Type,
    parts: &TokenStream,
    again: &TokenStream,
) -> TokenStream {
    match layout {
        Layout::Unit | Layout::Plain(_) => parts.clone(),
        Layout::Sum(held) => {
            let (is, inner) = match **held {
                Layout::Unit => (quote!(#parts.0), quote!(())),
                _ => (quote!(#parts.0), quote!(#parts.1)),
            };
            let inner_type: syn::Type =
                crate::ordinary::layout::held(ty).cloned().unwrap_or_else(|| syn::parse_quote!(_));
            let inner = whole(held, &inner_type, &inner, again);
            let (some, none) = sides(ty, inner, again);
            quote!(if #is { #some } else { #none })
        }
        Layout::Tuple(list) => {
            let list = list.iter().zip(parts_of_tuple(ty)).enumerate().map(|(at, (part, ty))| {
                let at = syn::Index::from(at);
                whole(part, &ty, &quote!(#parts.#at), again)
            });
            quote!((#(#list),*))
        }
    }
}

/// A value that is there, and one that is not, of an `Option` or a `Result`.
pub(super) fn sides(ty: &syn::Type, some: TokenStream, again: &TokenStream) -> (TokenStream, TokenStream) {
    if crate::ordinary::layout::is_result(ty) {
        let error = quote! {
            match #again {
                ::core::result::Result::Err(error) => ::core::result::Result::Err(error),
                ::core::result::Result::Ok(_) => ::core::unreachable!("a function that fails once fails again"),
            }
        };
        (quote!(::core::result::Result::Ok(#some)), error)
    } else {
        (quote!(::core::option::Option::Some(#some)), quote!(::core::option::Option::None))
    }
}

/// The type of a sum that holds something else.
pub(super) fn with_held(ty: &syn::Type, held: TokenStream) -> syn::Type {
    let mut ty = ty.clone();
    if let syn::Type::Path(path) = &mut ty {
        if let Some(syn::PathArguments::AngleBracketed(list)) =
            path.path.segments.last_mut().map(|last| &mut last.arguments)
        {
            if let Some(first) = list.args.first_mut() {
                *first = syn::GenericArgument::Type(syn::parse_quote!(#held));
            }
        }
    }
    ty
}

fn held_with(ty: &syn::Type, result: &syn::Ident, bars: &TokenStream, again: &TokenStream) -> TokenStream {
    let (some, none) = sides(ty, quote!((#result.1, #bars)), again);
    quote!(if #result.0 { #some } else { #none })
}

/// The parts of a value that is written whole.
pub(super) fn parts_of(
    layout: &Layout,
    ty: &syn::Type,
    whole: &TokenStream,
    real: &TokenStream,
) -> TokenStream {
    match layout {
        Layout::Unit | Layout::Plain(_) => whole.clone(),
        Layout::Sum(held) => {
            let name = if crate::ordinary::layout::is_result(ty) {
                quote!(::core::result::Result::Ok)
            } else {
                quote!(::core::option::Option::Some)
            };
            if **held == Layout::Unit {
                return quote!((::core::matches!(#whole, #name(_)), false));
            }
            let inner_type =
                crate::ordinary::layout::held(ty).cloned().unwrap_or_else(|| syn::parse_quote!(_));
            let (inner, start) = (parts_of(held, &inner_type, &quote!(held), real), start_of(held, real));
            quote!(match #whole { #name(held) => (true, #inner), _ => (false, #start) })
        }
        Layout::Tuple(list) => {
            let list = list.iter().zip(parts_of_tuple(ty)).enumerate().map(|(at, (part, ty))| {
                let at = syn::Index::from(at);
                parts_of(part, &ty, &quote!(whole.#at), real)
            });
            quote!({ let whole = #whole; (#(#list),*) })
        }
    }
}

/// The placeholder of a missing value.
pub(super) fn start_of(layout: &Layout, real: &TokenStream) -> TokenStream {
    match layout {
        Layout::Unit => quote!(()),
        Layout::Plain(ty) => start_of_type(ty, real),
        Layout::Sum(held) if **held == Layout::Unit => quote!((false, false)),
        Layout::Sum(held) => {
            let held = start_of(held, real);
            quote!((false, #held))
        }
        Layout::Tuple(parts) => {
            let parts = parts.iter().map(|part| start_of(part, real));
            quote!((#(#parts),*))
        }
    }
}

fn start_of_type(ty: &syn::Type, real: &TokenStream) -> TokenStream {
    match ty {
        syn::Type::Tuple(tuple) => {
            let parts = tuple.elems.iter().map(|part| start_of_type(part, real));
            quote!((#(#parts),*))
        }
        syn::Type::Array(array) => {
            let item = start_of_type(&array.elem, real);
            quote!(::core::array::from_fn(|_| #item))
        }
        other if quote!(#other).to_string() == real.to_string() => {
            quote!(<#real as ::retrograde::__private::Real>::constant(0.0))
        }
        // A literal in it is of the type of a plain number.
        other => match crate::ordinary::made(other).filter(|_| real.to_string() == "f64") {
            Some(made) => quote!(#made),
            None => quote!(::core::default::Default::default()),
        },
    }
}

/// The types of the parts of a tuple.
fn parts_of_tuple(ty: &syn::Type) -> Vec<syn::Type> {
    match ty {
        syn::Type::Tuple(tuple) => tuple.elems.iter().cloned().collect(),
        _ => Vec::new(),
    }
}
