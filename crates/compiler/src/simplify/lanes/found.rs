//! Loops without a mark that run in lanes: those that gain by it, in the programs that carry cotangents or record for them.
//!
//! A number that the function computes has the bits of its text, so the function and its inverse run no such loop in lanes. A cotangent
//! has no text, and the value beside it may differ from that of the function in its last digits. The body of such a loop divides or computes an elementary function, calls nothing and decides nothing:
//! then lanes take a sixth to a third of the time. Where numbers decide in the program, such a loop changes cotangents alone, since a last
//! digit may turn a decision.
//!
//! The library decides when the loop begins whether it has enough iterations, for each lane and for each sum.

use crate::ir::step::{Lanes, Procedure, Program, RowTouch, Step, each_call, each_expression, nested};
use crate::ir::*;
use crate::simplify::access::Nodes;

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
    /// Returns those of a program.
    pub(super) fn of(procedure: &Procedure) -> Unmarked {
        match procedure.program {
            Program::Primal | Program::Inverse => Unmarked::Never,
            Program::Adjoint
            | Program::Sweep
            | Program::InverseAdjoint
            | Program::Record
            | Program::Replay => match has_decisions(&procedure.steps, &procedure.vars) {
                true => Unmarked::OfCotangents,
                false => Unmarked::All,
            },
        }
    }

    /// True if a loop is worth the attempt.
    pub(super) fn tries(self, index: Var, range: &Range, body: &[Step], vars: &Variables) -> bool {
        self != Unmarked::Never && !vars.is_sequential(index) && gains(range, body)
    }

    /// True if a loop may run in these lanes.
    pub(super) fn takes(self, lanes: &Lanes, vars: &Variables) -> bool {
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

/// True for a loop whose body computes more than sums and products, and neither calls nor decides, unless it is known to be short.
pub(crate) fn gains(range: &Range, body: &[Step]) -> bool {
    if matches!(&range.end, Expr::Constant(end) if end.as_usize().is_some_and(|end| end < LEAST)) {
        return false;
    }
    let (mut works, mut calls) = (false, false);
    each_expression(body, &mut |e| works |= computes(e));
    each_call(body, &mut |callee, _| calls |= !callee.is_exchange());
    works && !calls && is_straight(body)
}

/// True for steps that are the same for all iterations.
fn is_straight(steps: &[Step]) -> bool {
    steps.iter().all(|step| {
        let alone = match step {
            Step::If { .. } | Step::While { .. } | Step::Safe(_) | Step::Lanes(_) => false,
            Step::Push { .. } | Step::Pop { .. } | Step::Pull { .. } | Step::CallAdjoint { .. } => false,
            Step::Let { .. } | Step::Declare { .. } | Step::DeclareZero { .. } | Step::Set { .. } => true,
            Step::Refill { .. } | Step::Update(_) | Step::Seed { .. } | Step::Accumulate { .. } => true,
            Step::Window { .. } | Step::For { .. } | Step::Block(_) | Step::Check(_) | Step::Call { .. } => {
                true
            }
        };
        alone && nested(step).into_iter().all(is_straight)
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

/// True if numbers decide in steps: in a condition, a cast, an index, a function with jumps, or perhaps in a callee.
fn has_decisions(steps: &[Step], vars: &Variables) -> bool {
    let mut found = false;
    each_call(steps, &mut |callee, _| found |= !callee.is_exchange());
    each_expression(steps, &mut |e| found |= decides(e, vars));
    let nodes = Nodes::of(steps, vars);
    for access in nodes.all.iter().flat_map(|node| &node.accesses) {
        access.place.each_index(&mut |index| found |= decides(index, vars));
    }
    found
}

fn decides(e: &Expr, vars: &Variables) -> bool {
    let is_number =
        |place: &Place| matches!(vars.type_of(place).leaf(), Type::Real | Type::Structure(_) | Type::Unknown);
    let mut found = match e {
        Expr::Exact(..) | Expr::Host(..) | Expr::ToExact(..) => e.reads_any(is_number),
        Expr::Apply(rule, _) => !rule.is_differentiable(),
        Expr::Real(..) | Expr::Constant(_) | Expr::Read(_) | Expr::Length(_) | Expr::Powi(..) => false,
        Expr::ToReal(_) | Expr::Call(..) | Expr::Choose(..) | Expr::List(_) => false,
        Expr::Structure(..) | Expr::Fill { .. } => false,
    };
    e.each_part(&mut |part| found |= decides(part, vars));
    found
}
