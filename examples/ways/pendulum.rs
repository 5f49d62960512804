//! A pendulum by the leapfrog method: a million steps, three arguments.

use crate::{Cost, cost, row, title};
use retrograde::engine::{Engine, Forward, Tape};
use retrograde::jvp;
use retrograde::prelude::*;

fn plain<T: Real>(x0: T, v0: T, h: T, steps: usize) -> T {
    let mut x = x0;
    let mut v = v0;
    for _ in 0..steps {
        v -= h * x.sin();
        x += h * v;
    }
    T::constant(0.5) * v * v - x.cos()
}

#[reversible]
fn strict<T: Real>(x0: T, v0: T, h: T, steps: usize) -> T {
    let mut x = x0;
    let mut v = v0;
    for _ in 0..steps {
        v -= h * x.sin();
        x += h * v;
    }
    0.5 * v * v - x.cos()
}

#[differentiable(generic)]
fn ordinary(x0: f64, v0: f64, h: f64, steps: usize) -> f64 {
    let mut x = x0;
    let mut v = v0;
    for _ in 0..steps {
        v -= h * x.sin();
        x += h * v;
    }
    0.5 * v * v - x.cos()
}

#[differentiable]
fn checkpointed(x0: f64, v0: f64, h: f64, steps: usize) -> f64 {
    let mut x = x0;
    let mut v = v0;
    #[checkpoint]
    for _ in 0..steps {
        v -= h * x.sin();
        x += h * v;
    }
    0.5 * v * v - x.cos()
}

/// Asserts that two gradients agree, the one to rounding errors of a long loop.
fn agree(name: &str, a: [f64; 3], b: [f64; 3]) {
    let near = a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6 * (1.0 + b.abs()));
    assert!(near, "{name}: {a:?} and {b:?}");
}

pub(crate) fn measure(steps: usize, runs: usize) {
    let (x, v) = std::hint::black_box((1.0, 0.5));
    let h = 10.0 / steps as f64;
    let at = [x, v, h];
    let duals = Forward.gradient(|[x, v, h]| plain(x, v, h, steps), &at).expect("a gradient");
    let tuple = |(a, b, c): (f64, f64, f64)| [a, b, c];
    agree("strict", tuple(strict::gradient(x, v, h, steps).1), duals);
    agree("ordinary", tuple(ordinary::gradient(x, v, h, steps).1), duals);
    agree("checkpointed", tuple(checkpointed::gradient(x, v, h, steps).1), duals);
    agree("tape", Tape.gradient(|[x, v, h]| plain(x, v, h, steps), &at).expect("a gradient"), duals);
    let along = [0.3, -1.0, 0.002 * h];
    let slope: f64 = duals.iter().zip(along).map(|(d, a)| d * a).sum();
    let direction = (along[0], along[1], along[2]);
    for by in [strict::jvp((x, v, h, steps), direction).1, ordinary::jvp((x, v, h, steps), direction).1] {
        assert!((by - slope).abs() < 1e-6 * (1.0 + slope.abs()), "{by} and {slope}");
    }

    let function: Cost = cost(runs, || plain(x, v, h, steps));
    title(&format!("pendulum, {steps} steps, 3 arguments"), function);
    row("the function under #[reversible]", function, cost(runs, || strict(x, v, h, steps)));
    row("#[reversible] gradient", function, cost(runs, || strict::gradient(x, v, h, steps)));
    row("#[differentiable] gradient", function, cost(runs, || ordinary::gradient(x, v, h, steps)));
    row("… with #[checkpoint]", function, cost(runs, || checkpointed::gradient(x, v, h, steps)));
    row("tape gradient", function, cost(runs, || Tape.gradient(|[x, v, h]| plain(x, v, h, steps), &at)));
    row("duals gradient", function, cost(runs, || Forward.gradient(|[x, v, h]| plain(x, v, h, steps), &at)));
    row("#[reversible] jvp", function, cost(runs, || strict::jvp((x, v, h, steps), direction)));
    row(
        "#[differentiable(generic)] jvp",
        function,
        cost(runs, || ordinary::jvp((x, v, h, steps), direction)),
    );
    row("jvp of a closure", function, cost(runs, || jvp(|[x, v, h]| plain(x, v, h, steps), &at, &along)));
    row(
        "#[reversible] hessian_vector_product",
        function,
        cost(runs, || strict::hessian_vector_product((x, v, h, steps), direction)),
    );
    row(
        "#[differentiable(generic)] the same",
        function,
        cost(runs, || ordinary::hessian_vector_product((x, v, h, steps), direction)),
    );
}
