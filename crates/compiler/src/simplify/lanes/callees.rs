//! Calls whose numbers decide: their loops run in the order of the text.
//!
//! A callee that records, or carries cotangents, may add the iterations of its loops in another order than the function itself. Law: a number that
//! decides in the caller has the bits that the function returns. What a number decides in another callee is not known here.

use super::exact::{Origin, decides};
use crate::ir::step::{Procedure, Program, Step, each_alone};
use crate::ir::{Argument, Callee, Expr};

/// Marks the calls whose numbers decide in the program.
pub(super) fn in_order(procedure: Procedure) -> Procedure {
    match procedure.program {
        Program::Primal | Program::Inverse => return procedure,
        Program::Adjoint | Program::Sweep | Program::InverseAdjoint | Program::Record | Program::Replay => {}
    }
    let (mut at, mut calls) = (0, Vec::new());
    each(&procedure.steps, &mut at, &mut |at, step| calls.extend(is_source(step).then_some(at)));
    let decide = |calls: &[usize]| decides(&procedure.steps, &Origin::Calls(calls.to_vec()), &procedure.vars);
    if calls.is_empty() || !decide(&calls) {
        return procedure;
    }
    if calls.len() <= MOST {
        calls.retain(|call| decide(&[*call]));
    }
    Procedure { steps: marked(procedure.steps, &mut 0, &calls), ..procedure }
}

/// The most calls of which each is asked by itself: the time grows with their number and the size of the program.
const MOST: usize = 32;

/// Visits steps in the order of their nodes.
fn each(steps: &[Step], at: &mut usize, f: &mut dyn FnMut(usize, &Step)) {
    for step in steps {
        f(*at, step);
        *at += 1;
        crate::ir::step::nested(step).into_iter().for_each(|inner| each(inner, at, f));
    }
}

fn marked(steps: Vec<Step>, at: &mut usize, deciding: &[usize]) -> Vec<Step> {
    let mut out = Vec::new();
    for step in steps {
        let is_one = deciding.contains(at);
        *at += 1;
        let step = if is_one { step_in_order(step) } else { step };
        out.push(step.with_bodies(&mut |body| marked(body, at, deciding)));
    }
    out
}

/// True for a call that runs another program than the function itself, and hands a number on.
fn is_source(step: &Step) -> bool {
    match step {
        Step::Call { callee, .. } => callee.tape().is_some(),
        Step::CallAdjoint { callee, .. } | Step::Pull { callee, .. } => callee.tape().is_none(),
        Step::Lanes(_) => false,
        other => {
            let mut found = false;
            each_alone(other, &mut |e| e.each_call(&mut |callee, _| found |= callee.tape().is_some()));
            found
        }
    }
}

fn step_in_order(step: Step) -> Step {
    let ordered = |callee: Callee| Callee { in_order: true, ..callee };
    match step {
        Step::Call { callee, program, args, span } => {
            Step::Call { callee: ordered(callee), program, args, span }
        }
        Step::CallAdjoint { callee, program, args, span } => {
            Step::CallAdjoint { callee: ordered(callee), program, args, span }
        }
        Step::Pull { value, callee, seed, args, span } => {
            Step::Pull { value, callee: ordered(callee), seed, args, span }
        }
        other => other.with_expressions(&mut calls_in_order),
    }
}

fn calls_in_order(e: &Expr) -> Expr {
    e.replaced(&mut |part| match part {
        Expr::Call(callee, args) if callee.tape().is_some() => {
            let args = args.iter().map(|arg| match arg {
                Argument::Value(value) => Argument::Value(calls_in_order(value)),
                Argument::Mutable(_) | Argument::Shared(_) => arg.clone(),
            });
            Some(Expr::Call(Callee { in_order: true, ..callee.clone() }, args.collect()))
        }
        _ => None,
    })
}
