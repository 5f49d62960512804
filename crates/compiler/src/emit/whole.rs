//! Calls with numbers that record operations (`Var`): the tape records the whole call as one operation instead of
//! each operation in the body, see `retrograde_rules::Whole`.
//!
//! Takes a function that is generic over `T: Real` and whose arguments are numbers, arrays and slices of them, and
//! plain discrete values. Returns the test at the start of its body, `if T::WHOLE`, which costs a plain number
//! nothing, and a call of `recorded_whole!`, by which the library writes `f::__whole`. Nothing is emitted for other functions:
//! those are recorded operation by operation.

use super::described::Kind;
use super::item::{Item, is_packed};
use super::listed::Listed;
use super::types::parameters;
use crate::ir::CalleeKind;
use crate::ir::*;
use crate::syntax::declared::Directions;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericParam, Ident, TypeParamBound, WherePredicate};

/// Traits that every `Real` implements, so that a bound by one of them adds no condition.
const IMPLIED: [&str; 7] = ["Real", "Copy", "Clone", "Debug", "PartialEq", "PartialOrd", "Sized"];

impl Item<'_> {
    /// Returns the first statement of the body.
    pub(super) fn handing_over(&self) -> TokenStream {
        let (real, name) = (&self.t, &self.stages.function.item.sig.ident);
        let is_whole = self.wholly().is_some();
        let (said, names) = (self.said(false), self.names());
        let handed = is_whole.then(|| {
            quote! {
                if <#real as ::retrograde::__private::Real>::WHOLE || <#real as ::retrograde::__private::Real>::PUSHES {
                    return #name::__whole #said (#names);
                }
            }
        });
        match self.directions() {
            None | Some(Directions::Rule(_)) if !is_whole => return TokenStream::new(),
            None => {}
            Some(Directions::Rule(_)) => {
                let message = format!(
                    "`{name}` has a rule for directions: numbers have it that carry one tangent, or that record, and not these"
                );
                return quote! {
                    ::retrograde::__private::directions!();
                    ::retrograde::__private::when_tape! {
                        #handed
                        ::core::assert!(<#real as ::retrograde::__private::Real>::ORDER == 0, #message);
                    }
                };
            }
            Some(Directions::Pullback)
                if matches!(self.stages.function.real, RealType::Generic(_)) && self.has_body =>
            {
                let message = format!(
                    "`{name}` has a pullback, and its body is not differentiated: {}",
                    if is_whole {
                        "numbers take the pullback that carry one tangent, or that record (with the feature `tape`), and not these"
                    } else {
                        "numbers that carry derivatives need arguments that are numbers, arrays and slices of them, integers and truth values"
                    }
                );
                return quote! {
                    ::retrograde::__private::when_tape! { #handed }
                    ::core::assert!(<#real as ::retrograde::__private::Real>::ORDER == 0, #message);
                };
            }
            Some(Directions::Pullback) => return TokenStream::new(),
        }
        quote! {
            ::retrograde::__private::when_tape! {
                if <#real as ::retrograde::__private::Real>::WHOLE {
                    return #name::__whole #said (#names);
                }
            }
        }
    }

    /// Returns `f::__whole`: the call with its arguments in a flat slice.
    pub(super) fn whole(&self) -> TokenStream {
        let Some(arguments) = self.wholly() else { return TokenStream::new() };
        let sig = &self.stages.function.item.sig;
        let (name, real, plain) = (&sig.ident, &self.t, self.plain());
        let (params, clause) = (parameters(&sig.generics), self.predicates());
        let constants = sig.generics.const_params();
        let (constants, named): (Vec<_>, Vec<_>) = constants
            .map(|c| {
                let (name, ty) = (&c.ident, &c.ty);
                (quote!(const #name: #ty), name)
            })
            .unzip();
        let returned = self.returned();
        let value = returned.as_ref().map_or_else(|| quote!(()), |ty| quote!(#ty));
        let (said, said_with) = (self.said(false), self.said_with(Some(quote!(#real))));
        let (program, seed, seeded) = match returned {
            Some(_) => {
                let seed = self.own("seed");
                (quote!(__pull), quote!(#seed), quote!(#seed,))
            }
            None => (quote!(__sweep), quote!(_), quote!()),
        };
        let list = self.params.iter().zip(&arguments).map(|(p, Listed { kind, ty, kept })| {
            let (name, bar, passed) = (&p.name, &p.bar, Ident::new(kind.word(), Span::call_site()));
            quote!([#name #bar #passed #ty, #kept])
        });
        let directions = self.directions().map(|of| match of {
            Directions::Rule(rule) => {
                let list = self.params.iter().map(|p| {
                    let (name, dot) = (&p.name, p.real.then_some(&p.bar));
                    let dot = dot.map(|dot| quote!(#dot,));
                    quote!(#name, #dot)
                });
                quote!(#rule(#(#list)*))
            }
            Directions::Pullback => quote!(pullback),
        });
        quote! {
            ::retrograde::__private::recorded_whole! {
                [#directions] #name #real [#params] [#clause] [#(#constants),*] [#(#named),*] [#plain] -> #value;
                [#said] [#said_with] #program [#seed] [#seeded];
                #(#list)*
            }
        }
    }

    /// Returns the type of the value.
    fn returned(&self) -> Option<syn::Type> {
        match &self.stages.function.item.sig.output {
            syn::ReturnType::Type(_, ty) => Some((**ty).clone()),
            syn::ReturnType::Default => None,
        }
    }

    /// Returns the arguments, if a call can be recorded as a whole.
    fn wholly(&self) -> Option<Vec<Listed>> {
        let function = &self.stages.function;
        let RealType::Generic(real) = &function.real else { return None };
        let packed = function.output.is_none_or(|var| is_packed(&function.vars[var].ty));
        let free = self.place == CalleeKind::Free && self.has_body && !self.hollow && self.carries;
        // Only rustc knows whether the length of an array with a name is kept.
        let is_shown = self.params.iter().all(|p| !p.is_named_array);
        // Its value is one of the places that it changes, which a caller of the function does not lend.
        let beside = self.declared.is_some_and(|declared| declared.beside);
        if !(packed && free && is_shown && !beside && is_any_real(&function.item.sig.generics, real)) {
            return None;
        }
        // Numbers without cotangents would be recorded as constants.
        let known =
            |argument: &Listed| !matches!(argument.kind, Kind::Other(word) if word.starts_with("Still"));
        self.listed_arguments().filter(|arguments| arguments.iter().all(known))
    }
}

/// True if the function accepts every `Real`, and is generic over nothing else but constants.
pub(crate) fn is_any_real(generics: &syn::Generics, real: &Ident) -> bool {
    let implied = |bound: &TypeParamBound| match bound {
        TypeParamBound::Trait(bound) => {
            bound.path.segments.last().is_some_and(|last| IMPLIED.iter().any(|name| last.ident == name))
        }
        _ => false,
    };
    let params = generics.params.iter().all(|param| match param {
        GenericParam::Type(t) => t.ident == *real && t.bounds.iter().all(implied),
        GenericParam::Const(_) | GenericParam::Lifetime(_) => true,
    });
    let clauses = crate::syntax::paths::clauses(generics).all(|p| match p {
        WherePredicate::Type(p) => {
            p.bounded_ty.to_token_stream().to_string() == *real.to_string() && p.bounds.iter().all(implied)
        }
        _ => false,
    });
    // The real type may also be one of the library's types instead of a parameter.
    params && clauses && generics.type_params().count() == 1
}
