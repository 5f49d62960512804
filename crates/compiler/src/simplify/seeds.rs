//! A cotangent that starts at zero and is added to right away starts at what is added.
//!
//! `let mut t_bar = 0; t_bar += s · p;` becomes `let mut t_bar = s · p;`. Floating point does not let LLVM drop
//! the zero by itself (0 + −0 is not −0). Nor does it drop what a cotangent passes on while it is still zero.

use super::access::nested;
use crate::ir::{Argument, Type, Var, Variables};
use crate::step::{Cotangent, ShadowArgument, Step};

/// The steps with first accumulations made declarations.
pub(super) fn seeds(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    let mut steps: Vec<Step> =
        steps.into_iter().map(|step| step.with_bodies(&mut |body| seeds(body, vars))).collect();
    let mut at = 0;
    while at < steps.len() {
        if let Step::DeclareZero { shadow, .. } = steps[at] {
            if matches!(vars[shadow].ty, Type::Real) {
                drop_nothing(&mut steps, at, shadow);
                if start_at_first(&mut steps, at, shadow) {
                    continue;
                }
            }
        }
        at += 1;
    }
    steps
}

/// While a cotangent is zero, what it passes on is nothing.
fn drop_nothing(steps: &mut Vec<Step>, at: usize, shadow: Var) {
    let mut next = at + 1;
    while next < steps.len() {
        let passes_on = match &steps[next] {
            Step::Accumulate { place, value } => {
                place.base != shadow && value.seed.base == shadow && value.seed.is_whole()
            }
            _ => false,
        };
        if passes_on {
            steps.remove(next);
        } else if touches(&steps[next], shadow) {
            return;
        } else {
            next += 1;
        }
    }
}

/// Makes the first accumulation the declaration; tells whether it could.
fn start_at_first(steps: &mut Vec<Step>, at: usize, shadow: Var) -> bool {
    let Some(first) = (at + 1..steps.len()).find(|&i| touches(&steps[i], shadow)) else { return false };
    let Step::Accumulate { place, value } = &steps[first] else { return false };
    if !place.is_whole() || cotangent_mentions(value, shadow) {
        return false;
    }
    steps[first] = Step::Seed { var: shadow, value: value.clone() };
    steps.remove(at);
    true
}

fn cotangent_mentions(value: &Cotangent, shadow: Var) -> bool {
    value.seed.base == shadow
}

/// Whether a step, or one inside it, touches a shadow.
fn touches(step: &Step, shadow: Var) -> bool {
    let own = match step {
        Step::Accumulate { place, value } => place.base == shadow || cotangent_mentions(value, shadow),
        Step::Seed { var, value } => *var == shadow || cotangent_mentions(value, shadow),
        Step::DeclareZero { shadow: other, .. } => *other == shadow,
        Step::Pull { seed, args, .. } => {
            cotangent_mentions(seed, shadow) || args.iter().any(|(_, s)| argument_mentions(s, shadow))
        }
        Step::CallAdjoint { args, .. } => args.iter().any(|(_, s)| argument_mentions(s, shadow)),
        Step::Refill { var, .. } => *var == shadow,
        Step::Window { of, .. } => of.base == shadow,
        // Stacks take and give cotangents by plain calls.
        Step::Call { args, .. } => args.iter().filter_map(Argument::place).any(|place| place.base == shadow),
        Step::Let { .. } | Step::Declare { .. } | Step::Set { .. } | Step::Update(_) => false,
        Step::For { .. } | Step::While { .. } | Step::If { .. } | Step::Block(_) => false,
        Step::Push { .. } | Step::Pop { .. } | Step::Check(_) | Step::Safe(_) => false,
    };
    own || nested(step).into_iter().flatten().any(|inner| touches(inner, shadow))
}

fn argument_mentions(arg: &ShadowArgument, shadow: Var) -> bool {
    match arg {
        ShadowArgument::Discard => false,
        ShadowArgument::Exclusive(place) | ShadowArgument::Cells(place) => place.base == shadow,
    }
}
