//! Compares a structure with a known value, field by field, for checks.
//!
//! Law: numbers are compared up to rounding, discrete values exactly; a field that cannot be compared gets a bound
//! that fails only when it is used.

use super::plain::unmarked;
use super::shadow::{Kind, Structure, each_part, is_skipped};
use crate::ir::is_exact_type;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::DeriveInput;

impl Structure<'_> {
    /// `impl Known<Fields> for Camera<T>`
    pub(super) fn known(&self) -> TokenStream {
        let fields = self.fields.iter().zip(self.fields.members()).zip(&self.kinds);
        let compared = fields.map(|((field, member), kind)| {
            let (found, known) = (quote!(self.#member), quote!(known.#member));
            if is_exact_type(&field.ty) && !(is_skipped(field) && unmarked(&field.ty).is_some()) {
                return quote!(#found == #known);
            }
            // A skipped field may have any type, and functions are not compared.
            if is_skipped(field) || matches!(field.ty, syn::Type::BareFn(_)) {
                return quote!(true);
            }
            alike(kind, &found, &known)
        });
        let known = quote!(::retrograde::__private::Known<::retrograde::__private::Fields>);
        let bounds = self.bounds(quote!(::retrograde::__private::Real), |ty| quote!(for<'known> #ty: #known));
        implemented(self.item, &bounds, &quote!(true #(&& #compared)*))
    }
}

/// An enum is compared by its variant, since its fields are constants of the program.
pub(super) fn of_variants(item: &DeriveInput) -> TokenStream {
    implemented(item, &[], &quote!(::core::mem::discriminant(self) == ::core::mem::discriminant(known)))
}

/// A structure without fields.
pub(super) fn of_nothing(item: &DeriveInput) -> TokenStream {
    implemented(item, &[], &quote!(true))
}

fn implemented(item: &DeriveInput, bounds: &[TokenStream], value: &TokenStream) -> TokenStream {
    let (name, (own, types, _)) = (&item.ident, item.generics.split_for_impl());
    let clause = crate::syntax::paths::clauses(&item.generics).map(ToTokens::to_token_stream);
    let clause = clause.chain(bounds.iter().cloned());
    quote! {
        #[automatically_derived]
        #[allow(unused_variables, private_bounds, clippy::all, clippy::pedantic)]
        impl #own ::retrograde::__private::Known<::retrograde::__private::Fields> for #name #types where #(#clause,)* {
            fn is_known(&self, known: &Self) -> bool { #value }
        }
    }
}

/// Returns the comparison of the values at two places.
fn alike(kind: &Kind, found: &TokenStream, known: &TokenStream) -> TokenStream {
    match kind {
        Kind::Inactive => quote!((#found == #known)),
        Kind::Number => {
            quote!(::retrograde::__private::is_known::<::retrograde::__private::Rounded, _>(&#found, &#known))
        }
        Kind::Itself | Kind::Other(_) => {
            quote!(::retrograde::__private::is_known::<::retrograde::__private::Fields, _>(&#found, &#known))
        }
        Kind::Tuple(parts) => {
            let parts = each_part(parts, [found, known], |part, [found, known]| alike(part, &found, &known));
            quote!((true #(&& #parts)*))
        }
        Kind::Array(item, _) | Kind::Vector(item) | Kind::Option(item) => {
            let item = alike(item, &quote!((*found)), &quote!((*known)));
            quote! {
                (#found.iter().count() == #known.iter().count()
                    && #found.iter().zip(#known.iter()).all(|(found, known)| #item))
            }
        }
        Kind::Boxed(inner) => alike(inner, &quote!((*#found)), &quote!((*#known))),
    }
}
