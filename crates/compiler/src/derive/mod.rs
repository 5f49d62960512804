//! `#[derive(Differentiable)]`: what a type of the user's needs so that derivatives can be taken with respect to it.
//!
//! Each file gives one `impl`: `shadow` where the cotangents of a place are collected (`#[reversible]`), and
//! `structure` the way between a structure of numbers and the same structure of active scalars (`vjp`).

mod in_place;
mod known;
mod numbers;
mod plain;
mod shadow;
mod structure;
mod variants;

use crate::syntax::{facade, plain_enums};
use proc_macro2::TokenStream;

/// The derive macro: what stands beside the type, or its errors.
pub fn differentiable(item: TokenStream) -> TokenStream {
    if let Some(refused) = [&item]
        .into_iter()
        .find_map(|tokens| crate::syntax::limits::refused(tokens, crate::syntax::limits::Chains::Kept))
    {
        return refused;
    }
    let given = given_beside(&item);
    match syn::parse2::<syn::DeriveInput>(item) {
        Ok(item) => facade::named_in(item, |mut item| {
            let asked = plain::skipped(&mut item);
            [shadow::derive(&item), structure::derive(&item), asked, given].into_iter().collect()
        }),
        Err(error) => error.to_compile_error(),
    }
}

/// Returns what is derived for the plain enums of the file that have no attribute, if an item is the one that gives it.
pub(crate) fn given_beside(item: &TokenStream) -> TokenStream {
    let enums = plain_enums::given_beside(item);
    enums.iter().flat_map(|of| [shadow::derive(of), structure::derive(of)]).collect()
}
