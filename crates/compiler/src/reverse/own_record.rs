//! Parallel loops of ordinary functions whose iterations keep their record for themselves.
//!
//! The record runs such a loop and keeps nothing. The reverse pass runs each iteration again, keeps what it destroys in variables and
//! stacks of that iteration, and undoes it at once. So no iteration of the reverse pass sees another one or the tape: they run in lanes and on
//! threads as those of a strict function do, and the record takes the memory of the iterations that run together.
//!
//! Elements of its own that an iteration overwrites are saved for all iterations before the loop, and put back before its reverse pass.
//!
//! Law: an iteration that runs again computes what it computed before. What it reads outside is what it read, or was put back; it does not
//! change again what nothing reads, and only adds to.

use crate::analysis::footprint::Footprint;
use crate::analysis::region::Polynomial;
use crate::ir::step::{Program, Step, nested};
use crate::ir::visit::each;
use crate::ir::*;
use crate::reverse::record;
use crate::reverse::schedule::{Mode, steps};
use crate::reverse::segments;
use crate::simplify;
use crate::simplify::access::Nodes;
use crate::simplify::commute::obstacle;
use crate::sorted::{Map, Set};

/// Returns the indices of the loops whose iterations can keep their record: those that are marked, and those in no other loop that
/// may gain by lanes without a mark.
pub fn loops(body: &Block, vars: &Variables) -> Set<Var> {
    let mut found = Set::new();
    outermost(body, false, vars, &mut |f, is_nested| {
        if runs_again(f, is_nested, vars) {
            found.insert(f.index);
        }
    });
    found
}

/// Calls `f` with these loops, and with whether each is in a loop at all.
fn outermost(block: &Block, is_nested: bool, vars: &Variables, f: &mut dyn FnMut(&For, bool)) {
    for stmt in &block.stmts {
        match stmt {
            Stmt::For(found) if vars.is_parallel(found.index) || !is_nested && gains(found, vars) => {
                f(found, is_nested)
            }
            other => {
                let is_nested = is_nested || matches!(other, Stmt::For(_) | Stmt::While(_));
                other.blocks().into_iter().for_each(|inner| outermost(inner, is_nested, vars, f));
            }
        }
    }
}

/// True for a loop without a mark that may run in lanes: its iterations do not see one another, which is checked of marked ones.
fn gains(f: &For, vars: &Variables) -> bool {
    let looped = steps(&Block { stmts: vec![Stmt::For(f.clone())] }, vars, Mode::RUN);
    looped.iter().enumerate().any(|(at, step)| match step {
        Step::For { index, range, body, .. } if *index == f.index => {
            let is_tried = !vars.is_sequential(*index) && simplify::gains(range, body);
            is_tried && obstacle(&Nodes::of(&looped[at..=at], vars), 0, vars).is_none()
        }
        _ => false,
    })
}

/// True if the iterations of a loop can run again where they have run.
fn runs_again(f: &For, is_nested: bool, vars: &Variables) -> bool {
    let passes = |decision: Decision| decision.kept().is_none_or(|kept| !kept.lasting);
    let mut runs = f.checkpoint.is_none() && !record::is_asked_for(&f.body, vars);
    let declares = Footprint::of(&f.body.stmts, vars).declares;
    let is_own = |place: &Place| declares.contains(&vars.root(place.base));
    each(&f.body, &mut |stmt| {
        runs &= match stmt {
            Stmt::Bind(_) | Stmt::Allocate(_) | Stmt::Forget(_) | Stmt::Release(_) => true,
            Stmt::Update(u) => is_own(&u.place) || u.group == Group::Sum,
            Stmt::Call(c) if c.callee.is_exchange() => true,
            Stmt::Call(c) => c.args.iter().all(|arg| match arg {
                Argument::Mutable(place) => is_own(place),
                Argument::Shared(_) | Argument::Value(_) => true,
            }),
            Stmt::For(f) => f.checkpoint.is_none(),
            Stmt::If(i) => passes(i.decision),
            Stmt::While(w) => passes(w.decision) && w.checkpoint.is_none(),
            // The names of the parts of one statement.
            Stmt::Routine(r) | Stmt::Undo(r) => r.label.is_empty(),
            Stmt::Safe(_) => false,
        };
    });
    let is_numbers = |ty: &Type| ty.depth() == 1 && !ty.is_map() && matches!(ty.leaf(), Type::Real);
    let can_be_saved = |var: &Var| {
        let is_plain = is_numbers(&vars[*var].ty) && vars.field_path(*var).is_none();
        is_plain && (!is_nested || rows(f, *var, vars).is_some())
    };
    runs && Changed::of(f, vars).overwritten.iter().all(can_be_saved)
}

