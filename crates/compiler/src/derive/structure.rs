//! The way between a structure of numbers and the same structure of active scalars: `impl Structure for …`.
//!
//! A type parameter is what its fields make of it. A *structure* is exchanged as a whole, and may be a number or contain
//! some; a parameter that is bounded by a trait of numbers is *the number* itself; another bound, as that of a map's keys,
//! makes a parameter *discrete*. (Paper 003, section 9: `D[T τ] = DT D[τ]`.) A field that mentions nothing of this kind is
//! copied: there is no room for a number in it. A type without parameters has no such structure, and gets nothing.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::visit::{self, Visit};
use syn::{DeriveInput, Ident};

/// The traits of numbers that a parameter may be bounded by.
const NUMBERS: [&str; 3] = ["Real", "Scalar", "Fused"];

/// What a type parameter stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Any structure of numbers.
    Structure,
    /// The number.
    Number,
    /// Something without numbers.
    Discrete,
}

/// A field with the name by which patterns know it.
struct Field<'a> {
    member: syn::Member,
    span: Span,
    ty: &'a syn::Type,
    /// Whether numbers are in it.
    active: bool,
}

/// A way to build the type: itself, or a variant.
struct Constructor<'a> {
    path: TokenStream,
    name: String,
    fields: Vec<Field<'a>>,
}

