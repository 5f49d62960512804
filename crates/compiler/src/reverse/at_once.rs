//! The pullback of an ordinary function that keeps the laws of the strict language: the value and its adjoint in one program.
//!
//! A function that only adds needs no record. Its adjoint recomputes what it reads, as that of a strict function does, and the same
//! passes run loops of both together and make one call of a call and its pullback.
//!
//! Law: the program computes what record and replay compute, and has no tape. There is one only where it does no more work than the two,
//! and calls each function once: elsewhere it is cheaper to record.

use crate::check;
use crate::ir::step::{Procedure, Step, each_call, each_expression, nested};
use crate::ir::visit::each;
use crate::ir::{Expr, Function, Options, Parameter, Role, Type};
use crate::simplify::{hastened, is_costly, reduced};

/// Returns the pullback of a function in place of its record and its replay, of which the second has no needless work any more. `adjoint`
/// is that of the strict language.
pub fn at_once(
    function: &Function,
    record: &Procedure,
    replay: &Procedure,
    adjoint: impl FnOnce() -> Procedure,
) -> Option<Procedure> {
    let output = function.output?;
    // What a parameter that is a function captures has no pullback of its own.
    let changes = |p: &Parameter| function.vars[p.var].role != Role::Input || p.captured_by.is_some();
    if function.params.iter().any(changes) || !is_copied(&function.vars[output].ty) {
        return None;
    }
    if !is_strict(function) || !are_pulled_back(&record.steps) || changes_copies(&record.steps) {
        return None;
    }
    let both = reduced(adjoint());
    let cheap = work(&both.steps) <= work(&record.steps) + work(&replay.steps);
    (cheap && !calls_again(&both.steps)).then(|| hastened(both))
}

/// True if a function breaks no law of the strict language, and keeps no decision.
fn is_strict(function: &Function) -> bool {
    let mut keeps = false;
    each(&function.body, &mut |stmt| keeps |= stmt.kept().is_some());
    let language = Options::REVERSIBLE.language;
    let strict = Function { options: Options { language, ..function.options }, ..function.clone() };
    !keeps && check::check(&strict).0.is_empty()
}

/// True if each callee has a pullback, which those with functions among their arguments and methods of constants have not.
fn are_pulled_back(steps: &[Step]) -> bool {
    let mut all = true;
    each_call(steps, &mut |callee, _| {
        all &= callee.functions.is_empty() && callee.constant.is_none() && !callee.opened && !callee.beside;
    });
    all
}

/// True if a call without cotangents is not undone: what it changes is put back from the record (see [`crate::reverse::copied`]).
fn changes_copies(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Call { callee, .. } => callee.recorded.is_some() && callee.tape().is_none(),
        other => nested(other).into_iter().any(changes_copies),
    })
}

/// True for values that are copied to the caller: numbers, and arrays of them.
fn is_copied(ty: &Type) -> bool {
    match ty {
        Type::Real => true,
        Type::Array(item, _) => is_copied(item),
        Type::Exact(_) | Type::Slice(_) | Type::Vec(_) => false,
        Type::Map(..) | Type::Structure(_) | Type::Unknown => false,
    }
}

/// True if a call is made for its value, and once more for its cotangents: nested calls would double the work at each level.
fn calls_again(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Pull { value, .. } => value.is_none(),
        Step::CallAdjoint { .. } => true,
        other => nested(other).into_iter().any(calls_again),
    })
}

/// The number of loops, of calls, and of operations that take longer than to record their value.
fn work(steps: &[Step]) -> usize {
    let mut found = runs(steps);
    each_expression(steps, &mut |e| found += operations(e));
    found
}

fn operations(e: &Expr) -> usize {
    let mut found = usize::from(is_costly(e) || matches!(e, Expr::Call(..)));
    e.each_part(&mut |part| found += operations(part));
    found
}

/// The number of loops, and of calls that are steps.
fn runs(steps: &[Step]) -> usize {
    let of = |step: &Step| match step {
        Step::For { .. } | Step::While { .. } | Step::Pull { .. } => 1,
        Step::Call { .. } | Step::CallAdjoint { .. } => 1,
        Step::Let { .. } | Step::Declare { .. } | Step::DeclareZero { .. } | Step::Set { .. } => 0,
        Step::Refill { .. } | Step::Update(_) | Step::Seed { .. } | Step::Accumulate { .. } => 0,
        Step::Window { .. } | Step::If { .. } | Step::Push { .. } | Step::Pop { .. } => 0,
        Step::Block(_) | Step::Lanes(_) | Step::Check(_) | Step::Safe(_) => 0,
    };
    let inside = |step: &Step| nested(step).into_iter().map(runs).sum::<usize>();
    steps.iter().map(|step| of(step) + inside(step)).sum()
}
