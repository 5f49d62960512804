//! Gradients of functions of one sum, whose reverse pass runs with the sum: beside the pullback with the cotangent one, which adds to cotangents
//! that need not be zero.

use retrograde::prelude::*;

#[reversible]
fn spread(x: &[f64], w: &[f64; 2], shift: f64) -> f64 {
    let mut sum = 0.0;
    #[parallel]
    for i in 0..x.len() {
        sum += (w[0] * x[i] - w[1] * shift).exp();
    }
    3.0 * sum.ln()
}

/// Iterations with three elements each, of which one decides.
#[reversible]
fn rows(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    #[parallel]
    for p in 0..n {
        if x[p * 3] > 0.0 {
            sum += (x[p * 3] * x[p * 3 + 1]).exp() + x[p * 3 + 2].sin();
        }
    }
    1.0 / (1.0 + sum * sum)
}

/// Steps around a loop that runs in lanes: the elements are added to in each of them.
#[reversible]
fn again(x: &[f64], n: usize) -> f64 {
    let mut sum = 0.0;
    for step in 0..n {
        #[parallel]
        for i in 0..x.len() {
            sum += (x[i] * step as f64).cos();
        }
    }
    sum.tanh()
}

/// Reads an argument beside the sum: its cotangent has two origins.
#[reversible]
fn beside(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    #[parallel]
    for i in 0..x.len() {
        sum += x[i].exp();
    }
    x[0] * sum.ln()
}

/// Two sums in one number, which is read between: its cotangent changes behind the loop that is undone first.
#[reversible]
fn between(x: &[f64], z: &[f64]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i].exp();
    }
    let part = 3.0 * sum;
    for i in 0..z.len() {
        sum += z[i].exp();
    }
    part * sum.ln()
}

/// Arrays in an array.
#[reversible]
fn pairs(x: &[[f64; 2]]) -> f64 {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += (x[i][0] * x[i][1]).exp();
    }
    sum.sqrt()
}

#[differentiable]
fn misfit(a: &[f64], x: &[f64], t: &[f64]) -> f64 {
    let sum: f64 = x.iter().zip(t).map(|(x, t)| a[0] * (a[1] * x).exp() - t).map(|r| r * r).sum();
    (sum / x.len() as f64).sqrt()
}

fn near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() <= 1e-13 * expected.abs().max(1.0), "{found} {expected}");
    }
}

#[test]
fn gradients_are_pullbacks_of_one() {
    for n in [0, 1, 7, 8, 60] {
        let x: Vec<f64> = (0..3 * n).map(|i| (i as f64 * 1.7).sin()).collect();
        let (value, (x_bar, w_bar, shift_bar)) = spread::gradient(&x, &[0.5, -0.25], 2.0);
        let (mut by_x, mut by_w, mut by_shift) = (vec![0.0; x.len()], [0.0; 2], 0.0);
        if n > 0 {
            assert_eq!(
                value,
                spread::pull(1.0, &x, &mut by_x[..], &[0.5, -0.25], &mut by_w, 2.0, &mut by_shift)
            );
            near(&x_bar, &by_x);
            near(&w_bar, &by_w);
            near(&[shift_bar], &[by_shift]);
        }

        let (value, (x_bar, ..)) = rows::gradient(&x, n);
        let mut by_x = vec![0.0; x.len()];
        assert_eq!(value, rows::pull(1.0, &x, &mut by_x[..], n));
        near(&x_bar, &by_x);

        let (value, (x_bar, ..)) = again::gradient(&x, 3);
        let mut by_x = vec![0.0; x.len()];
        assert_eq!(value, again::pull(1.0, &x, &mut by_x[..], 3));
        near(&x_bar, &by_x);
    }
}

#[test]
fn cotangents_of_two_origins_add_up() {
    let x: Vec<f64> = (0..30).map(|i| (f64::from(i) * 1.7).sin()).collect();
    let (value, (x_bar,)) = beside::gradient(&x);
    let mut by_x = vec![0.0; x.len()];
    assert_eq!(value, beside::pull(1.0, &x, &mut by_x[..]));
    near(&x_bar, &by_x);
}

#[test]
fn a_cotangent_that_changes_behind_is_no_factor() {
    let (x, z) = ([0.5, -0.25, 1.0], [0.75, 0.1]);
    let (value, (x_bar, z_bar)) = between::gradient(&x, &z);
    let (mut by_x, mut by_z) = ([0.0; 3], [0.0; 2]);
    near(&[value], &[between::pull(1.0, &x, &mut by_x[..], &z, &mut by_z[..])]);
    near(&x_bar, &by_x);
    near(&z_bar, &by_z);
}

#[test]
fn numbers_in_arrays_are_multiplied_too() {
    let x: Vec<[f64; 2]> = (0..30).map(|i| [f64::from(i).sin(), f64::from(i).cos()]).collect();
    let (value, (x_bar,)) = pairs::gradient(&x);
    let mut by_x = vec![[0.0; 2]; x.len()];
    assert_eq!(value, pairs::pull(1.0, &x, &mut by_x[..]));
    near(x_bar.as_flattened(), by_x.as_flattened());
}

#[test]
fn ordinary_functions_have_such_gradients() {
    let x: Vec<f64> = (0..100).map(|i| 0.01 * f64::from(i)).collect();
    let t: Vec<f64> = x.iter().map(|x| (0.7 * x).exp() + 0.1 * (50.0 * x).sin()).collect();
    let a = [1.5, 0.5];
    let (value, (a_bar, x_bar, t_bar)) = misfit::gradient(&a, &x, &t);
    let (mut by_a, mut by_x, mut by_t) = ([0.0; 2], vec![0.0; 100], vec![0.0; 100]);
    let again = misfit::pull(1.0, &a, &mut by_a[..], &x, &mut by_x[..], &t, &mut by_t[..]);
    near(&[value], &[again]);
    near(&a_bar, &by_a);
    near(&x_bar, &by_x);
    near(&t_bar, &by_t);
}