/// The places outside that the iterations of a loop change.
struct Changed {
    /// They only add to these, and read none.
    sums: Set<Var>,
    /// The others.
    overwritten: Set<Var>,
    /// Those among the others that they read.
    read: Set<Var>,
}

impl Changed {
    fn of(f: &For, vars: &Variables) -> Changed {
        let Footprint { writes, declares, .. } = Footprint::of(&f.body.stmts, vars);
        let without = without_exchanges(&f.body, &declares, vars);
        let reads = Footprint::of(&without.stmts, vars).reads;
        let mut read: Set<Var> = reads.iter().map(|var| vars.root(*var)).collect();
        let (mut exchanged, mut brought) = (Set::new(), Set::new());
        each(&f.body, &mut |stmt| {
            let Stmt::Call(c) = stmt else { return };
            let roots: Set<Var> =
                c.args.iter().filter_map(Argument::place).map(|place| vars.root(place.base)).collect();
            // The local that takes the old number of an assignment is never read.
            let leaves = roots.iter().any(|var| declares.contains(var) && !read.contains(var));
            if c.callee.is_exchange() && !leaves {
                brought.extend(roots.iter().copied());
            }
            exchanged.extend(roots);
        });
        read.extend(brought);
        // The decisions that it keeps are on the tape.
        let is_outside = |var: &Var| !declares.contains(var) && vars[*var].role != Role::Tape;
        let changed = writes.iter().map(|var| vars.root(*var)).filter(is_outside);
        let (overwritten, sums): (Set<Var>, Set<Var>) =
            changed.partition(|var| exchanged.contains(var) || read.contains(var));
        let read = read.into_iter().filter(|var| overwritten.contains(var)).collect();
        Changed { sums, overwritten, read }
    }
}

/// Returns a block without the exchanges of what is not declared in the loop.
fn without_exchanges(block: &Block, declares: &Set<Var>, vars: &Variables) -> Block {
    let is_own = |arg: &Argument| arg.place().is_some_and(|place| declares.contains(&vars.root(place.base)));
    let goes =
        |stmt: &Stmt| matches!(stmt, Stmt::Call(c) if c.callee.is_exchange() && !c.args.iter().all(is_own));
    let stmts = block.stmts.iter().filter(|stmt| !goes(stmt));
    let stmts = stmts.map(|stmt| stmt.with_blocks(&mut |block| without_exchanges(block, declares, vars)));
    Block { stmts: stmts.collect() }
}

/// Returns the elements of an array that all iterations have, if each has as many, one behind the other.
fn rows(f: &For, var: Var, vars: &Variables) -> Option<Place> {
    let looped = steps(&Block { stmts: vec![Stmt::For(f.clone())] }, vars, Mode::RUN);
    let nodes = Nodes::of(&looped, vars);
    let at = nodes.all.iter().position(|node| node.declares == Some(f.index))?;
    let stride = nodes.stride_of_iterations(at, var, &|_| true, vars)?;
    let is_plain = f.range.step.is_none() && !f.range.inclusive;
    let bound = |bound: &Expr| {
        let bound = Expr::Exact(Operator::Mul, vec![bound.clone(), stride.expr()]);
        Polynomial::of(&bound, vars).expr()
    };
    let rows = Projection::Range(bound(&f.range.start), bound(&f.range.end));
    is_plain.then(|| Place { path: vec![rows], ..Place::whole(var, f.span) })
}

