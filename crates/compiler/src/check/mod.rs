//! The laws that are decided on the whole program, one file each.
//!
//! Takes a lowered function and reports every broken law; what passes can be inverted and differentiated.

mod aliases;
pub(crate) mod batch;
mod conditions;
mod decided;
mod decision_stacks;
pub(crate) mod decisions;
mod detached;
pub(crate) mod hidden;
mod inputs;
mod slices;
mod targets;

pub use decided::{Asked, Decided, Handed, Turn};
pub(crate) use decisions::decided;

use crate::ir::visit::each;
use crate::ir::*;
use crate::law::{Diagnostics, Law};

/// Checks a function.
pub fn check(function: &Function) -> Diagnostics {
    let mut errors = Diagnostics::default();
    shapes(function, &mut errors);
    let carried = targets::carried(&function.body, &function.vars);
    let strict = !function.options.language.is_ordinary();
    each(&function.body, &mut |stmt| {
        inputs::check(stmt, &function.vars, &mut errors);
        aliases::check(stmt, &function.vars, &mut errors);
        if strict {
            targets::check(stmt, &function.vars, &carried, &mut errors);
            conditions::check(stmt, &function.vars, &mut errors);
        }
    });
    if strict {
        decisions::check(function, &mut errors);
        decision_stacks::check(function, &mut errors);
    }
    detached::check(function, &mut errors);
    hidden::check(function, &mut errors);
    if strict {
        slices::check(&function.body, &function.vars, &mut errors);
    }
    errors
}

/// The most levels of indices: a signature names the level of each shadow, which rustc resolves level by level.
const LEVELS: usize = 8;

/// Arrays of arrays are as deep as rustc resolves their shadows at once.
fn shapes(function: &Function, errors: &mut Diagnostics) {
    let plain = |var: Var| function.vars.field_path(var).is_none();
    let is_deep = |v: &Variable| v.ty.is_real() && v.ty.depth() > LEVELS;
    for (_, v) in function.vars.iter().filter(|(var, v)| plain(*var) && is_deep(v)) {
        errors.report(
            Law::Signature,
            v.span,
            format!("`{}` has more than eight levels of indices", v.name),
            "flatten it: `x[i * n + j]`",
        );
    }
}
