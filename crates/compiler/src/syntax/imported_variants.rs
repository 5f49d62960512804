//! Variants that `use` takes out of their enum: `use Part::*;` and then `Resistor { ohms }`.
//!
//! Takes an item, returns it with the name of the enum before each of them, since the letters of a variant alone are those of a type. Law: the
//! enum is known, and has the variant.

use crate::sorted::{Map, Set};
use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned};
use std::cell::RefCell;

/// The enums whose variants are imported, each with the names that are; none for all.
pub(super) type Imports = Map<String, Option<Set<String>>>;

/// The start of the key under which it stands what a file imports from an enum.
const FROM: &str = "variants of: ";

/// The key and the text for what a file imports from an enum.
pub(super) fn said(of: &str, names: Option<Set<String>>) -> (String, String) {
    let names = names.map_or("*".to_string(), |names| names.into_iter().collect::<Vec<_>>().join(" "));
    (format!("{FROM}{of}"), names)
}

/// The enum of such a key.
pub(super) fn enum_of(key: &str) -> Option<&str> {
    key.strip_prefix(FROM)
}

/// Puts the names of the enums before variants that are imported: `said` is what the file imports, and the item may import as well.
pub(super) fn with_enums<'s>(
    item: TokenStream,
    said: impl Iterator<Item = (&'s str, &'s str)>,
    has: &dyn Fn(&str, &str) -> bool,
) -> (TokenStream, TokenStream) {
    let (mut own, mut imports) = (Imports::new(), Imports::new());
    collect(item.clone(), &mut own);
    for (of, names) in said {
        let names = (names != "*").then(|| names.split(' ').map(str::to_string).collect());
        imports.insert(of.to_string(), names);
    }
    if own.is_empty() && imports.is_empty() {
        return (item, TokenStream::new());
    }
    let used = RefCell::new(Map::new());
    let item = qualified(item, &|name| {
        let takes = |names: &Option<Set<String>>| names.as_ref().is_none_or(|names| names.contains(name));
        let find = |from: &Imports| {
            let mut of = from.iter().filter(|(of, names)| takes(names) && has(of, name)).map(|(of, _)| of);
            of.next().cloned()
        };
        find(&own).or_else(|| {
            let of = find(&imports)?;
            used.borrow_mut().insert(name.to_string(), of.clone());
            Some(of)
        })
    });
    // Imports of the file are used, though the programs have the whole names.
    let uses = used.into_inner().into_iter().map(|(name, of)| {
        let [name, of] = [name, of].map(|text| Ident::new(&text, Span::call_site()));
        quote!(const _: fn(&#of) -> bool = |value| ::core::matches!(value, #name { .. });)
    });
    (item, uses.collect())
}

/// Collects what the `use` statements in some tokens import from types.
pub(super) fn collect(tokens: TokenStream, found: &mut Imports) {
    let mut path: Option<Vec<TokenTree>> = None;
    for token in tokens {
        match (&token, &mut path) {
            (TokenTree::Ident(word), None) if word == "use" => path = Some(Vec::new()),
            (TokenTree::Group(group), None) => collect(group.stream(), found),
            (TokenTree::Punct(p), Some(parts)) if p.as_char() == ';' => {
                note(parts, found);
                path = None;
            }
            (_, Some(parts)) => parts.push(token),
            (_, None) => {}
        }
    }
}

/// Notes one `use` of an enum that has its name there: its last part is `*`, a name, or a group of names.
fn note(parts: &[TokenTree], found: &mut Imports) {
    let [TokenTree::Ident(of), TokenTree::Punct(_), TokenTree::Punct(_), last] = parts else { return };
    if !of.to_string().starts_with(char::is_uppercase) {
        return;
    }
    let names = match last {
        TokenTree::Punct(p) if p.as_char() == '*' => None,
        TokenTree::Ident(name) => Some(Set::from([name.to_string()])),
        TokenTree::Group(group) => {
            let is_all = |token: &TokenTree| matches!(token, TokenTree::Punct(p) if p.as_char() == '*');
            let names = || crate::tokens::names(group.stream());
            (!group.stream().into_iter().any(|token| is_all(&token))).then(names)
        }
        _ => return,
    };
    match (found.remove(&of.to_string()), names) {
        (Some(Some(mut before)), Some(names)) => {
            before.extend(names);
            found.insert(of.to_string(), Some(before));
        }
        (Some(None), _) | (_, None) => drop(found.insert(of.to_string(), None)),
        (None, names) => drop(found.insert(of.to_string(), names)),
    }
}

/// Puts the names of the enums before the variants.
fn qualified(tokens: TokenStream, of: &dyn Fn(&str) -> Option<String>) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let sign = |at: Option<usize>| match at.and_then(|at| tokens.get(at)) {
        Some(TokenTree::Punct(p)) => p.as_char(),
        _ => ' ',
    };
    // Imports, and the enum itself, stay as they are.
    let (mut imports, mut defines) = (false, false);
    let mut out = TokenStream::new();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if word == "use" => imports = true,
            TokenTree::Ident(word) if word == "enum" => defines = true,
            TokenTree::Punct(p) if p.as_char() == ';' => imports = false,
            TokenTree::Group(group) => {
                if !imports && !defines {
                    let mut inner = Group::new(group.delimiter(), qualified(group.stream(), of));
                    inner.set_span(group.span());
                    out.extend([TokenTree::Group(inner)]);
                    continue;
                }
                defines = false;
            }
            TokenTree::Ident(name) if !imports && !defines => {
                let (last, first) = (sign(at.checked_sub(1)), sign(at.checked_sub(2)));
                let starts_path = sign(Some(at + 1)) == ':' && sign(Some(at + 2)) == ':';
                let is_part = last == '.' && first != '.' || last == ':' && first == ':' || starts_path;
                if let Some(of) = of(&name.to_string()).filter(|_| !is_part) {
                    let of = Ident::new(&of, name.span());
                    out.extend(quote_spanned!(name.span()=> #of::#name));
                    continue;
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        out.extend([token.clone()]);
    }
    out
}
