//! `f::jvp(…)`, `f::hessian(…)`, `f::hessian_vector_product(…)` and the Jacobian in a slice, beside an emitted `f::jacobian(…)`.
//!
//! A function that is generic over its number runs at dual numbers: its arguments are lifted by the kinds of their types, and the list
//! of a check is made of them again (`retrograde/src/check/second.rs`). Law: what the block or the function asks of the number is asked
//! of dual numbers when somebody calls, and never before; a function that is written at one number has `jvp` by the rows of its
//! Jacobian, and says what to write where a second derivative is asked for.

use super::copied::{Copied, owned};
use super::kind::Reals;
use super::matrix::{Listing, Map, tuple};
use super::{Value, Words, predicates_of};
use crate::emit::item::Item;
use crate::emit::types::{bounds_at, mentions, replaced, stripped};
use crate::ir::{CalleeKind, RealType};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::{Ident, Path, Type, parse_quote};

/// The function at dual numbers.
struct Twice {
    /// The bounds that must hold there.
    bounds: Vec<syn::WherePredicate>,
    /// The number.
    number: Path,
    /// The arguments.
    arguments: Vec<Copied>,
    /// Their types, without references.
    inner: Vec<Type>,
}

impl Item<'_> {
    /// The programs, of which those are left out whose names are methods of the user.
    pub(super) fn second(&self, arguments: &[Copied], of: &Listing<'_>, map: &Map<'_>) -> TokenStream {
        // There is no derivative by nothing.
        if arguments.is_empty() {
            return TokenStream::new();
        }
        let names = |programs: &[(&str, &str)]| {
            let free = programs.iter().filter(|(_, name)| self.offers.is_free(&self.program(name)));
            let list = free.map(|(kind, name)| {
                let (kind, name) = (Ident::new(kind, Span::mixed_site()), self.program(name));
                quote!([#kind #name])
            });
            quote!(#(#list)*)
        };
        let by_rows = names(&[
            ("jacobian", "jacobian"),
            ("jacobian_by_rows", "jacobian_by_rows"),
            ("jacobian_by_columns", "jacobian_by_columns"),
        ]);
        let along = Directions::of(arguments, of.reals);
        let rows = self.rows(arguments, of, map, &along);
        let twice = self.twice(arguments, of, map.value);
        if let Some(twice) = twice.and_then(|twice| self.programs_twice(arguments, of, map, &along, &twice)) {
            let at_dual = names(&[
                ("jvp", "jvp"),
                ("hessian", "hessian"),
                ("hessian_vector_product", "hessian_vector_product"),
            ]);
            let (rows, twice) = (rows.asked(&by_rows), twice.asked(&at_dual));
            return quote!(#rows #twice);
        }
        let others = names(&[
            ("jvp_by_rows", "jvp"),
            ("hessian_of_none", "hessian"),
            ("product_of_none", "hessian_vector_product"),
        ]);
        rows.asked(&quote!(#by_rows #others))
    }

    /// The function at dual numbers; nothing where it is written at one number, or where another type depends on the number in a way
    /// that its text does not tell.
    fn twice(&self, arguments: &[Copied], of: &Listing<'_>, value: Option<&Value>) -> Option<Twice> {
        let function = &self.stages.function;
        let (generics, to) = (&function.item.sig.generics, of.reals.to);
        let real = match &function.real {
            RealType::Generic(real) if real != "Fixed43" => real,
            RealType::Generic(_) | RealType::Concrete(_) => return None,
        };
        if generics.type_params().any(|param| param.ident != *real) {
            return None;
        }
        let number: Path = parse_quote!(::retrograde::__private::Dual<#to>);
        let twice = Reals { real, to: &number };
        let mut bounds = bounds_at(generics, real, &number);
        if let Some(block) = &self.block {
            bounds.extend(bounds_at(&block.generics, real, &number));
            // The other parameters of the block stay, and what holds of them may not hold at dual numbers.
            let is_other = |param: &syn::TypeParam| param.ident != *real;
            if block.generics.type_params().any(is_other) {
                return None;
            }
        }
        if !to.is_ident("f64") {
            bounds.push(parse_quote!(for<'check> #to: ::retrograde::__private::tape::Scalar));
        }
        let params = &self.params[..arguments.len()];
        let written: Vec<Type> =
            params.iter().map(|p| self.without_self(&p.written)).collect::<Option<_>>()?;
        let mut copied = Vec::new();
        for (i, (p, written)) in params.iter().zip(&written).enumerate() {
            if mentions(written, real) && holds_any(written) {
                return None;
            }
            let mut copy = Copied::of(i, p, written, twice, &mut bounds)?;
            if copy.stays() && mentions(written, real) {
                // It is another value there, and `self` cannot be bound.
                copy.name = format_ident!("held_{i}", span = Span::mixed_site());
            }
            copied.push(copy);
            of.reals.lifts(&stripped(written).0, &number, &mut bounds);
        }
        if let Some(value) = value {
            let ty = self.without_self(&value.ty)?;
            twice.bounds(&ty, value.is_structure, &mut bounds)?;
            of.reals.lifts(&ty, &number, &mut bounds);
        }
        // Nothing is lifted whose owned type is not known.
        let is_known = |c: &Copied| c.stays() || c.types(to).is_some();
        arguments.iter().all(is_known).then(|| Twice {
            bounds,
            number,
            arguments: copied,
            inner: written.iter().map(|ty| stripped(ty).0).collect(),
        })
    }

    /// Returns a type with the name of the block's in the place of `Self`.
    fn without_self(&self, ty: &Type) -> Option<Type> {
        let own = Ident::new("Self", Span::call_site());
        match &self.block {
            _ if !mentions(ty, &own) => Some(ty.clone()),
            Some(block) => match &block.of {
                Type::Path(of) if of.qself.is_none() => Some(replaced(ty, &own, &of.path)),
                _ => None,
            },
            None => None,
        }
    }

    /// The path of a program at dual numbers.
    fn at_twice(&self, name: &str, twice: &Twice) -> Option<TokenStream> {
        let own = Ident::new("Self", Span::call_site());
        let program = self.program(name);
        Some(match (self.place, name) {
            (CalleeKind::Free, "") => self.at(""),
            (CalleeKind::Free, _) => quote!(Self::#program),
            (CalleeKind::Method | CalleeKind::OfTrait | CalleeKind::InTrait, name) => {
                let program =
                    if name.is_empty() && self.takes_otherwise() { self.program("__run") } else { program };
                let of = self.without_self(&parse_quote!(#own))?;
                let of = replaced(&of, self.stages.function.real.ident(), &twice.number);
                quote!(<#of>::#program)
            }
        })
    }

    /// The generic arguments of a program at a number.
    fn said_at(&self, number: &Path, with: Option<&Path>) -> TokenStream {
        let function = &self.stages.function;
        let real = function.real.ident();
        let own = function.item.sig.generics.params.iter().filter_map(|p| match p {
            syn::GenericParam::Lifetime(_) => None,
            syn::GenericParam::Type(p) if p.ident == *real => Some(quote!(#number)),
            syn::GenericParam::Type(p) => Some(quote::ToTokens::to_token_stream(&p.ident)),
            syn::GenericParam::Const(p) => Some(quote::ToTokens::to_token_stream(&p.ident)),
        });
        let own: Vec<TokenStream> = own.collect();
        if own.is_empty() { TokenStream::new() } else { quote!(::<#(#own,)* #with>) }
    }

    /// The function at dual numbers, put together.
    fn programs_twice(
        &self,
        arguments: &[Copied],
        of: &Listing<'_>,
        map: &Map<'_>,
        along: &Directions,
        twice: &Twice,
    ) -> Option<Together> {
        let reals = of.reals;
        let (to, number) = (reals.to, &twice.number);
        let Map { head, row: (row, row_type), value_type, .. } = map;
        let lifted_type = |i: usize| owned(replaced(&twice.inner[i], reals.real, number));
        let kind = |i: usize| reals.lift(&twice.inner[i]);
        let clause = predicates_of(&twice.bounds);
        let (mut pairs, mut held, mut lifted) = (Vec::new(), Vec::new(), Vec::new());
        for (i, c) in arguments.iter().enumerate() {
            let (kind, ty, value) = (kind(i), lifted_type(i), c.lent());
            if let Some(part) = along.part(i) {
                pairs.push(quote!([#kind, #ty, #value, #part]));
            }
            if !c.stays() {
                let how = Ident::new(if c.is_part() { "lifted" } else { "constant" }, Span::mixed_site());
                lifted.push(quote!([#how, #kind, #ty, #value]));
            } else if mentions(&twice.inner[i], reals.real) {
                let and = matches!(c.ty, Type::Reference(_)).then(|| quote!(&));
                let name = &twice.arguments[i].name;
                held.push(quote! {
                    [#name, #and ::retrograde::__private::check::constant::<#kind, _, #ty, #to>(
                        #value, &mut || <#to as ::retrograde::Real>::constant(0.0)
                    )]
                });
            }
        }
        let entries = twice.arguments.iter().filter(|c| !c.stays()).map(|c| {
            let copy = &c.copy;
            c.entry(&quote!(#copy))
        });
        let Words { copies, bars, passed, shown, .. } = Words::of(&twice.arguments, false);
        let [part, own, seed] = ["part", "own", "seed"].map(|name| Ident::new(name, Span::mixed_site()));
        let said = self.said_at(number, None);
        let said_with = self.said_at(number, Some(number).filter(|_| self.carries));
        let (run, back) =
            (self.at_twice("", twice)?, self.at_twice(Map::pullback(map.value, arguments), twice)?);
        let changed = arguments.iter().enumerate().filter(|(_, c)| c.is_changed());
        let left = changed.map(|(i, c)| {
            let (kind, ty, copy) = (kind(i), lifted_type(i), &c.copy);
            let own = owned(replaced(&twice.inner[i], reals.real, to));
            quote!(::retrograde::__private::check::lowered::<#kind, #own, #ty, #to>(#copy, #part))
        });
        let own_value = match map.value {
            Some(value) => {
                let ty = self.without_self(&value.ty)?;
                let (lift, at) = (reals.lift(&ty), replaced(&ty, reals.real, number));
                let plain = replaced(&ty, reals.real, to);
                Some(quote!(::retrograde::__private::check::lowered::<#lift, #plain, #at, #to>(#own, #part)))
            }
            None => None,
        };
        let left = tuple(&own_value.into_iter().chain(left).collect::<Vec<_>>());
        let (kind, handed) = (Map::kind(map.value, reals), self.carried(map.value, &seed, &shown));
        let programs = quote! {
            [#kind] [#run #said] [#back #said_with] #own #seed [#passed] [#handed] #part [#left]
        };
        let (listed, taken, name) = (&of.words.listed, along.taken(), self.program("__twice"));
        let put_together = quote! {
            ::retrograde::__private::checked! {
                @twice #name #head [#to, #row_type, #value_type] [#clause]
                #listed [#(#held)*] [#(#lifted)*] [#(#entries)*] #copies #bars [#row] #programs
            }
        };
        let shared = self.shared(of, map, &name);
        Some(Together { put_together, shared: quote!({ #shared [#clause] [#taken] [#(#pairs)*] }) })
    }

    /// The function as rows: what is written at one number has directions by these, too.
    fn rows(&self, arguments: &[Copied], of: &Listing<'_>, map: &Map<'_>, along: &Directions) -> Together {
        let to = of.reals.to;
        let Map { head, row: (row, row_type), value_type, by_rows, .. } = map;
        let (entries, taken) = (along.entries(arguments), along.taken());
        let (listed, name) = (&of.words.listed, self.program("__rows"));
        let put_together = quote! {
            ::retrograde::__private::checked! {
                @rows #name #head [#to, #row_type, #value_type] #listed [#row] #by_rows
            }
        };
        let shared = self.shared(of, map, &name);
        Together { put_together, shared: quote!({ #shared [] [#taken] [#(#entries)*] }) }
    }

    /// The head of what is asked of a map, the call of the function of this name that puts it together, and the types.
    fn shared(&self, of: &Listing<'_>, map: &Map<'_>, name: &Ident) -> TokenStream {
        let Map { head, row: (_, row_type), value_type, given, .. } = map;
        let (to, own) = (of.reals.to, &of.own);
        let said = (!own.is_empty()).then(|| quote!(::<#own _>));
        quote!(#head [Self::#name #said] [#given] [#to, #row_type, #value_type])
    }
}

/// A map that is put together by a hidden function, and what all that is asked of it has in common.
struct Together {
    put_together: TokenStream,
    shared: TokenStream,
}

impl Together {
    /// The hidden function, and the functions of these kinds and names.
    fn asked(&self, programs: &TokenStream) -> TokenStream {
        let Together { put_together, shared } = self;
        quote! {
            #put_together
            ::retrograde::__private::checked! { @asked #shared #programs }
        }
    }
}

/// True for `impl Fn(T) -> T` and the like: a value of such a type is not there at dual numbers.
fn holds_any(ty: &Type) -> bool {
    struct Search(bool);
    impl crate::syntax::visit::Visit<'_> for Search {
        fn visit_type(&mut self, ty: &Type) {
            self.0 |= matches!(ty, Type::ImplTrait(_) | Type::TraitObject(_) | Type::BareFn(_));
            crate::syntax::visit::visit_type(self, ty);
        }
    }
    let mut search = Search(false);
    crate::syntax::visit::Visit::visit_type(&mut search, ty);
    search.0
}

/// The direction: a part for each argument with derivatives, as the argument is read; numbers and arrays stand for themselves.
struct Directions {
    parts: Vec<Option<(Ident, Type)>>,
}

impl Directions {
    fn of(arguments: &[Copied], reals: Reals<'_>) -> Directions {
        let part = |(i, c): (usize, &Copied)| {
            let name = format_ident!("along_{i}", span = Span::mixed_site());
            let ty = match &c.ty {
                Type::Reference(r) => match &*r.elem {
                    Type::Array(_) => (*r.elem).clone(),
                    Type::Path(path) if path.path == *reals.to => (*r.elem).clone(),
                    _ => Type::Reference(syn::TypeReference { mutability: None, ..r.clone() }),
                },
                ty => ty.clone(),
            };
            c.is_part().then_some((name, ty))
        };
        Directions { parts: arguments.iter().enumerate().map(part).collect() }
    }

    /// The part of an argument, lent.
    fn part(&self, i: usize) -> Option<TokenStream> {
        self.parts[i].as_ref().map(|(name, ty)| match ty {
            Type::Reference(_) => quote!(#name),
            _ => quote!(&#name),
        })
    }

    /// The parameter.
    fn taken(&self) -> TokenStream {
        let names = tuple(&self.parts.iter().flatten().map(|(name, _)| name).collect::<Vec<_>>());
        let types = tuple(&self.parts.iter().flatten().map(|(_, ty)| ty).collect::<Vec<_>>());
        quote!(#names: #types)
    }

    /// The parts as a list.
    fn entries(&self, arguments: &[Copied]) -> Vec<TokenStream> {
        let entry = |(i, c): (usize, &Copied)| self.part(i).map(|part| c.entry(&part));
        arguments.iter().enumerate().filter_map(entry).collect()
    }
}
