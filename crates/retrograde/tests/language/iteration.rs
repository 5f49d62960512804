//! Loops over arrays, updates of whole arrays, and statements undone as a block: values against plain Rust, derivatives
//! against differences, and state that comes back.

use retrograde::prelude::*;
use retrograde_testkit::{assert_all_close, finite_difference};

/// Returns a weighted sum of the state, so that no component hides behind another.
fn weighed(state: &[f64]) -> f64 {
    state.iter().enumerate().map(|(i, y)| (0.7 + 0.3 * i as f64) * y).sum()
}

fn weights(n: usize) -> Vec<f64> {
    (0..n).map(|i| 0.7 + 0.3 * i as f64).collect()
}

const X: [f64; 7] = [0.3, -0.8, 1.4, 0.9, -1.1, 0.5, 0.2];
const Y: [f64; 7] = [1.3, 0.4, -0.6, 0.1, 0.8, -0.9, 1.7];

/// Holds a program of `(y: &mut [f64], x: &[f64])` to plain Rust, to differences and to its inverse.
macro_rules! holds {
    ($test:ident, $program:ident, $plain:expr) => {
        holds!($test, $program, $plain, &Y);
    };
    ($test:ident, $program:ident, $plain:expr, $start:expr) => {
        #[test]
        fn $test() {
            let start: &[f64] = $start;
            let plain: fn(&mut [f64], &[f64]) = $plain;
            let mut y = start.to_vec();
            $program(&mut y, &X);
            let mut expected = start.to_vec();
            plain(&mut expected, &X);
            assert_all_close!(&y, &expected, 1e-14);

            let (mut y_bar, mut x_bar) = (weights(start.len()), vec![0.0; X.len()]);
            $program::adjoint(&mut y, &mut y_bar, &X, &mut x_bar);
            assert_all_close!(&y, start, 1e-12);
            let all = [start, &X].concat();
            let value = |p: &[f64]| {
                let mut y = p[..start.len()].to_vec();
                plain(&mut y, &p[start.len()..]);
                weighed(&y)
            };
            assert_all_close!(&[y_bar, x_bar].concat(), &finite_difference::gradient(&value, &all), 1e-7);

            let mut y = start.to_vec();
            $program(&mut y, &X);
            $program::inverse(&mut y, &X);
            assert_all_close!(&y, start, 1e-12);
            let (mut y_bar, mut x_bar) = (weights(start.len()), vec![0.0; X.len()]);
            $program::sweep(&mut y, &mut y_bar, &X, &mut x_bar);
            assert_all_close!(&y, &expected, 1e-12);
        }
    };
}

#[reversible]
fn plain(y: &mut [f64], x: &[f64]) {
    for v in y.iter_mut() {
        for u in x {
            *v += u * u.sin();
        }
    }
}
holds!(elements, plain, |y, x| {
    for v in y {
        for u in x {
            *v += u * u.sin();
        }
    }
});

#[reversible]
fn zipped(y: &mut [f64], x: &[f64]) {
    for (i, (v, &u)) in y.iter_mut().zip(x.iter()).enumerate() {
        *v += u * u * (i as f64) + x[0];
    }
    for (&u, v) in x[1..].iter().rev().zip(y[..3].iter_mut()) {
        *v -= u.exp();
    }
}
holds!(pairs, zipped, |y, x| {
    for (i, (v, &u)) in y.iter_mut().zip(x.iter()).enumerate() {
        *v += u * u * (i as f64) + x[0];
    }
    for (&u, v) in x[1..].iter().rev().zip(y[..3].iter_mut()) {
        *v -= u.exp();
    }
});
holds!(
    pairs_of_different_lengths,
    zipped,
    |y, x| {
        for (i, (v, &u)) in y.iter_mut().zip(x.iter()).enumerate() {
            *v += u * u * (i as f64) + x[0];
        }
        for (&u, v) in x[1..].iter().rev().zip(y[..3].iter_mut()) {
            *v -= u.exp();
        }
    },
    &Y[..4]
);

