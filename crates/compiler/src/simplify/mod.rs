//! Passes that reduce the work of steps, each with its own law and tests.

pub mod access;
mod again;
mod ahead;
pub mod commute;
mod copies;
mod dead;
mod first;
mod fuse;
pub(crate) mod inner;
mod join;
mod lanes;
pub mod launches;
mod once;
mod reuse;
mod scratch;
mod seeds;
mod split;
mod touched;
mod unnest;

use crate::ir::step::{Procedure, Program, Step};
use crate::ir::{Role, Var, Variables};
use crate::sorted::Map;
pub use lanes::{Instances, Marked};
pub(crate) use lanes::{computes, gains, rows, unlike};
pub use reuse::is_costly;

/// Simplifies a procedure, with checks and without.
pub fn simplify(procedure: Procedure) -> Procedure {
    hastened(reduced(procedure))
}

/// Makes the loops fast of a program from [`reduced`], and simplifies the one with checks.
pub fn hastened(mut procedure: Procedure) -> Procedure {
    procedure.steps = once::once(procedure.steps, &mut procedure.vars);
    let mut procedure = stored(lanes::in_lanes(procedure));
    procedure.steps = inner::inner(procedure.steps, &mut procedure.vars, inner::Sums::InLanes);
    procedure.checked = procedure.checked.map(|checked| Box::new(simplify(*checked)));
    procedure.ahead = procedure.ahead.map(ahead::hastened);
    procedure
}

/// Simplifies without the passes that make innermost loops fast and hard to read.
pub fn in_the_large(procedure: Procedure) -> Procedure {
    let mut procedure = stored(reduced(procedure));
    procedure.checked = procedure.checked.map(|checked| Box::new(in_the_large(*checked)));
    procedure
}

/// Returns the loops of a program that are marked `#[parallel]` or run in lanes without a mark, with the names that their lanes have. The program is one before
/// simplification, or a finished one.
pub fn marked(procedure: Procedure) -> (Vec<Marked>, Variables) {
    let as_it_is =
        matches!(procedure.program, Program::Primal | Program::Record) || lanes::has_lanes(&procedure.steps);
    lanes::marked(if as_it_is { procedure } else { reduced(procedure) })
}

/// Returns the marked loops of a reduced program by their indices, each with the reason for which its iterations do not run together.
pub fn apart_in(procedure: Procedure) -> Map<Var, Option<String>> {
    let marked = lanes::marked(procedure).0.into_iter();
    marked.map(|marked| (marked.index, marked.lanes.err())).collect()
}

/// Returns a program with its instances in lanes, or the reason for which they run one by one.
pub fn together(procedure: Procedure) -> Result<Instances, String> {
    let is_primal = procedure.program == Program::Primal;
    lanes::instances(if is_primal { procedure } else { reduced(procedure) })
}

/// Moves storage out of loops.
fn stored(mut procedure: Procedure) -> Procedure {
    procedure.steps = first::first(&[], scratch::scratch(procedure.steps, &procedure.vars), &procedure.vars);
    procedure
}

/// Removes work, and lets loops rise whose iterations commute.
pub fn reduced(mut procedure: Procedure) -> Procedure {
    let (steps, vars) = (procedure.steps, &procedure.vars);
    let steps = unnest::unnest(steps);
    let steps = dead::dead(steps, vars);
    let steps = seeds::seeds(steps, vars);
    procedure.steps = copies::copies(steps, vars);
    procedure.ahead = ahead::ahead(&procedure);
    if let Some(ahead) = &mut procedure.ahead {
        ahead.procedure = joined(ahead.procedure.clone());
    }
    joined(procedure)
}

/// Makes one of what computes the same, and lets loops rise whose iterations commute.
fn joined(mut procedure: Procedure) -> Procedure {
    let (steps, vars) = (procedure.steps, &procedure.vars);
    let steps = join::join(steps, vars);
    let steps = reuse::reuse(steps, vars);
    let steps = fuse::fuse(steps, vars);
    // After fusing a recorded call with its replay, its tape is not needed any more.
    let recorded = vars.iter().any(|(_, v)| v.role == Role::Tape);
    let steps = if recorded { dead::dead(steps, vars) } else { steps };
    procedure.steps = commute::commute(steps, vars);
    procedure
}

/// Simplifies the program that records: its innermost loops are those of a primal, with the places of what they record at once.
pub fn recorder(procedure: Procedure) -> Procedure {
    let mut procedure = primal(procedure);
    procedure.steps = inner::inner(procedure.steps, &mut procedure.vars, inner::Sums::InLanes);
    procedure
}

/// Returns the steps that have an effect.
pub fn needed(steps: Vec<Step>, vars: &Variables) -> Vec<Step> {
    dead::dead(unnest::unnest(steps), vars)
}

/// Simplifies a primal: it keeps its shape, so that it costs as much as the function without the attribute; only its
/// storage is moved out of loops.
pub fn primal(mut procedure: Procedure) -> Procedure {
    procedure = stored(lanes::in_lanes(procedure));
    procedure.checked = procedure.checked.map(|checked| Box::new(primal(*checked)));
    procedure
}
