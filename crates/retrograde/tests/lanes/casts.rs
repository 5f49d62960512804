//! Integers that are made of numbers: a vector has none, so such loops stay scalar.

use retrograde::prelude::*;

#[reversible]
fn looked_up(y: &mut [f64], x: &[f64], w: &[f64]) {
    #[parallel]
    for j in 0..y.len() {
        let i = x[j] as usize;
        y[j] += w[i] * x[j];
    }
}

#[reversible]
fn compared(y: &mut [f64], x: &[f64], w: &[f64]) {
    #[parallel]
    for j in 0..y.len() {
        let r = x[j] * 1.5;
        let k = r as usize;
        y[j] += w[j] * k as f64;
        if k < 3 {
            y[j] += x[j];
        }
    }
}

/// Interpolates in a table.
#[differentiable]
fn linear(y: &mut [f64], x: &[f64], ratio: f64) {
    #[parallel]
    for j in 0..y.len() {
        let t = j as f64 / ratio;
        let i = (t.floor() as usize).min(x.len() - 1);
        let f = t - i as f64;
        y[j] += if i + 1 < x.len() { x[i] * (1.0 - f) + x[i + 1] * f } else { x[i] };
    }
}

#[test]
fn integers_that_are_made_of_numbers_are_those_of_each_iteration() {
    let x: Vec<f64> = (0..40).map(|i| i as f64 * 0.61 + 0.3).collect();
    let w: Vec<f64> = (0..90).map(|i| (i as f64).cos()).collect();
    let mut y = vec![0.0; 40];
    looked_up(&mut y, &x, &w);
    assert!((0..40).all(|j| y[j] == w[x[j] as usize] * x[j]));
    assert_eq!(looked_up::check(&mut y, &x, &w), Ok(()));

    let mut y = vec![0.0; 40];
    compared(&mut y, &x, &w);
    for j in 0..40 {
        let k = (x[j] * 1.5) as usize;
        assert_eq!(y[j], w[j] * k as f64 + if k < 3 { x[j] } else { 0.0 }, "{j}");
    }
    assert_eq!(compared::check(&mut y, &x, &w), Ok(()));
    assert_eq!(linear::check(&mut y, &x, 1.3), Ok(()));
}