/// The state that is saved before a loop whose iterations keep their record, and the places that they leave alone when they run again.
pub struct Own {
    saved: Vec<Place>,
    sums: Set<Var>,
    unread: Set<Var>,
    /// True if the loop has an iteration.
    runs: Expr,
}

impl Own {
    /// `keep` are the locals that the replay reads: an old value among them is put back.
    pub fn of(f: &For, keep: &Set<Var>, vars: &Variables) -> Own {
        let Changed { sums, overwritten, mut read } = Changed::of(f, vars);
        each(&f.body, &mut |stmt| {
            if let Stmt::Call(c) = stmt {
                let bases = || c.args.iter().filter_map(Argument::place).map(|place| place.base);
                let outside = bases().map(|var| vars.root(var)).filter(|var| overwritten.contains(var));
                let is_old = |var: Var| keep.contains(&var) && !overwritten.contains(&vars.root(var));
                if c.callee.is_exchange() && bases().any(is_old) {
                    read.extend(outside);
                }
            }
        });
        let saved = read.iter().map(|var| rows(f, *var, vars).unwrap_or_else(|| Place::whole(*var, f.span)));
        let saved = saved.collect();
        let unread = overwritten.into_iter().filter(|var| !read.contains(var)).collect();
        let op = if f.range.inclusive { Operator::Le } else { Operator::Lt };
        let runs = Expr::Exact(op, vec![f.range.start.clone(), f.range.end.clone()]);
        Own { saved, sums, unread, runs }
    }

    /// Returns the statement that saves what the iterations overwrite.
    pub fn kept(&self, f: &For, tape: Var) -> Option<Stmt> {
        let saved = self.saved.iter().map(|place| {
            Stmt::Call(segments::copied(Callee::save(f.span), tape, Argument::Shared, place.clone()))
        });
        let then = Block { stmts: saved.collect() };
        (!self.saved.is_empty()).then(|| {
            Stmt::If(If {
                pre: self.runs.clone(),
                post: None,
                then,
                otherwise: Block::default(),
                decision: Decision::Again,
                direction: Direction::Call,
                span: f.span,
            })
        })
    }

    /// Returns the step that puts it back.
    pub fn put_back(&self, f: &For, tape: Var) -> Option<Step> {
        let back = self.saved.iter().rev().map(|place| {
            let Call { callee, args, span, .. } =
                segments::copied(Callee::restore(f.span), tape, Argument::Mutable, place.clone());
            Step::Call { callee, program: Program::Primal, args, span }
        });
        let then = back.collect();
        (!self.saved.is_empty()).then(|| Step::If {
            condition: self.runs.clone(),
            then,
            otherwise: Vec::new(),
        })
    }

    /// Returns the steps of an iteration in the reverse pass, made of those that record it on a tape and of those that undo it and take
    /// the tape's values, except for the locals of the iteration itself: these are in scope.
    pub fn iteration(
        &self,
        record: Vec<Step>,
        undo: Vec<Step>,
        tape: Var,
        vars: &mut Variables,
    ) -> Vec<Step> {
        let mut both =
            self.without(record, &|var| self.sums.contains(&var) || self.unread.contains(&var), vars);
        both.extend(self.without(undo, &|var| self.unread.contains(&var), vars));
        both.retain(
            |step| !matches!(step, Step::Push { stack, .. } | Step::Pop { stack, .. } if *stack == tape),
        );
        kept_here(both, tape, vars)
    }

    /// Returns the steps without those that change the variables in question.
    fn without(&self, steps: Vec<Step>, goes: &dyn Fn(Var) -> bool, vars: &Variables) -> Vec<Step> {
        let is_gone = |place: &Place| goes(vars.root(place.base));
        let stays = |step: &Step| {
            let places: Vec<&Place> = if let Step::Update(u) = step {
                vec![&u.place]
            } else if let Step::Call { callee, args, .. } = step {
                let args = args.iter().filter(|_| callee.is_exchange());
                args.filter_map(Argument::place).collect()
            } else {
                vec![]
            };
            !places.into_iter().any(is_gone)
        };
        let steps = steps.into_iter().filter(stays);
        steps.map(|step| step.with_bodies(&mut |body| self.without(body, goes, vars))).collect()
    }
}

