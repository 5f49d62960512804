//! `cargo xtask lines`: how long the emitted text of an item is.
//!
//! The whole expansion is formatted and its lines are counted. Law: what stands in a macro of the library that hands its content
//! on (`when_alloc!`, `when_tape!`) is formatted like everything else, so that nothing is hidden there.

use crate::items::{Item, marked};
use crate::kernels::kernels;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use std::path::Path;

/// Runs the command.
pub(crate) fn run(arguments: &[String]) -> Result<(), String> {
    if arguments.is_empty() {
        return Err("name an item: FILE.rs::NAME".to_string());
    }
    for wanted in arguments {
        let item = found(wanted)?;
        let (lines, programs) = (lines(&item)?, lines_of_programs(&item)?);
        println!("{wanted}: {lines} lines, {programs} of them in programs");
    }
    Ok(())
}

/// The item of `FILE.rs::NAME`; the path may begin in the middle.
pub(crate) fn found(wanted: &str) -> Result<Item, String> {
    let (file, path) = wanted.split_once(".rs::").ok_or(format!("`{wanted}` is not FILE.rs::NAME"))?;
    let file = format!("{file}.rs");
    let text = std::fs::read_to_string(Path::new(&file)).map_err(|error| format!("{file}: {error}"))?;
    let parsed = syn::parse_file(&text).map_err(|error| format!("{file}: {error}"))?;
    let path: Vec<&str> = path.split("::").collect();
    let ends_so = |item: &Item| {
        item.path.iter().rev().zip(path.iter().rev()).filter(|(a, b)| a == b).count() == path.len()
    };
    marked(&parsed).into_iter().find(ends_so).ok_or(format!("`{wanted}`: no marked item has this name"))
}

/// The lines of what is emitted.
fn lines(item: &Item) -> Result<usize, String> {
    Ok(prettyplease::unparse(&parsed(item)?).lines().count())
}

fn lines_of_programs(item: &Item) -> Result<usize, String> {
    if !item.has_programs() {
        return Ok(0);
    }
    Ok(prettyplease::unparse(&kernels(&parsed(item)?, &item.functions)).lines().count())
}

fn parsed(item: &Item) -> Result<syn::File, String> {
    syn::parse2(unwrapped(item.expanded())).map_err(|error| format!("what is emitted is not Rust: {error}"))
}

/// The tokens with the content of macros that hand it on in place of their calls.
fn unwrapped(tokens: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out: Vec<TokenTree> = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) if hands_on(&tokens[..i]) => {
                // `::retrograde::__private::when_alloc!`
                out.truncate(out.len() - 10);
                out.extend(unwrapped(group.stream()));
            }
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), unwrapped(group.stream()));
                inner.set_span(group.span());
                out.push(inner.into());
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => out.push(token.clone()),
        }
    }
    out.into_iter().collect()
}

/// True if these tokens end with the path of such a macro.
fn hands_on(before: &[TokenTree]) -> bool {
    match before {
        [
            ..,
            TokenTree::Ident(library),
            _,
            _,
            TokenTree::Ident(_),
            _,
            _,
            TokenTree::Ident(name),
            TokenTree::Punct(call),
        ] => {
            library == "retrograde" && call.as_char() == '!' && (name == "when_alloc" || name == "when_tape")
        }
        _ => false,
    }
}

/// The number of tokens, those in groups and the brackets of groups included.
pub(crate) fn tokens(stream: TokenStream) -> usize {
    let count = |token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::None => tokens(group.stream()),
        TokenTree::Group(group) => 2 + tokens(group.stream()),
        TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => 1,
    };
    stream.into_iter().map(count).sum()
}