#[reversible]
fn turned(y: &mut [f64], x: &[f64]) {
    for (i, v) in y.iter_mut().enumerate().rev() {
        *v += x[i] * x[(i + 1) % 7];
    }
    for ((i, &u), k) in x.iter().enumerate().skip(2).step_by(2).zip(1..) {
        y[k] += u * (i as f64) * (k as f64);
    }
    for (k, u) in (2..5).zip(x.iter().take(2)) {
        y[k] -= *u * y[k - 2];
    }
}
holds!(adapters, turned, |y, x| {
    for (i, v) in y.iter_mut().enumerate().rev() {
        *v += x[i] * x[(i + 1) % 7];
    }
    for ((i, &u), k) in x.iter().enumerate().skip(2).step_by(2).zip(1..) {
        y[k] += u * (i as f64) * (k as f64);
    }
    for (k, u) in (2..5).zip(x.iter().take(2)) {
        y[k] -= *u * y[k - 2];
    }
});

#[reversible]
fn in_parts(y: &mut [f64], x: &[f64]) {
    for (part, inputs) in y.chunks_mut(3).zip(x.chunks(3)) {
        for (v, u) in part.iter_mut().zip(inputs) {
            *v += u * inputs[0];
        }
    }
    for part in y.chunks_exact_mut(2) {
        part[0] += x[0] * part[1];
        swap(&mut part[0], &mut part[1]);
    }
    for (pair, v) in x.windows(2).zip(y.iter_mut()) {
        *v += pair[0] * pair[1];
    }
}
holds!(parts, in_parts, |y, x| {
    for (part, inputs) in y.chunks_mut(3).zip(x.chunks(3)) {
        for (v, u) in part.iter_mut().zip(inputs) {
            *v += u * inputs[0];
        }
    }
    for part in y.chunks_exact_mut(2) {
        part[0] += x[0] * part[1];
        part.swap(0, 1);
    }
    for (pair, v) in x.windows(2).zip(y.iter_mut()) {
        *v += pair[0] * pair[1];
    }
});

#[reversible]
fn whole(y: &mut [f64], x: &[f64]) {
    let scale = x[1].exp();
    each!(y += scale * x + 0.5);
    let mut t = vec![0.0; x.len()];
    let mut u = vec![0.0; x.len()];
    each! {
        t += x * x;
        u -= t.sin() * scale;
    }
    swap(&mut t[..], &mut u[..]);
    each!(y -= t * u);
    swap(&mut y[..3], &mut y[4..]);
    each!(neg(&mut y[1..3]));
}
holds!(whole_arrays, whole, |y, x| {
    let scale = x[1].exp();
    for i in 0..7 {
        y[i] += scale * x[i] + 0.5 - (x[i] * x[i]) * (-scale * (x[i] * x[i]).sin());
    }
    for i in 0..3 {
        y.swap(i, i + 4);
    }
    y[1] = -y[1];
    y[2] = -y[2];
});

#[reversible]
fn undone(y: &mut [f64], x: &[f64]) {
    undo! {
        y[0] += x[0] * x[1];
        let t = x[2].sin();
        for (v, u) in y[1..].iter_mut().zip(x) {
            *v -= t * u;
        }
        swap(&mut y[0], &mut y[5]);
        undo! { y[2] += x[3] * y[3]; }
    }
}
holds!(blocks_undone, undone, |y, x| {
    y[2] += x[3] * y[3];
    y.swap(0, 5);
    let t = x[2].sin();
    for (v, u) in y[1..].iter_mut().zip(x) {
        *v += t * u;
    }
    y[0] -= x[0] * x[1];
});

#[reversible]
fn grids(out: &mut [[f64; 3]; 2], x: &[[f64; 3]; 2], order: &[usize]) {
    for (row, inputs) in out.iter_mut().zip(x) {
        for (v, u) in row.iter_mut().zip(inputs.iter()) {
            *v += u * u;
        }
    }
    for &k in order.iter() {
        for v in out[k].iter_mut() {
            *v += x[k][0].sin();
        }
    }
    each!(out += x * x * x);
}

