//! [`of_reversible`]: a reversible function, which needs no kept state.

use super::{Bars, Step, Undo};
use retrograde::{Real, Reversible};

/// A reversible function as a step; see [`of_reversible`].
#[derive(Clone, Debug)]
pub struct OfReversible<T, F> {
    function: F,
    inputs: Vec<T>,
}

/// A reversible function with its inputs as a step. It can be pulled at kept states, and [undone](crate::unwind) without any.
///
/// ```
/// use retrograde::prelude::*;
/// use retrograde_calculus::{Bars, Schedule, of_reversible, pull, unwind};
///
/// #[reversible]
/// fn swing<T: Real>(x: &mut [T], k: T) {
///     x[1] -= 0.1 * k * x[0].sin();
///     x[0] += 0.1 * x[1];
/// }
///
/// let step = of_reversible(swing {}, vec![2.0]);
/// let seed = |_: &Vec<f64>| Bars { state: vec![1.0, 0.0], inputs: vec![0.0] };
/// let kept = pull(&step, 1000, vec![0.3, 0.0], Schedule::StoreAll, seed)?;
/// let undone = unwind(&step, 1000, vec![0.3, 0.0], seed);
/// assert_eq!((kept.counts.peak, undone.counts.peak), (999, 0));
/// // The one is exact, the other undoes its sums up to rounding.
/// assert!((kept.bar.inputs[0] - undone.bar.inputs[0]).abs() < 1e-9);
/// # Ok::<(), retrograde_calculus::Error>(())
/// ```
pub fn of_reversible<T: Real, F: Reversible<T>>(function: F, inputs: Vec<T>) -> OfReversible<T, F> {
    OfReversible { function, inputs }
}

impl<T: Real, F: Reversible<T>> Step for OfReversible<T, F> {
    type State = Vec<T>;
    type Bar = Bars<T>;

    fn forward(&self, _: usize, state: &mut Vec<T>) {
        self.function.call(state, &self.inputs);
    }

    fn pull(&self, _: usize, before: &Vec<T>, bar: &mut Bars<T>) {
        self.function.sweep(&mut before.clone(), &mut bar.state, &self.inputs, &mut bar.inputs);
    }
}

impl<T: Real, F: Reversible<T>> Undo for OfReversible<T, F> {
    fn undo(&self, _: usize, state: &mut Vec<T>, bar: &mut Bars<T>) {
        self.function.adjoint(state, &mut bar.state, &self.inputs, &mut bar.inputs);
    }
}
