//! Compares the lengths of cotangents with those of their primals, where a person passes both.
//!
//! Within programs shadows are made to fit. The comparison is one for each array at each call from outside, so it is
//! made in every build, unless the attribute says that nothing is checked.

use super::item::Item;
use super::params::Param;
use super::spans::type_span;
use super::structure::vector_item;
use super::types::stripped;
use crate::ir::is_exact_type;
use crate::ir::{Checks, Role, entry_types};
use crate::syntax::numbers;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};

impl Item<'_> {
    /// Ends the run where a cotangent has another length than its primal.
    pub(super) fn lengths(&self) -> TokenStream {
        self.lengths_where(|_| true)
    }

    /// Compares before a run forwards, where cotangents have the keys that state has only afterwards. What is fused leaves the
    /// keys as they are.
    pub(super) fn lengths_of_sweep(&self) -> TokenStream {
        self.lengths_where(|p| p.role != Role::State || self.stages.sweep.is_some())
    }

    fn lengths_where(&self, has_keys: impl Fn(&Param) -> bool) -> TokenStream {
        let keys = self.each_map(&has_keys, |name, bar, how| {
            let (text, bar_text) = (name.to_string(), bar.to_string());
            quote!(if let Some(how) = #how { ::retrograde::__private::unlike_keys(#text, #bar_text, &how) })
        });
        let lengths = self.each_length(|name, bar| {
            let (text, bar_text) = (name.to_string(), bar.to_string());
            quote!(::retrograde::__private::same_length(#text, #name.len(), #bar_text, #bar.len());)
        });
        let inside = self.each_inside(&has_keys, |name, bar, differ| {
            let (text, bar_text) = (name.to_string(), bar.to_string());
            quote!(if #differ { ::retrograde::__private::unlike_lengths(#text, #bar_text) })
        });
        quote!(#lengths #inside #keys)
    }

    /// Compares, and returns the difference as an error.
    pub(super) fn fallible_lengths(&self) -> TokenStream {
        let function = self.stages.function.item.sig.ident.to_string();
        let private = quote!(::retrograde::__private::lengths);
        let each = self.each_length(|name, bar| {
            let expected = format!("{bar}.len() == {name}.len()");
            quote!((#expected, #bar.len(), #name.len()),)
        });
        let lengths = (!each.is_empty()).then(|| quote!(#private::same(#function, &[#each])?;));
        let inside = self.each_inside(
            |_| true,
            |name, bar, differ| {
                let expected = format!("`{bar}` has the lengths of `{name}`");
                quote!(#private::same_inside(#function, #expected, #differ)?;)
            },
        );
        let keys = self.each_map(
            |_| true,
            |name, bar, how| {
                let expected = format!("`{bar}` has the keys of `{name}`");
                quote!(#private::same_keys(#function, #expected, #how)?;)
            },
        );
        quote!(#lengths #inside #keys)
    }

    /// Compares the keys of a map with those of its cotangent.
    fn each_map(
        &self,
        has_keys: impl Fn(&Param) -> bool,
        check: impl Fn(&syn::Ident, &syn::Ident, TokenStream) -> TokenStream,
    ) -> TokenStream {
        if self.stages.function.options.checks == Checks::Never || self.hollow {
            return TokenStream::new();
        }
        let maps = self.params.iter().filter(|p| p.real && entry_types(&stripped(&p.written).0).is_some());
        let checks = maps.filter(|p| has_keys(p)).map(|p| {
            let (name, bar) = (&p.name, &p.bar);
            let how = quote!(::retrograde::__private::unlike(#name.keys(), #bar.len(), |key| #bar.contains_key(key)));
            check(name, bar, how)
        });
        checks.collect()
    }

    /// Lengths of what lies in arrays and structures, and of vectors that the function may make longer.
    fn each_inside(
        &self,
        is_settled: impl Fn(&Param) -> bool,
        check: impl Fn(&syn::Ident, &syn::Ident, TokenStream) -> TokenStream,
    ) -> TokenStream {
        if self.stages.function.options.checks == Checks::Never || self.hollow {
            return TokenStream::new();
        }
        let params = self.params.iter().filter(|p| p.real && p.role != Role::Scratch && is_settled(p));
        let checks = params.filter_map(|p| {
            let ((inner, _), name, bar) = (stripped(&p.written), &p.name, &p.bar);
            let lent = matches!(p.written, syn::Type::Reference(_));
            let (value, shadow) = (if lent { quote!((*#name)) } else { quote!(#name) }, quote!((*#bar)));
            if p.is_named_array {
                let (at, depth) = (type_span(&p.written), p.depth);
                let differ = quote_spanned! {at=>
                    !::retrograde::__private::ZerosLike::<_, #depth>::is_like(&#value, &#shadow)
                };
                return Some(check(&p.name, &p.bar, differ));
            }
            if p.by_type {
                let at = type_span(&inner);
                let shape = crate::ir::print::constant::shape(&inner, at);
                return Some(check(&p.name, &p.bar, quote_spanned!(at=> !#shape::fits(&#value, &#shadow))));
            }
            // What is outermost may have been compared already, with a message of its own.
            let differ = match item_of(&inner).filter(|_| is_measured(p)) {
                Some(item) => unlike_items(item, &value, &shadow, &self.t),
                None => unlike(&inner, &value, &shadow, &self.t),
            };
            differ.map(|differ| check(&p.name, &p.bar, differ))
        });
        checks.collect()
    }

    fn each_length(&self, check: impl Fn(&syn::Ident, &syn::Ident) -> TokenStream) -> TokenStream {
        let options = &self.stages.function.options;
        // The attribute of an ordinary function cannot say that nothing is checked.
        let unchecked = options.checks == Checks::Never && !options.language.is_ordinary();
        if unchecked || self.hollow {
            return TokenStream::new();
        }
        self.params.iter().filter(|p| is_measured(p)).map(|p| check(&p.name, &p.bar)).collect()
    }
}

/// True if a parameter and its cotangent have lengths of their own: fixed arrays are held together by their types.
fn is_measured(p: &Param) -> bool {
    let (inner, _) = stripped(&p.written);
    let own = match inner {
        syn::Type::Slice(_) => true,
        syn::Type::Path(path) => path.path.segments.last().is_some_and(|s| s.ident == "Vec"),
        _ => false,
    };
    let slice = p.cotangent.as_ref().is_some_and(|bar| matches!(stripped(bar).0, syn::Type::Slice(_)));
    own && slice && p.real
}

/// Returns the type of the items of a slice, an array or a vector.
fn item_of(ty: &syn::Type) -> Option<&syn::Type> {
    match ty {
        syn::Type::Slice(slice) => Some(&slice.elem),
        syn::Type::Array(array) => Some(&array.elem),
        other => vector_item(other),
    }
}

/// True if the shadow at a place differs in some length from the value at another; nothing where the types tell that it does
/// not. A map has keys instead, which are compared by themselves.
pub(super) fn unlike(
    ty: &syn::Type,
    value: &TokenStream,
    bar: &TokenStream,
    real: &TokenStream,
) -> Option<TokenStream> {
    match ty {
        syn::Type::Reference(r) => unlike(&r.elem, value, bar, real),
        syn::Type::Paren(inner) => unlike(&inner.elem, value, bar, real),
        syn::Type::Group(inner) => unlike(&inner.elem, value, bar, real),
        syn::Type::Tuple(parts) => {
            let parts = parts.elems.iter().enumerate().filter_map(|(i, part)| {
                let i = syn::Index::from(i);
                unlike(part, &quote!(#value.#i), &quote!(#bar.#i), real)
            });
            let parts: Vec<_> = parts.collect();
            (!parts.is_empty()).then(|| quote!((#(#parts)||*)))
        }
        syn::Type::Array(array) => unlike_items(&array.elem, value, bar, real),
        _ if ty.to_token_stream().to_string() == real.to_string() => None,
        _ if is_exact_type(ty) || entry_types(ty).is_some() => None,
        syn::Type::Slice(_) | syn::Type::Path(_) => match item_of(ty) {
            Some(item) => {
                let items = unlike_items(item, value, bar, real).map(|items| quote!(|| #items));
                Some(quote!((#value.len() != #bar.len() #items)))
            }
            None if is_number(ty) => None,
            // That a structure has no shadow is said once, at its type.
            None => Some(quote_spanned! {type_span(ty)=>
                !::retrograde::__private::Differentiable::fits(&#value, &#bar)
            }),
        },
        _ => None,
    }
}

/// True if the elements at two places differ in some length.
fn unlike_items(
    item: &syn::Type,
    values: &TokenStream,
    bars: &TokenStream,
    real: &TokenStream,
) -> Option<TokenStream> {
    let differ = unlike(item, &quote!((*value)), &quote!((*bar)), real)?;
    Some(quote!(#values.iter().zip(#bars.iter()).any(|(value, bar)| #differ)))
}

/// True if a type is a number with parts, which has no length.
fn is_number(ty: &syn::Type) -> bool {
    let syn::Type::Path(path) = ty else { return false };
    path.path.segments.last().is_some_and(|last| numbers::by_name(&last.ident.to_string()).is_some())
}
