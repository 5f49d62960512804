//! Removes recomputation: a value that is still available is not computed again.
//!
//! The inverse of a block recomputes its locals. If the surrounding block has just computed them itself, in the same
//! branch of the same condition, the values are kept instead: a `let` inside the branch becomes an assignment to a
//! variable that outlives the branch. Loops do not change, since each iteration has its own values.
//!
//! Law: between the two computations nothing that they read has changed.

use super::access::{Nodes, Touch};
use crate::ir::step::Step;
use crate::ir::*;
use crate::sorted::{Map, Set};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// Returns the steps without values that are computed twice.
pub(super) fn reuse(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    let mut steps: Vec<Step> =
        steps.into_iter().map(|step| step.with_bodies(&mut |body| reuse(body, vars))).collect();
    // Only branches with the same condition are compared, in their order.
    let mut alike: HashMap<Expr, Vec<usize>> = HashMap::new();
    for (at, step) in steps.iter().enumerate() {
        if let Step::If { condition, .. } = step {
            alike.entry(condition.clone()).or_default().push(at);
        }
    }
    alike.retain(|_, branches| branches.len() > 1);
    if alike.is_empty() {
        return straight(steps, vars);
    }
    let computed: HashMap<usize, Computed> =
        alike.values().flatten().map(|&at| (at, Computed::of(&steps[at]))).collect();
    let followers = alike.values().flat_map(|branches| {
        let asks = |at: &usize, later: &usize| !computed[at].bound.is_disjoint(&computed[later].asked);
        let followers = |(i, at): (usize, &usize)| {
            (*at, branches[i + 1..].iter().copied().filter(|later| asks(at, later)).collect::<Vec<_>>())
        };
        branches.iter().enumerate().map(followers).collect::<Vec<_>>()
    });
    let mut writes = Writes::of(&steps, vars);
    let mut declared: Map<usize, Set<Var>> = Map::new();
    for (at, followers) in followers.collect::<Map<_, _>>() {
        let (mut kept, mut changed, mut seen) = (Set::new(), Set::new(), at + 1);
        for later in followers {
            let (before, after) = steps.split_at_mut(later);
            match (&mut before[at], &mut after[0]) {
                (
                    Step::If { condition: c, then: t, otherwise: e },
                    Step::If { then: u, otherwise: f, .. },
                ) if writes.leave(c, at + 1..later, vars) => {
                    changed.extend(writes.steps[seen..later].iter().flatten());
                    seen = later;
                    pair(t, u, &changed, &mut kept, vars);
                    pair(e, f, &changed, &mut kept, vars);
                }
                _ => break,
            }
            if !kept.is_empty() {
                writes.renew(later, &steps[later], vars);
            }
        }
        writes.renew(at, &steps[at], vars);
        // Nested branches, in either run, may have kept the value before, for a shorter time.
        for step in steps[at..].iter_mut().filter(|_| !kept.is_empty()) {
            if let Step::If { then, otherwise, .. } = step {
                undeclare(then, &kept);
                undeclare(otherwise, &kept);
            }
        }
        declared.insert(at, kept);
    }
    let mut out = Vec::with_capacity(steps.len());
    for (at, step) in steps.into_iter().enumerate() {
        let kept = declared.remove(&at).unwrap_or_default();
        out.extend(
            kept.into_iter().rev().map(|var| Step::Declare { var, value: Expr::real(0.0, vars[var].span) }),
        );
        out.push(step);
    }
    straight(out, vars)
}

/// The expressions that a branch computes, as text.
#[derive(Default)]
struct Computed {
    /// Values bound to names.
    bound: HashSet<Expr>,
    /// Those values and their costly parts, which need not be computed if they are bound already.
    asked: HashSet<Expr>,
}

