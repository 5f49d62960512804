//! Places seen through a bijection.

use retrograde::prelude::*;
use retrograde::{Complex, Log};
use retrograde_testkit::{assert_all_close, finite_difference};

#[reversible]
fn add_square<T: Real>(y: &mut T, x: T) {
    *y += x * x * x;
}

#[reversible]
fn stretch<T: Real>(y: &mut T, x: T) {
    // What is added depends on the sign of what is there only through the place itself.
    *y += 0.5 * x;
    add_square(&mut *y, x);
}

#[reversible]
fn through<T: Real>(y: &mut T, z: &mut [T], x: T, n: &mut i64) {
    -*y += x * x;
    stretch(&mut -*y, x);
    stretch(&mut (z[1] - 2.0), x);
    (z[0] + 3.0) += *y;
    add_square(&mut -(z[0] + x), x);
    -z[1] -= z[0] * x;
    -*n += 3;
}

#[reversible]
fn reciprocal<T: Real>(y: &mut Log<T>, x: T) {
    y.recip() *= Log::from_value(x);
}

fn run(v: &[f64]) -> Vec<f64> {
    let (mut y, mut z, mut n) = (v[0], [v[1], v[2]], 5);
    through(&mut y, &mut z, v[3], &mut n);
    assert_eq!(n, 2);
    vec![y, z[0], z[1]]
}

#[test]
fn updates_and_calls_go_through() {
    let (y0, z0, x) = (0.5, [1.0, -2.0], 1.5);
    let y = y0 - x * x - (0.5 * x + x * x * x);
    let z1 = z0[1] + 0.5 * x + x * x * x;
    let z = [z0[0] + y - x * x * x, z1 + (z0[0] + y - x * x * x) * x];
    assert_all_close!(run(&[y0, z0[0], z0[1], x]), [y, z[0], z[1]]);
}

#[test]
fn cotangents_go_through() {
    let start = [0.5, 1.0, -2.0, 1.5];
    let seeds = [1.5, -0.5, 2.0];
    let differences =
        finite_difference::gradient(|v| run(v).iter().zip(seeds).map(|(a, b)| a * b).sum(), &start);
    let (mut y, mut z, mut n) = (start[0], [start[1], start[2]], 5);
    through(&mut y, &mut z, start[3], &mut n);
    let (mut y_bar, mut z_bar, mut x_bar) = (seeds[0], [seeds[1], seeds[2]], 0.0);
    through::adjoint(&mut y, &mut y_bar, &mut z, &mut z_bar, start[3], &mut x_bar, &mut n);
    assert_all_close!([y, z[0], z[1]], start[..3], 1e-14);
    assert_eq!(n, 5);
    assert_all_close!([y_bar, z_bar[0], z_bar[1], x_bar], differences);
}

#[test]
fn a_product_through_a_reciprocal_is_a_quotient() {
    let mut y = Log::from(6.0);
    reciprocal(&mut y, 2.0);
    assert_all_close!([y.value()], [3.0]);
    let (mut y_bar, mut x_bar) = (Log::from_ln(1.5), 0.0);
    reciprocal::adjoint(&mut y, &mut y_bar, 2.0, &mut x_bar);
    assert_all_close!([y.value(), y_bar.ln, x_bar], [6.0, 1.5, -0.75]);
}

/// Paper 002, section 3.1: `real.(x)` is a view too.
#[reversible]
fn of_each<T: Real>(z: &mut [Complex<T>], w: &[Complex<T>], x: &[T]) {
    each!(z.re += x);
    each!(-z.im += x * z.re);
    each!(z.conj() += w);
    each!(conj(&mut z));
    conj(&mut z[0]);
    hadamard(&mut z[0].re, &mut z[1].im);
}

#[test]
fn parts_of_each_and_conjugates() {
    let z = |re, im| Complex::new(re, im);
    let start = [z(0.5, -0.2), z(1.0, 2.0)];
    let (mut state, w, x) = (start, [z(0.1, 0.2), z(0.3, 0.4)], [2.0, -1.0]);
    of_each(&mut state, &w, &x);
    let plain = [0, 1].map(|i| {
        let re = start[i].re + x[i];
        (z(re, start[i].im - x[i] * re) + w[i].conj()).conj()
    });
    let (a, b, root) = (plain[0].re, plain[1].im, 2.0_f64.sqrt());
    assert_all_close!([state[0].re, state[0].im], [(a + b) / root, -plain[0].im], 1e-15);
    assert_all_close!([state[1].re, state[1].im], [plain[1].re, (a - b) / root], 1e-15);
    assert_eq!(of_each::check(&mut start.clone(), &w, &x), Ok(()));
}
