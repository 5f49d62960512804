//! Recorded calls: their callees store the values that they need in the reverse pass, instead of recomputing them.
//!
//! The pullback of a function that returns a value runs the function once more, and so do the pullbacks of its
//! callees: `k` nested calls cost `k` runs of the innermost function. With `#[store]`, a recompute slice runs the
//! callee's `Record` program, which is the function and, at the end of each of its blocks, pushes the values of the
//! block's locals on a tape; and the reverse pass runs `Replay`, the adjoint that pops them. Both run through the
//! function once, so that the pullback of a recursive function takes time proportional to that of the function.
//!
//! Laws: the one pops what the other pushes, in the opposite order. A call is recorded by the innermost recompute
//! slice that runs it, since that is the last run before the call is undone. Statements that run forwards in the
//! reverse pass, in the inverse of an `undo!`, are not recorded.

use crate::analysis::footprint::{Footprint, locals};
use crate::ir::invert::invert;
use crate::ir::step::{Procedure, Program, Step, twofold};
use crate::ir::visit::{each, each_block, is_leaf};
use crate::ir::*;
use crate::law::Language;
use crate::reverse::adjoint::Adjoint;
use crate::reverse::own_record::{self, Own};
use crate::reverse::schedule::{self, Mode};
use crate::reverse::{rebind, segments};
use crate::simplify;
use crate::sorted::{Map, Set};
use proc_macro2::Span;
use std::rc::Rc;

/// The two programs of a function with recorded calls.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The function, which pushes its locals.
    pub record: Procedure,
    /// Its adjoint, which pops them.
    pub replay: Procedure,
    /// The pullback of a function that need not be recorded (see [`crate::reverse::at_once`]).
    pub at_once: Option<Procedure>,
}

/// True if a block contains calls to be recorded.
pub fn is_asked_for(block: &Block, vars: &Variables) -> bool {
    !calls(block, vars).is_empty()
}

/// Returns the calls of a forward block that are to be recorded, by number.
fn calls(block: &Block, vars: &Variables) -> Set<u32> {
    let mut found = Set::new();
    on_tape(block, vars, &mut |callee| {
        found.extend(callee.recorded.map(|recorded| recorded.number));
        callee.clone()
    });
    found
}

/// Returns the calls that the recompute slice of a backward block runs as the last before they are undone.
pub fn led(block: &Block, vars: &Variables) -> Set<u32> {
    let mut own = led_by(block, vars);
    for inner in inside(block) {
        for number in led_anywhere(inner, vars) {
            own.remove(&number);
        }
    }
    own
}

fn led_anywhere(block: &Block, vars: &Variables) -> Set<u32> {
    let mut all = led_by(block, vars);
    for inner in inside(block) {
        all.extend(led_anywhere(inner, vars));
    }
    all
}

fn led_by(block: &Block, vars: &Variables) -> Set<u32> {
    let recompute = schedule::recompute(block, vars, &mut Vec::new());
    recompute.map(|recompute| calls(&recompute.build, vars)).unwrap_or_default()
}

/// Returns the blocks directly inside a backward block that run backwards as well.
fn inside(block: &Block) -> Vec<&Block> {
    block.stmts.iter().filter(|stmt| !matches!(stmt, Stmt::Routine(_))).flat_map(Stmt::blocks).collect()
}

/// Returns a forward block with the callees rewritten that it may record.
pub fn on_tape(block: &Block, vars: &Variables, f: &mut dyn FnMut(&Callee) -> Callee) -> Block {
    let stmts = block.stmts.iter().map(|stmt| match stmt {
        Stmt::Bind(b) => {
            let carries = vars[b.var].active && carries(&b.value, vars);
            let mut bound = b.clone();
            if let (Expr::Call(callee, _), true) = (&mut bound.value, carries) {
                *callee = f(callee);
            }
            Stmt::Bind(bound)
        }
        Stmt::Call(c) => {
            let carries = c.args.iter().any(|arg| argument_carries(arg, vars));
            if c.direction == Direction::Call && carries {
                Stmt::Call(Call { callee: f(&c.callee), ..c.clone() })
            } else {
                stmt.clone()
            }
        }
        Stmt::Undo(_) => stmt.clone(),
        other => other.with_blocks(&mut |block| on_tape(block, vars, f)),
    });
    Block { stmts: stmts.collect() }
}

