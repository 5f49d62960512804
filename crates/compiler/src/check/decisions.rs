//! R08: what the reverse decides again, it decides alike.
//!
//! Floating-point places that a function changes are restored to rounding only. A condition, bound or index that
//! reads one, or a value computed from one, may come out differently on the way back. Inputs never change, integers
//! are restored exactly, and locals are built again from what they were built from; a real ancilla that is changed
//! after the decision is not at its old value to the bit. So is what exact state is changed by: an integer that counts how often a
//! float was above a bound is counted back by another number if the float comes back below it.
//!
//! A place that nothing changes after the decision is not restored at all, and so is at its value to the bit ([`crate::analysis::history`]):
//! elements of an array that earlier rounds have filled. That holds for the way back from where the function ended. Where it is
//! uncalled, and that is undone, it runs forwards once more on what came back to rounding; see [`Decided::on_state`].

use super::conditions::undecided;
use super::decided::{self, Again, Asked, Decided, Handed, Side, Turn};
use crate::analysis::flow::{Source, forward};
use crate::analysis::footprint::{Footprint, is_local};
use crate::analysis::history::{Around, Repeated};
use crate::analysis::slice::{Recompute, slice, sources};
use crate::analysis::stable::Spared;
use crate::ir::invert::invert;
use crate::ir::*;
use crate::law::{Diagnostics, Law};
use crate::sorted::{Map, Set};
use proc_macro2::Span;
use retrograde_rules::Instruction;

pub(super) fn check(function: &Function, errors: &mut Diagnostics) {
    scanned(function, errors);
}

/// Returns the places on which a function decides, what it hands on, and what it asks of its callees.
pub(crate) fn decided(function: &Function) -> Decided {
    scanned(function, &mut Diagnostics::default())
}

fn scanned(function: &Function, errors: &mut Diagnostics) -> Decided {
    let vars = &function.vars;
    let (rounded, of) = (rounded(function), decided::of_parameters(function));
    let (later, decided) = (Set::new(), Decided::default());
    let body = &function.body;
    let mut scan = Scan { body, vars, rounded: &rounded, of: &of, later, decided, errors };
    scan.block(body, Some(Inside { repeated: Repeated::Never, outer: None }));
    let Decided { rounds, lent, .. } = &mut scan.decided;
    let is_state = |var: Var| vars[vars.root(var)].role == Role::State;
    visit::each(body, &mut |stmt| {
        let rounds = |var: Var| rounds.extend(Some(vars.root(var)).filter(|_| is_state(var)));
        let lends = |var: Var, callee: &Callee, at: usize| {
            lent.extend(is_state(var).then(|| (vars.root(var), callee.clone(), at)));
        };
        decided::roundings(stmt, vars, rounds, lends);
    });
    scan.decided
}

/// Variables whose values rounding may change: real state that is written, and what is computed from it. With the state, or
/// the freed local, that the rounding comes from.
fn rounded(function: &Function) -> Map<Var, Set<Var>> {
    let vars = &function.vars;
    let mut rounded: Map<Var, Set<Var>> = Map::new();
    let mut starts = |var: Var| {
        if is_rounded(&vars[var].ty) {
            rounded.entry(var).or_default().insert(var);
        }
    };
    visit::each(&function.body, &mut |stmt| match stmt {
        // What is exchanged, or negated, is so to the bit.
        Stmt::Call(c) if is_exchange(&c.callee) => {}
        Stmt::Update(_) | Stmt::Call(_) => {
            let writes = Footprint::of_stmt(stmt, vars).writes;
            writes.into_iter().filter(|var| vars[*var].role == Role::State).for_each(&mut starts);
        }
        // What the program frees itself starts, backwards, where it was freed, and is restored from there.
        Stmt::Release(b) => b.declared(vars).for_each(&mut starts),
        Stmt::Bind(_) | Stmt::Allocate(_) | Stmt::Forget(_) | Stmt::Safe(_) => {}
        Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) => {}
    });
    derived(function, rounded)
}

