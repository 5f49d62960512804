//! Operators and updates of structures, as far as the crate knows them: the type of `a + b`, and if `c += e` is told field by field.

use super::read::behind;
use super::structures::{is_float, is_said, name, value};
use crate::syntax::paths::ends;
use crate::syntax::seek::{At, seek};
use syn::ext::IdentExt;

/// The type of an operator with a structure on its left, and a structure or a number on its right.
pub(crate) fn combined(of: &syn::Type, of_trait: &str, right: Option<&syn::Type>) -> Option<syn::Type> {
    let right = right.map(|right| Some(name(right)?.unraw().to_string()));
    value(of, &operator(of_trait, &right.unwrap_or_else(|| Some(NUMBER.to_string())))?)
}

/// True for `+=` of a structure that is a sum: the crate knows its `+`, and no `+=` that changes it field by field.
pub(crate) fn is_updated_by_sum(of: &syn::Type, right: Option<&syn::Type>) -> bool {
    let by = right.map_or_else(|| Some(NUMBER.to_string()), |right| Some(name(right)?.unraw().to_string()));
    let is_told = |by: &str| name(of).is_some_and(|of| is_said(&updating(&of.unraw().to_string(), by)));
    combined(of, "Add", right).is_some() && by.is_some_and(|by| !is_told(&by))
}

/// True for an `impl AddAssign` that does not assign the structure as a whole.
pub(crate) fn is_update_in_place(block: &syn::ItemImpl) -> bool {
    let is_it = block.trait_.as_ref().is_some_and(|(_, path, _)| ends(path, &["AddAssign"]));
    let assigns = |e: &syn::Expr| {
        let syn::Expr::Assign(assign) = e else { return At::Inside };
        let syn::Expr::Unary(place) = &*assign.left else { return At::Inside };
        At::found(matches!(&*place.expr, syn::Expr::Path(of) if of.path.is_ident("self")))
    };
    let assigns_whole = |item: &syn::ImplItem| match item {
        syn::ImplItem::Fn(method) => seek(assigns, |visitor| visitor.visit_block(&method.block)),
        _ => false,
    };
    is_it && !block.items.iter().any(assigns_whole)
}

/// The name under which it stands that a structure is updated field by field.
pub(super) fn updating(of: &str, right: &str) -> String {
    format!("the update of {of} with {right}")
}

/// The name of the values of an operator among those of methods.
pub(super) fn operator(of_trait: &str, right: &Option<String>) -> Option<String> {
    let kind = match of_trait {
        "Add" | "Sub" => "sum",
        "Mul" | "Div" => "product",
        _ => return None,
    };
    right.as_ref().map(|right| format!("{kind} with {right}"))
}

/// The right operand of an operator that is a number.
const NUMBER: &str = "a number";

/// The right operand of an operator.
pub(super) fn right(of_trait: &syn::PathSegment, of: &str, generics: &syn::Generics) -> Option<String> {
    let syn::PathArguments::AngleBracketed(all) = &of_trait.arguments else { return Some(of.to_string()) };
    let Some(syn::GenericArgument::Type(ty)) = all.args.first() else { return None };
    let name = name(behind(ty))?;
    let is_number = is_float(ty) || generics.type_params().any(|param| param.ident == *name);
    Some(if is_number { NUMBER.to_string() } else { name.unraw().to_string() })
}
