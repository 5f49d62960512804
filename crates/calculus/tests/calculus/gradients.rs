//! Gradients under every schedule: equal to the bit, and right.

use retrograde::prelude::*;
use retrograde::{Active, Fixed43, differentiable};
use retrograde_calculus::{
    Bars, Disk, Pulled, Schedule, Step, from_fns, of_operator, of_reversible, pull, pull_in, pull_while,
    unwind,
};
use retrograde_testkit::{assert_all_close, finite_difference};

/// Three coupled pendulums.
#[reversible]
fn swing<T: Real>(x: &mut [T], k: T) {
    let n = x.len() / 2;
    for i in 0..n {
        x[n + i] -= 0.05 * k * x[i].sin();
        for j in 0..n {
            if i != j {
                x[n + i] += 0.01 * (x[j] - x[i]);
            }
        }
    }
    for i in 0..n {
        x[i] += 0.05 * x[n + i];
    }
}

/// A step that destroys what was there.
#[differentiable]
fn relax(x: &mut [f64], k: f64) {
    let n = x.len();
    for i in 0..n {
        let left = if i == 0 { x[n - 1] } else { x[i - 1] };
        x[i] = 0.5 * (x[i] + left) + 0.1 * (k * x[i]).tanh();
    }
}

const START: [f64; 6] = [0.5, -0.3, 0.8, 0.0, 0.1, -0.2];
const K: f64 = 1.3;
const SEED: [f64; 6] = [0.7, -0.4, 1.1, 0.3, -0.9, 0.2];

fn schedules(steps: usize) -> Vec<Schedule> {
    let some = [1, 2, 3, 7, 20, steps + 5].map(|checkpoints| Schedule::Treeverse { checkpoints });
    let parts = [2, 4, 5].map(|parts| Schedule::Bennett { parts });
    [&[Schedule::StoreAll], &some[..], &parts].concat()
}

fn seed(_: &Vec<f64>) -> Bars<f64> {
    Bars { state: SEED.to_vec(), inputs: vec![0.0] }
}

/// Asserts that all schedules give the same bits, which are those of differences; returns them.
fn agree<P: Step<State = Vec<f64>, Bar = Bars<f64>>>(
    step: &P,
    by_inputs: impl Fn(&[f64], f64, usize) -> Vec<f64>,
) -> Bars<f64> {
    let steps = 43;
    let all = pull(step, steps, START.to_vec(), Schedule::StoreAll, seed).unwrap();
    for schedule in schedules(steps) {
        let pulled = pull(step, steps, START.to_vec(), schedule, seed).unwrap();
        assert_eq!(pulled.bar, all.bar, "{schedule:?}");
        assert_eq!(pulled.counts, schedule.counts(steps).unwrap());
    }
    let mut disk = Disk::new(std::env::temp_dir()).unwrap();
    let on_disk =
        pull_in(&mut disk, step, steps, START.to_vec(), Schedule::Treeverse { checkpoints: 6 }, seed)
            .unwrap();
    assert_eq!(on_disk.bar, all.bar);
    for checkpoints in [1, 2, 5, 16, 64] {
        let online = pull_while(step, START.to_vec(), |i, _| i < steps, checkpoints, seed).unwrap();
        assert_eq!((online.bar, online.steps), (all.bar.clone(), steps));
    }
    let value = |x: &[f64]| by_inputs(&x[..6], x[6], steps).iter().zip(SEED).map(|(x, s)| x * s).sum::<f64>();
    let differences = finite_difference::gradient(value, &[&START[..], &[K]].concat());
    assert_all_close!([&all.bar.state[..], &all.bar.inputs].concat(), differences, 1e-8);
    all.bar
}

#[test]
fn of_a_reversible_function() {
    let run = |x: &[f64], k: f64, steps: usize| {
        let mut x = x.to_vec();
        (0..steps).for_each(|_| swing(&mut x, k));
        x
    };
    let step = of_reversible(swing {}, vec![K]);
    let bars = agree(&step, run);
    let undone = unwind(&step, 43, START.to_vec(), seed);
    assert_all_close!(undone.bar.state, bars.state.clone(), 1e-10);
    assert_all_close!(undone.bar.inputs, bars.inputs.clone(), 1e-10);
    // The operator beside it is another way to say the same.
    assert_all_close!(agree(&of_operator(swing {}, vec![K]), run).inputs, bars.inputs, 1e-12);
}

#[test]
fn of_an_ordinary_function() {
    let step = from_fns(
        |_, x: &mut Vec<f64>| relax(x, K),
        |_, x: &Vec<f64>, bar: &mut Bars<f64>| {
            relax::sweep(&mut x.clone(), &mut bar.state, K, &mut bar.inputs[0]);
        },
    );
    agree(&step, |x, k, steps| {
        let mut x = x.to_vec();
        (0..steps).for_each(|_| relax(&mut x, k));
        x
    });
}

#[test]
fn of_a_closure_on_a_tape_with_steps_that_differ() {
    /// The index of the step is part of it.
    fn step<T: Real>(index: usize, x: &[T], k: T) -> Vec<T> {
        let push = T::constant(0.1 * (index as f64).cos());
        (0..x.len()).map(|i| x[i] * T::constant(0.8) + (x[(i + 1) % x.len()] * k).sin() * push).collect()
    }
    let steps = from_fns(
        |i, x: &mut Vec<f64>| *x = step(i, x, K),
        |i, x: &Vec<f64>, bar: &mut Bars<f64>| {
            let f = |(x, k): (Vec<Active>, Active)| step(i, &x, k);
            let (_, pullback) = retrograde::vjp(f, &(x.clone(), K)).unwrap();
            let (state, k) = pullback.call(&bar.state).unwrap();
            bar.state = state;
            bar.inputs[0] += k;
        },
    );
    agree(&steps, |x, k, n| (0..n).fold(x.to_vec(), |x, i| step(i, &x, k)));
}

#[test]
fn fixed_point_is_undone_as_it_is_kept() {
    let step = of_reversible(swing {}, vec![Fixed43::constant(K)]);
    let start: Vec<Fixed43> = START.map(Fixed43::constant).to_vec();
    let mut last = vec![];
    let mut seed = |x: &Vec<Fixed43>| {
        last.clone_from(x);
        Bars { state: SEED.map(Fixed43::constant).to_vec(), inputs: vec![Fixed43::constant(0.0)] }
    };
    let undone: Pulled<Bars<Fixed43>> = unwind(&step, 200, start.clone(), &mut seed);
    let kept = pull(&step, 200, start, Schedule::Treeverse { checkpoints: 4 }, &mut seed).unwrap();
    assert_eq!(undone.bar, kept.bar);
}

#[test]
fn no_steps_and_one() {
    let step = of_reversible(swing {}, vec![K]);
    for schedule in schedules(0) {
        let none = pull(&step, 0, START.to_vec(), schedule, seed).unwrap();
        assert_eq!((none.bar, none.counts.forward), (seed(&vec![]), 0));
        let one = pull(&step, 1, START.to_vec(), schedule, seed).unwrap();
        assert_eq!(one.bar, unwind(&step, 1, START.to_vec(), seed).bar);
    }
    assert_eq!(pull_while(&step, START.to_vec(), |_, _| false, 3, seed).unwrap().bar, seed(&vec![]));
}

#[test]
#[should_panic(expected = "`swing` has results of 6 numbers, and a state of 5")]
fn an_operator_that_is_no_step() {
    of_operator(swing {}, vec![1.0, 1.0]).forward(0, &mut vec![0.0; 5]);
}
