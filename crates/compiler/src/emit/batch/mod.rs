//! Emits the programs of a function that is marked `#[reversible(batch)]`: `batch`, `batch_jacobian`, `batch_rows` and `batch_sweep` run
//! it for many arguments.
//!
//! Takes the stages, returns functions in `impl f`. Blocks of instances run on threads. Of a block, eight at a time run in lanes, by
//! hidden programs whose numbers are vectors (`simplify/lanes/instances.rs`), and the rest one by one, by the programs that every
//! function has; so do all of them if the function does not run in lanes.

mod bodies;
mod programs;

use crate::emit::item::Item;
use crate::emit::lanes::vector;
use crate::emit::params::Param;
use crate::emit::steps::Emitter;
use crate::ir::print::{self, Printer};
use crate::ir::*;
use crate::simplify::Instances;
use crate::simplify::access::mutated;
use crate::stages::{Together, together};
use proc_macro2::{Span, TokenStream};
use programs::Batch;
use quote::{format_ident, quote};
use syn::Ident;

/// A program of a batch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The function.
    Run,
    /// The function, and beside each number of an argument its derivatives of all outputs.
    Jacobian,
    /// The function, and for each output a row of its derivatives by all arguments.
    Rows,
    /// The function and its adjoint.
    Sweep,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Run => "batch",
            Kind::Jacobian => "batch_jacobian",
            Kind::Rows => "batch_rows",
            Kind::Sweep => "batch_sweep",
        }
    }

    /// True if each output has a seed of its own.
    fn seeds_each(self) -> bool {
        match self {
            Kind::Jacobian | Kind::Rows => true,
            Kind::Run | Kind::Sweep => false,
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
            Kind::Rows => format!(
                "Runs [`{name}`]({name}()) for many arguments, eight at a time, and sets the Jacobian of each: for each output a row of \
                 its derivatives by the numbers of all arguments, in their order, as a sparse matrix has them. Outputs that are only \
                 added to have no columns."
            ),
            Kind::Sweep => format!(
                "Runs [`{name}`]({name}()) and its adjoint for many arguments, eight at a time: the cotangents of outputs are as \
                 `sweep` leaves them, and those of arguments are added up."
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
        self.ty.is_of_exact()
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
    /// Returns the programs, and those that they run in lanes.
    pub(super) fn batch_programs(&self) -> TokenStream {
        let parts = self.parts_of_batch();
        if self.hollow {
            let kinds = [Kind::Run, Kind::Jacobian, Kind::Rows, Kind::Sweep];
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
        let programs = [Kind::Run, Kind::Jacobian, Kind::Rows, Kind::Sweep].map(|kind| {
            let in_lanes = if kind == Kind::Run { run.is_ok() } else { back.is_ok() };
            self.batch_program(kind, &parts, in_lanes)
        });
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
        let params = self.params.iter().zip(function.taken()).map(|(p, of)| {
            let v = &function.vars[of.var];
            let is_source = v.role == Role::Input && !v.ty.is_of_exact();
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
        let lanes = print::Lanes {
            index: instances.index,
            truths: &instances.truths,
            scattered: &none,
            tiled: print::Tiled::Wide,
            narrower: None,
            depth: 0,
        };
        let emitter = Emitter {
            printer: Printer { lanes: Some(lanes), ..Printer::of_programs(&procedure.vars, &real) },
            cotangent: &c,
            generics: &self.stages.function.item.sig.generics,
            checks: Checks::Never,
            mutated: &mutated,
            fallible: false,
            stops: false,
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
                (ty, _) if ty.is_of_exact() => quote!(#written),
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
        let c = carries.then(|| quote!(#c: ::retrograde::__private::lanes::Chosen<#v>,));
        let (constants, _) = emitter.constants();
        quote! {
            #[doc(hidden)]
            #[inline(always)]
            pub fn #name<#v: ::retrograde::__private::lanes::Vector<Scalar = ::core::primitive::f64>, #c #(#constants),*>(
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
        // The length of a row would be an expression of parameters, which Rust has not in types.
        if kind == Kind::Rows && (program.columns(None).is_none() || !program.constants().0.is_empty()) {
            return TokenStream::new();
        }
        program.emitted(in_lanes)
    }

    /// True if the programs check something in debug builds, which no program in lanes does.
    fn checks_in_debug(&self) -> bool {
        let back = self.stages.sweep.as_ref().unwrap_or(&self.stages.adjoint);
        back.checked.is_some() && self.stages.function.options.checks == Checks::Debug
    }
}
