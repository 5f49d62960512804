//! Derivatives of programs over structures against differences of values: each number of a structure is one coordinate.

use retrograde_testkit::{assert_all_close, finite_difference};

/// A structure as a list of numbers, and back.
pub(crate) trait Flat: Clone {
    /// All active numbers in a fixed order.
    fn numbers(&self) -> Vec<f64>;
    /// Returns the structure with other numbers.
    fn with(&self, numbers: &[f64]) -> Self;
}

/// Seeds other than one, and different from each other.
pub(crate) fn seeds(n: usize) -> Vec<f64> {
    (0..n).map(|i| 0.7 - 0.45 * i as f64 + 0.1 * (i * i) as f64).collect()
}

/// Σ seed · value, differentiated along each number of `x`.
pub(crate) fn differences<X: Flat>(x: &X, seeds: &[f64], value: impl Fn(&X) -> Vec<f64>) -> Vec<f64> {
    finite_difference::differences(&x.numbers(), seeds, |numbers| value(&x.with(numbers)))
}

#[track_caller]
pub(crate) fn close(found: &[f64], wanted: &[f64]) {
    assert_all_close!(found, wanted, 1e-6);
}

/// A program with state and inputs: its inverse restores the state, and its adjoint is what differences say.
#[track_caller]
pub(crate) fn holds(
    state: &[f64],
    x: &[f64],
    primal: impl Fn(&mut [f64], &[f64]),
    inverse: impl Fn(&mut [f64], &[f64]),
    adjoint: impl Fn(&mut [f64], &mut [f64], &[f64], &mut [f64]),
) {
    let weights = seeds(state.len());
    let run = |both: &[f64]| {
        let (state, x) = both.split_at(state.len());
        let mut state = state.to_vec();
        primal(&mut state, x);
        state
    };
    let wanted = finite_difference::differences(&[state, x].concat(), &weights, run);
    let mut after = state.to_vec();
    primal(&mut after, x);
    let mut back = after.clone();
    inverse(&mut back, x);
    close(&back, state);
    let (mut bar, mut x_bar) = (weights.clone(), vec![0.25; x.len()]);
    adjoint(&mut after, &mut bar, x, &mut x_bar);
    close(&after, state);
    x_bar.iter_mut().for_each(|bar| *bar -= 0.25);
    close(&[bar, x_bar].concat(), &wanted);
}
