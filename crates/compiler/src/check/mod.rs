//! The laws that are decided on the whole program, one file each.
//!
//! Takes a lowered function and reports every broken law; what passes can be inverted and differentiated.

mod aliases;
mod conditions;
pub(crate) mod decisions;
mod detached;
pub(crate) mod hidden;
mod inputs;
mod keepers;
mod targets;

pub(crate) use decisions::decides_on_state;

use crate::invert::invert;
use crate::ir::*;
use crate::law::{Diagnostics, Law};

/// Checks a function.
pub fn check(function: &Function) -> Diagnostics {
    let mut errors = Diagnostics::default();
    shapes(function, &mut errors);
    let carried = targets::carried(&function.body);
    each(&function.body, &mut |stmt| {
        inputs::check(stmt, &function.vars, &mut errors);
        targets::check(stmt, &function.vars, &carried, &mut errors);
        aliases::check(stmt, &function.vars, &mut errors);
        conditions::check(stmt, &function.vars, &mut errors);
    });
    decisions::check(function, &mut errors);
    keepers::check(function, &mut errors);
    detached::check(function, &mut errors);
    hidden::check(function, &mut errors);
    crate::schedule::check_leads(&function.body, &function.vars, &mut errors);
    errors
}

/// Arrays of arrays are as deep as shadows go.
fn shapes(function: &Function, errors: &mut Diagnostics) {
    let plain = |var: Var| function.vars.column(var).is_none();
    for (_, v) in function.vars.iter().filter(|(var, v)| plain(*var) && v.ty.is_real() && v.ty.reach() > 3) {
        errors.report(
            Law::Signature,
            v.span,
            format!("`{}` has more than three levels of indices", v.name),
            "flatten it: `x[i * n + j]`",
        );
    }
}

/// Calls `f` with every statement of a block and of the blocks in it. What is undone by its label is the inverse of a
/// routine that is visited itself; what `undo! { … }` undoes is visited as it was written.
pub(crate) fn each(block: &Block, f: &mut dyn FnMut(&Stmt)) {
    for stmt in &block.stmts {
        f(stmt);
        match stmt {
            Stmt::For(s) => each(&s.body, f),
            Stmt::If(s) => {
                each(&s.then, f);
                each(&s.otherwise, f);
            }
            Stmt::While(s) => each(&s.body, f),
            Stmt::Routine(s) => each(&s.body, f),
            Stmt::Undo(s) if s.label.is_empty() => each(&invert(&s.body), f),
            Stmt::Undo(_) | Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) => {}
            Stmt::Update(_) | Stmt::Call(_) | Stmt::Safe(_) => {}
        }
    }
}

/// The places that statements change, with the spans of the statements.
pub(crate) fn changes(block: &Block) -> Vec<Place> {
    let mut places = Vec::new();
    each(block, &mut |stmt| match stmt {
        Stmt::Update(u) => places.push(u.place.clone()),
        Stmt::Call(c) => {
            c.args.iter().for_each(|arg| arg.changes(&mut |place| places.push(place.clone())));
        }
        Stmt::Bind(_) | Stmt::Forget(_) | Stmt::Allocate(_) | Stmt::Release(_) | Stmt::Safe(_) => {}
        Stmt::For(_) | Stmt::If(_) | Stmt::While(_) | Stmt::Routine(_) | Stmt::Undo(_) => {}
    });
    places
}