/// Returns a forward block that records no call.
pub fn off_tape(block: &Block, vars: &Variables) -> Block {
    on_tape(block, vars, &mut |callee| callee.on(None))
}

/// Returns a forward block whose calls are not to be recorded.
pub fn unrecorded(block: &Block, vars: &Variables) -> Block {
    on_tape(block, vars, &mut |callee| Callee { recorded: None, ..callee.clone() })
}

/// Declares a record tape: a local of the program that makes it, or a parameter.
pub fn tape(vars: &mut Variables, passing: Passing) -> Var {
    vars.add(Variable {
        name: "trail".into(),
        span: Span::call_site(),
        ty: Type::Exact(Exact::Discrete),
        role: Role::Tape,
        passing,
        active: false,
        detached: true,
        definition: None,
    })
}

/// Returns the step that makes a tape.
pub fn declared(tape: Var) -> Step {
    let new = Host::Function(Rc::new(syn::parse_quote!(::retrograde::__private::Trail::new)));
    Step::Declare { var: tape, value: Expr::Host(new, Vec::new()) }
}

/// Returns both programs of a function, if it needs and can have them: structures and maps among its locals are
/// stored as they are, so their types must be known to contain no references. `at_once` makes one program of the two, where there is one.
pub fn recording(
    flat: &Function,
    at_once: impl FnOnce(&Procedure, &Procedure) -> Option<Procedure>,
) -> Option<Recording> {
    let (record, replay) = unhastened(flat)?;
    let at_once = at_once(&record, &replay);
    Some(Recording { record: simplify::recorder(record), replay: simplify::hastened(replay), at_once })
}

/// Returns both programs as devices run them: each of their threads has a part of the tape, and loops that run again have no place there.
pub fn on_parts(flat: &Function) -> Option<(Procedure, Procedure)> {
    Taped::of(flat).map(|taped| taped.both(&Set::new()))
}

/// Returns both programs before their loops are made fast.
pub fn unhastened(flat: &Function) -> Option<(Procedure, Procedure)> {
    let taped = Taped::of(flat)?;
    Some(taped.both(&taped.own()))
}

/// Returns the reasons for which marked loops record on the tape whose iterations can keep their record, by the indices of the loops.
pub fn on_tape_since(flat: &Function) -> Map<Var, String> {
    let apart = Taped::of(flat).map(|taped| taped.apart()).unwrap_or_default();
    apart.into_iter().filter_map(|(index, reason)| Some((index, reason?))).collect()
}

/// Returns both programs as they record all locals, before simplification: for tests, no macro asks for them.
pub fn whole(flat: &Function) -> Option<(Procedure, Procedure)> {
    let taped = Taped::of(flat)?;
    let body = without_checkpoints(&taped.body);
    let own = Set::new();
    let record = taped.twofold(|checks| taped.record(&body, &taped.all(), &own, checks));
    let replay = taped.twofold(|checks| taped.replay(taped.all(), &own, checks, RunsAgain::Never));
    Some((record, replay))
}

/// A function with a tape.
struct Taped<'a> {
    flat: &'a Function,
    vars: Variables,
    tape: Var,
    body: Block,
    /// A returned value larger than a number, which belongs to the caller: it is recomputed.
    returned: Option<Var>,
}