/// The implementation, or nothing where the type is not generic over numbers.
pub(super) fn derive(item: &DeriveInput) -> TokenStream {
    let kinds: Vec<(Ident, Kind)> = item.generics.type_params().map(|p| kind(item, p)).collect();
    let numbers: Vec<&Ident> =
        kinds.iter().filter(|(_, k)| *k == Kind::Number).map(|(name, _)| name).collect();
    let constructors = match constructors(item, &kinds) {
        Ok(constructors) => constructors,
        Err(error) => return error.to_compile_error(),
    };
    let fields = || constructors.iter().flat_map(|c| &c.fields);
    if numbers.len() > 1 || (fields().next().is_some() && fields().all(|field| !field.active)) {
        return TokenStream::new();
    }
    let number = numbers.first().map_or_else(|| format_ident!("__R"), |number| (*number).clone());
    let name = &item.ident;
    let tape = quote!(::retrograde::__private::tape);

    let mut generics = item.generics.clone();
    for parameter in generics.type_params_mut() {
        parameter.default = None;
    }
    if numbers.is_empty() {
        generics.params.push(syn::parse_quote!(#number));
    }
    let clause = generics.make_where_clause();
    clause.predicates.push(syn::parse_quote!(#number: #tape::Scalar));
    for (parameter, kind) in &kinds {
        match kind {
            Kind::Structure => clause.predicates.push(syn::parse_quote!(#parameter: #tape::Structure<#number>)),
            Kind::Discrete => {
                clause
                    .predicates
                    .push(syn::parse_quote!(#parameter: ::core::clone::Clone + ::core::fmt::Debug));
            }
            Kind::Number => {}
        }
    }
    let (impl_generics, _, clause) = generics.split_for_impl();
    let (_, here, _) = item.generics.split_for_impl();
    let with = with(item, &kinds, &number, &tape);
    let (map, zip, visit) =
        (map(&constructors, &number, &tape), zip(&constructors, &number, &tape), walk(&constructors, &number, &tape));
    quote! {
        ::retrograde::__private::when_tape! {
            #[automatically_derived]
            #[allow(clippy::all, clippy::pedantic, unused_variables, unreachable_patterns, non_camel_case_types)]
            impl #impl_generics #tape::Structure<#number> for #name #here #clause {
                type With<__U: #tape::Scalar> = #with;
                fn map<__U: #tape::Scalar, __M: #tape::structure::Map<#number, __U>>(
                    &self,
                    __map: &mut __M,
                ) -> ::core::result::Result<Self::With<__U>, #tape::Error> {
                    #map
                }
                fn zip<__U: #tape::Scalar, __F: ::core::ops::FnMut(#number, __U)>(
                    &self,
                    __other: &Self::With<__U>,
                    __visit: &mut __F,
                ) -> ::core::result::Result<(), #tape::Error> {
                    #zip
                }
                fn visit<__F: ::core::ops::FnMut(#number)>(
                    &self,
                    __visit: &mut __F,
                ) -> ::core::result::Result<(), #tape::Error> {
                    #visit
                }
            }
        }
    }
}

/// What a parameter is, by its bounds.
fn kind(item: &DeriveInput, parameter: &syn::TypeParam) -> (Ident, Kind) {
    let name = &parameter.ident;
    let elsewhere = item.generics.where_clause.iter().flat_map(|clause| &clause.predicates).filter_map(|p| {
        match p {
            syn::WherePredicate::Type(p) if p.bounded_ty.to_token_stream().to_string() == *name.to_string() => {
                Some(&p.bounds)
            }
            _ => None,
        }
    });
    let bounds: Vec<&Ident> = parameter
        .bounds
        .iter()
        .chain(elsewhere.flatten())
        .filter_map(|bound| match bound {
            syn::TypeParamBound::Trait(bound) => bound.path.segments.last().map(|segment| &segment.ident),
            _ => None,
        })
        .collect();
    let kind = match bounds.is_empty() {
        true if occurs_unskipped(item, name) => Kind::Structure,
        true => Kind::Discrete,
        false if bounds.iter().any(|bound| NUMBERS.iter().any(|number| *bound == number)) => Kind::Number,
        false => Kind::Discrete,
    };
    (name.clone(), kind)
}

fn occurs_unskipped(item: &DeriveInput, name: &Ident) -> bool {
    let mentioned = |fields: &syn::Fields| {
        fields.iter().any(|field| !matches!(skipped(field), Ok(true)) && mentions(&field.ty, &[name]))
    };
    match &item.data {
        syn::Data::Struct(data) => mentioned(&data.fields),
        syn::Data::Enum(data) => data.variants.iter().any(|variant| mentioned(&variant.fields)),
        syn::Data::Union(_) => false,
    }
}

/// Whether a type mentions one of these parameters.
fn mentions(ty: &syn::Type, names: &[&Ident]) -> bool {
    struct Search<'a>(&'a [&'a Ident], bool);
    impl Visit<'_> for Search<'_> {
        fn visit_path(&mut self, path: &syn::Path) {
            self.1 |= path.segments.first().is_some_and(|first| self.0.iter().any(|name| first.ident == **name));
            visit::visit_path(self, path);
        }
    }
    let mut search = Search(names, false);
    search.visit_type(ty);
    search.1
}

/// `#[differentiable(skip)]`
fn skipped(field: &syn::Field) -> syn::Result<bool> {
    let mut skip = false;
    for attribute in field.attrs.iter().filter(|a| a.path().is_ident("differentiable")) {
        attribute.parse_nested_meta(|meta| match meta.path.is_ident("skip") {
            true => {
                skip = true;
                Ok(())
            }
            false => Err(meta.error("this option is unknown: a field may be marked `#[differentiable(skip)]`")),
        })?;
    }
    Ok(skip)
}

/// The ways to build the type.
fn constructors<'a>(item: &'a DeriveInput, kinds: &[(Ident, Kind)]) -> syn::Result<Vec<Constructor<'a>>> {
    let names: Vec<&Ident> = kinds.iter().filter(|(_, k)| *k != Kind::Discrete).map(|(name, _)| name).collect();
    let constructor = |path: TokenStream, name: &Ident, fields: &'a syn::Fields| {
        let fields = fields.iter().enumerate().map(|(i, field)| {
            let span = field.ident.as_ref().map_or_else(|| syn::spanned::Spanned::span(&field.ty), Ident::span);
            let member = match &field.ident {
                Some(name) => syn::Member::Named(name.clone()),
                None => syn::Member::Unnamed(syn::Index { index: i as u32, span }),
            };
            let active = mentions(&field.ty, &names);
            if active && skipped(field)? {
                let message = "a skipped field is copied, so its type cannot contain the type that the structure is \
                               generic over; leave out `skip`, or write a type of its own";
                return Err(syn::Error::new(span, message));
            }
            Ok(Field { member, span, ty: &field.ty, active })
        });
        Ok(Constructor { path, name: name.to_string(), fields: fields.collect::<syn::Result<_>>()? })
    };
    let name = &item.ident;
    match &item.data {
        syn::Data::Struct(data) => Ok(vec![constructor(quote!(#name), name, &data.fields)?]),
        syn::Data::Enum(data) => {
            let variant = |v: &'a syn::Variant| {
                let variant = &v.ident;
                constructor(quote!(#name::#variant), variant, &v.fields)
            };
            data.variants.iter().map(variant).collect()
        }
        syn::Data::Union(data) => {
            let message = "a union does not say which of its fields is there; derive `Differentiable` for a struct or an enum";
            Err(syn::Error::new(data.union_token.span, message))
        }
    }
}

/// The type with other numbers.
fn with(item: &DeriveInput, kinds: &[(Ident, Kind)], number: &Ident, tape: &TokenStream) -> TokenStream {
    let arguments = item.generics.params.iter().map(|parameter| match parameter {
        syn::GenericParam::Lifetime(l) => l.lifetime.to_token_stream(),
        syn::GenericParam::Const(c) => c.ident.to_token_stream(),
        syn::GenericParam::Type(t) => {
            let name = &t.ident;
            match kinds.iter().find(|(other, _)| other == name).map(|(_, kind)| *kind) {
                Some(Kind::Structure) => quote!(<#name as #tape::Structure<#number>>::With<__U>),
                Some(Kind::Number) => quote!(__U),
                Some(Kind::Discrete) | None => quote!(#name),
            }
        }
    });
    let name = &item.ident;
    quote!(#name<#(#arguments),*>)
}

impl Constructor<'_> {
    /// The names of the fields' values in a pattern.
    fn names(&self, prefix: &str) -> Vec<Ident> {
        self.fields.iter().enumerate().map(|(i, field)| Ident::new(&format!("{prefix}{i}"), field.span)).collect()
    }

    /// A pattern that binds all fields.
    fn pattern(&self, names: &[Ident]) -> TokenStream {
        let (path, members) = (&self.path, self.fields.iter().map(|field| &field.member));
        quote!(#path { #(#members: #names),* })
    }
}

/// `match` over a reference, also where there is nothing to match.
fn matching(value: TokenStream, arms: Vec<TokenStream>) -> TokenStream {
    match arms.is_empty() {
        true => quote!(match *#value {}),
        false => quote!(match #value { #(#arms)* }),
    }
}

fn map(constructors: &[Constructor<'_>], number: &Ident, tape: &TokenStream) -> TokenStream {
    let arms = constructors.iter().map(|constructor| {
        let names = constructor.names("__a");
        let (path, pattern) = (&constructor.path, constructor.pattern(&names));
        let fields = constructor.fields.iter().zip(&names).map(|(field, name)| {
            let (member, ty) = (&field.member, field.ty);
            match field.active {
                true => quote!(#member: <#ty as #tape::Structure<#number>>::map(#name, __map)?),
                false => quote!(#member: ::core::clone::Clone::clone(#name)),
            }
        });
        quote!(#pattern => ::core::result::Result::Ok(#path { #(#fields),* }),)
    });
    matching(quote!(self), arms.collect())
}

fn walk(constructors: &[Constructor<'_>], number: &Ident, tape: &TokenStream) -> TokenStream {
    let arms = constructors.iter().map(|constructor| {
        let names = constructor.names("__a");
        let pattern = constructor.pattern(&names);
        let fields = constructor.fields.iter().zip(&names).filter(|(field, _)| field.active).map(|(field, name)| {
            let ty = field.ty;
            quote!(<#ty as #tape::Structure<#number>>::visit(#name, __visit)?;)
        });
        quote!(#pattern => { #(#fields)* ::core::result::Result::Ok(()) })
    });
    matching(quote!(self), arms.collect())
}

fn zip(constructors: &[Constructor<'_>], number: &Ident, tape: &TokenStream) -> TokenStream {
    if constructors.is_empty() {
        return quote!(match *self {});
    }
    let arms = constructors.iter().map(|constructor| {
        let (ours, theirs) = (constructor.names("__a"), constructor.names("__b"));
        let (one, other) = (constructor.pattern(&ours), constructor.pattern(&theirs));
        let fields = constructor.fields.iter().zip(ours.iter().zip(&theirs)).filter(|(field, _)| field.active).map(
            |(field, (one, other))| {
                let (ty, step) = (field.ty, format!(".{}", field.member.to_token_stream()));
                quote! {
                    <#ty as #tape::Structure<#number>>::zip(#one, #other, __visit)
                        .map_err(|__error| __error.at(#step))?;
                }
            },
        );
        quote!((#one, #other) => { #(#fields)* ::core::result::Result::Ok(()) })
    });
    let names: Vec<TokenStream> =
        constructors.iter().map(|Constructor { path, name, .. }| quote!(#path { .. } => #name,)).collect();
    let otherwise = (constructors.len() > 1).then(|| {
        quote! {
            (__one, __other) => ::core::result::Result::Err(#tape::Error::mismatch(
                match __one { #(#names)* },
                match __other { #(#names)* },
            )),
        }
    });
    quote!(match (self, __other) { #(#arms)* #otherwise })
}
