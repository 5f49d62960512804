//! A program of a batch: its arguments, and the counts of instances that it compares.

use super::{Kind, Part, count, hidden, shaped, source};
use crate::emit::item::Item;
use crate::emit::lanes::constants;
use proc_macro2::TokenStream;
use quote::quote;
use syn::Ident;

/// One program of a batch.
pub(super) struct Batch<'a> {
    pub(super) item: &'a Item<'a>,
    pub(super) kind: Kind,
    pub(super) parts: &'a [Part<'a>],
    /// The number of rows of a Jacobian.
    pub(super) rows: TokenStream,
    /// The output whose length is the number of instances.
    pub(super) first: &'a Part<'a>,
}

/// The way in which a batch takes cotangents.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bar {
    /// Has none, or sets them for itself.
    None,
    /// Reads those of values.
    Read,
    /// Reads and changes those of outputs.
    Changed,
    /// Sets a block of a Jacobian.
    Set,
    /// Sets columns of a Jacobian that all arguments share.
    Columns,
    /// Adds to them.
    Added,
}

impl Batch<'_> {
    /// True if primal and adjoint are one program.
    pub(super) fn is_fused(&self) -> bool {
        let stages = self.item.stages;
        stages.sweep.is_some() || stages.function.output.is_some()
    }

    pub(super) fn bar(&self, part: &Part<'_>) -> Bar {
        match (self.kind, part.is_output(), part.active) {
            (Kind::Run, ..) | (_, _, false) => Bar::None,
            (Kind::Jacobian | Kind::Rows, true, _) if self.is_fused() => Bar::None,
            (Kind::Jacobian, ..) => Bar::Set,
            (Kind::Rows, ..) => Bar::Columns,
            (Kind::Sweep, true, _) if part.param.is_none() => Bar::Read,
            (Kind::Sweep, true, _) => Bar::Changed,
            (Kind::Sweep, false, _) => Bar::Added,
        }
    }

    /// The cotangents over a number: one, or one for each row.
    pub(super) fn over(&self, number: &TokenStream) -> TokenStream {
        let rows = &self.rows;
        if self.kind.seeds_each() { quote!([#number; #rows]) } else { number.clone() }
    }

    /// The rows of all instances, whose columns are those of all arguments, and the number of numbers in those of one.
    pub(super) fn shared_rows(&self) -> Option<(Ident, TokenStream)> {
        let (rows, columns) = (&self.rows, self.columns(None)?);
        (self.kind == Kind::Rows).then(|| (hidden("rows"), quote!({ (#rows) * (#columns) })))
    }

    /// The number of columns that arguments before a part have in shared rows, or that all have, if any.
    pub(super) fn columns(&self, before: Option<&Part<'_>>) -> Option<TokenStream> {
        let before = self.parts.iter().take_while(|part| before.is_none_or(|end| end.name != part.name));
        let counts = before.filter(|part| self.bar(part) == Bar::Columns).map(|part| count(&part.ty));
        counts.reduce(|a, b| quote!(#a + #b))
    }

    /// The levels of arrays of the cotangents of a part.
    pub(super) fn depth_of_bar(&self, part: &Part<'_>) -> usize {
        part.ty.depth() + usize::from(self.kind.seeds_each())
    }

    /// The number of numbers of the cotangents of a part.
    pub(super) fn count_of_bar(&self, part: &Part<'_>) -> TokenStream {
        let (count, rows) = (count(&part.ty), &self.rows);
        if self.kind.seeds_each() { quote!(#count * #rows) } else { count }
    }

    pub(super) fn emitted(&self, in_lanes: bool) -> TokenStream {
        let f64 = quote!(::core::primitive::f64);
        let (item, first, kind) = (self.item, &self.first.name, self.kind);
        let params = self.parts.iter().map(|part| {
            let (name, bar, number) = (&part.name, &part.bar, shaped(&part.ty, &f64));
            let taken = match (part.source, part.param) {
                (Some(number), _) => {
                    let (given, _) = source(number);
                    quote!(#name: #given,)
                }
                (None, Some(p)) if part.is_exact() => {
                    let ty = &p.written;
                    quote!(#name: #ty,)
                }
                _ => quote!(#name: &mut [#number],),
            };
            let cotangent = shaped(&part.ty, &self.over(&f64));
            let bar = match self.bar(part) {
                Bar::None | Bar::Columns => quote!(),
                Bar::Read => quote!(#bar: &[#cotangent],),
                Bar::Changed | Bar::Set => quote!(#bar: &mut [#cotangent],),
                Bar::Added => quote!(#bar: impl ::retrograde::__private::batch::Added<#cotangent>,),
            };
            quote!(#taken #bar)
        });
        let shared = self.shared_rows();
        let rows = shared.iter().map(|(rows, _)| quote!(#rows: &mut [#f64],));
        let params: TokenStream = params.chain(rows).collect();
        let name_of_first = first.to_string();
        let as_many = |name: &Ident, found: TokenStream| {
            let name = name.to_string();
            quote!(::retrograde::__private::batch::as_many(#name, #found, #name_of_first, _count);)
        };
        let counted = self.parts.iter().map(|part| {
            let (name, bar) = (&part.name, &part.bar);
            let own = match part.source {
                Some(_) => as_many(name, quote!(::retrograde::__private::batch::Given::count(&#name))),
                None if part.is_output() => as_many(name, quote!(::core::option::Option::Some(#name.len()))),
                None => quote!(),
            };
            let of_bar = match self.bar(part) {
                Bar::None | Bar::Columns => quote!(),
                Bar::Read | Bar::Changed | Bar::Set => {
                    as_many(bar, quote!(::core::option::Option::Some(#bar.len())))
                }
                Bar::Added => as_many(bar, quote!(::retrograde::__private::batch::Added::count(&#bar))),
            };
            quote!(#own #of_bar)
        });
        let counted_rows = shared.iter().map(|(rows, each)| {
            let counted = as_many(rows, quote!(::core::option::Option::Some(#rows.count())));
            quote!(let #rows = ::retrograde::__private::batch::Rows::new(#rows, #each); #counted)
        });
        let counted: TokenStream = counted.chain(counted_rows).collect();
        let block = self.block(in_lanes);
        // What blocks have to themselves.
        let rows = shared.iter().fold(quote!(()), |own, (rows, _)| quote!((#rows, #own)));
        let own = self.parts.iter().rev().fold(rows, |own, part| {
            let is_own = match self.bar(part) {
                Bar::Read | Bar::Changed | Bar::Set => true,
                Bar::None | Bar::Added | Bar::Columns => false,
            };
            let bar = is_own.then_some(&part.bar);
            let names = part.is_output().then_some(&part.name).into_iter().chain(bar);
            names.fold(own, |own, name| quote!((#name, #own)))
        });
        let body = match kind {
            Kind::Run | Kind::Jacobian | Kind::Rows => quote! {
                ::retrograde::__private::batch::for_parts(
                    _count,
                    ::retrograde::__private::batch::BLOCK,
                    #own,
                    &|_range: ::core::ops::Range<::core::primitive::usize>, #own| { #block },
                );
            },
            Kind::Sweep => {
                let added = || self.parts.iter().rev().filter(|part| self.bar(part) == Bar::Added);
                let rooms = added().fold(quote!(()), |rest, part| {
                    let bar = &part.bar;
                    quote!((mut #bar, #rest))
                });
                let places = added().fold(quote!(()), |rest, part| {
                    let bar = &part.bar;
                    quote!((::retrograde::__private::batch::cotangents(#bar), #rest))
                });
                quote! {
                    ::retrograde::__private::batch::for_rounds(
                        _count,
                        #own,
                        #places,
                        &|_range: ::core::ops::Range<::core::primitive::usize>, #own, #rooms| { #block },
                    );
                }
            }
        };
        let body = if item.hollow {
            quote!(::core::unimplemented!())
        } else {
            quote!(let _count = #first.len(); #counted #body)
        };
        let (generics, (constants, _)) = (self.sources(), self.constants());
        let (name, doc) = (item.program(kind.name()), kind.doc(&item.stages.function.item.sig.ident));
        quote! {
            #[doc = #doc]
            #[track_caller]
            pub fn #name<#generics #(#constants),*>(#params) {
                #body
            }
        }
    }

    /// The constants of the function, as parameters and as arguments.
    pub(super) fn constants(&self) -> (Vec<TokenStream>, Vec<&Ident>) {
        constants(&self.item.stages.function.item.sig.generics)
    }

    /// The declarations of the sources' types.
    pub(super) fn sources(&self) -> TokenStream {
        let f64 = quote!(::core::primitive::f64);
        let sources = || self.parts.iter().filter_map(|part| Some((part, source(part.source?))));
        let lifetimes = sources().map(|(_, (_, lifetime))| quote!(#lifetime,));
        let types = sources().map(|(part, (given, lifetime))| {
            let ty = shaped(&part.ty, &f64);
            quote!(#given: ::retrograde::__private::batch::Given<#lifetime, #ty>,)
        });
        quote!(#(#lifetimes)* #(#types)*)
    }

    /// Emits the instances of one block: those that run together, and the rest.
    pub(super) fn block(&self, in_lanes: bool) -> TokenStream {
        let alone = self.alone();
        let done = if in_lanes { self.in_lanes() } else { quote!(0) };
        let rows = self.shared_rows().map(|(rows, _)| quote!(let #rows = #rows.numbers();));
        quote! {
            let (_first, _count) = (_range.start, _range.len());
            #rows
            let _done: ::core::primitive::usize = #done;
            for _at in _done.._count { #alone }
        }
    }
}
