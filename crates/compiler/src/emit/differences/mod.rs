//! `f::check(…)`: holds a function's programs against one another and against differences, in the user's own tests.
//!
//! Its programs are those that the user declared, and those that are derived as well: rounding, kinks and decisions on real
//! numbers are the program's own. Numbers are `f64` where their type is a parameter of the function, and otherwise what they are;
//! where it is a parameter of the block around a method, it may be whatever is [`Measured`]. Law: what cannot be copied or
//! taken apart here leaves the user without the check, who is told why when it is asked for, and never before.

mod copied;
mod kind;
mod matrix;
mod second;

use super::item::Item;
use super::types::{parameters, replaced, settled};
use crate::ir::CalleeKind;
use crate::ir::{RealType, Var};
use crate::ordinary::layout::Layout;
use crate::syntax::quiet;
use copied::Copied;
use kind::Reals;
use matrix::Listing;
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{Ident, Type, parse_quote};

impl Item<'_> {
    /// The function `check`, and `jacobian`, `jvp`, `hessian` and `hessian_vector_product` where no trait has them.
    pub(super) fn held(&self) -> TokenStream {
        if !self.offers.is_free(&self.program("check")) {
            return TokenStream::new();
        }
        let function = &self.stages.function;
        let sig = &function.item.sig;
        let double: Ident = parse_quote!(f64);
        let path = |name: &Ident| syn::Path::from(name.clone());
        let mut bounds: Vec<syn::WherePredicate> = Vec::new();
        let (generics, real, to) = match (&function.real, self.place) {
            (RealType::Concrete(real), _) => (sig.generics.clone(), real, real),
            (RealType::Generic(real), CalleeKind::Free) if real != "Fixed43" => {
                (settled(&sig.generics, real, &path(&double)), real, &double)
            }
            (RealType::Generic(real), _) => {
                if real != "Fixed43" {
                    bounds.push(parse_quote!(#real: ::retrograde::__private::check::Measured));
                }
                (sig.generics.clone(), real, real)
            }
        };
        let at = path(to);
        let reals = Reals { real, to: &at };
        let copied = self.params.iter().enumerate();
        let copied = copied.map(|(i, p)| Copied::of(i, p, &p.written, reals, &mut bounds));
        let Some(arguments) = copied.collect::<Option<Vec<_>>>() else { return self.refused() };
        let value = self.value();
        let is_unknown = |of: &Value| reals.bounds(&of.ty, of.is_structure, &mut bounds).is_none();
        if function.output.is_some() && value.as_ref().is_some_and(is_unknown) {
            return self.refused();
        }
        let beside = self.declared.is_some_and(|declared| declared.beside);
        let own_place = usize::from(beside);
        let list = arguments.iter().take(arguments.len() - own_place).map(|c| match &c.ty {
            Type::Reference(r) if c.name == "self" => {
                let (and, lifetime, mutable) = (&r.and_token, &r.lifetime, &r.mutability);
                quote!(#and #lifetime #mutable self,)
            }
            ty => {
                let name = &c.name;
                quote!(#name: #ty,)
            }
        });
        // What no argument tells cannot be inferred.
        let own = sig.generics.params.iter().filter_map(|p| match p {
            syn::GenericParam::Lifetime(_) => None,
            syn::GenericParam::Type(p) if p.ident == *real => Some(to),
            syn::GenericParam::Type(p) => Some(&p.ident),
            syn::GenericParam::Const(p) => Some(&p.ident),
        });
        let own: Vec<&Ident> = own.collect();
        let said = |c: Option<&Ident>| (!own.is_empty()).then(|| quote!(::<#(#own,)* #c>));
        let (plain_said, said) = (said(None), said(Some(to).filter(|_| self.carries)));
        let Words { copies, bars, passed, shown, listed } = Words::of(&arguments, false);
        let hidden = Words::of(&arguments, true).shown;
        let lists = quote!(#to [#plain_said] [#said] #copies #bars #listed);
        let map = &arguments[..arguments.len() - own_place];
        let listing = Listing {
            reals,
            said: [quote!(#plain_said), quote!(#said)],
            words: Words::of(map, false),
            params: parameters(&generics),
            own: own_arguments(&generics),
            predicates: predicates(&generics, &bounds),
        };
        let program = |name: &str| self.program(name);
        let start = self.start_of_value(to);
        let matrix = self.matrix(map, &listing, value.as_ref());
        if self.hollow {
            let check = self.unable(Vec::new());
            return quote!(#check #matrix);
        }
        let body = match value.filter(|_| function.output.is_some()) {
            Some(value) => {
                let (kind, value) = (value.kind(reals), replaced(&value.ty, real, &at));
                let [run, pull] = if self.written_output().is_some() {
                    ["__try_parts", "__pull_parts"]
                } else {
                    ["try_call", "pull"]
                }
                .map(program);
                let seed = Ident::new("seed", Span::mixed_site());
                let handed = self.with(quote!(#seed,), shown);
                quote!(returning #lists #run #pull #seed [#kind] [#value] [#passed] [#handed])
            }
            None if function.options.language.is_ordinary() => {
                let run = self.at(if beside { "__value" } else { "" });
                let sweep = program(if beside { "__sweep_parts" } else { "sweep" });
                quote!(sweeping #lists [#run] #sweep [#passed] [#shown])
            }
            None => {
                let unchecked = self.has_unchecked_inverse_adjoint();
                let inverse_adjoint =
                    if unchecked { "__unchecked_inverse_adjoint" } else { "__inverse_adjoint" };
                let programs = ["try_call", "try_inverse", "adjoint", inverse_adjoint, "sweep"].map(program);
                quote!(changing #lists #(#programs)* [#passed] [#shown] [#hidden])
            }
        };
        let check = self.checked(&generics, quote!(#(#list)*), bounds, quote!([#start] #body));
        quote!(#check #matrix)
    }

    /// The value, whether programs return it or are lent a place for it; nothing where they have it in parts.
    fn value(&self) -> Option<Value> {
        let (function, beside) =
            (&self.stages.function, self.declared.is_some_and(|declared| declared.beside));
        let of = |var: Var, ty: &Type, carries| {
            let is_structure = function.vars[var].ty.of_foreign();
            Some(Value { ty: ty.clone(), is_structure, carries })
        };
        match (self.written_output(), &function.item.sig.output, function.output) {
            (Some(syn::ReturnType::Type(_, ty)), _, _) if beside && !Layout::of(ty).has_sum() => {
                of(function.params.last()?.var, ty, self.params.last()?.real)
            }
            (_, syn::ReturnType::Type(_, ty), Some(var)) => of(var, ty, true),
            _ => None,
        }
    }

    /// Returns the function in place of the check where there can be none: it says why when it is called.
    fn refused(&self) -> TokenStream {
        if self.hollow {
            return self.unable(Vec::new());
        }
        self.unable(vec![parse_quote!(for<'check> (): ::retrograde::__private::check::Copyable)])
    }

    fn unable(&self, bounds: Vec<syn::WherePredicate>) -> TokenStream {
        let generics = &self.stages.function.item.sig.generics;
        let beside = self.declared.is_some_and(|declared| declared.beside);
        // Callers do not give the place for the value.
        let taken = if beside { self.outside().plain() } else { self.plain() };
        self.checked(generics, taken, bounds, quote!(unable))
    }

    /// Returns the call of `checked!`, by which the library writes the function.
    fn checked(
        &self,
        generics: &syn::Generics,
        args: TokenStream,
        bounds: Vec<syn::WherePredicate>,
        check: TokenStream,
    ) -> TokenStream {
        let predicates = predicates(generics, &bounds);
        let (params, name, switches) = (parameters(generics), self.program("check"), self.switches());
        let quiet = (self.place != CalleeKind::Free).then(quiet);
        let vis = self.visibility();
        quote! {
            ::retrograde::__private::checked! {
                { [#switches #quiet #[inline]] [#vis] [#params] [#predicates] [#args] } #name #check
            }
        }
    }
}

/// The value that a function returns, as it is written.
struct Value {
    ty: Type,
    is_structure: bool,
    /// True if it has a cotangent.
    carries: bool,
}

impl Value {
    /// The kind of its numbers.
    fn kind(&self, reals: Reals<'_>) -> TokenStream {
        match self {
            Value { carries: false, .. } => quote!(::retrograde::__private::check::Nothing),
            Value { is_structure: true, ty, .. } => reals.kind(ty),
            Value { .. } => quote!(::retrograde::__private::check::Plain),
        }
    }
}

/// The words by which copies of the arguments are handed to a program.
struct Words {
    /// The patterns of the copies and of the cotangents.
    copies: TokenStream,
    bars: TokenStream,
    /// The arguments in a call, and those with cotangents.
    passed: TokenStream,
    shown: TokenStream,
    /// The calls that list the arguments.
    listed: TokenStream,
}

impl Words {
    /// Those of a program of the user's, or of a hidden one.
    fn of(arguments: &[Copied], hidden: bool) -> Words {
        let copied = || arguments.iter().filter(|c| !c.stays());
        let (passed, shown) =
            (arguments.iter().map(Copied::passed), arguments.iter().map(|c| c.beside(hidden)));
        let listed = copied().map(Copied::listed);
        Words {
            copies: nested(copied().map(|c| &c.copy)),
            bars: nested(copied().map(|c| &c.bar)),
            passed: quote!(#(#passed),*),
            shown: quote!(#(#shown)*),
            listed: quote!([#(#listed)*]),
        }
    }
}

/// Returns the names of type and constant parameters, each with a comma.
fn own_arguments(generics: &syn::Generics) -> TokenStream {
    let names = generics.params.iter().filter_map(|p| match p {
        syn::GenericParam::Lifetime(_) => None,
        syn::GenericParam::Type(p) => Some(&p.ident),
        syn::GenericParam::Const(p) => Some(&p.ident),
    });
    quote!(#(#names,)*)
}

/// Returns the predicates of the function and further ones, each with a comma.
fn predicates(generics: &syn::Generics, bounds: &[syn::WherePredicate]) -> TokenStream {
    predicates_of(crate::syntax::paths::clauses(generics).chain(bounds))
}

/// Returns predicates, each with a comma.
fn predicates_of<'a>(all: impl IntoIterator<Item = &'a syn::WherePredicate>) -> TokenStream {
    let all = all.into_iter();
    quote!(#(#all,)*)
}

/// Returns a list of nested pairs, `(a, (b, ()))`.
fn nested<'a>(names: impl DoubleEndedIterator<Item = &'a Ident>) -> TokenStream {
    names.rev().fold(quote!(()), |rest, name| quote!((#name, #rest)))
}