impl Computed {
    fn of(step: &Step) -> Computed {
        let mut computed = Computed::default();
        computed.step(step);
        computed
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Let { value, .. } | Step::Set { value, .. } => {
                self.bound.insert(value.clone());
                self.asked.insert(value.clone());
                self.costly(value);
            }
            Step::Update(u) => self.costly(&u.value),
            Step::Seed { value, .. } | Step::Accumulate { value, .. } => {
                value.factor.iter().for_each(|factor| self.costly(factor));
            }
            Step::If { then, otherwise, .. } => {
                then.iter().chain(otherwise).for_each(|step| self.step(step));
            }
            // `pair` does not change these.
            Step::Declare { .. } | Step::DeclareZero { .. } | Step::Refill { .. } | Step::Call { .. } => {}
            Step::CallAdjoint { .. } | Step::Pull { .. } | Step::Window { .. } | Step::For { .. } => {}
            Step::While { .. } | Step::Block(_) | Step::Push { .. } | Step::Pop { .. } => {}
            Step::Lanes(_) => {}
            Step::Check(_) | Step::Safe(_) => {}
        }
    }

    fn costly(&mut self, e: &Expr) {
        if is_costly(e) {
            self.asked.insert(e.clone());
        }
        e.each_part(&mut |part| self.costly(part));
    }
}

/// For each variable, the steps in a list that change it, including declarations.
struct Writes {
    steps: Vec<Set<Var>>,
    places: HashMap<Var, Vec<usize>>,
}

impl Writes {
    fn of(steps: &[Step], vars: &Variables) -> Writes {
        let mut writes = Writes { steps: vec![Set::new(); steps.len()], places: HashMap::new() };
        for node in &Nodes::of(steps, vars).all {
            let Some((_, at)) = node.position.first() else { continue };
            let written = node.accesses.iter().filter(|a| matches!(a.touch, Touch::Add | Touch::Change));
            writes.steps[*at].extend(written.map(|a| a.place.base));
        }
        for (at, written) in writes.steps.iter().enumerate() {
            for var in written {
                writes.places.entry(*var).or_default().push(at);
            }
        }
        writes
    }

    /// True if these steps do not change the places that an expression reads.
    fn leave(&self, e: &Expr, steps: Range<usize>, vars: &Variables) -> bool {
        let mut left = true;
        e.reads_within(vars, &mut |place| {
            let places = self.places.get(&place.base).map_or(&[][..], Vec::as_slice);
            let next = places.partition_point(|at| *at < steps.start);
            left &= places.get(next).is_none_or(|at| *at >= steps.end);
        });
        left
    }

    /// Updates the entry of a step that has been replaced.
    fn renew(&mut self, at: usize, step: &Step, vars: &Variables) {
        let written = changed(std::slice::from_ref(step), vars);
        let before = &self.steps[at];
        for var in before.difference(&written).chain(written.difference(before)) {
            let places = self.places.entry(*var).or_default();
            match places.binary_search(&at) {
                Ok(known) => {
                    places.remove(known);
                }
                Err(next) => places.insert(next, at),
            }
        }
        self.steps[at] = written;
    }
}

