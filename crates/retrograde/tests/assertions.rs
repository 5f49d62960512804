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
    assert!(x > 0.0, "{x:?} is no length, and neither is {:?}", -1.5);
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
#[should_panic(expected = "-0.7 is no length, and neither is -1.5")]
fn what_is_claimed_is_asserted() {
    guarded(&mut [0.5, 0.25], &body(), -0.7, 3, &LIMITS);
}

#[test]
#[should_panic(expected = "only so")]
fn pairs_are_compared() {
    guarded(&mut [0.5, 0.75], &body(), 0.7, 3, &LIMITS);
}
