//! Emits the programs of a function that is marked `#[reversible(batch)]`: `batch`, `batch_jacobian` and `batch_sweep` run it for many
//! arguments.
//!
//! Takes the stages, returns functions in `impl f`. Blocks of instances run on threads. Of a block, eight at a time run in lanes, by
//! hidden programs whose numbers are vectors (`simplify/lanes/instances.rs`), and the rest one by one, by the programs that every
//! function has; so do all of them if the function does not run in lanes.

use super::item::Item;
use super::lanes::vector;
use super::params::Param;
use super::steps::Emitter;
use crate::ir::print::{self, Printer};
use crate::ir::*;
use crate::simplify::Instances;
use crate::simplify::access::mutated;
use crate::stages::{Together, together};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::Ident;

/// A program of a batch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The function.
    Run,
    /// The function, and a row of derivatives for each output.
    Jacobian,
    /// The function and its adjoint.
    Sweep,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Run => "batch",
            Kind::Jacobian => "batch_jacobian",
            Kind::Sweep => "batch_sweep",
        }
    }

    fn doc(self, name: &Ident) -> String {
        let common = "`&items` gives instance `i` the argument `items[i]`; for others see `retrograde::batch`. All \
                      instances run on the current pool of threads with the feature `rayon`, and the results are the same bits on \
                      any number of them.\n\n# Panics\n\nIf an argument is for another number of instances than the first one.";
        let what = match self {
            Kind::Run => format!("Runs [`{name}`]({name}()) for many arguments, eight at a time."),
            Kind::Jacobian => format!(
                "Runs [`{name}`]({name}()) for many arguments, eight at a time, and sets the Jacobian of each: beside each number of an \
                 argument, its derivatives of all outputs, in their order. Outputs that are only added to have no \
                 columns."
            ),
            Kind::Sweep => format!(
                "Runs [`{name}`]({name}()) and its adjoint for many arguments, eight at a time: the cotangents of outputs are as \
                 `sweep` leaves them, and those of arguments are added up, on one thread."
            ),
        };
        format!("{what}\n\n{common}")
    }
}

/// An argument of the function, or its value.
struct Part<'a> {
    name: Ident,
    bar: Ident,
    param: Option<&'a Param>,
    ty: Type,
    by_value: bool,
    /// True if it has cotangents.
    active: bool,
    /// The number of this source, if it is no output.
    source: Option<usize>,
}

impl Part<'_> {
    fn is_exact(&self) -> bool {
        matches!(self.ty.leaf(), Type::Exact(_))
    }

    fn is_output(&self) -> bool {
        self.source.is_none() && !self.is_exact()
    }
}

