//! All programs of one function: the passes in their order.
//!
//! `lower → shrink → check → (all errors out) → activity → flatten → schedule / adjoint → simplify`. No pass after
//! `check` can fail. [`stages`] stores the result of each pass.

use crate::analysis::footprint::Footprint;
use crate::analysis::hosts::Hosts;
use crate::analysis::{activity, signs, within, wraps};
use crate::ir::CalleeKind;
use crate::ir::invert::invert;
use crate::ir::step::{self, Procedure, Program, Step};
use crate::ir::{Block, Function, Options, Role, Var};
use crate::law::{self, Diagnostics, Language};
use crate::lower::Lowered;
use crate::reverse::adjoint::{self, Adjoint};
use crate::reverse::record::{self, Recording};
use crate::reverse::schedule::{self, Mode};
use crate::reverse::{at_once, copied, flatten, freeze, parallel, placed, shrink};
use crate::simplify::{self, simplify};
use crate::sorted::Set;
use crate::syntax::conditions;
use crate::{check, infer, lower, ordinary, resolve};
use proc_macro2::TokenStream;
use std::sync::OnceLock;

/// The result of every pass for one function.
#[derive(Clone, Debug)]
pub struct Stages {
    /// The place of the function, which determines how its programs are called.
    pub kind: CalleeKind,
    /// The inferred types.
    pub types: infer::Table,
    /// The program as written.
    pub function: Function,
    /// The program with those values named that partials read.
    pub flat: Function,
    /// Outputs that are only added to and never read.
    pub only_added: Set<Var>,
    /// The function itself.
    pub primal: Procedure,
    /// Its inverse.
    pub inverse: Procedure,
    /// Its adjoint.
    pub adjoint: Procedure,
    /// The adjoint of its inverse.
    pub inverse_adjoint: Procedure,
    /// Primal and adjoint fused, if all state is only added to.
    pub sweep: Option<Procedure>,
    /// The function and its adjoint as recorded calls run them, if it contains recorded calls itself.
    pub recording: Option<Recording>,
    /// Programs of a reversible function before simplification, once somebody has asked for them: no macro does.
    pub(crate) raw: [OnceLock<Procedure>; 3],
    /// A record and a replay of all locals, likewise.
    pub(crate) recorded_raw: OnceLock<Option<(Procedure, Procedure)>>,
}

/// The programs that are kept before simplification.
#[derive(Clone, Copy)]
enum Raw {
    Inverse,
    Adjoint,
    InverseAdjoint,
}

impl Stages {
    /// Returns the inverse before simplification.
    pub fn inverse_raw(&self) -> &Procedure {
        if self.function.options.language.is_ordinary() {
            return &self.inverse;
        }
        self.raw[Raw::Inverse as usize]
            .get_or_init(|| plain(&self.function, &invert(&self.function.body), Program::Inverse))
    }

    /// Returns the adjoint before simplification.
    pub fn adjoint_raw(&self) -> &Procedure {
        if self.function.options.language.is_ordinary() {
            return &self.adjoint;
        }
        self.raw[Raw::Adjoint as usize]
            .get_or_init(|| carrying(&self.flat, &invert(&self.flat.body), Program::Adjoint, &Set::new()))
    }

    /// Returns the adjoint of the inverse before simplification.
    pub fn inverse_adjoint_raw(&self) -> &Procedure {
        if self.function.options.language.is_ordinary() {
            return &self.inverse_adjoint;
        }
        self.raw[Raw::InverseAdjoint as usize]
            .get_or_init(|| carrying(&self.flat, &self.flat.body, Program::InverseAdjoint, &Set::new()))
    }

    /// Returns a record and a replay of all locals before simplification, if the function has such programs.
    pub fn recorded_raw(&self) -> Option<&(Procedure, Procedure)> {
        self.recorded_raw.get_or_init(|| record::whole(&self.flat)).as_ref()
    }
}

