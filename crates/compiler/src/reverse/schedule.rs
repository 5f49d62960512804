//! Translates statements with inverses to steps: decides where locals are recomputed and which checks run.
//!
//! Takes a block in either direction. A forward block runs as it is and drops its locals. A backward block (one that
//! forgets or releases) first runs its [`Recompute`], after which its locals have the values that they had at the end
//! of the forward block; then its statements run. Uncomputing is automatic, and costs the primal nothing.

use crate::analysis::footprint::{self, freed};
use crate::analysis::region::{self, Overlap};
use crate::analysis::slice::Recompute;
use crate::ir::invert::invert;
use crate::ir::print::text;
use crate::ir::step::{self, Check, Claim, Program, Step, Tie};
use crate::ir::*;
use crate::reverse::record;
use crate::reverse::segments::{self, Segments};
use crate::sorted::{Map, Set};
use proc_macro2::Span;

/// The purpose of a run of statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The function or its inverse: values for a reverse pass are computed when it needs them.
    Run,
    /// A reverse pass, which stores and records the values that it needs.
    Rebuild,
}

/// The mode of scheduling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    /// The purpose.
    pub purpose: Purpose,
    /// True if run-time checks are scheduled before and after statements. Checks of every build always are.
    pub checks: bool,
    /// True if statements of ordinary Rust are scheduled.
    pub host: bool,
}

impl Mode {
    /// Runs the function or its inverse, with all checks.
    pub const RUN: Mode = Mode { purpose: Purpose::Run, checks: true, host: true };
    /// Recomputes values that a checked run has computed before.
    pub const REBUILD: Mode = Mode { purpose: Purpose::Rebuild, checks: false, host: false };
}

/// Returns the steps of a block.
pub fn steps(block: &Block, vars: &Variables, mode: Mode) -> Vec<Step> {
    let mut out = recompute_steps(block, vars);
    let freed = freed(block, vars);
    for stmt in &block.stmts {
        out.extend(checks_before(stmt, &freed, vars, mode.checks));
        stmt_steps(stmt, vars, mode, &mut out);
    }
    out
}

/// Returns the checks before a statement, in a block that frees some places itself. Without `all`, only the checks of
/// every build.
pub fn checks_before(stmt: &Stmt, freed: &Set<Var>, vars: &Variables, all: bool) -> Vec<Step> {
    if let Stmt::For(f) = stmt {
        return length_checks(f);
    }
    if !all {
        return Vec::new();
    }
    match stmt {
        Stmt::Release(b) if freed.contains(&b.var) => release_checks(stmt, b, vars),
        Stmt::Update(u) => {
            let value = u.written.as_deref().unwrap_or(&u.value).clone();
            let u = Update { value, written: None, ..u.clone() };
            let stmt = Stmt::Update(u.clone());
            [key_checks(&stmt, &u, vars), alias_checks(&stmt, &u, vars)].concat()
        }
        Stmt::Call(c) if c.callee.is_store() => Vec::new(),
        Stmt::Call(c) if c.callee.is_entry() => entry_checks(stmt, c, vars),
        Stmt::Call(c) => [call_alias_checks(stmt, c, vars), stack_checks(stmt, c, vars)].concat(),
        Stmt::If(i) => log_check(stmt, i.decision, i.span, vars).into_iter().collect(),
        Stmt::While(w) => {
            let entry = w.decision.kept().is_none().then(|| {
                condition_checks(&w.post, false, step::Law::LoopEntry, stmt, (w.span, w.direction), vars)
            });
            entry.into_iter().flatten().chain(log_check(stmt, w.decision, w.span, vars)).collect()
        }
        Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => Vec::new(),
        Stmt::For(_) | Stmt::Routine(_) | Stmt::Undo(_) | Stmt::Safe(_) => Vec::new(),
    }
}

/// Returns the checks at the end of a side of a branch.
pub fn checks_after_side(i: &If, taken: bool, vars: &Variables) -> Vec<Step> {
    // Only its head is printed.
    let stmt = Stmt::If(i.with(Block::default(), Block::default()));
    let check = |post| {
        condition_checks(post, taken, step::Law::BranchPostcondition, &stmt, (i.span, i.direction), vars)
    };
    i.post.as_ref().map(check).unwrap_or_default()
}

/// Returns the checks at the end of an iteration.
pub fn checks_after_iteration(w: &While, vars: &Variables) -> Vec<Step> {
    let stmt = Stmt::While(w.with(Block::default()));
    let check =
        || condition_checks(&w.post, true, step::Law::LoopPostcondition, &stmt, (w.span, w.direction), vars);
    w.decision.kept().is_none().then(check).unwrap_or_default()
}

