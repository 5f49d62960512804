//! [`pull`], [`pull_while`], [`unwind`], [`bennett`]: run a step under a schedule.

use crate::schedule::online::Online;
use crate::schedule::{Action, Counts, Schedule, Tally, bennett as recursion};
use crate::store::{Heap, Store};
use crate::{Error, Step, Undo};

/// The cotangents before the first step, and what they cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Pulled<B> {
    /// The cotangents before the first step.
    pub bar: B,
    /// The number of steps.
    pub steps: usize,
    /// The cost of the run.
    pub counts: Counts,
}

/// Pulls cotangents back through `steps` steps from `start`, with kept states on the heap.
///
/// `seed` is given the last state, from which it may also take the value, and returns its cotangents.
///
/// # Errors
///
/// [`Error::NoCheckpoint`] and [`Error::Parts`] if the schedule is not possible.
pub fn pull<P: Step>(
    step: &P,
    steps: usize,
    start: P::State,
    schedule: Schedule,
    seed: impl FnOnce(&P::State) -> P::Bar,
) -> Result<Pulled<P::Bar>, Error> {
    pull_in(&mut Heap::new(), step, steps, start, schedule, seed)
}

/// Does what [`pull`] does, with kept states in a store.
///
/// # Errors
///
/// The errors of [`pull`], and those of the store.
pub fn pull_in<P: Step>(
    store: &mut impl Store<P::State>,
    step: &P,
    steps: usize,
    start: P::State,
    schedule: Schedule,
    seed: impl FnOnce(&P::State) -> P::Bar,
) -> Result<Pulled<P::Bar>, Error> {
    let mut run =
        Run { step, store, state: start, cotangents: Cotangents::Before(seed), tally: Tally::default() };
    schedule.actions(steps, &mut |action| run.act(action))?;
    Ok(run.pulled(steps))
}

/// Pulls cotangents back through as many steps as there are: `more(index, state)` says before each whether it runs. At most
/// `checkpoints` states are kept at a time.
///
/// ```
/// use retrograde_calculus::{from_fns, pull_while};
///
/// // Newton's method for the root of a, until it no longer moves. The state is (x, a).
/// let newton = from_fns(
///     |_, (x, a): &mut (f64, f64)| *x = 0.5 * (*x + *a / *x),
///     |_, (x, a): &(f64, f64), bar: &mut (f64, f64)| {
///         bar.1 += 0.5 / x * bar.0;
///         bar.0 *= 0.5 * (1.0 - a / (x * x));
///     },
/// );
/// let more = |_, (x, a): &(f64, f64)| (x * x - a).abs() > 1e-14 * a;
/// let pulled = pull_while(&newton, (9.0, 9.0), more, 3, |_| (1.0, 0.0))?;
/// assert!((pulled.bar.1 - 1.0 / 6.0).abs() < 1e-12);
/// assert!(pulled.counts.peak <= 3);
/// # Ok::<(), retrograde_calculus::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::NoCheckpoint`] if no state may be kept.
pub fn pull_while<P: Step>(
    step: &P,
    start: P::State,
    more: impl FnMut(usize, &P::State) -> bool,
    checkpoints: usize,
    seed: impl FnOnce(&P::State) -> P::Bar,
) -> Result<Pulled<P::Bar>, Error> {
    pull_while_in(&mut Heap::new(), step, start, more, checkpoints, seed)
}

/// Does what [`pull_while`] does, with kept states in a store.
///
/// # Errors
///
/// The errors of [`pull_while`], and those of the store.
pub fn pull_while_in<P: Step>(
    store: &mut impl Store<P::State>,
    step: &P,
    start: P::State,
    mut more: impl FnMut(usize, &P::State) -> bool,
    checkpoints: usize,
    seed: impl FnOnce(&P::State) -> P::Bar,
) -> Result<Pulled<P::Bar>, Error> {
    let mut run =
        Run { step, store, state: start, cotangents: Cotangents::Before(seed), tally: Tally::default() };
    let mut online = Online::new(checkpoints)?;
    let mut steps = 0;
    while more(steps, &run.state) {
        online.forward(steps, &mut |action| run.act(action))?;
        steps += 1;
    }
    online.backward(steps, &mut |action| run.act(action))?;
    Ok(run.pulled(steps))
}

