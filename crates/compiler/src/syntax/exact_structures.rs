//! Structures of the crate that hold integers, truth values, texts and the like alone: nothing in them has a cotangent.

use super::paths::argument;
use super::structures;
use crate::ir::Scalar;
use syn::Type;
use syn::ext::IdentExt;

/// How deep structures may be in each other.
const MOST: usize = 8;

/// True for the type of such a structure, which stands in the same file outside of modules: no other one has its name.
pub(crate) fn is_exact(ty: &Type) -> bool {
    is_sure(ty) && holds_nothing(ty, 0)
}

fn is_sure(ty: &Type) -> bool {
    structures::name(ty).is_some_and(|name| {
        structures::said_here(&structures::in_no_module(&name.unraw().to_string())).is_some()
    })
}

fn holds_nothing(ty: &Type, depth: usize) -> bool {
    let within = |ty: &Type| depth < MOST && holds_nothing(ty, depth + 1);
    match ty {
        Type::Paren(inner) => within(&inner.elem),
        Type::Group(inner) => within(&inner.elem),
        Type::Array(array) => within(&array.elem),
        Type::Tuple(parts) => parts.elems.iter().all(within),
        Type::Path(_) => match (Scalar::of(ty), argument(ty)) {
            (Some(scalar), _) => scalar.is_discrete(),
            (None, Some(item)) => {
                structures::name(ty).is_some_and(|name| name == "Vec" || name == "Option") && within(item)
            }
            (None, None) => is_sure(ty) && written_fields(ty).is_some_and(|fields| fields.iter().all(within)),
        },
        _ => false,
    }
}

/// The types of all fields of a structure without parameters, as they are written. An enum has none.
fn written_fields(of: &Type) -> Option<Vec<Type>> {
    let item = structures::item(&structures::name(of)?.unraw().to_string())
        .filter(|item| item.generics.params.is_empty())?;
    let has_fields = !matches!(item.fields, syn::Fields::Unit);
    has_fields.then(|| item.fields.into_iter().map(|field| field.ty).collect())
}
