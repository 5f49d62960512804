//! Programs that run many instances of a function together (`#[reversible(batch)]`), in the place of the function and of its sweep
//! or adjoint: steps in lanes mean what they mean for one lane alone, so all laws hold of them.

use crate::harness::Compiled;
use retrograde_compiler::Stages;
use retrograde_compiler::ir::{Role, Type};
use retrograde_compiler::stages::together;
use retrograde_testkit::programs::Program;

/// Returns a program whose main function runs as the instances of a batch do; nothing if it runs one by one.
pub(crate) fn together_in_lanes(program: &Program) -> Option<Compiled> {
    let mut compiled = Compiled::new(program).ok()?;
    let stages = compiled.main_mut();
    if !may_be_a_batch(stages) {
        return None;
    }
    let both = together(stages);
    let (run, back) = (both.run.ok()?, both.back.ok()?);
    stages.primal = run.procedure;
    match &mut stages.sweep {
        Some(sweep) => *sweep = back.procedure,
        None => stages.adjoint = back.procedure,
    }
    Some(compiled)
}

/// True if no integer changes, and there is no scratch: `check/batch` refuses these.
fn may_be_a_batch(stages: &Stages) -> bool {
    let vars = &stages.function.vars;
    stages.function.params.iter().all(|p| {
        let v = &vars[p.var];
        match (v.role, v.ty.leaf()) {
            (Role::Input, Type::Exact(_)) => v.ty.depth() == 0,
            (Role::State | Role::Input, Type::Real) => v.ty.depth() <= 1 && !v.ty.is_map(),
            _ => false,
        }
    })
}
