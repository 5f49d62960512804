//! Exchanges of numbers as assignments: in lanes each assignment has a mask.
//!
//! Law: after the steps both places have the number that the other one had.

use crate::ir::step::Step;
use crate::ir::*;

/// Returns steps whose exchanges of two numbers are assignments.
pub(super) fn assigned(steps: &[Step], vars: &mut Variables) -> Vec<Step> {
    let mut out = Vec::new();
    for step in steps {
        match numbers(step, vars) {
            Some([one, other]) => out.extend(three(one, other, vars)),
            None => out.push(step.clone().with_bodies(&mut |body| assigned(&body, vars))),
        }
    }
    out
}

/// Returns the places of two numbers that a step exchanges.
fn numbers<'s>(step: &'s Step, vars: &Variables) -> Option<[&'s Place; 2]> {
    let Step::Call { callee, args, .. } = step else { return None };
    let is_number = |place: &Place| matches!(vars.type_of(place), Type::Real | Type::Exact(_));
    match &args[..] {
        [Argument::Mutable(one), Argument::Mutable(other)] if callee.is_exchange() => {
            (is_number(one) && is_number(other)).then_some([one, other])
        }
        _ => None,
    }
}

/// Returns the assignments that exchange two numbers.
fn three(one: &Place, other: &Place, vars: &mut Variables) -> [Step; 3] {
    let of = &vars[one.base];
    let role =
        if of.role == Role::Shadow || of.role == Role::InputShadow { Role::Shadow } else { Role::Binding };
    let moved = vars.add(Variable {
        name: "moved".into(),
        span: *one.span,
        ty: vars.type_of(one),
        role,
        passing: Passing::Value,
        active: false,
        detached: false,
        definition: None,
    });
    let moved_place = Place::whole(moved, vars[moved].span);
    [
        Step::Let { var: moved, value: Expr::Read(one.clone()) },
        put(one, Expr::Read(other.clone())),
        put(other, Expr::Read(moved_place)),
    ]
}

/// Returns the assignment to a number.
fn put(place: &Place, value: Expr) -> Step {
    if place.is_whole() {
        return Step::Set { var: place.base, value };
    }
    Step::Refill { place: place.clone(), value: Some(value), primal: None }
}