/// Prints `[[leaf; 3]; 2]` in the shape of a type: a type, or a value.
fn shaped(ty: &Type, leaf: &TokenStream) -> TokenStream {
    match ty {
        Type::Array(item, length) => {
            let item = shaped(item, leaf);
            quote!([#item; #length])
        }
        // `check/batch` lets nothing else pass.
        Type::Real | Type::Exact(_) | Type::Slice(_) | Type::Vec(_) => leaf.clone(),
        Type::Map(..) | Type::Structure(_) | Type::Unknown => leaf.clone(),
    }
}

/// The number of leaves of a type.
fn count(ty: &Type) -> TokenStream {
    match ty {
        Type::Array(item, length) => {
            let item = count(item);
            quote!((#length) * #item)
        }
        Type::Real | Type::Exact(_) | Type::Slice(_) | Type::Vec(_) => quote!(1),
        Type::Map(..) | Type::Structure(_) | Type::Unknown => quote!(1),
    }
}

/// Prints a place with arrays of a depth as a slice of what they hold.
fn flat(place: TokenStream, depth: usize, mutable: bool) -> TokenStream {
    let (whole, part) = match mutable {
        true => (quote!(::core::slice::from_mut(&mut #place)), quote!(.as_flattened_mut())),
        false => (quote!(::core::slice::from_ref(&#place)), quote!(.as_flattened())),
    };
    let parts = std::iter::repeat_n(part, depth);
    quote!(#whole #(#parts)*)
}

/// Prints the elements of a slice of arrays of a depth as one slice.
fn flat_items(slice: TokenStream, depth: usize, mutable: bool) -> TokenStream {
    let part = if mutable { quote!(.as_flattened_mut()) } else { quote!(.as_flattened()) };
    let parts = std::iter::repeat_n(part, depth);
    quote!(#slice #(#parts)*)
}

fn hidden(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The names of the sources' types, and of their lifetimes.
fn source(number: usize) -> (Ident, syn::Lifetime) {
    (
        format_ident!("Given{}", number, span = Span::mixed_site()),
        syn::Lifetime::new(&format!("'given_{number}"), Span::mixed_site()),
    )
}

impl Item<'_> {
    /// Returns the three programs, and those that they run in lanes.
    pub(super) fn batch_programs(&self) -> TokenStream {
        let parts = self.parts_of_batch();
        if self.hollow {
            let kinds = [Kind::Run, Kind::Jacobian, Kind::Sweep];
            let programs = kinds.map(|kind| self.batch_program(kind, &parts, false));
            return quote!(#(#programs)*);
        }
        let Together { run, back } = together(self.stages);
        // What is always checked runs one by one: a program in lanes checks nothing.
        let (run, back) = match self.stages.function.options.checks {
            Checks::Always => (Err(String::new()), Err(String::new())),
            Checks::Debug | Checks::Never if run.is_ok() => (run, back),
            Checks::Debug | Checks::Never => (run, Err(String::new())),
        };
        let in_lanes = [run.as_ref().ok(), back.as_ref().ok()].into_iter().flatten();
        let in_lanes = in_lanes.map(|instances| self.program_in_lanes(instances));
        let programs =
            [(Kind::Run, run.is_ok()), (Kind::Jacobian, back.is_ok()), (Kind::Sweep, back.is_ok())];
        let programs = programs.map(|(kind, in_lanes)| self.batch_program(kind, &parts, in_lanes));
        quote! {
            ::retrograde::__private::when_lanes! { #(#in_lanes)* }
            #(#programs)*
        }
    }

    /// The parts of the signature of a batch: the value first, if there is one.
    fn parts_of_batch(&self) -> Vec<Part<'_>> {
        let function = &self.stages.function;
        let value = function.output.map(|var| Part {
            name: self.own("value"),
            bar: self.own("value_bar"),
            param: None,
            ty: function.vars[var].ty.clone(),
            by_value: false,
            active: true,
            source: None,
        });
        let mut sources = 0;
        let params = self.params.iter().zip(&function.params).map(|(p, of)| {
            let v = &function.vars[of.var];
            let is_source = v.role == Role::Input && !matches!(v.ty, Type::Exact(_));
            let source = is_source.then_some(sources);
            sources += usize::from(is_source);
            Part {
                name: p.name.clone(),
                bar: p.bar.clone(),
                param: Some(p),
                ty: v.ty.clone(),
                by_value: v.passing == Passing::Value,
                active: v.active,
                source,
            }
        });
        value.into_iter().chain(params).collect()
    }

    /// Emits a program whose numbers are vectors.
    fn program_in_lanes(&self, instances: &Instances) -> TokenStream {
        let procedure = &instances.procedure;
        let mutated = mutated(&procedure.steps, &procedure.vars);
        let (real, none) = (RealType::Generic(vector()), Default::default());
        let carries = procedure.params.iter().any(|(_, shadow)| shadow.is_some())
            || procedure.output.is_some_and(|(_, seed)| seed.is_some());
        let (v, c) = (real.ident(), if carries { hidden("C") } else { vector() });
        let lanes =
            print::Lanes { index: instances.index, truths: &instances.truths, scattered: &none, depth: 0 };
        let emitter = Emitter {
            printer: Printer { lanes: Some(lanes), ..Printer::of_programs(&procedure.vars, &real) },
            cotangent: &c,
            checks: Checks::Never,
            mutated: &mutated,
            fallible: false,
            asked: None,
            loans: None,
            decided: None,
        };
        let steps = emitter.steps(&procedure.steps);
        let (items, function) = (&self.stages.function.items, &self.stages.function);
        let params = procedure.params.iter().zip(&self.params).map(|((var, shadow), p)| {
            let (name, variable) = (emitter.name(*var), &function.vars[*var]);
            let bar = shadow.map(|shadow| {
                let (name, ty) = (emitter.name(shadow), shaped(&variable.ty, &quote!(#c)));
                quote!(#name: &mut #ty,)
            });
            let written = &p.written;
            let ty = match (&variable.ty, variable.passing) {
                (Type::Exact(_), _) => quote!(#written),
                (ty, Passing::Value) => shaped(ty, &quote!(#v)),
                (ty, Passing::Shared) => {
                    let ty = shaped(ty, &quote!(#v));
                    quote!(&#ty)
                }
                (ty, Passing::Mutable) => {
                    let ty = shaped(ty, &quote!(#v));
                    quote!(&mut #ty)
                }
            };
            quote!(#name: #ty, #bar)
        });
        let seed = procedure.output.and_then(|(var, seed)| Some((var, seed?))).map(|(var, seed)| {
            let (name, ty) = (emitter.name(seed), shaped(&function.vars[var].ty, &quote!(#c)));
            quote!(#name: #ty,)
        });
        let value = procedure.output.map(|(var, _)| emitter.name(var));
        let returned = procedure.output.map(|(var, _)| {
            let ty = shaped(&function.vars[var].ty, &quote!(#v));
            quote!(-> #ty)
        });
        let name = if carries { quote!(__back_in_lanes) } else { quote!(__run_in_lanes) };
        let c = carries.then(|| quote!(#c: ::retrograde::__private::lanes::Chosen<#v>));
        quote! {
            #[doc(hidden)]
            #[inline(always)]
            pub fn #name<#v: ::retrograde::__private::lanes::Vector<Scalar = ::core::primitive::f64>, #c>(
                #seed #(#params)*
            ) #returned {
                #[allow(unused_imports)]
                use ::retrograde::__private::traits::*;
                #items
                #steps
                #value
            }
        }
    }

    fn batch_program(&self, kind: Kind, parts: &[Part<'_>], in_lanes: bool) -> TokenStream {
        let outputs = parts.iter().filter(|part| part.is_output() && part.active);
        let rows = outputs.map(|part| count(&part.ty)).reduce(|a, b| quote!(#a + #b));
        let Some(first) = parts.iter().find(|part| part.is_output()) else { return TokenStream::new() };
        let program = Batch { item: self, kind, parts, rows: quote!({ #rows }), first };
        program.emitted(in_lanes)
    }

    /// True if the programs check something in debug builds, which no program in lanes does.
    fn checks_in_debug(&self) -> bool {
        let back = self.stages.sweep.as_ref().unwrap_or(&self.stages.adjoint);
        back.checked.is_some() && self.stages.function.options.checks == Checks::Debug
    }
}

/// One program of a batch.
struct Batch<'a> {
    item: &'a Item<'a>,
    kind: Kind,
    parts: &'a [Part<'a>],
    /// The number of rows of a Jacobian.
    rows: TokenStream,
    /// The output whose length is the number of instances.
    first: &'a Part<'a>,
}

/// The way in which a batch takes cotangents.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bar {
    /// It has none, or sets them for itself.
    None,
    /// It reads those of values.
    Read,
    /// It reads and changes those of outputs.
    Changed,
    /// It sets a block of a Jacobian.
    Set,
    /// It adds to them.
    Added,
}

impl Batch<'_> {
    /// True if primal and adjoint are one program.
    fn is_fused(&self) -> bool {
        let stages = self.item.stages;
        stages.sweep.is_some() || stages.function.output.is_some()
    }

    fn bar(&self, part: &Part<'_>) -> Bar {
        match (self.kind, part.is_output(), part.active) {
            (Kind::Run, ..) | (_, _, false) => Bar::None,
            (Kind::Jacobian, true, _) if self.is_fused() => Bar::None,
            (Kind::Jacobian, ..) => Bar::Set,
            (Kind::Sweep, true, _) if part.param.is_none() => Bar::Read,
            (Kind::Sweep, true, _) => Bar::Changed,
            (Kind::Sweep, false, _) => Bar::Added,
        }
    }

    /// The cotangents over a number: one, or one for each row.
    fn over(&self, number: &TokenStream) -> TokenStream {
        let rows = &self.rows;
        match self.kind {
            Kind::Run | Kind::Sweep => number.clone(),
            Kind::Jacobian => quote!([#number; #rows]),
        }
    }

    /// The levels of arrays of the cotangents of a part.
    fn depth_of_bar(&self, part: &Part<'_>) -> usize {
        part.ty.depth() + usize::from(self.kind == Kind::Jacobian)
    }

    /// The number of numbers of the cotangents of a part.
    fn count_of_bar(&self, part: &Part<'_>) -> TokenStream {
        let (count, rows) = (count(&part.ty), &self.rows);
        match self.kind {
            Kind::Run | Kind::Sweep => count,
            Kind::Jacobian => quote!(#count * #rows),
        }
    }

    fn emitted(&self, in_lanes: bool) -> TokenStream {
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
                Bar::None => quote!(),
                Bar::Read => quote!(#bar: &[#cotangent],),
                Bar::Changed | Bar::Set => quote!(#bar: &mut [#cotangent],),
                Bar::Added => quote!(mut #bar: impl ::retrograde::__private::batch::Added<#cotangent>,),
            };
            quote!(#taken #bar)
        });
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
                Bar::None => quote!(),
                Bar::Read | Bar::Changed | Bar::Set => {
                    as_many(bar, quote!(::core::option::Option::Some(#bar.len())))
                }
                Bar::Added => as_many(bar, quote!(::retrograde::__private::batch::Added::count(&#bar))),
            };
            quote!(#own #of_bar)
        });
        let counted: TokenStream = counted.collect();
        let block = self.block(in_lanes);
        // What blocks have to themselves.
        let own = self.parts.iter().rev().fold(quote!(()), |own, part| {
            let bar = (self.bar(part) == Bar::Set).then_some(&part.bar);
            let names = part.is_output().then_some(&part.name).into_iter().chain(bar);
            names.fold(own, |own, name| quote!((#name, #own)))
        });
        let body = match kind {
            Kind::Run | Kind::Jacobian => quote! {
                ::retrograde::__private::batch::for_parts(
                    _count,
                    ::retrograde::__private::batch::BLOCK,
                    #own,
                    &|_range: ::core::ops::Range<::core::primitive::usize>, #own| { #block },
                );
            },
            Kind::Sweep => quote! {
                let _range = 0.._count;
                #block
            },
        };
        let body = if item.hollow {
            quote!(::core::unimplemented!())
        } else {
            quote!(let _count = #first.len(); #counted #body)
        };
        let generics = self.sources();
        let (name, doc) = (item.program(kind.name()), kind.doc(&item.stages.function.item.sig.ident));
        quote! {
            #[doc = #doc]
            #[track_caller]
            pub fn #name<#generics>(#(#params)*) {
                #body
            }
        }
    }

    /// The declarations of the sources' types.
    fn sources(&self) -> TokenStream {
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
    fn block(&self, in_lanes: bool) -> TokenStream {
        let alone = self.alone();
        let done = if in_lanes { self.in_lanes() } else { quote!(0) };
        quote! {
            let (_first, _count) = (_range.start, _range.len());
            let _done: ::core::primitive::usize = #done;
            for _at in _done.._count { #alone }
        }
    }

    /// Emits one instance, by the programs that every function has.
    fn alone(&self) -> TokenStream {
        let f64 = quote!(::core::primitive::f64);
        let (item, kind) = (self.item, self.kind);
        let local = |bar: &Ident| format_ident!("{}_alone", bar, span = Span::mixed_site());
        let mut row = quote!(0);
        let mut before = TokenStream::new();
        let (mut args, mut after) = (TokenStream::new(), TokenStream::new());
        for part in self.parts {
            let (name, bar, own) = (&part.name, &part.bar, local(&part.bar));
            if part.param.is_some() {
                args.extend(match (part.source, part.is_exact(), part.by_value) {
                    (Some(_), _, true) => quote!(*#name.given(_first + _at),),
                    (Some(_), _, false) => quote!(#name.given(_first + _at),),
                    (None, true, _) => quote!(#name,),
                    (None, false, _) => quote!(&mut #name[_at],),
                });
            }
            if kind == Kind::Run || !part.active {
                continue;
            }
            let zero = if part.is_output() { quote!(0.0) } else { quote!(-0.0) };
            let zeros = shaped(&part.ty, &self.over(&zero));
            match self.bar(part) {
                Bar::Read => before.extend(quote!(let #own = #bar[_at];)),
                Bar::Changed => {}
                Bar::None | Bar::Set | Bar::Added => before.extend(quote!(let mut #own = #zeros;)),
            }
            if part.is_output() && kind == Kind::Jacobian {
                let outputs = flat(quote!(#own), part.ty.depth(), true);
                before.extend(quote!(::retrograde::__private::batch::seed(#outputs, #row);));
                let count = count(&part.ty);
                row = quote!(#row + #count);
            }
            args.extend(match (self.bar(part), part.param) {
                (Bar::Changed, _) => quote!(&mut #bar[_at],),
                (_, None) => quote!(#own,),
                (Bar::None | Bar::Read | Bar::Set | Bar::Added, Some(_)) => quote!(&mut #own,),
            });
            match self.bar(part) {
                Bar::Set => after.extend(quote!(#bar[_at] = #own;)),
                Bar::Added => after.extend(quote!(#bar.added(_first + _at, &#own);)),
                Bar::None | Bar::Read | Bar::Changed => {}
            }
        }
        let value = self.parts.iter().find(|part| part.param.is_none()).map(|part| &part.name);
        let name = match (kind, value) {
            (Kind::Run, _) => "",
            (Kind::Jacobian | Kind::Sweep, Some(_)) => "pull",
            (Kind::Jacobian | Kind::Sweep, None) => "sweep",
        };
        let c = (kind != Kind::Run).then(|| self.over(&f64));
        let said = match &item.stages.function.real {
            RealType::Concrete(_) => quote!(),
            RealType::Generic(_) => quote!(::<#f64, #c>),
        };
        let (run, value) = (item.at(name), value.map(|value| quote!(#value[_at] =)));
        quote! {
            #[allow(unused_imports)]
            use ::retrograde::__private::batch::{Added as _, Given as _};
            #before
            #value #run #said (#args);
            #after
        }
    }

    /// Emits the instances that run together, and returns how many these are.
    fn in_lanes(&self) -> TokenStream {
        let f64 = quote!(::core::primitive::f64);
        let usize = quote!(::core::primitive::usize);
        let (mut fields, mut values) = (TokenStream::new(), TokenStream::new());
        let (mut names, mut added) = (TokenStream::new(), TokenStream::new());
        let mut bounds = TokenStream::new();
        for part in self.parts {
            let (name, bar, ty) = (&part.name, &part.bar, shaped(&part.ty, &f64));
            match (part.source, part.param) {
                (Some(number), _) => {
                    let (given, _) = source(number);
                    fields.extend(quote!(#name: &'batch #given,));
                    values.extend(quote!(#name: &#name,));
                }
                (None, Some(p)) if part.is_exact() => {
                    let ty = &p.written;
                    fields.extend(quote!(#name: #ty,));
                    values.extend(quote!(#name,));
                }
                _ => {
                    fields.extend(quote!(#name: &'batch mut [#ty],));
                    values.extend(quote!(#name: &mut #name[..],));
                }
            }
            names.extend(quote!(#name,));
            let cotangent = shaped(&part.ty, &self.over(&f64));
            match self.bar(part) {
                Bar::None => continue,
                Bar::Read => {
                    fields.extend(quote!(#bar: &'batch [#cotangent],));
                    values.extend(quote!(#bar: &#bar[..],));
                }
                Bar::Changed | Bar::Set => {
                    fields.extend(quote!(#bar: &'batch mut [#cotangent],));
                    values.extend(quote!(#bar: &mut #bar[..],));
                }
                Bar::Added => {
                    let ty = format_ident!("Added_{}", bar, span = Span::mixed_site());
                    fields.extend(quote!(#bar: &'batch mut #ty,));
                    values.extend(quote!(#bar: &mut #bar,));
                    added.extend(quote!(#ty,));
                    bounds.extend(quote!(#ty: ::retrograde::__private::batch::Added<#cotangent>,));
                }
            }
            names.extend(quote!(#bar,));
        }
        let given = || self.parts.iter().filter_map(|part| part.source).map(source);
        let (lifetimes, types): (Vec<_>, Vec<_>) = given().map(|(ty, lifetime)| (lifetime, ty)).unzip();
        let (sources, v) = (self.sources(), vector());
        let run = self.kernel();
        let no_checks = self.item.checks_in_debug().then(|| quote!(&&!::core::cfg!(debug_assertions)));
        quote!(::retrograde::__private::in_lanes!(0, {
            if _count >= 8 && ::retrograde::__private::lanes::may_run::<#f64, #f64>() #no_checks {
                #[allow(non_camel_case_types)]
                struct Instances<'batch, #(#lifetimes,)* #(#types,)* #added> {
                    _given: ::core::marker::PhantomData<(&'batch (), #(&#lifetimes (),)*)>,
                    _first: #usize,
                    _count: #usize,
                    #fields
                }
                #[allow(non_camel_case_types)]
                impl<'batch, #sources #bounds> ::retrograde::__private::lanes::Kernel
                    for Instances<'batch, #(#lifetimes,)* #(#types,)* #added>
                {
                    type Scalar = #f64;
                    type Output = #usize;
                    #[inline(always)]
                    fn run<#v: ::retrograde::__private::lanes::Vector<Scalar = #f64>>(self) -> #usize {
                        #[allow(unused_imports)]
                        use ::retrograde::__private::batch::{Added as _, Given as _};
                        #[allow(unused_imports)]
                        use ::retrograde::__private::traits::*;
                        let Instances { _given: _, _first, _count, #names } = self;
                        #run
                    }
                }
                ::retrograde::__private::lanes::run::<8, _>(
                    Instances { _given: ::core::marker::PhantomData, _first, _count, #values },
                )
            } else {
                0
            }
        }))
    }

    /// Emits the loop over the instances that run together.
    fn kernel(&self) -> TokenStream {
        let (kind, v, lane) = (self.kind, vector(), hidden("lane"));
        let inside = |name: &Ident| format_ident!("{}_lanes", name, span = Span::mixed_site());
        let mut row = quote!(0);
        let (mut before, mut after) = (TokenStream::new(), TokenStream::new());
        let (mut args, mut bars) = (TokenStream::new(), TokenStream::new());
        let mut plain = TokenStream::new();
        for part in self.parts {
            let (name, bar, depth) = (&part.name, &part.bar, part.ty.depth());
            let (own, own_bar) = (inside(name), inside(bar));
            let (count, zero) = (count(&part.ty), shaped(&part.ty, &quote!(#v::constant(0.0))));
            if part.is_exact() {
                args.extend(quote!(#name,));
                plain.extend(quote!(#name,));
                continue;
            }
            let from = match part.source {
                Some(_) => quote!(*#name.given(_first + _at + #lane)),
                None => quote!(#name[_at + #lane]),
            };
            let (from, to) = (flat(from, depth, false), flat(quote!(#own), depth, true));
            if part.param.is_some() {
                before.extend(quote!(let mut #own = #zero; #v::read_rows(#to, |#lane| #from);));
                let arg = match (part.source, part.by_value) {
                    (Some(_), true) => quote!(#own,),
                    (Some(_), false) => quote!(&#own,),
                    (None, _) => quote!(&mut #own,),
                };
                args.extend(arg.clone());
                plain.extend(arg);
            }
            if part.is_output() {
                let (from, to) = (flat(quote!(#own), depth, false), flat_items(quote!(#name), depth, true));
                after.extend(quote!(#v::write_rows(#from, #to, |#lane| (_at + #lane) * #count);));
            }
            if kind == Kind::Run || !part.active {
                continue;
            }
            let (depth, count_of_bar) = (self.depth_of_bar(part), self.count_of_bar(part));
            let zero = if part.is_output() { quote!(0.0) } else { quote!(-0.0) };
            let zero = shaped(&part.ty, &self.over(&quote!(#v::constant(#zero))));
            before.extend(quote!(let mut #own_bar = #zero;));
            let to = flat(quote!(#own_bar), depth, true);
            match (kind, self.bar(part)) {
                (Kind::Sweep, Bar::Read | Bar::Changed) => {
                    let from = flat(quote!(#bar[_at + #lane]), depth, false);
                    before.extend(quote!(#v::read_rows(#to, |#lane| #from);));
                }
                (Kind::Jacobian, _) if part.is_output() => {
                    let outputs = flat(quote!(#own_bar), part.ty.depth(), true);
                    before.extend(quote!(::retrograde::__private::batch::seed(#outputs, #row);));
                    row = quote!(#row + #count);
                }
                _ => {}
            }
            let from = flat(quote!(#own_bar), depth, false);
            match self.bar(part) {
                Bar::None | Bar::Read => {}
                Bar::Changed | Bar::Set => {
                    let to = flat_items(quote!(#bar), depth, true);
                    after
                        .extend(quote!(#v::write_rows(#from, #to, |#lane| (_at + #lane) * (#count_of_bar));));
                }
                Bar::Added => {
                    let (sums, zero) = (hidden("sums"), shaped(&part.ty, &quote!(0.0)));
                    let to = flat_items(quote!((&mut #sums[..])), depth, true);
                    after.extend(quote! {
                        let mut #sums = [#zero; 16];
                        #v::write_rows(#from, #to, |#lane| #lane * #count);
                        for #lane in 0..#v::LANES {
                            #bar.added(_first + _at + #lane, &#sums[#lane]);
                        }
                    });
                }
            }
            match part.param {
                Some(_) => args.extend(quote!(&mut #own_bar,)),
                None => bars.extend(quote!(#own_bar,)),
            }
        }
        // What is stored is more than a cache holds: the processor would wait for the lines of one block after the other.
        let expected = self.parts.iter().filter(|part| self.bar(part) == Bar::Set).map(|part| {
            let bar = &part.bar;
            quote!(::retrograde::__private::lanes::prefetch_for_writing(#bar, _at + 2 * #v::LANES, #v::LANES);)
        });
        let name = &self.item.stages.function.item.sig.ident;
        let c = self.over(&quote!(#v));
        let value = self.parts.iter().find(|part| part.param.is_none()).map(|part| {
            let own = inside(&part.name);
            quote!(let #own =)
        });
        let run = quote!(#name::__run_in_lanes::<#v>(#plain););
        let back = quote!(#name::__back_in_lanes::<#v, #c>(#bars #args););
        let call = match (kind, self.is_fused()) {
            (Kind::Run, _) => quote!(#value #run),
            (Kind::Jacobian | Kind::Sweep, true) => quote!(#value #back),
            (Kind::Jacobian | Kind::Sweep, false) => quote!(#run #back #run),
        };
        quote! {
            let mut _at = 0;
            while _at + #v::LANES <= _count {
                #(#expected)*
                #before
                #call
                #after
                _at += #v::LANES;
            }
            _at
        }
    }
}
