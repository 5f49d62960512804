//! Converts a structure of numbers to the same structure of active scalars and back: `impl Structure for …`.
//!
//! The fields determine the kind of a type parameter. A *structure* is converted as a whole, and may be a number or
//! contain some; a parameter that is bounded by a trait of numbers is *the number* itself; another bound, such as
//! that of a map's keys, makes a parameter *discrete*. (Paper 003, section 9: `D[T τ] = DT D[τ]`.) A field that
//! mentions no structure or number is copied, since it cannot contain an active scalar. A type without such
//! parameters is copied if its fields are discrete; otherwise, for example if they are `f64`, it gets an `impl` whose
//! use is an error with a suggestion.

use crate::ir::Scalar;
use crate::syntax::paths::{bounds_of, is_trait};
use crate::syntax::visit::{self, Visit};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{DeriveInput, Ident};

/// The traits of numbers by which a parameter may be bounded.
const NUMBERS: [&str; 3] = ["Real", "Scalar", "Fused"];

/// The numbers from which active scalars are built, with their type parameters.
const NUMBERS_THEMSELVES: [(&str, &[&str]); 4] = [
    ("f64", &[]),
    ("f32", &[]),
    ("::retrograde::__private::tape::Dual<__T>", &["__T"]),
    ("::retrograde::__private::tape::Active<__T>", &["__T"]),
];

/// The kind of a type parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Any structure of numbers.
    Structure,
    /// The number.
    Number,
    /// A type without numbers.
    Discrete,
}

/// The kind of a field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Content {
    /// Numbers.
    Active,
    /// Numbers that are not differentiated.
    Skipped,
    /// Neither.
    Constant,
}

/// A field with its name in patterns.
struct Field {
    member: syn::Member,
    span: Span,
    content: Content,
}

/// A constructor of the type: its name, or a variant.
struct Constructor {
    path: TokenStream,
    name: String,
    fields: Vec<Field>,
}

/// Returns the implementation, or nothing if the type is not generic over numbers.
pub(super) fn derive(item: &DeriveInput) -> TokenStream {
    let kinds: Vec<(Ident, Kind)> = item.generics.type_params().map(|p| kind(item, p)).collect();
    let numbers = number_names(&kinds);
    let constructors = match constructors(item, &kinds) {
        Ok(constructors) => constructors,
        Err(error) => return error.to_compile_error(),
    };
    let mut fields = constructors.iter().flat_map(|c| &c.fields).peekable();
    if numbers.len() > 1 {
        return TokenStream::new();
    }
    if fields.peek().is_some()
        && fields.all(|field| field.content == Content::Constant)
        && holds_more(item, &kinds)
    {
        return refused(item);
    }
    // A parameter without bounds may be any structure. If it has bounds, the type of active scalars would have to
    // satisfy them; so there is one implementation for each number from which active scalars are built.
    match numbers.first() {
        None => implementation(item, &kinds, &constructors, &syn::parse_quote!(__R), &[format_ident!("__R")]),
        Some(_) => NUMBERS_THEMSELVES
            .iter()
            .map(|(number, over)| {
                let number = syn::parse_str(number).expect("the type of a number");
                let over: Vec<Ident> = over.iter().map(|name| format_ident!("{name}")).collect();
                implementation(item, &kinds, &constructors, &number, &over)
            })
            .collect(),
    }
}

/// True if a type without number parameters has fields that are neither discrete nor marked as constants.
fn holds_more(item: &DeriveInput, kinds: &[(Ident, Kind)]) -> bool {
    let is_plain = |ty: &syn::Type| match ty {
        syn::Type::Path(p) => p.path.get_ident().is_some_and(|name| {
            Scalar::by_name(&name.to_string()).is_some_and(Scalar::is_discrete)
                || kinds.iter().any(|(parameter, _)| parameter == name)
        }),
        _ => false,
    };
    let more = |fields: &syn::Fields| {
        fields.iter().any(|field| !matches!(skipped(field), Ok(true)) && !is_plain(&field.ty))
    };
    match &item.data {
        syn::Data::Struct(data) => more(&data.fields),
        syn::Data::Enum(data) => data.variants.iter().any(|variant| more(&variant.fields)),
        syn::Data::Union(_) => false,
    }
}

