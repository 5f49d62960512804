//! Fields of enums of the same file that have no attribute, and whose variants hold nothing: they are skipped.
//!
//! Law: rustc is asked if the enum is the one in the file.

use super::structure;
use crate::syntax::structures;
use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, parse_quote};

/// Marks the fields of such enums, and returns what asks rustc.
pub(super) fn skipped(item: &mut DeriveInput) -> TokenStream {
    let fields: Vec<&mut syn::Field> = match &mut item.data {
        Data::Struct(of) => of.fields.iter_mut().collect(),
        Data::Enum(of) => of.variants.iter_mut().flat_map(|variant| variant.fields.iter_mut()).collect(),
        Data::Union(_) => Vec::new(),
    };
    let mut asked = TokenStream::new();
    for field in fields {
        let ty = &field.ty;
        let named = match ty {
            syn::Type::Path(path) => path.path.get_ident(),
            _ => None,
        };
        let variants = named.and_then(structures::unmarked_variants).unwrap_or_default();
        if variants.is_empty() {
            continue;
        }
        asked.extend(quote_spanned! {ty.span()=>
            #[allow(deprecated)]
            const _: fn(&#ty) = |value| match value {
                #(#ty::#variants)|* => {}
            };
        });
        if !structure::skipped(field).unwrap_or(true) {
            field.attrs.push(parse_quote!(#[inactive]));
        }
    }
    asked
}
