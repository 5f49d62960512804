//! Other names of types: `type Matrix = Vec<Vec<f64>>;`.
//!
//! An attribute sees its item alone, and what `Matrix` is decides what its programs hold: so such names are written out in it. Law: what
//! a name stands for is evidence, as all that is known of other items, and rustc is asked whether it is what is meant.

use crate::sorted::Set;
use proc_macro2::{Ident, Spacing, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Expr, GenericArgument, PathArguments, Type};

/// How often a name may stand for another name.
const MOST: usize = 8;

/// True for a type of which each part is a path with one name, an array, a slice or a tuple.
pub(super) fn is_plain(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            let args = path.path.segments.iter().map(|segment| match &segment.arguments {
                PathArguments::None => true,
                PathArguments::AngleBracketed(of) => of.args.iter().all(|arg| match arg {
                    GenericArgument::Type(ty) => is_plain(ty),
                    _ => false,
                }),
                PathArguments::Parenthesized(_) => false,
            });
            path.qself.is_none() && path.path.segments.len() == 1 && args.into_iter().all(|is_plain| is_plain)
        }
        Type::Array(array) => {
            let is_length = match &array.len {
                Expr::Lit(_) => true,
                Expr::Path(length) => length.path.get_ident().is_some(),
                _ => false,
            };
            is_length && is_plain(&array.elem)
        }
        Type::Slice(slice) => is_plain(&slice.elem),
        Type::Tuple(tuple) => tuple.elems.iter().all(is_plain),
        Type::Paren(inner) => is_plain(&inner.elem),
        _ => false,
    }
}

/// Writes out the names in an item; returns it, and what asks rustc if they are what they are taken for.
pub(super) fn written_out(
    item: TokenStream,
    of: &dyn Fn(&str) -> Option<TokenStream>,
) -> (TokenStream, TokenStream) {
    let mut writing = Writing { of, own: parameters(item.clone()), found: Vec::new() };
    let item = writing.stream(item, 0);
    let asked = writing.found.iter().map(|(name, of)| {
        quote! {
            #[allow(clippy::type_complexity)]
            const _: fn(&#name) -> &#of = |value| value;
        }
    });
    (item, asked.collect())
}

struct Writing<'a> {
    /// The type of a name.
    of: &'a dyn Fn(&str) -> Option<TokenStream>,
    /// The names that are type parameters of the item.
    own: Set<String>,
    /// The names that were written out, and their types.
    found: Vec<(Ident, TokenStream)>,
}

impl Writing<'_> {
    fn stream(&mut self, tokens: TokenStream, depth: usize) -> TokenStream {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut out = TokenStream::new();
        for (at, token) in tokens.iter().enumerate() {
            match token {
                TokenTree::Group(group) => {
                    let mut inner =
                        proc_macro2::Group::new(group.delimiter(), self.stream(group.stream(), depth));
                    inner.set_span(group.span());
                    out.extend([TokenTree::Group(inner)]);
                }
                TokenTree::Ident(name) if is_name(&tokens, at) => match self.written(name, depth) {
                    Some(of) if is_path(&tokens, at) => out.extend(as_path(of)),
                    Some(of) => out.extend(of),
                    None => out.extend([token.clone()]),
                },
                token => out.extend([token.clone()]),
            }
        }
        out
    }

    /// The type of a name, with the span of the name.
    fn written(&mut self, name: &Ident, depth: usize) -> Option<TokenStream> {
        let text = name.to_string();
        if depth == MOST || self.own.contains(&text) {
            return None;
        }
        let of = self.stream((self.of)(&text)?, depth + 1);
        if depth == 0 && !self.found.iter().any(|(known, _)| *known == text) {
            self.found.push((name.clone(), of.clone()));
        }
        // What is written here is not the user's text: lints do not judge it.
        Some(spanned(of, Span::mixed_site().located_at(name.span())))
    }
}

/// True for a name that is no part of a longer path, no field, and no name of a definition, a parameter or an associated type.
fn is_name(tokens: &[TokenTree], at: usize) -> bool {
    let is =
        |token: Option<&TokenTree>, c: char| matches!(token, Some(TokenTree::Punct(p)) if p.as_char() == c);
    let before = at.checked_sub(1).map(|at| &tokens[at]);
    let defines = matches!(before, Some(TokenTree::Ident(word)) if ["type", "struct", "enum", "fn", "mod"].iter().any(|kind| word == kind));
    let is_bound = is(tokens.get(at + 1), '=') && (is(before, '<') || is(before, ','));
    let is_argument = is_bound || is(tokens.get(at + 1), ':') && !is_path(tokens, at);
    !(defines
        || is_argument
        || is(before, ':') && is_joint(tokens, at)
        || is(before, '.')
        || is(before, '\''))
}

/// True if `::` stands before a token.
fn is_joint(tokens: &[TokenTree], at: usize) -> bool {
    let first = at.checked_sub(2).map(|at| &tokens[at]);
    matches!(first, Some(TokenTree::Punct(p)) if p.as_char() == ':' && p.spacing() == Spacing::Joint)
}

/// True if `::` stands behind a token.
fn is_path(tokens: &[TokenTree], at: usize) -> bool {
    matches!(tokens.get(at + 1), Some(TokenTree::Punct(p)) if p.as_char() == ':' && p.spacing() == Spacing::Joint)
}

/// A type at the start of a path: `Vec::<f64>::new`.
fn as_path(of: TokenStream) -> TokenStream {
    match syn::parse2::<syn::TypePath>(of.clone()) {
        Ok(mut path) => {
            if let Some(syn::PathArguments::AngleBracketed(args)) =
                path.path.segments.last_mut().map(|last| &mut last.arguments)
            {
                args.colon2_token = Some(syn::Token![::](args.lt_token.span));
            }
            path.to_token_stream()
        }
        Err(_) => quote!(<#of>),
    }
}

fn spanned(tokens: TokenStream, span: Span) -> TokenStream {
    let each = tokens.into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            let mut inner = proc_macro2::Group::new(group.delimiter(), spanned(group.stream(), span));
            inner.set_span(span);
            return TokenTree::Group(inner);
        }
        token.set_span(span);
        token
    });
    each.collect()
}

/// Returns the names of the type parameters behind `impl<`, `fn name<` and the like.
fn parameters(tokens: TokenStream) -> Set<String> {
    let (mut found, mut depth, mut is_open) = (Set::new(), 0usize, false);
    let mut before: [Option<TokenTree>; 2] = [None, None];
    for token in tokens {
        let word = |at: usize, words: &[&str]| matches!(&before[at], Some(TokenTree::Ident(word)) if words.iter().any(|kind| word == kind));
        match &token {
            TokenTree::Group(group) => found.extend(parameters(group.stream())),
            TokenTree::Punct(p) if p.as_char() == '<' => {
                let starts = word(1, &["impl"]) || word(0, &["fn", "struct", "enum", "trait", "type"]);
                depth = if starts { 1 } else { depth + usize::from(depth > 0) };
                is_open = starts;
            }
            TokenTree::Punct(p) if p.as_char() == '>' => depth = depth.saturating_sub(1),
            TokenTree::Punct(p) if p.as_char() == ',' => is_open = depth == 1,
            TokenTree::Ident(name) if is_open && name != "const" => {
                found.insert(name.to_string());
                is_open = false;
            }
            _ => {}
        }
        before = [before[1].take(), Some(token)];
    }
    found
}
