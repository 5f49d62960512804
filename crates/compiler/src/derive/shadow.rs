//! The type of a structure's shadow: its cotangents, without what is inactive.

use proc_macro2::TokenStream;
use syn::DeriveInput;

/// Nothing yet.
pub(super) fn derive(_item: &DeriveInput) -> TokenStream {
    TokenStream::new()
}
