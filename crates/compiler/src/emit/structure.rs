//! Shadows of structures in signatures: their types, and the statements that open the shadow that a caller passes.
//!
//! Only the name of a structure type is known, so the type of its shadow is an associated type of the trait
//! `Differentiable`. Tuples, arrays and vectors are resolved here, since their numbers may have a generic real type.
//! Law: the shadow of a type is the same here as the shadow that `#[derive(Differentiable)]` generates for a field of
//! that type.

use super::params::Param;
use super::spans::{ours, type_span};
use super::types::{may_grow, stripped};
use crate::ir::is_exact_type;
use crate::ir::print::constant::shape;
use crate::ir::{Named, Type, entry_types, with_values};
use crate::syntax::numbers;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// The names of the number types of a function: the real type, and the type of cotangents in a shadow.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) real: &'a TokenStream,
    pub(super) cotangent: &'a Ident,
    /// True for a parameter of a type that may be a constant.
    pub(super) by_type: bool,
}

impl Names<'_> {
    /// Returns the type of the shadow of a type.
    pub(super) fn shadow(&self, ty: &syn::Type) -> syn::Type {
        let c = self.cotangent;
        match ty {
            syn::Type::Reference(r) => self.shadow(&r.elem),
            syn::Type::Paren(inner) => self.shadow(&inner.elem),
            syn::Type::Group(inner) => self.shadow(&inner.elem),
            syn::Type::Tuple(parts) => {
                let parts = parts.elems.iter().map(|part| self.shadow(part));
                syn::parse_quote!((#(#parts,)*))
            }
            syn::Type::Array(array) => {
                let (item, length) = (self.shadow(&array.elem), &array.len);
                let tokens = quote_spanned!(type_span(ty)=> [#item; #length]);
                syn::parse_quote!(#tokens)
            }
            syn::Type::Slice(slice) => {
                let item = self.shadow(&slice.elem);
                let tokens = quote_spanned!(type_span(ty)=> [#item]);
                syn::parse_quote!(#tokens)
            }
            _ if ty.to_token_stream().to_string() == self.real.to_string() => syn::parse_quote!(#c),
            _ if is_exact_type(ty) => {
                syn::parse_quote!(::retrograde::__private::Inactive<#c>)
            }
            syn::Type::Path(path) if self.number(path).is_some() => {
                let name = self.number(path);
                syn::parse_quote!(::retrograde::__private::#name<#c>)
            }
            _ if option_item(ty).is_some() => {
                let item = option_item(ty).map(|item| self.shadow(item));
                syn::parse_quote!(::core::option::Option<#item>)
            }
            _ => match (vector_item(ty), entry_types(ty)) {
                (Some(item), _) => {
                    let item = self.shadow(item);
                    syn::parse_quote!(::retrograde::__private::Vec<#item>)
                }
                (None, Some((_, value))) => with_values(ty, self.shadow(value)),
                (None, None) => {
                    let at = type_span(ty);
                    let ty = ours(ty, at);
                    if self.by_type {
                        let shape = shape(&syn::parse_quote!(#ty), at);
                        return syn::parse_quote!(#shape::Shadow<#c>);
                    }
                    let tokens = quote_spanned! {at=>
                        <#ty as ::retrograde::__private::Differentiable>::Shadow<#c>
                    };
                    syn::parse_quote!(#tokens)
                }
            },
        }
    }

    /// Returns the name of the type of numbers over the real type that a path names.
    fn number(&self, path: &syn::TypePath) -> Option<Ident> {
        let last = path.path.segments.last()?;
        let over = match &last.arguments {
            syn::PathArguments::AngleBracketed(args) => args.args.to_token_stream().to_string(),
            syn::PathArguments::None | syn::PathArguments::Parenthesized(_) => String::new(),
        };
        let name = last.ident.to_string();
        let is_alias = matches!(name.as_str(), "Complex64" | "Complex32");
        let number = numbers::by_name(&name).filter(|_| is_alias || over == self.real.to_string())?;
        Some(Ident::new(number.name(), Span::call_site()))
    }

    /// Returns a shadow of the value at a place, `zero` everywhere.
    pub(super) fn zero(&self, ty: &syn::Type, place: &TokenStream, zero: &TokenStream) -> TokenStream {
        let all = |item: &syn::Type| {
            let item = self.zero(item, &quote!((*item)), zero);
            quote!(#place.iter().map(|item| #item).collect::<::retrograde::__private::Vec<_>>())
        };
        match ty {
            syn::Type::Reference(r) => self.zero(&r.elem, &quote!((*#place)), zero),
            syn::Type::Paren(inner) => self.zero(&inner.elem, place, zero),
            syn::Type::Group(inner) => self.zero(&inner.elem, place, zero),
            syn::Type::Tuple(parts) => {
                let parts = parts.elems.iter().enumerate().map(|(i, part)| {
                    let i = syn::Index::from(i);
                    self.zero(part, &quote!(#place.#i), zero)
                });
                quote!((#(#parts,)*))
            }
            syn::Type::Array(array) => {
                let item = self.zero(&array.elem, &quote!(array[i]), zero);
                quote!({ let array = &#place; ::core::array::from_fn(|i| #item) })
            }
            syn::Type::Slice(slice) => all(&slice.elem),
            syn::Type::Infer(_) => self.probed(place, zero),
            _ if ty.to_token_stream().to_string() == self.real.to_string() => zero.clone(),
            _ if is_exact_type(ty) => {
                let c = self.cotangent;
                quote!(::retrograde::__private::Inactive::<#c>::new())
            }
            _ if option_item(ty).is_some() => {
                let item = option_item(ty).map(|item| self.zero(item, &quote!((*item)), zero));
                quote!(#place.as_ref().map(|item| #item))
            }
            _ => match (vector_item(ty), entry_types(ty)) {
                (Some(item), _) => all(item),
                (None, Some((_, value))) => {
                    let value = self.zero(value, &quote!((*item)), zero);
                    quote!(#place.iter().map(|(key, item)| (::core::clone::Clone::clone(key), #value)).collect())
                }
                (None, None) if self.by_type => {
                    let shape = shape(ty, type_span(ty));
                    quote!(#shape::shadow_of(&#place, #zero))
                }
                (None, None) => quote!(::retrograde::__private::Differentiable::shadow_of(&#place, #zero)),
            },
        }
    }

    /// Returns a shadow of a value whose type only rustc knows.
    fn probed(&self, place: &TokenStream, zero: &TokenStream) -> TokenStream {
        let probe = probe(place, Some(self.real));
        quote!({ #probe (&&&&&probe).fresh(#zero) })
    }

    /// Returns a shadow of the structure, or of the structures, at a place, `zero` everywhere.
    pub(super) fn zero_at(
        &self,
        ty: &Type,
        place: &TokenStream,
        zero: &TokenStream,
        span: Span,
    ) -> TokenStream {
        match ty {
            Type::Array(item, length) => {
                let item = self.zero_at(item, &quote!(array[i]), zero, span);
                quote!({ let array = &#place; ::core::array::from_fn::<_, { #length }, _>(|i| #item) })
            }
            Type::Slice(item) | Type::Vec(item) => {
                let item = self.zero_at(item, &quote!((*item)), zero, span);
                quote!(#place.iter().map(|item| #item).collect::<::retrograde::__private::Vec<_>>())
            }
            Type::Map(_, written) => self.zero(written, place, zero),
            Type::Structure(Named::Written(ty)) => self.zero(ty, place, zero),
            Type::Structure(Named::Unknown) => {
                quote_spanned!(span=> ::retrograde::__private::Differentiable::shadow_of(&#place, #zero))
            }
            Type::Unknown | Type::Real | Type::Exact(_) | Type::Structure(Named::Number(_)) => {
                self.probed(place, zero)
            }
        }
    }

    /// Returns the type after `&mut` in the signature for people: for a vector that cannot grow, a slice of its elements.
    pub(super) fn lent(&self, written: &syn::Type) -> syn::Type {
        let (inner, _) = stripped(written);
        match vector_item(&inner).filter(|_| !may_grow(written)) {
            Some(item) => {
                let item = self.shadow(item);
                let tokens = quote_spanned!(type_span(written)=> [#item]);
                syn::parse_quote!(#tokens)
            }
            None => self.shadow(&inner),
        }
    }

    /// Returns the shadow of the elements, if the type is a slice or a vector.
    pub(super) fn items(&self, written: &syn::Type) -> Option<syn::Type> {
        match self.lent(written) {
            syn::Type::Slice(slice) => Some(*slice.elem),
            _ => None,
        }
    }

    /// Returns the bound on the shadow that a caller passes for a structure that is read.
    pub(super) fn bound(&self, written: &syn::Type) -> TokenStream {
        match self.items(written) {
            Some(item) => quote_spanned!(type_span(written)=> ::retrograde::__private::OpenAll<#item>),
            None => {
                let shadow = self.lent(written);
                quote_spanned!(type_span(written)=> ::retrograde::__private::Open<#shadow>)
            }
        }
    }

    /// Returns the statement that opens the shadow.
    pub(super) fn opened(&self, param: &Param) -> TokenStream {
        let (name, bar, written) = (&param.name, &param.bar, &param.written);
        let (c, t) = (self.cotangent, self.real);
        let (inner, _) = stripped(written);
        let place = if matches!(written, syn::Type::Reference(_)) { quote!((*#name)) } else { quote!(#name) };
        let zero = quote!(<#c as ::retrograde::__private::Cotangent<#t>>::zero());
        let (value, lent) = (self.zero(&inner, &place, &zero), self.lent(written));
        let open = match self.items(written) {
            Some(_) => quote!(::retrograde::__private::OpenAll::open_all),
            None => quote!(::retrograde::__private::Open::open),
        };
        quote! {
            let mut #bar = #open(#bar, || #value);
            let #bar: &mut #lent = ::core::borrow::BorrowMut::borrow_mut(&mut #bar);
        }
    }
}

/// Declares `probe`, which makes the shadow of the value at a place.
pub(super) fn probe(place: &TokenStream, real: Option<&TokenStream>) -> TokenStream {
    quote! {
        #[allow(unused_imports)]
        use ::retrograde::__private::probe::{Numbers as _, Slices as _, Structures as _, Vectors as _};
        let probe = ::retrograde::__private::probe::Probe::<_, #real>::new(&#place);
    }
}

/// Returns what an `Option` holds.
fn option_item(ty: &syn::Type) -> Option<&syn::Type> {
    let syn::Type::Path(path) = ty else { return None };
    let is_option = path.path.segments.last().is_some_and(|last| last.ident == "Option");
    crate::ordinary::layout::held(ty).filter(|_| is_option)
}

pub(super) fn vector_item(ty: &syn::Type) -> Option<&syn::Type> {
    let syn::Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|s| s.ident == "Vec")?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(item) => Some(item),
        _ => None,
    })
}