/// Returns the sources of variables that are computed from such variables.
pub(super) fn derived(function: &Function, mut sources: Map<Var, Set<Var>>) -> Map<Var, Set<Var>> {
    let vars = &function.vars;
    forward(&function.body, vars, &mut |flow| {
        let mut from = Set::new();
        let mut read = |place: &Place| from.extend(sources.get(&place.base).into_iter().flatten().copied());
        match flow.source {
            Source::Value(_) if flow.stmt.dropped().is_some() => {}
            Source::Value(e) => uncounted(e).reads_within(vars, &mut read),
            Source::Arguments(args) => args.iter().for_each(|arg| arg.reads_within(vars, &mut read)),
            Source::Bounds => {}
        }
        let mut grown = false;
        for var in flow.targets.iter().filter(|_| !from.is_empty()) {
            let known = sources.entry(*var).or_default();
            let before = known.len();
            known.extend(&from);
            grown |= known.len() > before;
        }
        grown
    });
    sources
}

/// The functions that are handed over as values, made where they stand.
fn values_among(args: &[Argument]) -> Vec<Expr> {
    let values = args.iter().filter_map(|argument| match argument {
        Argument::Value(value @ Expr::Constant(Constant::Written(written))) => {
            let is_made =
                matches!(**written, syn::Expr::Reference(_) | syn::Expr::Call(_) | syn::Expr::Struct(_));
            is_made.then(|| value.clone())
        }
        Argument::Value(_) | Argument::Mutable(_) | Argument::Shared(_) => None,
    });
    values.collect()
}

/// True if a callee is an instruction that rounds nothing.
pub(super) fn is_exchange(callee: &Callee) -> bool {
    use Instruction::{Conj, Neg, Swap};
    matches!(Instruction::by_name(&callee.name()), Some(Swap | Neg | Conj))
}

/// The number of elements of a stack is exact, whatever it holds.
fn uncounted(e: &Expr) -> Expr {
    e.replaced(&mut |part| match part {
        e if counted(e).is_some() => Some(Expr::integer(0)),
        // Which keys a map has is exact as well.
        Expr::Host(Host::Keys | Host::KeysNow, _) => Some(Expr::integer(0)),
        Expr::Host(Host::HasKey, args) => {
            let key = args.iter().find_map(|arg| match arg {
                Argument::Value(key) => Some(uncounted(key)),
                Argument::Mutable(_) | Argument::Shared(_) => None,
            });
            Some(key.unwrap_or(Expr::integer(0)))
        }
        _ => None,
    })
}

/// The surroundings of a block.
#[derive(Clone, Copy)]
struct Inside<'a> {
    repeated: Repeated<'a>,
    outer: Option<&'a Around<'a>>,
}

/// The place where a statement stands; nothing where it is undone on the way forward, and then runs again on what came back to rounding.
type Here<'a> = Option<&'a Around<'a>>;

/// The block of a statement.
fn inside<'a>(here: Here<'a>, repeated: Repeated<'a>) -> Option<Inside<'a>> {
    here.map(|outer| Inside { repeated, outer: Some(outer) })
}

struct Scan<'a> {
    body: &'a Block,
    vars: &'a Variables,
    rounded: &'a Map<Var, Set<Var>>,
    /// Real ancillae and state that statements still to come change.
    later: Set<Var>,
    /// The floats among the parameters that each variable is computed of.
    of: &'a Map<Var, Set<Var>>,
    decided: Decided,
    errors: &'a mut Diagnostics,
}

