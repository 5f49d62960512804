//! Enums of the same file that have no attribute, and whose variants hold nothing: their values are exact.
//!
//! Law: what the text of the file says is evidence; rustc is asked, where such a name is used, if the enum is the one in the file.

use super::enums::variant_of;
use super::file::Unmarked;
use super::structures::{Structures, all_said_here, said_here};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote_spanned;

/// The key for an enum of a file that has no attribute.
fn unmarked(name: &str) -> String {
    format!("an enum without an attribute: {name}")
}

/// The start of the key for such an enum whose values are copied and hold nothing.
pub(super) const COPIED: &str = "a plain enum: ";

/// Adds an enum without an attribute, with its variants.
pub(super) fn note(to: &mut Structures, name: &str, of: Unmarked) {
    let mut variants = of.variants.split(' ').filter(|variant| !variant.is_empty()).peekable();
    if let Some(first) = variants.peek().filter(|_| of.is_exact) {
        to.say(format!("{COPIED}{name}"), first.to_string());
    }
    // One with methods may be a parameter that is held constant: of what they return, nothing is known.
    if variants.peek().is_some() && of.is_exact && !of.has_own {
        to.say(format!("{GIVEN}{name}"), of.text);
    }
    variants.for_each(|variant| to.say(variant_of(name, variant), "is one".to_string()));
    to.say(unmarked(name), of.variants);
}

/// The start of the key for the text of such an enum that is given what the derive macro gives.
const GIVEN: &str = "a plain enum, as it is written: ";

/// The key for the item of a file beside which these enums are given it.
const GIVER: &str = "the item that gives plain enums what is derived";

/// Adds the item of the file that is the first to be expanded.
pub(super) fn note_giver(to: &mut Structures, name: Option<String>) {
    to.say(GIVER.to_string(), name.unwrap_or_default());
}

/// Returns the enums without an attribute that are given, beside an item, what the derive macro gives: none unless it is the first of its file.
pub(crate) fn given_beside(item: &TokenStream) -> Vec<syn::DeriveInput> {
    let tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let name = super::file::name_of(&tokens);
    if name.is_none() || name != said_here(&GIVER.to_string()) {
        return Vec::new();
    }
    all_said_here(GIVEN).iter().filter_map(|text| syn::parse_str(text).ok()).collect()
}

/// Returns the variants of an enum of the same file without an attribute; none if they hold values.
pub(crate) fn unmarked_variants(name: &Ident) -> Option<Vec<Ident>> {
    let text = said_here(&unmarked(&name.to_string()))?;
    Some(text.split(' ').filter_map(|word| syn::parse_str(word).ok()).collect())
}

/// Returns what asks rustc for the enums that an item names and whose values are taken as exact.
pub(crate) fn asked(item: TokenStream) -> TokenStream {
    let mut names = Vec::new();
    named(item, &mut names);
    names.iter().map(asked_for).collect()
}

/// Returns what asks rustc for one.
pub(crate) fn asked_for(name: &Ident) -> TokenStream {
    let variants = unmarked_variants(name).unwrap_or_default();
    quote_spanned! {name.span()=>
        #[allow(deprecated)]
        const _: fn(&#name) = |value| match value {
            #(#name::#variants)|* => {}
        };
    }
}

/// Collects the names of such enums, each once, where they are no part of a longer path.
fn named(tokens: TokenStream, found: &mut Vec<Ident>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let sign = |at: Option<usize>| match at.and_then(|at| tokens.get(at)) {
        Some(TokenTree::Punct(p)) => p.as_char(),
        _ => ' ',
    };
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => named(group.stream(), found),
            TokenTree::Ident(name) => {
                let (last, first) = (sign(at.checked_sub(1)), sign(at.checked_sub(2)));
                let is_part = last == '.' || last == ':' && first == ':';
                if !is_part && crate::ir::is_plain_enum(name) && !found.contains(name) {
                    found.push(name.clone());
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}
