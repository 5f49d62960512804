//! R01: an update does not read the place that it changes.

use crate::ir::*;
use crate::law::{Diagnostics, Law};
use crate::region::{Overlap, overlap};

pub(super) fn check(stmt: &Stmt, vars: &Variables, errors: &mut Diagnostics) {
    let Stmt::Update(u) = stmt else { return };
    let name = &vars[u.place.base].name;
    let mut found: Option<(Place, &str)> = None;
    u.place.index_reads(&mut |read| {
        if read.base == u.place.base {
            found = Some((read.clone(), "the index"));
        }
    });
    u.value.reads(&mut |read| {
        if found.is_none() && matches!(overlap(&u.place, read, vars), Overlap::Certain) {
            found = Some((read.clone(), "the right-hand side"));
        }
    });
    if let Some((read, what)) = found {
        errors.report(
            Law::ReadsTarget,
            read.span,
            format!(
                "{what} reads `{name}`, which this update changes: backwards, its old value is not there"
            ),
            match (u.place.path.last(), read.path.len() < u.place.path.len()) {
                (Some(Projection::Index(_)), true) => format!(
                    "hand over the part that stays, `&{name}[..i]`, or build the new value in a fresh place, `let fresh = …;`"
                ),
                _ => format!("build the new value in a fresh place, `let fresh = …;`, and leave `{name}` as it is"),
            },
        );
    }
}
