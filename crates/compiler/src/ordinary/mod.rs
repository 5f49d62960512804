//! Ordinary functions: from the Rust that people have to statements that have an inverse.
//!
//! Takes the syntax of a function, returns the syntax of a function of the strict language that computes the same. What
//! destroys a value becomes an exchange with a new local that holds the old value (`assign`); what leaves a block early becomes
//! branches on a flag (`exits`). The locals of each block are recorded when it ends, so the old values and the decisions are there
//! for the reverse pass. Law: the function itself is emitted as it was written; this text is only differentiated.

mod assign;
mod chains;
mod exits;
mod fresh;
mod matches;
mod methods;
mod parameters;
mod places;
mod types;
mod values;
mod vectors;

use crate::law::Diagnostics;
use fresh::Fresh;
pub(crate) use parameters::copied;
use syn::{Expr, parse_quote};

/// Returns the text that is differentiated in place of an ordinary function.
pub(crate) fn rewritten(item: &syn::ItemFn, errors: &mut Diagnostics) -> syn::ItemFn {
    let mut item = item.clone();
    let mut fresh = Fresh::of(&item);
    copied(&mut item);
    methods::known(&mut item.block);
    chains::loops(&mut item.block, &mut fresh, errors);
    types::written(&mut item);
    vectors::exchanged(&mut item.block, &mut fresh);
    matches::branches(&mut item.block, &mut fresh, errors);
    values::assigned(&mut item.block, &mut fresh);
    exits::structured(&mut item, &mut fresh, errors);
    places::plain(&mut item.block, &mut fresh);
    assign::exchanged(&mut item.block, &mut fresh);
    item
}

/// A value that a place of a type may hold before it holds another.
fn start(ty: &syn::Type) -> Option<Expr> {
    match ty {
        syn::Type::Path(path) => {
            let last = path.path.segments.last()?;
            Some(match last.ident.to_string().as_str() {
                "bool" => parse_quote!(false),
                "Vec" => parse_quote!(Vec::new()),
                "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => parse_quote!(0),
                "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => parse_quote!(0),
                _ if last.arguments.is_empty() => parse_quote!(0.0),
                _ => return None,
            })
        }
        syn::Type::Array(array) => {
            let (item, length) = (start(&array.elem)?, &array.len);
            Some(parse_quote!([#item; #length]))
        }
        syn::Type::Paren(inner) => start(&inner.elem),
        _ => None,
    }
}
