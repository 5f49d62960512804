//! Marked loops that decide by elementary functions: all programs of a function take the same side, also at ties.

use retrograde::prelude::*;

#[derive(Clone, Differentiable)]
struct Model {
    c: [f64; 3],
}

/// The reverse pass cannot run in lanes: it adds to a field by an index of each iteration.
#[reversible]
fn tied(y: &mut [f64], x: &[f64], #[inactive] t: &[f64], m: &Model) {
    #[parallel]
    for i in 0..x.len() {
        if x[i].exp() > t[i] {
            y[i] += 1000.0 * x[i];
        } else {
            y[i] += x[i] * m.c[i % 3];
        }
    }
}

#[test]
fn the_adjoint_undoes_the_side_that_was_taken() {
    let n = 100;
    let x: Vec<f64> = (0..n).map(|i| (i as f64 * 0.37).sin() * 3.0 + 0.01).collect();
    let t: Vec<f64> = x.iter().map(|x| x.exp()).collect();
    let model = Model { c: [0.5, 1.5, 2.5] };
    let mut y = vec![0.5; n];
    tied(&mut y, &x, &t, &model);
    for i in 0..n {
        assert!((y[i] - 0.5 - x[i] * model.c[i % 3]).abs() < 1e-12, "{i}");
    }
    let (mut y_bar, mut x_bar, mut bar) = (vec![1.0; n], vec![0.0; n], ModelShadow { c: [0.0; 3] });
    tied::adjoint(&mut y, &mut y_bar, &x, &mut x_bar, &t, &model, &mut bar);
    for i in 0..n {
        assert!((y[i] - 0.5).abs() < 1e-12, "{i}: {}", y[i]);
        assert_eq!(x_bar[i], model.c[i % 3]);
    }
}