impl Scan<'_> {
    /// Goes through a block backwards, so that `later` is known.
    fn block(&mut self, block: &Block, within: Option<Inside<'_>>) {
        for (at, stmt) in block.stmts.iter().enumerate().rev() {
            let around = within.map(|Inside { repeated, outer }| Around { block, at, repeated, outer });
            let here = around.as_ref();
            match stmt {
                Stmt::If(i) => {
                    // That it changes its own condition is said by the law R05.
                    if i.decision == Decision::Again && undecided(i, self.vars).is_none() {
                        self.decision(i.post.as_ref().unwrap_or(&i.pre), "this condition", here);
                    }
                    self.decided_by(i.decision, &i.pre, i.post.as_ref().unwrap_or(&i.pre), here);
                    self.forwards(i.decision, &i.pre);
                    self.kept(i.decision, i.span, here);
                    let later = self.later.clone();
                    self.block(&i.then, inside(here, Repeated::Never));
                    let after_then = std::mem::replace(&mut self.later, later);
                    self.block(&i.otherwise, inside(here, Repeated::Never));
                    self.later.extend(after_then);
                }
                Stmt::For(f) => {
                    self.later.extend(self.real_writes(&f.body));
                    for bound in [Some(&f.range.start), Some(&f.range.end), f.range.step.as_ref()]
                        .into_iter()
                        .flatten()
                    {
                        self.decision(bound, "this bound", here);
                        self.note(Side::Both, bound);
                    }
                    self.block(&f.body, inside(here, Repeated::For(f.index, &f.range)));
                }
                Stmt::While(w) => {
                    self.later.extend(self.real_writes(&w.body));
                    if w.decision == Decision::Again {
                        self.decision(&w.post, "this postcondition", here);
                    }
                    self.decided_by(w.decision, &w.pre, &w.post, here);
                    self.forwards(w.decision, &w.pre);
                    self.kept(w.decision, w.span, here);
                    self.block(&w.body, inside(here, Repeated::While));
                }
                Stmt::Routine(r) if r.label.is_empty() => self.block(&r.body, inside(here, Repeated::Never)),
                // It is undone on the way forward.
                Stmt::Routine(r) => self.block(&r.body, None),
                Stmt::Update(u) => {
                    let place = u.place.map_indices(&mut uncounted);
                    self.indices_of(&place, here);
                    self.indices(&u.value, here);
                    self.exact_update(u, here);
                    self.calls(u.place.base, &u.value, here);
                    self.later.extend(self.real_writes(&Block { stmts: vec![stmt.clone()] }));
                }
                Stmt::Call(c) => {
                    c.args.iter().for_each(|arg| self.exact_argument(arg, here));
                    let turn = match (here, c.direction) {
                        (None, _) => Turn::Both,
                        (Some(_), Direction::Call) => Turn::Called,
                        (Some(_), Direction::Uncall) => Turn::Uncalled,
                    };
                    self.handed(&c.callee, &c.args, turn, here);
                    self.later.extend(self.real_writes(&Block { stmts: vec![stmt.clone()] }));
                }
                Stmt::Bind(b) | Stmt::Allocate(b) | Stmt::Forget(b) | Stmt::Release(b) => {
                    self.indices(&b.value, here);
                    self.calls(b.var, &b.value, here);
                    if !matches!(self.vars[b.var].ty.leaf(), Type::Exact(_)) {
                        self.choice(&b.value, here);
                    }
                }
                // What is undone on the way forward is run on the way back, so it is decided in both directions.
                Stmt::Undo(r) if r.label.is_empty() => {
                    self.block(&r.body, None);
                    self.block(&invert(&r.body), None);
                }
                Stmt::Undo(r) => {
                    let state = |var: &Var| self.vars[*var].role == Role::State;
                    let writes = self.real_writes(&r.body);
                    self.later.extend(writes.into_iter().filter(state));
                }
                Stmt::Safe(_) => {}
            }
        }
    }

    /// A choice between structures is decided once more by the reverse pass, as a branch is.
    fn choice(&mut self, e: &Expr, here: Here<'_>) {
        if let Expr::Choose(condition, a, b) = e {
            self.decision(condition, "this condition", here);
            self.decided_by(Decision::Again, condition, condition, here);
            self.forwards(Decision::Again, condition);
            [a, b].into_iter().for_each(|side| self.choice(side, here));
        }
    }

    /// Exact state is undone by the value that it was changed by. One that is computed of what has moved on since comes out
    /// alike only if that comes back to the bit.
    fn exact_update(&mut self, u: &Update, here: Here<'_>) {
        let target = &self.vars[u.place.base];
        let is_undone = matches!(target.role, Role::State | Role::Ancilla | Role::Scratch);
        if !is_undone || is_rounded(&target.ty) {
            return;
        }
        self.note(Side::Both, &u.value);
        self.forwards(Decision::Again, &u.value);
        let Some((place, from)) = self.moved_on(&u.value, here) else { return };
        let (name, target) = (&self.vars[place.base].name, &target.name);
        self.errors.report(
            Law::InexactDecision,
            place.span,
            format!(
                "`{target}` is changed by a value computed from `{name}`, and `{from}` changes afterwards and is restored only up to rounding: \
                 the reverse pass may get another value"
            ),
            format!(
                "do this after the last change of `{from}`, or keep the decision of a branch: `#[keep(log)] if … {{ {target} += 1; }}`"
            ),
        );
    }

    /// Checks an exact argument, which is passed once more on the way back.
    fn exact_argument(&mut self, arg: &Argument, here: Here<'_>) {
        let Argument::Value(value) = arg else { return };
        if !self.is_exact(value) {
            return;
        }
        self.note(Side::Both, value);
        self.forwards(Decision::Again, value);
        let Some((place, from)) = self.moved_on(value, here) else { return };
        let name = &self.vars[place.base].name;
        self.errors.report(
            Law::InexactDecision,
            place.span,
            format!(
                "this argument is computed from `{name}`, and `{from}` changes afterwards and is restored only \
                 up to rounding: the reverse pass may get another value"
            ),
            format!("call after the last change of `{from}`, or in a branch whose decision is kept: `#[keep(log)] if … {{ … }}`"),
        );
    }

    /// True if a value is no float, whatever it is computed of.
    fn is_exact(&self, e: &Expr) -> bool {
        match e {
            Expr::Exact(operator, args) => operator.is_truth() || args.iter().any(|arg| self.is_exact(arg)),
            Expr::ToExact(_, ty) => ty.float().is_none(),
            Expr::Read(place) => !is_rounded(&self.vars.type_of(place)),
            Expr::Host(Host::Constant, _) => false,
            Expr::Host(..) => true,
            Expr::Choose(_, a, b) => self.is_exact(a) || self.is_exact(b),
            Expr::Real(..) | Expr::Constant(_) | Expr::Length(_) | Expr::Apply(..) | Expr::Powi(..) => false,
            Expr::ToReal(_) | Expr::Call(..) | Expr::List(_) | Expr::Fill { .. } => false,
            Expr::Structure(..) => false,
        }
    }

    /// Returns the place in a value that is restored only up to rounding and is still to change, and its text.
    fn moved_on(&mut self, value: &Expr, here: Here<'_>) -> Option<(Place, String)> {
        let mut first = None;
        uncounted(value).reads_within(self.vars, &mut |place| {
            if first.is_none() {
                first = self.moving_source(place, here).map(|from| (place.clone(), from));
            }
        });
        first.map(|(place, from)| (place, self.vars[from].name.clone()))
    }

    /// Returns the source of a place that is still to change and is restored only up to rounding.
    fn moving_source(&mut self, place: &Place, here: Here<'_>) -> Option<Var> {
        match self.rounded.get(&place.base) {
            Some(from) if !from.is_disjoint(&self.later) => from.intersection(&self.later).next().copied(),
            None if self.moves(place) && !self.is_kept(place, here) => Some(place.base),
            Some(_) | None => self.inexact_source(place.base, here),
        }
    }

    /// Returns the reals that a block changes outside of itself: each round of a loop has locals of its own.
    fn real_writes(&self, block: &Block) -> Set<Var> {
        let Footprint { writes, declares, .. } = Footprint::of(&block.stmts, self.vars);
        writes.difference(&declares).filter(|v| is_rounded(&self.vars[**v].ty)).copied().collect()
    }

    fn indices(&mut self, e: &Expr, here: Here<'_>) {
        uncounted(e).reads(&mut |place| self.indices_of(place, here));
    }

    fn indices_of(&mut self, place: &Place, here: Here<'_>) {
        place.index_reads(&mut |read| {
            self.place(read, "this index", here);
            self.note_place(Side::Both, read);
        });
    }

    /// Notes a decision on floats of the state: where the function is undone and runs forwards again, they come back to rounding.
    /// A decision that is told afterwards by a postcondition is taken anew. So is one that was kept, `#[keep(log)]`, but that is
    /// accepted: the log is how a function decides where nothing else is exact.
    fn forwards(&mut self, decision: Decision, e: &Expr) {
        if decision == Decision::Again {
            let mut rounded = false;
            uncounted(e)
                .reads_within(self.vars, &mut |place| rounded |= !self.rounded_state(place).is_empty());
            self.decided.on_state |= rounded;
        }
    }

    /// Returns the floats of the state that the function changes and that a place is, or is computed from.
    fn rounded_state(&self, place: &Place) -> Set<Var> {
        let sources = self.rounded.get(&place.base).into_iter().flatten().copied();
        sources.filter(|var| self.vars[self.vars.root(*var)].role == Role::State).collect()
    }

    /// Notes the parameters that a branch or loop decides on.
    fn decided_by(&mut self, decision: Decision, pre: &Expr, post: &Expr, here: Here<'_>) {
        match decision {
            // In what is undone on the way forward, each decides in both directions.
            Decision::Again if here.is_some() => {
                self.note(Side::Pre, pre);
                self.note(Side::Post, post);
            }
            Decision::Again => [pre, post].into_iter().for_each(|e| self.note(Side::Both, e)),
            // The reverse pass takes it from the stack, or decides once more to fill the stack.
            Decision::Kept(kept) if kept.lasting => {}
            Decision::Kept(_) => self.note(Side::Both, pre),
            Decision::Rounded => {}
        }
    }

    /// Notes the parameters of which something is computed that decides.
    fn note(&mut self, side: Side, e: &Expr) {
        uncounted(e).reads(&mut |place| self.note_place(side, place));
    }

    fn note_place(&mut self, side: Side, place: &Place) {
        if let Some(of) = self.of.get(&place.base) {
            self.decided.note(side, of.clone());
        }
    }

    /// Notes what the callees in an expression are handed; the value is computed again in both directions. What is
    /// `#[inactive]` may be computed by plain functions, which nobody can ask.
    fn calls(&mut self, target: Var, e: &Expr, here: Here<'_>) {
        if self.vars[target].detached {
            return;
        }
        if let Expr::Call(callee, args) = e {
            self.handed(callee, args, Turn::Both, here);
        }
        e.each_part(&mut |part| self.calls(target, part, here));
    }

    /// Notes what a callee is handed: of which parameters it is computed, and whether it changes afterwards.
    fn handed(&mut self, callee: &Callee, args: &[Argument], turn: Turn, here: Here<'_>) {
        if !decided::may_decide(callee) {
            return;
        }
        let receiver = args.first().filter(|_| callee.kind == CallKind::Method);
        for (at, argument) in args.iter().enumerate() {
            let mut places = Vec::new();
            let mut note = |place: &Place| places.push(place.clone());
            match argument {
                Argument::Mutable(place) | Argument::Shared(place) => place.touched(self.vars, &mut note),
                Argument::Value(value) => uncounted(value).reads_within(self.vars, &mut note),
            }
            let is_changed = matches!(argument, Argument::Mutable(_));
            // What is exact was looked at before.
            let is_exact = matches!(argument, Argument::Value(value) if self.is_exact(value));
            let sources: Set<Var> = places.iter().flat_map(|place| self.rounded_state(place)).collect();
            if !is_exact && !sources.is_empty() {
                let (callee, receiver) = (callee.clone(), receiver.cloned());
                let by: Option<Vec<_>> =
                    sources.iter().map(|var| decided::changed_by(self.body, *var, self.vars)).collect();
                let by = by.map(|by| by.concat());
                self.decided.again.push(Again { callee, receiver, at, turn: turn.inverted(), by });
            }
            let from = places.iter().filter(|_| !is_exact).find_map(|place| {
                let from = self.changes_after(place, is_changed, here)?;
                Some((place, from))
            });
            let of: Set<Var> =
                places.iter().filter_map(|place| self.of.get(&place.base)).flatten().copied().collect();
            // What changes afterwards is not decided on, or is refused here.
            if !of.is_empty() && (!is_changed || from.is_none()) {
                let (callee, receiver) = (callee.clone(), receiver.cloned());
                self.decided.handed.push(Handed { callee, receiver, at, turn, of });
            }
            if let Some((place, from)) = from {
                let (read, changes) = (&self.vars[place.base].name, &self.vars[from].name);
                let (read, changes) = (read.clone(), changes.clone());
                let (callee, span, values) = (callee.clone(), *place.span, values_among(args));
                let sources = self.rounded.get(&place.base).into_iter().flatten();
                let is_alone = sources.filter(|var| self.later.contains(var)).all(|var| *var == from);
                let by = decided::changed_by(self.body, from, self.vars).filter(|_| is_alone);
                self.decided.asked.push(Asked { callee, at, turn, span, read, changes, by, values });
            }
        }
    }

    /// Returns the source of a place that changes after this statement and is restored only up to rounding.
    fn changes_after(&mut self, place: &Place, is_changed: bool, here: Here<'_>) -> Option<Var> {
        // What is changed by the statement itself has its value after it.
        let after = here.map(|here| Around { at: here.at + usize::from(is_changed), ..*here });
        let on_state = self.decided.on_state;
        let from = match self.rounded.get(&place.base) {
            Some(from) => {
                let own = Some(place.base).filter(|own| from.contains(own) && self.later.contains(own));
                own.or_else(|| from.intersection(&self.later).next().copied())
            }
            None => Some(place.base).filter(|_| self.moves(place)),
        };
        let found = match from {
            Some(_) if self.is_kept(place, after.as_ref()) => None,
            Some(from) => Some(from),
            None => self.inexact_source(place.base, here),
        };
        // Whether it decides on that, the callee knows.
        self.decided.on_state = on_state;
        found
    }

    /// One report a decision: its first inexact read.
    fn decision(&mut self, e: &Expr, what: &str, here: Here<'_>) {
        let mut first = None;
        uncounted(e).reads_within(self.vars, &mut |place| {
            if first.is_none() && self.why_inexact(place, here).is_some() {
                first = Some(place.clone());
            }
        });
        if let Some(place) = first {
            self.place(&place, what, here);
        }
    }

    /// Rejects a kept decision on what the reverse pass restores to rounding only: the block that declares the stack builds
    /// its locals once more there, and decides again.
    fn kept(&mut self, decision: Decision, span: Span, here: Here<'_>) {
        let Some(kept) = decision.kept().filter(|kept| !kept.lasting) else { return };
        if let Some(source) = self.inexact_source(kept.stack, here) {
            self.errors.report(
                Law::InexactDecision,
                span,
                format!(
                    "this decision depends on `{}`, which changes: it cannot be kept, since the reverse pass cannot evaluate it again",
                    self.vars[source].name
                ),
                "keep it on a stack of the caller's: `#[keep(log)]`, with `log: &mut Vec<usize>`",
            );
        }
    }

    /// Returns the sources of a local beyond the block that declares it that are restored only up to rounding.
    ///
    /// That block builds its locals once more where the way back enters it, from what it then finds around it.
    fn inexact_source(&mut self, local: Var, here: Here<'_>) -> Option<Var> {
        let mut level = here?;
        while !is_local(level.block, local, self.vars) {
            level = level.outer?;
        }
        let recompute = Recompute::of(level.block, self.vars)?;
        let build = visit::each_expression(&recompute.build, &mut uncounted);
        let needed = sources(&build, Set::from([local]), self.vars);
        let builders = slice(&build, &needed, &Map::new(), &Spared::default(), self.vars);
        let own = Footprint::of(&level.block.stmts, self.vars);
        for source in needed.into_iter().filter(|var| !own.declares.contains(var)) {
            let (rounds, v) = (self.rounded.contains_key(&source), &self.vars[source]);
            let is_local = matches!(v.role, Role::Ancilla | Role::Scratch);
            let changes = self.later.contains(&source) || own.writes.contains(&source);
            if rounds || is_local && is_rounded(&v.ty) && changes {
                let is_state = v.role == Role::State;
                let keeps = (is_state || !rounds) && level.keeps_for(source, &builders, self.vars);
                if !keeps {
                    return Some(source);
                }
                self.decided.on_state |= is_state;
            }
            if let Some(further) = self.inexact_source(source, level.outer) {
                return Some(further);
            }
        }
        None
    }

    /// True if an ancilla moves on after it was read here.
    fn moves(&self, place: &Place) -> bool {
        let is_local = matches!(self.vars[place.base].role, Role::Ancilla | Role::Scratch);
        is_local && self.later.contains(&place.base)
    }

    fn is_inexact(&self, place: &Place) -> bool {
        self.moves(place) || self.rounded.contains_key(&place.base)
    }

    /// True if the way back finds a place as it was here, because nothing changes it afterwards.
    fn is_kept(&mut self, place: &Place, here: Here<'_>) -> bool {
        let Some(here) = here else { return false };
        match self.vars[place.base].role {
            Role::State => {
                let keeps = here.keeps(place, self.vars);
                self.decided.on_state |= keeps;
                keeps
            }
            // It is built again on the way back, out of what must be exact.
            Role::Ancilla | Role::Scratch => {
                !self.rounded.contains_key(&place.base) && here.keeps(place, self.vars)
            }
            Role::Binding => here.bound(place.base).is_some_and(|(there, value)| {
                let mut kept = true;
                uncounted(value).reads_within(self.vars, &mut |read| {
                    kept &= !self.rounded.contains_key(&read.base) || self.is_kept(read, Some(&there));
                });
                kept
            }),
            Role::Input | Role::Index | Role::Output | Role::DecisionStack | Role::Shadow => false,
            Role::InputShadow | Role::Window | Role::Uniform | Role::Tape => false,
        }
    }

    /// The reason why the way back may find another value in a place.
    fn why_inexact(&mut self, place: &Place, here: Here<'_>) -> Option<String> {
        if self.is_inexact(place) && !self.is_kept(place, here) {
            let why =
                if self.moves(place) { "changes afterwards" } else { "is restored only up to rounding" };
            return Some(why.to_string());
        }
        let source = self.inexact_source(place.base, here)?;
        Some(format!("is computed from `{}`, and that changes afterwards", self.vars[source].name))
    }

    fn place(&mut self, place: &Place, what: &str, here: Here<'_>) {
        let Some(why) = self.why_inexact(place, here) else { return };
        let v = &self.vars[place.base];
        self.errors.report(
            Law::InexactDecision,
            place.span,
            format!("{what} reads `{}`, which {why}: the reverse pass may decide differently", v.name),
            match what {
                "this condition" | "this postcondition"
                    if !self.is_inexact(place)
                        || self.vars[self.vars.root(place.base)].role == Role::State =>
                {
                    "decide on an input or an integer, write a postcondition on one, `if (pre, post)`, keep it on a stack of the \
                     caller's, `#[keep(log)]` before the statement with `log: &mut Vec<usize>`, or accept it with `#[rounded]`"
                }
                "this condition" | "this postcondition" => {
                    "decide on an input or an integer, write a postcondition on one, `if (pre, post)`, keep it with \
                     `#[keep]` before the statement, or accept it with `#[rounded]`"
                }
                _ => "read an input or an integer here",
            },
        );
    }
}
