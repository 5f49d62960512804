//! Fields of enums of the same file that have no attribute, and whose variants hold nothing: they are skipped.
//!
//! Law: rustc is asked if the enum is the one in the file.

use super::structure;
use crate::syntax::plain_enums;
use proc_macro2::TokenStream;
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
        let Some(name) = unmarked(&field.ty) else { continue };
        asked.extend(plain_enums::asked_for(name));
        if !structure::skipped(field).unwrap_or(true) {
            field.attrs.push(parse_quote!(#[inactive]));
        }
    }
    asked
}

/// Returns the name of such an enum.
pub(super) fn unmarked(ty: &syn::Type) -> Option<&syn::Ident> {
    let syn::Type::Path(path) = ty else { return None };
    let name = path.path.get_ident()?;
    plain_enums::unmarked_variants(name).is_some_and(|variants| !variants.is_empty()).then_some(name)
}
