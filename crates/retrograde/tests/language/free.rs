//! Ancillae that the program itself brings back to a known value and frees, and vectors that change their names.

use retrograde::prelude::*;
use retrograde_testkit::{assert_all_close, finite_difference};

/// The spare place holds what was in the array, so no lead could build it again; only the program brings it back.
#[reversible]
fn rotated(y: &mut [f64], angle: f64) {
    let mut spare = 0.0;
    for i in 0..y.len() {
        swap(&mut spare, &mut y[i]);
        rot(&mut spare, &mut y[(i + 1) % 3], angle);
        swap(&mut spare, &mut y[i]);
    }
    free!(spare = 0.0);
    each!(y += angle * angle);
}

/// An ancilla that starts at a value and ends at another one, both of them computed.
#[reversible]
fn travels<T: Real>(y: &mut [T], x: T, w: T) {
    let mut t = x.exp();
    y[0] += t * w;
    t += w.sin();
    y[1] += t * t;
    t -= x.exp();
    free!(t = w.sin());
    let mut t = vec![0.0; 2];
    t[0] += w;
    y[0] -= t[0] * t[0] * x;
    let mut u = t;
    u[1] += u[0] * x;
    y[1] -= u[1];
    u[1] -= u[0] * x;
    u[0] -= w;
    free!(u);
}

#[test]
fn freed_ancillae_need_no_lead() {
    let start = [0.4, -0.7, 1.2];
    let run = |p: &[f64]| {
        let mut y = p[..3].to_vec();
        rotated(&mut y, p[3]);
        y
    };
    let mut y = run(&[&start[..], &[0.3]].concat());
    let (mut y_bar, mut angle_bar) = ([1.5, -0.5, 2.0], 0.0);
    rotated::adjoint(&mut y, &mut y_bar, 0.3, &mut angle_bar);
    assert_all_close!(&y, &start, 1e-14);
    let value = |p: &[f64]| run(p).iter().zip([1.5, -0.5, 2.0]).map(|(a, b)| a * b).sum();
    let expected = finite_difference::gradient(&value, &[&start[..], &[0.3]].concat());
    assert_all_close!(&[&y_bar[..], &[angle_bar]].concat(), &expected, 1e-7);
}

#[test]
fn known_values_carry_cotangents() {
    let run = |p: &[f64]| {
        let mut y = p[..2].to_vec();
        travels(&mut y, p[2], p[3]);
        y
    };
    let start = [0.4, -0.7, 0.3, 0.8];
    let mut y = run(&start);
    let (mut y_bar, mut x_bar, mut w_bar) = ([1.5, -0.5], 0.0, 0.0);
    travels::adjoint(&mut y, &mut y_bar, 0.3, &mut x_bar, 0.8, &mut w_bar);
    assert_all_close!(&y, &start[..2], 1e-14);
    let value = |p: &[f64]| run(p).iter().zip([1.5, -0.5]).map(|(a, b)| a * b).sum();
    let expected = finite_difference::gradient(&value, &start);
    assert_all_close!(&[y_bar[0], y_bar[1], x_bar, w_bar], &expected, 1e-7);
    let mut y = run(&start);
    travels::inverse(&mut y, 0.3, 0.8);
    assert_all_close!(&y, &start[..2], 1e-14);
}

/// The inverse of a program that frees declares at the known value, so its own adjoint works as well.
#[reversible]
fn uncalls<T: Real>(y: &mut [T], x: T, w: T) {
    travels::inverse(&mut *y, x * w, w);
    y[0] += y[1] * x;
    travels(&mut *y, x, w);
}

#[test]
fn freeing_programs_are_uncalled() {
    let run = |p: &[f64]| {
        let mut y = p[..2].to_vec();
        uncalls(&mut y, p[2], p[3]);
        y
    };
    let start = [0.4, -0.7, 0.3, 0.8];
    let mut y = run(&start);
    let (mut y_bar, mut x_bar, mut w_bar) = ([1.5, -0.5], 0.0, 0.0);
    uncalls::adjoint(&mut y, &mut y_bar, 0.3, &mut x_bar, 0.8, &mut w_bar);
    assert_all_close!(&y, &start[..2], 1e-14);
    let value = |p: &[f64]| run(p).iter().zip([1.5, -0.5]).map(|(a, b)| a * b).sum();
    assert_all_close!(
        &[y_bar[0], y_bar[1], x_bar, w_bar],
        &finite_difference::gradient(&value, &start),
        1e-7
    );
}

#[reversible]
fn forgets(y: &mut f64, x: f64) {
    let mut t = 0.0;
    t += x;
    *y += t;
    free!(t = 0.0);
}

#[test]
#[should_panic(expected = "this place is not at its known value when it is released")]
#[cfg(debug_assertions)]
fn what_is_freed_is_back() {
    forgets(&mut 1.0, 2.0);
}

#[derive(Clone, Copy, Differentiable)]
struct Body<T> {
    at: [T; 2],
    mass: T,
    charge: (T, i32),
}

#[reversible(check = "always")]
fn grows<T: Real>(body: &mut Body<T>, by: T) {
    body.at[0] += by;
    body.mass += by;
}

#[reversible(check = "always")]
fn charges<T: Real>(body: &mut Body<T>) {
    body.charge.1 += 1;
}

/// Of the copy no field is named but `at`.
#[reversible(check = "always")]
fn copies<T: Real>(y: &mut T, body: &Body<T>, by: T, other: &Body<T>) {
    let mut copy = *body;
    grows(&mut copy, by);
    *y += copy.at[0];
    grows::inverse(&mut copy, by);
    free!(copy = *other);
}

#[reversible(check = "always")]
fn copies_a_tuple(y: &mut f64, pair: &(f64, [f64; 2], usize), by: &(f64, [f64; 2], usize)) {
    let mut copy = *pair;
    copy.0 += 1.0;
    *y += copy.0;
    copy.0 -= 1.0;
    free!(copy = *by);
}

#[reversible(check = "always")]
fn charged<T: Real>(y: &mut T, body: &Body<T>) {
    let mut copy = *body;
    charges(&mut copy);
    *y += copy.mass;
    free!(copy = *body);
}

fn fails(run: impl FnOnce() + std::panic::UnwindSafe) -> bool {
    std::panic::catch_unwind(run).is_err()
}

/// A callee may change what the caller does not name.
#[test]
fn all_fields_of_what_is_freed_are_compared() {
    let body = Body { at: [1.0, 2.0], mass: 3.0, charge: (4.0, 5) };
    copies(&mut 0.0, &body, 0.5, &body);
    assert_eq!(copies::gradient(&body, 0.5, &body).0, 1.5);
    for other in [
        Body { at: [1.0, 2.5], ..body },
        Body { mass: 2.0, ..body },
        Body { charge: (f64::NAN, 5), ..body },
        Body { charge: (4.0, 6), ..body },
    ] {
        assert!(fails(move || copies(&mut 0.0, &body, 0.5, &other)));
        assert!(fails(move || _ = copies::gradient(&body, 0.5, &other)));
    }
    assert!(fails(move || charged(&mut 0.0, &body)));
    assert!(fails(move || _ = charged::gradient(&body)));
    let pair = (1.0, [2.0, 3.0], 4);
    copies_a_tuple(&mut 0.0, &pair, &pair);
    for other in [(1.0, [2.0, 3.5], 4), (1.0, [2.0, 3.0], 5)] {
        assert!(fails(move || copies_a_tuple(&mut 0.0, &pair, &other)));
    }
}
