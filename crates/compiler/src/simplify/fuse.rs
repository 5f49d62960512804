//! Fuses a value and its pullback into one call.
//!
//! `let t = f(x); y += t; t_bar = …; f::pull(t_bar, x, x_bar);` runs `f` twice: `pull` computes the value anyway, and
//! returns it. If the cotangent does not depend on the value, the two become `let t = f::pull(t_bar, x, x_bar);`.
//!
//! Law: the steps between the two do not change the arguments, and only add to their shadows.

use super::touched::{Touched, checks};
use crate::ir::step::Step;
use crate::ir::*;

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

/// Returns the pullback of the call to which a value is bound, if no check comes before it.
fn partner(steps: &[Step], at: usize) -> Option<usize> {
    let Step::Let { value: Expr::Call(of, values), .. } = &steps[at] else { return None };
    let behind = steps.iter().enumerate().skip(at + 1).take_while(|(_, step)| !checks(step));
    behind.filter_map(|(i, step)| is_pullback(step, of, values).then_some(i)).next()
}

/// True if a step pulls back through this call. A recorded call is replayed by its own pullback only.
pub(super) fn is_pullback(step: &Step, of: &Callee, values: &[Argument]) -> bool {
    match step {
        Step::Pull { value: None, callee, args, .. } => {
            callee == of && values.iter().eq(args.iter().map(|(arg, _)| arg))
        }
        _ => false,
    }
}

/// Reorders the steps from `let` to `pull`: first those that do not depend on the value, then the fused call, then
/// the rest.
fn reordered(steps: &[Step], vars: &Variables) -> Option<Vec<Step>> {
    let (Step::Let { var, .. }, between, pull @ Step::Pull { callee, seed, args, span, .. }) =
        (&steps[0], &steps[1..steps.len() - 1], &steps[steps.len() - 1])
    else {
        return None;
    };
    let value = Touched::of(&steps[0], vars);
    let (mut first, mut last, mut behind) = (Vec::new(), Vec::new(), vec![value]);
    for step in between {
        let touched = Touched::of(step, vars);
        if behind.iter().all(|other| touched.commutes(other)) {
            first.push(step.clone());
        } else {
            behind.push(touched);
            last.push(step.clone());
        }
    }
    // The steps behind the call, which came before it. It may add to what they add to.
    let call = Touched::of(pull, vars);
    if call.names(*var) || !behind[1..].iter().all(|step| call.commutes(step)) {
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
