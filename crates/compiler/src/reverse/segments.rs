//! Checkpointed loops: the record keeps the state before some rounds, and the reverse pass runs the rounds from there again.
//!
//! A loop is divided into segments. The record runs all rounds without recording them, and saves before each segment what the loop
//! changes. The reverse pass takes the segments from the last to the first: it restores the state, runs the rounds of the segment as
//! a record would, and undoes them. If each segment is longer by one than the one before, `n` rounds have about `√(2n)` segments,
//! none longer than that, and nobody need know `n` beforehand: the memory is `O(√n)`, for one more run of the loop.
//!
//! Where rounds decide by numbers, those that are undone to the rounding only are saved behind the loop: the rounds take the same sides again.
//!
//! Law: the tape ends as long as it was before the loop was recorded.

use crate::analysis::footprint::Footprint;
use crate::ir::step::{Program, Step};
use crate::ir::visit::each;
use crate::ir::*;
use crate::reverse::{rebind, record};
use crate::sorted::Set;
use proc_macro2::Span;

/// Returns what the rounds of a loop change that lives longer than a round.
pub fn state(body: &Block, vars: &Variables) -> Set<Var> {
    let Footprint { writes, declares, .. } = Footprint::of(&body.stmts, vars);
    let lives = |var: &Var| match vars[*var].role {
        Role::DecisionStack | Role::Tape => false,
        Role::State | Role::Scratch | Role::Ancilla | Role::Output | Role::Input => true,
        Role::Binding | Role::Index => true,
        Role::Shadow | Role::InputShadow | Role::Window | Role::Uniform => false,
    };
    let roots = writes.iter().map(|var| vars.root(*var));
    roots.filter(|var| lives(var) && !declares.contains(var)).collect()
}

/// Returns the locals around a loop that its rounds read: the reverse pass runs the rounds again.
pub fn inputs(body: &Block, vars: &Variables) -> Set<Var> {
    let Footprint { reads, measures, declares, .. } = Footprint::of(&body.stmts, vars);
    let changed = state(body, vars);
    let is_local = |var: &Var| match vars[*var].role {
        Role::Binding | Role::Ancilla => true,
        Role::State | Role::Scratch | Role::Output | Role::Input | Role::Index => false,
        Role::DecisionStack | Role::Tape | Role::Shadow | Role::InputShadow => false,
        Role::Window | Role::Uniform => false,
    };
    let roots = reads.iter().chain(&measures).map(|var| vars.root(*var));
    roots.filter(|var| is_local(var) && !declares.contains(var) && !changed.contains(var)).collect()
}

/// Returns the variables whose numbers are added to somewhere, in place: what undoes it restores them to the rounding.
pub fn rounded(body: &Block, vars: &Variables) -> Set<Var> {
    let mut found = Set::new();
    each(body, &mut |stmt| {
        if let Stmt::Update(u) = stmt {
            found.insert(u.place.base);
        } else if let Stmt::Call(c) = stmt {
            let changed = c.args.iter().filter(|_| !c.callee.is_exchange());
            changed.for_each(|arg| arg.changes_within(vars, &mut |place| _ = found.insert(place.base)));
        }
    });
    found.retain(|var| matches!(vars[*var].ty.leaf(), Type::Real) && !vars[*var].ty.is_map());
    found
}

/// Returns the variables around a loop that are kept to the bit, since its rounds decide by numbers, and take the same sides when they run again.
pub fn deciding(body: &Block, vars: &Variables) -> Set<Var> {
    let mut decides = false;
    each(body, &mut |stmt| {
        decides |= stmt.heads().into_iter().any(|head| rebind::of_reals(head, vars))
            || stmt.declaration().is_some_and(|b| record::decides(b, vars));
    });
    let Footprint { reads, declares, .. } = Footprint::of(&body.stmts, vars);
    let changed = state(body, vars);
    let is_outside = |root: Var| !declares.contains(&root) && !changed.contains(&root);
    let is_kept = |var: &Var| decides && vars.is_rounded(*var) && is_outside(vars.root(*var));
    // A field of each item is no place by itself.
    let is_of_items = |var: Var| vars.field_path(var).is_some_and(|path| path.elements() > 0);
    let place = |var: Var| if is_of_items(var) { vars.root(var) } else { var };
    reads.into_iter().filter(is_kept).map(place).collect()
}