impl Taped<'_> {
    fn of(flat: &Function) -> Option<Taped<'_>> {
        let mut wholes = false;
        each_block(&flat.body, &mut |block| {
            wholes |= declarations(block, &flat.vars)
                .iter()
                .any(|b| flat.vars[b.var].ty.of_foreign() || flat.vars[b.var].ty.is_map());
        });
        // An ordinary function has no other programs, so rustc says it where a local holds what may be borrowed.
        let is_ordinary = flat.options.language.is_ordinary();
        if !is_ordinary && (wholes && !flat.lasting || !is_asked_for(&flat.body, &flat.vars)) {
            return None;
        }
        let returned =
            flat.output.filter(|var| flat.vars[*var].ty.of_foreign() || flat.vars[*var].ty.is_map());
        let mut vars = flat.vars.clone();
        vars.note_rounded(segments::rounded(&flat.body, &vars));
        let tape = tape(&mut vars, Passing::Mutable);
        let body = kept_on(tape, &flat.body, &vars)?;
        each_block(&body, &mut |block| {
            for stmt in &block.stmts {
                if let Stmt::If(If { decision: Decision::Kept(Kept { number, bit: true, .. }), .. }) = stmt {
                    vars[*number].ty = Type::Exact(Scalar::Bool.into());
                }
            }
        });
        Some(Taped { flat, vars, tape, body, returned })
    }

    /// All locals that can be recorded.
    fn all(&self) -> Set<Var> {
        let mut all = Set::new();
        each_block(&self.body, &mut |block| all.extend(locals(block, &self.vars)));
        all.retain(|var| Some(*var) != self.returned);
        all
    }

    /// The loops whose iterations keep their record. One by one, they run faster on the tape.
    fn own(&self) -> Set<Var> {
        let apart = self.apart();
        apart.into_iter().filter(|(_, reason)| reason.is_none()).map(|(index, _)| index).collect()
    }

    /// The loops whose iterations can keep their record, each with the reason for which lanes do not take it.
    fn apart(&self) -> Map<Var, Option<String>> {
        let own = own_record::loops(&self.body, &self.vars);
        if own.is_empty() {
            return Map::new();
        }
        let mut apart = simplify::apart_in(self.both(&own).1);
        apart.retain(|index, _| own.contains(index));
        apart
    }

    /// The locals that the replay reads. `own` are the loops whose iterations keep their record.
    fn keep(&self, own: &Set<Var>) -> Set<Var> {
        let all = self.all();
        let mut keep = needed(self.replay(all.clone(), own, false, RunsAgain::Reads), &all);
        keep.retain(|var| Some(*var) != self.returned);
        keep
    }

    /// Returns both programs, the second without needless work.
    fn both(&self, own: &Set<Var>) -> (Procedure, Procedure) {
        let keep = self.keep(own);
        let record = self.twofold(|checks| self.record(&self.body, &keep, own, checks));
        let replay = self.twofold(|checks| self.replay(keep.clone(), own, checks, RunsAgain::Parts));
        (record, simplify::reduced(replay))
    }

    fn twofold(&self, made: impl Fn(bool) -> Procedure) -> Procedure {
        twofold(self.flat.options.checks, made)
    }

    fn record(&self, body: &Block, keep: &Set<Var>, own: &Set<Var>, checks: bool) -> Procedure {
        let (flat, vars) = (self.flat, &self.vars);
        let block =
            keeping(&called(body, self.tape, vars), self.tape, keep, own, flat.options.language, vars);
        Procedure {
            program: Program::Record,
            params: flat.params.iter().map(|p| (p.var, None)).collect(),
            output: flat.output.map(|var| (var, None)),
            tape: Some(self.tape),
            vars: vars.clone(),
            steps: schedule::steps(&block, vars, Mode { checks, host: true, ..Mode::REBUILD }),
            checked: None,
            ahead: None,
        }
    }

    fn replay(&self, keep: Set<Var>, own: &Set<Var>, checks: bool, loops: RunsAgain) -> Procedure {
        let (flat, vars) = (self.flat, &self.vars);
        let mut adjoint = Adjoint::on_tape(vars, self.tape, calls(&self.body, vars), keep).checked(checks);
        adjoint = adjoint.repeating(loops, own.clone());
        adjoint = adjoint.of(flat.options.language);
        let params = flat.params.iter().map(|p| {
            let shadow = flat.vars[p.var].active.then(|| adjoint.shadow(p.var));
            (p.var, shadow)
        });
        let params = params.collect();
        let output = flat.output.map(|var| (var, Some(adjoint.shadow(var))));
        let steps = adjoint.block(&invert(&self.body));
        let mut vars = adjoint.vars;
        // The value was returned when the call was recorded.
        if let Some(var) = flat.output {
            vars[var].role = Role::Binding;
        }
        let tape = Some(self.tape);
        Procedure { program: Program::Replay, vars, params, output, tape, steps, checked: None, ahead: None }
    }
}

/// The way in which a program undoes a loop that can run again in parts: a checkpointed one in segments, or one whose iterations keep
/// their record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunsAgain {
    /// It does not run again.
    Never,
    /// It does not, but what it would read counts as read.
    Reads,
    /// Each part runs again before it is undone.
    Parts,
}