/// Returns all stages of a function given as tokens.
pub fn stages(item: TokenStream) -> Result<Stages, Diagnostics> {
    let function = syn::parse2::<syn::ItemFn>(item).map_err(|error| {
        let mut errors = Diagnostics::default();
        errors.report(law::Law::OutsideLanguage, error.span(), error.to_string(), "write a Rust function");
        errors
    })?;
    stages_with(function, Options::REVERSIBLE)
}

/// Returns all stages of a function.
pub fn stages_with(item: syn::ItemFn, options: Options) -> Result<Stages, Diagnostics> {
    let (lowered, errors) = analysed(item, options);
    errors.barrier(())?;
    Ok(finished(lowered))
}

/// Returns the program and all laws that it breaks; syntax outside the language is left out, the rest is checked.
pub(crate) fn analysed(item: syn::ItemFn, options: Options) -> (Lowered, Diagnostics) {
    analysed_in(item, options, lower::Scope::default())
}

/// Returns the same for a method.
pub(crate) fn analysed_in(
    item: syn::ItemFn,
    options: Options,
    scope: lower::Scope,
) -> (Lowered, Diagnostics) {
    let words = options.language.is_ordinary().then(|| ordinary::worded::Words::of(&item));
    let mut made = Set::new();
    let (lowered, mut errors) = lowered_and_checked(item, options, scope, &mut made);
    if let (Some(words), false) = (words, errors.0.is_empty()) {
        made.extend(lowered.function.vars.iter().map(|(_, variable)| variable.name.clone()));
        words.reword(&mut errors, &made);
    }
    errors.set_language(options.language);
    (lowered, errors)
}

fn lowered_and_checked(
    mut item: syn::ItemFn,
    options: Options,
    scope: lower::Scope,
    made: &mut Set<String>,
) -> (Lowered, Diagnostics) {
    let mut rewriting = Diagnostics::default();
    conditions::refuse(&item, &mut rewriting);
    if options.language.is_ordinary() && rewriting.0.is_empty() {
        let beside = scope.methods.iter().filter(|(_, of)| of.beside);
        let block = ordinary::own::Block {
            of: scope.of.clone(),
            methods: scope.methods.keys().cloned().collect(),
            beside: beside.map(|(name, _)| name.clone()).collect(),
        };
        (item, *made) = ordinary::rewritten(&item, &block, &mut rewriting);
    }
    let excess = resolve::shorten(&mut item.block);
    if excess.is_some() || !rewriting.0.is_empty() {
        item.block.stmts.clear();
    }
    resolve::index_constants(&mut item);
    let (mut lowered, mut errors) = lower::lower_in(item, options, scope);
    if !rewriting.0.is_empty() {
        return (lowered, rewriting);
    }
    if let Some(excess) = excess {
        errors = Diagnostics::default();
        errors.report(law::Law::OutsideLanguage, excess.span, excess.message, excess.help);
        return (lowered, errors);
    }
    let function = &mut lowered.function;
    function.vars.note_ranges(&function.body);
    function.body = within::settled(&function.body, &function.vars);
    let body = match function.options.language {
        Language::Ordinary => {
            let body = freeze::frozen(&function.body, &mut function.vars);
            placed::placed(&body, &function.vars)
        }
        Language::Reversible => shrink::shrink(&function.body, &function.vars),
    };
    function.body = body;
    function.vars.note_ranges(&function.body);
    errors.0.extend(check::check(function).0);
    parallel::check(function, &mut errors);
    (lowered, errors)
}

/// Returns all stages of a function that breaks no law.
pub(crate) fn finished(lowered: Lowered) -> Stages {
    let Lowered { mut function, types } = lowered;
    activity::activity(&mut function);
    if function.options.language.is_ordinary() {
        function.body = copied::copied(&function.body, &mut function.vars);
    }
    signs::note_signless(&mut function);
    wraps::note_wrapping(&mut function);
    simplify::commute::note_falling(&function.body, &mut function.vars);
    let mut flat = function.clone();
    flat.body = flatten::flatten(&function.body, &mut flat.vars);

    match function.options.language {
        Language::Ordinary => recorded(function, flat, types),
        Language::Reversible => reversed(function, flat, types),
    }
}

