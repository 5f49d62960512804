//! The kind of a type, by which the library finds its numbers and their cotangents, and what a check asks of the type.
//!
//! The type as it was written tells what is real, before another takes the place of a generic one: beside it, an `f64` is a
//! constant float. Law: kinds follow a type as its shadow does (`emit/structure.rs`).

use super::super::structure::vector_item;
use super::super::types::{mentions, replaced};
use crate::ir::entry_types;
use crate::ir::is_exact_type;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{Ident, Path, Type, parse_quote};

/// The type of numbers as it was written, and the one that a check runs at.
#[derive(Clone, Copy)]
pub(super) struct Reals<'a> {
    pub(super) real: &'a Ident,
    pub(super) to: &'a Path,
}

impl Reals<'_> {
    /// The kind of what an owned value of a type holds.
    pub(super) fn kind(&self, ty: &Type) -> TokenStream {
        self.kind_beside(ty, &is_exact_type)
    }

    /// The kind by which a value is lifted to dual numbers: what does not mention the number is the same there.
    pub(super) fn lift(&self, ty: &Type) -> TokenStream {
        self.kind_beside(ty, &|ty| !mentions(ty, self.real))
    }

    /// The kind of a type, beside those that hold no numbers.
    fn kind_beside(&self, ty: &Type, holds_none: &dyn Fn(&Type) -> bool) -> TokenStream {
        let each = |item: &Type| {
            let item = self.kind_beside(item, holds_none);
            quote!(::retrograde::__private::check::Each<#item>)
        };
        match ty {
            Type::Paren(inner) => self.kind_beside(&inner.elem, holds_none),
            Type::Group(inner) => self.kind_beside(&inner.elem, holds_none),
            Type::Tuple(parts) => {
                let parts = parts.elems.iter().map(|part| self.kind_beside(part, holds_none));
                quote!(::retrograde::__private::check::Parts<(#(#parts,)*)>)
            }
            Type::Array(array) => each(&array.elem),
            Type::Slice(slice) => each(&slice.elem),
            _ if self.is_real(ty) => quote!(::retrograde::__private::check::Number),
            _ if holds_none(ty) => quote!(::retrograde::__private::check::Nothing),
            _ => match (vector_item(ty), entry_types(ty)) {
                (Some(item), _) => each(item),
                (None, Some((_, value))) => {
                    let value = self.kind_beside(value, holds_none);
                    quote!(::retrograde::__private::check::Values<#value>)
                }
                (None, None) => quote!(::retrograde::__private::check::Structure),
            },
        }
    }

    /// Adds the bounds on the structures inside that are lifted to another number.
    pub(super) fn lifts(&self, ty: &Type, twice: &Path, bounds: &mut Vec<syn::WherePredicate>) {
        match ty {
            Type::Paren(inner) => self.lifts(&inner.elem, twice, bounds),
            Type::Group(inner) => self.lifts(&inner.elem, twice, bounds),
            Type::Tuple(parts) => parts.elems.iter().for_each(|part| self.lifts(part, twice, bounds)),
            Type::Array(array) => self.lifts(&array.elem, twice, bounds),
            Type::Slice(slice) => self.lifts(&slice.elem, twice, bounds),
            _ if self.is_real(ty) || !mentions(ty, self.real) => {}
            _ => {
                match (vector_item(ty), entry_types(ty)) {
                    (Some(item), _) => self.lifts(item, twice, bounds),
                    (None, Some((_, value))) => self.lifts(value, twice, bounds),
                    (None, None) => {
                        let (at, to) = (replaced(ty, self.real, self.to), self.to);
                        let lifted = replaced(ty, self.real, twice);
                        bounds.push(parse_quote!(for<'check> #at: ::retrograde::__private::check::Lifted<#to, #lifted>));
                    }
                }
            }
        }
    }

    fn is_real(&self, ty: &Type) -> bool {
        matches!(ty, Type::Path(path) if path.path.is_ident(self.real))
    }

    /// Adds the bounds on the types inside, of which structures may be asked for a shadow, and which must not fail before
    /// somebody asks for a check; nothing where a type has no name, or no size.
    pub(super) fn bounds(
        &self,
        ty: &Type,
        has_shadow: bool,
        bounds: &mut Vec<syn::WherePredicate>,
    ) -> Option<()> {
        match ty {
            Type::Paren(inner) => self.bounds(&inner.elem, has_shadow, bounds),
            Type::Group(inner) => self.bounds(&inner.elem, has_shadow, bounds),
            Type::Tuple(parts) => {
                parts.elems.iter().try_for_each(|part| self.bounds(part, has_shadow, bounds))
            }
            Type::Array(array) => self.bounds(&array.elem, has_shadow, bounds),
            Type::Slice(slice) => self.bounds(&slice.elem, has_shadow, bounds),
            Type::Path(_) if self.is_real(ty) => Some(()),
            Type::Path(_) if is_exact_type(ty) => (!is_text(ty)).then_some(()),
            Type::Path(_) => {
                let at = replaced(ty, self.real, self.to);
                match (vector_item(ty), entry_types(ty)) {
                    (Some(item), _) => self.bounds(item, has_shadow, bounds),
                    (None, Some((_, value))) => {
                        bounds.push(parse_quote!(for<'check> #at: ::core::clone::Clone));
                        self.bounds(value, has_shadow, bounds)
                    }
                    (None, None) => {
                        let shadow = has_shadow.then(|| quote!(+ ::retrograde::__private::Differentiable));
                        let copies = quote!(::core::clone::Clone + ::retrograde::__private::check::Numbers);
                        bounds.push(parse_quote!(for<'check> #at: #copies #shadow));
                        Some(())
                    }
                }
            }
            _ => None,
        }
    }
}

fn is_text(ty: &Type) -> bool {
    ty.to_token_stream().to_string() == "str"
}
