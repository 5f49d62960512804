//! Names in paths and in types, and what types are applied to.
//!
//! Law: only the last names of a path are asked for, since what stands before them may be imported.

use syn::{Expr, Generics, Ident, Path, Type, TypeParamBound, WherePredicate};

/// Returns the last name of a path.
pub(crate) fn last(path: &Path) -> String {
    path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
}

/// Returns the name before the last one: `Vec` of `std::vec::Vec::new`.
pub(crate) fn owner(path: &Path) -> Option<String> {
    path.segments.iter().rev().nth(1).map(|of| of.ident.to_string())
}

/// Returns a path without its last name.
pub(crate) fn parent(path: &Path) -> Path {
    let mut parent = path.clone();
    parent.segments.pop();
    parent.segments.pop_punct();
    parent
}

/// True if the last name of a path is one of these.
pub(crate) fn ends(path: &Path, names: &[&str]) -> bool {
    path.segments.last().is_some_and(|last| names.iter().any(|name| last.ident == name))
}

/// Returns the path of a function that is called, and the call.
pub(crate) fn called(e: &Expr) -> Option<(&Path, &syn::ExprCall)> {
    let Expr::Call(call) = e else { return None };
    match &*call.func {
        Expr::Path(path) => Some((&path.path, call)),
        _ => None,
    }
}

/// True if the last name of a type is one of these.
pub(crate) fn is_named(ty: &Type, names: &[&str]) -> bool {
    matches!(ty, Type::Path(path) if ends(&path.path, names))
}

/// Returns the type that comes first among those to which a type is applied: `f64` of `Vec<f64>`.
pub(crate) fn argument(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    of_arguments(&path.path.segments.last()?.arguments)
}

/// Returns the type to which a type with one of these names is applied.
pub(crate) fn argument_of<'t>(ty: &'t Type, names: &[&str]) -> Option<&'t Type> {
    argument(ty).filter(|_| is_named(ty, names))
}

/// Returns the first argument, if it is a type.
pub(crate) fn of_arguments(arguments: &syn::PathArguments) -> Option<&Type> {
    let syn::PathArguments::AngleBracketed(list) = arguments else { return None };
    match list.args.first()? {
        syn::GenericArgument::Type(ty) => Some(ty),
        _ => None,
    }
}

/// Writes `Vec` in the place of the name of a type.
pub(crate) fn as_vector(ty: &mut Type) {
    if let Type::Path(path) = ty {
        let arguments = path.path.segments.last().map(|last| last.arguments.clone());
        *ty = syn::parse_quote!(Vec #arguments);
    }
}

/// Returns the predicates behind `where`.
pub(crate) fn clauses(generics: &Generics) -> std::vec::IntoIter<&WherePredicate> {
    let clauses = generics.where_clause.as_ref().map(|clause| clause.predicates.iter().collect::<Vec<_>>());
    clauses.unwrap_or_default().into_iter()
}

/// Returns the bounds of a type parameter, at its name and behind `where`.
pub(crate) fn bounds_of<'g>(
    generics: &'g Generics,
    name: &'g Ident,
) -> impl Iterator<Item = &'g TypeParamBound> {
    let own = generics.type_params().filter(move |param| param.ident == *name);
    let behind = clauses(generics).filter_map(move |predicate| match predicate {
        WherePredicate::Type(of) => match &of.bounded_ty {
            Type::Path(path) if path.path.is_ident(name) => Some(&of.bounds),
            _ => None,
        },
        _ => None,
    });
    own.flat_map(|param| &param.bounds).chain(behind.flatten())
}

/// True for the bound of one of these traits.
pub(crate) fn is_trait(bound: &TypeParamBound, names: &[&str]) -> bool {
    matches!(bound, TypeParamBound::Trait(of) if ends(&of.path, names))
}
