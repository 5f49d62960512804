//! What tokens tell of a type or a constant without its declaration.

use super::{Expr, Host, Type};
use proc_macro2::TokenStream;

/// True for the types that Rust itself has for exact values.
pub fn is_exact_type(ty: &TokenStream) -> bool {
    let exact = ["bool", "char", "str", "usize", "isize", "f32", "f64"];
    let text = ty.to_string();
    let sized = |text: &str| text.starts_with(['u', 'i']) && text[1..].parse::<u32>().is_ok();
    exact.contains(&text.as_str()) || sized(&text)
}

/// True for the integers that Rust has.
pub fn is_integer(name: &str) -> bool {
    let widths = ["8", "16", "32", "64", "128", "size"];
    name.strip_prefix(['u', 'i']).is_some_and(|width| widths.contains(&width))
}

/// True for a float of the host's, and for an array of such.
pub fn is_of_floats(ty: &Type) -> bool {
    matches!(ty.leaf(), Type::Exact(Some(tokens)) if matches!(tokens.to_string().as_str(), "f32" | "f64"))
}

/// True for a `const` or `static`, and for an element of one: only rustc knows its type.
pub fn is_named_constant(e: &Expr) -> bool {
    match e {
        Expr::Constant(tokens) => {
            let path = syn::parse2::<syn::Path>(tokens.clone()).ok();
            let name = path.and_then(|path| Some(path.segments.last()?.ident.to_string()));
            name.is_some_and(|name| !name.contains(char::is_lowercase))
        }
        Expr::Host(Host::Element(_), _) => true,
        _ => false,
    }
}

/// Whether values of a type are restored to rounding only.
pub fn is_rounded(ty: &Type) -> bool {
    ty.is_real() || ty.is_structure() || is_of_floats(ty)
}