/// Pulls cotangents back by undoing each step: no state is kept.
///
/// Each step runs once, and is undone once. The state comes back as exactly as the steps are undone: to the bit in number systems whose
/// sums are exact, and up to rounding at `f64`.
pub fn unwind<P: Undo>(
    step: &P,
    steps: usize,
    start: P::State,
    seed: impl FnOnce(&P::State) -> P::Bar,
) -> Pulled<P::Bar> {
    let mut state = start;
    (0..steps).for_each(|index| step.forward(index, &mut state));
    let mut bar = seed(&state);
    (0..steps).rev().for_each(|index| step.undo(index, &mut state, &mut bar));
    Pulled { bar, steps, counts: Counts { forward: steps, pulls: steps, peak: 0 } }
}

/// Computes the last state by Bennett's recursion, as a machine does that cannot forget; returns what that cost.
///
/// ```
/// use retrograde_calculus::{bennett, from_fns};
///
/// // 256 steps, divided by four and again, four times: listing 12 of paper 000.
/// let double = from_fns(|_, x: &mut f64| *x *= 2.0, |_, _: &f64, bar: &mut f64| *bar *= 2.0);
/// let (end, counts) = bennett(&double, 256, 1.0, 4)?;
/// assert_eq!((end, counts.forward, counts.peak), (2.0_f64.powi(256), 2401, 14));
/// # Ok::<(), retrograde_calculus::Error>(())
/// ```
///
/// # Errors
///
/// [`Error::Parts`] if there are fewer than two parts.
pub fn bennett<P: Step>(
    step: &P,
    steps: usize,
    start: P::State,
    parts: usize,
) -> Result<(P::State, Counts), Error> {
    let mut store = Heap::new();
    let seed = |_: &P::State| unreachable!("the program of the value has no cotangents");
    let mut run = Run {
        step,
        store: &mut store,
        state: start,
        cotangents: Cotangents::Before(seed),
        tally: Tally::default(),
    };
    recursion::compute(steps, parts, &mut |action| run.act(action))?;
    run.act(Action::Restore(steps))?;
    Ok((run.state, run.tally.counts))
}

/// A step under a schedule.
struct Run<'a, P: Step, K, F> {
    step: &'a P,
    store: &'a mut K,
    /// The running state.
    state: P::State,
    cotangents: Cotangents<P::Bar, F>,
    tally: Tally,
}

/// The cotangents, or the function from which they will come.
enum Cotangents<B, F> {
    Before(F),
    Running(B),
    /// While that function is called.
    Between,
}

impl<B, F> Cotangents<B, F> {
    fn begin<S>(&mut self, last: &S)
    where
        F: FnOnce(&S) -> B,
    {
        if let Cotangents::Before(seed) = std::mem::replace(self, Cotangents::Between) {
            *self = Cotangents::Running(seed(last));
        }
    }

    fn running(&mut self) -> &mut B {
        match self {
            Cotangents::Running(bar) => bar,
            Cotangents::Before(_) | Cotangents::Between => unreachable!("a schedule seeds before it pulls"),
        }
    }
}

impl<P: Step, K: Store<P::State>, F: FnOnce(&P::State) -> P::Bar> Run<'_, P, K, F> {
    fn act(&mut self, action: Action) -> Result<(), Error> {
        self.tally.count(action);
        match action {
            Action::Keep(i) => self.store.keep(i, &self.state)?,
            Action::Restore(i) => self.store.restore(i, &mut self.state)?,
            Action::Take(i) => self.store.take(i, &mut self.state)?,
            Action::Forget(i) => self.store.forget(i),
            Action::Advance(i) => self.step.forward(i, &mut self.state),
            Action::Erase(i) => {
                self.step.forward(i, &mut self.state);
                self.store.forget(i + 1);
            }
            Action::Seed => self.cotangents.begin(&self.state),
            Action::Last(i) => {
                let mut last = self.state.clone();
                self.step.forward(i, &mut last);
                self.cotangents.begin(&last);
            }
            Action::Pull(i) => self.step.pull(i, &self.state, self.cotangents.running()),
        }
        Ok(())
    }

    fn pulled(self, steps: usize) -> Pulled<P::Bar> {
        match self.cotangents {
            Cotangents::Running(bar) => Pulled { bar, steps, counts: self.tally.counts },
            Cotangents::Before(_) | Cotangents::Between => unreachable!("every schedule seeds"),
        }
    }
}
