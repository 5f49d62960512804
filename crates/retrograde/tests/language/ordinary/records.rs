//! Records that a user holds: `record` and `replay`, the programs that use the memory of a record again, rows of Jacobians, second
//! derivatives, checks of all shapes.

use super::agrees;
use retrograde::prelude::*;
use retrograde::{Dual, Record, check_gradient, differentiable};

#[differentiable]
fn logistic_map<T: Real>(r: T, x: T, n: usize) -> T {
    let mut x = x;
    let mut sum = T::constant(0.0);
    for _ in 0..n {
        x = r * x * (T::constant(1.0) - x);
        if x > T::constant(0.5) {
            sum = sum + x;
        } else {
            sum -= x * x;
        }
    }
    sum
}

#[differentiable]
fn step(x: &mut [f64], v: &mut [f64], dt: f64) {
    for i in 0..x.len() {
        x[i] += dt * v[i];
        v[i] = 0.99 * (v[i] - dt * x[i].sin());
    }
}

/// A value of several numbers.
#[differentiable]
fn polar(x: f64, y: f64) -> [f64; 2] {
    let mut r = (x * x + y * y).sqrt();
    r *= 2.0;
    [r, y.atan2(x) * r]
}

#[test]
fn a_record_is_replayed_later() {
    let (value, mut record) = logistic_map::record(3.6, 0.3, 7);
    assert_eq!(value, logistic_map(3.6, 0.3, 7));
    assert!(!record.is_empty() && record.bytes() <= 7 * 16 + 1, "{record:?}");
    // Something else runs between the two.
    let (other, mut second) = logistic_map::record(3.1, 0.2, 5);
    let (mut r, mut x) = (0.0, 0.0);
    logistic_map::replay(&mut record, 1.0, 3.6, &mut r, 0.3, &mut x, 7);
    assert!(record.is_empty());
    agrees("replay", |v| logistic_map(v[0], v[1], 7), &[r, x], &[3.6, 0.3]);
    let (mut r, mut x) = (1.0, 2.0);
    logistic_map::replay(&mut second, 2.0, 3.1, &mut r, 0.2, &mut x, 5);
    agrees("added", |v| 2.0 * logistic_map(v[0], v[1], 5) + v[0] + 2.0 * v[1], &[r, x], &[3.1, 0.2]);
    assert_eq!(other, logistic_map(3.1, 0.2, 5));
}

#[test]
#[should_panic(expected = "there is nothing left in this record")]
fn a_record_is_replayed_once() {
    let (_, mut record) = logistic_map::record(3.6, 0.3, 7);
    let (mut r, mut x) = (0.0, 0.0);
    for _ in 0..2 {
        logistic_map::replay(&mut record, 1.0, 3.6, &mut r, 0.3, &mut x, 7);
    }
}

#[test]
fn a_record_of_state_goes_back_to_the_pre_state() {
    let (mut x, mut v) = ([0.5, 1.0], [0.25, -0.5]);
    let mut record = step::record(&mut x, &mut v, 0.1);
    let mut after = ([0.5, 1.0], [0.25, -0.5]);
    step(&mut after.0, &mut after.1, 0.1);
    assert_eq!((x, v), after);
    let (mut x_bar, mut v_bar, mut dt) = ([1.0, 0.5], [0.25, 2.0], 0.0);
    step::replay(&mut record, &mut x, &mut x_bar, &mut v, &mut v_bar, 0.1, &mut dt);
    assert!((x[0] - 0.5).abs() < 1e-15 && (v[1] + 0.5).abs() < 1e-15);
    let f = |s: &[f64]| {
        let (mut x, mut v) = ([s[0], s[1]], [s[2], s[3]]);
        step(&mut x, &mut v, s[4]);
        x[0] + 0.5 * x[1] + 0.25 * v[0] + 2.0 * v[1]
    };
    agrees("state", f, &[x_bar[0], x_bar[1], v_bar[0], v_bar[1], dt], &[0.5, 1.0, 0.25, -0.5, 0.1]);

    // In one, and the post-state is there afterwards.
    let (mut x, mut v) = ([0.5, 1.0], [0.25, -0.5]);
    let (mut again, mut x_again, mut v_again, mut dt_again) = (Record::new(), [1.0, 0.5], [0.25, 2.0], 0.0);
    step::sweep_in(&mut again, &mut x, &mut x_again, &mut v, &mut v_again, 0.1, &mut dt_again);
    assert_eq!(((x, v), x_again, v_again, dt_again), (after, x_bar, v_bar, dt));
}

