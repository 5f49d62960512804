//! The items that replace a reversible function: the function, and `struct f {}` with its programs.

use super::asked::Asked;
use super::described::{Flat, Kind, Signature, described};
use super::listed::Listed;
use super::loans::Loans;
use super::params::Param;
use super::spans::{placed, type_span};
use super::standing::{Block, Offers};
use super::steps::Emitter;
use super::structure::Names;
use super::types::{cotangent_type, generics_params, stripped};
use super::whole::is_any_real;
use crate::check::Decided;
use crate::ir::CalleeKind;
use crate::ir::print::{Printer, constant};
use crate::ir::step::{Procedure, Program};
use crate::ir::*;
use crate::kernels::Text;
use crate::simplify::access::mutated;
use crate::sorted::Set;
use crate::stages::Stages;
use crate::syntax::declared::Declared;
use crate::syntax::{quiet, stub};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Ident, parse_quote};

/// Returns all items of a function with its declarations, and its text for devices.
pub fn item(stages: &Stages, declared: &Declared, kernels: Option<&Text>) -> TokenStream {
    Item { declared: Some(declared), kernels, ..Item::new(stages, false) }.all()
}

/// Returns the type of a parameter's cotangent, for people.
pub fn cotangent_of(written: &syn::Type, real: &Ident) -> syn::Type {
    cotangent_type(written, real, &Ident::new("C", Span::call_site()))
}

/// The programs that a function offers beside those that every function has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Offered {
    /// Those that run many instances together.
    pub batch: bool,
    /// Those that run on a device.
    pub kernels: bool,
}

