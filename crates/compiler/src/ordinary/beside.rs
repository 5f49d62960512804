//! A value beside `&mut`: what a function returns that changes arguments as well becomes its last argument.
//!
//! Takes a function whose value is its last expression, returns one that returns nothing and assigns the value to a place that the
//! caller lends. So a call of it is a statement for all later passes.

use super::fresh::Fresh;
use syn::{Expr, Stmt, parse_quote};

/// Makes the value the last parameter.
pub(super) fn last(item: &mut syn::ItemFn, fresh: &mut Fresh) {
    let syn::ReturnType::Type(_, ty) = std::mem::replace(&mut item.sig.output, syn::ReturnType::Default)
    else {
        return;
    };
    let place = fresh.name("value", item.sig.ident.span());
    let inactive = super::layout::is_exact(&ty).then(|| quote::quote!(#[inactive]));
    item.sig.inputs.push(parse_quote!(#inactive #place: &mut #ty));
    let value: Option<Expr> = match item.block.stmts.last() {
        Some(Stmt::Expr(value, None)) => Some(value.clone()),
        _ => None,
    };
    if let Some(value) = value {
        item.block.stmts.pop();
        item.block.stmts.push(parse_quote!(*#place = #value;));
    }
}
