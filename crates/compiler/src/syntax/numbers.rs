//! The numbers with parts that a name means: `Complex`, `Log` and the others of the library.
//!
//! Law: a structure of the crate's own that has such a name is meant, in its own file and where it is imported.

use super::structures;
use crate::ir::{Number, RealType};
use quote::ToTokens;

/// Returns the numbers of this name, if they are those of the library.
pub(crate) fn by_name(name: &str) -> Option<Number> {
    Number::by_name(name).filter(|_| !structures::is_own_name(name))
}

/// The type of numbers over the real type that a path names: `Complex<T>`, `Complex64`.
pub(crate) fn number_over(real: &RealType, path: &syn::Path) -> Option<Number> {
    let last = path.segments.last()?;
    let alias = match last.ident.to_string().as_str() {
        "Complex64" => Some("f64"),
        "Complex32" => Some("f32"),
        _ => None,
    };
    let of = match (&last.arguments, alias) {
        (syn::PathArguments::None, Some(alias)) => alias.to_string(),
        (syn::PathArguments::AngleBracketed(args), None) if args.args.len() == 1 => {
            args.args.to_token_stream().to_string()
        }
        _ => return None,
    };
    by_name(&last.ident.to_string()).filter(|_| *real.ident() == of)
}
