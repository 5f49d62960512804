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

/// A choice between integers, and a truth that is no condition of numbers.
#[reversible]
fn chosen(s: &mut f64, x: &[f64]) {
    #[parallel]
    for i in 0..x.len() {
        let above = x[i] > 3.0;
        let k = if above { 1 } else { 2 };
        *s += x[i].sin() * k as f64;
        let odd = above ^ (i % 2 == 0);
        if odd {
            *s += x[i].cos();
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

fn numbers() -> Vec<f64> {
    (0..40).map(|i| i as f64 * 0.61 + 0.3).collect()
}

#[test]
fn integers_that_are_made_of_numbers_are_those_of_each_iteration() {
    let (x, w): (_, Vec<f64>) = (numbers(), (0..90).map(|i| (i as f64).cos()).collect());
    let (mut y, mut y_bar, mut x_bar, mut w_bar) =
        (vec![0.0; 40], vec![1.0; 40], vec![0.0; 40], vec![0.0; 90]);
    looked_up::sweep(&mut y, &mut y_bar, &x, &mut x_bar, &w, &mut w_bar);
    assert!((0..40).all(|j| y[j] == w[x[j] as usize] * x[j] && x_bar[j] == w[x[j] as usize]));
    assert!((w_bar.iter().sum::<f64>() - x.iter().sum::<f64>()).abs() < 1e-10);

    let (mut y, mut x_bar, mut w_bar) = (vec![0.0; 40], vec![0.0; 40], vec![0.0; 90]);
    compared::sweep(&mut y, &mut y_bar, &x, &mut x_bar, &w, &mut w_bar);
    for j in 0..40 {
        let k = (x[j] * 1.5) as usize;
        let below = if k < 3 { 1.0 } else { 0.0 };
        assert_eq!((y[j], x_bar[j], w_bar[j]), (w[j] * k as f64 + below * x[j], below, k as f64), "{j}");
    }
}

#[test]
fn integers_that_are_made_of_truths_are_those_of_each_iteration() {
    let x = numbers();
    let (mut sum, mut x_bar) = (0.0, vec![0.0; 40]);
    chosen::sweep(&mut sum, &mut 1.0, &x, &mut x_bar);
    let (mut expected, k) = (0.0, |x: f64| if x > 3.0 { 1.0 } else { 2.0 });
    for (i, &x) in x.iter().enumerate() {
        let odd = if (x > 3.0) ^ (i % 2 == 0) { 1.0 } else { 0.0 };
        expected += k(x) * x.sin() + odd * x.cos();
        assert!((x_bar[i] - (k(x) * x.cos() - odd * x.sin())).abs() < 1e-12, "{i}");
    }
    assert!((sum - expected).abs() < 1e-12);
}

#[test]
fn a_table_is_interpolated_in_each_iteration() {
    let x: Vec<f64> = numbers().into_iter().map(f64::sin).collect();
    let (mut y, mut y_bar, mut x_bar, mut ratio_bar) = (vec![0.0; 40], vec![1.0; 40], vec![0.0; 40], 0.0);
    linear::sweep(&mut y, &mut y_bar, &x, &mut x_bar, 1.37, &mut ratio_bar);
    let mut expected = 0.0;
    for j in 0..40 {
        let t = j as f64 / 1.37;
        let (i, f) = (t as usize, t.fract());
        assert!((y[j] - (x[i] * (1.0 - f) + x[i + 1] * f)).abs() < 1e-12, "{j}");
        expected -= (x[i + 1] - x[i]) * t / 1.37;
    }
    assert!((ratio_bar - expected).abs() < 1e-11);
    assert!((x_bar.iter().sum::<f64>() - 40.0).abs() < 1e-12);
}