/// Returns the checks that the arrays that a loop visits have the same length.
fn length_checks(f: &For) -> Vec<Step> {
    let check = |both: &Lengths| {
        Step::Check(Check {
            claim: Claim::Lengths(Box::new(both.clone())),
            law: step::Law::Lengths,
            statement: both.statement.clone(),
            span: f.span,
        })
    };
    f.lengths.iter().map(check).collect()
}

/// Adds the claim that a place has its known value: for a structure, first each field that the program names.
fn known(place: &Place, value: &Expr, vars: &Variables, claims: &mut Vec<Claim>) {
    match value {
        Expr::Structure(shape, fields) if shape.number().is_none() => {
            let mut all_named = true;
            for (segment, field) in shape.segments().zip(fields) {
                let field_place = vars.within(place, segment);
                all_named &= field_place.is_some();
                field_place.into_iter().for_each(|place| known(&place, field, vars, claims));
            }
            // Callees may have read or changed the fields that the program does not name.
            if !all_named {
                claims.push(Claim::Whole(place.clone(), value.clone()));
            }
        }
        Expr::Read(source) if vars.type_of(place).is_structure() => {
            for part in vars.parts(place.base) {
                let below = &vars.layout(part)[vars.layout(place.base).len()..];
                let from = below
                    .iter()
                    .try_fold(source.clone(), |from, segment| vars.within(&from, segment.clone()));
                if let Some(from) = from.filter(|_| !vars[part].ty.is_structure()) {
                    claims.push(Claim::Known(place.with_base(part), Expr::Read(from)));
                }
            }
            // A callee may have changed fields that the program does not name.
            claims.push(Claim::Whole(place.clone(), value.clone()));
        }
        _ => claims.push(Claim::Known(place.clone(), value.clone())),
    }
}

/// Returns the checks that a freed place has its known value.
pub fn release_checks(stmt: &Stmt, b: &Binding, vars: &Variables) -> Vec<Step> {
    let mut claims = Vec::new();
    known(&Place::whole(b.var, b.span), &b.value, vars, &mut claims);
    let statement = text::statement(stmt, vars);
    let check = |claim| Check { claim, law: step::Law::Release, statement: statement.clone(), span: b.span };
    claims.into_iter().map(|claim| Step::Check(check(claim))).collect()
}

/// True if a block forgets rather than builds its locals.
pub fn is_backward(block: &Block, vars: &Variables) -> bool {
    let freed = freed(block, vars);
    block.stmts.iter().any(|s| matches!(s, Stmt::Forget(b) | Stmt::Release(b) if !freed.contains(&b.var)))
}

/// Returns the first steps of a backward block; none for a forward block.
pub fn recompute_steps(block: &Block, vars: &Variables) -> Vec<Step> {
    let leading = Leading { checks: false, hosts: Map::new() };
    recompute_steps_with(block, vars, &leading, |build| build)
}

/// The contents of a recompute slice besides the statements that compute locals.
#[derive(Clone, Debug)]
pub struct Leading {
    /// True if it checks the statements, because it may be the first run of them in the forward direction.
    pub checks: bool,
    /// The statements of ordinary Rust that it runs.
    pub hosts: Map<u32, Looks>,
}

/// Does the same, but rewrites the statements that compute the locals.
pub fn recompute_steps_with(
    block: &Block,
    vars: &Variables,
    leading: &Leading,
    rewritten: impl FnOnce(Block) -> Block,
) -> Vec<Step> {
    let mut out = Vec::new();
    let Some(recompute) = recompute_with(block, vars, &leading.hosts, &mut out) else { return out };
    for stmt in &invert(&recompute.rewind).stmts {
        stmt_steps(stmt, vars, Mode::REBUILD, &mut out);
    }
    let mode = Mode { checks: leading.checks, host: true, ..Mode::REBUILD };
    out.extend(steps(&rewritten(recompute.build), vars, mode));
    out
}

/// Returns the recompute slice of a backward block, after stored locals have been popped.
pub fn recompute(block: &Block, vars: &Variables, out: &mut Vec<Step>) -> Option<Recompute> {
    recompute_with(block, vars, &Map::new(), out)
}

fn recompute_with(
    block: &Block,
    vars: &Variables,
    hosts: &Map<u32, Looks>,
    out: &mut Vec<Step>,
) -> Option<Recompute> {
    (is_backward(block, vars) || !hosts.is_empty()).then(|| {
        let mut forward = invert(block);
        let given = taken(&mut forward, vars, out);
        Recompute::given(&given, hosts, &forward, vars)
    })
}

