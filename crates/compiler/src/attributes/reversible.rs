//! `#[reversible]` before a function, an `impl` or a trait.

use super::{generic, methods};
use crate::law::{self, Diagnostics};
use crate::stages::{analysed, finished};
use crate::syntax::{declared, facade, limits, stub};
use crate::{check, emit, kernels, lower, resolve, rule};
use proc_macro2::TokenStream;

/// The help for the attribute on a single method.
const REVERSIBLE: &str = "write `#[reversible]` before the `impl` or trait, and `#[irreversible]` before methods that are not reversible";

/// The attribute macro: returns the code that replaces the function, or its errors and a stub.
pub fn reversible(attr: TokenStream, item: TokenStream) -> TokenStream {
    match limits::refused(&attr, limits::Chains::Kept) {
        Some(refused) => refused,
        None => facade::named(attr, |attr| reversible_in(attr, item)),
    }
}

/// Expands the attribute, with the library under its own name.
fn reversible_in(attr: TokenStream, item: TokenStream) -> TokenStream {
    if let Some(refused) = limits::refused(&item, limits::Chains::Named) {
        return refused;
    }
    let mut errors = Diagnostics::default();
    let (generic, attr) = generic::taken("generic", attr);
    let mut shorten = |block: &mut syn::Block| {
        if let Some(excess) = resolve::shorten(block) {
            errors.report(law::Law::OutsideLanguage, excess.span, excess.message, excess.help);
            block.stmts.clear();
        }
    };
    let mut written = match syn::parse2::<syn::ItemFn>(item.clone()) {
        Ok(mut function) => {
            shorten(&mut function.block);
            function
        }
        Err(error) => match syn::parse2::<syn::Item>(item.clone()) {
            Ok(syn::Item::Impl(mut block)) => {
                block.items.iter_mut().for_each(|item| {
                    if let syn::ImplItem::Fn(method) = item {
                        shorten(&mut method.block);
                    }
                });
                generic::refused(generic, &mut errors);
                let errors = errors.to_compile_errors();
                let methods = methods::of_impl(methods::Attribute::Reversible(attr), block);
                return quote::quote!(#errors #methods);
            }
            Ok(syn::Item::Trait(mut block)) => {
                block.items.iter_mut().for_each(|item| {
                    if let syn::TraitItem::Fn(syn::TraitItemFn { default: Some(body), .. }) = item {
                        shorten(body);
                    }
                });
                generic::refused(generic, &mut errors);
                let errors = errors.to_compile_errors();
                let methods = methods::of_trait(methods::Attribute::Reversible(attr), block);
                return quote::quote!(#errors #methods);
            }
            _ => return no_function(item, &error),
        },
    };
    generic::applied(generic, &mut written, &mut errors);
    if !errors.0.is_empty() {
        let (errors, stub) = (errors.to_compile_errors(), stub(&written));
        return quote::quote!(#errors #stub);
    }
    if methods::stands_alone(&written, REVERSIBLE, &mut errors) {
        let (errors, stub) = (errors.to_compile_errors(), stub(&written));
        return quote::quote!(#errors #stub);
    }
    let returns = lower::returns(&written.sig);
    let (options, declared) = declared::reversible(attr, returns, &mut errors);
    let (mut lowered, broken) = analysed(written.clone(), options);
    // What has a pullback of its own may be ordinary Rust.
    if let (true, true, false, Some(pull)) =
        (errors.0.is_empty(), returns, broken.0.is_empty(), &declared.adjoint)
    {
        return rule::item(rule::Rule::Pull(pull.clone()), &written);
    }
    errors.0.extend(broken.0);
    let mut unlike = Diagnostics::default();
    if let Some(at) = declared.batch {
        check::batch::check(&lowered.function, at, &mut unlike);
    }
    let batch = declared.batch.is_some() && unlike.0.is_empty();
    if errors.0.is_empty() {
        errors = unlike;
    }
    if errors.0.is_empty() {
        let again = declared.kernels.map(|_| lowered.clone());
        let mut stages = finished(lowered);
        if declared.adjoint.is_some() {
            // The fused program would use the adjoint derived from the body instead of the declared one.
            stages.sweep = None;
        }
        let text = declared.kernels.map(|_| kernels::text(&stages)).transpose();
        match text {
            Ok(text) => return emit::item(&stages, &declared, text.as_ref()),
            Err(refusal) => {
                errors.report(law::Law::OutsideLanguage, refusal.at, refusal.message, refusal.help)
            }
        }
        let Some(again) = again else { return emit::item(&stages, &declared, None) };
        lowered = again;
    }
    let errors = errors.to_compile_errors();
    let empty = finished(lowered.without_body());
    let hollow = emit::hollow(&written, &empty, emit::Offered { batch, kernels: declared.kernels.is_some() });
    quote::quote!(#errors #hollow)
}

/// Returns an item that is not a function unchanged, together with the error.
fn no_function(item: TokenStream, error: &syn::Error) -> TokenStream {
    let mut errors = Diagnostics::default();
    let other = syn::parse2::<syn::Item>(item).ok();
    let (at, message, help) = match &other {
        Some(item) => (
            law::Extent::of(item).start,
            "#[reversible] belongs before a function, and this is not one".to_string(),
            "mark a function, a whole `impl`, or a trait",
        ),
        None => (error.span(), error.to_string(), "write a Rust function"),
    };
    errors.report(law::Law::Signature, at, message, help);
    let errors = errors.to_compile_errors();
    quote::quote!(#errors #other)
}
