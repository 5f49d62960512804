//! Types and generics of emitted programs, made from those of the function.

use crate::ir::print::constructed;
use crate::syntax::numbers;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, parse_quote};

/// Returns generic parameters in angle brackets, lifetimes first.
pub(super) fn generics_params(generics: &syn::Generics) -> TokenStream {
    let params = parameters(generics);
    if params.is_empty() { params } else { quote!(<#params>) }
}

/// Returns generic parameters, lifetimes first, each with a comma.
pub(super) fn parameters(generics: &syn::Generics) -> TokenStream {
    let is_lifetime = |p: &&syn::GenericParam| matches!(p, syn::GenericParam::Lifetime(_));
    let others = generics.params.iter().filter(|p| !is_lifetime(p));
    let all = generics.params.iter().filter(is_lifetime).chain(others);
    quote!(#(#all,)*)
}

/// Returns a type without its reference, and true if it had one.
pub(super) fn stripped(ty: &syn::Type) -> (syn::Type, bool) {
    match ty {
        syn::Type::Reference(r) => ((*r.elem).clone(), true),
        syn::Type::Paren(p) => stripped(&p.elem),
        syn::Type::Group(g) => stripped(&g.elem),
        other => (other.clone(), false),
    }
}

/// `&[T; 3]` becomes `&mut [C; 3]`, `&Vec<T>` becomes `&mut [C]`. The cotangent of a vector that may grow can grow
/// too: that of `&mut Vec<T>` is `&mut Vec<C>`.
pub(super) fn cotangent_type(written: &syn::Type, real: &Ident, c: &Ident) -> syn::Type {
    let (inner, _) = stripped(written);
    match vector(&inner).filter(|_| !may_grow(written)) {
        Some(item) => {
            let item = substituted(&item, real, c);
            parse_quote!(&mut [#item])
        }
        None => {
            let other = substituted(&inner, real, c);
            parse_quote!(&mut #other)
        }
    }
}

/// True for a vector behind `&mut`, which its function may make longer.
pub(super) fn may_grow(written: &syn::Type) -> bool {
    matches!(written, syn::Type::Reference(r) if r.mutability.is_some())
}

/// Returns the type of the elements of a vector.
pub(super) fn vector(ty: &syn::Type) -> Option<syn::Type> {
    let syn::Type::Path(p) = ty else { return None };
    let last = p.path.segments.last().filter(|last| last.ident == "Vec")?;
    match &last.arguments {
        syn::PathArguments::AngleBracketed(args) => match args.args.first() {
            Some(syn::GenericArgument::Type(item)) => Some(item.clone()),
            _ => None,
        },
        _ => None,
    }
}

/// Replaces one type by another.
struct Substitution<'a>(&'a Ident, &'a syn::Path);

impl crate::syntax::visit_mut::VisitMut for Substitution<'_> {
    fn visit_type_path_mut(&mut self, p: &mut syn::TypePath) {
        if p.path.is_ident(self.0) {
            p.path = self.1.clone();
            // Nothing in it is to be replaced again.
            return;
        }
        // These names contain the real type.
        if p.path.segments.last().is_some_and(|s| s.ident == "Complex64" || s.ident == "Complex32") {
            let c = self.1;
            p.path = parse_quote!(::retrograde::__private::Complex<#c>);
        }
        crate::syntax::visit_mut::visit_type_path_mut(self, p);
    }
}

/// Returns generics with the real type replaced by another. Bounds that hold no parameter any more must not cause an
/// error unless they are needed.
pub(super) fn settled(generics: &syn::Generics, real: &Ident, at: &syn::Path) -> syn::Generics {
    let mut generics = without(generics, real);
    crate::syntax::visit_mut::VisitMut::visit_generics_mut(&mut Substitution(real, at), &mut generics);
    for predicate in generics.where_clause.iter_mut().flat_map(|clause| &mut clause.predicates) {
        if let syn::WherePredicate::Type(bound) = predicate {
            bound.lifetimes.get_or_insert_with(|| parse_quote!(for<'check>));
        }
    }
    generics
}

/// Returns a type with the real type replaced by the cotangent type.
pub(super) fn substituted(ty: &syn::Type, real: &Ident, c: &Ident) -> syn::Type {
    replaced(ty, real, &syn::Path::from(c.clone()))
}

/// Returns a type with a name replaced by another type.
pub(super) fn replaced(ty: &syn::Type, name: &Ident, by: &syn::Path) -> syn::Type {
    let mut ty = ty.clone();
    crate::syntax::visit_mut::VisitMut::visit_type_mut(&mut Substitution(name, by), &mut ty);
    ty
}

/// Returns what must hold of a type in the place of a parameter, as the bounds of the parameter say it.
pub(super) fn bounds_at(generics: &syn::Generics, real: &Ident, at: &syn::Path) -> Vec<syn::WherePredicate> {
    let mut bounds = Vec::new();
    for param in generics.type_params().filter(|param| param.ident == *real && !param.bounds.is_empty()) {
        let of = &param.bounds;
        bounds.push(parse_quote!(for<'check> #at: #of));
    }
    for predicate in crate::syntax::paths::clauses(generics) {
        let mut predicate = predicate.clone();
        crate::syntax::visit_mut::VisitMut::visit_where_predicate_mut(
            &mut Substitution(real, at),
            &mut predicate,
        );
        if let syn::WherePredicate::Type(bound) = &mut predicate {
            bound.lifetimes.get_or_insert_with(|| parse_quote!(for<'check>));
        }
        bounds.push(predicate);
    }
    bounds
}

/// True if a type mentions a name.
pub(super) fn mentions(ty: &syn::Type, name: &Ident) -> bool {
    struct Search<'a>(&'a Ident, bool);
    impl crate::syntax::visit::Visit<'_> for Search<'_> {
        fn visit_path(&mut self, path: &syn::Path) {
            self.1 |= path.segments.first().is_some_and(|first| first.ident == *self.0);
            crate::syntax::visit::visit_path(self, path);
        }
    }
    let mut search = Search(name, false);
    crate::syntax::visit::Visit::visit_type(&mut search, ty);
    search.1
}

/// Returns a zero of a scalar or (nested) array type.
pub(super) fn zeros(ty: &syn::Type, zero: &TokenStream) -> TokenStream {
    match ty {
        syn::Type::Array(a) => {
            let (item, len) = (zeros(&a.elem, zero), &a.len);
            quote!([#item; #len])
        }
        syn::Type::Path(p) => {
            let number = p.path.segments.last().and_then(|s| numbers::by_name(&s.ident.to_string()));
            match number {
                Some(number) => constructed(number, &vec![zero.clone(); number.parts().len()]),
                None => zero.clone(),
            }
        }
        _ => zero.clone(),
    }
}

/// Returns zeros in the shape of a value: as many as there are elements, and in each row as many as in that row.
pub(super) fn zeros_like(ty: &syn::Type, of: &TokenStream, zero: &TokenStream) -> TokenStream {
    match ty {
        syn::Type::Array(a) if holds_vectors(&a.elem) => {
            let (item, len) = (zeros_like(&a.elem, &quote!(rows[i]), zero), &a.len);
            quote!({ let rows = &#of; ::core::array::from_fn::<_, { #len }, _>(|i| #item) })
        }
        syn::Type::Slice(_) | syn::Type::Path(_) => match sequence(ty) {
            Some(item) if holds_vectors(&item) => {
                let item = zeros_like(&item, &quote!(row), zero);
                quote!(#of.iter().map(|row| #item).collect::<::retrograde::__private::Vec<_>>())
            }
            Some(item) => {
                let item = zeros(&item, zero);
                quote!(::retrograde::__private::vec![#item; #of.len()])
            }
            None => zeros(ty, zero),
        },
        other => zeros(other, zero),
    }
}

/// Returns the type of the elements of a slice or a vector.
fn sequence(ty: &syn::Type) -> Option<syn::Type> {
    match ty {
        syn::Type::Slice(s) => Some((*s.elem).clone()),
        other => vector(other),
    }
}

fn holds_vectors(ty: &syn::Type) -> bool {
    match ty {
        syn::Type::Array(a) => holds_vectors(&a.elem),
        other => vector(other).is_some(),
    }
}

/// Returns the generics of a function without its real type, which the functions of the rule declare themselves.
pub(crate) fn without(generics: &syn::Generics, real: &Ident) -> syn::Generics {
    let mut generics = generics.clone();
    let is_real =
        |parameter: &syn::GenericParam| matches!(parameter, syn::GenericParam::Type(t) if t.ident == *real);
    generics.params = generics.params.into_iter().filter(|parameter| !is_real(parameter)).collect();
    if let Some(clause) = &mut generics.where_clause {
        let of_real = |predicate: &syn::WherePredicate| match predicate {
            syn::WherePredicate::Type(p) => {
                matches!(&p.bounded_ty, syn::Type::Path(path) if path.path.is_ident(real))
            }
            _ => false,
        };
        clause.predicates =
            clause.predicates.clone().into_iter().filter(|predicate| !of_real(predicate)).collect();
    }
    generics
}