/// Pops the locals of a forward block that were stored; a stored local that never changes needs no further steps.
/// Locals that the function's outermost block stores itself are not on the stack yet.
fn taken(forward: &mut Block, vars: &Variables, out: &mut Vec<Step>) -> Set<Var> {
    let own = footprint::locals(forward, vars);
    let stored: Vec<(Var, Var)> = forward
        .stmts
        .iter()
        .filter_map(|stmt| match stmt {
            Stmt::Call(call) => call.stored().filter(|(stack, _)| !own.contains(stack)),
            _ => None,
        })
        .collect();
    let given: Set<Var> = stored.iter().map(|(_, local)| *local).collect();
    forward.stmts.retain(|stmt| !matches!(stmt, Stmt::Bind(b) if given.contains(&b.var)));
    out.extend(stored.into_iter().rev().map(|(stack, number)| Step::Pop { stack, number, like: None }));
    given
}

fn stmt_steps(stmt: &Stmt, vars: &Variables, mode: Mode, out: &mut Vec<Step>) {
    match stmt {
        Stmt::Bind(b) => out.push(Step::Let { var: b.var, value: b.value.clone() }),
        Stmt::Allocate(b) if vars[b.var].role == Role::DecisionStack && mode.purpose == Purpose::Run => {}
        Stmt::Allocate(b) => out.push(Step::Declare { var: b.var, value: b.value.clone() }),
        Stmt::Forget(_) | Stmt::Release(_) => {}
        Stmt::Update(u) => out.push(Step::Update(u.clone())),
        // The function itself stores nothing: its reverse pass runs the recompute slice first.
        Stmt::Call(c) if c.callee.is_store() => {
            if mode.purpose == Purpose::Rebuild {
                out.extend(store(c));
            }
        }
        // A round that will run again saves nothing.
        Stmt::Call(c) if c.callee.is_save() && mode.purpose == Purpose::Run => {}
        Stmt::Call(c) if c.callee.is_entry() => out.push(entry_step(c)),
        Stmt::Call(c) => {
            let program = match c.direction {
                Direction::Call => Program::Primal,
                Direction::Uncall => Program::Inverse,
            };
            out.push(Step::Call { callee: c.callee.clone(), program, args: c.args.clone(), span: c.span });
        }
        Stmt::For(f) => {
            let looped = |body| Step::For { index: f.index, range: f.range.clone(), body, span: f.span };
            match saved(f.checkpoint.as_ref(), &f.body, f.span, vars, mode) {
                Some((segments, body)) => out.extend(segments.kept(body, looped)),
                None => out.push(looped(steps(&f.body, vars, mode))),
            }
        }
        Stmt::If(i) => {
            let mut then = steps(&i.then, vars, mode);
            let mut otherwise = steps(&i.otherwise, vars, mode);
            if mode.checks {
                then.extend(checks_after_side(i, true, vars));
                otherwise.extend(checks_after_side(i, false, vars));
            }
            branch(i, then, otherwise, mode.purpose, out);
        }
        Stmt::While(w) => {
            if let Some((segments, body)) = saved(w.checkpoint.as_ref(), &w.body, w.span, vars, mode) {
                let looped = |body| Step::While { condition: w.pre.clone(), body };
                out.extend(segments.kept(body, looped));
                return;
            }
            let mut body = steps(&w.body, vars, mode);
            if mode.checks {
                body.extend(checks_after_iteration(w, vars));
            }
            repeat(w, body, mode.purpose, out);
        }
        Stmt::Routine(r) | Stmt::Undo(r) => out.push(Step::Block(steps(&r.body, vars, mode))),
        Stmt::Safe(s) => {
            if mode.host {
                out.push(Step::Safe(s.clone()));
            }
        }
    }
}

/// Returns the segments of a checkpointed loop that is recorded, with the steps of a round: they record nothing.
fn saved<'a>(
    checkpoint: Option<&'a Checkpoint>,
    body: &Block,
    span: Span,
    vars: &Variables,
    mode: Mode,
) -> Option<(Segments<'a>, Vec<Step>)> {
    let of = checkpoint.filter(|_| mode.purpose == Purpose::Rebuild)?;
    let state = segments::state(body, vars);
    let body = steps(&record::off_tape(body, vars), vars, Mode { purpose: Purpose::Run, ..mode });
    Some((Segments { of, tape: of.tape?, state, visits: None, span }, body))
}

/// Returns the step that stores a local for the reverse pass; see [`recompute_steps`].
pub fn store(c: &Call) -> Option<Step> {
    let (stack, number) = c.stored().filter(|_| c.direction == Direction::Call)?;
    Some(Step::Push { stack, number })
}

