//! The description of a function of numbers: the list of the types of its arguments, from which the library makes an
//! `Operator` and a `Reversible`.
//!
//! Takes the signature as `#[reversible]` and `#[primitive]` know it; returns one call of `described!`, or nothing for a generic
//! type that is not a number. A function of which a flat slice does not determine the arguments (a discrete one, two slices) is
//! described for `retrograde::derivatives` alone.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::Ident;

/// One argument of the function.
pub(crate) struct Flat {
    /// Its name, and that of its cotangent.
    pub(crate) names: (Ident, Ident),
    /// The type without a reference, of the items where the argument is a slice of arrays or of discrete values.
    pub(crate) ty: syn::Type,
    pub(crate) kind: Kind,
}

/// The way in which an argument is passed, in the words of the library (`arguments/passing.rs`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// By value.
    Given,
    /// Behind `&`.
    Read,
    /// State that is only added to: starts at zero, one of the outputs.
    Output,
    /// Other state: an input and an output.
    State,
    /// Holds what a flat slice does not determine: arrays in a slice, discrete values, numbers without cotangents.
    Other(&'static str),
}

impl Kind {
    pub(super) fn word(self) -> &'static str {
        match self {
            Kind::Given => "Given",
            Kind::Read => "Read",
            Kind::Output => "Output",
            Kind::State => "State",
            Kind::Other(word) => word,
        }
    }
}

impl Flat {
    fn is_slice(&self) -> bool {
        matches!(self.ty, syn::Type::Slice(_))
    }

    fn tokens(&self) -> TokenStream {
        let ((name, bar), ty) = (&self.names, &self.ty);
        let passed = Ident::new(self.kind.word(), Span::call_site());
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
    /// True if the function is there at every number.
    pub(crate) any: bool,
    /// True if it has an inverse.
    pub(crate) has_inverse: bool,
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
    let Signature { name, real, arguments, value, any, .. } = signature;
    let Some(generics) = own_generics(signature.generics) else { return TokenStream::new() };
    let slices = |is_state: bool| {
        let changes = |kind| matches!(kind, Kind::State | Kind::Output);
        arguments.iter().filter(|a| a.is_slice() && changes(a.kind) == is_state).count()
    };
    let is_flat = signature.has_inverse && arguments.iter().all(|a| !matches!(a.kind, Kind::Other(_)));
    let is_deep = |ty: &syn::Type| match ty {
        syn::Type::Array(a) => matches!(*a.elem, syn::Type::Array(_)),
        ty => matches!(ty, syn::Type::Tuple(_)),
    };
    let too_deep = arguments.iter().any(|a| is_deep(&a.ty)) || value.as_ref().is_some_and(is_deep);
    let as_operator = is_flat && slices(true) + slices(false) <= 1;
    let as_function = is_flat && slices(true) <= 1 && slices(false) <= 1 && !too_deep;
    // A slice that is changed is copied first, so that the caller's state does not change.
    let needs_heap = as_operator && slices(true) > 0;
    let pulled = if value.is_some() { quote!(returned) } else { quote!(changed) };
    let operator = as_operator.then(|| quote!(operator));
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
    let any = any.then(|| quote!(any));
    let described = quote! {
        ::retrograde::__private::described! { #pulled #operator #function #heap; {
            #switches [#params] [#clause] #name #text #real [#any] => #value; #(#list)*
        } }
    };
    if as_operator || as_function {
        described
    } else {
        quote!(::retrograde::__private::when_tape! { #described })
    }
}
