//! Lists the numbers of a structure, for checks, in the order of the cotangents in its shadow.
//!
//! Law: a field of unknown type gets a bound that fails only when a check is used.

use super::shadow::{Kind, Structure, each_part, is_skipped};
use crate::ir::is_exact_type;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::DeriveInput;

impl Structure<'_> {
    /// `impl Numbers for Camera<T>`
    pub(super) fn numbers(&self) -> TokenStream {
        let fields = || self.fields.members().zip(&self.kinds);
        let append = fields().map(|(member, kind)| each(kind, &quote!(self.#member), &Way::Append));
        let load = fields().map(|(member, kind)| each(kind, &quote!(self.#member), &Way::Load));
        let discrete = self.fields.iter().map(|field| is_exact_type(&field.ty) && !is_skipped(field));
        let exact = fields().zip(discrete).map(|((member, kind), is_discrete)| {
            if is_discrete {
                quote!(::retrograde::__private::Numbers::exact(&self.#member, to);)
            } else {
                each(kind, &quote!(self.#member), &Way::Exact)
            }
        });
        self.with_numbers([quote!(#(#append)*), quote!(#(#load)*), quote!(#(#exact)*)])
    }

    /// The implementation, with the bodies of its functions.
    pub(super) fn with_numbers(&self, bodies: [TokenStream; 3]) -> TokenStream {
        let numbers = quote!(::retrograde::__private::Numbers);
        let bounds = self.bounds(numbers.clone(), |ty| quote!(for<'check> #ty: #numbers));
        implemented(self.item, &bounds, bodies)
    }
}

/// Returns the implementation for a type without numbers.
pub(super) fn none(item: &DeriveInput) -> TokenStream {
    implemented(item, &[], Default::default())
}

fn implemented(
    item: &DeriveInput,
    bounds: &[TokenStream],
    [append, load, exact]: [TokenStream; 3],
) -> TokenStream {
    let (name, (own, types, _)) = (&item.ident, item.generics.split_for_impl());
    let clause = crate::syntax::paths::clauses(&item.generics).map(ToTokens::to_token_stream);
    let clause = clause.chain(bounds.iter().cloned());
    quote! {
        ::retrograde::__private::when_alloc! {
            #[automatically_derived]
            #[allow(unused_variables, private_bounds, clippy::all, clippy::pedantic)]
            impl #own ::retrograde::__private::Numbers for #name #types where #(#clause,)* {
                fn append(&self, to: &mut ::retrograde::__private::Vec<f64>) { #append }
                fn load(&mut self, from: &mut &[f64]) { #load }
                fn exact(&self, to: &mut ::retrograde::__private::Vec<u64>) { #exact }
            }
        }
    }
}

/// The operation: append the numbers, load them, or append the exact values.
pub(super) enum Way {
    Append,
    Load,
    Exact,
}

/// Returns the operation on the numbers at a place.
pub(super) fn each(kind: &Kind, place: &TokenStream, way: &Way) -> TokenStream {
    match kind {
        Kind::Inactive => TokenStream::new(),
        Kind::Number | Kind::Itself | Kind::Other(_) => match way {
            Way::Append => quote!(::retrograde::__private::Numbers::append(&#place, to);),
            Way::Load => quote!(::retrograde::__private::Numbers::load(&mut #place, from);),
            Way::Exact => quote!(::retrograde::__private::Numbers::exact(&#place, to);),
        },
        Kind::Tuple(parts) => each_part(parts, [place], |part, [place]| each(part, &place, way)).collect(),
        Kind::Array(item, _) | Kind::Vector(item) | Kind::Option(item) => {
            let body = each(item, &quote!((*item)), way);
            let all = match way {
                Way::Append | Way::Exact => quote!(iter()),
                Way::Load => quote!(iter_mut()),
            };
            let length = matches!((way, kind), (Way::Exact, Kind::Vector(_) | Kind::Option(_)))
                .then(|| quote!(::retrograde::__private::Numbers::exact(&#place.iter().count(), to);));
            quote!(#length for item in #place.#all { #body })
        }
        Kind::Boxed(inner) => each(inner, &quote!((*#place)), way),
    }
}
