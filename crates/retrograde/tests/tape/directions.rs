//! Functions in ordinary Rust with a rule for directions, `#[primitive(jvp = f)]`: called by strict and ordinary functions, at dual
//! numbers, on the tape; each is compared with differences.

use retrograde::prelude::*;
use retrograde::{Active, Dual};
use retrograde_testkit::{assert_all_close, finite_difference};

/// The root `y` of `x[0] y³ + x[1] y = k`, by Newton's method on plain numbers.
#[primitive(jvp = root_jvp)]
fn root<T: Real>(x: &[T], k: T, rounds: usize) -> T {
    let (a, b, k) = (x[0].primal(), x[1].primal(), k.primal());
    let mut y: f64 = k / b;
    for _ in 0..rounds {
        y -= (a * y * y * y + b * y - k) / (3.0_f64 * a * y * y + b);
    }
    y as T
}

fn root_jvp<T: Real>(x: &[T], x_dot: &[T], k: T, k_dot: T, rounds: usize) -> (T, T) {
    let y = root(x, k, rounds);
    let by_y = T::constant(3.0) * x[0] * y * y + x[1];
    (y, (k_dot - x_dot[0] * y * y * y - x_dot[1] * y) / by_y)
}

/// An array as the value, arrays of arrays as arguments, a number that is lent.
#[primitive(jvp = turned_jvp)]
fn turned<T: Real>(m: &[[T; 2]; 2], v: [T; 2], by: &T) -> [T; 2] {
    let rows = m.map(|row| (row[0].primal() * v[0].primal() + row[1].primal() * v[1].primal()) * by.primal());
    rows.map(T::constant)
}

fn turned_jvp<T: Real>(
    m: &[[T; 2]; 2],
    m_dot: &[[T; 2]; 2],
    v: [T; 2],
    v_dot: [T; 2],
    by: &T,
    by_dot: &T,
) -> ([T; 2], [T; 2]) {
    let row = |i: usize| m[i][0] * v[0] + m[i][1] * v[1];
    let y_dot = |i: usize| {
        let moved = m_dot[i][0] * v[0] + m_dot[i][1] * v[1] + m[i][0] * v_dot[0] + m[i][1] * v_dot[1];
        moved * *by + row(i) * *by_dot
    };
    ([0, 1].map(|i| row(i) * *by), [0, 1].map(y_dot))
}

/// Without a parameter for its number.
#[primitive(jvp = table_jvp)]
fn table(x: f64, entries: &[f64]) -> f64 {
    let at = x.floor().clamp(0.0, entries.len() as f64 - 2.0);
    let i = at as usize;
    entries[i] + (x - at) * (entries[i + 1] - entries[i])
}

fn table_jvp(x: f64, x_dot: f64, entries: &[f64], entries_dot: &[f64]) -> (f64, f64) {
    let i = x.floor().clamp(0.0, entries.len() as f64 - 2.0) as usize;
    (table(x, entries), x_dot * (entries[i + 1] - entries[i]) + table(x, entries_dot))
}

#[reversible]
fn strict<T: Real>(sum: &mut T, x: &[T], k: T) {
    *sum += root(x, k, 60) * k;
    *sum += k * k;
}

#[differentiable(generic)]
fn ordinary(x: &[f64], k: f64) -> f64 {
    let mut sum = 0.0;
    for i in 0..3 {
        let y = root(x, k + i as f64, 60);
        if y > 0.5 {
            sum += y.sin() * x[1];
        }
    }
    sum
}

#[differentiable]
fn looked_up(x: f64, entries: &Vec<f64>) -> f64 {
    let y = table(x, entries);
    y * y * table(x + 1.0, entries)
}

const AT: [f64; 3] = [0.7, 1.3, 2.1];

#[test]
fn the_pullback_is_the_rule_along_each_number() {
    assert_eq!(root::check(&AT[..2], AT[2], 60), Ok(()));
    assert_eq!(turned::check(&[[0.3, -1.2], [2.0, 0.7]], [1.5, -0.4], &1.7), Ok(()));
    assert_eq!(table::check(1.3, &[0.5, 2.0, -1.0, 4.0]), Ok(()));
    assert_eq!(strict::check(&mut 0.3, &AT[..2], AT[2]), Ok(()));
    assert_eq!(ordinary::check(&AT[..2], AT[2]), Ok(()));
    assert_eq!(looked_up::check(1.3, &vec![0.5, 2.0, -1.0, 4.0, 1.0]), Ok(()));
    let j = turned::jacobian((&[[1.0, 2.0], [3.0, 4.0]], [5.0, 6.0], &7.0));
    assert_eq!((j.value, j.rows[1]), ([119.0, 273.0], ([[0.0, 0.0], [35.0, 42.0]], [21.0, 28.0], 39.0)));
}

#[test]
fn dual_numbers_take_the_rule_in_the_place_of_a_run() {
    let of = |p: &[f64]| ordinary(&p[..2], p[2]);
    let gradient = finite_difference::gradient(of, &AT);
    for (j, expected) in gradient.iter().enumerate() {
        let x: Vec<Dual<f64>> = (0..3).map(|i| Dual::new(AT[i], if i == j { 1.0 } else { 0.0 })).collect();
        assert_all_close!([ordinary(&x[..2], x[2]).tangent], [*expected], 1e-8);
    }
    // The rule itself is differentiated where two tangents are carried.
    let rows = ordinary::hessian((&AT[..2], AT[2]));
    let by = |p: &[f64]| {
        let (_, (x, k)) = ordinary::gradient(&p[..2], p[2]);
        [x[0], x[1], k]
    };
    for (j, (x, k)) in rows.iter().enumerate() {
        let expected = finite_difference::gradient(|p: &[f64]| by(p)[j], &AT);
        assert_all_close!([x[0], x[1], *k], expected, 1e-7);
    }
    let slope = strict::jvp((&AT[..2], AT[2]), (&[0.5, -0.25], 2.0)).1;
    let (x, k) = &strict::jacobian((&AT[..2], AT[2])).rows[0];
    assert_all_close!([slope], [0.5 * x[0] - 0.25 * x[1] + 2.0 * k], 1e-12);
}

#[test]
fn the_tape_keeps_one_entry() {
    let of = |x: Vec<Active>| root(&x[..2], x[2], 60);
    let by_tape = retrograde::gradient(of, &AT.to_vec()).unwrap();
    assert_all_close!(by_tape, finite_difference::gradient(|p: &[f64]| root(&p[..2], p[2], 60), &AT), 1e-8);
    let (_, pullback) = retrograde::vjp(of, &AT.to_vec()).unwrap();
    assert_eq!(pullback.operations(), 1);
}
