//! [`Step`]: a step of a long computation, and its adjoint.
//!
//! | a step from | by |
//! |---|---|
//! | two closures: the step, and its pull. So for a function marked `#[differentiable]`, by its `sweep`; a tape, by its pullback | [`from_fns`] |
//! | an [`Operator`](retrograde::Operator): `f {}` beside a reversible function, a primitive | [`of_operator`] |
//! | a [reversible function](retrograde::Reversible), which can also be undone | [`of_reversible`] |
//!
//! Laws: a step depends on its index and its state alone, and gives the same bits whenever it runs; `pull` is the transpose of its derivative.

mod functions;
mod operator;
mod reversible;

pub use functions::{FromFns, from_fns};
pub use operator::{OfOperator, of_operator};
pub use reversible::{OfReversible, of_reversible};

/// A step of a long computation, and its adjoint.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no step of a computation",
    label = "this is not a step with its adjoint",
    note = "make one of two closures by `from_fns`, of an operator `f {{}}` by `of_operator`, of a reversible function by `of_reversible`"
)]
pub trait Step {
    /// The state that the step changes.
    type State: Clone;
    /// The cotangents of a state, and of whatever else the derivative is taken by.
    type Bar;

    /// Runs step `index`.
    fn forward(&self, index: usize, state: &mut Self::State);

    /// Makes the cotangents after step `index` those before it, at the state before it. Adds to those of numbers that are no state.
    fn pull(&self, index: usize, before: &Self::State, bar: &mut Self::Bar);
}

/// A step that can be undone.
pub trait Undo: Step {
    /// Makes the state and the cotangents after step `index` those before it.
    fn undo(&self, index: usize, state: &mut Self::State, bar: &mut Self::Bar);
}

impl<P: Step> Step for &P {
    type State = P::State;
    type Bar = P::Bar;

    fn forward(&self, index: usize, state: &mut P::State) {
        (**self).forward(index, state);
    }
    fn pull(&self, index: usize, before: &P::State, bar: &mut P::Bar) {
        (**self).pull(index, before, bar);
    }
}

impl<P: Undo> Undo for &P {
    fn undo(&self, index: usize, state: &mut P::State, bar: &mut P::Bar) {
        (**self).undo(index, state, bar);
    }
}

/// The cotangents of a step that has a state and inputs of numbers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars<T> {
    /// Those of the state.
    pub state: Vec<T>,
    /// Those of the inputs, summed over all steps.
    pub inputs: Vec<T>,
}