/// Removes the second of two bindings of the same value in one list, and replaces costly parts by variables that have
/// their values.
fn straight(mut steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    // The positions at which values are bound, by their text. The text is printed once, since every costly part is
    // looked up.
    let mut bound: HashMap<Expr, Vec<usize>> = HashMap::new();
    let (mut names, mut twice) = (Set::new(), false);
    for (at, step) in steps.iter().enumerate() {
        if let Step::Let { var, value } = step {
            twice |= !names.insert(*var);
            if matches!(vars[*var].ty, Type::Real) && is_costly(value) {
                bound.entry(value.clone()).or_default().push(at);
            }
        }
    }
    if bound.is_empty() && !twice {
        return steps;
    }
    let writes = Writes::of(&steps, vars);
    for at in 1..steps.len() {
        let (before, after) = steps.split_at_mut(at);
        let held = |e: &Expr| {
            e.replaced(&mut |part| {
                if !is_costly(part) {
                    return None;
                }
                let places = bound.get(part)?;
                places.iter().rev().filter(|i| **i < at).find_map(|&i| match &before[i] {
                    Step::Let { var, .. } if writes.leave(part, i + 1..at, vars) => {
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
    // The position of each declaration, in the original list, to which `writes` refers, and in the new list.
    let mut declared: Map<Var, (usize, usize)> = Map::new();
    for (at, step) in steps.into_iter().enumerate() {
        if let Step::Let { var, value } = &step {
            let again = declared.get(var).is_some_and(|&(was, is)| match &out[is] {
                Step::Let { value: first, .. } => first == value && writes.leave(value, was + 1..at, vars),
                _ => false,
            });
            if again {
                continue;
            }
        }
        if let Step::Let { var, .. } | Step::Declare { var, .. } = &step {
            declared.insert(*var, (at, out.len()));
        }
        out.push(step);
    }
    out
}

fn undeclare(steps: &mut Vec<Step>, kept: &Set<Var>) {
    steps.retain(|step| !matches!(step, Step::Declare { var, .. } if kept.contains(var)));
    for step in steps {
        if let Step::If { then, otherwise, .. } = step {
            undeclare(then, kept);
            undeclare(otherwise, kept);
        }
    }
}

/// Combines two runs of the same branch: real values that both bind are bound in the first and kept.
fn pair(
    first: &mut [Step],
    second: &mut Vec<Step>,
    between: &Set<Var>,
    kept: &mut Set<Var>,
    vars: &Variables,
) {
    let mut at = 0;
    while at < second.len() {
        let (earlier, rest) = second.split_at_mut(at);
        let mut changed = changed(earlier, vars);
        changed.extend(between);
        let again = match &mut rest[0] {
            // A nested branch may have kept it already: then its `let` has become an assignment.
            Step::Let { var, value } | Step::Set { var, value }
                if matches!(vars[*var].ty, Type::Real) && unchanged(value, &changed, vars) =>
            {
                let (var, value) = (*var, value.clone());
                let found = first.iter().position(|step| match step {
                    Step::Let { var: v, value: e } | Step::Set { var: v, value: e } => {
                        *v == var && *e == value
                    }
                    _ => false,
                });
                found.is_some_and(|i| {
                    let stable = unchanged(&value, &self::changed(&first[i + 1..], vars), vars);
                    if stable {
                        first[i] = Step::Set { var, value };
                        kept.insert(var);
                    }
                    stable
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
            Step::If { condition: d, then: u, otherwise: f } if unchanged(d, &changed, vars) => {
                for i in 0..first.len() {
                    let (head, tail) = first.split_at_mut(i + 1);
                    if let Step::If { condition: c, then: t, otherwise: e } = &mut head[i] {
                        let mut changed = self::changed(tail, vars);
                        changed.extend(between);
                        if c == d && unchanged(c, &changed, vars) {
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

/// Returns an expression whose parts that the first run has computed are replaced by variables with their values.
fn known(e: &Expr, first: &mut [Step], changed: &Set<Var>, kept: &mut Set<Var>, vars: &Variables) -> Expr {
    e.replaced(&mut |part| {
        if !is_costly(part) || !unchanged(part, changed, vars) {
            return None;
        }
        let found = (0..first.len()).find(|&i| match &first[i] {
            Step::Let { var, value } | Step::Set { var, value } => {
                matches!(vars[*var].ty, Type::Real)
                    && value == part
                    && unchanged(part, &self::changed(&first[i + 1..], vars), vars)
            }
            _ => false,
        })?;
        let (Step::Let { var, value } | Step::Set { var, value }) = first[found].clone() else { return None };
        kept.insert(var);
        first[found] = Step::Set { var, value };
        Some(Expr::Read(Place::whole(var, vars[var].span)))
    })
}

/// True if computing it again costs more than keeping it: any operation but sums and products.
pub fn is_costly(e: &Expr) -> bool {
    match e {
        Expr::Apply(rule, _) => {
            !matches!(rule, Primitive::Add | Primitive::Sub | Primitive::Mul | Primitive::Neg)
        }
        Expr::Powi(..) => true,
        _ => false,
    }
}

fn unchanged(e: &Expr, changed: &Set<Var>, vars: &Variables) -> bool {
    !e.reads_one_of(changed, vars)
}

/// Returns the variables that a list of steps changes, including those that it declares, unless they are kept.
fn changed(steps: &[Step], vars: &Variables) -> Set<Var> {
    let nodes = Nodes::of(steps, vars);
    let mut changed = Set::new();
    for node in &nodes.all {
        let written = node.accesses.iter().filter(|a| matches!(a.touch, Touch::Add | Touch::Change));
        changed.extend(written.map(|a| a.place.base));
    }
    changed
}