/// All stages of a reversible function.
fn reversed(mut function: Function, mut flat: Function, types: infer::Table) -> Stages {
    let mut programs = Reversed::of(&function, &flat);
    let unlike = simplify::unlike(programs.all());
    if !unlike.is_empty() {
        for index in unlike {
            function.vars.note_alone(index);
            flat.vars.note_alone(index);
        }
        programs = Reversed::of(&function, &flat);
    }
    let Reversed { primal, inverse, adjoint, inverse_adjoint, sweep } = programs;
    Stages {
        kind: CalleeKind::Free,
        types,
        recording: record::recording(&flat, |_, _| None),
        only_added: only_added(&function),
        primal,
        inverse,
        adjoint,
        inverse_adjoint,
        sweep,
        function,
        flat,
        raw: Default::default(),
        recorded_raw: OnceLock::new(),
    }
}

/// The programs of a reversible function.
struct Reversed {
    primal: Procedure,
    inverse: Procedure,
    adjoint: Procedure,
    inverse_adjoint: Procedure,
    sweep: Option<Procedure>,
}

impl Reversed {
    fn of(function: &Function, flat: &Function) -> Reversed {
        let (undone, pulled, none) = (invert(&function.body), invert(&flat.body), Set::new());
        let redone = adjoint::accumulated(function);
        Reversed {
            primal: simplify::primal(plain(function, &function.body, Program::Primal)),
            inverse: simplify(plain(function, &undone, Program::Inverse)),
            adjoint: simplify(carrying(flat, &pulled, Program::Adjoint, &none)),
            inverse_adjoint: simplify(carrying(flat, &flat.body, Program::InverseAdjoint, &none)),
            sweep: redone.map(|redone| simplify(carrying(flat, &pulled, Program::Sweep, &redone))),
        }
    }

    fn all(&self) -> impl Iterator<Item = &Procedure> {
        [&self.primal, &self.inverse, &self.adjoint, &self.inverse_adjoint].into_iter().chain(&self.sweep)
    }
}

/// All stages of an ordinary function: its derivative is its record and the replay, which takes the place of the adjoint where there is
/// none.
fn recorded(function: Function, flat: Function, types: infer::Table) -> Stages {
    let primal = simplify::primal(plain(&function, &function.body, Program::Primal));
    let recording = record::recording(&flat, |record, replay| {
        let strict = |body: Block| {
            let (undone, strict) = (invert(&body), Function { body, ..flat.clone() });
            carrying(&strict, &undone, Program::Adjoint, &Set::new())
        };
        let adjoint = || strict(record::unrecorded(&flat.body, &flat.vars));
        at_once::at_once(&function, record, replay, adjoint)
    });
    let adjoint = recording.as_ref().map(|of| of.at_once.as_ref().unwrap_or(&of.replay).clone());
    let adjoint = adjoint.unwrap_or_else(|| primal.clone());
    Stages {
        kind: CalleeKind::Free,
        types,
        recording,
        only_added: Set::new(),
        inverse: primal.clone(),
        raw: Default::default(),
        recorded_raw: OnceLock::new(),
        inverse_adjoint: adjoint.clone(),
        adjoint,
        sweep: None,
        primal,
        function,
        flat,
    }
}