/// Returns an implementation whose bound no number satisfies, so that rustc reports a suggestion if the type is
/// passed to `vjp`.
fn refused(item: &DeriveInput) -> TokenStream {
    let (name, tape) = (&item.ident, quote!(::retrograde::__private::tape));
    let mut generics = item.generics.clone();
    generics.params.push(syn::parse_quote!(__R: #tape::Scalar));
    let (_, types, _) = item.generics.split_for_impl();
    generics
        .make_where_clause()
        .predicates
        .push(syn::parse_quote!(#name #types: #tape::structure::HasRoomFor<__R>));
    let (own, _, clause) = generics.split_for_impl();
    quote! {
        ::retrograde::__private::when_tape! {
            #[automatically_derived]
            #[allow(clippy::all, clippy::pedantic, unused_variables)]
            impl #own #tape::Structure<__R> for #name #types #clause {
                type With<__U: #tape::Scalar> = Self;
                fn map<__U: #tape::Scalar, __M: #tape::structure::Map<__R, __U>>(
                    &self,
                    __map: &mut __M,
                ) -> ::core::result::Result<Self, #tape::Error> {
                    #tape::structure::HasRoomFor::never(self)
                }
                fn zip<__U: #tape::Scalar, __F: ::core::ops::FnMut(__R, __U)>(
                    &self,
                    __other: &Self,
                    __visit: &mut __F,
                ) -> ::core::result::Result<(), #tape::Error> {
                    #tape::structure::HasRoomFor::never(self)
                }
                fn visit<__F: ::core::ops::FnMut(__R)>(
                    &self,
                    __visit: &mut __F,
                ) -> ::core::result::Result<(), #tape::Error> {
                    #tape::structure::HasRoomFor::never(self)
                }
            }
        }
    }
}

