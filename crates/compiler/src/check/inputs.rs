//! Law R06: only state, ancillae and scratch change.

use crate::ir::*;
use crate::law::{Diagnostics, Law};

pub(super) fn check(stmt: &Stmt, vars: &Variables, errors: &mut Diagnostics) {
    let changed: Vec<&Place> = match stmt {
        Stmt::Update(u) => vec![&u.place],
        Stmt::Call(c) => c
            .args
            .iter()
            .filter_map(|arg| match arg {
                Argument::Mutable(place) => Some(place),
                Argument::Shared(_) | Argument::Value(_) => None,
            })
            .collect(),
        Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => vec![],
        Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) | Stmt::Safe(_) => {
            vec![]
        }
    };
    for place in changed {
        let (v, is_field) = (&vars[vars.root(place.base)], vars.field_path(place.base).is_some());
        let (what, help) = match v.role {
            Role::Input if v.ty.depth() > 0 || v.ty.is_structure() => {
                ("is only read by this function", format!("take it as state: `{}: &mut …`", v.name))
            }
            Role::Input => (
                "is only read by this function",
                format!("take it as `{0}: &mut …`, or change a copy: `let mut copy = {0};`", v.name),
            ),
            Role::Binding => ("is bound once", format!("declare it with `mut`: `let mut {} = …;`", v.name)),
            Role::Index => {
                ("is the index of a loop", "count in a local of your own: `let mut k = 0;`".to_string())
            }
            Role::State | Role::Scratch | Role::Ancilla | Role::DecisionStack => continue,
            Role::Output | Role::Shadow | Role::InputShadow | Role::Window => continue,
            Role::Uniform | Role::Tape => continue,
        };
        errors.report(
            Law::ChangesInput,
            place.span,
            if is_field {
                format!("`{}` lies in `{}`, which {what}", vars[place.base].name, v.name)
            } else {
                format!("`{}` {what} and cannot be changed", v.name)
            },
            help,
        );
    }
}
