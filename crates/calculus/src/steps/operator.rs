//! [`of_operator`]: an operator whose results are its state.

use super::{Bars, Step};
use retrograde::{Operator, Real};

/// An operator as a step; see [`of_operator`].
#[derive(Clone, Debug)]
pub struct OfOperator<T, O> {
    operator: O,
    inputs: Vec<T>,
}

/// An operator `(state, inputs) → state` as a step: its first arguments are the state, and it has as many results.
///
/// So is `f {}` beside a reversible function that takes its state by `&mut`, and inputs after it:
///
/// ```
/// use retrograde::prelude::*;
/// use retrograde_calculus::{Bars, Schedule, of_operator, pull};
///
/// #[reversible]
/// fn swing<T: Real>(x: &mut [T; 2], k: T) {
///     x[1] -= 0.1 * k * x[0].sin();
///     x[0] += 0.1 * x[1];
/// }
///
/// let step = of_operator(swing {}, vec![2.0]);
/// let seed = |_: &Vec<f64>| Bars { state: vec![1.0, 0.0], inputs: vec![0.0] };
/// let pulled = pull(&step, 50, vec![0.3, 0.0], Schedule::Treeverse { checkpoints: 5 }, seed)?;
/// assert!(pulled.bar.inputs[0].abs() > 0.01);
/// # Ok::<(), retrograde_calculus::Error>(())
/// ```
///
/// # Panics
///
/// A step panics if the operator does not take as many numbers as state and inputs have, or has more or fewer results than the state.
pub fn of_operator<T: Real, O: Operator<T>>(operator: O, inputs: Vec<T>) -> OfOperator<T, O> {
    OfOperator { operator, inputs }
}

impl<T: Real, O: Operator<T>> OfOperator<T, O> {
    fn arguments(&self, state: &[T]) -> Vec<T> {
        let x = [state, &self.inputs].concat();
        let (name, inputs) = (self.operator.name(), self.operator.inputs());
        assert!(
            inputs.admits(x.len()),
            "`{name}` takes {inputs}, and is a step with a state of {} and inputs of {}",
            state.len(),
            self.inputs.len()
        );
        let outputs = self.operator.outputs(x.len());
        assert!(
            outputs == state.len(),
            "`{name}` has results of {outputs} numbers, and a state of {}: a step returns its state",
            state.len()
        );
        x
    }
}

impl<T: Real, O: Operator<T>> Step for OfOperator<T, O> {
    type State = Vec<T>;
    type Bar = Bars<T>;

    fn forward(&self, _: usize, state: &mut Vec<T>) {
        let x = self.arguments(state);
        self.operator.value(&x, state);
    }

    fn pull(&self, _: usize, before: &Vec<T>, bar: &mut Bars<T>) {
        let x = self.arguments(before);
        let mut x_bar = vec![T::constant(0.0); x.len()];
        self.operator.pull(&x, &bar.state, &mut x_bar);
        let (state, inputs) = x_bar.split_at(before.len());
        bar.state.copy_from_slice(state);
        bar.inputs.iter_mut().zip(inputs).for_each(|(bar, x)| *bar += *x);
    }
}
