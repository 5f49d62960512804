//! A value beside `&mut`: what a function returns that changes arguments as well becomes its last argument.
//!
//! Takes a function whose value is its last expression, returns one that returns nothing and assigns the value to a place that the
//! caller lends. So a call of it is a statement for all later passes.

use super::fresh::Fresh;
use crate::syntax::read::take_value;
use syn::parse_quote;

/// Makes the value the last parameter.
pub(super) fn last(item: &mut syn::ItemFn, fresh: &mut Fresh) {
    let syn::ReturnType::Type(_, ty) = std::mem::replace(&mut item.sig.output, syn::ReturnType::Default)
    else {
        return;
    };
    let place = fresh.name("value", item.sig.ident.span());
    let inactive = super::layout::is_exact(&ty).then(|| quote::quote!(#[inactive]));
    item.sig.inputs.push(parse_quote!(#inactive #place: &mut #ty));
    if let Some(value) = take_value(&mut item.block.stmts) {
        item.block.stmts.push(parse_quote!(*#place = #value;));
    }
}
