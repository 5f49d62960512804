//! The way through an argument's numbers, or through their cotangents: type by type, as its shadow is made.
//!
//! What is real is told by the type as it was written, before another takes the place of a generic one: beside it, an `f64` is a
//! constant of the host. Law: numbers and cotangents come in the same order, and as many of either.

use super::super::structure::Names;
use super::super::types::{substituted, vector};
use crate::ir::entry_types;
use crate::ir::is_exact_type;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Ident, Type, parse_quote};

/// What is done on the way; the flat numbers are called by a name.
#[derive(Clone, Copy)]
pub(super) enum Way<'a> {
    /// Numbers are appended.
    Append(&'a Ident),
    /// Numbers are taken from what is left.
    Load(&'a Ident),
    /// Cotangents are appended.
    Show(&'a Ident),
    /// Cotangents are taken from what is left.
    Take(&'a Ident),
}

impl Way<'_> {
    /// What is done with a number, or with anything whose numbers it knows itself.
    pub(super) fn number(self, place: &TokenStream) -> TokenStream {
        match self {
            Way::Append(to) | Way::Show(to) => {
                quote!(::retrograde::__private::Numbers::append(&#place, &mut #to);)
            }
            Way::Load(from) | Way::Take(from) => {
                quote!(::retrograde::__private::Numbers::load(&mut #place, &mut #from);)
            }
        }
    }

    fn changes(self) -> bool {
        matches!(self, Way::Load(_) | Way::Take(_))
    }
}

/// The type of numbers as it was written, and the one that a check runs at.
#[derive(Clone, Copy)]
pub(super) struct Walk<'a> {
    pub(super) real: &'a Ident,
    pub(super) to: &'a Ident,
}

impl Walk<'_> {
    /// Goes through what lies at a place.
    pub(super) fn through(&self, ty: &Type, place: &TokenStream, way: Way) -> TokenStream {
        let all = |item: &Type, elements: TokenStream| {
            let body = self.through(item, &quote!((*item)), way);
            quote!(for item in #elements { #body })
        };
        let each = |item: &Type| match way.changes() {
            true => all(item, quote!(#place.iter_mut())),
            false => all(item, quote!(#place.iter())),
        };
        match ty {
            Type::Reference(r) => self.through(&r.elem, &quote!((*#place)), way),
            Type::Paren(inner) => self.through(&inner.elem, place, way),
            Type::Group(inner) => self.through(&inner.elem, place, way),
            Type::Tuple(parts) => {
                let parts = parts.elems.iter().enumerate().map(|(i, part)| {
                    let i = syn::Index::from(i);
                    self.through(part, &quote!(#place.#i), way)
                });
                parts.collect()
            }
            Type::Array(array) => each(&array.elem),
            Type::Slice(slice) => each(&slice.elem),
            _ if self.is_real(ty) => way.number(place),
            _ if is_exact_type(ty) => TokenStream::new(),
            _ => match (vector(ty), entry_types(ty)) {
                (Some(item), _) => each(&item),
                (None, Some((_, value))) => match way.changes() {
                    true => all(value, quote!(::retrograde::__private::InOrder::in_order_mut(&mut #place))),
                    false => all(value, quote!(::retrograde::__private::InOrder::in_order(&#place))),
                },
                (None, None) => self.structure(ty, place, way),
            },
        }
    }

    /// Said without a function in between, so that a type without a shadow is reported once.
    fn structure(&self, ty: &Type, place: &TokenStream, way: Way) -> TokenStream {
        let ty = substituted(ty, self.real, self.to);
        let absorb = quote!(<#ty as ::retrograde::__private::Differentiable>::absorb);
        match way {
            Way::Append(_) | Way::Load(_) => way.number(place),
            Way::Show(to) => quote! {{
                let mut copy = ::core::clone::Clone::clone(&#place);
                let to = ::retrograde::__private::RefCell::new(&mut #to);
                #absorb(&mut copy, &#place, &|c, _| ::retrograde::__private::shown(c, &to));
            }},
            Way::Take(from) => quote! {{
                let shape = ::core::clone::Clone::clone(&#place);
                let from = ::retrograde::__private::RefCell::new(&mut #from);
                #absorb(&mut #place, &shape, &|c, _| ::retrograde::__private::taken(c, &from));
            }},
        }
    }

    fn is_real(&self, ty: &Type) -> bool {
        matches!(ty, Type::Path(path) if path.path.is_ident(self.real))
    }

    /// What must hold of the types inside, which must not fail before somebody asks for a check; nothing where a type has
    /// no name, or no size.
    pub(super) fn bounds(&self, ty: &Type, bounds: &mut Vec<syn::WherePredicate>) -> Option<()> {
        match ty {
            Type::Reference(r) => self.bounds(&r.elem, bounds),
            Type::Paren(inner) => self.bounds(&inner.elem, bounds),
            Type::Group(inner) => self.bounds(&inner.elem, bounds),
            Type::Tuple(parts) => parts.elems.iter().try_for_each(|part| self.bounds(part, bounds)),
            Type::Array(array) => self.bounds(&array.elem, bounds),
            Type::Slice(slice) => self.bounds(&slice.elem, bounds),
            Type::Path(_) if self.is_real(ty) => Some(()),
            Type::Path(_) if is_exact_type(ty) => (!is_text(ty)).then_some(()),
            Type::Path(_) => {
                let at = substituted(ty, self.real, self.to);
                match (vector(ty), entry_types(ty)) {
                    (Some(item), _) => self.bounds(&item, bounds),
                    (None, Some((_, value))) => {
                        let map = quote!(::core::clone::Clone + ::retrograde::__private::InOrder);
                        bounds.push(parse_quote!(for<'check> #at: #map));
                        self.bounds(value, bounds)
                    }
                    (None, None) => {
                        let copies = quote!(::core::clone::Clone + ::retrograde::__private::Numbers);
                        bounds.push(parse_quote!(for<'check> #at: #copies));
                        Some(())
                    }
                }
            }
            _ => None,
        }
    }

    /// The shadow of an owned type, and what makes one of the shape of a value, zero everywhere.
    pub(super) fn shadow(&self, ty: &Type, place: &TokenStream) -> (Type, TokenStream) {
        let (real, to) = (self.real.to_token_stream(), self.to);
        let names = Names { real: &real, cotangent: to };
        let zero = quote!(<#to as ::retrograde::__private::Real>::constant(0.0));
        (substituted(&names.shadow(ty), self.real, to), names.zero(ty, place, &zero))
    }
}

fn is_text(ty: &Type) -> bool {
    ty.to_token_stream().to_string() == "str"
}
