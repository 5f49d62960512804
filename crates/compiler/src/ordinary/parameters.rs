//! Parameters that the function changes for itself: `mut x: f64` becomes `x: f64` and a local of its name.

use syn::{FnArg, Pat, parse_quote};

/// Copies what is declared `mut` into a local.
pub(crate) fn copied(item: &mut syn::ItemFn) {
    let mut copies: Vec<syn::Stmt> = Vec::new();
    for input in &mut item.sig.inputs {
        if let FnArg::Typed(param) = input {
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
