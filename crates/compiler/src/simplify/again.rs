//! Leaves out what a reverse pass computes again behind the steps that have just computed it.
//!
//! A reverse pass begins with the locals that it reads. Where it stands directly behind the forward pass of the same block, their
//! values are there already.
//!
//! Law: what is left out writes only to what it declares itself, and neither the forward pass nor the steps before change what it reads
//! or declares in any other way.

use super::reuse::is_costly;
use super::touched::Touched;
use crate::ir::step::Step;
use crate::ir::{Expr, Host, Var, Variables};
use crate::sorted::Set;

/// Returns the reverse pass without what the forward pass before it has computed.
pub(super) fn again(forward: &[Step], back: &[Step], vars: &Variables) -> Vec<Step> {
    let mut declared = Set::new();
    // The steps before, which stay, and those of the forward pass that are not repeated.
    let (mut kept, mut left_out, mut others) = (Vec::new(), Vec::new(), Vec::new());
    let mut at = 0;
    for step in back {
        let found = forward[at..].iter().position(|first| is_same(first, step));
        let touched = Touched::of(step, vars);
        let declares = declared_by(step);
        let own = touched.written().all(|var| declares == Some(var) || declared.contains(&var));
        let moves = kept.iter().all(|(_, before): &(&Step, Touched)| touched.commutes(before));
        match found.filter(|_| own && moves) {
            Some(i) => {
                others.extend(forward[at..at + i].iter().map(|step| Touched::of(step, vars)));
                at += i + 1;
                declared.extend(declares);
                left_out.push(touched);
            }
            None => kept.push((step, touched)),
        }
    }
    others.extend(forward[at..].iter().map(|step| Touched::of(step, vars)));
    let read: Set<Var> = left_out.iter().flat_map(Touched::reads).chain(declared).collect();
    if others.iter().any(|step| step.written().any(|var| read.contains(&var))) {
        return back.to_vec();
    }
    kept.into_iter().map(|(step, _)| step.clone()).collect()
}

/// True if both passes compute the same, and it is worth more than a few sums and products: a loop, a primitive, a call.
pub(super) fn share_work(forward: &[Step], back: &[Step]) -> bool {
    let costs = |step: &Step| match step {
        // What a function costs is not known; it may search.
        Step::Let { value: Expr::Call(..) | Expr::Host(Host::Function(_) | Host::Method(_), _), .. } => true,
        Step::Let { value, .. } => is_costly(value),
        step => matches!(step, Step::For { .. }),
    };
    forward.iter().filter(|step| costs(step)).any(|first| back.iter().any(|last| is_same(first, last)))
}

/// The variable that a step declares with a value.
fn declared_by(step: &Step) -> Option<Var> {
    match step {
        Step::Let { var, .. } | Step::Declare { var, .. } => Some(*var),
        _ => None,
    }
}

/// True if two steps compute the same from the same.
fn is_same(first: &Step, last: &Step) -> bool {
    let all = |first: &[Step], last: &[Step]| {
        first.len() == last.len() && first.iter().zip(last).all(|(first, last)| is_same(first, last))
    };
    match (first, last) {
        (Step::Let { var, value }, Step::Let { var: other, value: again })
        | (Step::Declare { var, value }, Step::Declare { var: other, value: again }) => {
            var == other && value == again
        }
        (Step::Update(first), Step::Update(last)) => {
            first.place == last.place
                && (first.group, first.sign) == (last.group, last.sign)
                && first.value == last.value
        }
        (
            Step::For { index, range, body, .. },
            Step::For { index: other, range: again, body: repeated, .. },
        ) => index == other && range == again && all(body, repeated),
        (
            Step::If { condition, then, otherwise },
            Step::If { condition: again, then: repeated, otherwise: other },
        ) => condition == again && all(then, repeated) && all(otherwise, other),
        (Step::Block(body), Step::Block(repeated)) => all(body, repeated),
        _ => false,
    }
}