/// Returns the items that replace a function that broke a law, so that its callers cause no further errors: the
/// function and its programs, whose bodies never run. `empty` is the function without its statements.
pub fn hollow(written: &syn::ItemFn, empty: &Stages, offered: Offered) -> TokenStream {
    // The programs of a function that returns a reference would name its lifetime.
    let lends = matches!(&written.sig.output, syn::ReturnType::Type(_, ty) if matches!(**ty, syn::Type::Reference(_)));
    match written.sig.receiver() {
        None if !lends => {
            let text = offered.kernels.then(Text::default);
            let item = Item { kernels: text.as_ref(), ..Item::new(empty, true) };
            let (name, all) = (&written.sig.ident, item.all());
            let batch = offered.batch.then(|| item.batch_programs()).map(|programs| {
                let quiet = quiet();
                quote!(#quiet impl #name { #programs })
            });
            quote!(#all #batch)
        }
        _ => stub(written),
    }
}

/// Returns the signature of one of a function's programs, for people.
pub fn signature(stages: &Stages, procedure: &Procedure) -> TokenStream {
    let item = Item::new(stages, false);
    let sig = &stages.function.item.sig;
    let (name, output) = (&sig.ident, &sig.output);
    let Some((_, seed)) = procedure.output else {
        let carries = procedure.params.iter().any(|(_, shadow)| shadow.is_some());
        let params = if carries { item.beside() } else { item.plain() };
        return quote!(fn #name(#params));
    };
    let Some(seed) = seed else {
        let params = item.plain();
        return quote!(fn #name(#params) #output);
    };
    let (bar, c, params) =
        (identifier(&procedure.vars[seed].name, Span::call_site()), &item.c, item.beside());
    let params = item.with(quote!(#bar: #c,), params);
    quote!(fn #name(#params) #output)
}

pub(super) struct Item<'a> {
    pub(super) stages: &'a Stages,
    pub(super) params: Vec<Param>,
    /// The cotangent type's name.
    pub(super) c: Ident,
    /// True if it is a parameter. A function of exact arguments has none, since none could be told from a call; its
    /// locals that are real take their own type.
    pub(super) carries: bool,
    pub(super) t: TokenStream,
    /// True if only signatures count: the function broke a law.
    pub(super) hollow: bool,
    /// The questions to rustc about fields.
    pub(super) asked: Asked,
    /// The conditions on the storage that the function lends.
    pub(super) loans: Loans,
    /// The places on which the function decides, and on which its callees must not.
    pub(super) decided: Decided,
    /// The programs in place of derived ones.
    pub(super) declared: Option<&'a Declared>,
    /// Its text for the compilers of devices.
    pub(super) kernels: Option<&'a Text>,
    /// The place where the programs stand.
    pub(super) place: CalleeKind,
    /// True if the function has a body: a trait may leave it to its implementations.
    pub(super) has_body: bool,
    /// The names that are taken by methods of the user.
    pub(super) offers: Offers,
    /// The block around a method.
    pub(super) block: Option<Block>,
}

impl<'a> Item<'a> {
    pub(super) fn new(stages: &'a Stages, hollow: bool) -> Item<'a> {
        let function = &stages.function;
        let real = function.real.ident();
        let carries = function.output.is_some() || function.taken().any(|p| function.vars[p.var].active);
        let c = if !carries { real.clone() } else { cotangent_name(stages) };
        let t = quote!(#real);
        let params = Param::all(stages, &t, &c);
        Item {
            stages,
            params,
            c,
            carries,
            t,
            hollow,
            asked: crate::check::hidden::asked(function),
            loans: Loans::of(function),
            // An ordinary function keeps its decisions.
            decided: if function.options.language.is_ordinary() {
                Decided::default()
            } else {
                crate::check::decided(function)
            },
            declared: None,
            kernels: None,
            place: stages.kind,
            has_body: true,
            offers: Offers::default(),
            block: None,
        }
    }

    pub(super) fn structure_names(&self) -> Names<'_> {
        Names { real: &self.t, cotangent: &self.c, by_type: false }
    }

    /// Returns the names for the types of a parameter.
    pub(super) fn names_of(&self, p: &Param) -> Names<'_> {
        Names { by_type: p.by_type, ..self.structure_names() }
    }

    /// Returns a name for a local of a program that differs from those of parameters.
    pub(super) fn own(&self, wanted: &str) -> Ident {
        identifier(&self.stages.adjoint.vars.fresh(wanted), Span::call_site())
    }

    fn all(&self) -> TokenStream {
        let function = &self.stages.function;
        let item = &function.item;
        let (attrs, vis, sig) = (&item.attrs, &item.vis, &item.sig);
        let (name, quiet) = (&sig.ident, quiet());
        let body = self.own_body();
        let switches = attrs.iter().filter(|a| a.path().is_ident("cfg")).collect::<Vec<_>>();
        let standing = attrs.iter().filter(|a| a.path().is_ident("deprecated") || is_hidden(a));
        let doc = format!("The programs of [`{name}`]({name}()): its inverse and its adjoint.");
        let written = self.written_output();
        let sig = &self.as_written(sig);
        let described = written.is_none().then(|| self.described(&quote!(#(#switches)*)));
        let programs = self.programs();
        let (handing_over, whole) = (self.handing_over(), self.whole());
        let (scratch, decides) = (self.scratch_parameters(), self.decides_function());
        let argument = self.as_argument();
        let types = self.params.iter().filter(|p| p.by_type && !self.hollow);
        let asked = types.map(|p| {
            let asked = constant::asked(&stripped(&p.written).0, type_span(&p.written));
            quote!(#(#switches)* #asked)
        });
        quote! {
            #(#attrs)*
            #quiet
            #vis #sig { #handing_over #body }
            #(#switches)*
            #(#standing)*
            #[doc = #doc]
            #[allow(non_camel_case_types, dead_code)]
            #[derive(Clone, Copy, Debug, Default)]
            #vis struct #name {}
            #(#switches)*
            #quiet
            impl #name { #scratch #decides #programs #whole }
            #described
            #argument
            #(#asked)*
        }
    }

    /// The programs that stand beside the function.
    pub(super) fn programs(&self) -> TokenStream {
        let (function, run) = (&self.stages.function, self.run_program());
        let kernels = self.kernels.map(|text| self.kernels(text));
        if self.declared.is_some_and(|declared| declared.beside) {
            let programs = self.beside_programs();
            return quote!(#run #programs #kernels);
        }
        let programs = match function.output {
            None if self.written_output().is_some() => self.exact_programs(),
            Some(_) if self.written_output().is_some() => self.sum_programs(),
            Some(_) => {
                let (programs, directions) = (self.returning_programs(), self.by_directions());
                quote!(#programs #directions)
            }
            None if function.options.language.is_ordinary() => self.ordinary_state_programs(),
            None => self.state_programs(),
        };
        let batch = self.declared.and_then(|d| d.batch).map(|_| self.batch_programs());
        quote!(#run #programs #batch #kernels)
    }

    /// The body of the function itself: that of an instruction is the user's.
    pub(super) fn own_body(&self) -> TokenStream {
        let names = self.names_of_reals();
        match self.declared.and_then(|d| d.body.as_ref()).filter(|_| !self.hollow) {
            Some(block) => {
                let stmts = &block.stmts;
                quote!(#names #(#stmts)*)
            }
            None => {
                let (kinds, free) = (self.kinds_of_fields(), self.scratch_is_free());
                let exact = self.nothing_rounded_decides();
                let (asked, body) = (self.asked_of_fields(), self.body(&self.stages.primal));
                quote!(#free #exact #names #kinds #asked #body)
            }
        }
    }

    /// Returns the description of a function whose arguments are all numbers.
    pub(super) fn described(&self, switches: &TokenStream) -> TokenStream {
        let function = &self.stages.function;
        let state = || self.params.iter().zip(function.taken()).filter(|(p, _)| p.role == Role::State);
        let outputs = state().all(|(p, of)| {
            self.stages.only_added.contains(&of.var)
                && !matches!(function.vars[of.var].ty, Type::Slice(_))
                && p.real
        });
        let of_numbers = |ty: &syn::Type| is_tuple_of_numbers(ty, &self.t.to_string());
        let packed = function.output.is_none_or(|var| is_packed(&function.vars[var].ty))
            || matches!(&function.item.sig.output, syn::ReturnType::Type(_, ty) if of_numbers(ty));
        let (Some(listed), true) = (self.listed_arguments(), self.carries && packed) else {
            return TokenStream::new();
        };
        let arguments = self.params.iter().zip(listed).map(|(p, Listed { kind, ty, .. })| Flat {
            names: (p.name.clone(), p.bar.clone()),
            ty,
            kind: if outputs && kind == Kind::State { Kind::Output } else { kind },
        });
        let signature = Signature {
            name: &function.item.sig.ident,
            real: self.t.clone(),
            generics: &function.item.sig.generics,
            arguments: arguments.collect(),
            value: match &function.item.sig.output {
                syn::ReturnType::Type(_, ty) => Some((**ty).clone()),
                syn::ReturnType::Default => None,
            },
            any: match &function.real {
                RealType::Generic(real) => is_any_real(&function.item.sig.generics, real),
                RealType::Concrete(_) => false,
            },
            has_inverse: function.output.is_some() || !function.options.language.is_ordinary(),
            hollow: self.hollow,
        };
        described(switches, &signature)
    }

    /// Returns the steps of a procedure, with its checks if they run; the last expression is the returned value.
    pub(super) fn body(&self, procedure: &Procedure) -> TokenStream {
        if self.hollow {
            return quote!(::core::unimplemented!());
        }
        let Some(checked) = &procedure.checked else { return self.body_of(procedure) };
        match self.stages.function.options.checks {
            Checks::Always => self.body_of(checked),
            Checks::Never => self.body_of(procedure),
            Checks::Debug => {
                let (checked, plain) = (self.body_of(checked), self.body_of(procedure));
                quote! {
                    #[cfg(debug_assertions)]
                    { #checked }
                    #[cfg(not(debug_assertions))]
                    { #plain }
                }
            }
        }
    }

    fn body_of(&self, procedure: &Procedure) -> TokenStream {
        self.body_with(procedure, None)
    }

    /// Returns the body of a program that also returns another of its variables, if it is given one.
    pub(super) fn body_with(&self, procedure: &Procedure, beside: Option<Var>) -> TokenStream {
        let mutated = mutated(&procedure.steps, &procedure.vars);
        let emitter = self.emitter(procedure, &mutated);
        let steps = emitter.steps(&procedure.steps);
        let returned = procedure.output.filter(|_| procedure.program != Program::Replay);
        let value = returned.map(|(var, _)| emitter.name(var));
        let value = match beside.map(|var| emitter.name(var)) {
            Some(beside) => quote!((#value, #beside)),
            None => quote!(#value),
        };
        let items = &self.stages.function.items;
        let carries = procedure.params.iter().any(|(_, shadow)| shadow.is_some());
        let opened = self.params.iter().filter(|p| carries && p.structure && self.is_generic(p));
        let opened = opened
            .map(|p| placed(self.names_of(p).opened(p), type_span(&p.written), &[p.name.to_string()].into()));
        let maps = self.opened_maps(carries);
        let captured = self.captured();
        let steps = if carries { self.at_structures(steps) } else { steps };
        quote! {
            #[allow(unused_imports)]
            use ::retrograde::__private::traits::*;
            #items
            #(#opened)*
            #maps
            #captured
            #steps
            #value
        }
    }

    /// Returns the same steps, with failed checks, also those of callees, returned as errors.
    pub(super) fn fallible_body(&self, procedure: &Procedure) -> TokenStream {
        let mutated = mutated(&procedure.steps, &procedure.vars);
        let mut emitter = self.emitter(procedure, &mutated);
        (emitter.fallible, emitter.loans, emitter.decided) = (true, None, None);
        let steps = emitter.steps(&procedure.steps);
        let value = match procedure.output {
            Some((var, _)) => {
                let name = emitter.name(var);
                quote!(#name)
            }
            None => quote!(()),
        };
        let (items, maps) = (&self.stages.function.items, self.opened_maps(false));
        quote! {
            #[allow(unused_imports)]
            use ::retrograde::__private::traits::*;
            #items
            #maps
            #steps
            ::core::result::Result::Ok(#value)
        }
    }

    fn emitter<'b>(&'b self, procedure: &'b Procedure, mutated: &'b Set<Var>) -> Emitter<'b> {
        let function = &self.stages.function;
        Emitter {
            printer: Printer {
                copies: function.options.language.is_ordinary(),
                ..Printer::of_programs(&procedure.vars, &function.real)
            },
            cotangent: &self.c,
            generics: &function.item.sig.generics,
            checks: function.options.checks,
            mutated,
            fallible: false,
            stops: self.declared.is_none_or(|declared| declared.adjoint.is_none()),
            asked: (procedure.program == Program::Primal).then_some(&self.asked),
            loans: (procedure.program == Program::Primal).then_some(&self.loans),
            decided: (procedure.program == Program::Primal).then_some(&self.decided),
        }
    }

    /// Returns the generics of the function and the cotangent type. The types of shadows are not among them, so that
    /// a caller can write the generic arguments.
    pub(super) fn generics(&self) -> syn::Generics {
        let mut generics = self.stages.function.item.sig.generics.clone();
        let (c, t) = (&self.c, &self.t);
        if self.carries {
            generics.params.push(parse_quote!(#c: ::retrograde::__private::Cotangent<#t>));
        }
        generics
    }

    /// Returns the generic arguments of a call, `::<T, N>`, and the cotangent type: arguments that no parameter
    /// determines cannot be inferred.
    pub(super) fn said(&self, carrying: bool) -> TokenStream {
        self.said_with(carrying.then_some(&self.c).filter(|_| self.carries).map(|c| quote!(#c)))
    }

    /// Returns the same with another cotangent type.
    pub(super) fn said_with(&self, c: Option<TokenStream>) -> TokenStream {
        let own = self.stages.function.item.sig.generics.params.iter().filter_map(|p| match p {
            syn::GenericParam::Lifetime(_) => None,
            syn::GenericParam::Type(p) => Some(&p.ident),
            syn::GenericParam::Const(p) => Some(&p.ident),
        });
        let own: Vec<&Ident> = own.collect();
        if own.is_empty() {
            return TokenStream::new();
        }
        quote!(::<#(#own,)* #c>)
    }

    pub(super) fn function(
        &self,
        doc: &str,
        name: &str,
        generics: &syn::Generics,
        args: TokenStream,
        ret: TokenStream,
        body: TokenStream,
    ) -> TokenStream {
        let hidden = name.starts_with("__").then(|| quote!(#[doc(hidden)]));
        let must = name.starts_with("gradient");
        // Wrong lengths are the caller's.
        let checked =
            ["adjoint", "sweep", "pull", "try_adjoint", "try_pull", "replay", "pull_in", "sweep_in"]
                .contains(&name);
        let caller = (checked && !self.lengths().is_empty()).then(|| quote!(#[track_caller]));
        // What returns a type that only its body tells has one.
        let is_hollow = self.hollow && name != "__loans";
        let name = self.program(name);
        let (params, clause) = (generics_params(generics), &generics.where_clause);
        let (vis, switches, inline) = (self.visibility(), self.switches(), self.inline());
        let quiet = (self.place != CalleeKind::Free).then(quiet);
        let attrs = &self.stages.function.item.attrs;
        let must_use = attrs.iter().filter(|a| must && a.path().is_ident("must_use"));
        let body = self.block(body, is_hollow);
        let handed_on = checked || must;
        let body = if handed_on { self.at_structure(body) } else { body };
        let ret = if must { self.at_structure(ret) } else { ret };
        // rustc reports a bound that no shadow satisfies at the whole function.
        let head = match self.structure_span().filter(|_| hidden.is_some()) {
            Some(at) => {
                let vis = placed(vis.to_token_stream(), at, &Set::new());
                quote_spanned!(at=> #vis fn #name #params (#args) #ret #clause)
            }
            None => quote!(#vis fn #name #params (#args) #ret #clause),
        };
        let doc = (!doc.is_empty()).then(|| quote!(#[doc = #doc]));
        quote! {
            #switches
            #quiet
            #doc
            #hidden
            #inline
            #caller
            #(#must_use)*
            #head #body
        }
    }

    /// Returns the body of a program, with the place of the first structure; a semicolon where a trait leaves it to others.
    pub(super) fn block(&self, body: TokenStream, is_hollow: bool) -> TokenStream {
        match (self.has_body, is_hollow) {
            (false, _) => quote!(;),
            (true, true) => quote!({ ::core::unimplemented!() }),
            (true, false) => match self.structure_span() {
                Some(at) => quote_spanned!(at=> { #body }),
                None => quote!({ #body }),
            },
        }
    }
}

/// Returns the name of the cotangent type: one that neither the text nor a variable has.
fn cotangent_name(stages: &Stages) -> Ident {
    let vars = &stages.adjoint.vars;
    let text = stages.function.item.to_token_stream();
    let name = crate::resolve::cotangent_name(text, |name| vars.fresh(name) == name);
    identifier(&vars.fresh(name), Span::call_site())
}

/// True if an attribute is `#[doc(hidden)]`.
fn is_hidden(attr: &syn::Attribute) -> bool {
    attr.path().is_ident("doc")
        && matches!(&attr.meta, syn::Meta::List(list) if list.tokens.to_string() == "hidden")
}

/// True if a written type is a tuple of real numbers, of arrays and of tuples of them.
fn is_tuple_of_numbers(ty: &syn::Type, real: &str) -> bool {
    fn is_part(ty: &syn::Type, real: &str) -> bool {
        match ty {
            syn::Type::Array(array) => is_part(&array.elem, real),
            _ => quote!(#ty).to_string() == real || is_tuple_of_numbers(ty, real),
        }
    }
    // A library counts up to six parts.
    matches!(ty, syn::Type::Tuple(parts)
        if (2..=6).contains(&parts.elems.len()) && parts.elems.iter().all(|part| is_part(part, real)))
}

/// True if a type is a number or arrays of them.
pub(crate) fn is_packed(ty: &Type) -> bool {
    match ty {
        Type::Real => true,
        Type::Array(item, _) => is_packed(item),
        Type::Exact(_) => false,
        Type::Slice(_) | Type::Vec(_) | Type::Map(..) | Type::Structure(_) | Type::Unknown => false,
    }
}
