//! `f::check(…)`: holds a function's programs against one another and against differences, in the user's own tests.
//!
//! Its programs are those that the user declared, and those that are derived as well: rounding, kinks and decisions on real
//! numbers are the program's own. Numbers are `f64` where their type is a parameter of the function, and otherwise what they are;
//! where it is a parameter of the block around a method, it may be whatever is [`Measured`]. Law: what cannot be copied or
//! taken apart here leaves the user without the check, who is told why when it is asked for, and never before.

mod copied;
mod walk;

use super::item::Item;
use super::types::{generics_params, settled, substituted};
use crate::ir::CalleeKind;
use crate::ir::RealType;
use copied::{Arguments, Copied, From, Shape};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Ident, Type, parse_quote};
use walk::{Walk, Way};

/// How a check calls the programs.
struct Programs {
    run: TokenStream,
    inverse: TokenStream,
    adjoint: TokenStream,
    coadjoint: TokenStream,
    sweep: TokenStream,
    pull: TokenStream,
    /// The type of numbers and cotangents.
    real: Ident,
    /// Whether the seed of a value stands last.
    is_method: bool,
}

impl Item<'_> {
    /// The function `check`.
    pub(super) fn held(&self) -> TokenStream {
        if !self.offers.check {
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
                    bounds.push(parse_quote!(#real: ::retrograde::__private::Measured));
                }
                (sig.generics.clone(), real, real)
            }
        };
        let walk = Walk { real, to };
        let copied = self.params.iter().enumerate().map(|(i, p)| Copied::of(i, p, walk, &mut bounds));
        let Some(all) = copied.collect::<Option<Vec<_>>>() else { return self.refused() };
        let value = match &sig.output {
            syn::ReturnType::Type(_, ty) if function.output.is_some() => Some(&**ty),
            _ => None,
        };
        if value.is_some_and(|value| walk.bounds(value, &mut bounds).is_none()) {
            return self.refused();
        }
        let arguments = Arguments { all, walk };
        let list = arguments.all.iter().map(|c| match &c.ty {
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
            run: at("try_call", None),
            inverse: at("try_inverse", None),
            adjoint: at("adjoint", Some(to)),
            coadjoint: match self.decides_on_state() {
                true => at("__unchecked_coadjoint", Some(to)),
                false => at("__coadjoint", Some(to)),
            },
            sweep: at("sweep", Some(to)),
            pull: at("pull", Some(to)),
            real: to.clone(),
            is_method: self.place != CalleeKind::Free,
        };
        let body = match value {
            Some(value) => {
                let is_structure = function.output.is_some_and(|var| function.vars[var].ty.is_structure());
                returning(&programs, &arguments, value, is_structure)
            }
            None => changing(&programs, &arguments),
        };
        let doc = "Compares the programs with one another and with finite differences, at these arguments; state does not change. \
                   For tests.";
        self.check_function(doc, &generics, quote!(#(#list)*), bounds, body)
    }

    /// What stands in place of the check where there can be none: it says why when it is called.
    fn refused(&self) -> TokenStream {
        self.unable(vec![parse_quote!(for<'check> (): ::retrograde::__private::Copyable)])
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
        let vis = match self.place {
            CalleeKind::Free => quote!(pub),
            CalleeKind::Method => self.stages.function.item.vis.to_token_stream(),
            CalleeKind::OfTrait | CalleeKind::InTrait => TokenStream::new(),
        };
        quote! {
            ::retrograde::__private::when_alloc! {
                #[doc = #doc]
                #switches
                #[allow(private_bounds, trivial_bounds, clippy::all, clippy::pedantic, dead_code, unused_mut, unused_variables, deprecated)]
                #[inline]
                #vis fn #name #params (#args) -> ::core::result::Result<(), ::retrograde::Mismatch> #clause { #body }
            }
        }
    }
}

fn own(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

fn changing(programs: &Programs, arguments: &Arguments) -> TokenStream {
    let (at, bars, start) = (own("at"), own("bars"), own("start"));
    let point = arguments.point();
    let [given, before, after] =
        [From::Given, From::Before(&at), From::After(&at)].map(|f| arguments.copies(f));
    let (store, store_bars) = (arguments.stored(false), arguments.stored(true));
    let (load_bars, grown_bars) = (arguments.bars(&bars, Shape::Now), arguments.bars(&bars, Shape::After));
    let (passed, shown, hidden) = (arguments.passed(), arguments.beside(false), arguments.beside(true));
    let (words, cloned, pattern) = (arguments.words(), arguments.cloned(), arguments.pattern());
    let kept = || arguments.all.iter().filter(|c| c.is_kept());
    let (held, again, undone) = (own("held"), own("again"), own("undone"));
    let (copies, left) = (kept().map(|c| &c.copy), kept().map(|c| &c.after));
    let Programs { run, inverse, adjoint, coadjoint, sweep, real, .. } = programs;
    quote! {
        let #start = #point;
        let (#(#left,)*) = {
            let #at = &#start[..];
            #before
            if let ::core::result::Result::Err(error) = #run(#passed) {
                return ::core::result::Result::Err(::retrograde::Mismatch::Irreversible {
                    program: "the function",
                    error: ::retrograde::__private::Box::new(error),
                });
            }
            (#(#copies,)*)
        };
        ::retrograde::__private::check_programs::<#real>(
            &#start,
            |#bars: &[f64]| {
                #given
                let #held = #words;
                #run(#passed)?;
                let #again = #cloned;
                #inverse(#passed)?;
                let #undone = #words;
                let #pattern = #again;
                #load_bars
                #adjoint(#shown);
                ::core::result::Result::Ok([#held, #undone, #words])
            },
            |#at: &[f64]| { #before #run(#passed)?; ::core::result::Result::Ok(#store) },
            |#at: &[f64]| { #after #inverse(#passed)?; ::core::result::Result::Ok(#store) },
            |#at: &[f64], #bars: &[f64]| { #after #load_bars #adjoint(#shown); (#store, #store_bars) },
            |#at: &[f64], #bars: &[f64]| { #before #load_bars #coadjoint(#hidden); (#store, #store_bars) },
            |#at: &[f64], #bars: &[f64]| { #before #grown_bars #sweep(#shown); (#store, #store_bars) },
        )
    }
}

fn returning(programs: &Programs, arguments: &Arguments, of: &Type, is_structure: bool) -> TokenStream {
    let (at, bars, start, seeds) = (own("at"), own("bars"), own("start"), own("seeds"));
    let (value, seed, numbers) = (own("value"), own("seed"), own("numbers"));
    let (point, before) = (arguments.point(), arguments.copies(From::Before(&at)));
    let (store_bars, load_bars) = (arguments.stored(true), arguments.bars(&bars, Shape::Now));
    let (passed, shown, walk) = (arguments.passed(), arguments.beside(false), arguments.walk);
    let Programs { run, pull, real, .. } = programs;
    let store = match is_structure {
        true => walk.through(of, &quote!(#value), Way::Append(&numbers)),
        false => Way::Append(&numbers).number(&quote!(#value)),
    };
    let store = quote!({
        let mut #numbers = ::retrograde::__private::Vec::<f64>::new();
        #store
        #numbers
    });
    let ty = substituted(of, walk.real, walk.to);
    let filled = match is_structure {
        true => {
            let (shadow, zero) = walk.shadow(of, &quote!(#value));
            let fill = walk.through(of, &quote!(#seed), Way::Take(&seeds));
            quote!(let mut #seed: #shadow = #zero; #fill)
        }
        false => {
            let fill = Way::Take(&seeds).number(&quote!(#seed));
            quote!(let mut #seed: #ty = #value; #fill)
        }
    };
    let handed = if programs.is_method { quote!(#shown #seed) } else { quote!(#seed, #shown) };
    quote! {
        let #start = #point;
        ::retrograde::__private::check_pullback::<#real>(
            &#start,
            |#at: &[f64]| {
                #before
                let #value: #ty = #run(#passed)?;
                ::core::result::Result::Ok(#store)
            },
            |#at: &[f64], #seeds: &[f64], #bars: &[f64]| {
                #before
                #load_bars
                let mut #seeds = #seeds;
                let #value = match #run(#passed) {
                    ::core::result::Result::Ok(value) => value,
                    // It has run at this point before.
                    ::core::result::Result::Err(_) => ::core::unreachable!(),
                };
                #filled
                let #value = #pull(#handed);
                (#store, #store_bars)
            },
        )
    }
}
