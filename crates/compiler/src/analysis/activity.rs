//! Which variables carry cotangents.
//!
//! Real parameters do unless they are marked `#[inactive]`. A local does if it is real and something active flows
//! into it: forwards to a fixed point over all statements. What is inactive costs nothing in the adjoint.

use crate::ir::*;

/// Sets `active` on every variable.
pub fn activity(function: &mut Function) {
    loop {
        let mut changed = false;
        visit(&function.body, &mut function.vars, &mut changed);
        if !changed {
            return;
        }
    }
}

fn activate(vars: &mut Variables, var: Var, changed: &mut bool) {
    if vars.is_in_local_structure(var) {
        return activate_structure(vars, vars.root(var), changed);
    }
    let variable = &mut vars[var];
    if variable.ty.is_real() && !variable.active && !variable.detached {
        variable.active = true;
        *changed = true;
    }
}

/// A structure is active as a whole: its shadow has a place for each of its numbers.
fn activate_structure(vars: &mut Variables, root: Var, changed: &mut bool) {
    let parts = vars.parts(root);
    let is_exact = |part: &Var| matches!(vars[*part].ty.leaf(), Type::Exact(_));
    if vars[root].active || vars[root].detached || (!parts.is_empty() && parts.iter().all(is_exact)) {
        return;
    }
    let numbers: Vec<Var> = parts.iter().filter(|part| !is_exact(part)).copied().collect();
    numbers.into_iter().chain([root]).for_each(|var| vars[var].active = true);
    *changed = true;
}

fn visit(block: &Block, vars: &mut Variables, changed: &mut bool) {
    for stmt in &block.stmts {
        match stmt {
            Stmt::Bind(b) | Stmt::Allocate(b) | Stmt::Forget(b) | Stmt::Release(b) => {
                if carries(&b.value, vars) {
                    activate(vars, b.var, changed);
                }
            }
            Stmt::Update(u) => {
                if carries(&u.value, vars) {
                    activate(vars, u.place.base, changed);
                }
            }
            Stmt::Call(c) => {
                // What a call changes may depend on anything it is handed, and the callee's adjoint wants a
                // shadow for every real place that it changes.
                for arg in &c.args {
                    arg.changes(&mut |place| activate(vars, place.base, changed));
                }
            }
            Stmt::For(f) => visit(&f.body, vars, changed),
            Stmt::If(i) => {
                visit(&i.then, vars, changed);
                visit(&i.otherwise, vars, changed);
            }
            Stmt::While(w) => visit(&w.body, vars, changed),
            Stmt::Routine(r) | Stmt::Undo(r) => visit(&r.body, vars, changed),
            Stmt::Safe(_) => {}
        }
    }
}
