//! Laws R08 and R11: a recorded decision can be made once more before the reverse pass, in the same order.
//!
//! The recompute slice of the block that declares the stack makes the decision again, on values that are computed
//! from constant ones, and fills the stack; the reverse pass pops the decision. That works once: a slice that ran the
//! decision for another block would fill the stack twice, and a decision in a routine that is undone by `undo!` would
//! be popped before it is recorded.

use crate::analysis::footprint::Footprint;
use crate::analysis::slice::Recompute;
use crate::ir::visit::each;
use crate::ir::*;
use crate::law::{Diagnostics, Law};
use proc_macro2::Span;

pub(super) fn check(function: &Function, errors: &mut Diagnostics) {
    let (body, vars) = (&function.body, &function.vars);
    if let Some(recompute) = Recompute::of(body, vars) {
        inner(&recompute.rewind, vars, errors);
    }
    each(body, &mut |stmt| match stmt {
        Stmt::Undo(r) => {
            each(&r.body, &mut |stmt| {
                if let Stmt::Call(call) = stmt {
                    if call.stored().is_some() {
                        let message = "this is stored for the reverse pass, but its routine is undone in the forward pass";
                        errors.report(
                            Law::Undo,
                            call.span,
                            message,
                            "remove `#[store]` from statements that the program itself undoes",
                        );
                    }
                }
            });
            for (_, span) in decisions(&r.body) {
                errors.report(
                    Law::Undo,
                    span,
                    "this decision is kept for the reverse pass, but its routine is undone in the forward pass",
                    if r.label.is_empty() {
                        "decide on an input or an integer, or hold the decision in one".to_string()
                    } else {
                        format!(
                            "remove `undo!('{});`: the locals of the routine are uncomputed automatically",
                            r.label
                        )
                    },
                );
            }
        }
        other => other.forward_blocks().into_iter().for_each(|inner| nested(inner, vars, errors)),
    });
}

fn nested(block: &Block, vars: &Variables, errors: &mut Diagnostics) {
    if let Some(recompute) = Recompute::of(block, vars) {
        inner(&recompute.build, vars, errors);
        inner(&recompute.rewind, vars, errors);
    }
}

fn inner(block: &Block, vars: &Variables, errors: &mut Diagnostics) {
    let own = Footprint::of(&block.stmts, vars).declares;
    for (_, span) in decisions(block).into_iter().filter(|(stack, _)| !own.contains(stack)) {
        errors.report(
            Law::InexactDecision,
            span,
            "locals of two blocks depend on this kept decision, but it can be kept for one of them only",
            "declare the places that it changes at the top of the function",
        );
    }
}

/// Returns the decisions in a block that are recorded for the reverse pass only, with their stacks. The content of a
/// stack that the user named exists in any case.
fn decisions(block: &Block) -> Vec<(Var, Span)> {
    let mut found = Vec::new();
    each(block, &mut |stmt| {
        let passing = stmt.kept().filter(|(kept, _)| !kept.lasting);
        found.extend(passing.map(|(kept, span)| (kept.stack, span)));
        // In an undone block, the inner blocks are undone as well.
        if let Stmt::Undo(r) = stmt {
            found.extend(decisions(&r.body));
        }
    });
    found
}
