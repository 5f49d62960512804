//! Methods that lend a part of their structure, `fn row(&self, i: usize) -> &[f64] { &self.data[i * self.w..(i + 1) * self.w] }`.
//!
//! The part is written where such a method is called, so its cotangent is in the shadow of the structure. Law: the body is a reference to a
//! place of `self`, behind locals that are bound once; arguments are evaluated where they stand in it.

use super::limits;
use super::read::{is_name, typed};
use super::rewrite::{outer, substitute};
use super::seek::{At, seek};
use super::structures::{self, said_here};
use super::visit_mut::VisitMut;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{Expr, FnArg, Ident, Pat, Stmt, Type, parse_quote};

/// A part that a method lends.
pub(crate) struct Part {
    /// The place, in which `self` is the receiver.
    pub(crate) place: Expr,
    /// True for one that may be changed.
    pub(crate) is_mutable: bool,
}

/// The key of a method among what is known.
pub(super) fn key(of: &str, method: &str) -> String {
    format!("{of} lends by {method}")
}

/// Returns the methods of a block that lend parts, each with its text.
pub(super) fn found(item: &TokenStream) -> Vec<(String, String)> {
    let tokens: Vec<TokenTree> = item.clone().into_iter().collect();
    let is_impl = tokens.iter().any(|token| matches!(token, TokenTree::Ident(word) if word == "impl"));
    let body = tokens.last().and_then(|last| match last {
        TokenTree::Group(group) if is_impl && group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    });
    let Some(body) = body else { return Vec::new() };
    let mut methods: Vec<Vec<TokenTree>> = vec![Vec::new()];
    for token in body {
        let ends = matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        if let Some(last) = methods.last_mut() {
            last.push(token);
        }
        if ends {
            methods.push(Vec::new());
        }
    }
    methods.into_iter().filter_map(of_tokens).collect()
}

/// The name and the text of a method that lends a part.
fn of_tokens(tokens: Vec<TokenTree>) -> Option<(String, String)> {
    // Few methods return references.
    tokens.windows(3).find(|three| {
        matches!(three, [TokenTree::Punct(a), TokenTree::Punct(b), TokenTree::Punct(c)]
            if (a.as_char(), b.as_char(), c.as_char()) == ('-', '>', '&'))
    })?;
    let text: TokenStream = tokens.into_iter().collect();
    if limits::excess(text.clone(), limits::Chains::Named).is_some() {
        return None;
    }
    let method: syn::ImplItemFn = syn::parse2(text).ok()?;
    // A value that is held constant stays so.
    let is_held =
        |attr: &syn::Attribute| ["inactive", "irreversible"].iter().any(|name| attr.path().is_ident(name));
    if method.attrs.iter().any(is_held) {
        return None;
    }
    let closure = lent(&method.sig, &method.block)?;
    Some((method.sig.ident.unraw().to_string(), closure.to_token_stream().to_string()))
}

