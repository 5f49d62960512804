//! Passes that make steps do less, each with its own law and tests.

pub mod access;
mod commute;
mod copies;
mod dead;
mod fuse;
mod inner;
mod reuse;
mod scratch;
mod seeds;
mod unnest;

use crate::ir::{Role, Variables};
use crate::step::{Procedure, Step};

/// Simplifies a procedure.
pub fn simplify(procedure: Procedure) -> Procedure {
    let Procedure { program, mut vars, params, output, trail, steps } = in_the_large(procedure);
    let steps = inner::inner(steps, &mut vars);
    Procedure { program, vars, params, output, trail, steps }
}

/// The same without what only makes innermost loops fast, and harder to read.
pub fn in_the_large(procedure: Procedure) -> Procedure {
    let Procedure { program, vars, params, output, trail, steps } = procedure;
    let steps = unnest::unnest(steps);
    let steps = dead::dead(steps, &vars);
    let steps = seeds::seeds(steps, &vars);
    let steps = copies::copies(steps, &vars);
    let steps = reuse::reuse(steps, &vars);
    let steps = fuse::fuse(steps, &vars);
    // A call that is fused leaves the trail that it was recorded on.
    let recorded = vars.iter().any(|(_, v)| v.role == Role::Trail);
    let steps = if recorded { dead::dead(steps, &vars) } else { steps };
    let steps = commute::commute(steps, &vars);
    let steps = scratch::scratch(steps, &vars);
    Procedure { program, vars, params, output, trail, steps }
}

/// The steps whose effect is seen.
pub fn needed(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    dead::dead(unnest::unnest(steps), vars)
}

/// The primal keeps its shape, so that it costs what the function costs without the attribute; only its storage is
/// taken out of loops.
pub fn primal(procedure: Procedure) -> Procedure {
    let steps = scratch::scratch(procedure.steps, &procedure.vars);
    Procedure { steps, ..procedure }
}