#[test]
fn rows_and_integers() {
    let (mut out, x) = ([[0.0; 3]; 2], [[0.3, 0.5, -0.7], [1.1, 0.2, 0.9]]);
    grids(&mut out, &x, &[1, 1, 0]);
    let (mut out_bar, mut x_bar) = ([[1.0, 2.0, -1.0], [0.5, 3.0, 1.5]], [[0.0; 3]; 2]);
    let seeds = out_bar;
    grids::adjoint(&mut out, &mut out_bar, &x, &mut x_bar, &[1, 1, 0]);
    for (k, times) in [1.0, 2.0].into_iter().enumerate() {
        for j in 0..3 {
            let u = x[k][j];
            let mut expected = seeds[k][j] * (2.0 * u + 3.0 * u * u);
            if j == 0 {
                expected += times * u.cos() * seeds[k].iter().sum::<f64>();
            }
            assert!((x_bar[k][j] - expected).abs() < 1e-12 && out[k][j].abs() < 1e-12);
        }
    }
}

#[test]
#[should_panic(expected = "`x` is as long as `y`")]
fn whole_arrays_of_one_length() {
    whole(&mut [0.0; 9], &X);
}

/// A generic program by iterators costs what the same one by indices costs: it is the same program.
#[reversible]
fn by_iterators<T: Real>(out: &mut T, x: &[T], w: &[T]) {
    for (a, b) in x.iter().zip(w) {
        *out += a * b;
    }
}

#[test]
fn gradients_of_loops() {
    let (value, (x_bar, w_bar)) = by_iterators::gradient(&X, &Y);
    let expected: f64 = X.iter().zip(&Y).map(|(a, b)| a * b).sum();
    assert!((value - expected).abs() < 1e-14);
    assert_eq!((x_bar, w_bar), (Y.to_vec(), X.to_vec()));
}

#[reversible]
fn nudged(v: &mut f64, u: &f64, w: f64) {
    *v += u * w;
}

#[reversible]
fn summed(out: &mut f64, part: &[f64]) {
    for u in part {
        *out += u * u;
    }
}

/// A name of a pattern is passed as what it is: a mutable reference, a reference, or a copy.
#[reversible]
fn handed(y: &mut [f64], x: &[f64]) {
    for (v, (u, &w)) in y.iter_mut().zip(x.iter().zip(x)) {
        nudged(v, u, w);
    }
    for (part, v) in x.chunks(3).zip(y.iter_mut()) {
        summed(&mut *v, part);
        safe! {
            assert!(part.len() <= 3, "{part:?} of {v}");
        }
    }
    for u in x.iter().copied() {
        nudged(&mut y[0], &u, u);
    }
}
holds!(elements_handed_over, handed, |y, x| {
    for (v, &u) in y.iter_mut().zip(x) {
        *v += u * u;
    }
    for (part, v) in x.chunks(3).zip(y.iter_mut()) {
        *v += part.iter().map(|u| u * u).sum::<f64>();
    }
    y[0] += x.iter().map(|u| u * u).sum::<f64>();
});

/// Asks for as many weights as there are samples.
#[reversible]
fn weighted<T: Real>(out: &mut T, samples: &[T], weights: &[T]) {
    for i in 0..samples.len() {
        *out += weights[i] * samples[i];
    }
}

#[test]
#[should_panic(expected = "a loop reads 3 elements of `weights` from index 0 on, and `weights` has 2")]
fn a_loop_says_which_array_is_too_short() {
    weighted::adjoint(&mut 0.0, &mut 1.0, &[1.0; 3], &mut [0.0; 3], &[1.0; 2], &mut [0.0; 2]);
}

#[derive(Clone, Copy, Differentiable)]
struct Particle<T> {
    mass: T,
    charge: T,
    hits: usize,
}

/// Changes a field of every element.
#[reversible]
fn columns<T: Real>(particles: &mut [Particle<T>], y: &mut [T], x: &[T], scale: T) {
    each!(particles.mass += scale * x * particles.charge);
    each!(-particles.charge += x + y);
    each!(-y += particles.mass * x);
    each!(swap(&mut particles.mass, &mut y));
    each!(particles.hits += 2);
}

