//! `f::check(…)`: holds what a user declared against differences, in the user's own tests.
//!
//! It is made for declared programs alone: those that are derived are right by construction. Numbers are `f64`, since
//! single precision has no digits to spare for differences.

use super::item::Item;
use super::types::{generics_params, stripped, substituted, without};
use crate::ir::{RealType, Role};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Ident, Type, parse_quote};

/// How one argument is copied and handed over.
struct Copied {
    /// The copy, and its cotangent.
    copy: Ident,
    bar: Ident,
    /// What the body calls it by.
    name: Ident,
    /// Its type at `f64`.
    ty: Type,
    real: bool,
    role: Role,
    /// A slice or vector: its cotangents are handed over as a slice.
    long: bool,
}

impl Item<'_> {
    /// The function `check`, where something is declared.
    pub(super) fn held(&self) -> TokenStream {
        if !self.declared.is_some_and(|d| d.is_any()) || self.hollow {
            return TokenStream::new();
        }
        let function = &self.stages.function;
        let sig = &function.item.sig;
        let (generics, real) = match &function.real {
            RealType::Generic(real) => (without(&sig.generics, real), real),
            RealType::Concrete(real) if real == "f64" => (sig.generics.clone(), real),
            RealType::Concrete(_) => return TokenStream::new(),
        };
        let double: Ident = parse_quote!(f64);
        let copied: Vec<Copied> = self
            .params
            .iter()
            .enumerate()
            .map(|(i, p)| Copied {
                copy: format_ident!("copy_{i}", span = Span::mixed_site()),
                bar: format_ident!("bar_{i}", span = Span::mixed_site()),
                name: p.name.clone(),
                ty: substituted(&p.written, real, &double),
                real: p.real,
                role: p.role,
                long: p.real && p.depth > 0 && !matches!(stripped(&p.written).0, Type::Array(_)),
            })
            .collect();
        let (params, clause) = (generics_params(&generics), &generics.where_clause);
        let list = copied.iter().map(|Copied { name, ty, .. }| quote!(#name: #ty,));
        let body = match function.output {
            Some(_) => returning(&sig.ident, &copied),
            None => changing(&sig.ident, &copied),
        };
        quote! {
            ::retrograde::__private::when_alloc! {
                /// Holds what was declared against differences, at these arguments; state stays as it is. For tests.
                pub fn check #params (#(#list)*) -> ::core::result::Result<(), ::retrograde::Mismatch> #clause { #body }
            }
        }
    }
}

fn is_reference(ty: &Type) -> bool {
    matches!(ty, Type::Reference(_))
}

impl Copied {
    /// What the argument is without its reference.
    fn value(&self) -> TokenStream {
        let name = &self.name;
        if is_reference(&self.ty) { quote!(*#name) } else { quote!(#name) }
    }

    /// The argument in a call.
    fn passed(&self) -> TokenStream {
        let copy = &self.copy;
        match &self.ty {
            Type::Reference(r) if r.mutability.is_some() => quote!(&mut #copy),
            Type::Reference(_) => quote!(&#copy),
            _ => quote!(::core::clone::Clone::clone(&#copy)),
        }
    }

    /// Its cotangent in a call.
    fn lent(&self) -> TokenStream {
        let bar = &self.bar;
        if self.long { quote!(&mut #bar[..]) } else { quote!(&mut #bar) }
    }
}

/// Copies of all arguments, with the numbers at a point in place of the real ones; exact state comes from before the
/// function or from after it.
fn loaded(copied: &[Copied], at: &Ident, after: bool) -> TokenStream {
    let list = copied.iter().map(|c| {
        let (copy, value) = (&c.copy, c.value());
        let exact = format_ident!("{}_after", copy, span = Span::mixed_site());
        match (c.real, c.role == Role::State && after) {
            (true, _) => quote! {
                let mut #copy = ::retrograde::__private::ToOwned::to_owned(&#value);
                ::retrograde::__private::Numbers::load(&mut #copy, &mut #at);
            },
            (false, true) => quote!(let mut #copy = ::core::clone::Clone::clone(&#exact);),
            (false, false) => quote!(let mut #copy = ::retrograde::__private::ToOwned::to_owned(&#value);),
        }
    });
    quote!(let mut #at = #at; #(#list)*)
}

/// The real arguments one after another.
fn stored(copied: &[Copied], bars: bool) -> TokenStream {
    let list = copied.iter().filter(|c| c.real).map(|c| {
        let from = if bars { &c.bar } else { &c.copy };
        quote!(::retrograde::__private::Numbers::append(&#from, &mut numbers);)
    });
    quote!({ let mut numbers = ::retrograde::__private::Vec::<f64>::new(); #(#list)* numbers })
}

fn beside(copied: &[Copied], hidden: bool) -> TokenStream {
    let list = copied.iter().map(|c| {
        let (primal, bar) = (c.passed(), c.lent());
        match (c.real, hidden) {
            (true, _) => quote!(#primal, #bar),
            (false, true) => quote!(#primal, ::retrograde::__private::Discard),
            (false, false) => primal,
        }
    });
    quote!(#(#list),*)
}

fn point(copied: &[Copied]) -> TokenStream {
    let list = copied.iter().filter(|c| c.real).map(|c| {
        let value = c.value();
        quote!(::retrograde::__private::Numbers::append(&#value, &mut numbers);)
    });
    quote!({ let mut numbers = ::retrograde::__private::Vec::<f64>::new(); #(#list)* numbers })
}

fn own(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// Copies of the cotangents' shapes, filled.
fn loaded_bars(copied: &[Copied], bars: &Ident) -> TokenStream {
    let list = copied.iter().filter(|c| c.real).map(|c| {
        let (copy, bar) = (&c.copy, &c.bar);
        quote! {
            let mut #bar = ::core::clone::Clone::clone(&#copy);
            ::retrograde::__private::Numbers::load(&mut #bar, &mut #bars);
        }
    });
    quote!(let mut #bars = #bars; #(#list)*)
}

fn changing(name: &Ident, copied: &[Copied]) -> TokenStream {
    let (at, bars, start) = (own("at"), own("bars"), own("start"));
    let (point, before, after) = (point(copied), loaded(copied, &at, false), loaded(copied, &at, true));
    let (store, store_bars, load_bars) =
        (stored(copied, false), stored(copied, true), loaded_bars(copied, &bars));
    let passed: Vec<TokenStream> = copied.iter().map(Copied::passed).collect();
    let (shown, hidden) = (beside(copied, false), beside(copied, true));
    let exact: Vec<&Copied> = copied.iter().filter(|c| !c.real && c.role == Role::State).collect();
    let kept: Vec<Ident> =
        exact.iter().map(|c| format_ident!("{}_after", c.copy, span = Span::mixed_site())).collect();
    let copies: Vec<&Ident> = exact.iter().map(|c| &c.copy).collect();
    quote! {
        let #start = #point;
        let (#(#kept,)*) = {
            let #at = &#start[..];
            #before
            #name(#(#passed),*);
            (#(#copies,)*)
        };
        ::retrograde::__private::check_programs(
            &#start,
            |#at: &[f64]| { #before #name(#(#passed),*); #store },
            |#at: &[f64]| { #after Self::inverse(#(#passed),*); #store },
            |#at: &[f64], #bars: &[f64]| { #after #load_bars Self::adjoint(#shown); (#store, #store_bars) },
            |#at: &[f64], #bars: &[f64]| { #before #load_bars Self::__coadjoint(#hidden); (#store, #store_bars) },
            |#at: &[f64], #bars: &[f64]| { #before #load_bars Self::sweep(#shown); (#store, #store_bars) },
        )
    }
}

fn returning(name: &Ident, copied: &[Copied]) -> TokenStream {
    let (at, bars, start, seed) = (own("at"), own("bars"), own("start"), own("seed"));
    let (point, before) = (point(copied), loaded(copied, &at, false));
    let (store_bars, load_bars) = (stored(copied, true), loaded_bars(copied, &bars));
    let passed: Vec<TokenStream> = copied.iter().map(Copied::passed).collect();
    let shown = beside(copied, false);
    quote! {
        let #start = #point;
        ::retrograde::__private::check_pullback(
            &#start,
            |#at: &[f64]| {
                #before
                let mut numbers = ::retrograde::__private::Vec::<f64>::new();
                ::retrograde::__private::Numbers::append(&#name(#(#passed),*), &mut numbers);
                numbers
            },
            |#at: &[f64], #seed: &[f64], #bars: &[f64]| {
                #before
                #load_bars
                let (mut value, mut #seed) = (#name(#(#passed),*), #seed);
                ::retrograde::__private::Numbers::load(&mut value, &mut #seed);
                let value = Self::pull(value, #shown);
                let mut numbers = ::retrograde::__private::Vec::<f64>::new();
                ::retrograde::__private::Numbers::append(&value, &mut numbers);
                (numbers, #store_bars)
            },
        )
    }
}
