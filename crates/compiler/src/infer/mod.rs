//! One type inference: unification over what is written, with rows for fields.
//!
//! Takes a function whose locals have names of their own, and returns the [`Table`] of the types of all variables and fields. Types of
//! parameters, constants and returned values are written; locals follow. What a call returns, what a field holds that no use
//! tells, and what stands behind a type alias or an associated type stays unknown: emitted code asks rustc of it.

mod expr;
mod iterate;
mod report;
mod solve;
mod terms;
mod unify;
mod walk;
mod written;

use crate::syntax::position::Positions;
pub use report::Table;
pub use terms::{Holder, Row, Term, Ty, Uses, Written};
pub use unify::Unifier;
pub use walk::{Mention, Way};
pub use written::Setting;

/// Infers the types of a function.
pub fn infer(item: &syn::ItemFn, setting: &Setting) -> Table {
    let mut walk = walk::Walk::new(setting, Positions::of(&item.block));
    walk.function(item);
    walk.solve();
    Table {
        types: walk.types,
        named: walk.named.rows,
        locals: walk.locals,
        mentions: walk.mentions,
        expressions: walk.expressions,
    }
}
