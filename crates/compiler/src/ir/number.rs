//! Numbers that are made of real parts: the entries of the table of number systems.
//!
//! To the passes such a number is a structure whose fields are known: each part is a field variable, and its shadow is as that of
//! a structure. `lower` writes the formulae of its functions in place of the calls, so that every partial comes from the one table
//! of rules.

use super::RealType;
use quote::ToTokens;
pub use retrograde_rules::Number;

/// The type of numbers over the real type that a path names: `Complex<T>`, `Complex64`.
pub fn number_over(real: &RealType, path: &syn::Path) -> Option<Number> {
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
    Number::by_name(&last.ident.to_string()).filter(|_| *real.ident() == of)
}
