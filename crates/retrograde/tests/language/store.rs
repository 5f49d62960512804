//! `#[store]`: locals that the way back takes from where they were stored instead of building them again.

use retrograde::prelude::*;
use retrograde_testkit::finite_difference;
use std::cell::Cell;

std::thread_local! {
    static RUNS: Cell<usize> = const { Cell::new(0) };
}

/// How often the costly function has run in `run`.
fn runs<R>(run: impl FnOnce() -> R) -> (R, usize) {
    RUNS.set(0);
    let result = run();
    (result, RUNS.get())
}

/// A function that counts how often its value is computed.
#[primitive(partials(y))]
fn costly(x: f64) -> f64 {
    RUNS.set(RUNS.get() + 1);
    x.exp()
}

#[reversible]
fn recomputed(out: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    for u in x {
        let mut part = 0.0;
        let e = costly(u * u);
        part += e * e;
        if *u > 0.0 {
            let k = 2.0 * e;
            part += k * u;
        }
        sum += part * part;
    }
    *out += sum.sqrt();
}

#[reversible]
fn stored(out: &mut f64, x: &[f64]) {
    let mut sum = 0.0;
    #[store]
    for u in x {
        let mut part = 0.0;
        let e = costly(u * u);
        part += e * e;
        if *u > 0.0 {
            #[recompute]
            let k = 2.0 * e;
            part += k * u;
        }
        sum += part * part;
    }
    *out += sum.sqrt();
}

const X: [f64; 5] = [0.3, -0.8, 0.4, 0.9, -1.1];

#[test]
fn what_is_stored_is_not_computed_again() {
    let ((value, (gradient,)), twice) = runs(|| recomputed::gradient(&X));
    let ((same, (found,)), once) = runs(|| stored::gradient(&X));
    assert_eq!((value, gradient.clone()), (same, found));
    assert!(once < twice, "{once} and {twice}");
    let value = |x: &[f64]| {
        let mut y = 0.0;
        stored(&mut y, x);
        y
    };
    let expected = finite_difference::gradient(&value, &X);
    for (a, b) in gradient.iter().zip(&expected) {
        assert!((a - b).abs() < 1e-6 * (1.0 + b.abs()), "{gradient:?} {expected:?}");
    }
    let mut y = value(&X);
    let (_, inverse) = runs(|| stored::inverse(&mut y, &X));
    assert!(y.abs() < 1e-14 && inverse == X.len());
    // Rows of two seeds, and a state that is restored.
    let (mut y, mut y_bar, mut rows) = (value(&X) + 0.5, [1.0, -2.0], [[0.0; 2]; 5]);
    stored::adjoint(&mut y, &mut y_bar, &X, &mut rows);
    assert!((y - 0.5).abs() < 1e-14);
    assert!(rows.iter().zip(&gradient).all(|(r, g)| (r[0] - g).abs() + (r[1] + 2.0 * g).abs() < 1e-12));
}

/// Two levels: what the inner loop stores is taken out in the opposite order over all of the outer one.
#[reversible]
fn nested<T: Real>(out: &mut T, x: &[T], n: usize) {
    let mut total = 0.0;
    for i in 0..n {
        let mut row = 0.0;
        for j in 0..x.len() {
            #[store]
            let t = (x[j] * (i as T)).sin();
            #[store]
            let pair = [t, t * x[i % 5]];
            #[store]
            let k = (i + j) % 2;
            row += pair[0] * pair[1] + (k as T) * t.cos();
        }
        total += row * row;
    }
    *out += total.sqrt();
}

/// The adjoint of an inverse stores as well.
#[reversible]
fn uncalled<T: Real>(y: &mut T, x: &[T]) {
    *y += x[0];
    nested::inverse(&mut *y, x, 3);
    *y += x[1] * x[1];
}

#[test]
fn stores_nest_and_are_uncalled() {
    let value = |x: &[f64]| {
        let mut y = 1.0;
        nested(&mut y, x, 4);
        2.0 * y
    };
    let (mut y, mut y_bar, mut x_bar) = (value(&X) / 2.0, 2.0, [0.0; 5]);
    nested::adjoint(&mut y, &mut y_bar, &X, &mut x_bar, 4);
    let expected = finite_difference::gradient(&value, &X);
    assert!((y - 1.0).abs() < 1e-13);
    assert!(x_bar.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-6), "{x_bar:?} {expected:?}");

    let value = |x: &[f64]| {
        let mut y = 1.0;
        uncalled(&mut y, x);
        2.0 * y
    };
    let (mut y, mut y_bar, mut x_bar) = (value(&X) / 2.0, 2.0, [0.0; 5]);
    uncalled::adjoint(&mut y, &mut y_bar, &X, &mut x_bar);
    let expected = finite_difference::gradient(&value, &X);
    assert!((y - 1.0).abs() < 1e-13);
    assert!(x_bar.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-6), "{x_bar:?} {expected:?}");
}
