//! Blocks that only group are dissolved into the list around them.
//!
//! Names are unique in a function, and a name that is bound again shadows an equal or newer value, so the scope
//! of a block may grow to the end of the list that it stands in.

use crate::ir::step::Step;

/// The steps without blocks.
pub(super) fn unnest(steps: Vec<Step>) -> Vec<Step> {
    steps
        .into_iter()
        .flat_map(|step| match step.with_bodies(&mut unnest) {
            Step::Block(body) => body,
            other => vec![other],
        })
        .collect()
}
