//! Matrices of `faer` as arguments and results, and its decompositions as rules with a pullback of their own.

use faer::prelude::*;
use faer::{Col, Mat, Row};
use retrograde::{Active, jacobian, tape, value_and_gradient, vjp};
use retrograde_testkit::{assert_all_close, finite_difference};

fn numbers(a: &Mat<f64>) -> Vec<f64> {
    (0..a.ncols()).flat_map(|j| (0..a.nrows()).map(move |i| a[(i, j)])).collect()
}

fn matrix(rows: usize, columns: usize, of: &[f64]) -> Mat<f64> {
    Mat::from_fn(rows, columns, |i, j| of[j * rows + i])
}

/// The solution of a system by `faer`, with the rule for it: with `x = a⁻¹ b`, `b̄ = a⁻ᵀ x̄` and `ā = -b̄ xᵀ`.
fn solve(a: Mat<Active>, b: Mat<Active>) -> Mat<Active> {
    tape::custom_vjp((a, b), |(a, b): &(Mat<f64>, Mat<f64>)| {
        let lu = a.partial_piv_lu();
        let x = lu.solve(b);
        let kept = x.clone();
        (x, move |x_bar: &Mat<f64>| {
            let b_bar = lu.solve_transpose(x_bar);
            (-(&b_bar * kept.transpose()), b_bar)
        })
    })
}

#[test]
fn a_system_by_a_rule() {
    let a = matrix(3, 3, &[4.0, 1.2, -0.7, 0.3, 3.1, 0.9, 1.1, -0.4, 2.6]);
    let b = matrix(3, 2, &[1.0, -2.0, 0.5, 0.3, 0.7, -1.1]);
    let x_bar = matrix(3, 2, &[0.3, -1.0, 2.0, 0.4, 0.9, -0.6]);
    let (x, pullback) = vjp(|(a, b)| solve(a, b), &(a.clone(), b.clone())).unwrap();
    assert_all_close!(numbers(&(&a * &x)), numbers(&b), 1e-14);
    assert_eq!(pullback.operations(), 6);
    let (a_bar, b_bar) = pullback.call(&x_bar).unwrap();
    let weighed = |flat: &[f64]| {
        let x = matrix(3, 3, &flat[..9]).partial_piv_lu().solve(matrix(3, 2, &flat[9..]));
        numbers(&x).iter().zip(numbers(&x_bar)).map(|(x, bar)| x * bar).sum()
    };
    let flat = [numbers(&a), numbers(&b)].concat();
    assert_all_close!(
        [numbers(&a_bar), numbers(&b_bar)].concat(),
        finite_difference::gradient(weighed, &flat),
        1e-8
    );
}

#[test]
fn matrices_columns_and_rows() {
    let at = (
        matrix(2, 3, &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]),
        Col::from_fn(2, |i| i as f64 + 0.5),
        Row::from_fn(3, |j| j as f64),
    );
    let f = |(m, c, r): (Mat<Active>, Col<Active>, Row<Active>)| {
        let terms = (0..2).flat_map(|i| (0..3).map(move |j| (i, j)));
        terms.map(|(i, j)| m[(i, j)] * m[(i, j)] * c[i] * r[j]).sum::<Active>()
    };
    let (_, (m, c, r)) = value_and_gradient(f, &at).unwrap();
    assert_eq!(m, Mat::from_fn(2, 3, |i, j| 2.0 * at.0[(i, j)] * at.1[i] * at.2[j]));
    assert_eq!(c, Col::from_fn(2, |i| (0..3).map(|j| at.0[(i, j)].powi(2) * at.2[j]).sum::<f64>()));
    assert_eq!(r, Row::from_fn(3, |j| (0..2).map(|i| at.0[(i, j)].powi(2) * at.1[i]).sum::<f64>()));

    let j = jacobian(|m: Mat<Active>| m, &matrix(2, 1, &[3.0, 4.0])).unwrap();
    assert_eq!(j.rows, [matrix(2, 1, &[1.0, 0.0]), matrix(2, 1, &[0.0, 1.0])]);
}

#[test]
fn shapes_are_compared() {
    let (_, pullback) = vjp(|x: Mat<Active>| x, &matrix(2, 1, &[1.0, 2.0])).unwrap();
    let error = pullback.call(&matrix(1, 2, &[1.0, 2.0])).unwrap_err();
    assert_eq!(error.to_string(), "the shapes differ: expected a 2 × 1 matrix, found a 1 × 2 matrix");
    let (_, pullback) = vjp(|x: Col<Active>| x, &Col::from_fn(2, |_| 1.0)).unwrap();
    let error = pullback.call(&Col::from_fn(3, |_| 1.0)).unwrap_err();
    assert_eq!(error.to_string(), "the shapes differ: expected a column of 2, found a column of 3");
}
