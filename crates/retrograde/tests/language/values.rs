//! Reversible functions as arguments and values, held to differences.

use retrograde::prelude::*;
use retrograde::{Compose, Inverse, check_gradient, compose};

#[reversible]
fn step<T: Real>(position: &mut T, velocity: &mut T, k: T) {
    *velocity -= 0.1 * k * *position;
    *position += 0.1 * *velocity * *velocity;
}

#[reversible]
fn bend<T: Real>(y: &mut [T], w: &[T]) {
    for i in 1..y.len() {
        y[i] += (w[0] * y[i - 1]).sin();
    }
    y[0] += w[w.len() - 1] * y[1];
}

#[primitive(partials(x.cos()))]
fn wave<T: Real>(x: T) -> T {
    x.sin()
}

#[reversible]
fn product<T: Real>(x: T, w: [T; 2]) -> T {
    x * w[0] * w[1]
}

/// Twice, whatever it is.
#[reversible]
fn twice<T: Real, F: Reversible<T>>(f: &F, y: &mut [T], w: &[T]) {
    f(&mut *y, w);
    f(&mut *y, &w[..]);
}

/// There and back with other inputs, of a part and of numbers.
#[reversible]
fn conjugate<T, F, G>(f: &F, g: &G, y: &mut [T], a: T, b: T)
where
    T: Real,
    F: Reversible<T>,
    G: Reversible<T>,
{
    f(&mut y[..2], a);
    g(&mut *y, &[a, a * b]);
    f::inverse(&mut y[..2], a * a);
    g::inverse(&mut *y, a, b);
}

/// The midpoint rule: a function in an expression, and one that adds to a number.
#[reversible]
fn quadrature<T: Real>(f: &impl Reversible<T>, a: T, b: T, n: usize) -> T {
    let h = (b - a) / (n as T);
    let mut sum = 0.0;
    for i in 0..n {
        sum += h * f(a + (i as T + 0.5) * h);
        f(&mut sum, 0.0);
    }
    sum
}

/// Functions handed on, made and named.
#[reversible]
fn all<T: Real, F: Reversible<T>>(f: &F, y: &mut [T], k: T) {
    conjugate(f, &bend {}, &mut *y, k, 2.0 * k);
    conjugate(f, &Inverse(bend {}), &mut *y, k, 0.5);
    twice(&compose(bend {}, Inverse(bend {})), &mut *y, &[k, k]);
    conjugate::inverse(&Inverse(f), &compose(bend {}, bend {}), &mut *y, 0.3, k);
    y[0] += quadrature(&wave {}, k, k * k, 4);
}

fn run(x: &[f64]) -> Vec<f64> {
    let mut y = x[..3].to_vec();
    all(&step {}, &mut y, x[3]);
    y
}

#[test]
fn functions_of_functions_differentiate() {
    let x = [0.4, -0.7, 0.3, 0.9];
    let seed = [1.5, -0.4, 0.7];
    let (mut y, mut y_bar, mut k_bar) = (run(&x), seed, 0.0);
    all::adjoint(&step {}, &mut y, &mut y_bar, x[3], &mut k_bar);
    assert!(y.iter().zip(&x).all(|(y, x)| (y - x).abs() < 1e-14));
    let value = |x: &[f64]| run(x).iter().zip(&seed).map(|(y, s)| y * s).sum::<f64>();
    let gradient = [y_bar[0], y_bar[1], y_bar[2], k_bar];
    assert_eq!(check_gradient(value, &x, &gradient), Ok(()));

    // The sweep, and the inverse of all.
    let (mut y, mut swept, mut k_swept) = (x[..3].to_vec(), seed, 0.0);
    all::sweep(&step {}, &mut y, &mut swept, x[3], &mut k_swept);
    let swept = [swept[0], swept[1], swept[2], k_swept];
    assert!(swept.iter().zip(&gradient).all(|(s, g)| (s - g).abs() < 1e-14));
    all::inverse(&step {}, &mut y, x[3]);
    assert!(y.iter().zip(&x).all(|(y, x)| (y - x).abs() < 1e-14));
}

