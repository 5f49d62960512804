//! `#[boxed]` before a field of a literal: the field holds its value in a box.
//!
//! Only the passes write it, in place of `Box::new(…)` around the value.

use super::paths::{called, last, owner};
use syn::{Expr, FieldValue, parse_quote};

/// True for a field that has the mark.
pub(crate) fn in_box(field: &FieldValue) -> bool {
    field.attrs.iter().any(|attr| attr.path().is_ident("boxed"))
}

/// Marks a field whose value is put into a box, and takes the box away.
pub(crate) fn unboxed(field: &mut FieldValue) {
    if let Some(value) = held(&field.expr) {
        field.expr = value.clone();
        field.colon_token.get_or_insert_default();
        field.attrs.push(parse_quote!(#[boxed]));
    }
}

/// The value that `Box::new`, or the function of the library in its place, puts into a box.
pub(crate) fn held(e: &Expr) -> Option<&Expr> {
    let (path, call) = called(e)?;
    let of = owner(path)?;
    let is_made = of == "Box" && last(path) == "new" || of == "boxes" && last(path) == "boxed";
    call.args.first().filter(|_| is_made)
}
