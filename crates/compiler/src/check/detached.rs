//! R19: an inactive place is not updated from an active one, or its cotangent would be lost unnoticed.

use crate::analysis::activity::activity;
use crate::ir::*;
use crate::law::{Diagnostics, Law};

pub(super) fn check(function: &Function, errors: &mut Diagnostics) {
    let is_detached = |v: &Variable| v.detached && v.ty.is_real();
    if !function.vars.iter().any(|(_, v)| is_detached(v)) {
        return;
    }
    let mut function = function.clone();
    activity(&mut function);
    let vars = &function.vars;
    visit::each(&function.body, &mut |stmt| match stmt {
        Stmt::Update(u) if is_detached(&vars[u.place.base]) && carries(&u.value, vars) => {
            report(&u.place, vars, errors);
        }
        // What is stored is the value alone.
        Stmt::Call(c) if c.callee.is_store() => {}
        Stmt::Call(c) if c.args.iter().any(|arg| argument_carries(arg, vars)) => {
            for arg in &c.args {
                if let Argument::Mutable(place) = arg {
                    if is_detached(&vars[place.base]) {
                        report(place, vars, errors);
                    }
                }
            }
        }
        Stmt::Update(_) | Stmt::Call(_) | Stmt::Safe(_) => {}
        Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => {}
        Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) => {}
    });
}

fn report(place: &Place, vars: &Variables, errors: &mut Diagnostics) {
    let name = &vars[place.base].name;
    errors.report(
        Law::Detaches,
        place.span,
        format!("`{name}` is #[inactive], but the value that changes it here has a cotangent, which would be lost"),
        format!("bind the value without its cotangent, `#[inactive] let value = …;`, and change `{name}` by that, or remove `#[inactive]` from `{name}`"),
    );
}