/// Returns the programs of a function in which loops may run in lanes, before simplification.
pub fn programs_in_lanes(stages: &Stages) -> Vec<Procedure> {
    let primal = plain(&stages.function, &stages.function.body, Program::Primal);
    if stages.function.options.language.is_ordinary() {
        // Function and adjoint in one, where nothing needs a record.
        let at_once = stages.recording.as_ref().and_then(|of| of.at_once.clone());
        let recorded = record::unhastened(&stages.flat).filter(|_| at_once.is_none());
        let recorded = recorded.into_iter().flat_map(|(record, replay)| [record, replay]);
        return [primal].into_iter().chain(at_once).chain(recorded).collect();
    }
    let others = [stages.inverse_raw(), stages.adjoint_raw(), stages.inverse_adjoint_raw()].map(Clone::clone);
    [primal].into_iter().chain(others).chain(sweep_raw(stages)).collect()
}

/// The programs of a function that run many instances together, or the reason for which they run one by one.
#[derive(Clone, Debug)]
pub struct Together {
    /// The function.
    pub run: Result<simplify::Instances, String>,
    /// Its sweep where it is fused, and its adjoint elsewhere.
    pub back: Result<simplify::Instances, String>,
}

/// Returns the programs of a function that run many instances together.
pub fn together(stages: &Stages) -> Together {
    let run = plain(&stages.function, &stages.function.body, Program::Primal);
    let back = stages.sweep.as_ref().and_then(|_| sweep_raw(stages));
    let back = back.unwrap_or_else(|| stages.adjoint_raw().clone());
    Together { run: simplify::together(run), back: simplify::together(back) }
}

/// The sweep before simplification, where it is fused.
pub fn sweep_raw(stages: &Stages) -> Option<Procedure> {
    let redone = adjoint::accumulated(&stages.function)?;
    Some(carrying(&stages.flat, &invert(&stages.flat.body), Program::Sweep, &redone))
}

/// Returns a program without cotangents.
fn plain(function: &Function, body: &Block, program: Program) -> Procedure {
    let steps = schedule::steps(body, &function.vars, Mode::RUN);
    Procedure {
        program,
        vars: function.vars.clone(),
        params: function.params.iter().map(|p| (p.var, None)).collect(),
        output: function.output.map(|var| (var, None)),
        tape: None,
        steps,
        checked: None,
        ahead: None,
    }
}

/// Returns a program with cotangents.
fn carrying(function: &Function, body: &Block, program: Program, redone: &Set<Var>) -> Procedure {
    step::twofold(function.options.checks, |checks| carrying_with(function, body, program, redone, checks))
}

fn carrying_with(
    function: &Function,
    body: &Block,
    program: Program,
    redone: &Set<Var>,
    checks: bool,
) -> Procedure {
    let mut adjoint = Adjoint::new(&function.vars, redone).checked(checks);
    if program != Program::InverseAdjoint {
        // The function itself runs the ordinary Rust in a program that is called before its adjoint.
        let alone = function.output.is_some() || program == Program::Sweep;
        let hosts = Hosts::of(&function.body, &function.vars, alone).unwrap_or_default();
        adjoint = adjoint.backwards(hosts);
    }
    if program != Program::InverseAdjoint && record::is_asked_for(&function.body, &function.vars) {
        adjoint = adjoint.recording();
    }
    let params = function
        .params
        .iter()
        .map(|p| (p.var, function.vars[p.var].active.then(|| adjoint.shadow(p.var))))
        .collect();
    let output = function.output.map(|var| (var, Some(adjoint.shadow(var))));
    let mut steps: Vec<Step> = adjoint.own_tape().into_iter().collect();
    steps.extend(adjoint.body(body, output));
    Procedure { program, vars: adjoint.vars, params, output, tape: None, steps, checked: None, ahead: None }
}

/// Returns the state that is only added to and never read: its initial value does not affect anything else.
fn only_added(function: &Function) -> Set<Var> {
    let footprint = Footprint::of(&function.body.stmts, &function.vars);
    function
        .vars
        .iter()
        .filter(|(var, v)| v.role == Role::State && v.ty.is_real() && !footprint.reads.contains(var))
        .map(|(var, _)| var)
        .collect()
}
