//! The shadow of an enum: an enum with the same variants, whose parts are cotangents.
//!
//! Takes an enum, returns `enum <Name>Shadow`, the `impl` of `Differentiable` that makes one of the same variant, and the accessors of
//! both that programs call for what a variant holds (`ir/payload.rs`). An enum without numbers has no cotangents.
//!
//! Law: a value and its shadow have the same variant; an accessor of another variant is not called.

use super::numbers::{self, Way};
use super::shadow::{Kind, Structure, fitting, is_skipped};
use crate::ir::{is_exact_type, payload};
use crate::syntax::paths::argument;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DataEnum, DeriveInput, Fields, Ident, Member};

/// A variant, with the kinds of its fields.
struct Variant<'a> {
    name: &'a Ident,
    fields: &'a Fields,
    kinds: Vec<Kind>,
}

struct Enum<'a> {
    /// The names and generics of the shadow; its kinds are those of all fields.
    whole: Structure<'a>,
    variants: Vec<Variant<'a>>,
}

/// Returns the shadow type and its `impl`.
pub(super) fn derive(item: &DeriveInput, data: &DataEnum) -> TokenStream {
    let variant = |v: &'_ syn::Variant| -> syn::Result<Vec<Kind>> {
        // What a structure may not hold, a variant holds without a cotangent.
        let kinds = Structure::new(item, &v.fields).map(|of| of.kinds);
        Ok(kinds.unwrap_or_else(|_| v.fields.iter().map(|_| Kind::Inactive).collect()))
    };
    let mut variants = Vec::new();
    let Some(first) = data.variants.first() else { return uninhabited(item) };
    for v in &data.variants {
        match variant(v) {
            Ok(kinds) => variants.push(Variant { name: &v.ident, fields: &v.fields, kinds }),
            Err(error) => return error.to_compile_error(),
        }
    }
    let mut whole = match Structure::new(item, &first.fields) {
        Ok(whole) => whole,
        Err(error) => return error.to_compile_error(),
    };
    whole.kinds = Vec::new();
    if variants.iter().all(|v| v.kinds.iter().all(|kind| matches!(kind, Kind::Inactive))) {
        let (numbers, known) = (numbers::none(item), super::known::of_variants(item));
        let differentiable = whole.inactive();
        let accessors = Enum { whole, variants }.accessors();
        return quote!(#numbers #known #differentiable #accessors);
    }
    for v in &data.variants {
        if let Ok(of) = Structure::new(item, &v.fields) {
            whole.kinds.extend(of.kinds);
        }
    }
    Enum { whole, variants }.items()
}

