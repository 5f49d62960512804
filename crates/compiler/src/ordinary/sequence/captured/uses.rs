//! Uses of what a closure captures: the names and paths of fields in its tokens, those of macros among them.

use crate::ir::{Methods, is_in};
use crate::ordinary::assign::{base, changed_by};
use crate::sorted::{Map, Set};
use crate::syntax::seek::each;
use crate::tokens;
use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Expr;

/// A name or a path of fields, and what is done with it.
#[derive(Default)]
pub(super) struct Use {
    /// Its tokens.
    pub(super) path: TokenStream,
    /// The path of fields behind the name.
    pub(super) fields: Vec<String>,
    /// The name that stands for it in the body.
    pub(super) name: Option<Ident>,
    /// True if it is indexed, or a method of arrays is called.
    pub(super) is_array: bool,
    /// True if `*` stands before it.
    pub(super) is_reference: bool,
    /// True if it is lent, or named alone.
    pub(super) is_whole: bool,
    /// True if it is the exponent of `powi`.
    pub(super) is_power: bool,
}

/// The name of what is captured.
pub(super) fn named(of: &Use) -> TokenStream {
    of.name.as_ref().map_or_else(|| of.path.clone(), ToTokens::to_token_stream)
}

/// True if a body uses a name as an array.
pub(in super::super) fn is_array(name: &Ident, body: &Expr) -> bool {
    let mut uses = Map::new();
    scan(body.to_token_stream(), &|other| *name == other, &mut uses);
    uses.get(&name.to_string()).is_some_and(|of| of.is_array)
}

/// A path of fields in a stream of tokens: its length, and the fields.
fn path_at(tokens: &[TokenTree], at: usize) -> (usize, Vec<String>) {
    let mut fields = Vec::new();
    let mut end = at + 1;
    loop {
        let is_dot = matches!(tokens.get(end), Some(TokenTree::Punct(dot)) if dot.as_char() == '.' && dot.spacing() == Spacing::Alone);
        let field = match tokens.get(end + 1) {
            Some(TokenTree::Ident(name)) => name.to_string(),
            Some(TokenTree::Literal(number)) => number.to_string(),
            _ => return (end, fields),
        };
        let is_called = matches!(tokens.get(end + 2), Some(TokenTree::Group(args)) if args.delimiter() == Delimiter::Parenthesis)
            || matches!(tokens.get(end + 2), Some(TokenTree::Punct(colon)) if colon.as_char() == ':');
        if !is_dot || is_called || field.contains('.') {
            return (end, fields);
        }
        fields.push(field);
        end += 2;
    }
}

/// True if a token is this sign.
fn is_sign(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == sign)
}

/// True if a token ends an operand, so that a sign behind it has two.
fn ends(token: Option<&TokenTree>) -> bool {
    match token {
        Some(TokenTree::Ident(name)) => {
            !["return", "in", "if", "match", "while", "else"].iter().any(|word| name == word)
        }
        Some(TokenTree::Literal(_) | TokenTree::Group(_)) => true,
        Some(TokenTree::Punct(_)) | None => false,
    }
}

/// Finds the names and paths of fields that tokens use.
pub(super) fn scan(tokens: TokenStream, is_ours: &dyn Fn(&str) -> bool, uses: &mut Map<String, Use>) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
        match &tokens[at] {
            TokenTree::Group(group) => {
                scan(group.stream(), is_ours, uses);
                let is_power = matches!(before(1), Some(TokenTree::Ident(name)) if name == "powi");
                if let Some(of) = uses.get_mut(&group.stream().to_string()).filter(|_| is_power) {
                    of.is_power = true;
                }
            }
            // A label is no name.
            TokenTree::Ident(name) if !is_sign(before(1), '\'') && is_ours(&name.to_string()) => {
                let is_member = is_sign(before(1), '.') && !is_sign(before(2), '.');
                let is_called = matches!(tokens.get(at + 1), Some(TokenTree::Group(args)) if args.delimiter() == Delimiter::Parenthesis);
                if !is_member {
                    let (end, fields) = path_at(&tokens, at);
                    let key = std::iter::once(name.to_string()).chain(fields.iter().cloned());
                    let key = key.collect::<Vec<_>>().join(".");
                    let of = uses.entry(key).or_default();
                    of.path = tokens[at..end].iter().cloned().collect();
                    of.fields = fields;
                    let method = match (tokens.get(end), tokens.get(end + 1)) {
                        (dot, Some(TokenTree::Ident(method))) if is_sign(dot, '.') => method.to_string(),
                        _ => String::new(),
                    };
                    let is_indexed = matches!(tokens.get(end), Some(TokenTree::Group(index)) if index.delimiter() == Delimiter::Bracket);
                    let is_lent = is_sign(before(1), '&') && !ends(before(2)) && !is_sign(before(2), '&');
                    of.is_array |= is_indexed || is_in(&method, Methods::OfItems) || is_lent;
                    of.is_reference |= is_sign(before(1), '*') && !ends(before(2));
                    of.is_whole |= !is_indexed && method.is_empty() || is_called;
                    at = end;
                    continue;
                }
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
        at += 1;
    }
}

/// Writes the names of captured fields in the places of their paths.
pub(super) fn renamed(tokens: TokenStream, uses: &Map<String, Use>) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let (mut out, mut at) = (TokenStream::new(), 0);
    while at < tokens.len() {
        let before = |back: usize| at.checked_sub(back).and_then(|at| tokens.get(at));
        match &tokens[at] {
            TokenTree::Group(group) => {
                out.extend([TokenTree::Group(tokens::within(group, |inner| renamed(inner, uses)))]);
            }
            TokenTree::Ident(name) if !is_sign(before(1), '.') || is_sign(before(2), '.') => {
                let (end, fields) = path_at(&tokens, at);
                let key = std::iter::once(name.to_string()).chain(fields).collect::<Vec<_>>().join(".");
                match uses.get(&key).and_then(|of| of.name.as_ref()) {
                    Some(own) => {
                        let mut own = own.clone();
                        own.set_span(name.span());
                        out.extend([TokenTree::Ident(own)]);
                        at = end;
                        continue;
                    }
                    None => out.extend([tokens[at].clone()]),
                }
            }
            token => out.extend([token.clone()]),
        }
        at += 1;
    }
    out
}

/// Returns the name of what a closure captures and changes.
pub(super) fn changed<'a>(body: &TokenStream, uses: impl Iterator<Item = &'a Use>) -> Option<String> {
    let names: Set<String> = uses.map(|of| named(of).to_string()).collect();
    let mut changed = None;
    let at = |e: &Expr| {
        let name = changed_by(e).and_then(base).filter(|name| names.contains(name));
        changed = name.or(changed.take());
    };
    if let Ok(body) = syn::parse2::<Expr>(body.clone()) {
        each(at, |visitor| visitor.visit_expr(&body));
    }
    changed
}