/// Returns a block whose loops are recorded as a whole.
fn without_checkpoints(block: &Block) -> Block {
    let stmts = block.stmts.iter().map(|stmt| match stmt.with_blocks(&mut without_checkpoints) {
        Stmt::For(f) => Stmt::For(For { checkpoint: None, ..f }),
        Stmt::While(w) => Stmt::While(While { checkpoint: None, ..w }),
        other => other,
    });
    Block { stmts: stmts.collect() }
}

/// Returns a forward block that records its calls.
fn called(block: &Block, tape: Var, vars: &Variables) -> Block {
    on_tape(block, vars, &mut |callee| callee.on(Some(tape)))
}

/// Returns the steps that record a round in the reverse pass.
pub fn again(block: &Block, tape: Var, keep: &Set<Var>, language: Language, vars: &Variables) -> Vec<Step> {
    let kept = keeping(&called(block, tape, vars), tape, keep, &Set::new(), language, vars);
    schedule::steps(&kept, vars, Mode::REBUILD)
}

/// Returns the locals popped from the tape that are used. Decisions are popped whoever uses them: so the bounds of a loop around one are used.
fn needed(replay: Procedure, locals: &Set<Var>) -> Set<Var> {
    fn bound(steps: Vec<Step>, tape: Option<Var>, locals: &Set<Var>, vars: &Variables) -> Vec<Step> {
        let steps = steps.into_iter().map(|step| match step {
            Step::Pop { stack, number, .. } if Some(stack) == tape && locals.contains(&number) => {
                Step::Let { var: number, value: Expr::real(0.0, vars[number].span) }
            }
            other => other.with_bodies(&mut |body| bound(body, tape, locals, vars)),
        });
        steps.collect()
    }
    fn left(steps: &[Step], found: &mut Set<Var>) {
        for step in steps {
            if let Step::Let { var, .. } = step {
                found.insert(*var);
            }
            for body in crate::ir::step::nested(step) {
                left(body, found);
            }
        }
    }
    let steps = bound(replay.steps, replay.tape, locals, &replay.vars);
    let mut found = Set::new();
    left(&simplify::needed(steps, &replay.vars), &mut found);
    found
}

/// Returns the statements of a function with its decisions recorded on the tape too, without those that `#[store]`
/// made. Returns nothing if an `undo!` would pop a decision that is not the last.
fn kept_on(tape: Var, block: &Block, vars: &Variables) -> Option<Block> {
    let mut asks = false;
    each(block, &mut |stmt| {
        if let Stmt::Undo(r) = stmt {
            each_block(&invert(&r.body), &mut |block| asks |= block.stmts.iter().any(is_kept));
        }
    });
    (!asks).then(|| on_own(tape, block, vars))
}

fn on_own(tape: Var, block: &Block, vars: &Variables) -> Block {
    let decision = |decision: Decision, bit: bool| match decision {
        Decision::Kept(kept) if !kept.lasting => Decision::Kept(Kept { stack: tape, bit, ..kept }),
        other => other,
    };
    let on = |checkpoint| Checkpoint { tape: Some(tape), ..checkpoint };
    let is_stack = |b: &Binding| vars[b.var].role == Role::DecisionStack;
    let is_needed = |stmt: &&Stmt| match stmt {
        Stmt::Call(c) => !c.callee.is_store(),
        Stmt::Allocate(b) | Stmt::Release(b) => !is_stack(b),
        Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Update(_) | Stmt::For(_) | Stmt::If(_) => true,
        Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) | Stmt::Safe(_) => true,
    };
    let stmts = block.stmts.iter().filter(is_needed);
    let stmts = stmts.map(|stmt| match stmt {
        Stmt::Undo(_) => stmt.clone(),
        other => match other.with_blocks(&mut |block| on_own(tape, block, vars)) {
            Stmt::If(i) => Stmt::If(If { decision: decision(i.decision, true), ..i }),
            Stmt::While(w) => {
                let (decision, checkpoint) = (decision(w.decision, false), w.checkpoint.map(on));
                Stmt::While(While { decision, checkpoint, ..w })
            }
            Stmt::For(f) => Stmt::For(For { checkpoint: f.checkpoint.map(on), ..f }),
            other => other,
        },
    });
    Block { stmts: stmts.collect() }
}

/// True if a statement keeps its decision for itself.
fn is_kept(stmt: &Stmt) -> bool {
    stmt.kept().is_some_and(|(kept, _)| !kept.lasting)
}

