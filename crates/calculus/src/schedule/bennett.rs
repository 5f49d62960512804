//! Bennett's recursion: how a machine that cannot forget reverses a computation.
//!
//! A part is computed from its start to its end by computing its `k` parts, each from the one before, and then erasing the states
//! between them, the last first; a state is erased by running the step that wrote it. For `N = kⁿ` steps that takes `(2k − 1)ⁿ` steps and
//! `n (k − 1) + 2` states. The gradient undoes that program: parts that were erased are computed again, and the step that erases a
//! state of the way is preceded by its pull. It takes the same number of steps once more.
//!
//! A host that may forget does better with [`treeverse`](super::treeverse): no step is spent on erasing. (Paper 000, listings 3
//! and 12, figure 1 (b) and equation 2; Bennett 1989; Levine and Sherman 1990.)

use super::{Action, Counts};
use crate::Error;
use std::collections::HashMap;

/// A writer of actions that knows which state is running.
struct Writer<'a, A> {
    parts: usize,
    at: usize,
    act: &'a mut A,
}

/// The way through a part.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
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
        let bound = |j: usize| start + bound(steps, parts, j);
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

/// The number of steps before part `j` of a part of `steps` steps.
fn bound(steps: usize, parts: usize, j: usize) -> usize {
    (steps as u128 * j as u128 / parts as u128) as usize
}

/// Costs of parts, by their lengths: on each level of the recursion there are two of these.
struct Costs {
    parts: usize,
    /// The steps that run, and the largest number of states that are kept behind the start.
    known: HashMap<(Way, usize), Option<(usize, usize)>>,
}

impl Costs {
    /// The cost of a part; nothing if a `usize` does not hold it.
    fn of(&mut self, way: Way, steps: usize) -> Option<(usize, usize)> {
        if steps == 1 {
            return Some((1, 1));
        }
        if let Some(known) = self.known.get(&(way, steps)) {
            return *known;
        }
        let cost = self.sum(way, steps);
        self.known.insert((way, steps), cost);
        cost
    }

    fn sum(&mut self, way: Way, steps: usize) -> Option<(usize, usize)> {
        let parts = self.parts.min(steps);
        // Beside the states of a part, the ends of those before it are kept, and sometimes that of the whole.
        let (there, back) = match way {
            Way::Compute => {
                (self.of_first(way, steps, parts, 0)?, self.of_first(Way::Erase, steps, parts - 1, 1)?)
            }
            Way::Erase | Way::Pull => {
                (self.of_first(Way::Compute, steps, parts - 1, 1)?, self.of_first(way, steps, parts, 0)?)
            }
        };
        Some((there.0.checked_add(back.0)?, there.1.max(back.1)))
    }

    /// The cost of the first `count` parts, each with the ends of the parts before it and `beside` other states.
    fn of_first(&mut self, way: Way, steps: usize, count: usize, beside: usize) -> Option<(usize, usize)> {
        let parts = self.parts.min(steps);
        let short = steps / parts;
        let longer = bound(steps, parts, count) - count * short;
        let (runs, kept) = self.of(way, short)?;
        let (runs_longer, kept_longer) = if longer > 0 { self.of(way, short + 1)? } else { (0, kept) };
        let forward = (count - longer).checked_mul(runs)?.checked_add(longer.checked_mul(runs_longer)?)?;
        let mut peak = 0;
        // Earlier parts have fewer states beside them.
        for j in (0..count).rev() {
            if j + beside + kept.max(kept_longer) <= peak {
                break;
            }
            let is_short = bound(steps, parts, j + 1) - bound(steps, parts, j) == short;
            peak = peak.max(j + beside + if is_short { kept } else { kept_longer });
        }
        Some((forward, peak))
    }
}

/// The counts of a gradient.
///
/// # Errors
///
/// [`Error::Parts`] if there are fewer than two parts, and [`Error::Uncounted`] if a `usize` does not hold the counts.
pub fn counts(steps: usize, parts: usize) -> Result<Counts, Error> {
    if parts < 2 {
        return Err(Error::Parts(parts));
    }
    if steps == 0 {
        return Ok(Counts { forward: 0, pulls: 0, peak: 1 });
    }
    let mut costs = Costs { parts, known: HashMap::new() };
    let mut both = || {
        let (there, kept) = costs.of(Way::Compute, steps)?;
        let (back, kept_back) = costs.of(Way::Pull, steps)?;
        Some(Counts { forward: there.checked_add(back)?, pulls: steps, peak: 1 + kept.max(kept_back) })
    };
    both().ok_or(Error::Uncounted(steps))
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