/// An enum without variants.
fn uninhabited(item: &DeriveInput) -> TokenStream {
    let fields = Fields::Unit;
    let (numbers, known) = (numbers::none(item), super::known::of_nothing(item));
    let differentiable = Structure::new(item, &fields).map(|of| of.inactive());
    let differentiable = differentiable.unwrap_or_else(|error| error.to_compile_error());
    quote!(#numbers #known #differentiable)
}

impl Enum<'_> {
    fn items(&self) -> TokenStream {
        let item = self.whole.item;
        let (name, shadow, vis, c) = (&item.ident, &self.whole.shadow, &item.vis, &self.whole.c);
        let (declared, used) = self.whole.shadow_generics();
        let (own, types, clause) = item.generics.split_for_impl();
        let repeated = self.whole.repeated_clause();
        let definition = self.variants.iter().map(|v| {
            let name = v.name;
            let fields = v.fields.members().zip(&v.kinds).map(|(member, kind)| {
                let ty = self.whole.ty(kind);
                match member {
                    Member::Named(name) => quote!(#name: #ty),
                    Member::Unnamed(_) => quote!(#ty),
                }
            });
            match v.fields {
                Fields::Named(_) => quote!(#name { #(#fields),* }),
                Fields::Unnamed(_) => quote!(#name(#(#fields),*)),
                Fields::Unit => quote!(#name),
            }
        });
        let filled = self.variants.iter().map(|v| {
            let (pattern, parts) = v.opened(&quote!(Self), "a");
            let values = v.made(
                &quote!(#shadow),
                parts.iter().zip(&v.kinds).map(|(part, kind)| self.whole.filled(kind, &quote!((*#part)))),
            );
            quote!(#pattern => #values,)
        });
        let copied = self.variants.iter().map(|v| {
            let (pattern, parts) = v.opened(&quote!(#shadow), "a");
            let values =
                v.made(&quote!(#shadow), parts.iter().map(|part| quote!(::core::clone::Clone::clone(#part))));
            quote!(#pattern => #values,)
        });
        let absorbed = self.variants.iter().map(|v| {
            let (into, to) = v.opened(&quote!(#shadow), "a");
            let (from, of) = v.opened(&quote!(#shadow), "b");
            let sums = to
                .iter()
                .zip(&of)
                .zip(&v.kinds)
                .map(|((to, of), kind)| self.whole.absorbed(kind, &quote!((*#to)), &quote!((*#of))));
            quote!((#into, #from) => { #(#sums)* })
        });
        let fits = self.variants.iter().map(|v| {
            let (value, parts) = v.opened(&quote!(Self), "a");
            let (bars, of) = v.opened(&quote!(#shadow), "b");
            let fits = parts.iter().zip(&of).zip(&v.kinds);
            let fits =
                fits.filter_map(|((part, of), kind)| fitting(kind, &quote!((*#part)), &quote!((*#of))));
            quote!((#value, #bars) => true #(&& #fits)*,)
        });
        let open = self.whole.kept_params().len() > self.whole.reals.len();
        let comparable = (!open).then(|| quote!(#[derive(Debug, PartialEq)]));
        let doc = format!("The cotangents of a [`{name}`], in the same variant.");
        let (numbers, known) = (self.numbers(), super::known::of_variants(item));
        let accessors = self.accessors();
        quote! {
            #[doc = #doc]
            #comparable
            #[allow(missing_docs, dead_code)]
            #vis enum #shadow #declared #repeated { #(#definition,)* }

            #[automatically_derived]
            impl #declared ::core::clone::Clone for #shadow<#(#used,)* #c> #repeated {
                fn clone(&self) -> Self {
                    match self { #(#copied)* }
                }
            }

            #[automatically_derived]
            #[allow(unused_variables, unreachable_patterns, clippy::all, clippy::pedantic)]
            impl #own ::retrograde::__private::Differentiable for #name #types #clause {
                type Shadow<#c: ::core::marker::Copy> = #shadow<#(#used,)* #c>;
                fn shadow_of<#c: ::core::marker::Copy>(&self, c: #c) -> Self::Shadow<#c> {
                    match self { #(#filled)* }
                }
                fn absorb<#c: ::core::marker::Copy>(
                    into: &mut Self::Shadow<#c>,
                    from: &Self::Shadow<#c>,
                    plus: &impl ::core::ops::Fn(#c, #c) -> #c,
                ) {
                    match (into, from) {
                        #(#absorbed)*
                        _ => ::retrograde::__private::other_variant(),
                    }
                }
                fn fits<#c: ::core::marker::Copy>(&self, shadow: &Self::Shadow<#c>) -> bool {
                    match (self, shadow) {
                        #(#fits)*
                        _ => false,
                    }
                }
            }

            #numbers
            #known
            #accessors
        }
    }

    /// The accessors of the parts of the enum and of its shadow.
    fn accessors(&self) -> TokenStream {
        let (item, shadow, c) = (self.whole.item, &self.whole.shadow, &self.whole.c);
        let (name, vis) = (&item.ident, &item.vis);
        let (own, types, clause) = item.generics.split_for_impl();
        let each = |of: &TokenStream, is_shadow: bool| {
            let methods = self.variants.iter().flat_map(|v| {
                let (pattern, parts) = v.opened(of, "a");
                let members = v.fields.members().zip(v.fields).zip(&v.kinds).zip(parts);
                let methods = members.map(|(((member, field), kind), part)| {
                    let accessor = payload::payload(v.name, &member, v.name.span());
                    let accessor = if is_shadow { format_ident!("{accessor}_bar") } else { accessor };
                    // What is in a box is read as if there were none.
                    let (kind, written) = unboxed(kind, &field.ty);
                    let (ty, lent) = if is_shadow {
                        (self.whole.ty(kind), quote!(&mut))
                    } else {
                        (quote!(#written), quote!(&))
                    };
                    quote! {
                        #[doc(hidden)]
                        #[inline(always)]
                        #vis fn #accessor(#lent self) -> #lent #ty {
                            match self {
                                #pattern => #part,
                                _ => ::retrograde::__private::other_variant(),
                            }
                        }
                    }
                });
                methods.collect::<Vec<_>>()
            });
            quote!(#(#methods)*)
        };
        let (of_enum, of_shadow) = (each(&quote!(Self), false), each(&quote!(Self), true));
        let has_shadow = !self.whole.kinds.is_empty();
        let (declared, used) = self.whole.shadow_generics();
        let repeated = self.whole.repeated_clause();
        let of_shadow = has_shadow.then(|| {
            quote! {
                #[automatically_derived]
                #[allow(non_snake_case, dead_code, unused_variables, unreachable_patterns)]
                impl #declared #shadow<#(#used,)* #c> #repeated { #of_shadow }
            }
        });
        quote! {
            #[automatically_derived]
            #[allow(non_snake_case, dead_code, unused_variables, unreachable_patterns)]
            impl #own #name #types #clause { #of_enum }
            #of_shadow
        }
    }

    /// Lists the numbers, for checks.
    fn numbers(&self) -> TokenStream {
        let arms = |way: Way| {
            let arms = self.variants.iter().enumerate().map(|(at, v)| {
                let (pattern, parts) = v.opened(&quote!(Self), "a");
                let variant = matches!(way, Way::Exact)
                    .then(|| quote!(::retrograde::__private::Numbers::exact(&#at, to);));
                let each = parts.iter().zip(&v.kinds).zip(v.fields).map(|((part, kind), field)| {
                    if matches!(way, Way::Exact) && is_exact_type(&field.ty) && !is_skipped(field) {
                        quote!(::retrograde::__private::Numbers::exact(&*#part, to);)
                    } else {
                        numbers::each(kind, &quote!((*#part)), &way)
                    }
                });
                quote!(#pattern => { #variant #(#each)* })
            });
            let arms: Vec<_> = arms.collect();
            quote!(match self { #(#arms)* })
        };
        self.whole.with_numbers([arms(Way::Append), arms(Way::Load), arms(Way::Exact)])
    }
}

/// The kind and the type of what is in a box, also in a box of boxes.
fn unboxed<'a>(kind: &'a Kind, ty: &'a syn::Type) -> (&'a Kind, &'a syn::Type) {
    let Kind::Boxed(inner) = kind else { return (kind, ty) };
    argument(ty).map_or((kind, ty), |item| unboxed(inner, item))
}

impl Variant<'_> {
    /// A pattern of the variant of a type, and the names of its parts.
    fn opened(&self, of: &TokenStream, prefix: &str) -> (TokenStream, Vec<Ident>) {
        let parts: Vec<Ident> = (0..self.kinds.len()).map(|at| format_ident!("{prefix}{at}")).collect();
        let (name, members) = (self.name, self.fields.members());
        (quote!(#of::#name { #(#members: #parts),* }), parts)
    }

    /// The literal of the variant of a type.
    fn made(&self, of: &TokenStream, values: impl Iterator<Item = TokenStream>) -> TokenStream {
        let (name, members) = (self.name, self.fields.members());
        quote!(#of::#name { #(#members: #values),* })
    }
}
