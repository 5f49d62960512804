//! The payloads of the variants of an enum, as fields of the enum: `shape.__Circle_0` is the first number of `Shape::Circle(…)`.
//!
//! Every pass treats it as the field of a structure. Printed, it is a call of an accessor, which `#[derive(Differentiable)]` gives
//! the enum and its shadow. Law: it is read only where a test of the variant has succeeded.

use proc_macro2::Span;
use syn::ext::IdentExt;

/// Returns the name of the field for a part of a variant.
pub fn payload(variant: &syn::Ident, member: &syn::Member, span: Span) -> syn::Ident {
    syn::Ident::new(&format!("__{}_{}", variant.unraw(), text(member)), span)
}

/// Returns the name or the number of a field.
pub fn text(member: &syn::Member) -> String {
    match member {
        syn::Member::Named(name) => name.unraw().to_string(),
        syn::Member::Unnamed(index) => index.index.to_string(),
    }
}

/// True for the name of such a field.
pub fn is_payload(field: &str) -> bool {
    field.strip_prefix("__").is_some_and(|rest| rest.starts_with(char::is_uppercase) && rest.contains('_'))
}

/// True for such a field of a place.
pub fn is_part(e: &syn::Expr) -> bool {
    matches!(e, syn::Expr::Field(field) if matches!(&field.member, syn::Member::Named(name) if is_payload(&name.to_string())))
}

/// Returns the member of a variant that such a field is, in a literal of the variant.
pub fn member_of(path: &syn::Path, field: &syn::Member) -> syn::Member {
    let (Some(last), syn::Member::Named(name)) = (path.segments.last(), field) else { return field.clone() };
    let (text, prefix) = (name.to_string(), format!("__{}_", last.ident.unraw()));
    match text.strip_prefix(&prefix) {
        Some(part) => match part.parse::<u32>() {
            Ok(index) => syn::Member::Unnamed(syn::Index { index, span: name.span() }),
            Err(_) => syn::Member::Named(syn::Ident::new(part, name.span())),
        },
        None => field.clone(),
    }
}