/// Schedules a branch. A recorded decision is pushed when it is made; in the primal only if the user has named the
/// stack, for otherwise the reverse pass makes the decision again.
pub fn branch(i: &If, then: Vec<Step>, otherwise: Vec<Step>, purpose: Purpose, out: &mut Vec<Step>) {
    let mut after = None;
    let condition = match i.decision.kept() {
        None => i.pre.clone(),
        Some(kept) if kept.taken => {
            out.push(Step::Pop { stack: kept.stack, number: kept.number, like: None });
            holds(kept, i.span)
        }
        Some(kept) if purpose == Purpose::Run && !kept.lasting => i.pre.clone(),
        Some(kept) => {
            let value = if kept.bit {
                i.pre.clone()
            } else {
                Expr::ToExact(Box::new(i.pre.clone()), Scalar::USIZE.into())
            };
            out.push(Step::Let { var: kept.number, value });
            // Pushed after the decisions inside the branch, which the reverse pass pops later.
            after = Some(Step::Push { stack: kept.stack, number: kept.number });
            holds(kept, i.span)
        }
    };
    out.push(Step::If { condition, then, otherwise });
    out.extend(after);
}

/// The condition that a kept decision is true.
fn holds(kept: Kept, span: Span) -> Expr {
    let number = Expr::Read(Place::whole(kept.number, span));
    if kept.bit {
        return number;
    }
    Expr::Exact(Operator::Eq, vec![number, Expr::integer(1)])
}

/// Schedules a loop; see [`branch`].
pub fn repeat(w: &While, mut body: Vec<Step>, purpose: Purpose, out: &mut Vec<Step>) {
    let plain = |body| Step::While { condition: w.pre.clone(), body };
    match w.decision.kept() {
        None => out.push(plain(body)),
        Some(kept) if kept.taken => {
            out.push(Step::Pop { stack: kept.stack, number: kept.number, like: None });
            let range = Range::between(Expr::integer(0), Expr::Read(Place::whole(kept.number, w.span)));
            out.push(Step::For { index: kept.index, range, body, span: w.span });
        }
        Some(kept) if purpose == Purpose::Run && !kept.lasting => out.push(plain(body)),
        Some(kept) => {
            let place = Place::whole(kept.number, w.span);
            out.push(Step::Declare { var: kept.number, value: Expr::integer(0) });
            let value = Expr::integer(1);
            body.push(Step::Update(Update {
                place,
                group: Group::Sum,
                sign: Sign::Plus,
                value,
                written: None,
                span: w.span,
            }));
            out.push(plain(body));
            out.push(Step::Push { stack: kept.stack, number: kept.number });
        }
    }
}

/// Returns the checks that a condition has the expected value, and that the compared values are numbers: a comparison
/// with NaN is false in any case. The inverse checks a condition of floats that are restored up to rounding, so a tie
/// proves nothing there.
pub fn condition_checks(
    condition: &Expr,
    expected: bool,
    law: step::Law,
    stmt: &Stmt,
    (span, direction): (Span, Direction),
    vars: &Variables,
) -> Vec<Step> {
    let statement = text::statement(stmt, vars);
    let check = |claim| Step::Check(Check { claim, law, statement: statement.clone(), span });
    let (mut checks, mut ties) = (Vec::new(), Vec::new());
    for compared in text::compared(condition, vars) {
        for operand in compared.operands(vars) {
            let check = check(Claim::Number(operand.clone()));
            checks.push(match compared.guard.clone() {
                Some(condition) => Step::If { condition, then: vec![check], otherwise: Vec::new() },
                None => check,
            });
        }
        ties.push(Tie { guard: compared.guard, sides: compared.sides.map(Expr::clone) });
    }
    let condition = condition.clone();
    checks.push(check(if direction == Direction::Call || ties.is_empty() {
        Claim::Truth(condition, expected)
    } else {
        Claim::Restored(condition, expected, ties)
    }));
    checks
}

/// Returns the checks `i != j` for each element that an update reads and that may be its target.
fn alias_checks(stmt: &Stmt, u: &Update, vars: &Variables) -> Vec<Step> {
    let mut out = Vec::new();
    u.value.reads(&mut |read| out.extend(apart(&u.place, read, stmt, u.span, vars)));
    out
}

/// Returns the check that a stack that the user named is not empty when a decision is popped.
pub fn log_check(stmt: &Stmt, decision: Decision, span: Span, vars: &Variables) -> Option<Step> {
    let kept = decision.kept().filter(|kept| kept.lasting && kept.taken)?;
    let left = count(&Place::whole(kept.stack, span));
    let filled = Expr::Exact(Operator::Gt, vec![left, Expr::integer(0)]);
    let statement = text::statement(stmt, vars);
    Some(Step::Check(Check { claim: Claim::Truth(filled, true), law: step::Law::Underflow, statement, span }))
}