#[test]
fn a_quadrature_takes_any_function() {
    let (value, (a, b)) = quadrature::gradient(&wave {}, 0.2, 1.3, 50);
    assert!((value - (0.2_f64.cos() - 1.3_f64.cos())).abs() < 1e-4);
    assert!((a + 0.2_f64.sin()).abs() < 1e-2 && (b - 1.3_f64.sin()).abs() < 1e-2);
    let value = |x: &[f64]| quadrature(&wave {}, x[0], x[1], 50);
    assert_eq!(check_gradient(value, &[0.2, 1.3], &[a, b]), Ok(()));
}

/// A function as a value in plain code: its adjoint, and that of its inverse.
fn hold(f: &impl Reversible<f64>, y: &[f64], x: &[f64]) {
    let all: Vec<f64> = [y, x].concat();
    let seed: Vec<f64> = (0..y.len()).map(|i| 1.5 - 0.4 * i as f64).collect();
    let n = y.len();
    let value = |all: &[f64]| {
        let mut y = all[..n].to_vec();
        f.call(&mut y, &all[n..]);
        y.iter().zip(&seed).map(|(y, s)| y * s).sum::<f64>()
    };
    let (mut after, mut y_bar, mut x_bar) = (y.to_vec(), seed.clone(), vec![7.0; x.len()]);
    f.call(&mut after, x);
    f.adjoint(&mut after, &mut y_bar, x, &mut x_bar);
    assert!(after.iter().zip(y).all(|(a, b)| (a - b).abs() < 1e-13));
    x_bar.iter_mut().for_each(|c| *c -= 7.0);
    let gradient = [&y_bar[..], &x_bar].concat();
    assert_eq!(check_gradient(value, &all, &gradient), Ok(()));

    let (mut forth, mut y_bar, mut x_bar) = (y.to_vec(), seed.clone(), vec![7.0; x.len()]);
    f.sweep(&mut forth, &mut y_bar, x, &mut x_bar);
    f.uncall(&mut forth, x);
    assert!(forth.iter().zip(y).all(|(a, b)| (a - b).abs() < 1e-13));
    x_bar.iter_mut().for_each(|c| *c -= 7.0);
    assert!([y_bar, x_bar].concat().iter().zip(&gradient).all(|(a, b)| (a - b).abs() < 1e-13));
}

#[test]
fn values_keep_the_laws() {
    let (y, x) = ([0.4, -0.7, 0.3], [0.9, 1.2, -0.4]);
    hold(&step {}, &y[..2], &x[..1]);
    hold(&Inverse(step {}), &y[..2], &x[..1]);
    hold(&bend {}, &y, &x);
    hold(&Inverse(bend {}), &y, &x);
    hold(&Compose(bend {}, bend {}), &y, &x);
    hold(&Inverse(compose(bend {}, Inverse(compose(&bend {}, bend {})))), &y, &x);
    hold(&wave {}, &y[..1], &x[..1]);
    hold(&Inverse(wave {}), &y[..1], &x[..1]);
    hold(&product {}, &y[..1], &x);
    hold(&Inverse(product {}), &y[..1], &x);
    hold(&retrograde::instructions::rot {}, &y[..2], &x[..1]);
}

#[test]
#[should_panic(expected = "`step` takes 2 numbers as its state, and 3 are given")]
fn wrong_lengths_are_told() {
    step {}.call(&mut [1.0, 2.0, 3.0], &[1.0]);
}

mod shapes {
    use retrograde::prelude::*;
    #[reversible]
    pub(crate) fn kick<T: Real>(state: &mut [T; 2], k: T) {
        state[0] += k * state[1];
        state[1] -= k * state[0];
    }
    pub(crate) mod inner {
        #[retrograde::instruction(self_inverse, adjoint = super::flip_adjoint)]
        pub(crate) fn flip<T: retrograde::Real>(a: &mut [T; 2]) {
            a.swap(0, 1);
        }
    }
    pub(crate) fn flip_adjoint<T: Real, C: Cotangent<T>>(a: &mut [T; 2], a_bar: &mut [C; 2]) {
        a.swap(0, 1);
        a_bar.swap(0, 1);
    }
}
use shapes::inner::flip as turn_over;
use shapes::kick;

