//! Finds the variables that have cotangents.
//!
//! Real parameters have cotangents unless they are marked `#[inactive]`. A local has one if it is real and depends on
//! an active variable: a forward fixed point over all statements. Inactive variables cost nothing in the adjoint.

use crate::analysis::flow::{Source, forward};
use crate::ir::*;
use crate::sorted::Set;

/// Sets `active` on every variable.
pub fn activity(function: &mut Function) {
    let exact = only_exact(function);
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
            grown |= activate(vars, *var, &exact);
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
fn activate(vars: &mut Variables, var: Var, exact: &Set<Var>) -> bool {
    if vars.is_in_local_structure(var) {
        let root = vars.root(var);
        return !exact.contains(&root) && activate_structure(vars, root);
    }
    let variable = &mut vars[var];
    let is_new = variable.ty.is_real() && !variable.active && !variable.detached;
    variable.active |= is_new;
    is_new
}

/// Activates a structure as a whole: its shadow has a cotangent for each of its numbers.
fn activate_structure(vars: &mut Variables, root: Var) -> bool {
    if vars[root].active || vars[root].detached {
        return false;
    }
    let numbers: Vec<Var> = vars.parts(root).into_iter().filter(|part| !is_exact(*part, vars)).collect();
    numbers.into_iter().chain([root]).for_each(|var| vars[var].active = true);
    true
}

fn is_exact(part: Var, vars: &Variables) -> bool {
    matches!(vars[part].ty.leaf(), Type::Exact(_))
}

/// Returns the local structures whose numbers never count: the function names exact parts of them only, and they never get as a whole to
/// where another part may be read. Their type may have numbers all the same, since the macro does not see it.
fn only_exact(function: &Function) -> Set<Var> {
    let vars = &function.vars;
    let names_exact_parts = |var: &Var| {
        let parts = vars.parts(*var);
        vars.is_in_local_structure(*var)
            && !parts.is_empty()
            && parts.iter().all(|part| is_exact(*part, vars))
    };
    let roots: Set<Var> = vars.iter().map(|(var, _)| vars.root(var)).collect();
    let mut exact: Set<Var> = roots.into_iter().filter(names_exact_parts).collect();
    exact.retain(|var| function.output != Some(*var));
    if exact.is_empty() {
        return exact;
    }
    forward(&function.body, vars, &mut |flow| {
        let moved = whole(&flow.source, vars);
        let counts = |var: &Var| {
            let root = vars.root(*var);
            let is_open =
                if vars.is_in_local_structure(root) { !exact.contains(&root) } else { vars[root].active };
            vars[root].ty.is_structure() && is_open
        };
        let is_read = match flow.stmt {
            Stmt::Call(call) => {
                let moves = call.callee.is_stack() || call.callee.is_exchange() || call.callee.is_entry();
                !moves || moved.iter().any(counts)
            }
            _ => calls(&flow.source),
        };
        let counts = is_read || flow.targets.iter().any(counts);
        let before = exact.len();
        moved.iter().filter(|_| counts).for_each(|root| _ = exact.remove(root));
        exact.len() < before
    });
    exact
}

/// Returns the structures that a statement moves or hands over as a whole.
fn whole(source: &Source<'_>, vars: &Variables) -> Vec<Var> {
    let mut found = Vec::new();
    let mut note = |place: &Place| {
        if vars.type_of(place).is_structure() && vars.root(place.base) == place.base {
            found.push(place.base);
        }
    };
    match source {
        Source::Value(e) => e.reads(&mut note),
        Source::Arguments(args) => args.iter().for_each(|arg| {
            arg.reads(&mut note);
            arg.changes(&mut note);
        }),
        Source::Bounds => {}
    }
    found
}

/// True if a value contains a call whose cotangents go to its arguments.
fn calls(source: &Source<'_>) -> bool {
    let mut found = false;
    if let Source::Value(e) = source {
        e.each_call(&mut |_, _| found = true);
    }
    found
}