#[test]
fn one_record_serves_many_gradients() {
    let mut record = Record::new();
    for i in 1..20 {
        let x = i as f64 * 0.04;
        let found = logistic_map::gradient_in(&mut record, 3.7, x, i);
        assert_eq!(found, logistic_map::gradient(3.7, x, i));
        let (mut r_bar, mut x_bar) = (0.0, 0.0);
        let value = logistic_map::pull_in(&mut record, 1.0, 3.7, &mut r_bar, x, &mut x_bar, i);
        assert_eq!((value, (r_bar, x_bar)), found);
    }
}

#[test]
fn jacobians_by_rows() {
    let (mut x, mut y) = ([0.0; 2], [0.0; 2]);
    polar::pull([[1.0, 0.0], [0.0, 1.0]], 0.75, &mut x, 1.5, &mut y);
    for row in 0..2 {
        agrees("row", |v| polar(v[0], v[1])[row], &[x[row], y[row]], &[0.75, 1.5]);
    }
}

#[test]
fn second_derivatives_by_duals() {
    // By r, along r: the second derivative.
    let along = |r: f64| {
        let (_, (r_bar, x_bar)) = logistic_map::gradient(Dual::new(r, 1.0), Dual::new(0.3, 0.0), 6);
        (r_bar, x_bar)
    };
    let (r_bar, x_bar) = along(3.4);
    let first = |v: &[f64]| logistic_map::gradient(v[0], v[1], 6).1;
    agrees("r", |v| first(&[v[0], 0.3]).0, &[r_bar.tangent], &[3.4]);
    agrees("x", |v| first(&[v[0], 0.3]).1, &[x_bar.tangent], &[3.4]);
}

#[test]
fn all_shapes_are_checked() {
    assert_eq!(logistic_map::check(3.6, 0.3, 4), Ok(()));
    assert_eq!(polar::check(0.75, 1.5), Ok(()));
    let (mut x, mut v) = ([0.5, 1.0], [0.25, -0.5]);
    assert_eq!(step::check(&mut x, &mut v, 0.1), Ok(()));
    assert_eq!((x, v), ([0.5, 1.0], [0.25, -0.5]));
    let (_, (r, x)) = logistic_map::gradient(3.6, 0.3, 4);
    assert_eq!(check_gradient(|v| logistic_map(v[0], v[1], 4), &[3.6, 0.3], &[r, x]), Ok(()));
}

/// Loops that record two numbers in each iteration, one beyond the other, and fall.
#[differentiable]
fn smoothed(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len();
    let mut x = vec![0.0; n];
    let mut y = vec![0.0; n + 3];
    for k in 0..3 {
        for i in 0..n {
            x[i] = a[i] * b[i] + x[i] * 0.5;
            y[i + k] = x[i].sin() * y[i + k] + a[i];
        }
    }
    let mut s = 0.0;
    for i in (0..n).rev() {
        s = s * 0.9 + x[i] * y[i];
        x[i] = s;
    }
    s + y[n + 2]
}

/// Loops whose iterations read what others wrote, exchange elements, and count with another integer.
#[differentiable]
fn chained(a: &[f64]) -> f64 {
    let n = a.len();
    let mut x = a.to_vec();
    for i in (1..n).rev() {
        x[i] = x[i - 1] * x[i];
    }
    for i in 1..n {
        x[i - 1] = x[i] + x[i - 1] * x[i - 1];
    }
    for i in 0..n / 2 {
        x.swap(i, n - 1 - i);
    }
    let mut total = 0.0;
    for j in 0..n as i32 {
        total = total * 0.5 + x[j as usize];
    }
    total
}

#[differentiable]
fn spread<T: Real>(x: &mut [T], w: &[T], n: usize) {
    for _ in 0..n {
        for i in 1..x.len() {
            x[i] = w[i] * (x[i - 1] + x[i]);
            x[0] = x[0] * w[0];
        }
    }
}

#[test]
fn loops_record_all_at_once() {
    let a: Vec<f64> = (0..9).map(|i| 0.3 + 0.1 * (f64::from(i * i) * 1.7).sin()).collect();
    let b: Vec<f64> = (0..9).map(|i| 0.8 - 0.05 * f64::from(i)).collect();
    assert_eq!(smoothed::check(&a, &b), Ok(()));
    assert_eq!(chained::check(&a), Ok(()));
    assert_eq!(spread::check(&mut a.clone(), &b, 3), Ok(()));
    // Nothing is recorded by loops that do not run.
    assert_eq!(smoothed::check(&[0.5], &[0.25]), Ok(()));
    assert_eq!(chained::check(&[0.5]), Ok(()));
}
