//! Functions as parameters: `f: &dyn Fn(f64) -> f64`, `f: impl Fn(f64, &[f64]) -> Vec<f64>`, `f: F` with `F: Fn(f64) -> f64`.
//!
//! The function itself takes them as they are written; its programs take `f: &impl Function1<f64, f64>`, which the programs of a marked
//! function implement. Law: a function that has no programs is refused by rustc, unless the parameter is marked `#[inactive]`.

use super::fresh::Fresh;
use super::types;
use crate::law::{Diagnostics, Extent, Law};
use crate::syntax::paths::{argument_of, bounds_of};
use quote::format_ident;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{FnArg, GenericParam, Pat, Type, TypeParamBound, WherePredicate, parse_quote_spanned};

/// The largest number of arguments of a function that is an argument.
const MOST: usize = 6;

/// The way in which a parameter holds a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Held {
    Owned,
    Shared,
    Mutable,
}

/// The type of a parameter that is a function.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    pub(crate) held: Held,
    pub(crate) inputs: Vec<Type>,
    pub(crate) value: Type,
}

impl Given {
    /// Returns the function that a parameter is; nothing if it is none.
    pub(crate) fn of(ty: &Type, generics: &syn::Generics) -> Option<Given> {
        match ty {
            Type::Paren(inner) => Given::of(&inner.elem, generics),
            Type::Group(inner) => Given::of(&inner.elem, generics),
            Type::Reference(lent) => {
                let held = if lent.mutability.is_some() { Held::Mutable } else { Held::Shared };
                let inner = Given::of(&lent.elem, generics)?;
                (inner.held == Held::Owned).then_some(Given { held, ..inner })
            }
            Type::TraitObject(object) => bounded(object.bounds.iter()),
            Type::ImplTrait(bound) => bounded(bound.bounds.iter()),
            Type::Path(path) => {
                let name = path.path.get_ident()?;
                generics.type_params().find(|param| param.ident == *name)?;
                bounded(bounds_of(generics, name))
            }
            _ => None,
        }
    }

    /// Returns the name of the trait of the library.
    pub(crate) fn name(&self) -> syn::Ident {
        format_ident!("Function{}", self.inputs.len())
    }
}

/// A parameter that is a function.
#[derive(Clone, Debug)]
pub(crate) struct Taken {
    /// The parameter.
    pub(crate) name: syn::Ident,
    /// Its type.
    pub(crate) given: Given,
    /// The name of what it captures.
    pub(crate) captured: syn::Ident,
}

/// Adds what the functions capture to the parameters: programs take both as one.
pub(super) fn captures(item: &mut syn::ItemFn, functions: Vec<(syn::Ident, syn::Ident)>, real: &syn::Ident) {
    for (name, captured) in functions {
        item.sig.inputs.push(syn::parse_quote!(#[captured(#name)] #captured: &[#real]));
    }
}

/// True for a number, which is given as a slice of one.
pub(crate) fn is_number(ty: &Type, real: &syn::Ident) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident(real))
}

/// The function that bounds ask for.
fn bounded<'b>(mut bounds: impl Iterator<Item = &'b TypeParamBound>) -> Option<Given> {
    bounds.find_map(|bound| {
        let TypeParamBound::Trait(bound) = bound else { return None };
        let last = bound.path.segments.last()?;
        let syn::PathArguments::Parenthesized(list) = &last.arguments else { return None };
        let inputs = list.inputs.iter().cloned().collect();
        match &list.output {
            syn::ReturnType::Type(_, value) => {
                Some(Given { held: Held::Owned, inputs, value: (**value).clone() })
            }
            syn::ReturnType::Default => None,
        }
    })
}

