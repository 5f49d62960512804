//! Assertions of generic functions: literals beside reals are reals, and everything else is plain Rust.

use retrograde::{Dual, Fixed43, prelude::*};

#[derive(Clone, Differentiable)]
struct Body<T> {
    mass: T,
    at: [T; 2],
}

struct Limits {
    least: f64,
    count: usize,
}

#[reversible]
fn guarded<T: Real>(y: &mut [T], body: &Body<T>, x: T, n: usize, limits: &Limits) {
    assert!(x > 0.0, "{x:?} is not a length, and neither is {:?}", -1.5);
    assert!(-0.5 < x && !(2.0 * x - y[0] >= (4.0)) && x.powi(2).max(0.0) != 3.0);
    assert!(n as f64 * 0.5 < 10.0 && (x.primal() - 1.0).abs() < 3.0);
    assert_eq!(y[1], 0.25, "only so");
    assert_ne!(1.0, *&x);
    debug_assert!(y[0] * (1.0 + x) < 1e3);
    assert!(body.mass >= 0.0 && 0.125 <= body.at[n - 2]);
    assert!(limits.least > 0.0 && limits.count == n);
    y[0] += x.ln() * body.mass;
}

const LIMITS: Limits = Limits { least: 0.5, count: 3 };

fn body<T: Real>() -> Body<T> {
    Body { mass: T::constant(2.0), at: [T::constant(0.5), T::constant(0.25)] }
}

#[test]
fn literals_are_of_the_real_type() {
    let mut y = [0.5, 0.25];
    guarded(&mut y, &body(), 0.7, 3, &LIMITS);
    assert_eq!(y[0], 0.5 + 0.7_f64.ln() * 2.0);
    guarded(
        &mut [Fixed43::constant(0.5), Fixed43::constant(0.25)],
        &body(),
        Fixed43::constant(0.7),
        3,
        &LIMITS,
    );
    guarded(&mut [0.5, 0.25].map(Dual::constant_of), &body(), Dual::variable(0.7), 3, &LIMITS);
}

#[test]
#[should_panic(expected = "-0.7 is not a length, and neither is -1.5")]
fn what_is_claimed_is_asserted() {
    guarded(&mut [0.5, 0.25], &body(), -0.7, 3, &LIMITS);
}

#[test]
#[should_panic(expected = "only so")]
fn pairs_are_compared() {
    guarded(&mut [0.5, 0.75], &body(), 0.7, 3, &LIMITS);
}

// What a function asserts, its derivatives assert wherever they run the program forwards.

#[reversible]
fn logarithm(x: f64) -> f64 {
    assert!(x > 0.0, "no logarithm of {x}");
    x.ln()
}

#[reversible]
fn logarithms(y: &mut f64, x: &[f64]) {
    for i in 0..x.len() {
        assert!(x[i] > 0.0, "no logarithm");
        *y += x[i].ln();
    }
}

#[reversible]
fn of_sums(x: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut y = 0.0;
    for x in x {
        let t = 2.0 * *x;
        // `t` is not asked for outside.
        safe! { assert!(s + t >= 0.0, "no root"); }
        s += *x;
        y += s.sqrt();
    }
    y
}

/// Looks at its output on the way, so that the sweep may not run it the other way around.
#[reversible]
fn bounded(y: &mut f64, x: &[f64]) {
    for x in x {
        *y += *x * *x;
        assert!(*y < 10.0, "too much");
    }
}

#[reversible]
fn adds_logarithm(y: &mut f64, x: f64) {
    *y += 2.0 * logarithm(x);
}

fn fails(run: impl FnOnce() + std::panic::UnwindSafe, with: &str) {
    let payload = std::panic::catch_unwind(run).expect_err(with);
    let text = match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => (*payload.downcast::<&str>().expect("text")).to_string(),
    };
    assert!(text.contains(with), "{text}");
}

