//! Logarithmic numbers beside the real type.

use retrograde::{Dual, Fixed43, Log, Real, reversible};
use retrograde_testkit::{assert_all_close, assert_close, finite_difference};

/// The paper's power: fixed-point numbers have no invertible product, their logarithms have.
#[reversible]
fn power<T: Real>(out: &mut T, x: T, n: u32) {
    if x != 0.0 {
        let lx = Log::from_value(x);
        let mut ly = Log::one();
        for _i in 0..n {
            ly *= lx;
        }
        *out += ly.value();
    }
}

/// State that is multiplied and divided, also by sums.
#[reversible]
fn weigh<T: Real>(y: &mut Log<T>, out: &mut T, x: &[T], w: Log<T>) {
    for i in 0..x.len() {
        let xi = Log::from_value(x[i]);
        *y *= xi + w * w;
        *y /= xi.powi(2).sqrt() * w.recip().powf(0.5);
        *out += y.ln() * x[i];
    }
}

/// A weight that is returned.
#[reversible]
fn mean<T: Real>(a: Log<T>, b: Log<T>) -> Log<T> {
    let sum = a + b;
    sum / Log::from_value(2.0)
}

/// Arrays of logarithmic numbers, and calls.
#[reversible]
fn chain<T: Real>(total: &mut Log<T>, w: &[Log<T>], x: T) {
    let mut all = [Log::one(); 2];
    for i in 0..w.len() {
        all[i % 2] *= w[i];
        let m: Log<T> = mean(w[i], Log::from_value(x));
        *total *= m;
    }
    *total *= all[0] / all[1];
    if all[0] < all[1] {
        *total *= w[0];
    }
}

#[test]
fn powers_of_fixed_point_numbers_are_undone_to_the_bit() {
    for n in [0, 1, 5, 12] {
        let x = Fixed43::constant(1.3);
        let (start, mut out) = (Fixed43::constant(0.7), Fixed43::constant(0.7));
        power(&mut out, x, n);
        assert_close!(out.to_f64(), 0.7 + 1.3_f64.powi(n as i32), 1e-10);
        let (mut out_bar, mut x_bar) = (Fixed43::constant(1.5), Fixed43::ZERO);
        power::adjoint(&mut out, &mut out_bar, x, &mut x_bar, n);
        assert_eq!(out, start);
        assert_close!(x_bar.to_f64(), 1.5 * f64::from(n) * 1.3_f64.powi(n as i32 - 1), 1e-9);
    }
    let (mut out, mut x_bar) = (2.0, 0.0);
    power(&mut out, 0.0, 3);
    power::adjoint(&mut out, &mut 1.0, 0.0, &mut x_bar, 3);
    assert_eq!((out, x_bar), (2.0, 0.0));
}

#[test]
fn second_derivatives_of_powers() {
    let x = Dual::variable(1.3);
    let (value, (x_bar,)) = power::gradient(x, 4);
    assert_close!(value.value, 1.3_f64.powi(4));
    assert_close!(x_bar.tangent, 12.0 * 1.69);
}

const X: [f64; 3] = [0.4, 2.0, 1.1];

/// All of `weigh`: y and w by their logarithms.
fn weighed(v: &[f64]) -> Vec<f64> {
    let (mut y, mut out) = (Log::from_ln(v[0]), v[1]);
    weigh(&mut y, &mut out, &v[2..5], Log::from_ln(v[5]));
    vec![y.ln, out]
}

#[test]
fn the_adjoint_of_products_is_what_differences_say() {
    let start = [0.3, -1.0, X[0], X[1], X[2], 0.2];
    let by_hand: f64 = X.iter().map(|x| (x + (0.4_f64).exp()).ln() - x.ln() + 0.1).sum::<f64>() + 0.3;
    assert_close!(weighed(&start)[0], by_hand);
    let seeds = [1.5, -0.7];
    let differences =
        finite_difference::gradient(|v| weighed(v).iter().zip(seeds).map(|(y, s)| y * s).sum(), &start);

    let (mut y, mut out, w) = (Log::from_ln(0.3), -1.0, Log::from_ln(0.2));
    weigh(&mut y, &mut out, &X, w);
    let (mut y_bar, mut out_bar) = (Log::from_ln(seeds[0]), seeds[1]);
    let (mut x_bar, mut w_bar) = ([0.0; 3], Log::from_ln(0.0));
    weigh::adjoint(&mut y, &mut y_bar, &mut out, &mut out_bar, &X, &mut x_bar, w, &mut w_bar);
    assert_all_close!([y.ln, out], [0.3, -1.0], 1e-14);
    assert_all_close!([y_bar.ln, out_bar, x_bar[0], x_bar[1], x_bar[2], w_bar.ln], differences);
}

