//! Fuses a value and its pullback into one call.
//!
//! `let t = f(x); y += t; t_bar = …; f::pull(t_bar, x, x_bar);` runs `f` twice: `pull` computes the value anyway, and
//! returns it. If the cotangent does not depend on the value, the two become `let t = f::pull(t_bar, x, x_bar);`.
//!
//! Law: the steps between the two access neither the arguments nor their shadows.

use super::access::{Nodes, Touch};
use crate::ir::step::{ShadowArgument, Step};
use crate::ir::*;
use std::collections::BTreeSet;

/// Returns the steps with calls and their pullbacks fused.
pub(super) fn fuse(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    let mut steps: Vec<Step> =
        steps.into_iter().map(|step| step.with_bodies(&mut |body| fuse(body, vars))).collect();
    let mut at = 0;
    while at < steps.len() {
        if let Some(pull) = partner(&steps, at) {
            if let Some(order) = reordered(&steps[at..=pull], vars) {
                steps.splice(at..=pull, order);
            }
        }
        at += 1;
    }
    steps
}

/// Returns the pullback of the call to which a value is bound, if only plain arithmetic comes before it.
fn partner(steps: &[Step], at: usize) -> Option<usize> {
    let Step::Let { value: value @ Expr::Call(..), .. } = &steps[at] else { return None };
    for (i, step) in steps.iter().enumerate().skip(at + 1) {
        match step {
            Step::Pull { value: None, callee, args, .. } => {
                let args = args.iter().map(|(arg, _)| arg.clone()).collect();
                let again = Expr::Call(callee.clone(), args);
                // A recorded call is replayed by its own pullback only.
                return (*value == again).then_some(i);
            }
            Step::Update(_) | Step::Seed { .. } | Step::Let { .. } => {}
            Step::Declare { .. } | Step::DeclareZero { .. } | Step::Set { .. } | Step::Refill { .. } => {
                return None;
            }
            Step::Call { .. } | Step::CallAdjoint { .. } | Step::Pull { .. } | Step::Accumulate { .. } => {
                return None;
            }
            Step::Window { .. } | Step::For { .. } | Step::If { .. } | Step::While { .. } => return None,
            Step::Lanes(_)
            | Step::Block(_)
            | Step::Push { .. }
            | Step::Pop { .. }
            | Step::Check(_)
            | Step::Safe(_) => {
                return None;
            }
        }
    }
    None
}

/// Reorders the steps from `let` to `pull`: first those that do not depend on the value, then the fused call, then
/// the rest.
fn reordered(steps: &[Step], vars: &Variables) -> Option<Vec<Step>> {
    let (Step::Let { var, .. }, between, Step::Pull { callee, seed, args, span, .. }) =
        (&steps[0], &steps[1..steps.len() - 1], &steps[steps.len() - 1])
    else {
        return None;
    };
    let (mut first, mut last) = (Vec::new(), Vec::new());
    let mut depends = BTreeSet::from([*var]);
    let mut independent = BTreeSet::new();
    let mut read_late = BTreeSet::new();
    for step in between {
        let (read, written) = touched(step, vars);
        // A step must not overtake one that reads a variable that it changes.
        if read.is_disjoint(&depends) && written.is_disjoint(&read_late) {
            first.push(step.clone());
            independent.extend(read);
            independent.extend(written);
        } else {
            depends.extend(written);
            read_late.extend(read);
            last.push(step.clone());
        }
    }
    let mut kept: BTreeSet<Var> = BTreeSet::from([seed.seed.base]);
    seed.seed.each_index(&mut |i| i.reads_within(vars, &mut |place| _ = kept.insert(place.base)));
    let mut added = BTreeSet::new();
    for (arg, shadow) in args {
        arg.reads_within(vars, &mut |place| {
            kept.insert(place.base);
        });
        match shadow {
            ShadowArgument::Discard => {}
            ShadowArgument::Exclusive(place) | ShadowArgument::Cells(place) => {
                kept.insert(place.base);
                added.insert(place.base);
            }
        }
    }
    let moved: BTreeSet<Var> = last.iter().flat_map(|step| touched(step, vars).1).collect();
    let all_written: BTreeSet<Var> = between.iter().flat_map(|step| touched(step, vars).1).collect();
    // Steps after the call must not affect those before it, and no step may access the variables of the call except
    // to compute its seed.
    let seeds: BTreeSet<Var> = first.iter().flat_map(|step| touched(step, vars).1).collect();
    let disturbed =
        kept.iter().any(|v| all_written.contains(v) && !(seeds.contains(v) && *v == seed.seed.base));
    if !independent.is_disjoint(&moved) || kept.contains(var) || disturbed || !kept.is_disjoint(&moved) {
        return None;
    }
    // Steps after the call must not read the cotangents that the call adds.
    if !read_late.is_disjoint(&added) {
        return None;
    }
    first.push(Step::Pull {
        value: Some(*var),
        // A fused call need not be recorded.
        callee: Callee { recorded: None, ..callee.clone() },
        seed: seed.clone(),
        args: args.clone(),
        span: *span,
    });
    first.append(&mut last);
    Some(first)
}

/// Returns the variables that one step reads, and those that it writes or declares.
fn touched(step: &Step, vars: &Variables) -> (BTreeSet<Var>, BTreeSet<Var>) {
    let nodes = Nodes::of(std::slice::from_ref(step), vars);
    let (mut read, mut written) = (BTreeSet::new(), BTreeSet::new());
    for node in &nodes.all {
        written.extend(node.declares);
        for access in &node.accesses {
            match access.touch {
                Touch::Read | Touch::Extent => read.insert(access.place.base),
                Touch::Add | Touch::Change => written.insert(access.place.base),
            };
        }
    }
    (read, written)
}