/// Returns the body of a loop that keeps its record for itself, as the record runs it: without recorded decisions.
pub fn unkept(block: &Block) -> Block {
    let stmts = block.stmts.iter().map(|stmt| match stmt.with_blocks(&mut unkept) {
        Stmt::If(i) => Stmt::If(If { decision: Decision::Again, ..i }),
        Stmt::While(w) => Stmt::While(While { decision: Decision::Again, ..w }),
        other => other,
    });
    Block { stmts: stmts.collect() }
}

/// Puts what the blocks in the steps of an iteration push on a tape into places of the iteration, one for each variable.
fn kept_here(both: Vec<Step>, tape: Var, vars: &mut Variables) -> Vec<Step> {
    let mut places = Map::new();
    let mut out = Vec::new();
    for (var, repeats) in pushed_inside(&both, tape) {
        let (is_stack, item) = match &vars[var].ty {
            ty @ Type::Real => (repeats, ty.clone()),
            Type::Exact(ty) if ty.scalar().is_some() => (true, Type::Exact(ty.clone())),
            // It stays on the tape, and the loop scalar.
            Type::Exact(_) | Type::Array(..) | Type::Slice(_) | Type::Vec(_) => continue,
            Type::Map(..) | Type::Structure(_) | Type::Unknown => continue,
        };
        let (ty, role) = match is_stack {
            true => (Type::Vec(Box::new(item)), Role::DecisionStack),
            false => (item, Role::Ancilla),
        };
        let (value, span) = (ty.zero(None, vars[var].span), vars[var].span);
        let place = vars.add(Variable {
            name: "kept".into(),
            span,
            ty,
            role,
            passing: Passing::Value,
            active: false,
            // It holds values, never their cotangents.
            detached: true,
            definition: None,
        });
        out.push(Step::Declare { var: place, value });
        places.insert(var, place);
    }
    out.extend(in_places(both, tape, &places, vars));
    out
}

/// Returns the variables whose values are pushed in the blocks inside of steps, and whether that is in a loop.
fn pushed_inside(steps: &[Step], tape: Var) -> Map<Var, bool> {
    fn pushed(step: &Step, tape: Var, repeats: bool, found: &mut Map<Var, bool>) {
        if let Step::Push { stack, number } = step {
            if *stack == tape {
                *found.entry(*number).or_default() |= repeats;
            }
        }
        let repeats = repeats || matches!(step, Step::For { .. } | Step::While { .. });
        nested(step).into_iter().flatten().for_each(|inner| pushed(inner, tape, repeats, found));
    }
    let mut found = Map::new();
    steps.iter().for_each(|step| pushed(step, tape, false, &mut found));
    found
}

/// Puts each value that is pushed on a tape into a place of its own: a stack, or a number that is pushed once.
fn in_places(steps: Vec<Step>, tape: Var, places: &Map<Var, Var>, vars: &Variables) -> Vec<Step> {
    let read = |var: Var| Expr::Read(Place::whole(var, vars[var].span));
    let own = |number: &Var| places.get(number).copied();
    let steps = steps.into_iter().map(|step| match step {
        Step::Push { stack, number } if stack == tape => match own(&number) {
            Some(place) if vars[place].role != Role::DecisionStack => {
                Step::Set { var: place, value: read(number) }
            }
            place => Step::Push { stack: place.unwrap_or(stack), number },
        },
        Step::Pop { stack, number, like } if stack == tape => match own(&number) {
            Some(place) if vars[place].role != Role::DecisionStack => {
                let value = read(place);
                if vars[number].role == Role::Ancilla {
                    Step::Declare { var: number, value }
                } else {
                    Step::Let { var: number, value }
                }
            }
            place => Step::Pop { stack: place.unwrap_or(stack), number, like },
        },
        other => other.with_bodies(&mut |body| in_places(body, tape, places, vars)),
    });
    steps.collect()
}
