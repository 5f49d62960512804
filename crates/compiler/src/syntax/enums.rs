//! Enums of the crate: their variants, and one from which a place of the enum may start.

use super::structures::{Structures, item, name, said};
use super::{named, plain_enums, read};
use crate::tokens;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse_quote;

/// Adds the variants of an enum, and the enum, if they hold values, as a structure without fields.
pub(super) fn note(to: &mut Structures, item: &syn::ItemEnum) {
    let (name, generics) = (&item.ident, &item.generics);
    let text = name.unraw().to_string();
    for variant in &item.variants {
        to.say(variant_of(&text, &variant.ident.unraw().to_string()), "is one".to_string());
    }
    if item.variants.iter().any(|variant| !variant.fields.is_empty()) {
        to.add(text.clone(), &parse_quote!(struct #name #generics;));
    }
    let empty = item.variants.iter().find(|variant| variant.fields.is_empty());
    // One that holds another value of the enum starts nowhere.
    let is_start = |variant: &&syn::Variant| {
        generics.params.is_empty()
            && variant
                .fields
                .iter()
                .all(|field| !tokens::mentions(&field.ty, name) && !tokens::has(&field.ty, &["Self"]))
    };
    if let Some(first) = empty.or_else(|| item.variants.iter().find(is_start)) {
        let mut first = first.clone();
        first.attrs.clear();
        first.fields.iter_mut().for_each(|field| field.attrs.clear());
        to.say(starting(&text), first.to_token_stream().to_string());
    }
}

/// True for the type of an enum whose variants hold values.
pub(crate) fn is_enum(ty: &syn::Type) -> bool {
    let item = name(ty).and_then(|name| item(&name.unraw().to_string()));
    item.is_some_and(|item| matches!(item.fields, syn::Fields::Unit))
}

/// A variant of an enum from which a place of it may start: one that holds no value, if there is one.
pub(crate) fn first_variant(of: &syn::Type) -> Option<syn::Variant> {
    let of = read::behind(of);
    // `Self::Item` is another type of a block.
    let name = name(of).filter(|_| !matches!(of, syn::Type::Path(of) if named::is_of_type(&of.path)))?;
    if let Some(first) = plain_enums::unmarked_variants(name).and_then(|variants| variants.into_iter().next())
    {
        return Some(parse_quote!(#first));
    }
    // A structure of this name is another one.
    let is_structure =
        item(&name.unraw().to_string()).is_some_and(|of| !matches!(of.fields, syn::Fields::Unit));
    if is_structure {
        return None;
    }
    syn::parse_str(&said(&starting(&name.unraw().to_string()))?).ok()
}

/// True for a variant of an enum that is known.
pub(crate) fn has_variant(of: &str, name: &str) -> bool {
    said(&variant_of(of, name)).is_some()
}

/// The name under which it stands that an enum has a variant.
pub(super) fn variant_of(of: &str, name: &str) -> String {
    format!("the variant {name} of {of}")
}

/// The name under which the variant stands from which an enum starts.
fn starting(of: &str) -> String {
    format!("a variant of {of}")
}
