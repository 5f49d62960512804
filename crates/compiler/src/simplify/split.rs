//! Splits an innermost loop that adds to one array in several places: one loop for each.
//!
//! `for k in 0..j { l_bar[i * n + k] -= …; l_bar[j * n + k] -= …; }` can have no window for either place, since two windows of one
//! array could overlap. Each place in a loop of its own has one, and its loop vectorises.
//!
//! Law: no step of the loop reads what the loop adds to, so all orders give the same sums, to rounding.

use super::inner::row;
use crate::analysis::region::{Overlap, Polynomial, overlap};
use crate::ir::step::Step;
use crate::ir::{Expr, Var, Variables};
use crate::sorted::Set;

/// Returns the bodies of the loops that take the place of one loop.
pub(super) fn split(body: Vec<Step>, index: Var, vars: &Variables) -> Vec<Vec<Step>> {
    if !is_free(&body) || !gains(&body, index, vars) {
        return vec![body];
    }
    let mut parts: Vec<Vec<Step>> = Vec::new();
    for step in body {
        let fits = |part: &Vec<Step>| part.iter().all(|other| !apart(other, &step, vars));
        match parts.iter().position(fits) {
            Some(at) => parts[at].push(step),
            None => parts.push(vec![step]),
        }
    }
    parts
}

/// True if all steps add, and none reads what another one adds to.
fn is_free(body: &[Step]) -> bool {
    let mut added = Set::new();
    for step in body {
        let Step::Accumulate { place, .. } = step else { return false };
        added.insert(place.base);
    }
    body.iter().all(|step| {
        let Step::Accumulate { place, value } = step else { return false };
        let mut free = !added.contains(&value.seed.base);
        let mut read = |index: &Expr| free &= !index.reads_any(|place| added.contains(&place.base));
        place.each_index(&mut read);
        value.seed.each_index(&mut read);
        value.factor.iter().for_each(read);
        free
    })
}

/// True if two places of one array, in steps that differ, are visited in order.
fn gains(body: &[Step], index: Var, vars: &Variables) -> bool {
    let walks = |step: &Step| {
        let Step::Accumulate { place, .. } = step else { return false };
        let stride = row(place).and_then(|(_, at)| Polynomial::of(&at, vars).split(index));
        stride.is_some_and(|(stride, _)| stride.as_constant() == Some(1))
    };
    body.iter()
        .enumerate()
        .any(|(at, one)| body[..at].iter().any(|other| apart(one, other, vars) && walks(one) && walks(other)))
}

/// True if two steps add to one array, and not certainly in the same place.
fn apart(one: &Step, other: &Step, vars: &Variables) -> bool {
    let (Step::Accumulate { place: a, .. }, Step::Accumulate { place: b, .. }) = (one, other) else {
        return false;
    };
    a.base == b.base && !matches!(overlap(a, b, vars), Overlap::Certain)
}
