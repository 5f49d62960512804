//! The description of a function of numbers: the list of the types of its arguments, from which the library makes an
//! `Operator` and a `Reversible`.
//!
//! Takes the signature as `#[reversible]` and `#[primitive]` know it; returns one call of `described!`, or nothing if
//! a flat slice does not determine the arguments: an exact argument, two slices, or a generic type that is not a
//! number.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

/// The role of an argument in the flat slices.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use {
    /// Read: one of the inputs.
    Input,
    /// State that is only added to: starts at zero, one of the outputs.
    Output,
    /// Other state: an input and an output.
    State,
}

/// One argument of the function.
pub(crate) struct Flat {
    /// Its name, and that of its cotangent.
    pub(crate) names: (Ident, Ident),
    /// The type without a reference.
    pub(crate) ty: syn::Type,
    /// True if it is passed by value.
    pub(crate) by_value: bool,
    pub(crate) role: Use,
}

impl Flat {
    fn is_slice(&self) -> bool {
        matches!(self.ty, syn::Type::Slice(_))
    }

    fn tokens(&self) -> TokenStream {
        let ((name, bar), ty) = (&self.names, &self.ty);
        let passed = match (self.role, self.by_value) {
            (Use::State, _) => quote!(State),
            (Use::Output, _) => quote!(Output),
            (Use::Input, true) => quote!(Given),
            (Use::Input, false) => quote!(Read),
        };
        quote!([#name #bar #passed #ty])
    }
}

/// The signature of a function whose arguments are all numbers.
pub(crate) struct Signature<'a> {
    pub(crate) name: &'a Ident,
    /// The real type.
    pub(crate) real: TokenStream,
    /// The function's generics.
    pub(crate) generics: &'a syn::Generics,
    pub(crate) arguments: Vec<Flat>,
    /// The type of the returned value, if there is one.
    pub(crate) value: Option<syn::Type>,
    /// True if the function broke a law, so that its body never runs.
    pub(crate) hollow: bool,
}

/// The generics of the implementation: those of the real type, if the function has no other type or constant
/// parameter.
fn own_generics(generics: &syn::Generics) -> Option<syn::Generics> {
    let mut own = generics.clone();
    let lifetime = |p: &syn::GenericParam| matches!(p, syn::GenericParam::Lifetime(_));
    own.params = own.params.into_iter().filter(|p| !lifetime(p)).collect();
    if let Some(clause) = &mut own.where_clause {
        let types = |p: &syn::WherePredicate| matches!(p, syn::WherePredicate::Type(_));
        clause.predicates = clause.predicates.clone().into_iter().filter(types).collect();
    }
    let constants = own.const_params().count();
    (constants == 0 && own.type_params().count() <= 1).then_some(own)
}

/// Returns the description under these conditions, or nothing.
pub(crate) fn described(switches: &TokenStream, signature: &Signature<'_>) -> TokenStream {
    let Signature { name, real, arguments, value, .. } = signature;
    let Some(generics) = own_generics(signature.generics) else { return TokenStream::new() };
    let slices = |is_state: bool| {
        arguments.iter().filter(|a| a.is_slice() && (a.role != Use::Input) == is_state).count()
    };
    let is_deep =
        |ty: &syn::Type| matches!(ty, syn::Type::Array(a) if matches!(*a.elem, syn::Type::Array(_)));
    let too_deep = arguments.iter().any(|a| is_deep(&a.ty)) || value.as_ref().is_some_and(is_deep);
    let as_operator = slices(true) + slices(false) <= 1;
    let as_function = slices(true) <= 1 && slices(false) <= 1 && !too_deep;
    if !as_operator && !as_function {
        return TokenStream::new();
    }
    // A slice that is changed is copied first, so that the caller's state does not change.
    let needs_heap = as_operator && slices(true) > 0;
    let operator = as_operator.then(|| if value.is_some() { quote!(returned) } else { quote!(changed) });
    let function = as_function.then(|| if value.is_some() { quote!(returning) } else { quote!(changing) });
    let (text, list) = (name.to_string(), arguments.iter().map(Flat::tokens));
    let value = value.as_ref().map_or_else(|| quote!(()), |ty| quote!(#ty));
    let (params, _, clause) = generics.split_for_impl();
    if signature.hollow {
        // Errors must not appear at its callers as well.
        let traits =
            [operator.map(|_| quote!(Operator)), function.map(|_| quote!(Reversible))].into_iter().flatten();
        return quote!(#(::retrograde::__private::hollow! { #traits #switches [#params] [#clause] #name #real })*);
    }
    let heap = operator.clone().filter(|_| needs_heap).map(|operator| quote!(+ #operator));
    let operator = operator.filter(|_| !needs_heap);
    quote! {
        ::retrograde::__private::described! { #operator #function #heap; {
            #switches [#params] [#clause] #name #text #real => #value; #(#list)*
        } }
    }
}
