//! Passes that make steps do less, each with its own law and tests.

pub mod access;
mod commute;
mod dead;
mod seeds;
mod unnest;

use crate::ir::Variables;
use crate::step::{Procedure, Step};

/// Simplifies a procedure.
pub fn simplify(procedure: Procedure) -> Procedure {
    let Procedure { program, vars, params, output, steps } = procedure;
    let steps = passes(steps, &vars);
    Procedure { program, vars, params, output, steps }
}

fn passes(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    let steps = unnest::unnest(steps);
    let steps = dead::dead(steps, vars);
    let steps = seeds::seeds(steps, vars);
    commute::commute(steps, vars)
}

/// The primal is emitted as written: only blocks that group are dissolved where they hold nothing.
pub fn primal(procedure: Procedure) -> Procedure {
    procedure
}
