//! The binomial schedule: `c` kept states, and the least number of steps that run again.
//!
//! With `β(c, r) = (c + r)! / (c! r!)`, a computation of up to `β(c, r)` steps can be reversed so that no step runs forwards
//! more than `r` times, and the number of steps that run before the states at which they are pulled is
//!
//! ```text
//! t(n, c) = r n − β(c + 1, r − 1)        where β(c, r − 1) < n ≤ β(c, r)
//! ```
//!
//! which is the least possible: `t(n, c) = min over m of m + t(n − m, c − 1) + t(m, c)`. One more step runs here, the last, for
//! the state in which the cotangents begin. With `c ≥ n − 1` this is to keep all states. (Figure 1 (a) of paper 000; Griewank
//! 1992; Griewank and Walther, "Algorithm 799: revolve", 2000.)

use super::{Action, Counts};
use crate::Error;

/// The number of steps that `c` kept states reverse with `r` runs: the binomial coefficient of `c + r` and `c`, or the largest
/// integer if that is larger.
pub fn reach(c: usize, r: usize) -> u128 {
    let (small, large) = (c.min(r) as u128, c.max(r) as u128);
    let mut reach = 1_u128;
    for i in 1..=small {
        // A product of i successive numbers, which i! divides.
        reach = match reach.checked_mul(large + i) {
            Some(product) => product / i,
            None => return u128::MAX,
        };
    }
    reach
}

/// The least `r` with `n ≤ β(c, r)`: how often a step runs at most.
fn runs(n: usize, c: usize) -> usize {
    // For one kept state β is 1 + r, and a search would take as long as the computation.
    if c == 1 {
        return n.saturating_sub(1);
    }
    let mut r = 0;
    while reach(c, r) < n as u128 {
        r += 1;
    }
    r
}

/// The least number of steps that run forwards with `checkpoints` kept states, among them that of the last state.
pub fn forward(steps: usize, checkpoints: usize) -> u128 {
    match runs(steps, checkpoints) {
        0 => steps.min(1) as u128,
        r => r as u128 * steps as u128 - reach(checkpoints + 1, r - 1) + 1,
    }
}

/// The counts of a gradient. As many states are kept at a time as may be, and there are.
///
/// # Errors
///
/// [`Error::NoCheckpoint`] if no state may be kept, and [`Error::Uncounted`] if a `usize` does not hold the counts.
pub fn counts(steps: usize, checkpoints: usize) -> Result<Counts, Error> {
    if checkpoints == 0 {
        return Err(Error::NoCheckpoint);
    }
    let forward = usize::try_from(forward(steps, checkpoints)).map_err(|_| Error::Uncounted(steps))?;
    Ok(Counts { forward, pulls: steps, peak: checkpoints.min(steps.saturating_sub(1)) })
}

/// The length of the first part of `n > 1` steps, if `c > 1` states may be kept, that at the start among them.
///
/// Both parts must need no more runs than the whole, and as few as the formula counts; of the lengths that do, this is the
/// largest, so that the states that are kept longest are few.
fn part(n: usize, c: usize) -> usize {
    let r = runs(n, c);
    // The part needs r − 1 runs, and the rest, with a state less, at least as many steps as r − 1 runs reach.
    let most = reach(c, r - 1).min((n as u128).saturating_sub(reach(c - 1, r - 1)));
    (most as usize).clamp(1, n - 1)
}

/// Writes the actions of a gradient.
///
/// # Errors
///
/// [`Error::NoCheckpoint`] if no state may be kept, and the errors of `act`.
pub fn actions(
    steps: usize,
    checkpoints: usize,
    act: &mut impl FnMut(Action) -> Result<(), Error>,
) -> Result<(), Error> {
    if checkpoints == 0 {
        return Err(Error::NoCheckpoint);
    }
    match steps {
        0 => return act(Action::Seed),
        1 => return act(Action::Last(0)).and_then(|()| act(Action::Pull(0))),
        _ => act(Action::Keep(0))?,
    }
    backwards(vec![0], 0, steps, checkpoints, true, act)
}

/// Writes the actions from the last step back to the first, where some states are kept and the running one is state `at`.
/// Seeds before the first pull if `seed` is true.
pub(super) fn backwards(
    mut kept: Vec<usize>,
    mut at: usize,
    mut end: usize,
    checkpoints: usize,
    mut seed: bool,
    act: &mut impl FnMut(Action) -> Result<(), Error>,
) -> Result<(), Error> {
    while let Some(&start) = kept.last() {
        let steps = end - start;
        if steps == 1 {
            kept.pop();
            act(if at == start { Action::Forget(start) } else { Action::Take(start) })?;
            at = start;
        } else {
            if at != start {
                act(Action::Restore(start))?;
            }
            // The state at the start is one of those that may be kept.
            let may = checkpoints - kept.len() + 1;
            let first = if may == 1 { steps - 1 } else { part(steps, may) };
            for step in start..start + first {
                act(Action::Advance(step))?;
            }
            at = start + first;
            // A part of one step begins and ends here.
            if first + 1 < steps {
                act(Action::Keep(at))?;
                kept.push(at);
                continue;
            }
        }
        if seed {
            act(Action::Last(at))?;
            seed = false;
        }
        act(Action::Pull(at))?;
        end = at;
    }
    Ok(())
}
