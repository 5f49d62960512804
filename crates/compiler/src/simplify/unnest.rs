//! Moves the steps of blocks that only group into the surrounding list.
//!
//! Names are unique in a function, and a name that is bound again shadows an equal or newer value, so the scope of a
//! block may extend to the end of the list that contains it.

use crate::ir::step::Step;

/// Returns the steps without blocks.
pub(super) fn unnest(steps: Vec<Step>) -> Vec<Step> {
    steps
        .into_iter()
        .flat_map(|step| match step.with_bodies(&mut unnest) {
            Step::Block(body) => body,
            other => vec![other],
        })
        .collect()
}
