//! Cancelled compute and uncompute: a value that is still at hand is not built again.
//!
//! The inverse of a block builds its locals again. Where the block around it has just built them itself, in the
//! same branch of the same condition, they are kept instead (DESIGN 5, point 3): a `let` inside the branch becomes
//! an assignment to a variable that outlives the branch. Loops are left alone, since each iteration has its own values.
//!
//! Law: between the two computations nothing that they read has changed.

use super::access::{Nodes, Touch};
use crate::emit::index_tokens;
use crate::ir::*;
use crate::step::Step;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The steps without values that are computed twice.
pub(super) fn reuse(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    let mut steps: Vec<Step> =
        steps.into_iter().map(|step| step.with_bodies(&mut |body| reuse(body, vars))).collect();
    let mut at = 0;
    while at < steps.len() {
        if !matches!(steps[at], Step::If { .. }) {
            at += 1;
            continue;
        }
        let mut kept = BTreeSet::new();
        for later in at + 1..steps.len() {
            let (before, after) = steps.split_at_mut(later);
            // What changes in between costs time to find out and matters to branches only.
            if !matches!((&before[at], &after[0]), (Step::If { .. }, Step::If { .. })) {
                continue;
            }
            let changed = changed(&before[at + 1..], vars);
            match (&mut before[at], &mut after[0]) {
                (
                    Step::If { condition: c, then: t, otherwise: e },
                    Step::If { condition: d, then: u, otherwise: f },
                ) if same(c, d, vars) && unchanged(c, &changed) => {
                    pair(t, u, &changed, &mut kept, vars);
                    pair(e, f, &changed, &mut kept, vars);
                }
                _ => {}
            }
        }
        let declared = kept.len();
        // Branches further in, in either run, may have kept the value before, for less long.
        for step in steps[at..].iter_mut().filter(|_| declared > 0) {
            if let Step::If { then, otherwise, .. } = step {
                undeclare(then, &kept);
                undeclare(otherwise, &kept);
            }
        }
        for var in kept {
            let value = Expr::Real(0.0, vars[var].span);
            steps.insert(at, Step::Declare { var, value });
        }
        at += declared + 1;
    }
    straight(steps, vars)
}

/// The same value bound twice in one list: the second binding goes, and costly parts are read where they are held.
fn straight(mut steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    // Where values are bound, by their text, which is written once: every costly part asks for it.
    let mut bound: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, step) in steps.iter().enumerate() {
        if let Step::Let { var, value } = step {
            if matches!(vars[*var].ty, Type::Real) {
                bound.entry(index_tokens(value, vars).to_string()).or_default().push(at);
            }
        }
    }
    for at in 1..steps.len() {
        let (before, after) = steps.split_at_mut(at);
        let held = |e: &Expr| {
            e.replaced(&mut |part| {
                if !is_costly(part) {
                    return None;
                }
                let places = bound.get(&index_tokens(part, vars).to_string())?;
                places.iter().rev().filter(|i| **i < at).find_map(|&i| match &before[i] {
                    Step::Let { var, .. } if unchanged(part, &changed(&before[i + 1..], vars)) => {
                        Some(Expr::Read(Place::whole(*var, vars[*var].span)))
                    }
                    _ => None,
                })
            })
        };
        match &mut after[0] {
            Step::Update(u) => u.value = held(&u.value),
            Step::Seed { value, .. } | Step::Accumulate { value, .. } => {
                value.factor = value.factor.as_ref().map(held);
            }
            _ => {}
        }
    }
    let mut out: Vec<Step> = Vec::with_capacity(steps.len());
    let mut declared: BTreeMap<Var, usize> = BTreeMap::new();
    for step in steps {
        if let Step::Let { var, value } = &step {
            let again = declared.get(var).is_some_and(|&i| match &out[i] {
                Step::Let { value: first, .. } => {
                    same(first, value, vars) && unchanged(value, &changed(&out[i + 1..], vars))
                }
                _ => false,
            });
            if again {
                continue;
            }
        }
        if let Step::Let { var, .. } | Step::Declare { var, .. } = &step {
            declared.insert(*var, out.len());
        }
        out.push(step);
    }
    out
}

fn undeclare(steps: &mut Vec<Step>, kept: &BTreeSet<Var>) {
    steps.retain(|step| !matches!(step, Step::Declare { var, .. } if kept.contains(var)));
    for step in steps {
        if let Step::If { then, otherwise, .. } = step {
            undeclare(then, kept);
            undeclare(otherwise, kept);
        }
    }
}

