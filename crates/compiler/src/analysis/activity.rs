//! Finds the variables that have cotangents.
//!
//! Real parameters have cotangents unless they are marked `#[inactive]`. A local has one if it is real and depends on
//! an active variable: a forward fixed point over all statements. Inactive variables cost nothing in the adjoint.

use crate::analysis::flow::{Source, forward};
use crate::ir::*;

/// Sets `active` on every variable.
pub fn activity(function: &mut Function) {
    let (known, vars) = (function.vars.clone(), &mut function.vars);
    forward(&function.body, &known, &mut |flow| {
        let is_active = match flow.source {
            Source::Value(e) => carries(e, vars),
            // What a call changes may depend on anything it is handed, and the callee's adjoint wants a shadow for every
            // real place that it changes.
            Source::Arguments(_) => true,
            Source::Bounds => false,
        };
        let mut grown = false;
        for var in flow.targets.iter().filter(|_| is_active) {
            grown |= activate(vars, *var);
        }
        // The shadows of two structures are exchanged with them, also where they hold no number.
        if matches!(flow.stmt, Stmt::Call(call) if call.callee.is_exchange()) {
            let has_shadow = |var: &Var| vars[*var].active && vars[*var].ty.is_structure();
            if flow.targets.iter().any(has_shadow) {
                for var in flow
                    .targets
                    .iter()
                    .filter(|var| vars.is_in_local_structure(**var))
                    .copied()
                    .collect::<Vec<_>>()
                {
                    let root = vars.root(var);
                    let root = &mut vars[root];
                    grown |= !root.active && !root.detached;
                    root.active |= !root.detached;
                }
            }
        }
        grown
    });
}

/// Returns true if a variable was not active before.
fn activate(vars: &mut Variables, var: Var) -> bool {
    if vars.is_in_local_structure(var) {
        return activate_structure(vars, vars.root(var));
    }
    let variable = &mut vars[var];
    let is_new = variable.ty.is_real() && !variable.active && !variable.detached;
    variable.active |= is_new;
    is_new
}

/// Activates a structure as a whole: its shadow has a cotangent for each of its numbers.
fn activate_structure(vars: &mut Variables, root: Var) -> bool {
    let parts = vars.parts(root);
    let is_exact = |part: &Var| matches!(vars[*part].ty.leaf(), Type::Exact(_));
    if vars[root].active || vars[root].detached || (!parts.is_empty() && parts.iter().all(is_exact)) {
        return false;
    }
    let numbers: Vec<Var> = parts.iter().filter(|part| !is_exact(part)).copied().collect();
    numbers.into_iter().chain([root]).for_each(|var| vars[var].active = true);
    true
}
