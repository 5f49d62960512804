//! What tokens tell of a type or a constant without its declaration.

use super::{Constant, Expr, Host, Scalar, Type};

/// True for the types that Rust itself has for exact values.
pub fn is_exact_type(ty: &syn::Type) -> bool {
    Scalar::of(ty).is_some_and(|scalar| scalar != Scalar::Text)
}

/// True for a float of the host's, and for an array of such.
pub fn is_of_floats(ty: &Type) -> bool {
    matches!(ty.leaf(), Type::Exact(Some(ty)) if ty.float().is_some())
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

/// Whether values of a type are restored to rounding only.
pub fn is_rounded(ty: &Type) -> bool {
    ty.is_real() || ty.is_structure() || is_of_floats(ty)
}
