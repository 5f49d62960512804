//! Parameters that may be constants by their types, which only rustc knows: `ellipsoid: Ellipsoid`.

use syn::{GenericParam, Type};

/// Returns the type of a parameter, without its reference, if it is the name of one type: it has no arguments and is no generic parameter.
pub(crate) fn named<'a>(written: &'a Type, generics: &syn::Generics) -> Option<&'a Type> {
    match written {
        Type::Reference(lent) if lent.mutability.is_none() => named(&lent.elem, generics),
        Type::Paren(inner) => named(&inner.elem, generics),
        Type::Group(inner) => named(&inner.elem, generics),
        Type::Path(path) => {
            let own = generics.params.iter().filter_map(|param| match param {
                GenericParam::Type(param) => Some(&param.ident),
                GenericParam::Const(_) | GenericParam::Lifetime(_) => None,
            });
            let first = &path.path.segments.first()?.ident;
            let is_plain =
                path.qself.is_none() && path.path.segments.iter().all(|part| part.arguments.is_none());
            let is_generic = first == "Self" || own.into_iter().any(|name| name == first);
            (is_plain && !is_generic && crate::ir::Scalar::of(written).is_none()).then_some(written)
        }
        _ => None,
    }
}