/// Returns a forward block that pushes its locals at its end, the last one first, but for the loops that keep their record for themselves.
fn keeping(
    block: &Block,
    tape: Var,
    keep: &Set<Var>,
    own: &Set<Var>,
    language: Language,
    vars: &Variables,
) -> Block {
    let again = if language.is_ordinary() { rebind::rebound(block, vars) } else { Map::new() };
    let inside = |stmt: &Stmt| stmt.with_blocks(&mut |block| keeping(block, tape, keep, own, language, vars));
    // What decides in rounds that run again is on the tape behind the loop.
    let followed = |loops: Stmt, body: &Block| {
        let saved = segments::deciding(body, vars).into_iter().map(|var| {
            let place = Place::whole(var, vars[var].span);
            Stmt::Call(segments::copied(Callee::save(*place.span), tape, Argument::Shared, place))
        });
        std::iter::once(loops).chain(saved).collect::<Vec<_>>()
    };
    let stmts = block.stmts.iter().flat_map(|stmt| match stmt {
        Stmt::Undo(_) => vec![stmt.clone()],
        Stmt::For(f) if own.contains(&f.index) => {
            let alone = Stmt::For(f.with(own_record::unkept(&f.body)));
            let saved = Own::of(f, keep, vars).kept(f, tape);
            saved.into_iter().chain(followed(alone, &f.body)).collect()
        }
        Stmt::For(For { checkpoint: Some(_), body, .. })
        | Stmt::While(While { checkpoint: Some(_), body, .. }) => followed(inside(stmt), body),
        other => vec![inside(other)],
    });
    let kept = declarations(block, vars).into_iter().filter(|b| {
        let cheap = is_cheap(b, block, vars) && !(language.is_ordinary() && decides(b, vars));
        keep.contains(&b.var) && !cheap && !again.contains_key(&b.var)
    });
    let stored = kept.map(|b| {
        let args = vec![
            Argument::Mutable(Place::whole(tape, b.span)),
            Argument::Shared(Place::whole(b.var, b.span)),
        ];
        Stmt::Call(Call { callee: Callee::store(b.span), direction: Direction::Call, args, span: b.span })
    });
    let stored: Vec<Stmt> = stored.collect();
    Block { stmts: stmts.chain(stored.into_iter().rev()).collect() }
}

/// Returns the first steps of a replayed backward block: its locals are taken from the tape, and bound again where that costs nothing.
pub fn taken(block: &Block, tape: Var, keep: &Set<Var>, language: Language, vars: &Variables) -> Vec<Step> {
    let forward = invert(block);
    let again = if language.is_ordinary() { rebind::rebound(&forward, vars) } else { Map::new() };
    let steps = declarations(&forward, vars).into_iter().filter(|b| !again.contains_key(&b.var)).map(|b| {
        let cheap = is_cheap(b, &forward, vars) && !(language.is_ordinary() && decides(b, vars));
        // What was not kept is not asked for, and what undoes it goes with its declaration.
        if cheap || !keep.contains(&b.var) {
            // A value that no step of an ordinary function reads: what it is made of may not be there.
            let value = match &vars[b.var].ty {
                Type::Real if language.is_ordinary() && !cheap => Expr::real(0.0, b.span),
                ty @ Type::Array(..) if language.is_ordinary() && !cheap && ty.is_real() => {
                    ty.zero(None, b.span)
                }
                Type::Exact(_) if language.is_ordinary() && !cheap => {
                    typed_like(&b.value).unwrap_or_else(|| b.value.clone())
                }
                _ => b.value.clone(),
            };
            let changes = language.is_ordinary() && vars[b.var].role == Role::Ancilla;
            return if changes {
                Step::Declare { var: b.var, value }
            } else {
                Step::Let { var: b.var, value }
            };
        }
        let like = || {
            let like = typed_like(&b.value).or_else(|| put_by(b, &forward, &again, vars));
            like.unwrap_or_else(|| b.value.clone())
        };
        Step::Pop { stack: tape, number: b.var, like: rebind::is_unknown(b, vars).then(like) }
    });
    steps.collect()
}

