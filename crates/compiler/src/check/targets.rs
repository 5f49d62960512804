//! R01: an update does not read the place that it changes.

use crate::ir::*;
use crate::law::{Diagnostics, Law};
use crate::region::{Overlap, overlap};

pub(super) fn check(stmt: &Stmt, vars: &Variables, errors: &mut Diagnostics) {
    let Stmt::Update(u) = stmt else { return };
    let name = &vars[u.place.base].name;
    let mut report = |read: &Place, what: &str| {
        errors.report(
            Law::ReadsTarget,
            read.span,
            format!("{what} reads `{name}`, which this update changes: backwards, the old value is not there"),
            format!("bind the change first: `let change = …; {name} += change;` only helps if it does not read `{name}` either; otherwise write to a fresh place"),
        );
    };
    u.value.reads(&mut |read| {
        if matches!(overlap(&u.place, read, vars), Overlap::Certain) {
            report(read, "the right-hand side");
        }
    });
    u.place.index_reads(&mut |read| {
        if read.base == u.place.base {
            report(read, "the index");
        }
    });
}
