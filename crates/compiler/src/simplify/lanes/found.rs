//! Loops without a mark that run in lanes: those that gain by it, in the programs that carry cotangents or record for them.
//!
//! A number that the function computes has the bits of its text, so the function and its inverse run no such loop in lanes. A cotangent
//! has no text, and the value beside it may differ from that of the function in its last digits. The body of such a loop divides or computes an elementary function and calls nothing:
//! then lanes take a sixth to a half of the time. A number that decides has the bits of the text (`exact`). A loop stays scalar if another number decides in it; the loops of a program change
//! cotangents alone if another number decides elsewhere.
//!
//! The library decides when the loop begins whether it has enough iterations, for each lane and for each sum.

use crate::ir::step::{Lanes, Procedure, Program, RowTouch, Step, each_call, each_expression, nested};
use crate::ir::*;
use crate::simplify::lanes::exact::{Origin, decides};

/// The loops without a mark that run in lanes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unmarked {
    /// None.
    Never,
    /// Those that change cotangents alone.
    OfCotangents,
    /// All that gain.
    All,
}

impl Unmarked {
    /// Returns those that a program may have.
    pub(super) fn of(procedure: &Procedure) -> Unmarked {
        match procedure.program {
            Program::Primal | Program::Inverse => Unmarked::Never,
            Program::Adjoint
            | Program::Sweep
            | Program::InverseAdjoint
            | Program::Record
            | Program::Replay => match has_candidates(&procedure.steps, &procedure.vars) {
                true => Unmarked::All,
                false => Unmarked::Never,
            },
        }
    }

    /// True if a loop is worth the attempt.
    pub(super) fn tries(self, index: Var, range: &Range, body: &[Step], vars: &Variables) -> bool {
        self != Unmarked::Never && is_candidate(index, range, body, vars)
    }

    /// True if a loop may run in these lanes.
    pub(super) fn takes(self, lanes: &Lanes, vars: &Variables) -> bool {
        if decides(&lanes.body, &Origin::Lanes, vars) {
            return false;
        }
        let changed = lanes.rows.iter().filter(|row| row.touch != RowTouch::Read).map(|row| row.of);
        let mut changed = changed.chain(lanes.sums.iter().map(|sum| sum.of));
        match self {
            Unmarked::Never => false,
            Unmarked::OfCotangents => {
                changed.all(|var| matches!(vars[var].role, Role::Shadow | Role::InputShadow))
            }
            Unmarked::All => true,
        }
    }
}

/// The least number of iterations that run in lanes without a mark: four for each lane of `f64`.
const LEAST: usize = 32;

/// True for a loop whose body computes more than sums and products, and calls nothing, unless it is known to be short.
pub(crate) fn gains(range: &Range, body: &[Step]) -> bool {
    if matches!(&range.end, Expr::Constant(end) if end.as_usize().is_some_and(|end| end < LEAST)) {
        return false;
    }
    let (mut works, mut calls) = (false, false);
    each_expression(body, &mut |e| works |= computes(e));
    each_call(body, &mut |callee, _| calls |= !callee.is_exchange());
    works && !calls && is_counted(body)
}

/// True for steps without loops that end by a condition.
fn is_counted(steps: &[Step]) -> bool {
    steps.iter().all(|step| {
        let alone = match step {
            Step::While { .. } | Step::Safe(_) | Step::Lanes(_) => false,
            Step::Pull { .. } | Step::CallAdjoint { .. } => false,
            Step::Let { .. } | Step::Declare { .. } | Step::DeclareZero { .. } | Step::Set { .. } => true,
            Step::Refill { .. } | Step::Update(_) | Step::Seed { .. } | Step::Accumulate { .. } => true,
            Step::Window { .. } | Step::For { .. } | Step::Block(_) | Step::Check(_) | Step::Call { .. } => {
                true
            }
            Step::If { .. } | Step::Push { .. } | Step::Pop { .. } => true,
        };
        alone && nested(step).into_iter().all(is_counted)
    })
}

/// True for a division or an elementary function.
pub(crate) fn computes(e: &Expr) -> bool {
    let is_cheap =
        matches!(e, Expr::Apply(Primitive::Add | Primitive::Sub | Primitive::Mul | Primitive::Neg, _));
    let mut found = matches!(e, Expr::Apply(..)) && !is_cheap;
    e.each_part(&mut |part| found |= computes(part));
    found
}

fn is_candidate(index: Var, range: &Range, body: &[Step], vars: &Variables) -> bool {
    !vars.is_parallel(index) && !vars.is_sequential(index) && gains(range, body)
}

fn has_candidates(steps: &[Step], vars: &Variables) -> bool {
    steps.iter().any(|step| match step {
        Step::For { index, range, body, .. } if is_candidate(*index, range, body, vars) => true,
        other => nested(other).into_iter().any(|inner| has_candidates(inner, vars)),
    })
}
