//! R01: an update does not read the place that it changes.

use crate::analysis::footprint::Footprint;
use crate::analysis::region::{Overlap, overlap};
use crate::ir::visit::each;
use crate::ir::*;
use crate::law::{Diagnostics, Law};
use crate::sorted::Set;

/// Variables that a loop changes and that are declared before it: what one round leaves the next one finds.
pub(super) fn carried(body: &Block, vars: &Variables) -> Set<Var> {
    let mut carried = Set::new();
    each(body, &mut |stmt| {
        if let Stmt::For(For { body, .. }) | Stmt::While(While { body, .. }) = stmt {
            let inside = Footprint::of(&body.stmts, vars);
            carried.extend(inside.writes.difference(&inside.declares));
        }
    });
    carried
}

pub(super) fn check(stmt: &Stmt, vars: &Variables, carried: &Set<Var>, errors: &mut Diagnostics) {
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
                "{what} reads `{name}`, which this update changes: the inverse does not have its old value"
            ),
            match (u.place.path.last(), read.path.len() < u.place.path.len()) {
                (Some(Projection::Index(_)), true) => format!(
                    "pass the part that does not change, `&{name}[..i]`, or build the new value in a fresh place, `let fresh = …;`"
                ),
                (None, _) if carried.contains(&u.place.base) => format!(
                    "give each iteration an element of its own, `let mut {name}s = vec![0.0; n + 1];`: `{name}s[k + 1] += …;`, which reads \
                     `{name}s[k]`"
                ),
                _ => format!("build the new value in a fresh place, `let fresh = …;`, and leave `{name}` as it is"),
            },
        );
    }
}
