//! Lengths of cotangents that a caller passes to an ordinary function.

use retrograde::prelude::*;

#[differentiable]
fn scaled(y: &mut [f64], x: &[f64]) {
    for i in 0..y.len() {
        y[i] = y[i] * x[i];
    }
}

#[test]
#[should_panic(expected = "`y_bar` has length 3, and `y`, whose cotangent it is, has length 2")]
fn a_cotangent_that_is_too_long() {
    scaled::sweep(&mut [2.0, 3.0], &mut [1.0, 1.0, 1.0], &[1.0, 2.0], &mut [0.0; 2]);
}

#[test]
#[should_panic(expected = "`x_bar` has length 3")]
fn a_cotangent_of_an_input_that_is_too_long() {
    scaled::sweep(&mut [2.0, 3.0], &mut [1.0, 1.0], &[1.0, 2.0], &mut [0.0; 3]);
}

#[differentiable]
fn neighbours(x: &[f64], w: f64) -> f64 {
    x.iter().zip(&x[1..]).map(|(a, b)| a * b * w).sum()
}

#[differentiable]
fn copied(x: &[f64], w: f64) -> f64 {
    let mut a = vec![0.0; 3];
    a.copy_from_slice(x);
    a.iter().map(|v| (v * w).exp()).sum()
}

/// Rows of known lengths, of which no copy is checked.
#[differentiable]
fn rows(x: &[f64], w: f64) -> f64 {
    let mut s = 0.0;
    #[parallel]
    for i in 0..x.len() / 3 {
        let mut a = [0.0; 3];
        a.copy_from_slice(&x[i * 3..i * 3 + 3]);
        s += (a[0] * w).sin() * a[1] + a[2];
    }
    s
}

#[test]
#[should_panic(expected = "range start index 1 out of range for slice of length 0")]
fn a_part_behind_the_end() {
    neighbours::gradient(&[], 1.0);
}

#[test]
#[should_panic(expected = "a slice is copied from one of another length")]
fn a_copy_of_another_length() {
    copied::gradient(&[1.0; 4], 1.0);
}

#[test]
fn parts_and_copies_that_fit() {
    neighbours::check(&[1.0], 1.3).unwrap();
    neighbours::check(&[1.0, 2.0, 0.5], 1.3).unwrap();
    copied::check(&[1.0, 2.0, 0.5], 0.3).unwrap();
    rows::check(&[1.0, 2.0, 0.5, 0.1, 0.7, 0.9, 3.0], 0.3).unwrap();
}
