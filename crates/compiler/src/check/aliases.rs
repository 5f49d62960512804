//! R04: a call changes different places through different arguments.

use crate::analysis::lend::{Loan, groups, loan};
use crate::analysis::region::{Overlap, overlap};
use crate::ir::*;
use crate::law::{Diagnostics, Law};

pub(super) fn check(stmt: &Stmt, vars: &Variables, errors: &mut Diagnostics) {
    let Stmt::Call(call) = stmt else { return };
    // The value of a new key is built from values of other keys, which do not change.
    if call.callee.is_entry() {
        return;
    }
    let mut overlapping = false;
    for (i, arg) in call.args.iter().enumerate() {
        let Argument::Mutable(changed) = arg else { continue };
        for (j, other) in call.args.iter().enumerate() {
            let both_mutable = matches!(other, Argument::Mutable(_));
            if i == j || (both_mutable && j < i) {
                continue;
            }
            let mut found = None;
            other.reads(&mut |read| {
                if found.is_none() && matches!(overlap(changed, read, vars), Overlap::Certain) {
                    found = Some(read.clone());
                }
            });
            if let Some(read) = found {
                overlapping = true;
                let name = &vars[changed.base].name;
                errors.report(
                    Law::Aliases,
                    read.span,
                    format!("`{name}` is passed twice, and the call may change it"),
                    format!("pass two different places, one of them not `{name}`"),
                );
            }
        }
    }
    if !overlapping {
        splits(&call.args, vars, errors);
    }
}

/// Reports arguments that are parts of one array without a split, or splits of splits.
fn splits(args: &[Argument], vars: &Variables, errors: &mut Diagnostics) {
    let lent: Vec<Option<&Place>> = args
        .iter()
        .map(|arg| match arg {
            Argument::Mutable(place) | Argument::Shared(place) if !vars.is_single(place) => Some(place),
            // Numbers are passed as copies and written back.
            Argument::Mutable(_) | Argument::Shared(_) | Argument::Value(_) => None,
        })
        .collect();
    let is_changed = |i: usize| matches!(args[i], Argument::Mutable(_));
    let places = || lent.iter().enumerate().filter_map(|(i, place)| Some((i, (*place)?)));
    for (i, one) in places() {
        for (_, other) in places().filter(|(j, _)| i < *j && (is_changed(i) || is_changed(*j))) {
            let root = vars.root(one.base);
            if vars[root].ty.is_map()
                && root == vars.root(other.base)
                && loan(one, other, vars) != Loan::Apart
            {
                let map = &vars[root].name;
                return errors.report(
                    Law::Aliases,
                    other.span,
                    format!("two values of the map `{map}` are lent to one call, which changes one of them"),
                    format!("change it here, number by number: `{map}[&a].x += {map}[&b].x;`"),
                );
            }
        }
    }
    if let Err((_, second)) = groups(&lent, vars, |i, j| is_changed(i) || is_changed(j)) {
        let Some(place) = lent[second] else { return };
        let name = &vars[vars.root(place.base)].name;
        errors.report(
            Law::Aliases,
            place.span,
            format!("parts of `{name}` at different depths are passed to one call, which changes one of them"),
            format!("take the parts of `{name}` as parameters of their own; the caller splits: `{name}.split_at_mut(…)`"),
        );
    }
}