/// The part that a method lends, as a closure of its arguments.
pub(crate) fn lent(sig: &syn::Signature, block: &syn::Block) -> Option<syn::ExprClosure> {
    let syn::ReturnType::Type(_, output) = &sig.output else { return None };
    let Type::Reference(output) = &**output else { return None };
    if matches!(&*output.elem, Type::Path(of) if of.path.is_ident("Self") || of.path.is_ident("str")) {
        return None;
    }
    let mut inputs = sig.inputs.iter();
    let is_lent = match inputs.next()? {
        FnArg::Receiver(own) => own.reference.is_some(),
        FnArg::Typed(_) => false,
    };
    let params = inputs.map(|input| match input {
        FnArg::Typed(param) => name_of(&param.pat),
        FnArg::Receiver(_) => None,
    });
    let params: Vec<&Ident> = params.collect::<Option<_>>().filter(|_| is_lent)?;
    let (last, before) = block.stmts.split_last()?;
    let Stmt::Expr(Expr::Reference(part), None) = last else { return None };
    let mut place = (*part.expr).clone();
    for stmt in before.iter().rev() {
        let Stmt::Local(syn::Local { pat, init: Some(init), .. }) = stmt else { return None };
        let (name, value) = (name_of(typed(pat).0)?, &init.expr);
        if !is_pure(value) {
            return None;
        }
        substitute(name, &parse_quote!((#value))).visit_expr_mut(&mut place);
    }
    let is_of_self =
        is_place(&place) && is_pure(&place) && part.mutability.is_some() == output.mutability.is_some();
    let mark = part.mutability.map(|_| quote::quote!(move));
    is_of_self.then(|| parse_quote!(#mark |#(#params),*| #place))
}

fn name_of(pat: &Pat) -> Option<&Ident> {
    match pat {
        Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() => Some(&name.ident),
        _ => None,
    }
}

/// True for an expression that may be evaluated more than once: it calls nothing but what counts and compares.
fn is_pure(e: &Expr) -> bool {
    let other = |e: &Expr| {
        At::found(match e {
            Expr::Path(_) | Expr::Lit(_) | Expr::Paren(_) | Expr::Group(_) | Expr::Field(_) => false,
            Expr::Index(_) | Expr::Range(_) | Expr::Unary(_) | Expr::Cast(_) | Expr::Reference(_) => false,
            Expr::Binary(binary) => super::read::is_compound(&binary.op),
            Expr::MethodCall(call) => {
                !["len", "min", "max", "rem_euclid"].iter().any(|name| call.method == name)
            }
            _ => true,
        })
    };
    !seek(other, |visitor| visitor.visit_expr(e))
}

/// True for a part of `self`.
fn is_place(e: &Expr) -> bool {
    match e {
        Expr::Field(field) => is_name(&field.base, "self") || is_place(&field.base),
        Expr::Index(index) => is_place(&index.expr),
        Expr::Paren(inner) => is_place(&inner.expr),
        _ => false,
    }
}

/// The part that a call of a method of a structure lends.
pub(crate) fn part(of: &Type, call: &syn::ExprMethodCall) -> Option<Part> {
    let of = structures::name(of)?.unraw().to_string();
    let closure: syn::ExprClosure =
        syn::parse_str(&said_here(&key(&of, &call.method.unraw().to_string()))?).ok()?;
    if closure.inputs.len() != call.args.len() || !call.args.iter().all(is_pure) {
        return None;
    }
    // All at once: an argument may have the name of another parameter, or name `self`.
    let mut by = vec![("self".to_string(), (*call.receiver).clone())];
    for (param, argument) in closure.inputs.iter().zip(&call.args) {
        let argument: Expr = match argument {
            Expr::Path(_) | Expr::Lit(_) => argument.clone(),
            argument => parse_quote!((#argument)),
        };
        by.push((name_of(param)?.to_string(), argument));
    }
    let mut place = (*closure.body).clone();
    let mut written = outer(|e| match by.iter().find(|(name, _)| is_name(e, name.as_str())) {
        Some((_, value)) => {
            *e = value.clone();
            true
        }
        None => false,
    });
    written.visit_expr_mut(&mut place);
    Some(Part { place, is_mutable: closure.capture.is_some() })
}

/// An element or a part of such a part.
pub(crate) fn element(place: Expr, index: &Expr) -> Expr {
    let Expr::Index(syn::ExprIndex { expr: base, index: range, .. }) = &place else {
        return parse_quote!(#place[#index]);
    };
    let Expr::Range(range) = &**range else { return parse_quote!(#place[#index]) };
    let behind = |e: &Expr| -> Expr {
        match &range.start {
            Some(start) => parse_quote!((#start) + (#e)),
            None => e.clone(),
        }
    };
    match index {
        Expr::Range(of) if matches!(of.limits, syn::RangeLimits::HalfOpen(_)) => {
            let zero: Expr = parse_quote!(0);
            let start = behind(of.start.as_deref().unwrap_or(&zero));
            match (&of.end, super::read::end_of(range)) {
                (Some(end), _) => {
                    let end = behind(end);
                    parse_quote!(#base[#start..#end])
                }
                (None, Some(end)) => parse_quote!(#base[#start..#end]),
                (None, None) => parse_quote!(#base[#start..]),
            }
        }
        Expr::Range(_) => parse_quote!(#place[#index]),
        index => {
            let at = behind(index);
            parse_quote!(#base[#at])
        }
    }
}
