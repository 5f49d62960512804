//! `f::check(…)`: holds a function's programs against one another and against differences, in the user's own tests.
//!
//! Its programs are those that the user declared, and those that are derived as well: rounding, kinks and decisions on real
//! numbers are the program's own. Numbers are `f64`, since single precision has no digits to spare for differences; where
//! the real type is a parameter of the block around a method, it may be whatever has [`Numbers`]. Law: what cannot be copied
//! or taken apart here leaves the function without the helper, and never the user with an error.

use super::item::{Item, Param};
use super::standing::Standing;
use super::structure::Names;
use super::types::{generics_params, settled, stripped, substituted, vector};
use crate::ir::{Number, RealType, Role};
use crate::lower::is_exact_type;
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{Ident, Type, parse_quote};

/// How one argument is copied and handed over.
struct Copied {
    /// The copy, and its cotangent.
    copy: Ident,
    bar: Ident,
    /// What the body calls it by.
    name: Ident,
    /// Its type as it is checked.
    ty: Type,
    /// Of a structure the type that is copied.
    structure: Option<Type>,
    real: bool,
    role: Role,
    /// A slice or vector: its cotangents are handed over as a slice.
    long: bool,
}

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
        if self.hollow || !self.offers_check || !self.carries {
            return TokenStream::new();
        }
        let function = &self.stages.function;
        let sig = &function.item.sig;
        let double: Ident = parse_quote!(f64);
        let (generics, real, to) = match (&function.real, self.place) {
            (RealType::Concrete(real), _) if real == "f64" => (sig.generics.clone(), real, &double),
            (RealType::Concrete(_), _) => return TokenStream::new(),
            (RealType::Generic(real), Standing::Free) if real == "Fixed43" => return TokenStream::new(),
            (RealType::Generic(real), Standing::Free) => {
                (settled(&sig.generics, real, &double), real, &double)
            }
            (RealType::Generic(real), _) => (sig.generics.clone(), real, real),
        };
        let copied = self.params.iter().enumerate().map(|(i, p)| self.copied(i, p, real, to));
        let Some(copied) = copied.collect::<Option<Vec<_>>>() else { return TokenStream::new() };
        let mut clause = generics.where_clause.clone().unwrap_or_else(|| parse_quote!(where));
        // A bound of types that are known must not fail before somebody asks for it.
        let structures = copied.iter().filter_map(|c| c.structure.as_ref());
        for ty in structures {
            let (leaf, copies) = (leaf(ty), quote!(::core::clone::Clone + ::retrograde::__private::Numbers));
            clause.predicates.push(parse_quote!(for<'check> #leaf: #copies));
        }
        if to != &double {
            clause.predicates.push(parse_quote!(#real: ::retrograde::__private::Numbers));
        }
        let list = copied.iter().map(|c| match &c.ty {
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
            let program = self.at(name);
            let said = (!own.is_empty()).then(|| quote!(::<#(#own,)* #c>));
            quote!(#program #said)
        };
        let programs = Programs {
            run: at("", None),
            inverse: at("inverse", None),
            adjoint: at("adjoint", Some(to)),
            coadjoint: at("__coadjoint", Some(to)),
            sweep: at("sweep", Some(to)),
            pull: at("pull", Some(to)),
            real: to.clone(),
            is_method: self.place != Standing::Free,
        };
        let body = match function.output {
            Some(_) => returning(&programs, &copied),
            None => changing(&programs, &copied),
        };
        let (params, name, switches) = (generics_params(&generics), self.program("check"), self.switches());
        let vis = match self.place {
            Standing::Free => quote!(pub),
            Standing::Method => function.item.vis.to_token_stream(),
            Standing::OfTrait | Standing::InTrait => TokenStream::new(),
        };
        quote! {
            ::retrograde::__private::when_alloc! {
                /// Holds the programs against one another and against differences, at these arguments; state stays as it is.
                /// For tests.
                #switches
                #[allow(private_bounds, trivial_bounds, clippy::all, clippy::pedantic, dead_code, unused_mut, unused_variables, deprecated)]
                #[inline]
                #vis fn #name #params (#(#list)*) -> ::core::result::Result<(), ::retrograde::Mismatch> #clause { #body }
            }
        }
    }

    /// How an argument is copied; `None` where it cannot be.
    fn copied(&self, i: usize, p: &Param, real: &Ident, to: &Ident) -> Option<Copied> {
        let ty = substituted(&p.written, real, to);
        let (inner, is_lent) = stripped(&ty);
        let structure = match p.structure {
            true => Some(owned(&inner)),
            false => None,
        };
        // The types of numbers that a generic block has are not known to have shadows.
        let is_plain = |ty: &Type| matches!(ty, Type::Path(_)) && vector(ty).is_none();
        let apart = match (&structure, to == "f64") {
            (Some(ty), false) => is_plain(ty),
            (Some(ty), true) => !matches!(leaf(ty), Type::Tuple(_) | Type::ImplTrait(_)),
            (None, _) => true,
        };
        let is_copied = match (p.real, p.role) {
            // What grows has as many numbers before as afterwards only by chance.
            (true, Role::State) if vector(&inner).is_some() => false,
            (true, _) => matches!(p.number, None | Some(Number::Complex)),
            (false, Role::State) => is_discrete(&inner),
            (false, _) => is_lent || is_exact_type(&inner.to_token_stream()),
        };
        // The keys of a map are its shape, which a check would have to take apart as well.
        let is_map = ["BTreeMap", "HashMap"].iter().any(|map| ty.to_token_stream().to_string().contains(map));
        let has_lifetimes = ty.to_token_stream().to_string().contains('\'');
        if !apart
            || is_map
            || !is_copied
            || has_lifetimes
            || p.role == Role::Scratch && (!p.real || p.structure)
        {
            return None;
        }
        Some(Copied {
            copy: format_ident!("copy_{i}", span = Span::mixed_site()),
            bar: format_ident!("bar_{i}", span = Span::mixed_site()),
            name: p.name.clone(),
            real: p.real,
            role: p.role,
            long: p.real && matches!(&inner, Type::Slice(_))
                || p.real && (p.depth > 0 || p.structure) && vector(&inner).is_some(),
            structure,
            ty,
        })
    }
}

/// A slice as it is owned.
fn owned(ty: &Type) -> Type {
    match ty {
        Type::Slice(slice) => {
            let item = &slice.elem;
            parse_quote!(::retrograde::__private::Vec<#item>)
        }
        other => other.clone(),
    }
}

/// What arrays and vectors are made of.
fn leaf(ty: &Type) -> Type {
    match (ty, vector(ty)) {
        (_, Some(item)) => leaf(&item),
        (Type::Array(array), None) => leaf(&array.elem),
        (Type::Slice(slice), None) => leaf(&slice.elem),
        (other, None) => other.clone(),
    }
}

/// Whether a type is one of Rust's own without reals, or made of such.
fn is_discrete(ty: &Type) -> bool {
    let text = leaf(ty).to_token_stream().to_string();
    is_exact_type(&leaf(ty).to_token_stream()) && text != "str"
}

impl Copied {
    fn is_mutable(&self) -> bool {
        matches!(&self.ty, Type::Reference(r) if r.mutability.is_some())
    }

    /// Whether it is handed on as it came.
    fn stays(&self) -> bool {
        !self.real && self.role != Role::State
    }

    /// Whether its numbers are among those that are compared: what scratch holds means nothing.
    fn counts(&self) -> bool {
        self.real && self.role != Role::Scratch
    }

    /// What the argument is without its reference.
    fn value(&self) -> TokenStream {
        let name = &self.name;
        if matches!(self.ty, Type::Reference(_)) { quote!(*#name) } else { quote!(#name) }
    }

    /// The argument in a call.
    fn passed(&self) -> TokenStream {
        let (copy, name) = (&self.copy, &self.name);
        match &self.ty {
            _ if self.stays() => quote!(#name),
            Type::Reference(_) if self.is_mutable() => quote!(&mut #copy),
            Type::Reference(_) => quote!(&#copy),
            _ => quote!(::core::clone::Clone::clone(&#copy)),
        }
    }

    /// Its cotangent in a call.
    fn lent(&self) -> TokenStream {
        let bar = &self.bar;
        match self.long
            && !(self.is_mutable() && matches!(&self.ty, Type::Reference(r) if vector(&r.elem).is_some()))
        {
            true => quote!(&mut #bar[..]),
            false => quote!(&mut #bar),
        }
    }
}

/// Copies of all arguments, with the numbers at a point in place of the real ones; exact state comes from before the
/// function or from after it. What a structure holds beside its numbers does so too.
fn loaded(copied: &[Copied], at: &Ident, after: bool) -> TokenStream {
    let list = copied.iter().filter(|c| !c.stays()).map(|c| {
        let (copy, value) = (&c.copy, c.value());
        let kept = format_ident!("{}_after", copy, span = Span::mixed_site());
        let start = match after && is_kept(c) {
            true => quote!(::core::clone::Clone::clone(&#kept)),
            false => quote!(::retrograde::__private::ToOwned::to_owned(&#value)),
        };
        let load = c.counts().then(|| quote!(::retrograde::__private::Numbers::load(&mut #copy, &mut #at);));
        quote!(let mut #copy = #start; #load)
    });
    quote!(let mut #at = #at; #(#list)*)
}

/// Whether what the function leaves there is needed to go back: exact state, and what grows or has exact fields.
fn is_kept(c: &Copied) -> bool {
    c.role == Role::State
}

/// The real arguments one after another.
fn stored(copied: &[Copied], bars: bool) -> TokenStream {
    let list = copied.iter().filter(|c| c.counts()).map(|c| match (&c.structure, bars) {
        (Some(ty), true) => {
            let bar = &c.bar;
            // Said without a function in between, so that a type without a shadow is reported once.
            quote! {{
                let mut copy = ::core::clone::Clone::clone(&#bar);
                let to = ::retrograde::__private::RefCell::new(&mut numbers);
                <#ty as ::retrograde::__private::Differentiable>::absorb(&mut copy, &#bar, &|c, _| {
                    ::retrograde::__private::shown(c, &to)
                });
            }}
        }
        (_, _) => {
            let from = if bars { &c.bar } else { &c.copy };
            quote!(::retrograde::__private::Numbers::append(&#from, &mut numbers);)
        }
    });
    quote!({ let mut numbers = ::retrograde::__private::Vec::<f64>::new(); #(#list)* numbers })
}

fn beside(copied: &[Copied], hidden: bool) -> TokenStream {
    let list = copied.iter().map(|c| {
        let (primal, bar) = (c.passed(), c.lent());
        match (c.real, hidden) {
            (true, _) => quote!(#primal, #bar,),
            (false, true) => quote!(#primal, ::retrograde::__private::Discard,),
            (false, false) => quote!(#primal,),
        }
    });
    quote!(#(#list)*)
}

fn point(copied: &[Copied]) -> TokenStream {
    let list = copied.iter().filter(|c| c.counts()).map(|c| {
        let value = c.value();
        quote!(::retrograde::__private::Numbers::append(&#value, &mut numbers);)
    });
    quote!({ let mut numbers = ::retrograde::__private::Vec::<f64>::new(); #(#list)* numbers })
}

fn own(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// Copies of the cotangents' shapes, filled.
fn loaded_bars(programs: &Programs, copied: &[Copied], bars: &Ident) -> TokenStream {
    let c = &programs.real;
    let zero = quote!(<#c as ::retrograde::__private::Real>::constant(0.0));
    let real = quote!(#c);
    let names = Names { real: &real, cotangent: c };
    let list = copied.iter().filter(|c| c.real).map(|c| {
        let (copy, bar) = (&c.copy, &c.bar);
        match &c.structure {
            _ if !c.counts() => quote!(let mut #bar = ::core::clone::Clone::clone(&#copy);),
            Some(ty) => {
                let start = names.zero(ty, &quote!(#copy), &zero);
                quote! {
                    let mut #bar = #start;
                    {
                        let shape = ::core::clone::Clone::clone(&#bar);
                        let from = ::retrograde::__private::RefCell::new(&mut #bars);
                        <#ty as ::retrograde::__private::Differentiable>::absorb(&mut #bar, &shape, &|c, _| {
                            ::retrograde::__private::taken(c, &from)
                        });
                    }
                }
            }
            None => quote! {
                let mut #bar = ::core::clone::Clone::clone(&#copy);
                ::retrograde::__private::Numbers::load(&mut #bar, &mut #bars);
            },
        }
    });
    quote!(let mut #bars = #bars; #(#list)*)
}

fn changing(programs: &Programs, copied: &[Copied]) -> TokenStream {
    let (at, bars, start) = (own("at"), own("bars"), own("start"));
    let (point, before, after) = (point(copied), loaded(copied, &at, false), loaded(copied, &at, true));
    let (store, store_bars, load_bars) =
        (stored(copied, false), stored(copied, true), loaded_bars(programs, copied, &bars));
    let passed: Vec<TokenStream> = copied.iter().map(Copied::passed).collect();
    let (shown, hidden) = (beside(copied, false), beside(copied, true));
    let exact: Vec<&Copied> = copied.iter().filter(|c| is_kept(c)).collect();
    let kept: Vec<Ident> =
        exact.iter().map(|c| format_ident!("{}_after", c.copy, span = Span::mixed_site())).collect();
    let copies: Vec<&Ident> = exact.iter().map(|c| &c.copy).collect();
    let Programs { run, inverse, adjoint, coadjoint, sweep, .. } = programs;
    quote! {
        let #start = #point;
        let (#(#kept,)*) = {
            let #at = &#start[..];
            #before
            #run(#(#passed),*);
            (#(#copies,)*)
        };
        ::retrograde::__private::check_programs(
            &#start,
            |#at: &[f64]| { #before #run(#(#passed),*); #store },
            |#at: &[f64]| { #after #inverse(#(#passed),*); #store },
            |#at: &[f64], #bars: &[f64]| { #after #load_bars #adjoint(#shown); (#store, #store_bars) },
            |#at: &[f64], #bars: &[f64]| { #before #load_bars #coadjoint(#hidden); (#store, #store_bars) },
            |#at: &[f64], #bars: &[f64]| { #before #load_bars #sweep(#shown); (#store, #store_bars) },
        )
    }
}

fn returning(programs: &Programs, copied: &[Copied]) -> TokenStream {
    let (at, bars, start, seed) = (own("at"), own("bars"), own("start"), own("seed"));
    let (point, before) = (point(copied), loaded(copied, &at, false));
    let (store_bars, load_bars) = (stored(copied, true), loaded_bars(programs, copied, &bars));
    let passed: Vec<TokenStream> = copied.iter().map(Copied::passed).collect();
    let shown = beside(copied, false);
    let Programs { run, pull, .. } = programs;
    let value = own("value");
    let handed = if programs.is_method { quote!(#shown #value) } else { quote!(#value, #shown) };
    quote! {
        let #start = #point;
        ::retrograde::__private::check_pullback(
            &#start,
            |#at: &[f64]| {
                #before
                let mut numbers = ::retrograde::__private::Vec::<f64>::new();
                ::retrograde::__private::Numbers::append(&#run(#(#passed),*), &mut numbers);
                numbers
            },
            |#at: &[f64], #seed: &[f64], #bars: &[f64]| {
                #before
                #load_bars
                let (mut #value, mut #seed) = (#run(#(#passed),*), #seed);
                ::retrograde::__private::Numbers::load(&mut #value, &mut #seed);
                let #value = #pull(#handed);
                let mut numbers = ::retrograde::__private::Vec::<f64>::new();
                ::retrograde::__private::Numbers::append(&#value, &mut numbers);
                (numbers, #store_bars)
            },
        )
    }
}
