//! Laws R05 and R13: a branch does not change its condition, and a loop does not change its bounds.

use crate::analysis::region::{Overlap, overlap};
use crate::ir::visit::changes;
use crate::ir::*;
use crate::law::{Diagnostics, Law};

pub(super) fn check(stmt: &Stmt, vars: &Variables, errors: &mut Diagnostics) {
    match stmt {
        Stmt::If(i) => {
            if let Some((read, changed)) = undecided(i, vars) {
                let (name, root) = (&vars[read.base].name, vars.root(read.base));
                // The caller's variables are not recomputed, so the adjoint could not record the decision.
                let keep = if vars[root].role == Role::State {
                    "or keep the decision on a stack of the caller's: `#[keep(log)]` before the branch, with `log: &mut Vec<usize>`"
                } else {
                    "or keep the decision: `#[keep]` before the branch"
                };
                errors.report(
                    Law::ChangesCondition,
                    changed.span,
                    format!("`{name}` decides this branch and is changed in it"),
                    format!(
                        "say which condition on `{name}` shows afterwards which side was taken: \
                         `if (condition, postcondition) {{ … }}`, {keep}"
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
        Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) | Stmt::Safe(_) => {}
        Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => {}
        Stmt::Update(_) | Stmt::Call(_) => {}
    }
}

/// Returns a place that decides a branch and is changed in it, with the change, if no postcondition or record shows
/// which side was taken.
pub(super) fn undecided(branch: &If, vars: &Variables) -> Option<(Place, Place)> {
    if branch.post.is_some() || branch.decision.kept().is_some() {
        return None;
    }
    [&branch.then, &branch.otherwise].into_iter().find_map(|body| conflict(&[&branch.pre], body, vars))
}

/// Returns a place that one of the expressions reads and that the body may change, with the change.
fn conflict(read: &[&Expr], body: &Block, vars: &Variables) -> Option<(Place, Place)> {
    let changes = changes(body);
    let mut found = None;
    // Ignores changes to deeper parts than this.
    let mut compare = |place: &Place, deepest: usize| {
        let mut changes = changes.iter().filter(|changed| changed.path.len() <= deepest);
        let meets = |changed: &&Place| !matches!(overlap(place, changed, vars), Overlap::Never);
        if let (None, Some(changed)) = (&found, changes.find(meets)) {
            found = Some((place.clone(), changed.clone()));
        }
    };
    for e in read {
        let mut stacks = Vec::new();
        let rest = e.replaced(&mut |part| {
            stacks.push(counted(part)?.clone());
            Some(Expr::integer(0))
        });
        rest.reads(&mut |place| compare(place, usize::MAX));
        for stack in &stacks {
            stack.index_reads(&mut |place| compare(place, usize::MAX));
            // The length of a vector does not change when one of its elements does.
            compare(stack, stack.path.len());
        }
    }
    found
}