/// Writes the parameters that are functions as the programs take them; returns them by name.
pub(super) fn taken(item: &mut syn::ItemFn, fresh: &mut Fresh, errors: &mut Diagnostics) -> Vec<Taken> {
    let (real, generics) = (types::real(&item.sig), item.sig.generics.clone());
    let mut all = Vec::new();
    for input in &mut item.sig.inputs {
        let FnArg::Typed(param) = input else { continue };
        let Pat::Ident(name) = &mut *param.pat else { continue };
        if param.attrs.iter().any(|attr| attr.path().is_ident("inactive")) {
            continue;
        }
        if let Type::BareFn(pointer) = &*param.ty {
            let inputs = pointer.inputs.iter().map(|input| &input.ty);
            let (inputs, output) = (quote::quote!(#(#inputs),*), &pointer.output);
            let help = format!("write `{}: impl Fn({inputs}) {}`", name.ident, quote::quote!(#output));
            let message = "a pointer to a function has no derivative";
            errors.report(Law::OutsideLanguage, Extent::of(&param.ty), message, help);
            continue;
        }
        let Some(given) = Given::of(&param.ty, &generics) else { continue };
        let is_input = |ty: &Type| is_number(ty, &real) || is_slice(ty, &real) || is_array(ty, &real);
        if !given.inputs.iter().all(is_input)
            || !is_value(&given.value, &real)
            || !(1..=MOST).contains(&given.inputs.len())
        {
            let message =
                format!("the derivative of a function of the type of `{}` is not known", name.ident);
            let help = format!(
                "take a function of at most {MOST} numbers, slices and arrays of numbers that returns a number, or a vector, an array or a tuple \
                 of numbers, `impl Fn({real}, &[{real}]) -> Vec<{real}>`, or hold it constant: `#[inactive]` before the parameter"
            );
            errors.report(Law::OutsideLanguage, Extent::of(&param.ty), message, help);
            continue;
        }
        name.mutability = None;
        let (span, function, value) = (param.ty.span(), given.name(), &given.value);
        *param.ty = parse_quote_spanned!(span=> &impl ::retrograde::__private::#function<#real, #value>);
        let captured = fresh.name(&format!("{}_captured", name.ident.unraw()), name.ident.span());
        all.push(Taken { name: name.ident.clone(), given, captured });
    }
    if !all.is_empty() {
        item.sig.generics = without_functions(&generics);
    }
    all
}

/// The generics without those that are functions.
fn without_functions(generics: &syn::Generics) -> syn::Generics {
    let mut rest = generics.clone();
    let is_function = |name: &syn::Ident| Given::of(&syn::parse_quote!(#name), generics).is_some();
    let stays = |param: &GenericParam| !matches!(param, GenericParam::Type(of) if is_function(&of.ident));
    rest.params = rest.params.into_iter().filter(stays).collect();
    if let Some(clause) = &mut rest.where_clause {
        let stays = |predicate: &WherePredicate| match predicate {
            WherePredicate::Type(syn::PredicateType { bounded_ty: Type::Path(path), .. }) => {
                !path.path.get_ident().is_some_and(is_function)
            }
            _ => true,
        };
        clause.predicates = std::mem::take(&mut clause.predicates).into_iter().filter(stays).collect();
    }
    rest
}

fn is_slice(ty: &Type, real: &syn::Ident) -> bool {
    matches!(ty, Type::Reference(lent) if lent.mutability.is_none()
        && matches!(&*lent.elem, Type::Slice(slice) if is_number(&slice.elem, real)))
}

/// True for an array of numbers, also behind `&`, which is given as a slice.
pub(crate) fn is_array(ty: &Type, real: &syn::Ident) -> bool {
    match ty {
        Type::Reference(lent) => lent.mutability.is_none() && is_array(&lent.elem, real),
        Type::Array(array) => is_number(&array.elem, real),
        _ => false,
    }
}

/// True for the value of a function that is an argument: a number, or a vector, an array or a tuple of numbers.
pub(crate) fn is_value(ty: &Type, real: &syn::Ident) -> bool {
    match ty {
        Type::Array(array) => is_number(&array.elem, real),
        Type::Tuple(parts) => {
            (2..=MOST).contains(&parts.elems.len()) && parts.elems.iter().all(|part| is_number(part, real))
        }
        ty => is_number(ty, real) || is_vector(ty, real),
    }
}

fn is_vector(ty: &Type, real: &syn::Ident) -> bool {
    argument_of(ty, &["Vec"]).is_some_and(|item| is_number(item, real))
}
