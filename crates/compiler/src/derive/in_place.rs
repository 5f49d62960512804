//! Instructions on a structure, number by number: `neg(&mut v)`, `hadamard(&mut v, &mut w)`.
//!
//! Law: a field without a cotangent does not change. A structure whose numbers may be absent has no such instructions.

use super::shadow::{Kind, Structure, each_part};
use crate::tokens;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::Ident;

impl Structure<'_> {
    /// `impl InPlace for Camera<T>`, and the pull of its shadow.
    pub(super) fn in_place(&self) -> TokenStream {
        let fields = || self.fields.members().zip(&self.kinds);
        let changes: Option<TokenStream> =
            fields().map(|(member, kind)| each(kind, &quote!(.#member), 0, &Way::Apply)).collect();
        let pulls: Option<TokenStream> =
            fields().map(|(member, kind)| each(kind, &quote!(.#member), 0, &Way::Pull)).collect();
        let (Some(changes), Some(pulls)) = (changes, pulls) else { return TokenStream::new() };
        let (name, shadow, c) = (&self.item.ident, &self.shadow, &self.c);
        let (own, types, _) = self.item.generics.split_for_impl();
        let clause = crate::syntax::paths::clauses(&self.item.generics).map(ToTokens::to_token_stream);
        let clause: Vec<_> = clause.chain(self.reals(quote!(::retrograde::__private::Real))).collect();
        let inside = self.inside().0;
        let numbers = self.number_types();
        let (_, used) = self.shadow_generics();
        let mut generics = self.item.generics.clone();
        generics.params.push(syn::parse_quote!(#c: ::core::marker::Copy));
        let (over, _, _) = generics.split_for_impl();
        quote! {
            #[automatically_derived]
            #[allow(unused_variables, unused_mut, private_bounds, clippy::all, clippy::pedantic)]
            impl #own ::retrograde::instructions::InPlace for #name #types where
                #(#clause,)*
                #(for<'change> #inside: ::retrograde::instructions::InPlace,)*
            {
                fn apply<
                    __I: ::retrograde::rules::bijection::Bijection<__N, 0>,
                    const __N: usize,
                >(mut places: [&mut Self; __N]) {
                    #changes
                }
            }

            #[automatically_derived]
            #[allow(unused_variables, unused_mut, private_bounds, clippy::all, clippy::pedantic)]
            impl #over ::retrograde::instructions::PullInPlace<#name #types> for #shadow<#(#used,)* #c>
            where
                #(#clause,)*
                #(#c: ::retrograde::__private::Cotangent<#numbers>,)*
                #(
                    for<'change> <#inside as ::retrograde::__private::Differentiable>::Shadow<#c>:
                        ::retrograde::instructions::PullInPlace<#inside>,
                )*
            {
                fn pull<
                    __I: ::retrograde::rules::bijection::Bijection<__N, 0>,
                    const __N: usize,
                >(after: [&#name #types; __N], mut bars: [&mut Self; __N]) {
                    #pulls
                }
            }
        }
    }

    /// Returns the types of its own numbers.
    fn number_types(&self) -> Vec<Ident> {
        let named = |name: &&str| self.fields.iter().any(|field| tokens::has(&field.ty, &[name]));
        let floats = ["f64", "f32"].into_iter().filter(|name| self.reals.is_empty() && named(name));
        let all = self.reals.iter().map(String::as_str).chain(floats);
        all.map(|name| Ident::new(name, Span::call_site())).collect()
    }
}

/// The operation: change the numbers, or pull their cotangents back.
enum Way {
    Apply,
    Pull,
}

/// Returns the operation on the numbers at a path from the structure; nothing where they may be absent.
fn each(kind: &Kind, path: &TokenStream, depth: usize, way: &Way) -> Option<TokenStream> {
    let of = quote!(::retrograde::instructions);
    Some(match (kind, way) {
        (Kind::Inactive, _) => TokenStream::new(),
        (Kind::Number, Way::Apply) => quote! {
            <_ as #of::Parted<#of::Whole>>::apply::<__I, __N>(places.each_mut().map(|place| &mut place #path));
        },
        (Kind::Number, Way::Pull) => quote! {
            <&mut _ as #of::Beside<_, #of::Whole>>::pull::<__I, __N>(
                after.map(|place| &place #path),
                bars.each_mut().map(|bar| &mut bar #path),
            );
        },
        (Kind::Itself | Kind::Other(_), Way::Apply) => quote! {
            #of::InPlace::apply::<__I, __N>(places.each_mut().map(|place| &mut place #path));
        },
        (Kind::Itself | Kind::Other(_), Way::Pull) => quote! {
            #of::PullInPlace::pull::<__I, __N>(
                after.map(|place| &place #path),
                bars.each_mut().map(|bar| &mut bar #path),
            );
        },
        (Kind::Tuple(parts), _) => {
            let parts = each_part(parts, [path], |part, [path]| each(part, &path, depth, way));
            parts.collect::<Option<_>>()?
        }
        (Kind::Array(item, _) | Kind::Vector(item), _) => {
            let i = Ident::new(&format!("i{depth}"), Span::call_site());
            let body = each(item, &quote!(#path[#i]), depth + 1, way)?;
            let first = match way {
                Way::Apply => quote!(places),
                Way::Pull => quote!(after),
            };
            quote!(for #i in 0..#first.first().map_or(0, |place| place #path.len()) { #body })
        }
        (Kind::Option(_) | Kind::Boxed(_), _) => return None,
    })
}