#[test]
fn two_rows_at_once() {
    let (mut y, mut out, w) = (Log::from_ln(0.3), -1.0, Log::from_ln(0.2));
    let (mut y_bar, mut out_bar) = (Log::from_ln([1.0, 0.0]), [0.0, 1.0]);
    let (mut x_bar, mut w_bar) = ([[0.0; 2]; 3], Log::from_ln([0.0; 2]));
    weigh::sweep(&mut y, &mut y_bar, &mut out, &mut out_bar, &X, &mut x_bar, w, &mut w_bar);
    let jacobian = finite_difference::jacobian(weighed, &[0.3, -1.0, X[0], X[1], X[2], 0.2]);
    for row in 0..2 {
        assert_all_close!(x_bar.map(|c| c[row]), jacobian[row][2..5]);
        assert_close!(w_bar.ln[row], jacobian[row][5]);
    }
}

#[test]
fn products_over_fixed_point_are_undone_to_the_bit() {
    let fixed = Fixed43::constant;
    let start = (Log::from_ln(fixed(0.3)), fixed(-1.0));
    let (mut y, mut out) = start;
    let (x, w) = (X.map(fixed), Log::from_ln(fixed(0.2)));
    weigh(&mut y, &mut out, &x, w);
    assert_ne!((y, out), start);
    weigh::inverse(&mut y, &mut out, &x, w);
    assert_eq!((y, out), start);
}

#[test]
fn returned_and_stored_numbers() {
    let of = |v: &[f64]| {
        let mut total = Log::from_ln(v[0]);
        let w = [Log::from_ln(v[1]), Log::from_ln(v[2]), Log::from_ln(v[3])];
        chain(&mut total, &w, v[4]);
        total.ln
    };
    let start = [0.5, -0.2, 0.9, 0.4, 1.7];
    let differences = finite_difference::gradient(|v| 1.5 * of(v), &start);
    let mut total = Log::from_ln(start[0]);
    let w = [Log::from_ln(start[1]), Log::from_ln(start[2]), Log::from_ln(start[3])];
    chain(&mut total, &w, start[4]);
    let (mut total_bar, mut w_bar, mut x_bar) = (Log::from_ln(1.5), [Log::from_ln(0.0); 3], 0.0);
    chain::adjoint(&mut total, &mut total_bar, &w, &mut w_bar, start[4], &mut x_bar);
    assert_close!(total.ln, 0.5, 1e-14);
    assert_all_close!([total_bar.ln, w_bar[0].ln, w_bar[1].ln, w_bar[2].ln, x_bar], differences);

    let (mut a_bar, mut b_bar) = (Log::from_ln(0.0), Log::from_ln(0.0));
    let (a, b) = (Log::from(2.0), Log::from(6.0));
    let value = mean::pull(Log::from_ln(2.0), a, &mut a_bar, b, &mut b_bar);
    assert_close!(value.value(), 4.0);
    assert_all_close!([a_bar.ln, b_bar.ln], [0.5, 1.5]);
}

#[cfg(feature = "tape")]
#[test]
fn closures_over_logarithmic_numbers() {
    use retrograde::tape::{Active, value_and_gradient};
    type Weights = [Log<Active<f64>>; 2];
    let of = |w: Weights| (w[0] * w[1] + w[0].powi(2)).ln();
    let w = [Log::from_ln(0.3), Log::from_ln(-0.2)];
    let (value, gradient) = value_and_gradient(of, &w).expect("a shallow structure");
    let plain = |v: &[f64]| {
        let (a, b) = (Log::from_ln(v[0]), Log::from_ln(v[1]));
        (a * b + a.powi(2)).ln()
    };
    assert_close!(value, plain(&[0.3, -0.2]));
    let differences = finite_difference::gradient(plain, &[0.3, -0.2]);
    assert_all_close!([gradient[0].ln, gradient[1].ln], differences);
}

/// A difference stays among the logarithms.
#[reversible]
fn difference<T: Real>(out: &mut T, a: Log<T>, b: &Log<T>) {
    let d = a - *b;
    *out += (d * a).ln();
    *out -= (a + d - *b / Log::from_value(3.0)).value();
}

#[test]
fn differences_of_logarithmic_numbers() {
    let (a, b) = (Log::from_value(2.5), Log::from_value(0.75));
    let mut out = 0.0;
    difference(&mut out, a, &b);
    assert_close!(out, (1.75_f64 * 2.5).ln() - (2.5 + 1.75 - 0.25), 1e-14);
    assert_eq!(difference::check(&mut 0.3, a, &b), Ok(()));
    // What no float holds is still a number.
    let mut out = 0.0;
    difference(&mut out, Log::from_ln(800.0), &Log::from_ln(-800.0));
    assert!(out == f64::NEG_INFINITY);
}
