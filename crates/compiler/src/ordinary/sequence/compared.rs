//! Values that only a pattern compares: `e == None`, `a.partial_cmp(&b) == Some(Ordering::Less)`, `mode == Mode::Fast`.
//!
//! Law: a variant is compared by its pattern, since its type need not be comparable.

use super::patterns::is_of_sum;
use crate::syntax::named::{Named, judged};
use crate::syntax::paths::{ends, last, owner};
use crate::syntax::read::{bare, unlent};
use syn::spanned::Spanned;
use syn::{Expr, Pat, parse_quote, parse_quote_spanned};

/// The variant of `Ordering` that a pattern names.
pub(super) fn order_of(pat: &Pat) -> Option<String> {
    let path = match pat {
        Pat::Path(of) => of.path.clone(),
        Pat::Ident(name) => name.ident.clone().into(),
        Pat::TupleStruct(of) if is_of_sum(pat) => return order_of(of.elems.first()?),
        _ => return None,
    };
    let named = owner(&path).is_none_or(|of| of == "Ordering");
    (named && ends(&path, &["Less", "Equal", "Greater"])).then(|| last(&path))
}

/// The variant of `Ordering` that a value names.
pub(super) fn order_named(e: &Expr) -> Option<String> {
    match e {
        Expr::Path(path) => order_of(&parse_quote!(#path)),
        _ => None,
    }
}

/// The test by a pattern that a comparison stands for: `e == None`, `e != Some(3)`, `a.partial_cmp(&b) == Some(Ordering::Less)`.
pub(super) fn compared(binary: &syn::ExprBinary) -> Option<Expr> {
    let span = binary.span();
    if !matches!(binary.op, syn::BinOp::Eq(_) | syn::BinOp::Ne(_)) {
        return None;
    }
    if let Some(parts) = parts_compared(binary) {
        return Some(parts);
    }
    let of_right = pattern_of(&binary.right).map(|pat| (&binary.left, pat));
    let (value, (pat, held)) = of_right.or_else(|| Some((&binary.right, pattern_of(&binary.left)?)))?;
    let same: Expr = match held {
        Some(held) => parse_quote_spanned!(span=> matches!(#value, #pat if held == #held)),
        None => parse_quote_spanned!(span=> matches!(#value, #pat)),
    };
    Some(if matches!(binary.op, syn::BinOp::Ne(_)) { parse_quote_spanned!(span=> !#same) } else { same })
}

/// The comparison of a tuple, part by part: `(a, b) == self.goal`.
fn parts_compared(binary: &syn::ExprBinary) -> Option<Expr> {
    let span = binary.span();
    let parts = |e: &Expr, count: usize| -> Option<Vec<Expr>> {
        match e {
            Expr::Tuple(tuple) => Some(tuple.elems.iter().cloned().collect()),
            Expr::Path(_) | Expr::Field(_) | Expr::Index(_) => {
                let part = |at: usize| {
                    let at = syn::Index { index: u32::try_from(at).ok()?, span };
                    Some(parse_quote_spanned!(span=> #e.#at))
                };
                (0..count).map(part).collect()
            }
            _ => None,
        }
    };
    let (left, right) = (unlent(bare(&binary.left)), unlent(bare(&binary.right)));
    let count = match (left, right) {
        (Expr::Tuple(tuple), _) | (_, Expr::Tuple(tuple)) if !tuple.elems.is_empty() => tuple.elems.len(),
        _ => return None,
    };
    let (left, right) = (parts(left, count)?, parts(right, count)?);
    if left.len() != right.len() {
        return None;
    }
    let each = left.iter().zip(&right).map(|(a, b)| -> Expr { parse_quote_spanned!(span=> (#a) == (#b)) });
    let all = each.reduce(|a, b| parse_quote_spanned!(span=> #a && #b))?;
    Some(match binary.op {
        syn::BinOp::Ne(_) => parse_quote_spanned!(span=> !(#all)),
        _ => parse_quote_spanned!(span=> (#all)),
    })
}

/// The pattern of an `Option`, a `Result` or an `Ordering` that is written as a value, and what `held`, which it binds, must be equal to.
fn pattern_of(e: &Expr) -> Option<(proc_macro2::TokenStream, Option<&Expr>)> {
    let span = e.span();
    match e {
        Expr::Paren(inner) => pattern_of(&inner.expr),
        Expr::Reference(lent) if lent.mutability.is_none() => pattern_of(&lent.expr),
        Expr::Path(_) => {
            let pat: Pat = parse_quote!(#e);
            (is_of_sum(&pat) || order_of(&pat).is_some()).then(|| (quote::quote!(#pat), None))
        }
        Expr::Call(call) => {
            let (Expr::Path(of), Some(held), 1) = (&*call.func, call.args.first(), call.args.len()) else {
                return None;
            };
            if !is_of_sum(&parse_quote!(#of(_))) {
                return None;
            }
            Some(match pattern_of(held) {
                Some((inner, held)) => (quote::quote_spanned!(span=> #of(#inner)), held),
                None => (quote::quote_spanned!(span=> #of(held)), Some(held)),
            })
        }
        _ => None,
    }
}

/// The test that a value is a constant, or a variant, which need not be comparable.
pub(super) fn equals(value: &Expr, path: &syn::ExprPath, span: proc_macro2::Span) -> Expr {
    if is_matched(&path.path) {
        parse_quote_spanned!(span=> matches!(#value, #path))
    } else {
        parse_quote_spanned!(span=> #value == #path)
    }
}

/// True for what only a pattern compares: a variant, which need not be comparable, and what may be one.
pub(super) fn is_matched(path: &syn::Path) -> bool {
    matches!(judged(path), Named::Variant | Named::Letter | Named::Member | Named::Type)
}
