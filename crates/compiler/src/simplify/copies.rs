//! Removes cotangents that are only copies of others.
//!
//! `let t_bar = y_bar;` disappears if neither changes afterwards: printed programs look as if they were written by
//! hand.

use super::access::{Nodes, Touch};
use crate::ir::step::{Cotangent, Step};
use crate::ir::*;
use crate::sorted::Map;

/// Returns the steps without copies of cotangents.
pub(super) fn copies(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    let steps: Vec<Step> =
        steps.into_iter().map(|step| step.with_bodies(&mut |body| copies(body, vars))).collect();
    if !steps.iter().any(|step| copied(step).is_some()) {
        return steps;
    }
    let changed = last_changes(&steps, vars);
    let (mut kept, mut replaced) = (Vec::new(), Map::new());
    for (at, mut step) in steps.into_iter().enumerate() {
        replace(&mut step, &replaced);
        let changes = |var: Var| changed.get(&var).is_some_and(|last| *last > at);
        match copied(&step).filter(|(var, seed)| is_stable(*var, seed, &changes, vars)) {
            Some((var, seed)) => _ = replaced.insert(var, seed),
            None => kept.push(step),
        }
    }
    kept
}

/// The copy that a step makes.
fn copied(step: &Step) -> Option<(Var, Place)> {
    match step {
        Step::Seed { var, value: Cotangent { sign: Sign::Plus, seed, factor: None } } => {
            Some((*var, seed.clone()))
        }
        _ => None,
    }
}

/// True if neither a copy nor the place that it is of, indices included, changes later.
fn is_stable(copy: Var, of: &Place, changes: &impl Fn(Var) -> bool, vars: &Variables) -> bool {
    let mut stable = !changes(copy) && !changes(of.base);
    of.each_index(&mut |i| i.reads_within(vars, &mut |place| stable &= !changes(place.base)));
    stable
}

/// The last of the steps that changes each variable. A name that is bound again has another value.
fn last_changes(steps: &[Step], vars: &Variables) -> Map<Var, usize> {
    let mut last = Map::new();
    for node in Nodes::of(steps, vars).all {
        let changes = node.accesses.iter().filter(|a| matches!(a.touch, Touch::Add | Touch::Change));
        let at = node.position.first().map_or(0, |(_, index)| *index);
        for var in changes.map(|a| a.place.base).chain(node.declares) {
            last.insert(var, at);
        }
    }
    last
}

/// Replaces copies by the places that they are of.
pub(super) fn replace(step: &mut Step, by: &Map<Var, Place>) {
    let seed = |value: &mut Cotangent| {
        if let Some(place) = by.get(&value.seed.base) {
            value.seed = place.clone();
        }
    };
    match step {
        Step::Seed { value, .. } | Step::Accumulate { value, .. } => seed(value),
        Step::Pull { seed: value, .. } => seed(value),
        Step::For { body, .. } | Step::While { body, .. } | Step::Block(body) => {
            body.iter_mut().for_each(|inner| replace(inner, by));
        }
        Step::If { then, otherwise, .. } => {
            then.iter_mut().chain(otherwise).for_each(|inner| replace(inner, by));
        }
        Step::Let { .. } | Step::Declare { .. } | Step::DeclareZero { .. } | Step::Set { .. } => {}
        // Lanes are made later.
        Step::Lanes(_) => {}
        Step::Refill { .. } | Step::Update(_) | Step::Call { .. } | Step::CallAdjoint { .. } => {}
        Step::Window { .. } | Step::Push { .. } | Step::Pop { .. } | Step::Check(_) | Step::Safe(_) => {}
    }
}
