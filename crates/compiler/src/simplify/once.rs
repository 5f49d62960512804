//! Adds to an element of a cotangent once in an iteration.
//!
//! Each read of `x[i]` in an expression makes an addition to `x_bar[i]`, which loads and stores it, as LLVM cannot know that the stores between go elsewhere.
//! `x_bar[i] += a; …; x_bar[i] += b;` becomes `let mut sum = a; …; sum += b; x_bar[i] += sum;`.
//!
//! Law: between the additions nothing reads the cotangent or changes it otherwise, nor what the index reads. Sums are taken in another order.

use crate::ir::step::{Cotangent, Step};
use crate::ir::*;
use crate::simplify::access::{Nodes, Touch};

/// Returns the steps of which each loop adds to an element once.
pub(super) fn once(steps: Vec<Step>, vars: &mut Variables) -> Vec<Step> {
    in_loops(steps, false, vars)
}

fn in_loops(steps: Vec<Step>, repeats: bool, vars: &mut Variables) -> Vec<Step> {
    let steps = steps.into_iter().map(|step| {
        let repeats = repeats || matches!(step, Step::For { .. } | Step::While { .. });
        step.with_bodies(&mut |body| in_loops(body, repeats, vars))
    });
    let mut steps: Vec<Step> = steps.collect();
    let mut at = 0;
    while repeats && at < steps.len() {
        let others = others(&steps[at..], vars);
        if let Some(&last) = others.last() {
            gather(&mut steps, at, &others, at + last, vars);
        }
        at += 1;
    }
    steps
}

/// The element to which a step adds.
fn element(step: &Step) -> Option<&Place> {
    match step {
        Step::Accumulate { place, .. } => {
            let is_index = |part: &Projection| matches!(part, Projection::Index(_));
            (!place.is_whole() && place.path.iter().all(is_index)).then_some(place)
        }
        _ => None,
    }
}

/// Returns the distances to those steps that may join the first one.
fn others(steps: &[Step], vars: &Variables) -> Vec<usize> {
    let Some(place) = steps.first().and_then(element) else { return Vec::new() };
    let is_number = matches!(vars.type_of(place), Type::Real) && vars.field_path(place.base).is_none();
    let is_same = |step: &Step| element(step) == Some(place);
    if !is_number || !steps[1..].iter().any(is_same) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (at, step) in steps.iter().enumerate().skip(1) {
        if keeps_apart(step, place, vars) {
            break;
        }
        if is_same(step) {
            found.push(at);
        }
    }
    found
}

/// True if a step reads a cotangent, changes it otherwise than by an addition, or changes the index of its element.
fn keeps_apart(step: &Step, place: &Place, vars: &Variables) -> bool {
    let root = |var: Var| vars.root(var);
    let (base, mut found) = (root(place.base), false);
    for node in &Nodes::of(std::slice::from_ref(step), vars).all {
        for access in &node.accesses {
            let is_it = root(access.place.base) == base;
            found |= match access.touch {
                Touch::Add | Touch::Extent => false,
                Touch::Read => is_it,
                Touch::Change => is_it,
            };
            if matches!(access.touch, Touch::Add | Touch::Change) || is_it {
                place.index_reads(&mut |read| found |= !is_it && root(read.base) == root(access.place.base));
            }
        }
        let declared = node.declares.map(root);
        found |= declared == Some(base);
        place.index_reads(&mut |read| found |= declared == Some(root(read.base)));
    }
    found
}

/// Gathers the additions of steps in a local, which the last of them adds.
fn gather(steps: &mut Vec<Step>, first: usize, others: &[usize], last: usize, vars: &mut Variables) {
    let Step::Accumulate { place, value } = &steps[first] else { return };
    let (place, value) = (place.clone(), value.clone());
    let sum = vars.add(Variable {
        name: format!("{}_sum", vars[place.base].name),
        definition: None,
        ty: Type::Real,
        role: Role::Shadow,
        passing: Passing::Value,
        ..vars[place.base].clone()
    });
    let here = Place::whole(sum, place.span);
    for other in others {
        if let Step::Accumulate { place, .. } = &mut steps[first + other] {
            *place = here.clone();
        }
    }
    steps[first] = Step::Seed { var: sum, value };
    let value = Cotangent { sign: Sign::Plus, seed: here, factor: None };
    steps.insert(last + 1, Step::Accumulate { place, value });
}
