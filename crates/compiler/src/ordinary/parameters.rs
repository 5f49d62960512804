//! Parameters of the programs are plain names: `mut x: f64` becomes `x: f64` and a local of its name, and the parts of `(a, b): (f64, f64)`
//! are bound at the beginning. So are the indices of loops: `for mut i in …` copies its index into a local.

use super::fresh::Fresh;
use super::functions::Given;
use crate::syntax::rewrite::inner;
use crate::syntax::visit_mut::VisitMut;
use crate::tokens::within;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, FnArg, Pat, parse_quote, parse_quote_spanned};

/// True for a parameter that is a pattern without references.
fn is_pattern(pat: &Pat) -> bool {
    matches!(pat, Pat::Tuple(_) | Pat::Struct(_) | Pat::TupleStruct(_) | Pat::Wild(_))
}

/// Names the parameters that are patterns, and binds the parts.
pub(super) fn named(item: &mut syn::ItemFn, fresh: &mut Fresh) {
    let mut bound: Vec<syn::Stmt> = Vec::new();
    for input in &mut item.sig.inputs {
        let FnArg::Typed(param) = input else { continue };
        if !is_pattern(&param.pat) {
            continue;
        }
        let name = fresh.name("argument", param.pat.span());
        let pat = std::mem::replace(&mut *param.pat, parse_quote!(#name));
        if !matches!(pat, Pat::Wild(_)) {
            bound.push(parse_quote!(let #pat = #name;));
        }
    }
    item.block.stmts.splice(0..0, bound);
    inner(|e| index(e, fresh)).visit_block_mut(&mut item.block);
}

/// Copies the index of `for mut i in …` into a local.
fn index(e: &mut Expr, fresh: &mut Fresh) {
    let Expr::ForLoop(each) = e else { return };
    let Pat::Ident(name) = &mut *each.pat else { return };
    if may_lend(&each.expr) {
        return;
    }
    if name.by_ref.is_none() && name.mutability.take().is_some() {
        let (span, ident) = (name.span(), name.ident.clone());
        name.ident = fresh.name(&ident.to_string(), span);
        let from = &name.ident;
        each.body.stmts.insert(0, parse_quote_spanned!(span=> let mut #ident = #from;));
    }
}

/// True for a head that may lend its items to be changed: these are no copies.
fn may_lend(head: &Expr) -> bool {
    match head {
        Expr::Paren(inner) => may_lend(&inner.expr),
        Expr::Range(_) => false,
        Expr::MethodCall(call) => match call.method.to_string().as_str() {
            "iter" | "to_vec" | "clone" | "copied" | "cloned" | "bytes" | "chars" => false,
            "rev" | "skip" | "take" | "step_by" => may_lend(&call.receiver),
            _ => true,
        },
        _ => true,
    }
}

/// Names the local that `mut self` is: the body changes it, and what the caller handed over stays.
fn own_self(item: &mut syn::ItemFn, fresh: &mut Fresh) {
    let Some(FnArg::Typed(param)) = item.sig.inputs.first_mut() else { return };
    let Pat::Ident(name) = &mut *param.pat else { return };
    if name.ident != "self" || name.mutability.take().is_none() {
        return;
    }
    let own = fresh.name("own", name.ident.span());
    let (ident, ty) = (&name.ident, &param.ty);
    let copy: syn::Stmt = parse_quote!(let mut #own: #ty = #ident;);
    let body = without_self(item.block.to_token_stream(), &own);
    // The same tokens with another name are a block again.
    if let Ok(body) = syn::parse2(body) {
        item.block = body;
        item.block.stmts.insert(0, copy);
    }
}

/// Tokens with a name in the place of the receiver; `self::f` is a path.
fn without_self(tokens: TokenStream, own: &syn::Ident) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut renamed = TokenStream::new();
    while let Some(token) = tokens.next() {
        let is_path = matches!(tokens.peek(), Some(TokenTree::Punct(sign)) if sign.as_char() == ':');
        renamed.extend([match token {
            TokenTree::Ident(name) if name == "self" && !is_path => {
                syn::Ident::new(&own.to_string(), name.span()).into()
            }
            TokenTree::Group(group) => within(&group, |inner| without_self(inner, own)).into(),
            other => other,
        }]);
    }
    renamed
}

/// Copies what is declared `mut` into a local.
pub(super) fn copied(item: &mut syn::ItemFn, fresh: &mut Fresh) {
    own_self(item, fresh);
    let mut copies: Vec<syn::Stmt> = Vec::new();
    for input in &mut item.sig.inputs {
        if let FnArg::Typed(param) = input {
            // A function is called, and not changed.
            if Given::of(&param.ty, &item.sig.generics).is_some() {
                continue;
            }
            if let Pat::Ident(name) = &mut *param.pat {
                if name.by_ref.is_none() && name.mutability.take().is_some() {
                    let (ident, ty) = (&name.ident, &param.ty);
                    copies.push(parse_quote!(let mut #ident: #ty = #ident;));
                }
            }
        }
    }
    item.block.stmts.splice(0..0, copies);
}
