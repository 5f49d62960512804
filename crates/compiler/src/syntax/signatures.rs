//! Functions of the crate: what they take, change and return.
//!
//! Law: two functions of one name in a file that differ say nothing.

use super::paths::{last, owner};
use super::structures::{Structures, is_given, is_listed, is_told, item, name, said, said_here};
use crate::tokens::mentions;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse_quote;

/// Adds what a function takes, changes and returns.
pub(super) fn note(to: &mut Structures, sig: &syn::Signature) {
    to.say(own(&sig.ident.unraw().to_string()), "is there".to_string());
    let is_function = |ty: &syn::Type| {
        let is_parameter = |name: &syn::Ident| sig.generics.type_params().any(|of| of.ident == *name);
        matches!(ty, syn::Type::ImplTrait(_) | syn::Type::TraitObject(_))
            || name(ty).is_some_and(is_parameter)
    };
    let is_state = |input: &syn::FnArg| match input {
        syn::FnArg::Typed(param) => match &*param.ty {
            syn::Type::Reference(lent) if lent.mutability.is_some() => {
                let is_scratch = param.attrs.iter().any(|attr| attr.path().is_ident("scratch"));
                !is_scratch && (!is_function(&lent.elem) || is_number(&lent.elem, &sig.generics))
            }
            _ => false,
        },
        syn::FnArg::Receiver(_) => false,
    };
    let states = sig.inputs.iter().enumerate().filter(|(_, input)| is_state(input));
    let states: Vec<String> = states.map(|(at, _)| at.to_string()).collect();
    to.say_alike(states_of(&sig.ident), states.join(" "));
    let taken = sig.inputs.iter().map(|input| match input {
        syn::FnArg::Typed(param) if is_written(&param.ty, &sig.generics) => param.ty.to_token_stream(),
        _ => quote::quote!(_),
    });
    let taken: syn::ItemStruct = parse_quote!(struct Taken(#(#taken),*););
    to.say_alike(taken_by(&sig.ident), taken.to_token_stream().to_string());
    let value: syn::ItemStruct = match &sig.output {
        syn::ReturnType::Type(_, ty) => parse_quote!(struct Value(#ty);),
        syn::ReturnType::Default => parse_quote!(
            struct Value(());
        ),
    };
    to.say_alike(function(&sig.ident), value.to_token_stream().to_string());
}

/// True for a type that means the same for the caller: it has no parameter of the function in it.
fn is_written(ty: &syn::Type, generics: &syn::Generics) -> bool {
    let names = generics.params.iter().filter_map(|param| match param {
        syn::GenericParam::Type(of) => Some(&of.ident),
        syn::GenericParam::Const(of) => Some(&of.ident),
        syn::GenericParam::Lifetime(_) => None,
    });
    !matches!(ty, syn::Type::ImplTrait(_)) && !names.into_iter().any(|name| mentions(ty, name))
}

/// The name under which it stands that a file has a function.
fn own(function: &str) -> String {
    format!("the function {function}")
}

/// True for a function that stands before, in the same file: it has the name of one of the library, and is meant.
pub(crate) fn has_own(function: &str) -> bool {
    said_here(&own(function)).is_some()
}

/// The type of a parameter of a function of the same file, as it is written, unless it is one of the function's own.
pub(crate) fn parameter(of: &syn::Ident, at: usize) -> Option<syn::Type> {
    has_own(&of.unraw().to_string()).then_some(())?;
    let taken = item(&taken_by(of))?.fields.into_iter().nth(at)?.ty;
    (!matches!(taken, syn::Type::Infer(_))).then_some(taken)
}

/// The type that a function returns, if that is a vector, an array, a tuple or a known structure. The parts of a tuple that are not known are left open.
pub(crate) fn returned(of: &syn::Ident) -> Option<syn::Type> {
    let item = item(&function(of))?;
    let ty = &item.fields.iter().next()?.ty;
    match ty {
        syn::Type::Tuple(parts) if !parts.elems.is_empty() => Some(shape(ty, &item.generics)),
        ty => ((is_listed(ty) || is_given(ty)) && is_told(ty, &item.generics)).then(|| ty.clone()),
    }
}

/// The type with `_` for each part that does not mean the same wherever it stands.
fn shape(ty: &syn::Type, generics: &syn::Generics) -> syn::Type {
    match ty {
        ty if is_told(ty, generics) => ty.clone(),
        syn::Type::Tuple(parts) => {
            let parts = parts.elems.iter().map(|part| shape(part, generics));
            parse_quote!((#(#parts,)*))
        }
        _ => parse_quote!(_),
    }
}

/// The type that a function at a path returns, as it is written.
pub(crate) fn returned_at(path: &syn::Path) -> Option<syn::Type> {
    let key = match path.get_ident() {
        Some(name) => function(name),
        None => format!("{}::{}", owner(path)?, last(path)),
    };
    let is_value = |ty: &syn::Type| !matches!(ty, syn::Type::Tuple(parts) if parts.elems.is_empty());
    item(&key)?.fields.into_iter().next().map(|field| field.ty).filter(is_value)
}

/// The type that a function of the same file returns, as it is written.
pub(crate) fn returned_here(path: &syn::Path) -> Option<syn::Type> {
    path.get_ident().filter(|name| has_own(&name.unraw().to_string()))?;
    returned_at(path)
}

/// True for a type parameter that is a number: no function has the bound.
fn is_number(ty: &syn::Type, generics: &syn::Generics) -> bool {
    let named = name(ty);
    let of = generics.type_params().find(|param| named.is_some_and(|name| param.ident == *name));
    of.is_some_and(|param| param.bounds.to_token_stream().to_string().contains("Real"))
}

/// The positions of the parameters that a function changes, `&mut …`, as far as the crate knows it.
pub(crate) fn states(of: &syn::Ident) -> Vec<usize> {
    let text = said(&states_of(of)).unwrap_or_default();
    text.split(' ').filter_map(|at| at.parse().ok()).collect()
}

/// The name under which it stands which parameters a function changes.
fn states_of(name: &syn::Ident) -> String {
    format!("fn {} changes", name.unraw())
}

/// The name under which the types of the parameters stand.
fn taken_by(name: &syn::Ident) -> String {
    format!("fn {} takes", name.unraw())
}

/// The name of the values of a function among those of methods.
pub(super) fn function(name: &syn::Ident) -> String {
    format!("fn {}", name.unraw())
}
