//! The adjoint of a program: its inverse, with the propagation of cotangents.
//!
//! Takes the statements *that will run*, i.e. `invert(p)` for the adjoint of `p`, and `p` itself for the adjoint of
//! the inverse (the *adjoint of the inverse*). Each runs as in [`crate::reverse::schedule`], and in addition the cotangents are
//! pulled back through the statement that it undoes: running `y -= e` undoes `y += e`, so `x̄ += ȳ · ∂e/∂x`. Values
//! are recomputed as primals only, never as value-cotangent pairs. (Paper 000, section 4.1, appendix C.)
//!
//! Law: primal places end as after [`crate::reverse::schedule::steps`]; shadows of inputs are added to.

mod partials;
mod pull;

use crate::analysis::footprint::freed;
use crate::analysis::hosts::Hosts;
use crate::analysis::slice::Recompute;
use crate::ir::invert::invert;
use crate::ir::step::{Check, Claim, Cotangent, Law, Program, ShadowArgument, Step};
use crate::ir::*;
use crate::law::Language;
use crate::reverse::own_record::Own;
use crate::reverse::record::RunsAgain;
use crate::reverse::schedule::{self, Leading, Mode, Purpose};
use crate::reverse::segments::{self, Segments};
use crate::reverse::{rebind, record};
use crate::sorted::{Map, Set};
use proc_macro2::Span;

/// The state of making one adjoint.
pub struct Adjoint<'a> {
    /// The function's variables and the shadows made so far.
    pub vars: Variables,
    shadows: Map<Var, Var>,
    /// Outputs that the program only adds to: their cotangents are known beforehand, and a sweep leaves them
    /// in their post-state by running their updates forwards.
    redone: &'a Set<Var>,
    /// The record tape, if there is one.
    tape: Option<Tape>,
    /// True if run-time checks run before and after statements.
    checks: bool,
    /// The statements of ordinary Rust that recompute slices run; nothing if the program runs forwards.
    hosts: Option<Hosts>,
}

/// A record tape in the reverse pass.
#[derive(Clone, Debug)]
struct Tape {
    var: Var,
    /// The calls that were recorded on it and are not undone yet, by number.
    recorded: Set<u32>,
    /// The locals of blocks that were recorded on it; `None` if blocks recompute them.
    kept: Option<Set<Var>>,
    /// The language of the function: an ordinary one binds locals again where that costs no more than to record them.
    language: Language,
    /// The way in which loops are undone that can run again.
    loops: RunsAgain,
    /// The loops whose iterations keep their record, by index.
    own: Set<Var>,
    /// True at the beginning of an iteration that has run again: its locals are in scope.
    is_here: bool,
}

/// No output is redone.
static NOTHING: Set<Var> = Set::new();

