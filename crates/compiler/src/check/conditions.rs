//! R05 and R13: a branch does not change its condition, a loop not its bounds.

use super::changes;
use crate::ir::*;
use crate::law::{Diagnostics, Law};
use crate::region::{Overlap, overlap};

pub(super) fn check(stmt: &Stmt, vars: &Variables, errors: &mut Diagnostics) {
    match stmt {
        Stmt::If(i) if i.post.is_none() && i.decision.kept().is_none() => {
            let conflict =
                [&i.then, &i.otherwise].into_iter().find_map(|body| conflict(&[&i.pre], body, vars));
            if let Some((read, changed)) = conflict {
                let name = &vars[read.base].name;
                errors.report(
                    Law::ChangesCondition,
                    changed.span,
                    format!("`{name}` decides this branch and is changed in it"),
                    format!(
                        "say what of `{name}` tells afterwards which side was taken: \
                         `if (condition, postcondition) {{ … }}`, or keep the decision: `#[keep]` before the branch"
                    ),
                );
            }
        }
        Stmt::For(f) => {
            let bounds: Vec<&Expr> = [Some(&f.range.start), Some(&f.range.end), f.range.step.as_ref()]
                .into_iter()
                .flatten()
                .collect();
            if let Some((read, changed)) = conflict(&bounds, &f.body, vars) {
                let name = vars[read.base].name.clone();
                errors.report(
                    Law::ChangesBound,
                    changed.span,
                    format!("`{name}` bounds this loop and is changed in it"),
                    format!("change another place than `{name}`, or write `while (pre, post) {{ … }}`"),
                );
            }
        }
        Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) | Stmt::Safe(_) => {}
        Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => {}
        Stmt::Update(_) | Stmt::Call(_) => {}
    }
}

/// A place that one of the expressions reads and the body may change, with the change.
fn conflict(read: &[&Expr], body: &Block, vars: &Variables) -> Option<(Place, Place)> {
    let changes = changes(body);
    let mut found = None;
    for e in read {
        e.reads(&mut |place| {
            for changed in &changes {
                if found.is_none() && !matches!(overlap(place, changed, vars), Overlap::Never) {
                    found = Some((place.clone(), changed.clone()));
                }
            }
        });
    }
    found
}
