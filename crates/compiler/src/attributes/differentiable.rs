//! `#[differentiable]` before a function, an `impl` or a trait: the Rust that people have, differentiated with a record of what it
//! destroys.

use super::autodiff::is_autodiff;
use super::generic;
use super::methods::{self, Attribute};
use super::{beside, bodies, emitted, written_out};
use crate::ir::{Options, RealType};
use crate::law::{Diagnostics, Extent, Law};
use crate::ordinary::layout::{self, Layout};
use crate::ordinary::rules::Rules;
use crate::stages::analysed;
use crate::syntax::declared::Declared;
use crate::syntax::{checkpoint, facade, implied, limits, literals, stub};
use crate::{emit, ordinary, resolve};
use proc_macro2::TokenStream;
use quote::quote;

/// The help for the attribute on a single method.
const ALONE: &str = "write `#[differentiable]` before the `impl` or trait, and `#[inactive]` before methods without derivatives";

/// The attribute macro: returns the function and its programs, or its errors and the function as it is.
pub fn differentiable(attr: TokenStream, item: TokenStream) -> TokenStream {
    match limits::refused(&attr, limits::Chains::Kept) {
        Some(refused) => refused,
        None => facade::named(attr, |options| {
            limits::refused(&item, limits::Chains::Named)
                .unwrap_or_else(|| written_out(item, |item| differentiable_in(options, item)))
        }),
    }
}

fn differentiable_in(options: TokenStream, item: TokenStream) -> TokenStream {
    let mut errors = Diagnostics::default();
    let (Words { generic, kernels }, options) = Words::taken(options);
    let rules = Rules::of(options.clone(), &mut errors);
    let item = crate::tokens::with_bare_blocks(item);
    let mut parsed = syn::parse2::<syn::Item>(item.clone());
    if let Some(excess) = parsed.iter_mut().flat_map(bodies).find_map(resolve::shorten_values) {
        errors.report(Law::OutsideLanguage, excess.span, excess.message, excess.help);
        return beside(&errors, parsed.map_or(item, |item| stubs(&item)));
    }
    if !rules.is_empty() && !matches!(parsed, Ok(syn::Item::Fn(_))) {
        let help = "write a function that calls the foreign one, and state the rule before that";
        let message = "rules are stated before a function";
        errors.report(Law::OutsideLanguage, Extent::of(&options), message, help);
    }
    if !matches!(parsed, Ok(syn::Item::Fn(_))) {
        generic::refused(generic, &mut errors);
        Declared { kernels, ..Declared::default() }.refuse_batch(&mut errors);
    }
    let marked = match parsed {
        Ok(syn::Item::Fn(function)) => {
            return function_in(function, Words { generic, kernels }, rules, errors);
        }
        Ok(syn::Item::Impl(block)) => methods::of_impl(Attribute::Differentiable, block),
        Ok(syn::Item::Trait(block)) => methods::of_trait(Attribute::Differentiable, block),
        Ok(other) => {
            let help = "write it before a function, an `impl` or a trait";
            let message = "#[differentiable] stands before a function";
            errors.report(Law::Signature, Extent::of(&other).start, message, help);
            item
        }
        Err(error) => {
            errors.report(Law::Signature, error.span(), error.to_string(), "write a Rust function");
            item
        }
    };
    beside(&errors, marked)
}

