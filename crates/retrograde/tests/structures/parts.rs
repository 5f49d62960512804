//! Parts of arrays: what is read through their names lies inside them, in every program.
#![allow(missing_docs)]

use retrograde::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Returns the message of a panic.
fn said<R>(run: impl FnOnce() -> R) -> String {
    let panic = catch_unwind(AssertUnwindSafe(run)).err().expect("this reads what the part does not have");
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string())).unwrap_or_default()
}

#[reversible]
fn one(y: &mut f64, x: &[f64], i: usize) {
    let v = &x[1..3];
    *y += v[i] * v[0];
}

#[reversible]
fn split(y: &mut f64, x: &[f64], k: usize, i: usize) {
    let (before, after) = x.split_at(k);
    *y += before[i].sin() * after[0];
}

#[reversible]
fn nested(y: &mut f64, x: &[f64], a: usize, b: usize) {
    let v = &x[1..4];
    let w = &v[a..b];
    *y += w[0] * w[1];
    for e in w {
        *y += e * e;
    }
}

#[reversible]
fn looped(y: &mut f64, x: &[f64], n: usize, z: &[f64]) {
    let v = &x[1..4];
    for i in 0..n {
        *y += v[i] * z[i];
    }
}

#[reversible]
fn from_one(y: &mut f64, x: &[f64], n: usize) {
    let v = &x[1..4];
    for i in 1..n {
        *y += v[i] * v[i - 1];
    }
}

#[reversible]
fn below(y: &mut f64, x: &[f64], i: usize) {
    let v = &x[2..];
    *y += v[i.wrapping_sub(1)] * v[0];
}

#[reversible]
fn changed(x: &mut [f64], h: f64, n: usize) {
    let v = &mut x[1..3];
    for i in 0..n {
        v[i] += h * h;
    }
    v[0] += h;
}

/// Both are the same element, and one of them only if the part is long enough.
#[reversible]
fn both_ways(y: &mut [f64], x: &[f64], k: usize) {
    let v = &x[1..k];
    for i in 0..y.len() {
        y[i] += x[i + 2] * v[i + 1] + x[3] * v[2];
    }
}

#[reversible]
fn rows(y: &mut f64, x: &[f64], n: usize, m: usize, k: usize) {
    for r in 0..n {
        let row = &x[r * m..(r + 1) * m];
        for j in 0..k {
            *y += row[j] * row[j].sin();
        }
    }
}

#[reversible]
fn inner_part<T: Real>(y: &mut Vec<T>, h: T, i: usize) {
    let v = &mut y[1..y.len() - 1];
    v[i] += h * h;
    let (_, last) = y.split_at_mut(4);
    last[i] += h;
}

#[derive(Clone, Debug, Differentiable)]
pub struct Body {
    mass: f64,
}

#[reversible]
fn fields(y: &mut f64, bodies: &[Body], grid: &[[f64; 2]], i: usize) {
    let some = &bodies[..1];
    let lines = &grid[1..2];
    *y += some[i].mass * lines[0][1];
    *y += lines[i][0] * some[0].mass;
}

const X: [f64; 6] = [0.3, -0.7, 1.1, 0.4, 2.0, -1.3];

macro_rules! held {
    ($f:ident, $part:literal, ($($good:expr),*), ($($bad:expr),*)) => {{
        let mut y = 0.5;
        $f(&mut y, &X, $($good),*);
        let mut back = y;
        let mut x_bar = [0.0; 6];
        let mut y_bar = 1.5;
        $f::adjoint(&mut back, &mut y_bar, &X, &mut x_bar, $($good),*);
        assert!((back - 0.5).abs() < 1e-12);
        for at in 0..6 {
            let moved = |h: f64| {
                let mut x = X;
                x[at] += h;
                let mut y = 0.5;
                $f(&mut y, &x, $($good),*);
                y
            };
            let slope = (moved(1e-6) - moved(-1e-6)) / 2e-6;
            assert!((x_bar[at] - 1.5 * slope).abs() < 1e-7, "{at}: {} {}", x_bar[at], 1.5 * slope);
        }
        let forwards = said(|| $f(&mut 0.5, &X, $($bad),*));
        assert!(forwards.contains($part), "{forwards}");
        said(|| $f::inverse(&mut 0.5, &X, $($bad),*));
        said(|| $f::adjoint(&mut 0.5, &mut 1.5, &X, &mut [0.0; 6], $($bad),*));
        said(|| $f::sweep(&mut 0.5, &mut 1.5, &X, &mut [0.0; 6], $($bad),*));
    }};
}

#[test]
fn an_index_stays_in_its_part() {
    held!(one, "index 2 is outside a part of `x` that has 2 elements", (1), (2));
    held!(below, "is outside a part of `x`", (2), (0));
    held!(from_one, "is outside a part of `x`", (3), (4));
    from_one(&mut 0.0, &X, 0);
}