/// Returns the checks that a stack is not empty, and that the place for the popped value is zero.
fn stack_checks(stmt: &Stmt, c: &Call, vars: &Variables) -> Vec<Step> {
    let ([Argument::Mutable(stack), Argument::Mutable(place)], true, Direction::Uncall) =
        (&c.args[..], c.callee.is_stack(), c.direction)
    else {
        return Vec::new();
    };
    let ty = vars.type_of(place);
    let length = matches!(ty, Type::Slice(_)).then(|| Expr::Length(place.clone()));
    let zero = ty.zero(length, c.span);
    let filled = Expr::Exact(Operator::Gt, vec![count(stack), Expr::integer(0)]);
    let checks = [
        (Claim::Truth(filled, true), step::Law::Underflow),
        (Claim::Known(place.clone(), zero), step::Law::Occupied),
    ];
    let statement = text::statement(stmt, vars);
    let check = |(claim, law)| Step::Check(Check { claim, law, statement: statement.clone(), span: c.span });
    checks.into_iter().map(check).collect()
}

/// Returns the step of an insertion or a removal. A removal needs no value: checks compare it.
pub fn entry_step(c: &Call) -> Step {
    let (program, args) = match c.direction {
        Direction::Call => (Program::Primal, &c.args[..]),
        Direction::Uncall => (Program::Inverse, &c.args[..c.args.len().min(2)]),
    };
    Step::Call { callee: c.callee.clone(), program, args: args.to_vec(), span: c.span }
}

/// Returns the checks that an inserted key is new, and that a removed key is present with the expected value.
fn entry_checks(stmt: &Stmt, c: &Call, vars: &Variables) -> Vec<Step> {
    let [Argument::Mutable(map), Argument::Value(key), Argument::Value(value)] = &c.args[..] else {
        return Vec::new();
    };
    let key_claim = |has| Claim::Key(map.clone(), key.clone(), has);
    let claims = match c.direction {
        Direction::Call => vec![(key_claim(false), step::Law::Present)],
        Direction::Uncall => vec![
            (key_claim(true), step::Law::Absent),
            (Claim::Known(map.at_key(key), value.clone()), step::Law::Removed),
        ],
    };
    let statement = text::statement(stmt, vars);
    let check = |(claim, law)| Step::Check(Check { claim, law, statement: statement.clone(), span: c.span });
    claims.into_iter().map(check).collect()
}

/// Returns the checks that the keys that an update looks up are present.
fn key_checks(stmt: &Stmt, u: &Update, vars: &Variables) -> Vec<Step> {
    let mut claims = Vec::new();
    let mut ask = |place: &Place| {
        if let (Type::Map(..), Some(Projection::Index(key))) = (&vars[place.base].ty, place.path.first()) {
            claims.push(Claim::Key(Place::whole(vars.root(place.base), place.span), key.clone(), true));
        }
    };
    ask(&u.place);
    // A key in an arm that is not evaluated may be missing.
    if !crate::ir::visit::chooses(&u.value) {
        u.value.reads(&mut ask)
    }
    if claims.is_empty() {
        return Vec::new();
    }
    let statement = text::statement(stmt, vars);
    let check = |claim| {
        Step::Check(Check { claim, law: step::Law::Absent, statement: statement.clone(), span: u.span })
    };
    claims.into_iter().map(check).collect()
}

/// Returns the checks `i != j` for each pair of arguments that may be the same element, if one is changed.
fn call_alias_checks(stmt: &Stmt, c: &Call, vars: &Variables) -> Vec<Step> {
    let mut out = Vec::new();
    for (i, a) in c.args.iter().enumerate() {
        for b in &c.args[i + 1..] {
            let mutable = matches!(a, Argument::Mutable(_)) || matches!(b, Argument::Mutable(_));
            if let (true, Some(a), Some(b)) = (mutable, a.place(), b.place()) {
                out.extend(apart(a, b, stmt, c.span, vars));
            }
        }
    }
    out
}

/// Returns the check that two places are different elements, unless that is proven.
fn apart(a: &Place, b: &Place, stmt: &Stmt, span: Span, vars: &Variables) -> Option<Step> {
    let Overlap::Unless(condition) = region::overlap(a, b, vars) else { return None };
    let (claim, statement) = (Claim::Truth(condition, true), text::statement(stmt, vars));
    Some(Step::Check(Check { claim, law: step::Law::Alias, statement, span }))
}
