//! `#[checkpoint]`, before an ordinary function or before a loop in one.
//!
//! Takes attributes, returns what they say; options are for loops alone.

use crate::law::{Diagnostics, Extent, Language, Law};

/// Help for the attribute before a loop.
const LOOP: &str =
    "write `#[checkpoint]`, or `#[checkpoint(every = 100)]` to keep the state before each hundredth round";

/// True for the attribute.
pub(crate) fn is_checkpoint(attr: &syn::Attribute) -> bool {
    attr.path().is_ident("checkpoint")
}

/// Returns the attributes of a loop.
pub(crate) fn marks(e: &mut syn::Expr) -> Option<&mut Vec<syn::Attribute>> {
    match e {
        syn::Expr::ForLoop(each) => Some(&mut each.attrs),
        syn::Expr::While(each) => Some(&mut each.attrs),
        syn::Expr::Loop(each) => Some(&mut each.attrs),
        _ => None,
    }
}

/// Takes the attribute off a function; true if it was there.
pub(crate) fn of_function(attrs: &mut Vec<syn::Attribute>, errors: &mut Diagnostics) -> bool {
    let Some(at) = attrs.iter().position(is_checkpoint) else { return false };
    let attr = attrs.remove(at);
    if !matches!(attr.meta, syn::Meta::Path(_)) {
        let message = "before a function this attribute has no options";
        let help = "write `#[checkpoint]`; options are for loops";
        errors.report(Law::OutsideLanguage, Extent::of(&attr), message, help);
        errors.set_language(Language::Ordinary);
    }
    true
}

/// Returns the length of the segments of a loop, where one is given; none if the loop is not marked.
pub(crate) fn of_loop(attrs: &[syn::Attribute], errors: &mut Diagnostics) -> Option<Option<usize>> {
    let attr = attrs.iter().find(|attr| is_checkpoint(attr))?;
    if matches!(attr.meta, syn::Meta::Path(_)) {
        return Some(None);
    }
    let mut every = None;
    let parsed = attr.parse_nested_meta(|meta| {
        if !meta.path.is_ident("every") {
            return Err(meta.error("this option is unknown"));
        }
        let number: syn::LitInt = meta.value()?.parse()?;
        every = Some(number.base10_parse::<usize>()?).filter(|every| *every > 0);
        every.map(drop).ok_or_else(|| syn::Error::new(number.span(), "a segment has a round at least"))
    });
    if let Err(error) = parsed {
        errors.report(Law::OutsideLanguage, error.span(), error.to_string(), LOOP);
    }
    Some(every)
}