/// Returns the call that puts its value into a local which starts at the default of a type that only the callee tells.
fn put_by(b: &Binding, block: &Block, later: &Map<Var, usize>, vars: &Variables) -> Option<Expr> {
    let (path, of) = match &b.value {
        Expr::Host(Host::Function(path), args) => (path, args),
        Expr::Call(callee, args) => (&callee.path, args),
        _ => return None,
    };
    let starts = of.is_empty() && path.path.segments.last().is_some_and(|last| last.ident == "default");
    let is_put = |c: &Call| match c.args.last() {
        Some(Argument::Mutable(place)) => c.callee.beside && place.is_whole() && place.base == b.var,
        _ => false,
    };
    let call = block.stmts.iter().find_map(|stmt| match stmt {
        Stmt::Call(call) if starts && is_put(call) => Some(call),
        _ => None,
    })?;
    let (_, args) = call.args.split_last()?;
    // It never runs, so any number will do.
    let number = |arg: &Argument| match arg {
        Argument::Value(Expr::Read(place)) if vars.type_of(place) == Type::Real => {
            Argument::Value(Expr::real(0.0, b.span))
        }
        other => other.clone(),
    };
    let args: Vec<Argument> = args.iter().map(number).collect();
    let moves = |arg: &Argument| match arg {
        Argument::Value(Expr::Read(place)) => vars.type_of(place).of_foreign(),
        Argument::Value(_) | Argument::Mutable(_) | Argument::Shared(_) => false,
    };
    let mut is_there = true;
    for arg in &args {
        arg.reads(&mut |place| is_there &= !later.contains_key(&place.base));
    }
    let callee = Callee { beside: false, recorded: None, ..call.callee.clone() };
    (is_there && !args.iter().any(moves)).then(|| Expr::Call(callee, args.clone()))
}

/// Returns an expression of the type of another that reads nothing: what that one reads may not be there.
fn typed_like(e: &Expr) -> Option<Expr> {
    match e {
        Expr::ToExact(_, ty) => Some(Expr::ToExact(Box::new(Expr::integer(0)), ty.clone())),
        Expr::Host(Host::Method(method), args) if keeps_type(&method.name()) => match args.first() {
            Some(Argument::Value(receiver)) => typed_like(receiver),
            Some(Argument::Mutable(_) | Argument::Shared(_)) | None => None,
        },
        Expr::Exact(op, _) if op.is_truth() => Some(Expr::truth(false)),
        Expr::Exact(op, args) if op.is_arithmetic() => args.iter().find_map(typed_like),
        Expr::Exact(..) | Expr::Host(..) | Expr::Real(..) | Expr::Constant(_) | Expr::Read(_) => None,
        Expr::Length(_) | Expr::Apply(..) | Expr::Powi(..) | Expr::ToReal(_) | Expr::Call(..) => None,
        Expr::Choose(..) | Expr::List(_) | Expr::Structure(..) | Expr::Fill { .. } => None,
    }
}

/// Returns the declarations of a block that exist at its end.
fn declarations<'a>(block: &'a Block, vars: &Variables) -> Vec<&'a Binding> {
    let locals = locals(block, vars);
    block.stmts.iter().filter_map(Stmt::declaration).filter(|b| locals.contains(&b.var)).collect()
}

/// True if a local can be bound again at the end of its block instead of being recorded: it does not change, nor do
/// the variables in its value, and the value contains no call.
pub fn is_cheap(b: &Binding, block: &Block, vars: &Variables) -> bool {
    let binds = block.stmts.iter().any(|stmt| matches!(stmt, Stmt::Bind(other) if other.var == b.var));
    binds && is_light(&b.value) && !b.value.reads_one_of(&Footprint::of(&block.stmts, vars).writes, vars)
}

/// True for an exact value that is computed of reals: rounding may change it.
pub fn decides(b: &Binding, vars: &Variables) -> bool {
    matches!(vars[b.var].ty.leaf(), Type::Exact(_)) && rebind::of_reals(&b.value, vars)
}

fn is_light(e: &Expr) -> bool {
    match e {
        Expr::Exact(_, args) => args.iter().all(is_light),
        Expr::ToExact(e, _) | Expr::ToReal(e) => is_light(e),
        Expr::Choose(c, a, b) => is_light(c) && is_light(a) && is_light(b),
        Expr::List(items) => items.iter().all(|item| matches!(item, Expr::Constant(_))),
        other => is_leaf(other),
    }
}
