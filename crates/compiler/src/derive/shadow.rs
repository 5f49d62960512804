//! The type of a structure's shadow: its cotangents, without the inactive fields.
//!
//! Takes a struct, returns `struct <Name>Shadow` with a field of the same name for each field, and the `impl` of
//! `Differentiable` that makes one. The shadow of an enum is an enum (`variants`).
//!
//! Law: the shadow of a field follows from the tokens of its type alone ([`Kind`]).

use crate::ir::Scalar;
use crate::sorted::Set;
use crate::syntax::paths::{bounds_of, is_trait};
use crate::tokens;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Fields, GenericParam, Ident, Type};

/// Returns the shadow type and its `impl`.
pub(super) fn derive(item: &DeriveInput) -> TokenStream {
    let data = match &item.data {
        Data::Struct(data) => data,
        Data::Enum(data) => return super::variants::derive(item, data),
        Data::Union(_) => return TokenStream::new(),
    };
    match Structure::new(item, &data.fields) {
        Ok(structure) => structure.items(),
        Err(error) => error.to_compile_error(),
    }
}

/// The kind of the shadow of a field.
pub(super) enum Kind {
    /// A cotangent.
    Number,
    /// Nothing.
    Inactive,
    /// The shadow of each part.
    Tuple(Vec<Kind>),
    /// `[_; N]`
    Array(Box<Kind>, syn::Expr),
    /// `Vec<_>`
    Vector(Box<Kind>),
    /// `Option<_>`
    Option(Box<Kind>),
    /// `Box<_>`
    Boxed(Box<Kind>),
    /// The shadow of the structure itself, in a recursive type.
    Itself,
    /// The shadow of another structure, by its own `impl`.
    Other(Type),
}

impl Kind {
    /// Adds the structures inside, by their types, and the lengths of arrays.
    pub(super) fn inside<'k>(&'k self, types: &mut Vec<&'k Type>, lengths: &mut Vec<&'k syn::Expr>) {
        match self {
            Kind::Number | Kind::Inactive | Kind::Itself => {}
            Kind::Tuple(parts) => parts.iter().for_each(|part| part.inside(types, lengths)),
            Kind::Array(item, length) => {
                item.inside(types, lengths);
                lengths.push(length);
            }
            Kind::Vector(item) | Kind::Option(item) | Kind::Boxed(item) => item.inside(types, lengths),
            Kind::Other(ty) => types.push(ty),
        }
    }
}

