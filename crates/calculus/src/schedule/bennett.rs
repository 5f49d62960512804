//! Bennett's recursion: how a machine that cannot forget reverses a computation.
//!
//! A part is computed from its start to its end by computing its `k` parts, each from the one before, and then erasing the states
//! between them, the last first; a state is erased by running the step that wrote it. For `N = kⁿ` steps that takes `(2k − 1)ⁿ` steps and
//! `n (k − 1) + 2` states. The gradient undoes that program: parts that were erased are computed again, and the step that erases a
//! state of the way is preceded by its pull. It takes the same number of steps once more.
//!
//! A host that may forget does better with [`treeverse`](super::treeverse): no step is spent on erasing. (Paper 000, listings 3
//! and 12, figure 1 (b) and equation 2; Bennett 1989; Levine and Sherman 1990.)

use super::Action;
use crate::Error;

/// A writer of actions that knows which state is running.
struct Writer<'a, A> {
    parts: usize,
    at: usize,
    act: &'a mut A,
}

/// The way through a part.
#[derive(Clone, Copy)]
enum Way {
    /// From the start to the end: the state at the end comes to be kept.
    Compute,
    /// From the end to the start: the state at the end is erased.
    Erase,
    /// From the end to the start, with cotangents.
    Pull,
}

impl<A: FnMut(Action) -> Result<(), Error>> Writer<'_, A> {
    fn restore(&mut self, index: usize) -> Result<(), Error> {
        if self.at != index {
            (self.act)(Action::Restore(index))?;
            self.at = index;
        }
        Ok(())
    }

    fn part(&mut self, way: Way, start: usize, steps: usize) -> Result<(), Error> {
        if steps == 1 {
            self.restore(start)?;
            self.at = start + 1;
            return match way {
                Way::Compute => {
                    (self.act)(Action::Advance(start))?;
                    (self.act)(Action::Keep(start + 1))
                }
                Way::Erase => (self.act)(Action::Erase(start)),
                Way::Pull => {
                    (self.act)(Action::Pull(start))?;
                    (self.act)(Action::Erase(start))
                }
            };
        }
        let parts = self.parts.min(steps);
        let bound = |j: usize| start + (steps as u128 * j as u128 / parts as u128) as usize;
        match way {
            Way::Compute => {
                for j in 0..parts {
                    self.part(Way::Compute, bound(j), bound(j + 1) - bound(j))?;
                }
                for j in (0..parts - 1).rev() {
                    self.part(Way::Erase, bound(j), bound(j + 1) - bound(j))?;
                }
            }
            Way::Erase | Way::Pull => {
                for j in 0..parts - 1 {
                    self.part(Way::Compute, bound(j), bound(j + 1) - bound(j))?;
                }
                for j in (0..parts).rev() {
                    self.part(way, bound(j), bound(j + 1) - bound(j))?;
                }
            }
        }
        Ok(())
    }
}

/// Writes the actions that compute the last state: afterwards the first and the last are kept.
///
/// # Errors
///
/// [`Error::Parts`] if there are fewer than two parts, and the errors of `act`.
pub fn compute(
    steps: usize,
    parts: usize,
    act: &mut impl FnMut(Action) -> Result<(), Error>,
) -> Result<(), Error> {
    if parts < 2 {
        return Err(Error::Parts(parts));
    }
    act(Action::Keep(0))?;
    if steps == 0 { Ok(()) } else { Writer { parts, at: 0, act }.part(Way::Compute, 0, steps) }
}

/// Writes the actions of a gradient.
///
/// # Errors
///
/// [`Error::Parts`] if there are fewer than two parts, and the errors of `act`.
pub fn actions(
    steps: usize,
    parts: usize,
    act: &mut impl FnMut(Action) -> Result<(), Error>,
) -> Result<(), Error> {
    compute(steps, parts, act)?;
    if steps > 0 {
        act(Action::Restore(steps))?;
    }
    act(Action::Seed)?;
    if steps > 0 {
        Writer { parts, at: steps, act }.part(Way::Pull, 0, steps)?;
    }
    act(Action::Forget(0))
}
