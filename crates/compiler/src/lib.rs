//! The compiler behind `#[reversible]`: tokens in, tokens out.
//!
//! `lower → narrow → check → (gate: all errors out) → activity → flatten → schedule / adjoint → simplify → emit`. Below the
//! gate nothing can fail. This file is the driver and the table of contents: [`stages`] runs all passes and keeps
//! what each made.

pub mod activity;
pub mod adjoint;
pub mod aside;
pub mod cancel;
pub mod check;
pub mod declare;
pub mod derive;
pub mod emit;
mod facade;
pub mod flatten;
pub mod footprint;
pub mod history;
pub mod hosts;
pub mod infer;
pub mod interpret;
pub mod invert;
pub mod ir;
pub mod law;
pub mod lend;
pub mod limits;
pub mod lower;
pub mod methods;
pub mod naming;
pub mod narrow;
pub mod plain;
pub mod primitive;
pub mod print;
pub mod record;
pub mod region;
mod resolve;
pub mod schedule;
pub mod simplify;
pub mod slice;
pub mod steady;
pub mod step;
pub mod text;
pub mod walk;
pub mod within;

use adjoint::Pulling;
use emit::Standing;
use hosts::Hosts;
use invert::invert;
use ir::{Block, Checks, Function, Options, Role, Var};
use law::Diagnostics;
use proc_macro2::TokenStream;
use record::Recording;
use schedule::Mode;
use simplify::simplify;
use std::collections::BTreeSet;
use step::{Procedure, Program, Step};

/// Every stage of one function.
#[derive(Clone, Debug)]
pub struct Stages {
    /// Where it stands, and so how its programs are called.
    pub standing: Standing,
    /// The program as written.
    pub function: Function,
    /// The same with the values named that partials ask for.
    pub flat: Function,
    /// Outputs that are only added to and never read.
    pub only_added: BTreeSet<Var>,
    /// The function itself.
    pub primal: Procedure,
    /// Its inverse.
    pub inverse: Procedure,
    /// Its adjoint.
    pub adjoint: Procedure,
    /// The adjoint of its inverse.
    pub coadjoint: Procedure,
    /// Primal and adjoint fused, where all state is only added to.
    pub sweep: Option<Procedure>,
    /// The function and its adjoint as recorded calls run them, where it has recorded calls itself.
    pub recording: Option<Recording>,
    /// The inverse before simplification.
    pub inverse_raw: Procedure,
    /// The adjoint before simplification.
    pub adjoint_raw: Procedure,
    /// The coadjoint before simplification.
    pub coadjoint_raw: Procedure,
}

/// The attribute macro: what stands in place of the function, or its errors and a stub.
pub fn reversible(attr: TokenStream, item: TokenStream) -> TokenStream {
    match limits::refused(&attr, limits::Chains::Kept) {
        Some(refused) => refused,
        None => facade::named(attr, |attr| reversible_in(attr, item)),
    }
}

