//! Initialises a cotangent with its first contribution instead of zero.
//!
//! `let mut t_bar = 0; t_bar += s · p;` becomes `let mut t_bar = s · p;`. Floating point does not let LLVM drop the
//! zero by itself (0 + −0 is not −0). Nor does LLVM drop the contributions of a cotangent that is still zero.

use crate::ir::step::nested;
use crate::ir::step::{Cotangent, Step};
use crate::ir::{Argument, Type, Var, Variables};
use crate::sorted::Map;

/// Returns the steps with first accumulations made declarations.
pub(super) fn seeds(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    let steps: Vec<Step> =
        steps.into_iter().map(|step| step.with_bodies(&mut |body| seeds(body, vars))).collect();
    // The steps that access each cotangent, found in one pass over all steps.
    let mut touching: Map<Var, Vec<usize>> = Map::new();
    for (at, step) in steps.iter().enumerate() {
        touched(step, &mut |shadow| touching.entry(shadow).or_default().push(at));
    }
    let mut steps: Vec<Option<Step>> = steps.into_iter().map(Some).collect();
    for at in 0..steps.len() {
        if let Some(Step::DeclareZero { shadow, .. }) = steps[at] {
            if matches!(vars[shadow].ty, Type::Real) {
                let later = touching.listed(&shadow).iter().copied().filter(|&i| i > at);
                if let Some(first) = drop_nothing(&mut steps, later, shadow) {
                    start_at_first(&mut steps, at, first, shadow);
                }
            }
        }
    }
    steps.into_iter().flatten().collect()
}

/// Drops the contributions of a cotangent while it is zero. Returns the first other step that accesses it.
fn drop_nothing(
    steps: &mut [Option<Step>],
    later: impl Iterator<Item = usize>,
    shadow: Var,
) -> Option<usize> {
    for next in later {
        match &steps[next] {
            // A contribution of another cotangent that was dropped.
            None => {}
            Some(Step::Accumulate { place, value })
                if place.base != shadow && value.seed.base == shadow && value.seed.is_whole() =>
            {
                steps[next] = None;
            }
            Some(_) => return Some(next),
        }
    }
    None
}

/// Replaces the declaration by the first accumulation, if that is the next step.
fn start_at_first(steps: &mut [Option<Step>], at: usize, first: usize, shadow: Var) {
    let Some(Step::Accumulate { place, value }) = &steps[first] else { return };
    if place.is_whole() && place.base == shadow && !cotangent_mentions(value, shadow) {
        steps[first] = Some(Step::Seed { var: shadow, value: value.clone() });
        steps[at] = None;
    }
}

fn cotangent_mentions(value: &Cotangent, shadow: Var) -> bool {
    value.seed.base == shadow
}

/// Calls `f` with every cotangent that a step, or one inside it, accesses.
fn touched(step: &Step, f: &mut dyn FnMut(Var)) {
    match step {
        Step::Accumulate { place, value } => {
            f(place.base);
            f(value.seed.base);
        }
        Step::Seed { var, value } => {
            f(*var);
            f(value.seed.base);
        }
        Step::DeclareZero { shadow, .. } => f(*shadow),
        Step::Pull { seed, args, .. } => {
            f(seed.seed.base);
            args.iter().filter_map(|(_, shadow)| shadow.place()).for_each(|place| f(place.base));
        }
        Step::CallAdjoint { args, .. } => {
            args.iter().filter_map(|(_, shadow)| shadow.place()).for_each(|place| f(place.base));
        }
        Step::Refill { place, .. } => f(place.base),
        Step::Window { of, .. } => f(of.base),
        // Stacks move cotangents by plain calls.
        Step::Call { args, .. } => {
            args.iter().filter_map(Argument::place).for_each(|place| f(place.base));
        }
        Step::Let { .. } | Step::Declare { .. } | Step::Set { .. } | Step::Update(_) => {}
        Step::For { .. } | Step::While { .. } | Step::If { .. } | Step::Block(_) | Step::Lanes(_) => {}
        Step::Push { .. } | Step::Pop { .. } | Step::Check(_) | Step::Safe(_) => {}
    }
    nested(step).into_iter().flatten().for_each(|inner| touched(inner, f));
}
