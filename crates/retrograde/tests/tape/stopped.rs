//! `#[inactive] let`: a constant for the adjoint, for dual numbers, and on the tape.

use retrograde::prelude::*;
use retrograde::{Active, value_and_gradient};

#[reversible(generic)]
fn strict(x: f64) -> f64 {
    #[inactive]
    let c = x * x;
    c * x
}

#[differentiable(generic)]
fn ordinary(x: f64) -> f64 {
    #[inactive]
    let c = x * x;
    c * x
}

#[differentiable(generic)]
fn with_literals(x: f64) -> f64 {
    #[inactive]
    let c = 2.0 * x * x;
    #[inactive]
    let n = 3;
    let mut sum = 0.5 * c * x;
    for _ in 0..n {
        sum += c;
    }
    sum
}

#[reversible(generic)]
fn wide(x: f64) -> [f64; 8] {
    #[inactive]
    let c = x * x;
    [c * x, x, x, x, x, x, x, x]
}

#[reversible]
fn of_slice<T: Real>(x: &[T]) -> T {
    #[inactive]
    let c = x[0] * x[0];
    c * x[0]
}

#[reversible]
fn of_vector<T: Real>(x: &Vec<T>) -> T {
    #[inactive]
    let c = x[0] * x[0];
    c * x[0]
}

#[differentiable]
fn of_lists<T: Real>(x: &[T]) -> T {
    #[inactive]
    let c = x[0] * x[0];
    #[inactive]
    let v = x.to_vec();
    #[inactive]
    let n = x.len();
    let mut sum = c * x[0];
    for i in 0..n {
        sum += v[i] * x[i];
    }
    sum
}

#[differentiable(generic)]
fn of_what_is_collected(x: &[f64]) -> f64 {
    #[inactive]
    let v: Vec<f64> = x.iter().map(|v| v * v).collect();
    #[inactive]
    let s: f64 = x.iter().sum();
    #[inactive]
    let k: usize = "3".parse().unwrap();
    #[inactive]
    let [a, b] = [x[0], x[1]];
    let mut sum = s * x[0];
    for i in 0..x.len() {
        sum += v[i] * x[i] * k as f64;
    }
    sum + a * b
}

#[test]
fn what_is_collected_and_parsed_knows_its_type() {
    assert_eq!(of_what_is_collected::gradient(&[2.0, 3.0]).1.0, [17.0, 27.0]);
    assert_eq!(of_what_is_collected::jvp(&[2.0, 3.0], &[1.0, 0.0]).1, 17.0);
    assert_eq!(of_what_is_collected::hessian(&[2.0, 3.0]), [[0.0; 2]; 2]);
}

#[test]
fn all_ways_hold_it_constant() {
    for (gradient, jvp, hessian) in [
        (strict::gradient(2.0).1.0, strict::jvp(2.0, 1.0).1, strict::hessian(2.0)),
        (ordinary::gradient(2.0).1.0, ordinary::jvp(2.0, 1.0).1, ordinary::hessian(2.0)),
        (with_literals::gradient(2.0).1.0, with_literals::jvp(2.0, 1.0).1, with_literals::hessian(2.0)),
    ] {
        assert_eq!((gradient, jvp), (4.0, 4.0));
        assert_eq!(hessian, [0.0]);
    }
    assert_eq!(strict::hessian_vector_product(2.0, 1.0).slope, 4.0);
    assert_eq!(strict::jacobian(2.0).rows, [4.0]);
    assert_eq!(wide::jacobian(2.0).rows[0], 4.0);
    let mut rows = [0.0; 8];
    wide::jacobian_by_rows(2.0, &mut rows);
    assert_eq!(rows, [4.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]);
    assert_eq!(of_lists::gradient(&[2.0, 3.0]).1.0, [6.0, 3.0]);
    assert_eq!(of_lists::jvp(&[2.0, 3.0], &[1.0, 0.0]).1, 6.0);
    assert_eq!(of_lists::hessian(&[2.0, 3.0]), [[0.0; 2]; 2]);
}

#[test]
fn the_tape_holds_it_constant_whatever_the_signature() {
    let slice = value_and_gradient(|x: Vec<Active>| of_slice(&x), &vec![2.0]).unwrap();
    let vector = value_and_gradient(|x: Vec<Active>| of_vector(&x), &vec![2.0]).unwrap();
    assert_eq!((slice, vector), ((8.0, vec![4.0]), (8.0, vec![4.0])));
}