impl Adjoint<'_> {
    /// Starts with the shadows of parameters (and of the returned value).
    pub fn new<'a>(vars: &Variables, redone: &'a Set<Var>) -> Adjoint<'a> {
        Adjoint { vars: vars.clone(), shadows: Map::new(), redone, tape: None, checks: false, hosts: None }
    }

    /// Adds run-time checks.
    pub fn checked(mut self, checks: bool) -> Self {
        self.checks = checks;
        self
    }

    /// Sets the statements of ordinary Rust that recompute slices run, for statements that run backwards.
    pub fn backwards(mut self, hosts: Hosts) -> Self {
        self.hosts = Some(hosts);
        self
    }

    /// Lets recompute slices record calls on a tape.
    pub fn recording(mut self) -> Self {
        let var = record::tape(&mut self.vars, Passing::Value);
        self.tape = Some(Tape {
            var,
            recorded: Set::new(),
            kept: None,
            language: Language::Reversible,
            loops: RunsAgain::Never,
            own: Set::new(),
            is_here: false,
        });
        self
    }

    /// Starts with a tape on which calls and the locals of blocks have been recorded.
    pub fn on_tape(vars: &Variables, var: Var, recorded: Set<u32>, kept: Set<Var>) -> Adjoint<'static> {
        let tape = Tape {
            var,
            recorded,
            kept: Some(kept),
            language: Language::Reversible,
            loops: RunsAgain::Never,
            own: Set::new(),
            is_here: false,
        };
        let tape = Some(tape);
        Adjoint { tape, ..Adjoint::new(vars, &NOTHING) }
    }

    /// Says the language of the function: that of an ordinary one binds cheap locals again (see [`rebind`]).
    pub fn of(mut self, language: Language) -> Self {
        self.tape.iter_mut().for_each(|tape| tape.language = language);
        self
    }

    /// Says how loops are undone that can run again. `own` are those whose iterations keep their record, by index.
    pub fn repeating(mut self, loops: RunsAgain, own: Set<Var>) -> Self {
        if let Some(tape) = &mut self.tape {
            (tape.loops, tape.own) = (loops, own);
        }
        self
    }

    /// The step that makes the tape, where this program has one of its own.
    pub fn own_tape(&self) -> Option<Step> {
        self.tape.as_ref().filter(|tape| tape.kept.is_none()).map(|tape| record::declared(tape.var))
    }

    /// Returns the shadow of a variable, which is made at the first call.
    pub fn shadow(&mut self, primal: Var) -> Var {
        if let Some(shadow) = self.shadows.get(&primal) {
            return *shadow;
        }
        let of = self.vars[primal].clone();
        let field = self.vars.field_path(primal).cloned();
        // A structure or map that is a parameter has one shadow as a whole, behind `&mut` however the parameter is
        // passed.
        let closed = field.is_none() && of.ty.is_closed();
        let whole = closed && !self.vars.is_in_local_structure(primal);
        let shadow = Variable {
            name: format!("{}_bar", of.name),
            role: if of.role == Role::Input && !whole { Role::InputShadow } else { Role::Shadow },
            passing: if whole { Passing::Mutable } else { of.passing },
            active: false,
            definition: None,
            ..of
        };
        let shadow = match field {
            Some(FieldPath { root, layout }) => {
                let root = self.shadow(root);
                // The parts of a number are made with it.
                let known = self.vars.find_field(root, &layout);
                known.unwrap_or_else(|| self.vars.add_field(FieldPath { root, layout }, shadow))
            }
            None => self.vars.add(shadow),
        };
        self.shadows.insert(primal, shadow);
        self.vars.note_primal(shadow, primal);
        shadow
    }

    /// The shadow of a place, with the shadows of the field variables inside it.
    fn shadow_place(&mut self, place: &Place) -> Place {
        let shadow = place.with_base(self.shadow(place.base));
        let active: Vec<Var> =
            self.vars.parts(place.base).into_iter().filter(|part| self.vars[*part].active).collect();
        active.into_iter().for_each(|part| _ = self.shadow(part));
        shadow
    }

    fn fresh_seed(&mut self) -> Var {
        self.vars.add(Variable {
            name: "seed".into(),
            span: Span::call_site(),
            ty: Type::Real,
            role: Role::Shadow,
            passing: Passing::Value,
            active: false,
            detached: false,
            definition: None,
        })
    }

    /// Returns the steps of a function's body, whose recompute slice has computed the value before its cotangent is
    /// first read.
    pub fn body(&mut self, body: &Block, output: Option<(Var, Option<Var>)>) -> Vec<Step> {
        self.steps(body, output)
    }

    /// Returns the steps of a block, with cotangents.
    pub fn block(&mut self, block: &Block) -> Vec<Step> {
        self.steps(block, None)
    }

    fn steps(&mut self, block: &Block, output: Option<(Var, Option<Var>)>) -> Vec<Step> {
        let is_here = self.tape.as_mut().is_some_and(|tape| std::mem::take(&mut tape.is_here));
        let outer = self.tape.clone();
        let mut out = if is_here { Vec::new() } else { self.recompute(block) };
        out.extend(output.and_then(|(value, shadow)| self.fits(value, shadow?)));
        let built = self.built(&block.stmts);
        let again = if is_here { Map::new() } else { self.bound_again(block) };
        let late: Set<Var> = again.values().flatten().filter_map(declared_by).collect();
        out.extend(
            self.zeros(block)
                .into_iter()
                .filter(|zero| !declared_by(zero).is_some_and(|var| late.contains(&var))),
        );
        let freed = freed(block, &self.vars);
        self.hosts.iter_mut().for_each(Hosts::enter);
        for (at, stmt) in block.stmts.iter().enumerate() {
            out.extend(again.listed(&at).iter().cloned());
            out.extend(schedule::checks_before(stmt, &freed, &self.vars, self.checks));
            self.stmt(stmt, &built, &mut out);
        }
        self.hosts.iter_mut().for_each(Hosts::leave);
        out.extend(self.ends(block));
        self.tape = outer;
        out
    }

    /// Returns the bindings that a replayed block repeats, by the statement before which it does.
    fn bound_again(&mut self, block: &Block) -> Map<usize, Vec<Step>> {
        let mut found: Map<usize, Vec<Step>> = Map::new();
        if !self.tape.as_ref().is_some_and(|tape| tape.language.is_ordinary() && tape.kept.is_some())
            || !schedule::is_backward(block, &self.vars)
        {
            return found;
        }
        let forward = invert(block);
        let again = rebind::rebound(&forward, &self.vars);
        for stmt in &forward.stmts {
            if let Stmt::Bind(b) = stmt {
                if let Some(last) = again.get(&b.var) {
                    let steps = found.entry(block.stmts.len() - 1 - last).or_default();
                    steps.push(Step::Let { var: b.var, value: b.value.clone() });
                    // Its cotangent starts where it does.
                    let shadow = self.local_shadow(b.var);
                    steps.extend(shadow.map(|shadow| Step::DeclareZero { shadow, primal: b.var }));
                }
            }
        }
        found
    }

    /// The cotangent of a value that has lengths comes from outside.
    fn fits(&self, value: Var, shadow: Var) -> Option<Step> {
        let v = &self.vars[value];
        let check = Check {
            claim: Claim::Fits(Place::whole(value, v.span), Place::whole(shadow, v.span)),
            law: Law::Seed,
            statement: self.vars.written_name(shadow).to_string(),
            span: v.span,
        };
        (v.ty.has_lengths() || v.ty.is_structure()).then_some(Step::Check(check))
    }

    /// Returns the steps that recompute the locals of a block.
    fn recompute(&mut self, block: &Block) -> Vec<Step> {
        let hosts = self.hosts.as_ref().map_or_else(Map::new, |hosts| hosts.here(&invert(block)));
        let leading = Leading { checks: self.checks, hosts };
        match &mut self.tape {
            None => schedule::recompute_steps_with(block, &self.vars, &leading, |build| build),
            Some(Tape { var, kept: Some(kept), language, .. })
                if schedule::is_backward(block, &self.vars) =>
            {
                record::taken(block, *var, kept, *language, &self.vars)
            }
            Some(Tape { kept: Some(_), .. }) => Vec::new(),
            Some(Tape { var, recorded, kept: None, .. }) => {
                let (led, vars) = (record::led(block, &self.vars), &self.vars);
                let mut on_tape = |callee: &Callee| match callee.recorded {
                    Some(call) if led.contains(&call.number) => callee.on(Some(*var)),
                    _ => callee.clone(),
                };
                let rewritten = |build| record::on_tape(&build, vars, &mut on_tape);
                let steps = schedule::recompute_steps_with(block, vars, &leading, rewritten);
                recorded.extend(led);
                steps
            }
        }
    }

    /// Returns a callee in the reverse pass: it replays if its call was recorded.
    fn replayed(&self, callee: &Callee) -> Callee {
        let tape = self.tape.as_ref().zip(callee.recorded);
        match tape.filter(|(tape, call)| tape.recorded.contains(&call.number)) {
            Some((tape, _)) => callee.on(Some(tape.var)),
            None => callee.clone(),
        }
    }

    /// Returns the active locals that statements declare, with their shadows.
    fn built(&mut self, stmts: &[Stmt]) -> Vec<(Var, Var)> {
        let declared = stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Bind(b) | Stmt::Allocate(b) => Some(b.var),
            _ => None,
        });
        let declared: Vec<Var> = declared.collect();
        declared.into_iter().filter_map(|var| Some((var, self.local_shadow(var)?))).collect()
    }

    /// Returns the steps of one statement that runs by itself.
    pub fn statement(&mut self, stmt: &Stmt) -> Vec<Step> {
        let (mut built, mut out) = (Vec::new(), Vec::new());
        if let Stmt::Bind(b) | Stmt::Allocate(b) = stmt {
            built.extend(self.local_shadow(b.var).map(|shadow| (b.var, shadow)));
        }
        self.stmt(stmt, &built, &mut out);
        out
    }

    /// Returns the final steps of a block for the cotangents of locals that it does not forget itself.
    pub fn ends(&mut self, block: &Block) -> Vec<Step> {
        let mut out = Vec::new();
        if !schedule::is_backward(block, &self.vars) {
            self.tail(block, &mut out);
        }
        out
    }

    /// Returns the declarations of cotangents at the start of a block that forgets its locals.
    pub fn zeros(&mut self, block: &Block) -> Vec<Step> {
        let mut out = Vec::new();
        // A local that the program frees itself is declared later, together with its cotangent.
        let freed = freed(block, &self.vars);
        for stmt in &block.stmts {
            if let Stmt::Forget(b) | Stmt::Release(b) = stmt {
                let shadow = self.local_shadow(b.var).filter(|_| !freed.contains(&b.var));
                out.extend(shadow.map(|shadow| Step::DeclareZero { shadow, primal: b.var }));
            }
        }
        out
    }

    /// Returns the shadow of an active local; that of the returned value is a parameter.
    fn local_shadow(&mut self, var: Var) -> Option<Var> {
        let local = &self.vars[var];
        (local.active && local.role != Role::Output).then(|| self.shadow(var))
    }

    /// The inverse program forgets its locals at the end by undoing the statements that computed them; the adjoint of the inverse
    /// runs the program itself, and here pulls back through that uncomputation.
    fn tail(&mut self, block: &Block, out: &mut Vec<Step>) {
        let recompute = Recompute::of_checked(block, &self.vars);
        let mut uncompute = Vec::new();
        // Statements that have just run are not checked again.
        let checks = std::mem::replace(&mut self.checks, false);
        // Locals that these statements declare are freed in them.
        for stmts in [invert(&recompute.build).stmts, recompute.rewind.stmts] {
            let built = self.built(&stmts);
            for stmt in &stmts {
                self.stmt(stmt, &built, &mut uncompute);
            }
        }
        self.checks = checks;
        out.extend(uncompute);
    }

    fn stmt(&mut self, stmt: &Stmt, built: &[(Var, Var)], out: &mut Vec<Step>) {
        match stmt {
            Stmt::Bind(b) | Stmt::Allocate(b) => {
                let alone = Block { stmts: vec![stmt.clone()] };
                out.extend(schedule::steps(&alone, &self.vars, Mode::REBUILD));
                if let Some((primal, shadow)) = built.iter().find(|(var, _)| *var == b.var) {
                    out.push(Step::DeclareZero { shadow: *shadow, primal: *primal });
                }
            }
            Stmt::Forget(b) | Stmt::Release(b) => {
                if self.vars[b.var].active {
                    let seed = self.shadow_place(&Place::whole(b.var, b.span));
                    let seed = Cotangent { sign: Sign::Plus, seed, factor: None };
                    let name = Expr::Read(Place::whole(b.var, b.span));
                    let name = matches!(stmt, Stmt::Forget(_)).then_some(&name);
                    self.pull(&b.value, seed, name, out);
                }
            }
            Stmt::Update(u) => self.update(u, out),
            Stmt::Call(c) => self.call(c, out),
            Stmt::For(f) => {
                let range = f.range.reversed();
                let visits = Some((f.index, &range));
                if let Some(steps) = self.segments(f.checkpoint.as_ref(), &f.body, visits, f.span, out) {
                    return out.extend(steps);
                }
                let body = self.iteration(f, out);
                out.push(Step::For { index: f.index, range: f.range.clone(), body, span: f.span });
            }
            Stmt::If(i) => {
                let (mut then, mut otherwise) = (self.block(&i.then), self.block(&i.otherwise));
                if self.checks {
                    then.extend(schedule::checks_after_side(i, true, &self.vars));
                    otherwise.extend(schedule::checks_after_side(i, false, &self.vars));
                }
                schedule::branch(i, then, otherwise, Purpose::Rebuild, out);
            }
            Stmt::While(w) => {
                if let Some(steps) = self.segments(w.checkpoint.as_ref(), &w.body, None, w.span, out) {
                    return out.extend(steps);
                }
                let mut body = self.block(&w.body);
                if self.checks {
                    body.extend(schedule::checks_after_iteration(w, &self.vars));
                }
                schedule::repeat(w, body, Purpose::Rebuild, out);
            }
            Stmt::Undo(r) => {
                let body = self.block(&r.body);
                out.push(Step::Block(body));
            }
            // A routine that runs forwards here was undone by the program, which recorded nothing in it.
            Stmt::Routine(r) => {
                let (tape, hosts) = (self.tape.take(), self.hosts.take());
                let body = self.block(&r.body);
                (self.tape, self.hosts) = (tape, hosts);
                out.push(Step::Block(body));
            }
            Stmt::Safe(_) => {}
        }
    }

    /// Returns the steps that undo an iteration: where it keeps its record, it runs again first.
    fn iteration(&mut self, f: &For, out: &mut Vec<Step>) -> Vec<Step> {
        match &mut self.tape {
            Some(Tape { var, kept: Some(kept), language, loops, own, is_here, .. })
                if own.contains(&f.index) =>
            {
                match *loops {
                    RunsAgain::Never => self.block(&f.body),
                    RunsAgain::Reads => {
                        let inputs = segments::inputs(&f.body, &self.vars).into_iter();
                        out.extend(inputs.map(|number| Step::Push { stack: *var, number }));
                        self.block(&f.body)
                    }
                    RunsAgain::Parts => {
                        let (tape, forward) = (*var, f.with(invert(&f.body)));
                        let own = Own::of(&forward, kept, &self.vars);
                        let record = record::again(&forward.body, tape, kept, *language, &self.vars);
                        *is_here = true;
                        let undo = self.block(&f.body);
                        out.extend(decided(&forward.body, tape, &self.vars));
                        out.extend(own.put_back(&forward, tape));
                        own.iteration(record, undo, tape, &mut self.vars)
                    }
                }
            }
            _ => self.block(&f.body),
        }
    }

    /// Returns the steps that undo a checkpointed loop segment by segment, where this program does.
    fn segments(
        &mut self,
        checkpoint: Option<&Checkpoint>,
        body: &Block,
        visits: Option<(Var, &Range)>,
        span: Span,
        out: &mut Vec<Step>,
    ) -> Option<Vec<Step>> {
        let of = checkpoint?;
        let Tape { var: tape, kept, language, loops, .. } = self.tape.clone()?;
        match loops {
            RunsAgain::Never => None,
            RunsAgain::Reads => {
                let inputs = segments::inputs(body, &self.vars).into_iter();
                out.extend(inputs.map(|number| Step::Push { stack: tape, number }));
                None
            }
            RunsAgain::Parts => {
                let state = segments::state(body, &self.vars);
                let record = record::again(&invert(body), tape, &kept?, language, &self.vars);
                let undo = self.block(body);
                out.extend(decided(&invert(body), tape, &self.vars));
                Some(Segments { of, tape, state, visits, span }.undone(record, undo))
            }
        }
    }

    fn update(&mut self, u: &Update, out: &mut Vec<Step>) {
        let redo = self.redone.contains(&u.place.base);
        let sign = if redo { u.sign.flipped() } else { u.sign };
        out.push(Step::Update(Update { sign, ..u.clone() }));
        if self.vars[u.place.base].active {
            let shadow = self.shadow(u.place.base);
            let seed = Cotangent { sign: u.sign.flipped(), seed: u.place.with_base(shadow), factor: None };
            self.pull(&u.value, seed, None, out);
        }
    }

    fn call(&mut self, c: &Call, out: &mut Vec<Step>) {
        let (callee, span) = (c.callee.clone(), c.span);
        if callee.is_store() {
            out.extend(schedule::store(c));
            return;
        }
        if callee.is_stack() {
            return self.stacked(c, out);
        }
        if callee.is_entry() {
            return self.entry(c, out);
        }
        if callee.is_exchange() && c.args.iter().all(|arg| self.is_number(arg)) {
            return self.stacked(c, out);
        }
        let args = self.shadow_arguments(&c.args);
        // Without cotangents the adjoint is the inverse, and rustc could not infer the cotangent type.
        if args.iter().all(|(_, shadow)| matches!(shadow, ShadowArgument::Discard)) {
            if self.changes_copies(c) {
                return;
            }
            let program = match c.direction {
                Direction::Uncall => Program::Inverse,
                Direction::Call => Program::Primal,
            };
            out.push(Step::Call { callee, program, args: c.args.clone(), span });
            return;
        }
        let program = match c.direction {
            Direction::Uncall => Program::Adjoint,
            Direction::Call => Program::InverseAdjoint,
        };
        let callee = match c.direction {
            Direction::Uncall => self.replayed(&callee),
            Direction::Call => callee,
        };
        out.push(Step::CallAdjoint { callee, program, args, span });
    }

    /// True for a call of an ordinary function that changes copies alone, into which the exchange behind it has put the state from before
    /// (see [`crate::reverse::copied`]). A slice has no copy: rustc says that its call has no inverse.
    fn changes_copies(&self, c: &Call) -> bool {
        let is_ordinary = self.tape.as_ref().is_some_and(|tape| tape.language.is_ordinary());
        let is_slice = |arg: &Argument| match arg {
            Argument::Mutable(place) => matches!(self.vars.type_of(place), Type::Slice(_)),
            Argument::Shared(_) | Argument::Value(_) => false,
        };
        is_ordinary && c.callee.recorded.is_some() && !c.args.iter().any(is_slice)
    }

    /// True for a place of one number.
    fn is_number(&self, arg: &Argument) -> bool {
        arg.place().is_some_and(|place| matches!(self.vars.type_of(place), Type::Real | Type::Exact(_)))
    }

    /// A stack takes and gives the cotangent beside the value, and so does an exchange.
    fn stacked(&mut self, c: &Call, out: &mut Vec<Step>) {
        let program = match c.direction {
            Direction::Uncall => Program::Inverse,
            Direction::Call => Program::Primal,
        };
        let (callee, span) = (c.callee.clone(), c.span);
        out.push(Step::Call { callee: callee.clone(), program, args: c.args.clone(), span });
        let bars = c.args.iter().map(|arg| {
            let place = arg.place().filter(|place| self.vars[place.base].active)?;
            Some(Argument::Mutable(place.with_base(self.shadow(place.base))))
        });
        if let Some(args) = bars.collect::<Option<Vec<_>>>() {
            out.push(Step::Call { callee, program, args, span });
        }
    }

    /// Adds the keys of a map to its shadow, and removes them. The cotangent of an inserted value is that of a bound
    /// value: it is propagated to the variables in the value; one that is inserted again has none yet.
    fn entry(&mut self, c: &Call, out: &mut Vec<Step>) {
        out.push(schedule::entry_step(c));
        let [Argument::Mutable(map), Argument::Value(key), Argument::Value(value)] = &c.args[..] else {
            return;
        };
        if !self.vars[map.base].active {
            return;
        }
        let shadow = map.with_base(self.shadow(map.base));
        if c.direction == Direction::Uncall {
            let seed = Cotangent { sign: Sign::Plus, seed: shadow.at_key(key), factor: None };
            self.pull(value, seed, None, out);
        }
        let zero = self.vars.type_of(&map.at_key(key)).zero(None, c.span);
        let args = vec![Argument::Mutable(shadow), Argument::Value(key.clone()), Argument::Value(zero)];
        out.push(schedule::entry_step(&Call { args, ..c.clone() }));
    }

    /// Returns each argument with the shadow to which the callee adds.
    fn shadow_arguments(&mut self, args: &[Argument]) -> Vec<(Argument, ShadowArgument)> {
        args.iter()
            .map(|arg| {
                let Some(place) = arg.place().filter(|p| self.vars[p.base].active) else {
                    return (arg.clone(), ShadowArgument::Discard);
                };
                let related = |other: &&Argument| {
                    other.place().is_some_and(|p| self.vars.are_related(p.base, place.base))
                };
                let shared = args.iter().filter(related).count() > 1;
                let shadow = self.shadow_place(place);
                let shadow =
                    if shared { ShadowArgument::Cells(shadow) } else { ShadowArgument::Exclusive(shadow) };
                (arg.clone(), shadow)
            })
            .collect()
    }
}

