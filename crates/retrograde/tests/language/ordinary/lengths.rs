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
