//! [`Schedule`]: which states are kept, and which steps run again, as a list of actions that knows no numbers.
//!
//! A schedule writes actions; [`pull`](crate::pull) does them, and tests count them. Laws: the cotangents go through each step
//! once, from the last to the first; a step is pulled at the state before it; and all schedules therefore give the same bits.

pub mod bennett;
pub mod online;
mod plan;
pub mod treeverse;

pub use plan::{Plan, plan};

use crate::Error;

/// One thing that a schedule does. State `i` is that before step `i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The running state, which is state `i`, is kept.
    Keep(usize),
    /// The running state becomes a copy of the kept state `i`.
    Restore(usize),
    /// The running state becomes the kept state `i`, which is then kept no longer.
    Take(usize),
    /// State `i` is kept no longer.
    Forget(usize),
    /// Step `i` runs: the running state becomes state `i + 1`.
    Advance(usize),
    /// Step `i` runs, as [`Advance`](Action::Advance) does, to erase the kept state `i + 1`.
    Erase(usize),
    /// The running state is the last: its cotangents begin.
    Seed,
    /// Step `i`, the last, runs on a copy of the running state, and the cotangents of that begin.
    Last(usize),
    /// The cotangents of state `i + 1` become those of state `i`, which is the running state.
    Pull(usize),
}

/// The cost of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Steps that ran forwards, without those inside of pulls. The plain computation has as many as there are steps.
    pub forward: usize,
    /// Steps that were pulled, or undone with cotangents.
    pub pulls: usize,
    /// The largest number of states that were kept at a time, besides the running one and the last one.
    pub peak: usize,
}

/// A trade of time against space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Schedule {
    /// Keeps every state, and runs no step twice.
    StoreAll,
    /// Keeps so many states at a time, and runs as few steps as is possible with them: [`treeverse`].
    Treeverse {
        /// The largest number of kept states, one or more.
        checkpoints: usize,
    },
    /// Divides the computation into so many parts, and each of them again: [`bennett`].
    Bennett {
        /// The number of parts, two or more.
        parts: usize,
    },
}

impl Schedule {
    /// Writes the actions of a gradient through `steps` steps.
    ///
    /// # Errors
    ///
    /// [`Error::NoCheckpoint`] and [`Error::Parts`] if the schedule is not possible, and the errors of `act`.
    pub fn actions(
        self,
        steps: usize,
        act: &mut impl FnMut(Action) -> Result<(), Error>,
    ) -> Result<(), Error> {
        match self {
            Schedule::StoreAll => treeverse::actions(steps, steps.max(1), act),
            Schedule::Treeverse { checkpoints } => treeverse::actions(steps, checkpoints, act),
            Schedule::Bennett { parts } => bennett::actions(steps, parts, act),
        }
    }

    /// Returns the counts of a gradient through `steps` steps, without running one or writing its actions.
    ///
    /// # Errors
    ///
    /// [`Error::NoCheckpoint`] and [`Error::Parts`] if the schedule is not possible, and [`Error::Uncounted`] if a `usize` does not
    /// hold the counts.
    pub fn counts(self, steps: usize) -> Result<Counts, Error> {
        match self {
            Schedule::StoreAll => treeverse::counts(steps, steps.max(1)),
            Schedule::Treeverse { checkpoints } => treeverse::counts(steps, checkpoints),
            Schedule::Bennett { parts } => bennett::counts(steps, parts),
        }
    }
}

/// Counts actions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// The counts.
    pub counts: Counts,
    kept: usize,
}

impl Tally {
    /// Counts an action.
    pub fn count(&mut self, action: Action) {
        match action {
            Action::Keep(_) => {
                self.kept += 1;
                self.counts.peak = self.counts.peak.max(self.kept);
            }
            Action::Take(_) | Action::Forget(_) => self.kept -= 1,
            Action::Advance(_) | Action::Last(_) => self.counts.forward += 1,
            Action::Erase(_) => {
                self.counts.forward += 1;
                self.kept -= 1;
            }
            Action::Pull(_) => self.counts.pulls += 1,
            Action::Restore(_) | Action::Seed => {}
        }
    }
}