/// Leapfrog with any force, whose state are ancillae here.
#[reversible]
fn leapfrog<T: Real>(force: &impl Reversible<T>, q: &mut [T], p: &mut [T], steps: usize) {
    for _i in 0..steps {
        force(&mut *p, &q[..]);
        for i in 0..q.len() {
            q[i] += 0.1 * p[i];
        }
    }
}

#[reversible]
fn spring<T: Real>(p: &mut [T], q: &[T]) {
    for i in 0..p.len() {
        p[i] -= 0.1 * q[i].sin();
    }
}

/// Maps a function over elements, in branches and loops, with locals as state and inputs.
#[reversible]
fn spread<T: Real, F: Reversible<T>, G>(f: &F, g: &G, xs: &mut [[T; 2]], w: &[T], forth: bool)
where
    G: Reversible<T>,
{
    let mut local = [0.0; 2];
    f(&mut local, w[0]);
    for i in 0..xs.len() {
        if forth {
            f(&mut xs[i], w[i] * w[0]);
        } else {
            f::inverse(&mut xs[i], local[0] + w[i]);
        }
        g(&mut xs[i]);
        xs[i][0] += local[1];
    }
}

#[reversible]
fn whole<T: Real>(xs: &mut [[T; 2]], w: &[T]) {
    spread(&kick {}, &turn_over {}, &mut *xs, w, true);
    spread(&compose(kick {}, Inverse(&kick {})), &shapes::inner::flip {}, &mut *xs, w, false);
    spread::inverse(&kick {}, &turn_over {}, &mut *xs, &w[..], false);
}

#[test]
fn spreads() {
    let at = [0.3, -0.2, 0.7, 0.5, 1.1, -0.6];
    let run = |x: &[f64]| {
        let mut y = [[x[0], x[1]], [x[2], x[3]]];
        whole(&mut y, &x[4..]);
        y
    };
    let seed = [[1.5, -0.4], [0.7, 0.2]];
    let (mut y, mut y_bar, mut w_bar) = (run(&at), seed, [0.0; 2]);
    whole::adjoint(&mut y, &mut y_bar, &at[4..], &mut w_bar);
    let gradient = [y_bar[0], y_bar[1], w_bar].concat();
    let value = |x: &[f64]| run(x).concat().iter().zip(seed.concat()).map(|(a, b)| a * b).sum::<f64>();
    assert_eq!(check_gradient(value, &at, &gradient), Ok(()));
}

#[test]
fn leaps() {
    let at = [0.3, -0.2, 0.7, 0.5];
    let run = |x: &[f64]| {
        let (mut q, mut p) = (x[..2].to_vec(), x[2..].to_vec());
        leapfrog(&spring {}, &mut q, &mut p, 20);
        [q, p].concat()
    };
    let y = run(&at);
    let (mut q, mut p) = (y[..2].to_vec(), y[2..].to_vec());
    let (mut q_bar, mut p_bar) = ([1.5, -0.3], [0.4, 0.9]);
    leapfrog::adjoint(&spring {}, &mut q, &mut q_bar, &mut p, &mut p_bar, 20);
    let value = |x: &[f64]| run(x).iter().zip([1.5, -0.3, 0.4, 0.9]).map(|(a, b)| a * b).sum::<f64>();
    assert_eq!(check_gradient(value, &at, &[q_bar, p_bar].concat()), Ok(()));
    // Several rows at once.
    let (mut q, mut p) = (y[..2].to_vec(), y[2..].to_vec());
    let mut q_bar = [[1.0, 0.0], [0.0, 1.0]];
    let mut p_bar = [[0.0; 2]; 2];
    leapfrog::adjoint(&spring {}, &mut q, &mut q_bar, &mut p, &mut p_bar, 20);
    assert!((q_bar[0][0]).is_finite());
}