/// Returns an item with a body that never runs, if it is a function.
fn stubs(item: &syn::Item) -> TokenStream {
    match item {
        syn::Item::Fn(function) => stub(function),
        other => quote!(#other),
    }
}

/// The words among the options.
struct Words {
    generic: Option<Extent>,
    kernels: Option<Extent>,
}

impl Words {
    /// Takes the words out of the options.
    fn taken(options: TokenStream) -> (Words, TokenStream) {
        let (generic, options) = generic::taken("generic", options);
        let (kernels, options) = generic::taken("kernels", options);
        (Words { generic, kernels }, options)
    }
}

fn function_in(
    mut written: syn::ItemFn,
    Words { generic, kernels }: Words,
    rules: Rules,
    mut errors: Diagnostics,
) -> TokenStream {
    // Attributes that mark the function, too, look for the mark behind them.
    if written.attrs.iter().any(is_autodiff) {
        generic::refused(generic, &mut errors);
        Declared { kernels, ..Declared::default() }.refuse_batch(&mut errors);
        written.attrs.push(rules.attribute());
        return beside(&errors, written);
    }
    if methods::stands_alone(&written, ALONE, &mut errors) {
        return beside(&errors, stub(&written));
    }
    let checkpointed = checkpoint::of_function(&mut written.attrs, &mut errors);
    implied::named(&mut written.sig);
    generic::applied(generic, &mut written, &mut errors);
    let mut text = written.clone();
    rules.apply(&mut text.block, &mut errors);
    let (lowered, broken) = analysed(analysed_text(&text), Options::ORDINARY);
    errors.0.extend(broken.0);
    let mut declared = Declared { checkpointed, ..unchanged(&written) };
    declared.body = own_text(&mut declared, &lowered.function.real, generic.is_some());
    let offered = emit::Offered { kernels: kernels.is_some(), ..emit::Offered::default() };
    emitted(&written, lowered, &declared, offered, errors)
}

/// Writes the functions that the options of `#[differentiable(rules(…))]` name in place of foreign ones, as the attribute does: the text
/// that is differentiated.
pub fn with_rules(function: &mut syn::ItemFn, options: TokenStream) -> Result<(), Diagnostics> {
    let mut errors = Diagnostics::default();
    let (_, options) = Words::taken(facade::without_path(options));
    Rules::of(options, &mut errors).apply(&mut function.block, &mut errors);
    errors.barrier(())
}

/// Returns the part of a function that is analysed: without a number in its value there is nothing to pull back, whatever its statements are.
pub(super) fn analysed_text(written: &syn::ItemFn) -> syn::ItemFn {
    let mut text = written.clone();
    if layout::is_exact_item(written) {
        text.block.stmts.clear();
        text.sig.output = syn::ReturnType::Default;
    }
    text
}

/// Returns the text of the function itself, or nothing if the lowered text is emitted in its place. `word` is true under `generic`.
///
/// In the lowered text a literal such as `0.5` has the number type of the function; in the written one it is an `f64`. But the lowered text takes
/// and returns what the programs do: where the user wrote another signature, the written text stays.
pub(super) fn own_text(declared: &mut Declared, real: &RealType, word: bool) -> Option<syn::Block> {
    let body = declared.body.take();
    let (RealType::Generic(real), Some(text)) = (real, &body) else { return body };
    let otherwise = declared.signature.is_some() || declared.output.is_some();
    let converted = literals::block(text.clone(), real);
    let has_literals = || quote!(#converted).to_string() != quote!(#text).to_string();
    match (word, otherwise) {
        (true, true) => Some(converted),
        (true, false) => None,
        (false, false) if has_literals() => None,
        (false, _) => body,
    }
}

/// The body of a function as it was written, which stands for what is lowered of it.
pub(super) fn unchanged(written: &syn::ItemFn) -> Declared {
    let mut own = written.clone();
    ordinary::copied(&mut own);
    ordinary::unmarked(&mut own.block, own.sig.generics.type_params().next().is_some());
    let in_parts = Layout::of_output(&written.sig.output).has_sum();
    let beside = layout::is_beside(&written.sig);
    let exact = layout::is_exact_item(written);
    let output = (in_parts || beside || exact).then(|| written.sig.output.clone());
    let is_otherwise = ordinary::takes_otherwise(&own.sig)
        || layout::returns_receiver(&own.sig)
        || own.sig.constness.is_some();
    let signature = is_otherwise.then(|| ordinary::unmarked_signature(own.sig));
    Declared { body: Some(*own.block), output, signature, beside, ..Declared::default() }
}
