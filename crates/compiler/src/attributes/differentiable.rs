//! `#[differentiable]` before a function: the Rust that people have, differentiated with a record of what it destroys.

use crate::ir::{Checks, Options};
use crate::law::{Diagnostics, Extent, Law};
use crate::ordinary::layout::Layout;
use crate::stages::{analysed, finished};
use crate::syntax::declared::Declared;
use crate::syntax::{facade, limits};
use crate::{emit, ordinary};
use proc_macro2::TokenStream;

/// The attribute macro: what stands in place of the function, or its errors and the function as it is.
pub fn differentiable(attr: TokenStream, item: TokenStream) -> TokenStream {
    match limits::refused(&attr, limits::Chains::Kept) {
        Some(refused) => refused,
        None => facade::named(attr, |options| differentiable_in(options, item)),
    }
}

fn differentiable_in(options: TokenStream, item: TokenStream) -> TokenStream {
    if let Some(refused) = limits::refused(&item, limits::Chains::Named) {
        return refused;
    }
    let mut errors = Diagnostics::default();
    if !options.is_empty() {
        let help = "write `#[differentiable]`, or `#[differentiable(crate = path)]`";
        errors.report(Law::OutsideLanguage, Extent::of(&options), "this option is unknown", help);
    }
    let written = match syn::parse2::<syn::ItemFn>(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            errors.report(
                Law::Signature,
                error.span(),
                "#[differentiable] stands before a function",
                "write a function",
            );
            let errors = errors.to_compile_errors();
            return quote::quote!(#errors #item);
        }
    };
    let (lowered, broken) =
        analysed(written.clone(), Options { checks: Checks::Never, recording: true, ordinary: true });
    errors.0.extend(broken.0);
    if errors.0.is_empty() {
        let mut own = written.clone();
        ordinary::copied(&mut own);
        let in_parts = Layout::of_output(&written.sig.output).has_sum();
        let output = in_parts.then(|| written.sig.output.clone());
        let declared = Declared { body: Some(*own.block), output, ..Declared::default() };
        return emit::item(&finished(lowered), &declared);
    }
    let errors = errors.to_compile_errors();
    let empty = finished(lowered.without_body());
    let hollow = emit::hollow(&written, &empty);
    quote::quote!(#errors #hollow)
}
