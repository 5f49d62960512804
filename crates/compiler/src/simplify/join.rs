//! Runs a loop and the reverse pass through it together, where each computes what need be computed only once.
//!
//! The adjoint of `for i in 0..n { y += f(x[i]); }` that also returns `y` computes the sum, which calls each `f`, and then
//! pulls back through each `f`, which computes its value again. Together, [`fuse`](super::fuse) makes one call of both. In a
//! recursive function this is more than a factor of two, since each level would run the next one once more. In the same way the
//! locals of an iteration are computed once, which [`again`] leaves out. Where it would save nothing, loops stay apart, since short
//! bodies vectorise better.
//!
//! Law: the second loop commutes with the first and with the steps between the two, but for sums, and its iterations may run
//! in any order.

use super::access::Nodes;
use super::again::{again, share_work};
use super::commute::commutes;
use super::fuse::is_pullback;
use super::touched::{Touched, checks};
use crate::ir::step::{Step, nested};
use crate::ir::{Expr, Range, Variables};

/// Returns the steps with loops and branches that run together.
pub(super) fn join(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    let mut out: Vec<Step> = Vec::with_capacity(steps.len());
    for step in steps {
        // The last one that has the same head and a call in common, since nothing moves further than it must.
        match (0..out.len()).rev().find_map(|at| Some((at, joined(&out[at..], &step, vars)?))) {
            Some((at, both)) => out[at] = both,
            None => out.push(step),
        }
    }
    out.into_iter().map(|step| step.with_bodies(&mut |body| join(body, vars))).collect()
}

/// Returns the first of these steps and one behind them as one step.
fn joined(steps: &[Step], last: &Step, vars: &Variables) -> Option<Step> {
    let (first, between) = steps.split_first()?;
    let worth_it = bodies(first, last).iter().any(|(forward, back)| saves(forward, back));
    if !worth_it || [first, last].iter().any(|step| has_effect(step, vars)) {
        return None;
    }
    let (before, after) = (Touched::of(first, vars), Touched::of(last, vars));
    let moves = |step: &Step| !checks(step) && Touched::of(step, vars).commutes(&after);
    if !between.iter().all(moves) {
        return None;
    }
    let both = |(forward, back): (&[Step], &[Step])| [forward, &again(forward, back, vars)].concat();
    let mut bodies = bodies(first, last).into_iter().map(both);
    match first {
        Step::For { index, range, span, .. } => {
            let in_any_order = commutes(&Nodes::of(std::slice::from_ref(last), vars), 0, vars);
            let body = bodies.next().filter(|_| in_any_order && before.commutes(&after))?;
            Some(Step::For { index: *index, range: range.clone(), body, span: *span })
        }
        Step::If { condition, .. } => {
            let (then, otherwise) = bodies.next().zip(bodies.next())?;
            let changes = condition.reads_one_of(&before.written().collect(), vars);
            (!changes).then(|| Step::If { condition: condition.clone(), then, otherwise })
        }
        _ => None,
    }
}

/// Returns the bodies of two loops over the same indices, or the branches of two decisions on the same condition, in pairs.
fn bodies<'a>(first: &'a Step, last: &'a Step) -> Vec<(&'a [Step], &'a [Step])> {
    let same = match (first, last) {
        (Step::For { index, range, .. }, Step::For { index: again, range: back, .. }) => {
            index == again && has_same_indices(range, back)
        }
        (Step::If { condition, .. }, Step::If { condition: again, .. }) => condition == again,
        _ => false,
    };
    if same { nested(first).into_iter().zip(nested(last)).collect() } else { Vec::new() }
}

fn has_same_indices(range: &Range, other: &Range) -> bool {
    let rising = |range: &Range| Range { falling: false, ..range.clone() };
    range.nth.is_none() && rising(range) == rising(other)
}

/// True if both passes do the same work, in the same loops and branches: the second may pull back through a call of the first.
fn saves(forward: &[Step], back: &[Step]) -> bool {
    let pulls = |first: &Step, last: &Step| match first {
        Step::Let { value: Expr::Call(callee, values), .. } => is_pullback(last, callee, values),
        _ => bodies(first, last).iter().any(|(forward, back)| saves(forward, back)),
    };
    share_work(forward, back) || forward.iter().any(|first| back.iter().any(|last| pulls(first, last)))
}

fn has_effect(step: &Step, vars: &Variables) -> bool {
    Nodes::of(std::slice::from_ref(step), vars).all.iter().any(|node| node.effect)
}
