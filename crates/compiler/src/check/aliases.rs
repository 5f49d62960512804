//! R04: a call changes different places through different arguments.

use crate::ir::*;
use crate::law::{Diagnostics, Law};
use crate::region::{Overlap, overlap};

pub(super) fn check(stmt: &Stmt, vars: &Variables, errors: &mut Diagnostics) {
    let Stmt::Call(call) = stmt else { return };
    for (i, arg) in call.args.iter().enumerate() {
        let Argument::Mutable(changed) = arg else { continue };
        for (j, other) in call.args.iter().enumerate() {
            let both_mutable = matches!(other, Argument::Mutable(_));
            if i == j || (both_mutable && j < i) {
                continue;
            }
            other.reads(&mut |read| compare(changed, read, other, vars, errors));
        }
    }
}

fn compare(changed: &Place, read: &Place, other: &Argument, vars: &Variables, errors: &mut Diagnostics) {
    let name = &vars[changed.base].name;
    let ranges = |p: &Place| !is_element(p, vars);
    match overlap(changed, read, vars) {
        Overlap::Certain => errors.report(
            Law::Aliases,
            read.span,
            format!("`{name}` is handed over twice, and the call may change it"),
            format!("hand over two different places, one of them not `{name}`"),
        ),
        // Copies of elements are handed over and written back; parts of an array cannot be.
        Overlap::Unless(_) | Overlap::Never if changed.base == read.base => {
            if ranges(changed) || (ranges(read) && !by_value(other)) {
                errors.report(
                    Law::Aliases,
                    read.span,
                    format!("two parts of `{name}` are lent at once, one of them to be changed"),
                    format!("take the parts of `{name}` as parameters of their own; the caller splits: `{name}.split_at_mut(…)`"),
                );
            }
        }
        Overlap::Unless(_) | Overlap::Never => {}
    }
}

fn by_value(argument: &Argument) -> bool {
    matches!(argument, Argument::Value(_))
}

/// Whether a place is a single number.
fn is_element(place: &Place, vars: &Variables) -> bool {
    let indexed = place.path.iter().filter(|p| matches!(p, Projection::Index(_))).count();
    indexed == place.path.len() && vars[place.base].ty.depth() <= indexed
}
