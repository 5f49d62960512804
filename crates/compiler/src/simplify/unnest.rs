//! Blocks that only group are dissolved into the list around them.
//!
//! Names are unique in a function, and a name that is bound again shadows an equal or newer value, so the scope
//! of a block may grow to the end of the list that it stands in.

use crate::step::Step;

/// The steps without blocks.
pub(super) fn unnest(steps: Vec<Step>) -> Vec<Step> {
    let mut out = Vec::new();
    for step in steps {
        match step {
            Step::Block(body) => out.extend(unnest(body)),
            Step::For { index, range, body, span } => {
                out.push(Step::For { index, range, body: unnest(body), span })
            }
            Step::While { condition, body } => out.push(Step::While { condition, body: unnest(body) }),
            Step::If { condition, then, otherwise } => {
                out.push(Step::If { condition, then: unnest(then), otherwise: unnest(otherwise) });
            }
            Step::Let { .. }
            | Step::Declare { .. }
            | Step::DeclareZero { .. }
            | Step::Set { .. }
            | Step::Refill { .. }
            | Step::Update(_)
            | Step::Call { .. }
            | Step::CallAdjoint { .. }
            | Step::Pull { .. }
            | Step::Seed { .. }
            | Step::Accumulate { .. }
            | Step::Window { .. }
            | Step::Push { .. }
            | Step::Pop { .. }
            | Step::Check(_)
            | Step::Safe(_) => out.push(step),
        }
    }
    out
}
