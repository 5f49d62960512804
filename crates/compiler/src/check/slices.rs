//! Law R07: the values from which a local is computed do not change while the local is in use.

use crate::analysis::slice::Unstable;
use crate::ir::invert::invert;
use crate::ir::*;
use crate::law::{Diagnostics, Law};
use crate::sorted::Set;

/// Reports every block whose locals cannot be recomputed.
pub(super) fn check(block: &Block, vars: &Variables, errors: &mut Diagnostics) {
    if let Some(Unstable { local, place }) = Unstable::of(block, vars) {
        let (name, unstable) = (vars.written_name(local), (local, place));
        let (local, place) = (&vars[local], &vars[place]);
        if local.role == Role::DecisionStack && local.detached {
            let message = format!(
                "the stored value depends on `{}`, which changes: the reverse pass cannot store it first",
                place.name
            );
            let help = "remove `#[store]`, or store values that depend on inputs and locals only";
            errors.report(Law::UnstableRead, local.span, message, help);
            return;
        }
        if local.role == Role::DecisionStack {
            errors.report(
                Law::InexactDecision,
                local.span,
                format!(
                    "this decision depends on `{}`, which changes: it cannot be kept, since the reverse pass cannot evaluate it again",
                    place.name
                ),
                "keep it on a stack of the caller's: `#[keep(log)]`, with `log: &mut Vec<usize>`",
            );
            return;
        }
        if let Some(callee) = changes_both(block, unstable, vars) {
            let message = format!(
                "`{name}` is forgotten at the end, but `{callee}` changes it together with `{}`, which is not forgotten: the reverse pass cannot recompute it alone",
                place.name
            );
            // Only rustc knows the type of the parameter, and Rust accepts `x` for `&*x` there.
            let only_read = match place.passing {
                Passing::Mutable => {
                    format!("if `{callee}` only reads `{0}`, write `&*{0}`; otherwise ", place.name)
                }
                Passing::Shared | Passing::Value => String::new(),
            };
            let help = format!(
                "{only_read}make two functions of `{callee}`: build `{name}` by the first, and change `{}` afterwards by the second, \
                 which reads it",
                place.name
            );
            errors.report(Law::UnstableRead, local.span, message, help);
            return;
        }
        errors.report(
            Law::UnstableRead,
            local.span,
            format!(
                "`{name}` is computed from `{}`, which changes while `{name}` is in use: the reverse pass cannot recompute it",
                place.name
            ),
            match (is_pushed(block, unstable, vars), lent_whole(block, unstable.1, vars)) {
                (true, _) => {
                    format!("`{name}` is zero after `push!`: free it there, `free!({name} = 0.0);`")
                }
                (false, Some((callee, lent))) => format!(
                    "`{callee}` takes all of `{lent}`, and may change any part of it: change the fields here, \
                     or pass to `{callee}` only those that it changes, after the last use of `{name}`"
                ),
                (false, None) => format!(
                    "change `{}` after the last use of `{name}`, in a statement that does not read it",
                    place.name
                ),
            },
        );
    }
    for stmt in &block.stmts {
        match stmt {
            Stmt::Undo(r) if r.label.is_empty() => check(&invert(&r.body), vars, errors),
            // The body of an `Undo` is the inverse of a routine that is checked itself.
            other => other.forward_blocks().into_iter().for_each(|inner| check(inner, vars, errors)),
        }
    }
}

/// True if a local is pushed on the stack from which it is computed.
fn is_pushed(block: &Block, (local, stack): (Var, Var), vars: &Variables) -> bool {
    vars[local].role == Role::Ancilla
        && block.stmts.iter().any(|stmt| match stmt {
            Stmt::Call(call) if call.callee.is_stack() && call.direction == Direction::Call => {
                let bases: Vec<Var> = call.args.iter().filter_map(Argument::place).map(|p| p.base).collect();
                bases == [stack, local]
            }
            _ => false,
        })
}

/// Returns the function that changes a local and a place in one call.
fn changes_both(block: &Block, (local, place): (Var, Var), vars: &Variables) -> Option<String> {
    let root = |var: Var| vars.root(var);
    block.stmts.iter().find_map(|stmt| match stmt {
        Stmt::Call(call) if !call.callee.is_stack() && !call.callee.is_entry() => {
            let mut changed = Set::new();
            for arg in &call.args {
                arg.changes(&mut |place| {
                    changed.insert(root(place.base));
                });
            }
            [local, place].iter().all(|var| changed.contains(&root(*var))).then(|| call.callee.name())
        }
        other => {
            other.forward_blocks().into_iter().find_map(|inner| changes_both(inner, (local, place), vars))
        }
    })
}

/// Returns the call that takes a whole structure although it need only change a part, and that structure.
fn lent_whole(block: &Block, place: Var, vars: &Variables) -> Option<(String, String)> {
    block.stmts.iter().find_map(|stmt| match stmt {
        Stmt::Call(call) if !call.callee.is_stack() && !call.callee.is_entry() => {
            let whole = call.args.iter().find_map(|arg| match arg {
                Argument::Mutable(lent)
                    if vars.are_related(lent.base, place) && vars.type_of(lent).is_structure() =>
                {
                    Some(crate::ir::print::text::place(lent, vars))
                }
                Argument::Mutable(_) | Argument::Shared(_) | Argument::Value(_) => None,
            });
            whole.map(|whole| (call.callee.name(), whole))
        }
        other => other.forward_blocks().into_iter().find_map(|inner| lent_whole(inner, place, vars)),
    })
}