/// The attribute macro, where the library is called by its own name.
fn reversible_in(attr: TokenStream, item: TokenStream) -> TokenStream {
    if let Some(refused) = limits::refused(&item, limits::Chains::Named) {
        return refused;
    }
    let mut errors = Diagnostics::default();
    let mut shorten = |block: &mut syn::Block| {
        if let Some(excess) = resolve::shorten(block) {
            errors.report(law::Law::OutsideLanguage, excess.span, excess.message, excess.help);
            block.stmts.clear();
        }
    };
    let written = match syn::parse2::<syn::ItemFn>(item.clone()) {
        Ok(mut function) => {
            shorten(&mut function.block);
            function
        }
        Err(error) => match syn::parse2::<syn::Item>(item.clone()) {
            Ok(syn::Item::Impl(mut block)) => {
                block.items.iter_mut().for_each(|item| {
                    if let syn::ImplItem::Fn(method) = item {
                        shorten(&mut method.block);
                    }
                });
                let errors = errors.to_compile_errors();
                let methods = methods::of_impl(attr, block);
                return quote::quote!(#errors #methods);
            }
            Ok(syn::Item::Trait(mut block)) => {
                block.items.iter_mut().for_each(|item| {
                    if let syn::TraitItem::Fn(syn::TraitItemFn { default: Some(body), .. }) = item {
                        shorten(body);
                    }
                });
                let errors = errors.to_compile_errors();
                let methods = methods::of_trait(attr, block);
                return quote::quote!(#errors #methods);
            }
            _ => return no_function(item, &error),
        },
    };
    if !errors.0.is_empty() {
        let (errors, stub) = (errors.to_compile_errors(), emit::stub(&written));
        return quote::quote!(#errors #stub);
    }
    if methods::stands_alone(&written, &mut errors) {
        let (errors, stub) = (errors.to_compile_errors(), emit::stub(&written));
        return quote::quote!(#errors #stub);
    }
    let returns = lower::returns(&written.sig);
    let (options, declared) = declare::reversible(attr, returns, &mut errors);
    let (function, broken) = analysed(written.clone(), options);
    errors.0.extend(broken.0);
    match errors.0.is_empty() {
        true => {
            let mut stages = finished(function);
            if declared.adjoint.is_some() {
                // What is fused would pull back as the body says.
                stages.sweep = None;
            }
            emit::item(&stages, &declared)
        }
        false => {
            let errors = errors.to_compile_errors();
            let empty = finished(Function { body: Block::default(), ..function });
            let hollow = emit::hollow(&written, &empty);
            quote::quote!(#errors #hollow)
        }
    }
}

/// What is no function stays as it is, beside the error.
fn no_function(item: TokenStream, error: &syn::Error) -> TokenStream {
    let mut errors = Diagnostics::default();
    let other = syn::parse2::<syn::Item>(item).ok();
    let (at, message, help) = match &other {
        Some(item) => (
            law::Extent::of(item).start,
            "#[reversible] stands before a function, and this is none".to_string(),
            "mark a function, a whole `impl`, or a trait",
        ),
        None => (error.span(), error.to_string(), "write a Rust function"),
    };
    errors.report(law::Law::Signature, at, message, help);
    let errors = errors.to_compile_errors();
    quote::quote!(#errors #other)
}

/// All stages of a function given as tokens.
pub fn stages(item: TokenStream) -> Result<Stages, Diagnostics> {
    let function = syn::parse2::<syn::ItemFn>(item).map_err(|error| {
        let mut errors = Diagnostics::default();
        errors.report(law::Law::OutsideLanguage, error.span(), error.to_string(), "write a Rust function");
        errors
    })?;
    stages_with(function, Options { checks: Checks::Debug, recording: false })
}

/// All stages of a function.
pub fn stages_with(item: syn::ItemFn, options: Options) -> Result<Stages, Diagnostics> {
    let (function, errors) = analysed(item, options);
    errors.gate(())?;
    Ok(finished(function))
}

/// The program and all laws that it breaks: what is outside the language is left out of it, the rest is checked.
fn analysed(item: syn::ItemFn, options: Options) -> (Function, Diagnostics) {
    analysed_in(item, options, lower::Scope::default())
}

/// The same of a method.
fn analysed_in(mut item: syn::ItemFn, options: Options, scope: lower::Scope) -> (Function, Diagnostics) {
    let excess = resolve::shorten(&mut item.block);
    if excess.is_some() {
        item.block.stmts.clear();
    }
    let (mut function, mut errors) = lower::lower_in(item, options, scope);
    if let Some(excess) = excess {
        errors.report(law::Law::OutsideLanguage, excess.span, excess.message, excess.help);
    }
    function.vars.note_ranges(&function.body);
    function.body = within::settled(&function.body, &function.vars);
    function.vars.note_ranges(&function.body);
    function.body = narrow::narrow(&function.body, &function.vars);
    errors.0.extend(check::check(&function).0);
    (function, errors)
}

/// All stages of a function that breaks no law.
fn finished(mut function: Function) -> Stages {
    activity::activity(&mut function);
    let mut flat = function.clone();
    flat.body = flatten::flatten(&function.body, &mut flat.vars);

    let primal = plain(&function, &function.body, Program::Primal);
    let inverse_raw = plain(&function, &invert(&function.body), Program::Inverse);
    let adjoint_raw = carrying(&flat, &invert(&flat.body), Program::Adjoint, &BTreeSet::new());
    let coadjoint_raw = carrying(&flat, &flat.body, Program::Coadjoint, &BTreeSet::new());
    let redone = adjoint::accumulated(&function);
    let sweep = redone.map(|redone| simplify(carrying(&flat, &invert(&flat.body), Program::Sweep, &redone)));
    Stages {
        standing: Standing::Free,
        recording: record::recording(&flat),
        only_added: only_added(&function),
        primal: simplify::primal(primal),
        inverse: simplify(inverse_raw.clone()),
        adjoint: simplify(adjoint_raw.clone()),
        coadjoint: simplify(coadjoint_raw.clone()),
        sweep,
        inverse_raw,
        adjoint_raw,
        coadjoint_raw,
        function,
        flat,
    }
}

/// The sweep before simplification, where it is fused.
pub(crate) fn sweep_raw(stages: &Stages) -> Option<Procedure> {
    let redone = adjoint::accumulated(&stages.function)?;
    Some(carrying(&stages.flat, &invert(&stages.flat.body), Program::Sweep, &redone))
}

/// A program without cotangents.
fn plain(function: &Function, body: &Block, program: Program) -> Procedure {
    let steps = schedule::steps(body, &function.vars, Mode::RUN);
    Procedure {
        program,
        vars: function.vars.clone(),
        params: function.params.iter().map(|p| (p.var, None)).collect(),
        output: function.output.map(|var| (var, None)),
        trail: None,
        steps,
        checked: None,
    }
}

/// A program with cotangents.
fn carrying(function: &Function, body: &Block, program: Program, redone: &BTreeSet<Var>) -> Procedure {
    step::twofold(|checks| carrying_with(function, body, program, redone, checks))
}

fn carrying_with(
    function: &Function,
    body: &Block,
    program: Program,
    redone: &BTreeSet<Var>,
    checks: bool,
) -> Procedure {
    let mut pulling = Pulling::new(&function.vars, redone).checked(checks);
    if program != Program::Coadjoint {
        // The function itself runs what stands in a program that is called before its adjoint.
        let alone = function.output.is_some() || program == Program::Sweep;
        let hosts = Hosts::of(&function.body, &function.vars, alone).unwrap_or_default();
        pulling = pulling.backwards(hosts);
    }
    if program != Program::Coadjoint && record::is_asked_for(&function.body, &function.vars) {
        pulling = pulling.recording();
    }
    let params = function
        .params
        .iter()
        .map(|p| (p.var, function.vars[p.var].active.then(|| pulling.shadow(p.var))))
        .collect();
    let output = function.output.map(|var| (var, Some(pulling.shadow(var))));
    let mut steps: Vec<Step> = pulling.own_trail().into_iter().collect();
    steps.extend(pulling.body(body, output));
    Procedure { program, vars: pulling.vars, params, output, trail: None, steps, checked: None }
}

/// State that is only added to and never read: its start value does not matter to anything else.
fn only_added(function: &Function) -> BTreeSet<Var> {
    let footprint = footprint::Footprint::of(&function.body.stmts);
    function
        .vars
        .iter()
        .filter(|(var, v)| v.role == Role::State && v.ty.is_real() && !footprint.reads.contains(var))
        .map(|(var, _)| var)
        .collect()
}
