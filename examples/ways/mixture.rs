//! The likelihood of points under a mixture of normal distributions: 25 components in 10 dimensions, 525 arguments.

use crate::{cost, row, title};
use retrograde::engine::{Engine, Forward, Tape};
use retrograde::jvp;
use retrograde::library::logsumexp;
use retrograde::prelude::*;

const K: usize = 25;
const D: usize = 10;

fn plain<T: Real>(means: &[T], widths: &[T], weights: &[T], points: &[f64], n: usize) -> T {
    let mut total = T::constant(0.0);
    for p in 0..n {
        let mut terms = vec![T::constant(0.0); K];
        for c in 0..K {
            let mut square = T::constant(0.0);
            for i in 0..D {
                let z = widths[c * D + i] * (T::constant(points[p * D + i]) - means[c * D + i]);
                square += z * z;
            }
            terms[c] += weights[c] - T::constant(0.5) * square;
        }
        total += logsumexp(&terms);
    }
    total - T::constant(n as f64) * logsumexp(weights)
}

#[reversible]
fn strict<T: Real>(means: &[T], widths: &[T], weights: &[T], points: &[f64], n: usize) -> T {
    let mut total = 0.0;
    for p in 0..n {
        let mut terms = vec![0.0; K];
        for c in 0..K {
            let mut square = 0.0;
            for i in 0..D {
                let z = widths[c * D + i] * (points[p * D + i] - means[c * D + i]);
                square += z * z;
            }
            terms[c] += weights[c] - 0.5 * square;
        }
        total += logsumexp(&terms);
    }
    total - n as f64 * logsumexp(weights)
}

#[differentiable(generic)]
fn ordinary(means: &[f64], widths: &[f64], weights: &[f64], #[inactive] points: &[f64], n: usize) -> f64 {
    let mut total = 0.0;
    for p in 0..n {
        let mut terms = vec![0.0; K];
        for c in 0..K {
            let mut square = 0.0;
            for i in 0..D {
                let z = widths[c * D + i] * (points[p * D + i] - means[c * D + i]);
                square += z * z;
            }
            terms[c] += weights[c] - 0.5 * square;
        }
        total += logsumexp(&terms);
    }
    total - n as f64 * logsumexp(weights)
}

/// The arguments of the closures.
type Arguments<T> = (Vec<T>, Vec<T>, Vec<T>);

fn wave(n: usize, seed: f64) -> Vec<f64> {
    (0..n).map(|i| (seed + 12.9898 * i as f64).sin()).collect()
}

fn agree(name: &str, a: &[f64], b: &[f64]) {
    let near = a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-8 * (1.0 + b.abs()));
    assert!(near, "{name}: {a:?} and {b:?}");
}

pub(crate) fn measure(n: usize, runs: usize) {
    let points = wave(n * D, 0.3);
    let at: Arguments<f64> =
        (wave(K * D, 0.1), wave(K * D, 0.7).iter().map(|w| 1.5 + 0.5 * w).collect(), wave(K, 0.9));
    let along = (wave(K * D, 1.1), wave(K * D, 1.2), wave(K, 1.3));
    let ((m, s, w), (dm, ds, dw)) = (&at, &along);
    let all = |(a, b, c): Arguments<f64>| [a, b, c].concat();

    let duals = all(Forward
        .gradient(|(m, s, w): Arguments<_>| plain(&m, &s, &w, &points, n), &at)
        .expect("a gradient"));
    agree("strict", &all(strict::gradient(m, s, w, &points, n).1), &duals);
    agree("ordinary", &all(ordinary::gradient(m, s, w, &points, n).1), &duals);
    let by_tape = Tape.gradient(|(m, s, w): Arguments<_>| plain(&m, &s, &w, &points, n), &at);
    agree("tape", &all(by_tape.expect("a gradient")), &duals);
    let slope: f64 = duals.iter().zip(all(along.clone())).map(|(d, a)| d * a).sum();
    agree(
        "directions",
        &[
            strict::jvp((m, s, w, &points, n), (dm, ds, dw)).1,
            ordinary::jvp((m, s, w, &points, n), (dm, ds, dw)).1,
            jvp(|(m, s, w): Arguments<_>| plain(&m, &s, &w, &points, n), &at, &along).expect("a direction").1,
        ],
        &[slope; 3],
    );

    let function = cost(runs, || plain(m, s, w, &points, n));
    title(&format!("mixture, {n} points, {} arguments", K * (2 * D + 1)), function);
    row("the function under #[reversible]", function, cost(runs, || strict(m, s, w, &points, n)));
    row("#[reversible] gradient", function, cost(runs, || strict::gradient(m, s, w, &points, n)));
    row("#[differentiable] gradient", function, cost(runs, || ordinary::gradient(m, s, w, &points, n)));
    row(
        "tape gradient",
        function,
        cost(runs, || Tape.gradient(|(m, s, w): Arguments<_>| plain(&m, &s, &w, &points, n), &at)),
    );
    row(
        "duals gradient",
        function,
        cost(1, || Forward.gradient(|(m, s, w): Arguments<_>| plain(&m, &s, &w, &points, n), &at)),
    );
    row("#[reversible] jvp", function, cost(runs, || strict::jvp((m, s, w, &points, n), (dm, ds, dw))));
    row(
        "#[differentiable(generic)] jvp",
        function,
        cost(runs, || ordinary::jvp((m, s, w, &points, n), (dm, ds, dw))),
    );
    row(
        "jvp of a closure",
        function,
        cost(runs, || jvp(|(m, s, w): Arguments<_>| plain(&m, &s, &w, &points, n), &at, &along)),
    );
    row(
        "#[reversible] hessian_vector_product",
        function,
        cost(runs, || strict::hessian_vector_product((m, s, w, &points, n), (dm, ds, dw))),
    );
    row(
        "#[differentiable(generic)] the same",
        function,
        cost(runs, || ordinary::hessian_vector_product((m, s, w, &points, n), (dm, ds, dw))),
    );
}
