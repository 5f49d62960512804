//! Statements of ordinary Rust as the user wrote them, for drawings, for the stepper and for printed programs.
//!
//! Takes the tokens that `lower` made of `safe!` or of an assertion, in which variables have unique names, and
//! returns text for a person. Emitted code is not printed here.

use crate::ir::print::line;
use crate::ir::{Variables, identifier};
use crate::sorted::Map;
use crate::tokens;
use proc_macro2::{Literal, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::punctuated::Punctuated;

/// Statements of ordinary Rust.
pub enum Aside {
    /// An assertion without its semicolon: one that the user wrote, or one about the lengths of arrays that are
    /// visited together.
    Assertion(TokenStream),
    /// The statements in `safe!`.
    Safe(TokenStream),
}

impl Aside {
    /// Parses tokens in which variables have these names.
    pub fn of(tokens: &TokenStream) -> Aside {
        let unlifted = unlifted(tokens.clone());
        let Ok(mut block) = syn::parse2::<syn::Block>(unlifted.clone()) else { return Aside::Safe(unlifted) };
        // A block that contains only a block was one block in `safe!` too.
        while let [syn::Stmt::Expr(syn::Expr::Block(inner), None)] = &block.stmts[..] {
            if inner.label.is_some() || !inner.attrs.is_empty() {
                break;
            }
            block = inner.block.clone();
        }
        if let Some((syn::Stmt::Macro(last), views)) = block.stmts.split_last() {
            if is_assertion(&last.mac) && views.iter().all(|stmt| matches!(stmt, syn::Stmt::Local(_))) {
                return Aside::Assertion(asserted(&last.mac));
            }
        }
        let stmts = &block.stmts;
        Aside::Safe(quote!(#(#stmts)*))
    }

    /// Returns the statements on one line, with variables as they are written.
    pub(crate) fn line(tokens: &TokenStream, vars: &Variables) -> String {
        let names = vars.iter().map(|(var, v)| (v.name.clone(), vars.written_name(var).to_string()));
        match Aside::of(&renamed(tokens.clone(), &names.collect())) {
            Aside::Assertion(tokens) => line(&tokens),
            Aside::Safe(tokens) => format!("safe! {{ {} }}", line(&tokens)),
        }
    }

    /// Returns the statements of a program for people, in a block of their own only if they declare something.
    pub(crate) fn statements(tokens: &TokenStream) -> TokenStream {
        match Aside::of(tokens) {
            Aside::Assertion(tokens) => quote!(#tokens;),
            Aside::Safe(tokens) => {
                let block = syn::parse2::<syn::Block>(quote!({ #tokens }));
                let declares = |stmt: &syn::Stmt| matches!(stmt, syn::Stmt::Local(_) | syn::Stmt::Item(_));
                if block.is_ok_and(|block| !block.stmts.iter().any(declares)) {
                    tokens
                } else {
                    quote!({ #tokens })
                }
            }
        }
    }
}

fn is_assertion(mac: &syn::Macro) -> bool {
    let name = mac.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
    matches!(name.strip_prefix("debug_").unwrap_or(&name), "assert" | "assert_eq" | "assert_ne")
}

/// Returns an assertion without its message if the compiler inserted it: such an assertion has a full path.
fn asserted(mac: &syn::Macro) -> TokenStream {
    if mac.path.leading_colon.is_none() {
        return mac.to_token_stream();
    }
    let parser = Punctuated::<syn::Expr, syn::Token![,]>::parse_terminated;
    let arguments = mac.parse_body_with(parser).unwrap_or_default();
    let is_text = |e: &syn::Expr| matches!(e, syn::Expr::Lit(lit) if matches!(lit.lit, syn::Lit::Str(_)));
    let shown = arguments.iter().filter(|e| !is_text(e));
    let name = mac.path.segments.last().map(|last| &last.ident);
    quote!(#name!(#(#shown),*))
}

/// Replaces `T::constant(0.0)` by `0.0`, from which it was made.
fn unlifted(tokens: TokenStream) -> TokenStream {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut out: Vec<TokenTree> = Vec::new();
    for token in tokens {
        let TokenTree::Group(group) = token else {
            out.push(token);
            continue;
        };
        let inner: Vec<TokenTree> = group.stream().into_iter().collect();
        let named = |back: usize, what: &str| {
            let at = out.len().checked_sub(back).and_then(|at| out.get(at));
            at.is_some_and(|token| token.to_string() == what)
        };
        let is_lifted = named(1, "constant") && named(2, ":") && named(3, ":") && out.len() >= 4;
        match &inner[..] {
            [TokenTree::Literal(literal)] if is_lifted => {
                out.truncate(out.len() - 4);
                out.push(literal.clone().into());
            }
            _ => {
                out.push(tokens::within(&group, unlifted).into());
            }
        }
    }
    out.into_iter().collect()
}

/// Renames variables in statements of ordinary Rust, also in captures of format strings.
pub fn renamed(tokens: TokenStream, names: &Map<String, String>) -> TokenStream {
    let mut after_dot = false;
    let mut out = Vec::new();
    for token in tokens {
        let is_dot = matches!(&token, TokenTree::Punct(p) if p.as_char() == '.');
        out.push(match token {
            TokenTree::Ident(name) if !after_dot => match names.get(&name.to_string()) {
                Some(other) => identifier(other, name.span()).into(),
                None => name.into(),
            },
            TokenTree::Group(group) => tokens::within(&group, |inner| renamed(inner, names)).into(),
            TokenTree::Literal(literal) => {
                let renamed = |name: &str| names.get(name).map_or(name, String::as_str).to_string();
                captured(literal, renamed).into()
            }
            other => other,
        });
        after_dot = is_dot;
    }
    out.into_iter().collect()
}

/// Renames the variables in the braces of a format string; other literals are returned unchanged.
pub(crate) fn captured(literal: Literal, mut renamed: impl FnMut(&str) -> String) -> Literal {
    let text = literal.to_string();
    if !text.ends_with('"') || !text.contains('{') {
        return literal;
    }
    let mut changed = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('{') {
        let (name, behind) = after.split_at(after.find([':', '}']).unwrap_or(after.len()));
        changed.extend([before, "{", &renamed(name)]);
        rest = behind;
    }
    changed.push_str(rest);
    match changed.parse::<Literal>() {
        Ok(mut renamed) => {
            renamed.set_span(literal.span());
            renamed
        }
        Err(_) => literal,
    }
}