/// Returns the call that copies a variable to a tape, or puts it back.
pub fn copied(callee: Callee, tape: Var, lent: fn(Place) -> Argument, place: Place) -> Call {
    let span = *place.span;
    let args = vec![Argument::Mutable(Place::whole(tape, span)), lent(place)];
    Call { callee, direction: Direction::Call, args, span }
}

/// A checkpointed loop in a program that has a tape.
pub struct Segments<'a> {
    /// Its variables.
    pub of: &'a Checkpoint,
    /// The tape.
    pub tape: Var,
    /// The variables that the rounds change.
    pub state: Set<Var>,
    /// The indices that a counted loop visits, forwards.
    pub visits: Option<(Var, &'a Range)>,
    /// The head of the loop.
    pub span: Span,
}

impl Segments<'_> {
    /// Returns the steps that run a loop and save its state before each segment.
    pub fn kept(&self, mut body: Vec<Step>, looped: impl FnOnce(Vec<Step>) -> Step) -> Vec<Step> {
        let Checkpoint { round, first, length, every, .. } = *self.of;
        let mut start: Vec<Step> =
            self.state.iter().map(|var| self.copy(Callee::save(self.span), Argument::Shared, *var)).collect();
        if every.is_none() {
            start.push(self.changed(length, Sign::Plus, Expr::integer(1)));
        }
        start.push(self.changed(first, Sign::Plus, self.read(length)));
        let condition = Expr::Exact(Operator::Eq, vec![self.read(round), self.read(first)]);
        body.insert(0, Step::If { condition, then: start, otherwise: Vec::new() });
        body.push(self.changed(round, Sign::Plus, Expr::integer(1)));
        let zero = |var| Step::Declare { var, value: Expr::integer(0) };
        vec![
            zero(round),
            zero(first),
            Step::Declare { var: length, value: Expr::integer(every.unwrap_or(0)) },
            looped(body),
            Step::Push { stack: self.tape, number: round },
            Step::Push { stack: self.tape, number: first },
            Step::Push { stack: self.tape, number: length },
        ]
    }

    /// Returns the steps that undo a loop, made of those that record a round and of those that undo it.
    pub fn undone(&self, record: Vec<Step>, undo: Vec<Step>) -> Vec<Step> {
        let Checkpoint { round, first, length, count, every, .. } = *self.of;
        let pop = |number| Step::Pop { stack: self.tape, number, like: None };
        let mut segment = vec![self.changed(first, Sign::Minus, self.read(length))];
        if every.is_none() {
            segment.push(self.changed(length, Sign::Minus, Expr::integer(1)));
        }
        let restored = self.state.iter().rev();
        segment.extend(restored.map(|var| self.copy(Callee::restore(self.span), Argument::Mutable, *var)));
        segment.push(self.rounds(false, record));
        segment.push(self.rounds(true, undo));
        let value = Expr::Exact(Operator::Sub, vec![self.read(round), self.read(first)]);
        segment.push(Step::Let { var: count, value });
        segment.push(self.changed(round, Sign::Minus, self.read(count)));
        let condition = Expr::Exact(Operator::Gt, vec![self.read(round), Expr::integer(0)]);
        vec![pop(length), pop(first), pop(round), Step::While { condition, body: segment }]
    }

    /// The rounds of the segment that starts with `first`, up to `round`.
    fn rounds(&self, falling: bool, body: Vec<Step>) -> Step {
        let Checkpoint { round, first, index: number, .. } = *self.of;
        let span = self.span;
        let body = match self.visits {
            None => body,
            Some((index, range)) => {
                let range = Range { nth: Some(Box::new(self.read(number))), ..range.clone() };
                vec![Step::For { index, range, body, span }]
            }
        };
        let range = Range { falling, ..Range::between(self.read(first), self.read(round)) };
        Step::For { index: number, range, body, span }
    }

    fn read(&self, var: Var) -> Expr {
        Expr::Read(Place::whole(var, self.span))
    }

    fn changed(&self, var: Var, sign: Sign, value: Expr) -> Step {
        let (place, span) = (Place::whole(var, self.span), self.span);
        Step::Update(Update { place, group: Group::Sum, sign, value, written: None, span })
    }

    fn copy(&self, callee: Callee, lent: fn(Place) -> Argument, var: Var) -> Step {
        let Call { callee, args, span, .. } = copied(callee, self.tape, lent, Place::whole(var, self.span));
        Step::Call { callee, program: Program::Primal, args, span }
    }
}