/// Returns the steps that put back by what the rounds of a loop decide that run again.
fn decided(body: &Block, tape: Var, vars: &Variables) -> Vec<Step> {
    let back = segments::deciding(body, vars).into_iter().rev().map(|var| {
        let place = Place::whole(var, vars[var].span);
        let Call { callee, args, span, .. } =
            segments::copied(Callee::restore(*place.span), tape, Argument::Mutable, place);
        Step::Call { callee, program: Program::Primal, args, span }
    });
    back.collect()
}

/// Returns the outputs that a function only adds to and never reads, if all its state is of that kind.
pub fn accumulated(function: &Function) -> Option<Set<Var>> {
    let footprint = crate::analysis::footprint::Footprint::of(&function.body.stmts, &function.vars);
    // A structure that is only accessed field by field is the sum of its field variables.
    let touched = |var: &Var| footprint.reads.contains(var) || footprint.writes.contains(var);
    let state: Set<Var> = function
        .vars
        .iter()
        .filter(|(var, v)| v.role == Role::State && (!v.ty.is_structure() || touched(var)))
        .map(|(var, _)| var)
        .collect();
    let real = state.iter().all(|v| function.vars[*v].ty.is_real());
    let unread = state.is_disjoint(&footprint.reads);
    // Ordinary Rust that reads an output in between would see another value.
    let unseen = Hosts::of(&function.body, &function.vars, true).is_some();
    (real && unread && unseen).then_some(state)
}

/// The variable whose declaration, or that of whose cotangent, a step is.
fn declared_by(step: &Step) -> Option<Var> {
    match step {
        Step::DeclareZero { shadow, .. } => Some(*shadow),
        _ => None,
    }
}
