//! The attributes of functions, one file each: what is written in place of the marked item.

pub mod autodiff;
pub mod differentiable;
mod generic;
pub mod instruction;
pub mod methods;
mod of_rust;
mod operators;
pub mod reversible;

use crate::law::{Diagnostics, Law};
use crate::lower::Lowered;
use crate::stages::finished;
use crate::syntax::declared::Declared;
use crate::syntax::{plain_enums, structures};
use crate::{emit, kernels};
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// Runs an attribute on an item without other names of types. A definition of such a name is noted, and stays.
fn written_out(item: TokenStream, run: impl FnOnce(TokenStream) -> TokenStream) -> TokenStream {
    if syn::parse2::<syn::ItemType>(item.clone()).is_ok() {
        return item;
    }
    let given = crate::derive::given_beside(&item);
    let (item, asked) = structures::without_other_names(item);
    let plain = plain_enums::asked(item.clone());
    let item = run(item);
    quote!(#item #asked #plain #given)
}

/// Returns errors, and what stands in place of the item.
fn beside(errors: &Diagnostics, item: impl ToTokens) -> TokenStream {
    let errors = errors.to_compile_errors();
    quote!(#errors #item)
}

/// Returns a function with its programs, or its errors and programs without bodies.
fn emitted(
    written: &syn::ItemFn,
    mut lowered: Lowered,
    declared: &Declared,
    offered: emit::Offered,
    mut errors: Diagnostics,
) -> TokenStream {
    if errors.0.is_empty() {
        let again = offered.kernels.then(|| lowered.clone());
        let mut stages = finished(lowered);
        if declared.adjoint.is_some() {
            // The fused program would use the adjoint derived from the body instead of the declared one.
            stages.sweep = None;
        }
        match offered.kernels.then(|| kernels::text(&stages)).transpose() {
            Ok(text) => return emit::item(&stages, declared, text.as_ref()),
            Err(refusal) => {
                errors.report(Law::OutsideLanguage, refusal.at, refusal.message, refusal.help);
            }
        }
        let Some(again) = again else { return emit::item(&stages, declared, None) };
        lowered = again;
    }
    let empty = finished(lowered.without_body());
    beside(&errors, emit::hollow(written, &empty, offered))
}

/// The bodies of an item: of a function, or of the methods of a block.
fn bodies(item: &mut syn::Item) -> Vec<&mut syn::Block> {
    fn of_impl(item: &mut syn::ImplItem) -> Option<&mut syn::Block> {
        match item {
            syn::ImplItem::Fn(method) => Some(&mut method.block),
            _ => None,
        }
    }
    fn of_trait(item: &mut syn::TraitItem) -> Option<&mut syn::Block> {
        match item {
            syn::TraitItem::Fn(method) => method.default.as_mut(),
            _ => None,
        }
    }
    match item {
        syn::Item::Fn(function) => vec![&mut *function.block],
        syn::Item::Impl(block) => block.items.iter_mut().filter_map(of_impl).collect(),
        syn::Item::Trait(block) => block.items.iter_mut().filter_map(of_trait).collect(),
        _ => Vec::new(),
    }
}
