//! Functions in a function: those of numbers are differentiated as well, marked or not.
//!
//! Law: the function itself keeps its own, as they were written; the programs have functions of their own.

use super::layout::is_exact_function;
use crate::syntax::rewrite::blocks;
use crate::tokens;
use syn::{Item, Stmt, parse_quote_spanned};

/// Marks the functions among the statements of a block.
pub(super) fn marked(block: &mut syn::Block) {
    blocks(block, |mut stmt, _, out| {
        if let Stmt::Item(Item::Fn(function)) = &mut stmt {
            if function.attrs.is_empty() && is_of_numbers(&function.sig) {
                let span = function.sig.ident.span();
                function.attrs.push(parse_quote_spanned!(span=> #[::retrograde::differentiable]));
            }
        }
        out.push(stmt);
    });
}

/// True for a function that takes something, and returns numbers or an exact value, or changes numbers.
fn is_of_numbers(sig: &syn::Signature) -> bool {
    let is_plain = sig.asyncness.is_none() && sig.constness.is_none() && sig.unsafety.is_none();
    let has_real = tokens::has(sig, &["f64", "f32", "Real", "Float"]);
    is_plain && (has_real || is_exact_function(sig)) && !sig.inputs.is_empty()
}