#[test]
fn fields_of_all_elements() {
    let of = |mass, charge| Particle { mass, charge, hits: 3 };
    let start = [of(0.5, 1.5), of(-0.7, 0.25)];
    let (mut particles, mut y, x) = (start, [0.1, 0.9], [1.2, -0.4]);
    columns(&mut particles, &mut y, &x, 0.5);
    for i in 0..2 {
        let mass = start[i].mass + 0.5 * x[i] * start[i].charge;
        let old = [0.1, 0.9][i];
        assert_eq!(particles[i].charge, start[i].charge - (x[i] + old));
        assert_eq!((particles[i].mass, y[i]), (old - mass * x[i], mass));
        assert_eq!(particles[i].hits, 5);
    }
    assert_eq!(columns::check(&mut start.clone(), &mut [0.1, 0.9], &[1.2, -0.4], 0.5), Ok(()));
}

/// Pairs are taken apart as they are visited.
#[reversible]
fn springs<T: Real>(out: &mut T, x: &[T], edges: &[(usize, usize)], weights: &[(T, T)]) {
    for (&(i, j), (w, v)) in edges.iter().zip(weights) {
        *out += w * (x[i] - x[j]).powi(2) + *v;
    }
    for (n, &(i, _)) in edges.iter().enumerate() {
        *out -= x[i] * n as T;
    }
}

#[reversible]
fn rebalanced<T: Real>(pairs: &mut [(T, T)], particles: &mut [Particle<T>], by: T) {
    for ((a, b), Particle { mass, charge, .. }) in pairs.iter_mut().zip(particles.iter_mut()) {
        *a += by * *b * *mass;
        swap(a, b);
        *charge -= *a;
    }
}

#[test]
fn pairs_are_taken_apart() {
    let (x, pairs, weights) = ([0.3, -0.7, 1.1], [(0, 1), (2, 1)], [(0.5, 0.1), (-0.25, 0.2)]);
    let (value, (x_bar, weights_bar)) = springs::gradient(&x, &pairs, &weights);
    let plain = |x: &[f64]| {
        let of = |n: usize| {
            let ((i, j), (w, v)) = (pairs[n], weights[n]);
            w * (x[i] - x[j]).powi(2) + v - x[i] * n as f64
        };
        of(0) + of(1)
    };
    assert!((value - plain(&x)).abs() < 1e-15);
    assert_all_close!(&x_bar, &finite_difference::gradient(plain, &x), 1e-8);
    assert_eq!(weights_bar[0], ((x[0] - x[1]).powi(2), 1.0));

    let start = ([(0.5, 2.0)], [Particle { mass: 3.0, charge: 0.5, hits: 1 }]);
    let (mut pairs, mut particles) = start;
    rebalanced(&mut pairs, &mut particles, 0.1);
    assert_eq!((pairs[0], particles[0].charge), ((2.0, 0.5 + 0.1 * 2.0 * 3.0), 0.5 - 2.0));
    let (mut bars, mut particle_bars) = (pairs.shadow(), particles.shadow());
    (bars[0], particle_bars[0].charge) = ((2.0, 10.0), 100.0);
    let mut by_bar = 0.0;
    rebalanced::adjoint(&mut pairs, &mut bars, &mut particles, &mut particle_bars, 0.1, &mut by_bar);
    assert_eq!((pairs[0], particles[0].charge), (start.0[0], 0.5));
    // a' = b, b' = a + by b mass, charge' = charge - b
    assert_all_close!(&[bars[0].0, bars[0].1], &[10.0, 2.0 - 100.0 + 10.0 * 0.3], 1e-15);
    assert_all_close!(&[particle_bars[0].mass, by_bar], &[10.0 * 0.2, 10.0 * 6.0], 1e-15);
}

/// Newton's method for Kepler's equation, each iterate in a place of its own.
#[reversible]
fn kepler(mean: f64, e: f64) -> f64 {
    let mut x = [0.0; 9];
    x[0] += mean;
    for k in 0..8 {
        x[k + 1] += x[k] - (x[k] - e * x[k].sin() - mean) / (1.0 - e * x[k].cos());
    }
    x[8]
}

#[test]
fn an_iteration_has_the_derivative_of_its_solution() {
    assert_eq!(kepler::check(1.3, 0.4), Ok(()));
    let (x, (mean_bar, e_bar)) = kepler::gradient(1.3, 0.4);
    let slope = 1.0 / (1.0 - 0.4 * x.cos());
    assert!((mean_bar - slope).abs() < 1e-12 && (e_bar - x.sin() * slope).abs() < 1e-12);
}
