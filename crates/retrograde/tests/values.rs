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
