//! Removes cotangents that are only copies of others.
//!
//! `let t_bar = y_bar;` disappears if neither changes afterwards: printed programs look as if they were written by
//! hand.

use super::access::{Nodes, Touch};
use crate::ir::step::{Cotangent, Step};
use crate::ir::*;
use std::collections::BTreeSet;

/// Returns the steps without copies of cotangents.
pub(super) fn copies(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    let mut steps: Vec<Step> =
        steps.into_iter().map(|step| step.with_bodies(&mut |body| copies(body, vars))).collect();
    let mut at = 0;
    while at < steps.len() {
        let copy = match &steps[at] {
            Step::Seed { var, value: Cotangent { sign: Sign::Plus, seed, factor: None } } => {
                let later = changed(&steps[at + 1..], vars);
                let mut stable = !later.contains(var) && !later.contains(&seed.base);
                seed.each_index(&mut |i| stable &= !i.reads_one_of(&later, vars));
                stable.then(|| (*var, seed.clone()))
            }
            _ => None,
        };
        match copy {
            Some((var, seed)) => {
                steps.remove(at);
                steps[at..].iter_mut().for_each(|step| replace(step, var, &seed));
            }
            None => at += 1,
        }
    }
    steps
}

fn changed(steps: &[Step], vars: &Variables) -> BTreeSet<Var> {
    let nodes = Nodes::of(steps, vars);
    let accesses = nodes.all.iter().flat_map(|node| &node.accesses);
    let mut changed: BTreeSet<Var> =
        accesses.filter(|a| matches!(a.touch, Touch::Add | Touch::Change)).map(|a| a.place.base).collect();
    // A name that is bound again has another value.
    changed.extend(nodes.all.iter().filter_map(|node| node.declares));
    changed
}

fn replace(step: &mut Step, var: Var, by: &Place) {
    let seed = |value: &mut Cotangent| {
        if value.seed.base == var {
            value.seed = by.clone();
        }
    };
    match step {
        Step::Seed { value, .. } | Step::Accumulate { value, .. } => seed(value),
        Step::Pull { seed: value, .. } => seed(value),
        Step::For { body, .. } | Step::While { body, .. } | Step::Block(body) => {
            body.iter_mut().for_each(|inner| replace(inner, var, by));
        }
        Step::If { then, otherwise, .. } => {
            then.iter_mut().chain(otherwise).for_each(|inner| replace(inner, var, by));
        }
        Step::Let { .. } | Step::Declare { .. } | Step::DeclareZero { .. } | Step::Set { .. } => {}
        Step::Refill { .. } | Step::Update(_) | Step::Call { .. } | Step::CallAdjoint { .. } => {}
        Step::Window { .. } | Step::Push { .. } | Step::Pop { .. } | Step::Check(_) | Step::Safe(_) => {}
    }
}
