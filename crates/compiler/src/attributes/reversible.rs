//! `#[reversible]` before a function, an `impl` or a trait.

use super::methods::{self, Attribute};
use super::{beside, bodies, emitted, generic, written_out};
use crate::law::{Diagnostics, Extent, Law};
use crate::stages::analysed;
use crate::syntax::{declared, facade, implied, limits, stub};
use crate::{check, emit, lower, resolve, rule};
use proc_macro2::TokenStream;

/// The help for the attribute on a single method.
const REVERSIBLE: &str = "write `#[reversible]` before the `impl` or trait, and `#[irreversible]` before methods that are not reversible";

/// The attribute macro: returns the code that replaces the function, or its errors and a stub.
pub fn reversible(attr: TokenStream, item: TokenStream) -> TokenStream {
    match limits::refused(&attr, limits::Chains::Kept) {
        Some(refused) => refused,
        None => facade::named(attr, |attr| {
            limits::refused(&item, limits::Chains::Named)
                .unwrap_or_else(|| written_out(item, |item| reversible_in(attr, item)))
        }),
    }
}

/// Expands the attribute, with the library under its own name.
fn reversible_in(attr: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Diagnostics::default();
    let (generic, attr) = generic::taken("generic", attr);
    let mut parsed = syn::parse2::<syn::Item>(item.clone());
    for block in parsed.iter_mut().flat_map(bodies) {
        if let Some(excess) = resolve::shorten(block) {
            errors.report(Law::OutsideLanguage, excess.span, excess.message, excess.help);
            block.stmts.clear();
        }
    }
    let mut written = match parsed {
        Ok(syn::Item::Fn(function)) => function,
        Ok(syn::Item::Impl(block)) => {
            generic::refused(generic, &mut errors);
            return beside(&errors, methods::of_impl(Attribute::Reversible(attr), block));
        }
        Ok(syn::Item::Trait(block)) => {
            generic::refused(generic, &mut errors);
            return beside(&errors, methods::of_trait(Attribute::Reversible(attr), block));
        }
        other => return no_function(other.ok(), item),
    };
    implied::named(&mut written.sig);
    generic::applied(generic, &mut written, &mut errors);
    if !errors.0.is_empty() || methods::stands_alone(&written, REVERSIBLE, &mut errors) {
        return beside(&errors, stub(&written));
    }
    let returns = lower::returns(&written.sig);
    let (options, declared) = declared::reversible(attr, returns, &mut errors);
    let (lowered, broken) = analysed(written.clone(), options);
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
    let offered = emit::Offered { batch, kernels: declared.kernels.is_some() };
    emitted(&written, lowered, &declared, offered, errors)
}

/// Returns an item that is not a function unchanged, together with the error.
fn no_function(other: Option<syn::Item>, item: TokenStream) -> TokenStream {
    let mut errors = Diagnostics::default();
    match (&other, syn::parse2::<syn::ItemFn>(item)) {
        (None, Err(error)) => {
            errors.report(Law::Signature, error.span(), error.to_string(), "write a Rust function");
        }
        (other, _) => errors.report(
            Law::Signature,
            Extent::of(other).start,
            "#[reversible] belongs before a function, and this is not one",
            "mark a function, a whole `impl`, or a trait",
        ),
    }
    beside(&errors, other)
}
