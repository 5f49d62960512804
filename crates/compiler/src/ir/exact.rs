//! Facts about a type or a constant that follow from its tokens, without its declaration.

use super::{Constant, Exact, Expr, Host, Scalar, Type};

/// True for the types that Rust itself has for exact values.
pub fn is_exact_type(ty: &syn::Type) -> bool {
    Scalar::of(ty).is_some_and(|scalar| scalar != Scalar::Text)
}

/// True for an `f64` or `f32` that is not the real type, and for an array of such floats.
pub fn is_of_floats(ty: &Type) -> bool {
    matches!(ty.leaf(), Type::Exact(Exact::Written(ty)) if ty.float().is_some())
}

/// True for a `const` or `static`, and for an element of one: only rustc knows its type.
pub fn is_named_constant(e: &Expr) -> bool {
    match e {
        Expr::Constant(Constant::Path(path)) => {
            path.path.segments.last().is_some_and(|last| !last.ident.to_string().contains(char::is_lowercase))
        }
        Expr::Host(Host::Element(_), _) => true,
        _ => false,
    }
}

/// True for a constant that is an `f64` by its path: `std::f64::consts::PI`, `f64::EPSILON`.
pub fn is_float_path(path: &syn::Path) -> bool {
    let Some(last) = path.segments.last() else { return false };
    path.segments.len() > 1
        && path.segments.iter().any(|segment| segment.ident == "f64")
        && !last.ident.to_string().contains(char::is_lowercase)
        && !INTEGERS_OF_FLOATS.iter().any(|name| last.ident == name)
}

/// The constants of `f64` that are integers.
const INTEGERS_OF_FLOATS: [&str; 7] =
    ["RADIX", "MANTISSA_DIGITS", "DIGITS", "MIN_EXP", "MAX_EXP", "MIN_10_EXP", "MAX_10_EXP"];

/// True if values of a type are restored only up to rounding.
pub fn is_rounded(ty: &Type) -> bool {
    ty.is_real() || ty.is_structure() || is_of_floats(ty)
}
