//! Removes steps whose effects are never read, so that only places that are read are restored.
//!
//! Undoing `y += e` needs `y -= e` only if a later step reads the old `y`, or if `y` outlives the function. This pass
//! marks the needed steps, backwards from the effects that leave the procedure along everything that they may have
//! read, and drops the rest: restores, recomputed values and cotangents alike. An element that a loop has left behind is
//! read by no later iteration of it, and a value that is replaced as a whole is read by nothing behind.
//!
//! Law: parameters, their shadows and the returned value end as before.

use super::access::{Nodes, Touch};
use crate::ir::step::{Step, nested};
use crate::ir::{Expr, Type, Var, Variables};
use crate::sorted::{Map, Set};

/// Returns the steps that are needed.
pub(super) fn dead(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    let nodes = Nodes::of(&steps, vars);
    let live = mark(&nodes, vars);
    let mut next = 0;
    without_names(keep(steps, &live, &mut next), vars)
}

/// Writes values in place of names that nothing reads but expressions which only tell types: they never run, and what the values are made of
/// may not be there any more.
fn without_names(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    fn tells(steps: &[Step]) -> bool {
        let tells_one = |step: &Step| {
            matches!(step, Step::Pop { like: Some(_), .. }) || nested(step).iter().any(|body| tells(body))
        };
        steps.iter().any(tells_one)
    }
    if !tells(&steps) {
        return steps;
    }
    let nodes = Nodes::of(&steps, vars);
    let accesses = nodes.all.iter().flat_map(|node| &node.accesses);
    let read = accesses.filter(|of| of.touch != Touch::Extent).map(|of| of.place.base).collect();
    let mut names = Names { read, values: Map::new(), left: Set::new(), vars };
    let steps = names.written(steps);
    let is_done = names.values.keys().all(|var| names.left.contains(var));
    let steps = names.dropped(steps);
    // A name that only one of these read is such a name now.
    if is_done { steps } else { without_names(steps, vars) }
}

/// The names that only expressions read which tell types.
struct Names<'a> {
    /// The names that something else reads.
    read: Set<Var>,
    /// The values of the others.
    values: Map<Var, Expr>,
    /// The names that such expressions have still.
    left: Set<Var>,
    vars: &'a Variables,
}

impl Names<'_> {
    fn written(&mut self, steps: Vec<Step>) -> Vec<Step> {
        let one = |step| match step {
            Step::Let { var, value } => {
                if is_number(var, self.vars) && !self.read.contains(&var) {
                    self.values.insert(var, self.told(&value));
                }
                Step::Let { var, value }
            }
            Step::Pop { stack, number, like: Some(like) } => {
                let like = self.told(&like);
                like.reads_within(self.vars, &mut |place| _ = self.left.insert(place.base));
                like.lengths(&mut |place| _ = self.left.insert(place.base));
                Step::Pop { stack, number, like: Some(like) }
            }
            other => other.with_bodies(&mut |body| self.written(body)),
        };
        steps.into_iter().map(one).collect()
    }

    fn told(&self, e: &Expr) -> Expr {
        e.replaced(&mut |part| match part {
            Expr::Read(place) if place.is_whole() => self.values.get(&place.base).cloned(),
            _ => None,
        })
    }

    fn dropped(&self, steps: Vec<Step>) -> Vec<Step> {
        let is_named = |var: &Var| self.values.contains_key(var) && !self.left.contains(var);
        let is_left = |step: &Step| !matches!(step, Step::Let { var, .. } if is_named(var));
        let left = steps.into_iter().filter(is_left);
        left.map(|step| step.with_bodies(&mut |body| self.dropped(body))).collect()
    }
}

/// True for an integer, a truth and the like.
fn is_number(var: Var, vars: &Variables) -> bool {
    matches!(vars[var].ty, Type::Exact(_))
}

fn mark(nodes: &Nodes, vars: &Variables) -> Vec<bool> {
    let count = nodes.all.len();
    let mut live = vec![false; count];
    let mut queue = Vec::new();
    // Writers of each instance; declarations write too.
    let mut writers: Map<(Var, Option<usize>), Set<usize>> = Map::new();
    for id in 0..count {
        let node = &nodes.all[id];
        for access in node.accesses.iter().filter(|a| matches!(a.touch, Touch::Add | Touch::Change)) {
            let var = access.place.base;
            let instance = nodes.instance(id, var);
            writers.entry((var, instance)).or_default().insert(id);
            if instance.is_none() {
                queue.push(id);
            }
        }
        if node.effect {
            queue.push(id);
        }
    }
    let mut owned: Map<(usize, Var, Option<usize>), bool> = Map::new();
    while let Some(id) = queue.pop() {
        if std::mem::replace(&mut live[id], true) {
            continue;
        }
        queue.extend(nodes.all[id].parent);
        for access in &nodes.all[id].accesses {
            let var = access.place.base;
            let instance = nodes.instance(id, var);
            queue.extend(instance);
            if access.touch != Touch::Read {
                continue;
            }
            let Some(candidates) = writers.get(&(var, instance)) else { continue };
            let relevant: Vec<usize> = candidates.iter().copied().filter(|w| !live[*w]).collect();
            for writer in relevant {
                let mut is_owned = |at: usize| {
                    *owned
                        .entry((at, var, instance))
                        .or_insert_with(|| nodes.owned_by_iterations(at, var, instance, vars))
                };
                let cell = std::cell::RefCell::new(&mut is_owned);
                let owned = |at| cell.borrow_mut()(at) || nodes.leaves_behind(at, writer, id, var, vars);
                if nodes.precedes(writer, id, owned, || nodes.are_apart(writer, id, var, vars), instance)
                    && !nodes.replaced_between(writer, id, var, instance)
                {
                    queue.push(writer);
                }
            }
        }
    }
    live
}

/// Keeps the live steps; nodes are numbered in the order of this traversal.
fn keep(steps: Vec<Step>, live: &[bool], next: &mut usize) -> Vec<Step> {
    let mut out = Vec::new();
    for step in steps {
        let id = *next;
        *next += 1;
        let step = step.with_bodies(&mut |body| keep(body, live, next));
        if live[id] {
            out.push(step);
        }
    }
    out
}