/// Returns the implementation for a number; `over` are its type parameters.
fn implementation(
    item: &DeriveInput,
    kinds: &[(Ident, Kind)],
    constructors: &[Constructor],
    number: &syn::Type,
    over: &[Ident],
) -> TokenStream {
    let name = &item.ident;
    let tape = quote!(::retrograde::__private::tape);
    let kind_of = |name: &Ident| kinds.iter().find(|(other, _)| other == name).map(|(_, kind)| *kind);
    let is_number = |name: &Ident| kind_of(name) == Some(Kind::Number);

    let mut generics = item.generics.clone();
    let is_kept = |p: &syn::GenericParam| !matches!(p, syn::GenericParam::Type(t) if is_number(&t.ident));
    generics.params = generics.params.into_iter().filter(is_kept).collect();
    for parameter in generics.type_params_mut() {
        parameter.default = None;
    }
    let clause = generics.make_where_clause();
    let written = std::mem::take(&mut clause.predicates);
    let bounds_number = |p: &syn::WherePredicate| match p {
        syn::WherePredicate::Type(p) => mentions(&p.bounded_ty, &number_names(kinds)),
        _ => false,
    };
    clause.predicates.extend(written.into_iter().filter(|p| !bounds_number(p)));
    for over in over {
        clause.predicates.push(syn::parse_quote!(#over: #tape::Scalar));
    }
    for (parameter, kind) in kinds {
        match kind {
            Kind::Structure => {
                clause.predicates.push(syn::parse_quote!(#parameter: #tape::Structure<#number>))
            }
            Kind::Discrete => clause
                .predicates
                .push(syn::parse_quote!(#parameter: ::core::clone::Clone + ::core::fmt::Debug)),
            Kind::Number => {}
        }
    }
    generics.params.extend(over.iter().map(|over| -> syn::GenericParam { syn::parse_quote!(#over) }));
    let (impl_generics, _, clause) = generics.split_for_impl();
    let here = applied(item, kind_of, |_| quote!(#number), |p| quote!(#p));
    let with =
        applied(item, kind_of, |_| quote!(__U), |p| quote!(<#p as #tape::Structure<#number>>::With<__U>));
    let (map, zip, visit) = (
        map(constructors, number, &tape),
        zip(constructors, number, &tape),
        walk(constructors, number, &tape),
    );
    quote! {
        ::retrograde::__private::when_tape! {
            #[automatically_derived]
            #[allow(clippy::all, clippy::pedantic, unused_variables, unreachable_patterns, non_camel_case_types)]
            impl #impl_generics #tape::Structure<#number> for #name #here #clause {
                type With<__U: #tape::Scalar> = #name #with;
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

fn number_names(kinds: &[(Ident, Kind)]) -> Vec<&Ident> {
    kinds.iter().filter(|(_, kind)| *kind == Kind::Number).map(|(name, _)| name).collect()
}

/// Returns the arguments of the type, with `to` in place of its number and of each structure.
fn applied(
    item: &DeriveInput,
    kind_of: impl Fn(&Ident) -> Option<Kind>,
    number: impl Fn(&Ident) -> TokenStream,
    structure: impl Fn(&Ident) -> TokenStream,
) -> TokenStream {
    let arguments = item.generics.params.iter().map(|parameter| match parameter {
        syn::GenericParam::Lifetime(l) => l.lifetime.to_token_stream(),
        syn::GenericParam::Const(c) => c.ident.to_token_stream(),
        syn::GenericParam::Type(t) => {
            let name = &t.ident;
            match kind_of(name) {
                Some(Kind::Structure) => structure(name),
                Some(Kind::Number) => number(name),
                Some(Kind::Discrete) | None => quote!(#name),
            }
        }
    });
    quote!(<#(#arguments),*>)
}

/// Returns the kind of a parameter, by its bounds.
fn kind(item: &DeriveInput, parameter: &syn::TypeParam) -> (Ident, Kind) {
    let name = &parameter.ident;
    let is_bound = |bound: &syn::TypeParamBound| matches!(bound, syn::TypeParamBound::Trait(_));
    let is_number = bounds_of(&item.generics, name).any(|bound| is_trait(bound, &NUMBERS));
    let kind = if !bounds_of(&item.generics, name).any(is_bound) && occurs_unskipped(item, name) {
        Kind::Structure
    } else if is_number {
        Kind::Number
    } else {
        Kind::Discrete
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

/// True if a type mentions one of these parameters.
fn mentions(ty: &syn::Type, names: &[&Ident]) -> bool {
    struct Search<'a>(&'a [&'a Ident], bool);
    impl Visit<'_> for Search<'_> {
        fn visit_path(&mut self, path: &syn::Path) {
            self.1 |=
                path.segments.first().is_some_and(|first| self.0.iter().any(|name| first.ident == **name));
            visit::visit_path(self, path);
        }
    }
    let mut search = Search(names, false);
    search.visit_type(ty);
    search.1
}

/// `#[inactive]` or `#[differentiable(skip)]`
pub(super) fn skipped(field: &syn::Field) -> syn::Result<bool> {
    let mut skip = field.attrs.iter().any(|attr| attr.path().is_ident("inactive"));
    for attribute in field.attrs.iter().filter(|a| a.path().is_ident("differentiable")) {
        attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("skip") {
                skip = true;
                Ok(())
            } else {
                Err(meta.error("this option is unknown: a field may be marked `#[inactive]`, or `#[differentiable(skip)]`"))
            }
        })?;
    }
    Ok(skip)
}

/// Returns the constructors of the type.
fn constructors(item: &DeriveInput, kinds: &[(Ident, Kind)]) -> syn::Result<Vec<Constructor>> {
    let names: Vec<&Ident> =
        kinds.iter().filter(|(_, k)| *k != Kind::Discrete).map(|(name, _)| name).collect();
    let constructor = |path: TokenStream, name: &Ident, fields: &syn::Fields| {
        let fields = fields.iter().enumerate().map(|(i, field)| {
            let span =
                field.ident.as_ref().map_or_else(|| syn::spanned::Spanned::span(&field.ty), Ident::span);
            let member = match &field.ident {
                Some(name) => syn::Member::Named(name.clone()),
                None => syn::Member::Unnamed(syn::Index { index: i as u32, span }),
            };
            let content = match (mentions(&field.ty, &names), skipped(field)?) {
                (true, false) => Content::Active,
                (true, true) => Content::Skipped,
                (false, _) => Content::Constant,
            };
            Ok(Field { member, span, content })
        });
        Ok(Constructor { path, name: name.to_string(), fields: fields.collect::<syn::Result<_>>()? })
    };
    let name = &item.ident;
    match &item.data {
        syn::Data::Struct(data) => Ok(vec![constructor(quote!(#name), name, &data.fields)?]),
        syn::Data::Enum(data) => {
            let variant = |v: &syn::Variant| {
                let variant = &v.ident;
                constructor(quote!(#name::#variant), variant, &v.fields)
            };
            data.variants.iter().map(variant).collect()
        }
        syn::Data::Union(data) => {
            let message = "a union does not show which of its fields is valid; derive `Differentiable` for a struct or an enum";
            Err(syn::Error::new(data.union_token.span, message))
        }
    }
}

impl Constructor {
    /// Returns the names of the fields' values in a pattern.
    fn names(&self, prefix: &str) -> Vec<Ident> {
        self.fields
            .iter()
            .enumerate()
            .map(|(i, field)| Ident::new(&format!("{prefix}{i}"), field.span))
            .collect()
    }

    /// Returns a pattern that binds all fields.
    fn pattern(&self, names: &[Ident]) -> TokenStream {
        let (path, members) = (&self.path, self.fields.iter().map(|field| &field.member));
        quote!(#path { #(#members: #names),* })
    }
}

/// Returns a `match` on a reference, also without arms.
fn matching(value: TokenStream, arms: Vec<TokenStream>) -> TokenStream {
    if arms.is_empty() { quote!(match *#value {}) } else { quote!(match #value { #(#arms)* }) }
}

fn map(constructors: &[Constructor], number: &syn::Type, tape: &TokenStream) -> TokenStream {
    let arms = constructors.iter().map(|constructor| {
        let names = constructor.names("__a");
        let (path, pattern) = (&constructor.path, constructor.pattern(&names));
        let fields = constructor.fields.iter().zip(&names).map(|(field, name)| {
            let member = &field.member;
            match field.content {
                Content::Active => quote!(#member: #tape::Structure::<#number>::map(#name, __map)?),
                Content::Skipped => quote!(#member: #tape::structure::Skipped::map(#name, __map)?),
                Content::Constant => quote!(#member: ::core::clone::Clone::clone(#name)),
            }
        });
        quote!(#pattern => ::core::result::Result::Ok(#path { #(#fields),* }),)
    });
    matching(quote!(self), arms.collect())
}

fn walk(constructors: &[Constructor], number: &syn::Type, tape: &TokenStream) -> TokenStream {
    let arms = constructors.iter().map(|constructor| {
        let names = constructor.names("__a");
        let pattern = constructor.pattern(&names);
        let fields = constructor
            .fields
            .iter()
            .zip(&names)
            .filter(|(field, _)| field.content == Content::Active)
            .map(|(_, name)| quote!(#tape::Structure::<#number>::visit(#name, __visit)?;));
        quote!(#pattern => { #(#fields)* ::core::result::Result::Ok(()) })
    });
    matching(quote!(self), arms.collect())
}

fn zip(constructors: &[Constructor], number: &syn::Type, tape: &TokenStream) -> TokenStream {
    if constructors.is_empty() {
        return quote!(match *self {});
    }
    let arms = constructors.iter().map(|constructor| {
        let (ours, theirs) = (constructor.names("__a"), constructor.names("__b"));
        let (one, other) = (constructor.pattern(&ours), constructor.pattern(&theirs));
        let fields = constructor
            .fields
            .iter()
            .zip(ours.iter().zip(&theirs))
            .filter(|(field, _)| field.content == Content::Active)
            .map(|(field, (one, other))| {
                let step = format!(".{}", field.member.to_token_stream());
                quote! {
                    #tape::Structure::<#number>::zip(#one, #other, __visit)
                        .map_err(|__error| __error.at(#step))?;
                }
            });
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
