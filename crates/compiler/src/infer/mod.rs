//! Type inference by unification, with rows for fields.
//!
//! Takes a function whose locals have unique names, and returns the [`Table`] of the types of all variables and
//! fields. The types of parameters, constants and returned values are written; those of locals follow. The result of
//! a call, a field without informative uses, and a type behind an alias or an associated type stay unknown: emitted
//! code lets rustc check them.

mod complete;
mod expr;
mod iterate;
mod operators;
mod report;
mod solve;
mod terms;
mod told;
mod unify;
mod walk;
mod witness;
mod written;

use crate::syntax::position::Positions;
pub(crate) use complete::completed;
pub(crate) use operators::{as_calls, is_operator, path as operator};
pub use report::Table;
pub use terms::{Holder, Row, Term, Ty, Uses, Written};
pub use unify::Unifier;
use walk::Walk;
pub use walk::{Mention, Way};
pub use written::Setting;

/// Infers the types of a function.
pub fn infer(item: &syn::ItemFn, setting: &Setting) -> Table {
    let mut walk = Walk::new(setting, Positions::of(&item.block));
    walk.function(item);
    walk.solve();
    Table {
        types: walk.types,
        named: walk.named.rows,
        locals: walk.locals,
        mentions: walk.mentions,
        expressions: walk.expressions,
        wrapped: operators::wrapped(&item.block),
    }
}
