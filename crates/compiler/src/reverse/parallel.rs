//! Law R22: the iterations of a parallel loop do not see one another.
//!
//! It is the condition under which the passes run a loop in any order (`simplify::commute`), asked of the function itself: then it
//! holds of the adjoint, too, since a shared read becomes a shared sum.

use super::schedule::{Mode, steps};
use crate::ir::print::text;
use crate::ir::step::{Step, nested};
use crate::ir::*;
use crate::law::{Diagnostics, Law};
use crate::simplify::access::{Access, Nodes, Touch};
use crate::simplify::commute::{Obstacle, obstacle};

/// Checks the loops of a function that are marked `#[parallel]`.
pub fn check(function: &Function, errors: &mut Diagnostics) {
    if function.vars.has_parallel() {
        each(&steps(&function.body, &function.vars, Mode::RUN), &function.vars, errors);
    }
}

fn each(steps: &[Step], vars: &Variables, errors: &mut Diagnostics) {
    for step in steps {
        if let Step::For { index, span, .. } = step {
            if vars.is_parallel(*index) {
                let nodes = Nodes::of(std::slice::from_ref(step), vars);
                match obstacle(&nodes, 0, vars) {
                    None => {}
                    Some(Obstacle::Effect) => errors.report(
                        Law::Collides,
                        *span,
                        "the iterations of this loop run ordinary code, whose effects are in their order",
                        "move it behind the loop, or remove `#[parallel]`",
                    ),
                    Some(Obstacle::Shared(var)) => report(&nodes, var, *index, vars, errors),
                }
            }
        }
        nested(step).into_iter().for_each(|inner| each(inner, vars, errors));
    }
}

/// Reports a variable that iterations share, with the two places that collide.
fn report(nodes: &Nodes, var: Var, index: Var, vars: &Variables, errors: &mut Diagnostics) {
    let accesses = || nodes.accesses().filter(|a| a.place.base == var);
    let is_change = |a: &&Access| matches!(a.touch, Touch::Add | Touch::Change);
    let Some(changed) = accesses().find(is_change) else { return };
    let shown = |access: &Access| text::place(&access.place, vars);
    // The access that shows best why: a read, or else a change of another place.
    let is_whole = changed.place.is_whole();
    let other = accesses()
        .find(|a| a.touch == Touch::Read && (is_whole || a.place != changed.place))
        .or_else(|| accesses().find(|a| is_change(a) && a.place != changed.place));
    let (name, i) = (vars.written_name(var), vars.written_name(index));
    let whole = is_whole;
    let message = match other {
        Some(read) if read.touch == Touch::Read && whole => {
            format!("all iterations change `{name}`, and one reads what another one has left there")
        }
        Some(other) => {
            let does = if other.touch == Touch::Read { "reads" } else { "changes" };
            format!(
                "one iteration changes `{}`, and another one {does} `{}`: their indices do not tell the iterations apart",
                shown(changed),
                shown(other)
            )
        }
        None if is_one(&changed.place) => format!("all iterations change `{}`", shown(changed)),
        None => {
            format!("two iterations may change the same element `{}`", shown(changed))
        }
    };
    let kind = Kind::of(&Expr::Read(changed.place.clone()), vars);
    let is_count = whole && matches!(kind, Kind::Discrete | Kind::Integer);
    let help = if is_count {
        format!(
            "declare `{name}` in the loop if it is private, count with a real number (`let mut {name} = 0.0;`, `{name} += 1.0;`) if all share it, or remove `#[parallel]`"
        )
    } else if whole {
        format!(
            "declare `{name}` in the loop if it is private, only add to it (`{name} += …;`) if all share it, or remove `#[parallel]`"
        )
    } else {
        format!(
            "let each iteration change elements of its own, `{name}[{i}]` or `{name}[{i} * n + j]` with `j < n`, or remove `#[parallel]`"
        )
    };
    errors.report(Law::Collides, *changed.place.span, message, help);
}

/// True for a place whose indices are constants.
fn is_one(place: &Place) -> bool {
    place.path.iter().all(|projection| match projection {
        Projection::Index(index) => matches!(index, Expr::Constant(_)),
        Projection::Range(..) => false,
    })
}
