//! R08 and R11: a decision is kept where the way back can decide it once more, in the same order.
//!
//! The lead of the function's body takes every kept decision again, on values built from what never changed, and
//! puts it aside; the way back takes it from there. That works once: a decision that an inner block needs to build
//! its own locals would be put aside twice, and one in a routine that is undone by hand would be asked for before it
//! is kept.

use super::each;
use crate::ir::*;
use crate::law::{Diagnostics, Law};
use crate::slice::Lead;

pub(super) fn check(function: &Function, errors: &mut Diagnostics) {
    let (body, vars) = (&function.body, &function.vars);
    if let Some(lead) = Lead::of(body, vars) {
        inner(&lead.rewind, errors);
    }
    each(body, &mut |stmt| match stmt {
        Stmt::For(f) => nested(&f.body, vars, errors),
        Stmt::If(i) => {
            nested(&i.then, vars, errors);
            nested(&i.otherwise, vars, errors);
        }
        Stmt::While(w) => nested(&w.body, vars, errors),
        Stmt::Routine(r) => nested(&r.body, vars, errors),
        Stmt::Undo(r) => {
            each(&r.body, &mut |stmt| {
                if let Stmt::Call(call) = stmt {
                    if call.stored().is_some() {
                        let message =
                            "this is stored for the way back, and its routine is undone on the way forward";
                        errors.report(
                            Law::Undo,
                            call.span,
                            message,
                            "leave `#[store]` away in what the program itself undoes",
                        );
                    }
                }
            });
            for span in decisions(&r.body) {
                errors.report(
                    Law::Undo,
                    span,
                    "this decision is kept for the way back, and its routine is undone on the way forward",
                    match r.label.is_empty() {
                        true => "decide on an input or an integer, or hold the decision in one".to_string(),
                        false => format!(
                            "leave `undo!('{});` away: what the routine builds is undone by itself",
                            r.label
                        ),
                    },
                );
            }
        }
        Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => {}
        Stmt::Update(_) | Stmt::Call(_) | Stmt::Safe(_) => {}
    });
}

fn nested(block: &Block, vars: &Variables, errors: &mut Diagnostics) {
    if let Some(lead) = Lead::of(block, vars) {
        inner(&lead.build, errors);
        inner(&lead.rewind, errors);
    }
}

fn inner(block: &Block, errors: &mut Diagnostics) {
    for span in decisions(block) {
        errors.report(
            Law::InexactDecision,
            span,
            "a local of an inner block depends on this kept decision, which would be kept twice",
            "declare the places that it changes at the top of the function",
        );
    }
}

/// Where decisions are kept in a block.
fn decisions(block: &Block) -> Vec<proc_macro2::Span> {
    let mut spans = Vec::new();
    each(block, &mut |stmt| match stmt {
        Stmt::If(i) if is_passing(i.decision) => spans.push(i.span),
        Stmt::While(w) if is_passing(w.decision) => spans.push(w.span),
        // Within a block that is undone, the inner blocks are undone as well.
        Stmt::Undo(r) => spans.extend(decisions(&r.body)),
        Stmt::If(_) | Stmt::While(_) | Stmt::For(_) | Stmt::Routine(_) | Stmt::Safe(_) => {}
        Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => {}
        Stmt::Update(_) | Stmt::Call(_) => {}
    });
    spans
}

/// Whether a decision is kept for the way back alone. What lies on a stack of the writer's is there in any case.
fn is_passing(decision: Decision) -> bool {
    decision.kept().is_some_and(|kept| !kept.lasting)
}