#[test]
fn derivatives_assert() {
    assert_eq!(logarithm::gradient(2.0).1, (0.5,));
    fails(|| _ = logarithm::gradient(-1.0), "no logarithm of -1");
    fails(|| _ = logarithm::pull(1.0, -1.0, &mut 0.0), "no logarithm of -1");
    fails(|| logarithm::sweep(&mut 0.0, &mut 1.0, -1.0, &mut 0.0), "no logarithm of -1");
    fails(|| _ = adds_logarithm::gradient(-1.0), "no logarithm of -1");
    fails(|| adds_logarithm::adjoint(&mut 0.0, &mut 1.0, -1.0, &mut 0.0), "no logarithm of -1");
    fails(|| _ = logarithms::gradient(&[1.0, -1.0]), "no logarithm");
    fails(|| logarithms::sweep(&mut 0.0, &mut 1.0, &[1.0, -1.0], &mut [0.0; 2]), "no logarithm");
    fails(|| logarithms::adjoint(&mut 0.0, &mut 1.0, &[1.0, -1.0], &mut [0.0; 2]), "no logarithm");
    fails(|| _ = of_sums(&[3.0, -1.6, 2.0]), "no root");
    fails(|| _ = of_sums::gradient(&[3.0, -1.6, 2.0]), "no root");
    let x = [1.0, 2.0, 3.0];
    let root = f64::sqrt;
    let (value, (x_bar,)) = of_sums::gradient(&x);
    assert_eq!(value, 1.0 + root(3.0) + root(6.0));
    assert!((x_bar[2] - 0.5 / root(6.0)).abs() < 1e-15 && (x_bar[0] - x_bar[1] - 0.5).abs() < 1e-15);
    fails(|| _ = bounded::gradient(&[1.0, 2.0, 3.0]), "too much");
    assert_eq!(bounded::gradient(&[1.0, 2.0]), (5.0, (vec![2.0, 4.0],)));
}

/// A value restored only up to rounding would fail: `0.1 + 0.1 + 0.7 - 0.7 - 0.1 - 0.1` is below zero.
#[reversible]
fn comes_back(y: &mut [f64], x: &[f64]) {
    for i in 0..x.len() {
        let t = y[0];
        assert!(t >= 0.0, "{t:?}");
        y[1] += t * t;
        let s = x[i];
        y[0] += s;
    }
}

#[reversible]
fn comes_back_inside(x: &[f64]) -> f64 {
    let mut s = 0.0;
    let mut y = 0.0;
    for i in 0..x.len() {
        let t = s * x[i];
        assert!(t >= 0.0, "{t:?}");
        y += t * t;
        s += x[i];
    }
    y
}

#[test]
fn assertions_look_at_nothing_rounded() {
    let x = [0.1, 0.1, 0.7];
    let (mut y, mut y_bar, mut x_bar) = ([0.0, 0.0], [1.0, 1.0], [0.0; 3]);
    comes_back(&mut y, &x);
    comes_back::adjoint(&mut y, &mut y_bar, &x, &mut x_bar);
    assert!(y[0] < 0.0, "otherwise this tests nothing: {y:?}");
    _ = comes_back_inside::gradient(&x);
}

/// Lengths do not change: asserting them costs a sweep nothing.
#[reversible]
fn axpy(y: &mut [f64], a: f64, x: &[f64]) {
    assert_eq!(x.len(), y.len(), "of one length");
    for i in 0..y.len() {
        y[i] += a * x[i];
    }
}

#[test]
fn lengths_are_asserted() {
    let (x, mut x_bar, mut y_bar) = ([1.0, 2.0, 3.0], [0.0; 3], [1.0; 2]);
    fails(move || axpy::sweep(&mut [1.0; 2], &mut y_bar, 1.0, &mut 0.0, &x, &mut x_bar), "of one length");
    fails(move || axpy::adjoint(&mut [1.0; 2], &mut y_bar, 1.0, &mut 0.0, &x, &mut x_bar), "of one length");
    fails(|| _ = retrograde::library::dot::gradient(&[1.0], &[1.0, 2.0]), "differ in length");
}