#[test]
fn a_loop_stays_in_its_part() {
    let z = [1.0, 2.0, -1.0, 0.5];
    let mut y = 0.0;
    looped(&mut y, &X, 3, &z);
    assert_eq!(y, -0.7 + 2.2 - 0.4);
    let (mut x_bar, mut z_bar) = ([0.0; 6], [0.0; 4]);
    looped::adjoint(&mut y, &mut 2.0, &X, &mut x_bar, 3, &z, &mut z_bar);
    assert_eq!((x_bar, z_bar), ([0.0, 2.0, 4.0, -2.0, 0.0, 0.0], [-1.4, 2.2, 0.8, 0.0]));
    let text = said(|| looped(&mut 0.0, &X, 4, &z));
    assert!(text.contains("of `x`"), "{text}");
    said(|| looped::inverse(&mut 0.0, &X, 4, &z));
    said(|| looped::adjoint(&mut 0.0, &mut 2.0, &X, &mut [0.0; 6], 4, &z, &mut [0.0; 4]));
    said(|| looped::sweep(&mut 0.0, &mut 2.0, &X, &mut [0.0; 6], 4, &z, &mut [0.0; 4]));
    looped::adjoint(&mut 0.0, &mut 2.0, &X, &mut [0.0; 6], 0, &z, &mut [0.0; 4]);
}

#[test]
fn what_is_changed_stays_in_its_part() {
    let mut x = X;
    changed(&mut x, 0.5, 2);
    assert_eq!(x, [0.3, -0.7 + 0.25 + 0.5, 1.1 + 0.25, 0.4, 2.0, -1.3]);
    said(|| changed(&mut X.clone(), 0.5, 3));
    said(|| changed::inverse(&mut X.clone(), 0.5, 3));
    said(|| changed::adjoint(&mut X.clone(), &mut [1.0; 6], 0.5, &mut 0.0, 3));
}

#[test]
fn parts_of_parts_and_of_splits_end_where_they_end() {
    let text = said(|| split(&mut 0.0, &X, 2, 2));
    assert!(text.contains("index 2 is outside a part of `x` that has 2 elements"), "{text}");
    said(|| split::adjoint(&mut 0.0, &mut 1.0, &X, &mut [0.0; 6], 2, 2));
    split(&mut 0.0, &X, 2, 1);
    let mut y = 0.0;
    nested(&mut y, &X, 1, 3);
    assert!((y - (1.1 * 0.4 + 1.1 * 1.1 + 0.4 * 0.4)).abs() < 1e-12);
    let mut x_bar = [0.0; 6];
    nested::adjoint(&mut y, &mut 1.0, &X, &mut x_bar, 1, 3);
    assert!((x_bar[2] - (0.4 + 2.2)).abs() < 1e-12 && (x_bar[3] - (1.1 + 0.8)).abs() < 1e-12);
    // The part ends before the array does.
    said(|| nested(&mut 0.0, &X, 1, 4));
    said(|| nested::adjoint(&mut 0.0, &mut 1.0, &X, &mut [0.0; 6], 1, 4));
    said(|| nested(&mut 0.0, &X, 1, 2));
    said(|| nested(&mut 0.0, &X, 2, 1));
}

#[test]
fn one_element_by_two_names_is_held_by_both() {
    both_ways(&mut [0.0; 2], &X, 4);
    said(|| both_ways(&mut [0.0; 3], &X, 4));
    said(|| both_ways(&mut [0.0; 1], &X, 3));
    said(|| both_ways::adjoint(&mut [0.0; 3], &mut [1.0; 3], &X, &mut [0.0; 6], 4));
    said(|| both_ways::adjoint(&mut [0.0; 1], &mut [1.0; 1], &X, &mut [0.0; 6], 3));
}

#[test]
fn parts_of_vectors_are_asked_before_they_are_changed() {
    let mut y = X.to_vec();
    inner_part(&mut y, 0.5, 1);
    assert_eq!(y, [0.3, -0.7, 1.1 + 0.25, 0.4, 2.0, -1.3 + 0.5]);
    let (mut y_bar, mut h_bar) = (vec![1.0; 6], 0.0);
    inner_part::adjoint(&mut y, &mut y_bar, 0.5, &mut h_bar, 1);
    assert!((h_bar - 2.0).abs() < 1e-12);
    said(|| inner_part(&mut X.to_vec(), 0.5, 4));
    said(|| inner_part(&mut X.to_vec(), 0.5, 2));
    said(|| inner_part::adjoint(&mut X.to_vec(), &mut vec![1.0; 6], 0.5, &mut 0.0, 4));
}

#[test]
fn rows_end_where_they_end() {
    rows(&mut 0.0, &X, 2, 3, 3);
    rows(&mut 0.0, &X, 2, 3, 0);
    said(|| rows(&mut 0.0, &X, 1, 2, 3));
    said(|| rows::adjoint(&mut 0.0, &mut 1.0, &X, &mut [0.0; 6], 1, 2, 3));
}

#[test]
fn fields_and_rows_of_parts_are_of_the_part() {
    let bodies = vec![Body { mass: 2.0 }; 3];
    let grid = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]];
    let mut y = 0.0;
    fields(&mut y, &bodies, &grid, 0);
    assert_eq!(y, 14.0);
    said(|| fields(&mut 0.0, &bodies, &grid, 1));
}
