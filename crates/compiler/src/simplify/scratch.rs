//! Scratch is allocated once.
//!
//! A `vec![…]` inside a loop is taken out of it and refilled in each iteration, as are the shadows of such arrays
//! (DESIGN 5, points 9 and 10). Law: at the place of the declaration every element has its start value.

use super::access::{Nodes, Touch};
use crate::ir::*;
use crate::step::Step;
use std::collections::BTreeSet;

/// The steps with heap storage taken out of loops.
pub(super) fn scratch(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    let mut out = Vec::new();
    for step in steps {
        let step = match step {
            Step::For { index, range, body, span } => {
                let body = hoisted(body, Some(index), vars, &mut out);
                Step::For { index, range, body, span }
            }
            Step::While { condition, body } => {
                let body = hoisted(body, None, vars, &mut out);
                Step::While { condition, body }
            }
            other => other,
        };
        out.push(step.with_bodies(&mut |body| scratch(body, vars)));
    }
    out
}

/// The body of a loop with its storage declared in `before`.
fn hoisted(body: Vec<Step>, index: Option<Var>, vars: &Variables, before: &mut Vec<Step>) -> Vec<Step> {
    let nodes = Nodes::of(&body, vars);
    let mut changing: BTreeSet<Var> = index.into_iter().collect();
    for node in &nodes.all {
        changing.extend(node.declares);
        let written = node.accesses.iter().filter(|a| matches!(a.touch, Touch::Add | Touch::Change));
        changing.extend(written.map(|a| a.place.base));
    }
    let mut taken = BTreeSet::new();
    take(body, vars, &changing, &mut taken, before)
}

fn take(
    body: Vec<Step>,
    vars: &Variables,
    changing: &BTreeSet<Var>,
    taken: &mut BTreeSet<Var>,
    before: &mut Vec<Step>,
) -> Vec<Step> {
    body.into_iter()
        .map(|step| match step {
            Step::Declare { var, value: value @ Expr::Fill { heap: true, .. } }
                if vars[var].role != Role::Scratch && is_steady(&value, changing) =>
            {
                if taken.insert(var) {
                    before.push(Step::Declare { var, value: value.clone() });
                }
                Step::Refill { var, value: Some(value) }
            }
            Step::DeclareZero { shadow, primal }
                if matches!(vars[shadow].ty, Type::Vec(_))
                    && vars[primal].role != Role::Scratch
                    && (taken.contains(&primal) || !changing.contains(&primal)) =>
            {
                if taken.insert(shadow) {
                    before.push(Step::DeclareZero { shadow, primal });
                }
                Step::Refill { var: shadow, value: None }
            }
            // What only one branch needs is not worth allocating for both.
            branch @ Step::If { .. } => branch,
            other => other.with_bodies(&mut |body| take(body, vars, changing, taken, before)),
        })
        .collect()
}

/// Whether every iteration would allocate the same: a constant value, a length that does not change.
fn is_steady(fill: &Expr, changing: &BTreeSet<Var>) -> bool {
    match fill {
        Expr::Fill { value, length, .. } => {
            let constant = match &**value {
                Expr::Fill { .. } => is_steady(value, changing),
                other => matches!(other, Expr::Real(..) | Expr::Constant(_)),
            };
            constant && !length.reads_any(|place| changing.contains(&place.base))
        }
        _ => false,
    }
}
