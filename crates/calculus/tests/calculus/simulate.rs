//! Runs the actions of a schedule on indices instead of states: each must find what it needs.

use retrograde_calculus::schedule::{Action, Tally};
use retrograde_calculus::{Counts, Error};
use std::collections::BTreeSet;

/// The state of a simulation.
#[derive(Default)]
pub(crate) struct Simulation {
    running: usize,
    kept: BTreeSet<usize>,
    /// The number of steps whose cotangents are not pulled yet, when they have begun.
    left: Option<usize>,
    tally: Tally,
}

impl Simulation {
    pub(crate) fn act(&mut self, action: Action, steps: usize) -> Result<(), Error> {
        self.tally.count(action);
        match action {
            Action::Keep(i) => {
                assert_eq!(i, self.running);
                assert!(self.kept.insert(i), "state {i} is kept twice");
            }
            Action::Restore(i) => {
                assert!(self.kept.contains(&i), "state {i} is not kept");
                self.running = i;
            }
            Action::Take(i) => {
                assert!(self.kept.remove(&i), "state {i} is not kept");
                self.running = i;
            }
            Action::Forget(i) => assert!(self.kept.remove(&i), "state {i} is not kept"),
            Action::Advance(i) => {
                assert_eq!(i, self.running);
                self.running += 1;
            }
            Action::Erase(i) => {
                assert_eq!(i, self.running);
                assert!(self.kept.remove(&(i + 1)), "state {} is not kept", i + 1);
                self.running += 1;
            }
            Action::Seed | Action::Last(_) => {
                let last = if let Action::Last(i) = action { i + 1 } else { self.running };
                assert_eq!((last, self.left), (steps, None));
                self.left = Some(steps);
            }
            Action::Pull(i) => {
                assert_eq!((i, self.left), (self.running, Some(i + 1)));
                self.left = Some(i);
            }
        }
        Ok(())
    }

    /// Returns the counts of a run that pulled everything and kept nothing.
    pub(crate) fn done(self) -> Counts {
        assert_eq!((self.left, self.kept.len()), (Some(0), 0));
        self.tally.counts
    }
}

/// Simulates a schedule.
pub(crate) fn simulated(schedule: retrograde_calculus::Schedule, steps: usize) -> Counts {
    let mut simulation = Simulation::default();
    schedule.actions(steps, &mut |action| simulation.act(action, steps)).unwrap();
    simulation.done()
}
