//! `crate = path`: the path of the library, for users who have renamed the crate.
//!
//! Takes the option out of an attribute and replaces `::retrograde` in the emitted code by its path. Law: no other
//! part of the compiler knows the option, and emitted code names the library by an absolute path.

use crate::tokens;
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::Parser;

/// Runs a macro without the option, and renames the library in the emitted code as the option says.
pub fn named(attr: TokenStream, emit: impl FnOnce(TokenStream) -> TokenStream) -> TokenStream {
    let (rest, path) = taken(attr);
    match path {
        None => emit(rest),
        Some(Ok(path)) => renamed(emit(rest), &path),
        Some(Err(error)) => {
            let error = error.to_compile_error();
            let emitted = emit(rest);
            quote::quote!(#error #emitted)
        }
    }
}

/// Runs a derive macro, with the option of `#[differentiable(crate = path)]` in front of the type taken out.
pub(crate) fn named_in(
    mut item: syn::DeriveInput,
    emit: impl FnOnce(syn::DeriveInput) -> TokenStream,
) -> TokenStream {
    let mut option = TokenStream::new();
    for attr in &mut item.attrs {
        if let (true, syn::Meta::List(list)) = (attr.path().is_ident("differentiable"), &mut attr.meta) {
            let (rest, path) = split(std::mem::take(&mut list.tokens));
            list.tokens = rest;
            option.extend(path);
        }
    }
    item.attrs.retain(|attr| !matches!(&attr.meta, syn::Meta::List(list) if list.tokens.is_empty()));
    named(option, |_| emit(item))
}

/// Returns the options of an attribute without `crate = path`.
pub(crate) fn without_path(attr: TokenStream) -> TokenStream {
    split(attr).0
}

/// Returns an attribute's other options, and the path, if one is given.
fn taken(attr: TokenStream) -> (TokenStream, Option<syn::Result<syn::Path>>) {
    let (rest, option) = split(attr);
    let path = (!option.is_empty()).then(|| path_of.parse2(option));
    (rest, path)
}

/// Parses `crate = path`, or `crate = "path"` as serde writes it.
fn path_of(input: syn::parse::ParseStream) -> syn::Result<syn::Path> {
    let name: syn::Token![crate] = input.parse()?;
    let help = |error: syn::Error| {
        let message =
            format!("{error}: write `crate = path`, with the path by which this crate knows Retrograde");
        syn::Error::new(error.span(), message)
    };
    if input.is_empty() {
        return Err(help(syn::Error::new(name.span, "the path is missing")));
    }
    input.parse::<syn::Token![=]>().map_err(help)?;
    if input.peek(syn::LitStr) {
        return input.parse::<syn::LitStr>()?.parse().map_err(help);
    }
    input.call(syn::Path::parse_mod_style).map_err(help)
}

/// Returns an attribute's options other than `crate`, and the option `crate`.
fn split(attr: TokenStream) -> (TokenStream, TokenStream) {
    let (mut rest, mut option) = (Vec::new(), Vec::new());
    let tokens: Vec<TokenTree> = attr.into_iter().collect();
    for part in tokens.split_inclusive(|token| matches!(token, TokenTree::Punct(p) if p.as_char() == ',')) {
        let is_option = matches!(part, [TokenTree::Ident(name), ..] if name == "crate");
        if is_option {
            let end = matches!(part.last(), Some(TokenTree::Punct(p)) if p.as_char() == ',');
            option.extend_from_slice(&part[..part.len() - usize::from(end)]);
        } else {
            rest.extend_from_slice(part);
        }
    }
    (rest.into_iter().collect(), option.into_iter().collect())
}

/// Returns tokens with `path` in place of `::retrograde`.
fn renamed(tokens: TokenStream, path: &syn::Path) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out = TokenStream::new();
    let mut at = 0;
    while at < tokens.len() {
        match &tokens[at..] {
            [TokenTree::Punct(a), TokenTree::Punct(b), TokenTree::Ident(name), ..]
                if (a.as_char(), b.as_char()) == (':', ':')
                    && name == "retrograde"
                    && !continues(&tokens[..at]) =>
            {
                out.extend(path.to_token_stream().into_iter().map(|token| shown_at(token, name)));
                at += 3;
            }
            [TokenTree::Group(group), ..] => {
                out.extend([TokenTree::Group(tokens::within(group, |inner| renamed(inner, path)))]);
                at += 1;
            }
            [token, ..] => {
                out.extend([token.clone()]);
                at += 1;
            }
            [] => break,
        }
    }
    out
}

/// True if `::retrograde` after these tokens continues a path: `module::retrograde`.
fn continues(before: &[TokenTree]) -> bool {
    match before {
        [.., TokenTree::Punct(quote), TokenTree::Ident(_)] if quote.as_char() == '\'' => false,
        // A keyword is not a path segment, except for those that can start a path.
        [.., TokenTree::Ident(name)] => {
            syn::parse2::<Ident>(name.to_token_stream()).is_ok()
                || ["crate", "self", "super", "Self"].iter().any(|start| name == start)
        }
        _ => false,
    }
}

/// Returns a token of the path with the span of the library's name, so that errors are reported there; it resolves as
/// in the attribute.
fn shown_at(mut token: TokenTree, name: &Ident) -> TokenTree {
    token.set_span(token.span().located_at(name.span()));
    token
}
