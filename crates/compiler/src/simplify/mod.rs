//! Passes that reduce the work of steps, each with its own law and tests.

pub mod access;
mod commute;
mod copies;
mod dead;
mod fuse;
mod inner;
mod reuse;
mod scratch;
mod seeds;
mod split;
mod unnest;

use crate::ir::step::{Procedure, Step};
use crate::ir::{Role, Variables};

/// Simplifies a procedure, with checks and without.
pub fn simplify(procedure: Procedure) -> Procedure {
    let mut procedure = in_the_large(procedure);
    procedure.steps = inner::inner(procedure.steps, &mut procedure.vars);
    if let Some(checked) = &mut procedure.checked {
        checked.steps = inner::inner(std::mem::take(&mut checked.steps), &mut checked.vars);
    }
    procedure
}

/// Simplifies without the passes that make innermost loops fast and hard to read.
pub fn in_the_large(mut procedure: Procedure) -> Procedure {
    let (steps, vars) = (procedure.steps, &procedure.vars);
    let steps = unnest::unnest(steps);
    let steps = dead::dead(steps, vars);
    let steps = seeds::seeds(steps, vars);
    let steps = copies::copies(steps, vars);
    let steps = reuse::reuse(steps, vars);
    let steps = fuse::fuse(steps, vars);
    // After fusing a recorded call with its replay, its tape is not needed any more.
    let recorded = vars.iter().any(|(_, v)| v.role == Role::Tape);
    let steps = if recorded { dead::dead(steps, vars) } else { steps };
    let steps = commute::commute(steps, vars);
    procedure.steps = scratch::scratch(steps, vars);
    procedure.checked = procedure.checked.map(|checked| Box::new(in_the_large(*checked)));
    procedure
}

/// Returns the steps that have an effect.
pub fn needed(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    dead::dead(unnest::unnest(steps), vars)
}

/// Simplifies a primal: it keeps its shape, so that it costs as much as the function without the attribute; only its
/// storage is moved out of loops.
pub fn primal(mut procedure: Procedure) -> Procedure {
    procedure.steps = scratch::scratch(procedure.steps, &procedure.vars);
    procedure.checked = procedure.checked.map(|checked| Box::new(primal(*checked)));
    procedure
}