/// Two runs of the same branch: real values bound in both are bound in the first and kept.
fn pair(
    first: &mut [Step],
    second: &mut Vec<Step>,
    between: &BTreeSet<Var>,
    kept: &mut BTreeSet<Var>,
    vars: &Variables,
) {
    let mut at = 0;
    while at < second.len() {
        let (earlier, rest) = second.split_at_mut(at);
        let mut changed = changed(earlier, vars);
        changed.extend(between);
        let again = match &mut rest[0] {
            // A branch further in may have kept it already: then its `let` has become an assignment.
            Step::Let { var, value } | Step::Set { var, value }
                if matches!(vars[*var].ty, Type::Real) && unchanged(value, &changed) =>
            {
                let (var, value) = (*var, value.clone());
                let found = first.iter().position(|step| match step {
                    Step::Let { var: v, value: e } | Step::Set { var: v, value: e } => {
                        *v == var && same(e, &value, vars)
                    }
                    _ => false,
                });
                found.is_some_and(|i| {
                    let steady = unchanged(&value, &self::changed(&first[i + 1..], vars));
                    if steady {
                        first[i] = Step::Set { var, value };
                        kept.insert(var);
                    }
                    steady
                })
            }
            Step::Let { value, .. } | Step::Set { value, .. } => {
                *value = known(value, first, &changed, kept, vars);
                false
            }
            Step::Update(u) => {
                u.value = known(&u.value, first, &changed, kept, vars);
                false
            }
            Step::Seed { value, .. } | Step::Accumulate { value, .. } => {
                value.factor = value.factor.as_ref().map(|f| known(f, first, &changed, kept, vars));
                false
            }
            Step::If { condition: d, then: u, otherwise: f } if unchanged(d, &changed) => {
                for i in 0..first.len() {
                    let (head, tail) = first.split_at_mut(i + 1);
                    if let Step::If { condition: c, then: t, otherwise: e } = &mut head[i] {
                        let mut changed = self::changed(tail, vars);
                        changed.extend(between);
                        if same(c, d, vars) && unchanged(c, &changed) {
                            pair(t, u, &changed, kept, vars);
                            pair(e, f, &changed, kept, vars);
                        }
                    }
                }
                false
            }
            _ => false,
        };
        if again {
            second.remove(at);
        } else {
            at += 1;
        }
    }
}

/// An expression with the parts that the first run has computed already replaced by what holds them.
fn known(
    e: &Expr,
    first: &mut [Step],
    changed: &BTreeSet<Var>,
    kept: &mut BTreeSet<Var>,
    vars: &Variables,
) -> Expr {
    e.replaced(&mut |part| {
        if !is_costly(part) || !unchanged(part, changed) {
            return None;
        }
        let found = (0..first.len()).find(|&i| match &first[i] {
            Step::Let { var, value } | Step::Set { var, value } => {
                matches!(vars[*var].ty, Type::Real)
                    && same(value, part, vars)
                    && unchanged(part, &self::changed(&first[i + 1..], vars))
            }
            _ => false,
        })?;
        let (Step::Let { var, value } | Step::Set { var, value }) = first[found].clone() else { return None };
        kept.insert(var);
        first[found] = Step::Set { var, value };
        Some(Expr::Read(Place::whole(var, vars[var].span)))
    })
}

/// Whether computing it again costs more than keeping it: anything but sums and products.
fn is_costly(e: &Expr) -> bool {
    match e {
        Expr::Apply(rule, _) => {
            !matches!(rule, Primitive::Add | Primitive::Sub | Primitive::Mul | Primitive::Neg)
        }
        Expr::Powi(..) => true,
        _ => false,
    }
}

pub(super) fn same(a: &Expr, b: &Expr, vars: &Variables) -> bool {
    index_tokens(a, vars).to_string() == index_tokens(b, vars).to_string()
}

fn unchanged(e: &Expr, changed: &BTreeSet<Var>) -> bool {
    !e.reads_any(|place| changed.contains(&place.base))
}

/// What a list of steps changes; values that it binds anew count, unless they are kept.
fn changed(steps: &[Step], vars: &Variables) -> BTreeSet<Var> {
    let nodes = Nodes::of(steps, vars);
    let mut changed = BTreeSet::new();
    for node in &nodes.all {
        let written = node.accesses.iter().filter(|a| matches!(a.touch, Touch::Add | Touch::Change));
        changed.extend(written.map(|a| a.place.base));
    }
    changed
}