/// Returns what is made of each part of a tuple, at its place in each of some values.
pub(super) fn each_part<'k, R, const N: usize>(
    parts: &'k [Kind],
    values: [&'k TokenStream; N],
    mut made: impl FnMut(&'k Kind, [TokenStream; N]) -> R + 'k,
) -> impl Iterator<Item = R> + 'k {
    parts.iter().enumerate().map(move |(i, part)| {
        let i = syn::Index::from(i);
        made(part, values.map(|value| quote!(#value.#i)))
    })
}

pub(super) struct Structure<'a> {
    pub(super) item: &'a DeriveInput,
    /// The name of the shadow type.
    pub(super) shadow: Ident,
    pub(super) fields: &'a Fields,
    pub(super) kinds: Vec<Kind>,
    /// The type parameters that are real types.
    pub(super) reals: Set<String>,
    /// The cotangent type.
    pub(super) c: Ident,
}

impl<'a> Structure<'a> {
    pub(super) fn new(item: &'a DeriveInput, fields: &'a Fields) -> syn::Result<Structure<'a>> {
        let shadow = named(item)?.unwrap_or_else(|| format_ident!("{}Shadow", item.ident));
        let c = crate::resolve::cotangent_name(item.to_token_stream(), |_| true);
        let reals = reals(&item.generics);
        let sorting = Sorting { item, reals: &reals };
        let kinds = fields
            .iter()
            .map(|field| if is_skipped(field) { Ok(Kind::Inactive) } else { sorting.kind(&field.ty) });
        let kinds = kinds.collect::<syn::Result<_>>()?;
        Ok(Structure { item, shadow, fields, kinds, reals, c: Ident::new(c, Span::call_site()) })
    }

    fn items(&self) -> TokenStream {
        if self.kinds.is_empty() {
            return self.empty();
        }
        let (name, c, vis) = (&self.item.ident, &self.c, &self.item.vis);
        let shadow = &self.shadow;
        let (declared, used) = self.shadow_generics();
        let (own, types, clause) = self.item.generics.split_for_impl();
        let definition = self.definition(&declared);
        let fields = || self.fields.members().zip(&self.kinds);
        let values = fields().map(|(member, kind)| {
            let value = self.filled(kind, &quote!(self.#member));
            quote!(#member: #value,)
        });
        let fields = || self.fields.members().zip(&self.kinds);
        let sums =
            fields().map(|(member, kind)| self.absorbed(kind, &quote!(into.#member), &quote!(from.#member)));
        let fits = fields()
            .filter_map(|(member, kind)| fitting(kind, &quote!(self.#member), &quote!(shadow.#member)));
        let members: Vec<_> = self.fields.members().collect();
        let repeated = self.repeated_clause();
        // The shadow of another structure is only known to be `Clone`.
        let open = self.kept_params().iter().any(|param| match param {
            GenericParam::Type(t) => !self.reals.contains(&t.ident.to_string()),
            GenericParam::Lifetime(_) | GenericParam::Const(_) => false,
        });
        let comparable = (!open).then(|| quote!(#[derive(Debug, PartialEq)]));
        let (numbers, known, in_place) = (self.numbers(), self.known(), self.in_place());
        let doc = format!("The cotangents of a [`{name}`]: what a shadow of it is made of.");
        quote! {
            #[doc = #doc]
            #comparable
            #[allow(missing_docs, dead_code)]
            #vis #definition

            // A derived one would require `Clone` of the structures over which the shadow is generic.
            #[automatically_derived]
            impl #declared ::core::clone::Clone for #shadow<#(#used,)* #c> #repeated {
                fn clone(&self) -> Self {
                    #shadow { #(#members: ::core::clone::Clone::clone(&self.#members),)* }
                }
            }

            #[automatically_derived]
            #[allow(unused_variables, clippy::all, clippy::pedantic)]
            impl #own ::retrograde::__private::Differentiable for #name #types #clause {
                type Shadow<#c: ::core::marker::Copy> = #shadow<#(#used,)* #c>;
                fn shadow_of<#c: ::core::marker::Copy>(&self, c: #c) -> Self::Shadow<#c> {
                    #shadow { #(#values)* }
                }
                fn absorb<#c: ::core::marker::Copy>(
                    into: &mut Self::Shadow<#c>,
                    from: &Self::Shadow<#c>,
                    plus: &impl ::core::ops::Fn(#c, #c) -> #c,
                ) {
                    #(#sums)*
                }
                fn fits<#c: ::core::marker::Copy>(&self, shadow: &Self::Shadow<#c>) -> bool {
                    true #(&& #fits)*
                }
            }

            #numbers
            #known
            #in_place
        }
    }

    /// A structure without fields uses an existing shadow type without fields.
    pub(super) fn empty(&self) -> TokenStream {
        let (numbers, known) = (super::numbers::none(self.item), super::known::of_nothing(self.item));
        let differentiable = self.inactive();
        quote!(#numbers #known #differentiable)
    }

    /// The `impl` of a type without cotangents.
    pub(super) fn inactive(&self) -> TokenStream {
        let (name, c) = (&self.item.ident, &self.c);
        let (own, types, clause) = self.item.generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #own ::retrograde::__private::Differentiable for #name #types #clause {
                type Shadow<#c: ::core::marker::Copy> = ::retrograde::__private::Inactive<#c>;
                fn shadow_of<#c: ::core::marker::Copy>(&self, _: #c) -> Self::Shadow<#c> {
                    ::retrograde::__private::Inactive::new()
                }
                fn absorb<#c: ::core::marker::Copy>(
                    _: &mut Self::Shadow<#c>,
                    _: &Self::Shadow<#c>,
                    _: &impl ::core::ops::Fn(#c, #c) -> #c,
                ) {
                }
            }
        }
    }

    /// Returns the generics of the shadow: those of the structure that its fields still name, and the cotangent type.
    pub(super) fn shadow_generics(&self) -> (TokenStream, Vec<TokenStream>) {
        let kept = self.kept();
        let declared = self.kept_params().into_iter().map(|param| match param {
            GenericParam::Lifetime(l) => l.to_token_stream(),
            GenericParam::Type(t) => {
                let (name, bounds) = (&t.ident, &t.bounds);
                quote!(#name: #bounds)
            }
            GenericParam::Const(n) => {
                let (name, ty) = (&n.ident, &n.ty);
                quote!(const #name: #ty)
            }
        });
        let c = &self.c;
        (quote!(<#(#declared,)* #c: ::core::marker::Copy>), kept)
    }

    pub(super) fn kept_params(&self) -> Vec<&GenericParam> {
        let (types, lengths) = self.inside();
        let named: Set<String> = types
            .into_iter()
            .flat_map(tokens::names)
            .chain(lengths.into_iter().flat_map(tokens::names))
            .collect();
        let is_kept = |param: &&GenericParam| match param {
            GenericParam::Lifetime(l) => named.contains(&l.lifetime.ident.to_string()),
            GenericParam::Type(t) => named.contains(&t.ident.to_string()),
            GenericParam::Const(n) => named.contains(&n.ident.to_string()),
        };
        self.item.generics.params.iter().filter(is_kept).collect()
    }

    /// The structures inside, by their types, and the lengths of arrays.
    pub(super) fn inside(&self) -> (Vec<&Type>, Vec<&syn::Expr>) {
        let (mut types, mut lengths) = (Vec::new(), Vec::new());
        self.kinds.iter().for_each(|kind| kind.inside(&mut types, &mut lengths));
        (types, lengths)
    }

    /// Returns a bound for each real type.
    pub(super) fn reals(&self, of_real: TokenStream) -> impl Iterator<Item = TokenStream> {
        self.reals.iter().map(move |name| {
            let name = Ident::new(name, Span::call_site());
            quote!(#name: #of_real)
        })
    }

    /// Returns the bounds of an `impl`: one for each real type, and one for each structure inside, which is tested when it is used.
    pub(super) fn bounds(
        &self,
        of_real: TokenStream,
        of_type: impl Fn(&Type) -> TokenStream,
    ) -> Vec<TokenStream> {
        self.reals(of_real).chain(self.inside().0.into_iter().map(of_type)).collect()
    }

    fn kept(&self) -> Vec<TokenStream> {
        let names = self.kept_params().into_iter().map(|param| match param {
            GenericParam::Lifetime(l) => l.lifetime.to_token_stream(),
            GenericParam::Type(t) => t.ident.to_token_stream(),
            GenericParam::Const(n) => n.ident.to_token_stream(),
        });
        names.collect()
    }

    fn definition(&self, generics: &TokenStream) -> TokenStream {
        let shadow = &self.shadow;
        let fields: Vec<TokenStream> = self
            .fields
            .iter()
            .zip(&self.kinds)
            .map(|(field, kind)| {
                let (vis, ty) = (&field.vis, self.ty(kind));
                let docs =
                    field.attrs.iter().filter(|a| a.path().is_ident("doc") || a.path().is_ident("cfg"));
                let name = field.ident.as_ref().map(|name| quote!(#name:));
                quote_spanned!(field.span()=> #(#docs)* #vis #name #ty)
            })
            .collect();
        let clause = self.repeated_clause();
        match self.fields {
            Fields::Named(_) => quote!(struct #shadow #generics #clause { #(#fields,)* }),
            Fields::Unnamed(_) => quote!(struct #shadow #generics (#(#fields,)*) #clause;),
            Fields::Unit => TokenStream::new(),
        }
    }

    /// Returns the bounds of the structure, if the shadow has all of its generics.
    pub(super) fn repeated_clause(&self) -> Option<&syn::WhereClause> {
        let all = self.kept_params().len() == self.item.generics.params.len();
        self.item.generics.where_clause.as_ref().filter(|_| all)
    }

    pub(super) fn ty(&self, kind: &Kind) -> TokenStream {
        let c = &self.c;
        match kind {
            Kind::Number => quote!(#c),
            Kind::Inactive => quote!(::retrograde::__private::Inactive<#c>),
            Kind::Tuple(parts) => {
                let parts = parts.iter().map(|part| self.ty(part));
                quote!((#(#parts,)*))
            }
            Kind::Array(item, length) => {
                let item = self.ty(item);
                quote!([#item; #length])
            }
            Kind::Vector(item) => {
                let item = self.ty(item);
                quote!(::retrograde::__private::Vec<#item>)
            }
            Kind::Option(item) => {
                let item = self.ty(item);
                quote!(::core::option::Option<#item>)
            }
            Kind::Boxed(item) => {
                let item = self.ty(item);
                quote!(::retrograde::__private::Box<#item>)
            }
            // The associated type of the trait would make the type recursive.
            Kind::Itself => {
                let (shadow, own) = (&self.shadow, self.kept());
                quote!(#shadow<#(#own,)* #c>)
            }
            Kind::Other(ty) => {
                quote_spanned!(ty.span()=> <#ty as ::retrograde::__private::Differentiable>::Shadow<#c>)
            }
        }
    }

    /// Returns the shadow of the value at a place.
    pub(super) fn filled(&self, kind: &Kind, place: &TokenStream) -> TokenStream {
        match kind {
            Kind::Number => quote!(c),
            Kind::Inactive => quote!(::retrograde::__private::Inactive::new()),
            Kind::Tuple(parts) => {
                let parts = each_part(parts, [place], |part, [place]| self.filled(part, &place));
                quote!((#(#parts,)*))
            }
            Kind::Array(item, _) => {
                let item = self.filled(item, &quote!(array[i]));
                quote!({ let array = &#place; ::core::array::from_fn(|i| #item) })
            }
            Kind::Vector(item) => {
                let item = self.filled(item, &quote!((*item)));
                quote!(#place.iter().map(|item| #item).collect())
            }
            Kind::Option(item) => {
                let item = self.filled(item, &quote!((*item)));
                quote!(#place.as_ref().map(|item| #item))
            }
            Kind::Boxed(item) => {
                let item = self.filled(item, &quote!((*#place)));
                quote!(::retrograde::__private::Box::new(#item))
            }
            Kind::Itself | Kind::Other(_) => {
                quote!(::retrograde::__private::Differentiable::shadow_of(&#place, c))
            }
        }
    }

    /// Adds one shadow to another.
    pub(super) fn absorbed(&self, kind: &Kind, into: &TokenStream, from: &TokenStream) -> TokenStream {
        match kind {
            Kind::Number => quote!(#into = plus(#into, #from);),
            Kind::Inactive => TokenStream::new(),
            Kind::Tuple(parts) => {
                each_part(parts, [into, from], |part, [into, from]| self.absorbed(part, &into, &from))
                    .collect()
            }
            Kind::Array(item, _) | Kind::Vector(item) | Kind::Option(item) => {
                let item = self.absorbed(item, &quote!((*into)), &quote!((*from)));
                quote!(for (into, from) in #into.iter_mut().zip(#from.iter()) { #item })
            }
            Kind::Boxed(item) => self.absorbed(item, &quote!((*#into)), &quote!((*#from))),
            Kind::Itself => {
                quote!(<Self as ::retrograde::__private::Differentiable>::absorb(&mut #into, &#from, plus);)
            }
            Kind::Other(ty) => {
                quote!(<#ty as ::retrograde::__private::Differentiable>::absorb(&mut #into, &#from, plus);)
            }
        }
    }
}

/// Returns a test that the shadow at a place has the lengths of the value at another; nothing if that is certain.
pub(super) fn fitting(kind: &Kind, value: &TokenStream, shadow: &TokenStream) -> Option<TokenStream> {
    match kind {
        Kind::Number | Kind::Inactive => None,
        Kind::Tuple(parts) => {
            let parts =
                each_part(parts, [value, shadow], |part, [value, shadow]| fitting(part, &value, &shadow));
            let parts: Vec<_> = parts.flatten().collect();
            (!parts.is_empty()).then(|| quote!(#(#parts)&&*))
        }
        Kind::Array(item, _) | Kind::Vector(item) | Kind::Option(item) => {
            let items = fitting(item, &quote!((*value)), &quote!((*shadow)));
            let items =
                items.map(|item| quote!(#value.iter().zip(#shadow.iter()).all(|(value, shadow)| #item)));
            let length = quote!(#value.iter().count() == #shadow.iter().count());
            match (kind, items) {
                (Kind::Array(..), items) => items,
                (_, None) => Some(length),
                (_, Some(items)) => Some(quote!(#length && #items)),
            }
        }
        Kind::Boxed(inner) => fitting(inner, &quote!((*#value)), &quote!((*#shadow))),
        Kind::Itself => Some(quote!(::retrograde::__private::Differentiable::fits(&#value, &#shadow))),
        Kind::Other(ty) => {
            Some(quote!(<#ty as ::retrograde::__private::Differentiable>::fits(&#value, &#shadow)))
        }
    }
}

/// Determines the kinds of fields.
struct Sorting<'a> {
    item: &'a DeriveInput,
    /// The type parameters that are real types.
    reals: &'a Set<String>,
}

impl Sorting<'_> {
    fn kind(&self, ty: &Type) -> syn::Result<Kind> {
        match ty {
            Type::Path(path) if path.qself.is_none() => self.path(ty, &path.path),
            Type::Array(array) => Ok(Kind::Array(Box::new(self.kind(&array.elem)?), array.len.clone())),
            Type::Tuple(tuple) => {
                tuple.elems.iter().map(|part| self.kind(part)).collect::<Result<_, _>>().map(Kind::Tuple)
            }
            Type::Paren(inner) => self.kind(&inner.elem),
            Type::Group(inner) => self.kind(&inner.elem),
            // A text holds no numbers.
            Type::Reference(lent) if matches!(&*lent.elem, Type::Path(of) if of.path.is_ident("str")) => {
                Ok(Kind::Inactive)
            }
            Type::Reference(_) | Type::Slice(_) | Type::Ptr(_) => Err(syn::Error::new(
                ty.span(),
                "a reference does not own numbers that could be differentiated\n  help: own the numbers (`Vec<T>` or `[T; N]`), \
                 or mark the field `#[inactive]`",
            )),
            Type::BareFn(_) => Ok(Kind::Inactive),
            other => Ok(Kind::Other(other.clone())),
        }
    }

    fn path(&self, ty: &Type, path: &syn::Path) -> syn::Result<Kind> {
        let Some(last) = path.segments.last() else { return Ok(Kind::Other(ty.clone())) };
        let name = last.ident.to_string();
        if path.get_ident().is_some_and(|ident| self.reals.contains(&ident.to_string())) {
            return Ok(Kind::Number);
        }
        // In a structure that is generic over its real type, `f64` is a constant without cotangent.
        if name == "f64" || name == "f32" {
            return Ok(if self.reals.is_empty() { Kind::Number } else { Kind::Inactive });
        }
        if name == "PhantomData" || Scalar::by_name(&name).is_some_and(Scalar::is_discrete) {
            return Ok(Kind::Inactive);
        }
        let argument = match &last.arguments {
            syn::PathArguments::AngleBracketed(all) => all.args.iter().find_map(|argument| match argument {
                syn::GenericArgument::Type(ty) => Some(ty),
                _ => None,
            }),
            _ => None,
        };
        Ok(match (name.as_str(), argument) {
            ("Vec", Some(item)) => Kind::Vector(Box::new(self.kind(item)?)),
            ("Option", Some(item)) => Kind::Option(Box::new(self.kind(item)?)),
            ("Box", Some(item)) => Kind::Boxed(Box::new(self.kind(item)?)),
            _ if last.ident == self.item.ident || name == "Self" => Kind::Itself,
            _ => Kind::Other(ty.clone()),
        })
    }
}

/// Returns the type parameters that are real types: all that are not structures themselves.
fn reals(generics: &syn::Generics) -> Set<String> {
    let is_structure =
        |name: &Ident| bounds_of(generics, name).any(|bound| is_trait(bound, &["Differentiable"]));
    let params = generics.type_params().map(|param| &param.ident);
    params.filter(|name| !is_structure(name)).map(ToString::to_string).collect()
}

/// True if a field is marked as having no cotangent. [`super::structure`] reports unknown marks.
pub(super) fn is_skipped(field: &syn::Field) -> bool {
    super::structure::skipped(field).unwrap_or_default()
}

/// `#[differentiable(shadow = Name)]` before the structure.
fn named(item: &DeriveInput) -> syn::Result<Option<Ident>> {
    let mut name = None;
    for attr in item.attrs.iter().filter(|a| a.path().is_ident("differentiable")) {
        attr.parse_nested_meta(|meta| {
            if !meta.path.is_ident("shadow") {
                return Err(meta.error("this option is unknown\n  help: `#[differentiable(shadow = Name)]` names the type of the shadow"));
            }
            name = Some(meta.value()?.parse::<Ident>()?);
            Ok(())
        })?;
    }
    Ok(name)
}
