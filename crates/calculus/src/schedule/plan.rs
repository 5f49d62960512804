//! [`plan`]: chooses a schedule for a budget of memory.

use super::{Schedule, treeverse};
use crate::Error;

/// A schedule with its costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The schedule.
    pub schedule: Schedule,
    /// The number of steps that run forwards, without those inside of pulls.
    pub forward: u128,
    /// The bytes of the states: kept, running, and the last.
    pub bytes: usize,
}

impl Plan {
    /// Returns how often a step runs forwards on average: one if all states are kept.
    pub fn ratio(&self, steps: usize) -> f64 {
        self.forward as f64 / steps.max(1) as f64
    }
}

/// Chooses the schedule that runs the fewest steps for a computation of `steps` steps whose state has `state` bytes, in `memory`
/// bytes. Two states are set aside: the running one, and the last one, in which the cotangents begin. What a pull itself allocates is not known here.
///
/// ```
/// use retrograde_calculus::{Schedule, plan};
///
/// // Ten thousand steps on a megabyte: ten gigabytes, or two runs in 200 megabytes.
/// let some = plan(10_000, 1 << 20, 200 << 20)?;
/// assert_eq!(some.schedule, Schedule::Treeverse { checkpoints: 198 });
/// assert!(some.ratio(10_000) < 2.0);
/// assert_eq!(plan(10_000, 1 << 20, 16 << 30)?.schedule, Schedule::StoreAll);
/// assert!(plan(10_000, 1 << 20, 1 << 20).unwrap_err().to_string().contains("three states"));
/// # Ok::<(), retrograde_calculus::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Memory`] if the memory is less than that of three states.
pub fn plan(steps: usize, state: usize, memory: usize) -> Result<Plan, Error> {
    let state = state.max(1);
    let checkpoints = (memory / state).saturating_sub(2);
    if checkpoints == 0 {
        return Err(Error::Memory { needed: state.saturating_mul(3), given: memory });
    }
    // The state before the last step is pulled where it is computed, so it is kept nowhere.
    let all = steps.saturating_sub(1).max(1);
    let kept = checkpoints.min(all);
    let schedule = if kept == all { Schedule::StoreAll } else { Schedule::Treeverse { checkpoints: kept } };
    Ok(Plan { schedule, forward: treeverse::forward(steps, kept), bytes: (kept + 2) * state })
}
