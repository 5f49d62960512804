//! Runs loops forwards whose iterations commute: those that only add to the variables that they share.
//!
//! The inverse of a loop visits its indices backwards. If no iteration reads what another one wrote, the order is
//! arbitrary, and rising indices vectorise better. Sums are then taken in another order, as documented. Sums of
//! integers could overflow in another order, so loops with such sums do not change. Neither do loops that fall in the text and add to
//! its values there, which have the bits of the function.

use super::access::{Nodes, Shape, Touch};
use crate::ir::step::Step;
use crate::ir::{Block, Role, Stmt, Var, Variables};
use crate::sorted::Set;

/// Notes the loops of a function that fall in its text.
pub fn note_falling(block: &Block, vars: &mut Variables) {
    for stmt in &block.stmts {
        if let Stmt::For(each) = stmt {
            if each.range.falling {
                vars.note_falling(each.index);
            }
        }
        stmt.forward_blocks().into_iter().for_each(|block| note_falling(block, vars));
    }
}

/// Returns the steps with commuting loops visiting rising indices.
pub(super) fn commute(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    let nodes = Nodes::of(&steps, vars);
    let is_free = |id: &usize| commutes(&nodes, *id, vars) && !adds_as_written(&nodes, *id, vars);
    let free: Set<usize> = (0..nodes.all.len()).filter(is_free).collect();
    let mut next = 0;
    turn(steps, &free, &mut next)
}

/// True if the iterations of a loop may run in any order.
pub(super) fn commutes(nodes: &Nodes, at: usize, vars: &Variables) -> bool {
    matches!(nodes.all[at].shape, Shape::For(..)) && obstacle(nodes, at, vars).is_none()
}

/// True if a loop falls in the text, and adds to numbers that are no cotangents.
fn adds_as_written(nodes: &Nodes, at: usize, vars: &Variables) -> bool {
    let Shape::For(index, range) = &nodes.all[at].shape else { return false };
    let adds = |id: usize| {
        let mut added = nodes.all[id].accesses.iter().filter(|access| access.touch == Touch::Add);
        added.any(|access| !matches!(vars[access.place.base].role, Role::Shadow | Role::InputShadow))
    };
    vars.falls(*index) && range.falling && (0..nodes.all.len()).any(|id| nodes.contains(at, id) && adds(id))
}

/// True if the iterations of a loop may run in any order, as long as each finds what it takes from a tape at a place of its own.
pub(crate) fn commutes_around(step: &Step, tape: Var, vars: &Variables) -> bool {
    let nodes = Nodes::of(std::slice::from_ref(step), vars);
    obstacles(&nodes, 0, vars).iter().all(|found| matches!(found, Obstacle::Shared(var) if *var == tape))
}

/// The reason why the iterations of a loop may not run in any order.
#[derive(Clone, Copy, Debug)]
pub enum Obstacle {
    /// Ordinary code, whose effects are in the order of the iterations.
    Effect,
    /// A variable that one iteration changes, and another one accesses.
    Shared(Var),
}

/// Returns the reason why the iterations of a loop may not run in any order.
pub fn obstacle(nodes: &Nodes, at: usize, vars: &Variables) -> Option<Obstacle> {
    obstacles(nodes, at, vars).into_iter().next()
}

/// Returns all such reasons.
pub(super) fn obstacles(nodes: &Nodes, at: usize, vars: &Variables) -> Vec<Obstacle> {
    let inside: Vec<usize> = (0..nodes.all.len()).filter(|&id| nodes.contains(at, id)).collect();
    // Checks have the same result in any order.
    if inside.iter().any(|&id| nodes.all[id].effect && !nodes.all[id].claims) {
        return vec![Obstacle::Effect];
    }
    let mut shared = Set::new();
    for &id in &inside {
        for access in nodes.all[id].accesses.iter().filter(|a| matches!(a.touch, Touch::Add | Touch::Change))
        {
            let instance = nodes.instance(id, access.place.base);
            // A variable declared inside is new in each iteration.
            if instance.is_none_or(|declaration| !nodes.contains(at, declaration)) {
                shared.insert((access.place.base, instance));
            }
        }
    }
    let found = shared.into_iter().filter(|&(var, instance)| {
        let only_added = vars[var].ty.is_real()
            && inside.iter().all(|&id| {
                nodes.all[id].accesses.iter().all(|access| {
                    access.place.base != var
                        || nodes.instance(id, var) != instance
                        || matches!(access.touch, Touch::Add | Touch::Extent)
                })
            });
        !only_added && !nodes.owned_by_iterations(at, var, instance, vars)
    });
    found.map(|(var, _)| Obstacle::Shared(var)).collect()
}

fn turn(steps: Vec<Step>, free: &Set<usize>, next: &mut usize) -> Vec<Step> {
    let turned = steps.into_iter().map(|step| {
        let id = *next;
        *next += 1;
        let mut step = step.with_bodies(&mut |body| turn(body, free, next));
        if let Step::For { range, .. } = &mut step {
            // The indices of a range of which one is visited have numbers.
            range.falling &= range.nth.is_some() || !free.contains(&id);
        }
        step
    });
    turned.collect()
}
