//! Moves allocations out of loops.
//!
//! A `vec![…]` inside a loop is allocated before it and refilled in each iteration, as are the shadows of such
//! arrays.
//!
//! Law: after the declaration every element has its start value; a length whose evaluation may fail is only evaluated
//! if the program evaluates it.

use super::access::{Nodes, Touch, growing};
use crate::ir::step::Step;
use crate::ir::*;
use crate::sorted::Set;

/// Returns the steps with heap storage moved out of loops.
pub(super) fn scratch(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    let mut out = Vec::new();
    for step in steps {
        let mut before = Vec::new();
        let mut guard = None;
        let step = match step {
            Step::For { index, range, body, span } => {
                let body = hoisted(body, Some(index), vars, &mut before);
                if !before.iter().all(is_total_declaration) {
                    let op = if range.inclusive { Operator::Le } else { Operator::Lt };
                    guard = Some(Expr::Exact(op, vec![range.start.clone(), range.end.clone()]));
                }
                Step::For { index, range, body, span }
            }
            Step::While { condition, body } => {
                let body = hoisted(body, None, vars, &mut before);
                Step::While { condition, body }
            }
            other => other,
        };
        before.push(step.with_bodies(&mut |body| scratch(body, vars)));
        match guard {
            Some(condition) => out.push(Step::If { condition, then: before, otherwise: vec![] }),
            None => out.append(&mut before),
        }
    }
    out
}

/// Returns the body of a loop with its storage declared in `before`.
fn hoisted(body: Vec<Step>, index: Option<Var>, vars: &Variables, before: &mut Vec<Step>) -> Vec<Step> {
    let nodes = Nodes::of(&body, vars);
    let mut changing: Set<Var> = index.into_iter().collect();
    let declared: Set<Var> = nodes.all.iter().filter_map(|node| node.declares).collect();
    changing.extend(declared.iter().copied());
    for node in &nodes.all {
        let written = node.accesses.iter().filter(|a| matches!(a.touch, Touch::Add | Touch::Change));
        changing.extend(written.map(|a| a.place.base));
    }
    // A counted loop that runs evaluates the length in every iteration; nothing is known of other loops.
    let partial = index.is_some();
    let mut taking = Taking { vars, changing, declared, taken: Set::new(), growing: growing(&body), partial };
    taking.take(body, before)
}

/// The storage that is moved out of one loop.
struct Taking<'a> {
    vars: &'a Variables,
    changing: Set<Var>,
    /// The variables that the loop declares, which have no length before it.
    declared: Set<Var>,
    taken: Set<Var>,
    /// A vector that grows is not refilled, since its length changes.
    growing: Set<Var>,
    /// True if lengths whose evaluation may fail can be evaluated: the loop runs.
    partial: bool,
}

impl Taking<'_> {
    fn take(&mut self, body: Vec<Step>, before: &mut Vec<Step>) -> Vec<Step> {
        body.into_iter().map(|step| self.step(step, before)).collect()
    }

    /// Returns the body of a nested loop, which may not run even if the loop around it does.
    fn further_in(&mut self, body: Vec<Step>, before: &mut Vec<Step>) -> Vec<Step> {
        let partial = std::mem::replace(&mut self.partial, false);
        let body = self.take(body, before);
        self.partial = partial;
        body
    }

    fn step(&mut self, step: Step, before: &mut Vec<Step>) -> Step {
        match step {
            Step::Declare { var, value: value @ Expr::Fill { heap: true, .. } }
                if self.vars[var].role != Role::Scratch
                    && !self.growing.contains(&var)
                    && self.is_stable(&value)
                    && (self.partial || self.taken.contains(&var) || is_total(&value)) =>
            {
                if self.taken.insert(var) {
                    before.push(Step::Declare { var, value: value.clone() });
                }
                Step::Refill {
                    place: Place::whole(var, self.vars[var].span),
                    value: Some(value),
                    primal: None,
                }
            }
            Step::DeclareZero { shadow, primal }
                if matches!(self.vars[shadow].ty, Type::Vec(_))
                    && !self.vars[shadow].ty.is_structure()
                    && self.vars[primal].role != Role::Scratch
                    && !self.growing.contains(&primal)
                    && (self.taken.contains(&primal) || !self.changing.contains(&primal)) =>
            {
                if self.taken.insert(shadow) {
                    before.push(Step::DeclareZero { shadow, primal });
                }
                Step::Refill {
                    place: Place::whole(shadow, self.vars[shadow].span),
                    value: None,
                    primal: Some(primal),
                }
            }
            // Storage of only one branch should not be allocated for both.
            branch @ Step::If { .. } => branch,
            // The storage of a kernel is made of vectors, and its length has a name there.
            kernel @ Step::Lanes(_) => kernel,
            grouped @ Step::Block(_) => grouped.with_bodies(&mut |body| self.take(body, before)),
            other => other.with_bodies(&mut |body| self.further_in(body, before)),
        }
    }

    /// True if every iteration would allocate the same: a constant value, and a length that does not change.
    fn is_stable(&self, fill: &Expr) -> bool {
        match fill {
            // A callee fills a vector without elements.
            Expr::Fill { length, .. } if length.is_zero() => false,
            Expr::Fill { value, length, .. } => {
                let constant = match &**value {
                    Expr::Fill { .. } => self.is_stable(value),
                    other => matches!(other, Expr::Real(..) | Expr::Constant(_)),
                };
                let mut exists = true;
                length.lengths(&mut |of| exists &= !self.declared.contains(&self.vars.root(of.base)));
                constant && exists && !length.reads_one_of(&self.changing, self.vars)
            }
            _ => false,
        }
    }
}

fn is_total_declaration(step: &Step) -> bool {
    match step {
        Step::Declare { value, .. } => is_total(value),
        _ => true,
    }
}

/// True if the evaluation of the length cannot fail, so that the allocation for an empty loop is harmless.
fn is_total(e: &Expr) -> bool {
    match e {
        Expr::Fill { value, length, .. } => is_total(value) && is_total(length),
        Expr::Real(..) | Expr::Constant(_) => true,
        Expr::Read(place) | Expr::Length(place) => place.is_whole(),
        Expr::Exact(Operator::Add | Operator::Mul, args) => args.iter().all(is_total),
        _ => false,
    }
}
