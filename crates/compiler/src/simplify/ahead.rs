//! Runs the reverse pass of a sum together with the sum, before the cotangent of the sum is known.
//!
//! The pullback of `g(Σ f(x_i))` computes the sum, the cotangent of the sum from that, and then each `f(x_i)` again for its slope. What a reverse pass adds is
//! linear in the cotangent that it starts from. So it may start from the one of the value, which is there at the beginning, in the loop that computes the
//! sum ([`join`]); a caller to whom the cotangent of the value is one multiplies what has been added by that of the sum.
//!
//! Law: the cotangents of arguments to which the loop adds are zero before, and nothing else touches them. The cotangent of the sum stays as the loop has read it.

use super::copies::replace;
use super::join::join;
use super::touched::Touched;
use crate::ir::step::{Ahead, Procedure, Program, RowTouch, Step};
use crate::ir::{Place, Role, Type, Var};
use crate::sorted::{Map, Set};

/// Returns the steps of a pullback with one loop less, if there are such.
pub(super) fn ahead(procedure: &Procedure) -> Option<Box<Ahead>> {
    let Procedure { steps, vars, program: Program::Adjoint, checked: None, .. } = procedure else {
        return None;
    };
    let seed = procedure.output.filter(|(value, _)| matches!(vars[*value].ty, Type::Real))?.1?;
    let loops: Vec<usize> = (0..steps.len()).filter(|at| matches!(steps[*at], Step::For { .. })).collect();
    if loops.len() < 2 {
        return None;
    }
    let bars: Set<Var> = procedure.params.iter().filter_map(|(_, bar)| *bar).collect();
    let touched: Vec<Touched> = steps.iter().map(|step| Touched::of(step, vars)).collect();
    loops.into_iter().find_map(|at| {
        let is_shadow = |var: &Var| matches!(vars[*var].role, Role::Shadow | Role::InputShadow);
        let read: Vec<Var> = touched[at].reads().filter(is_shadow).collect();
        let [factor] = read[..] else { return None };
        let scaled: Set<Var> = touched[at].written().collect();
        let is_number = matches!(vars[factor].ty, Type::Real) && factor != seed && !bars.contains(&factor);
        let is_alone = |other: usize| other == at || scaled.iter().all(|bar| !touched[other].names(*bar));
        let is_last = touched[at + 1..].iter().all(|later| later.written().all(|var| var != factor));
        let is_free = is_number && is_last && scaled.iter().all(|bar| bars.contains(bar));
        if !is_free || !(0..steps.len()).all(is_alone) {
            return None;
        }
        let mut sooner = steps.clone();
        let known = Place::whole(seed, vars[seed].span);
        replace(&mut sooner[at], &[(factor, known)].into_iter().collect::<Map<_, _>>());
        let saves = join(sooner.clone(), vars).len() < join(steps.clone(), vars).len();
        let procedure = Procedure { steps: sooner, ..procedure.clone() };
        saves.then(|| Box::new(Ahead { procedure, factor, scaled }))
    })
}

/// Makes the loops of such a program fast. An iteration in lanes whose cotangents are its own sets them, in place of reading zeros.
pub(super) fn hastened(mut ahead: Box<Ahead>) -> Box<Ahead> {
    let mut procedure = super::hastened(ahead.procedure);
    let touched: Vec<Touched> = procedure.steps.iter().map(|s| Touched::of(s, &procedure.vars)).collect();
    for (at, step) in procedure.steps.iter_mut().enumerate() {
        let Step::Lanes(lanes) = step else { continue };
        let rows: Vec<Var> = lanes.rows.iter().map(|row| row.of).collect();
        for row in lanes.rows.iter_mut().filter(|row| row.touch == RowTouch::Add) {
            // Behind the lanes is the loop over those that remain.
            let others = touched[..at].iter().chain(touched.iter().skip(at + 2));
            let once = rows.iter().filter(|of| **of == row.of).count() == 1;
            if once && ahead.scaled.contains(&row.of) && !others.into_iter().any(|other| other.names(row.of))
            {
                row.touch = RowTouch::AddFirst;
            }
        }
    }
    ahead.procedure = procedure;
    ahead
}
