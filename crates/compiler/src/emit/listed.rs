//! The arguments of a function as the list that the library reads (`retrograde/src/arguments`).
//!
//! Takes the parameters; returns for each how it is passed, its type, and the type of what is kept of it besides its numbers. Law: there
//! is a list if all arguments are numbers, arrays and slices of them, and plain discrete values; `None` otherwise.

use super::described::Kind;
use super::item::{Item, is_packed};
use super::params::Param;
use super::types::stripped;
use crate::ir::*;
use proc_macro2::TokenStream;
use quote::quote;

/// An argument: how it is passed, its type without a reference, and the type of what is kept besides its numbers.
pub(super) struct Listed {
    pub(super) kind: Kind,
    /// The type of the items where the argument is a slice of arrays or of discrete values.
    pub(super) ty: syn::Type,
    pub(super) kept: TokenStream,
}

impl Item<'_> {
    /// Returns the list.
    pub(super) fn listed_arguments(&self) -> Option<Vec<Listed>> {
        let function = &self.stages.function;
        self.params.iter().zip(function.taken()).map(|(p, of)| listed(p, &function.vars[of.var])).collect()
    }
}

fn listed(p: &Param, v: &Variable) -> Option<Listed> {
    let state = v.passing == Passing::Mutable;
    let ty = stripped(&p.written).0;
    let (none, length) = (quote!(()), quote!(usize));
    let of_reals = |ty: &Type| matches!(ty, Type::Slice(item) if matches!(**item, Type::Real));
    let is_lent = p.role != Role::Scratch && !p.structure;
    let (kind, ty, kept) = match (p.real && is_lent, &v.ty) {
        (true, ty_of) if is_packed(ty_of) => {
            let kind = match v.passing {
                Passing::Mutable => Kind::State,
                Passing::Shared => Kind::Read,
                Passing::Value => Kind::Given,
            };
            (kind, ty, none)
        }
        (true, ty_of) if of_reals(ty_of) => (if state { Kind::State } else { Kind::Read }, ty, length),
        (true, Type::Slice(item)) if is_packed(item) => {
            (Kind::Other(if state { "States" } else { "Reads" }), element(&ty)?, length)
        }
        (false, ty_of) if is_lent && !state && is_packed(ty_of) => {
            let word = if v.passing == Passing::Value { "StillGiven" } else { "StillRead" };
            (Kind::Other(word), ty, none)
        }
        (false, ty_of) if is_lent && !state && of_reals(ty_of) => (Kind::Other("StillRead"), ty, length),
        (false, Type::Slice(item)) if is_lent && !state && is_packed(item) => {
            (Kind::Other("StillReads"), element(&ty)?, length)
        }
        (false, Type::Slice(item)) if !state && is_discrete(item) => {
            let item = element(&ty)?;
            let kept = quote!(::retrograde::__private::Arc<[#item]>);
            (Kind::Other("Indices"), item, kept)
        }
        (false, ty_of) if !state && is_discrete(ty_of) => {
            let word = if v.passing == Passing::Value { "Exact" } else { "Seen" };
            let kept = quote!(#ty);
            (Kind::Other(word), ty, kept)
        }
        _ => return None,
    };
    Some(Listed { kind, ty, kept })
}

/// Returns the type of the items of a slice.
fn element(ty: &syn::Type) -> Option<syn::Type> {
    match ty {
        syn::Type::Slice(slice) => Some((*slice.elem).clone()),
        _ => None,
    }
}

/// True if a type is a discrete one, or an array of them.
fn is_discrete(ty: &Type) -> bool {
    match ty {
        Type::Exact(Exact::Written(ty)) => ty.is_own() && ty.scalar() != Some(Scalar::Str),
        Type::Array(item, _) => is_discrete(item),
        Type::Exact(Exact::Unknown | Exact::Discrete)
        | Type::Real
        | Type::Slice(_)
        | Type::Vec(_)
        | Type::Map(..)
        | Type::Structure(_)
        | Type::Unknown => false,
    }
}
