//! Parameters of the programs are plain names: `mut x: f64` becomes `x: f64` and a local of its name, and the parts of `(a, b): (f64, f64)`
//! are bound at the beginning.

use super::fresh::Fresh;
use super::functions::Given;
use syn::{FnArg, Pat, parse_quote};

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
        let name = fresh.name("argument", syn::spanned::Spanned::span(&*param.pat));
        let pat = std::mem::replace(&mut *param.pat, parse_quote!(#name));
        if !matches!(pat, Pat::Wild(_)) {
            bound.push(parse_quote!(let #pat = #name;));
        }
    }
    item.block.stmts.splice(0..0, bound);
}

/// Copies what is declared `mut` into a local.
pub(crate) fn copied(item: &mut syn::ItemFn) {
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
