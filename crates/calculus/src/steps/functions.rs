//! [`from_fns`]: a step of two closures.

use super::Step;
use std::fmt;
use std::marker::PhantomData;

/// A step of two closures; see [`from_fns`].
pub struct FromFns<S, B, F, P> {
    forward: F,
    pull: P,
    types: PhantomData<fn(S, B)>,
}

/// A step of two closures: `forward(index, state)` runs the step, and `pull(index, before, bar)` its adjoint.
///
/// ```
/// use retrograde::differentiable;
/// use retrograde_calculus::{Schedule, from_fns, pull};
///
/// /// A step of damped motion; the damping is a parameter.
/// #[differentiable]
/// fn step(x: &mut [f64], damping: f64) {
///     x[1] = damping * (x[1] - 0.1 * x[0].sin());
///     x[0] = x[0] + 0.1 * x[1];
/// }
///
/// let damping = 0.99;
/// let steps = from_fns(
///     |_, x: &mut Vec<f64>| step(x, damping),
///     |_, x: &Vec<f64>, (x_bar, damping_bar): &mut (Vec<f64>, f64)| {
///         step::sweep(&mut x.clone(), x_bar, damping, damping_bar);
///     },
/// );
/// let seed = |_: &Vec<f64>| (vec![1.0, 0.0], 0.0);
/// let pulled = pull(&steps, 500, vec![1.0, 0.0], Schedule::Treeverse { checkpoints: 10 }, seed)?;
/// let (_, by_damping) = pulled.bar;
///
/// let end = |damping: f64| {
///     let mut x = [1.0, 0.0];
///     (0..500).for_each(|_| step(&mut x, damping));
///     x[0]
/// };
/// let difference = (end(damping + 1e-7) - end(damping - 1e-7)) / 2e-7;
/// assert!((by_damping - difference).abs() < 1e-6);
/// # Ok::<(), retrograde_calculus::Error>(())
/// ```
pub fn from_fns<S, B, F, P>(forward: F, pull: P) -> FromFns<S, B, F, P>
where
    S: Clone,
    F: Fn(usize, &mut S),
    P: Fn(usize, &S, &mut B),
{
    FromFns { forward, pull, types: PhantomData }
}

impl<S: Clone, B, F: Fn(usize, &mut S), P: Fn(usize, &S, &mut B)> Step for FromFns<S, B, F, P> {
    type State = S;
    type Bar = B;

    fn forward(&self, index: usize, state: &mut S) {
        (self.forward)(index, state);
    }
    fn pull(&self, index: usize, before: &S, bar: &mut B) {
        (self.pull)(index, before, bar);
    }
}

impl<S, B, F, P> fmt::Debug for FromFns<S, B, F, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a step of two closures")
    }
}
