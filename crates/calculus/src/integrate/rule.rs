//! [`Trajectory`]: the rule of a solution whose steps are known.
//!
//! The value runs the steps at the number that is asked for. The pullback runs them backwards under the schedule; a step is pulled by a tape that holds
//! it alone, and over other numbers by a run at dual numbers for each number of the state and each parameter.

use super::Field;
use super::grid::Grid;
use super::method::Method;
use crate::arrays::{Generic, transposed};
use crate::schedule::Schedule;
use crate::{Bars, Step, pull};
use retrograde::Real;
use retrograde::rules::Whole;

/// The steps of a solution.
#[derive(Clone, Debug)]
pub(super) struct Trajectory<F> {
    pub(super) field: F,
    pub(super) method: Method,
    pub(super) grid: Grid,
    /// The number of numbers in a state.
    pub(super) state: usize,
    pub(super) schedule: Schedule,
}

impl<F: Field> Trajectory<F> {
    /// Returns the results of a step within it, and those at its end.
    fn parts(&self, index: usize) -> (Vec<(usize, f64)>, Vec<usize>) {
        let (within, end): (Vec<_>, Vec<_>) =
            self.grid.results(index).iter().partition(|(_, part)| *part != 1.0);
        (within, end.into_iter().map(|(i, _)| i).collect())
    }

    fn one<'a>(&'a self, index: usize, within: &[(usize, f64)]) -> One<'a, F> {
        One { all: self, index, parts: within.iter().map(|(_, part)| *part).collect() }
    }
}

/// One step, as a function of the state and the parameters.
struct One<'a, F> {
    all: &'a Trajectory<F>,
    index: usize,
    parts: Vec<f64>,
}

impl<F: Field> Generic for One<'_, F> {
    fn call<T: Real>(&self, x: &[T]) -> Vec<T> {
        let (x, p) = x.split_at(self.all.state);
        self.all.method.advance(&self.all.field, self.all.grid.step(self.index), x, p, &self.parts)
    }
}

/// The steps with the cotangents of their results.
struct Pulling<'a, T, F> {
    all: &'a Trajectory<F>,
    p: &'a [T],
    y_bar: &'a [T],
}

impl<T: Real, F: Field> Step for Pulling<'_, T, F> {
    type State = Vec<T>;
    type Bar = Bars<T>;

    fn forward(&self, index: usize, state: &mut Vec<T>) {
        let step = self.all.grid.step(index);
        *state = self.all.method.advance(&self.all.field, step, state, self.p, &[]);
    }

    fn pull(&self, index: usize, before: &Vec<T>, bar: &mut Bars<T>) {
        let n = self.all.state;
        let result = |i: usize| &self.y_bar[i * n..(i + 1) * n];
        let (within, end) = self.all.parts(index);
        let mut seed = bar.state.clone();
        for i in end {
            seed.iter_mut().zip(result(i)).for_each(|(seed, bar)| *seed += *bar);
        }
        within.iter().for_each(|(i, _)| seed.extend_from_slice(result(*i)));
        let x = [before, self.p].concat();
        let pulled = transposed(&self.all.one(index, &within), &x, &seed);
        let (state, inputs) = pulled.split_at(n);
        bar.state.copy_from_slice(state);
        bar.inputs.iter_mut().zip(inputs).for_each(|(bar, input)| *bar += *input);
    }
}

impl<F: Field> Whole for Trajectory<F> {
    fn value<T: Real>(&self, x: &[T], y: &mut [T]) {
        let n = self.state;
        let (start, p) = x.split_at(n);
        let mut state = start.to_vec();
        for index in 0..self.grid.steps() {
            let (within, end) = self.parts(index);
            let all = self.one(index, &within).call(&[&state, p].concat());
            state.copy_from_slice(&all[..n]);
            for i in end {
                y[i * n..(i + 1) * n].copy_from_slice(&state);
            }
            for ((i, _), part) in within.iter().zip(all[n..].chunks(n.max(1))) {
                y[i * n..(i + 1) * n].copy_from_slice(part);
            }
        }
    }

    fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) {
        let (start, p) = x.split_at(self.state);
        let zeros = |n: usize| vec![T::constant(0.0); n];
        let seed = |_: &Vec<T>| Bars { state: zeros(start.len()), inputs: zeros(p.len()) };
        let steps = Pulling { all: self, p, y_bar };
        let pulled = pull(&steps, self.grid.steps(), start.to_vec(), self.schedule, seed)
            .expect("the schedule was asked whether it is possible, and keeps states on the heap");
        let bars = pulled.bar.state.iter().chain(&pulled.bar.inputs);
        x_bar.iter_mut().zip(bars).for_each(|(x_bar, bar)| *x_bar += *bar);
    }
}
