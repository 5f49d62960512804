//! `f::check(…)`: holds a function's programs against one another and against differences, in the user's own tests.
//!
//! Its programs are those that the user declared, and those that are derived as well: rounding, kinks and decisions on real
//! numbers are the program's own. Numbers are `f64` where their type is a parameter of the function, and otherwise what they are;
//! where it is a parameter of the block around a method, it may be whatever is [`Measured`]. Law: what cannot be copied or
//! taken apart here leaves the user without the check, who is told why when it is asked for, and never before.

mod copied;
mod kind;

use super::item::Item;
use super::types::{generics_params, settled, substituted};
use crate::ir::CalleeKind;
use crate::ir::RealType;
use crate::syntax::quiet;
use copied::Copied;
use kind::Reals;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Ident, Type, parse_quote};

/// The way in which a check calls the programs.
struct Programs {
    run: TokenStream,
    inverse: TokenStream,
    adjoint: TokenStream,
    inverse_adjoint: TokenStream,
    sweep: TokenStream,
    pull: TokenStream,
    /// The type of numbers and cotangents.
    real: Ident,
    /// True if the seed of a value stands last.
    is_method: bool,
}

impl Item<'_> {
    /// The function `check`.
    pub(super) fn held(&self) -> TokenStream {
        if !self.offers.is_free(&self.program("check")) {
            return TokenStream::new();
        }
        if self.hollow {
            return self.unable(Vec::new());
        }
        let function = &self.stages.function;
        let sig = &function.item.sig;
        let double: Ident = parse_quote!(f64);
        let mut bounds: Vec<syn::WherePredicate> = Vec::new();
        let (generics, real, to) = match (&function.real, self.place) {
            (RealType::Concrete(real), _) => (sig.generics.clone(), real, real),
            (RealType::Generic(real), CalleeKind::Free) if real != "Fixed43" => {
                (settled(&sig.generics, real, &double), real, &double)
            }
            (RealType::Generic(real), _) => {
                if real != "Fixed43" {
                    bounds.push(parse_quote!(#real: ::retrograde::__private::check::Measured));
                }
                (sig.generics.clone(), real, real)
            }
        };
        let reals = Reals { real, to };
        let copied = self.params.iter().enumerate().map(|(i, p)| Copied::of(i, p, reals, &mut bounds));
        let Some(arguments) = copied.collect::<Option<Vec<_>>>() else { return self.refused() };
        let is_structure = function.output.is_some_and(|var| function.vars[var].ty.of_foreign());
        let value = match &sig.output {
            syn::ReturnType::Type(_, ty) if function.output.is_some() => Some(&**ty),
            _ => None,
        };
        if value.is_some_and(|value| reals.bounds(value, is_structure, &mut bounds).is_none()) {
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
        let at = |name: &str, c: Option<&Ident>| {
            let (program, c) = (self.at(name), c.filter(|_| self.carries));
            let said = (!own.is_empty()).then(|| quote!(::<#(#own,)* #c>));
            quote!(#program #said)
        };
        let programs = Programs {
            run: at(if self.written_output().is_some() { "__try_parts" } else { "try_call" }, None),
            inverse: at("try_inverse", None),
            adjoint: at("adjoint", Some(to)),
            inverse_adjoint: if self.has_unchecked_inverse_adjoint() {
                at("__unchecked_inverse_adjoint", Some(to))
            } else {
                at("__inverse_adjoint", Some(to))
            },
            sweep: at(if beside { "__sweep_parts" } else { "sweep" }, Some(to)),
            pull: at(if self.written_output().is_some() { "__pull_parts" } else { "pull" }, Some(to)),
            real: to.clone(),
            is_method: self.place != CalleeKind::Free,
        };
        let body = match value {
            Some(value) => {
                let kind = if is_structure {
                    reals.kind(value)
                } else {
                    quote!(::retrograde::__private::check::Plain)
                };
                returning(&programs, &arguments, &substituted(value, real, to), &kind)
            }
            None if function.options.language.is_ordinary() => {
                sweeping(&self.at(if beside { "__value" } else { "" }), &own, &programs, &arguments)
            }
            None => changing(&programs, &arguments),
        };
        let start = self.start_of_value(to);
        let body = quote!(#start #body);
        let doc = "Compares the programs with one another and with finite differences, at these arguments; state does not change. \
                   For tests.";
        self.check_function(doc, &generics, quote!(#(#list)*), bounds, body)
    }

    /// Returns the function in place of the check where there can be none: it says why when it is called.
    fn refused(&self) -> TokenStream {
        self.unable(vec![parse_quote!(for<'check> (): ::retrograde::__private::check::Copyable)])
    }

    fn unable(&self, bounds: Vec<syn::WherePredicate>) -> TokenStream {
        let doc = "There is no check of this function.";
        let generics = &self.stages.function.item.sig.generics;
        self.check_function(doc, generics, self.plain(), bounds, quote!(::core::unimplemented!()))
    }

    fn check_function(
        &self,
        doc: &str,
        generics: &syn::Generics,
        args: TokenStream,
        bounds: Vec<syn::WherePredicate>,
        body: TokenStream,
    ) -> TokenStream {
        let mut clause = generics.where_clause.clone().unwrap_or_else(|| parse_quote!(where));
        clause.predicates.extend(bounds);
        let (params, name, switches) = (generics_params(generics), self.program("check"), self.switches());
        let quiet = (self.place != CalleeKind::Free).then(quiet);
        let vis = match self.place {
            CalleeKind::Free => quote!(pub),
            CalleeKind::Method => self.stages.function.item.vis.to_token_stream(),
            CalleeKind::OfTrait | CalleeKind::InTrait => TokenStream::new(),
        };
        quote! {
            ::retrograde::__private::when_alloc! {
                #[doc = #doc]
                #switches
                #[allow(private_bounds, trivial_bounds)]
                #quiet
                #[inline]
                #vis fn #name #params (#args) -> ::core::result::Result<(), ::retrograde::Mismatch> #clause { #body }
            }
        }
    }
}

fn changing(programs: &Programs, arguments: &[Copied]) -> TokenStream {
    let List { entries, copies, bars } = listed(arguments);
    let passed = arguments.iter().map(Copied::passed).collect::<Vec<_>>();
    let [shown, hidden] = [false, true].map(|hidden| {
        let list = arguments.iter().map(|c| c.beside(hidden));
        quote!(#(#list)*)
    });
    let Programs { run, inverse, adjoint, inverse_adjoint, sweep, real, .. } = programs;
    quote! {
        ::retrograde::__private::check::changing::<#real, _>(
            #entries,
            |#copies| #run(#(#passed),*),
            |#copies| #inverse(#(#passed),*),
            |#copies, #bars| #adjoint(#shown),
            |#copies, #bars| #inverse_adjoint(#hidden),
            |#copies, #bars| #sweep(#shown),
        )
    }
}

/// The check of an ordinary function that changes its state, which has a sweep alone.
fn sweeping(run: &TokenStream, own: &[&Ident], programs: &Programs, arguments: &[Copied]) -> TokenStream {
    let List { entries, copies, bars } = listed(arguments);
    let (passed, shown) = (arguments.iter().map(Copied::passed), arguments.iter().map(|c| c.beside(false)));
    let said = (!own.is_empty()).then(|| quote!(::<#(#own),*>));
    let Programs { sweep, real, .. } = programs;
    quote! {
        ::retrograde::__private::check::sweeping::<#real, _>(
            #entries,
            |#copies| #run #said (#(#passed),*),
            |#copies, #bars| #sweep(#(#shown)*),
        )
    }
}

fn returning(programs: &Programs, arguments: &[Copied], value: &Type, kind: &TokenStream) -> TokenStream {
    let List { entries, copies, bars } = listed(arguments);
    let (passed, shown) = (arguments.iter().map(Copied::passed), arguments.iter().map(|c| c.beside(false)));
    let Programs { run, pull, real, .. } = programs;
    let seed = Ident::new("seed", Span::mixed_site());
    let handed = if programs.is_method { quote!(#(#shown)* #seed) } else { quote!(#seed, #(#shown)*) };
    quote! {
        ::retrograde::__private::check::returning::<#real, #kind, #value, _>(
            #entries,
            |#copies| #run(#(#passed),*),
            |#copies, #seed, #bars| #pull(#handed),
        )
    }
}

/// The arguments that are copied, as the library takes them and hands them to a closure.
struct List {
    entries: TokenStream,
    /// Patterns of the copies, and of their cotangents.
    copies: TokenStream,
    bars: TokenStream,
}

fn listed(arguments: &[Copied]) -> List {
    let copied = || arguments.iter().filter(|c| !c.stays());
    let (entries, copies, bars) =
        (copied().map(Copied::listed), copied().map(|c| &c.copy), copied().map(|c| &c.bar));
    List {
        entries: quote!(::retrograde::__private::nested!(#((#entries))*)),
        copies: quote!(::retrograde::__private::nested!(#((#copies))*)),
        bars: quote!(::retrograde::__private::nested!(#((#bars))*)),
    }
}
