//! Labels of parallel loops.

use super::agrees;
use retrograde::prelude::*;

#[differentiable]
fn skipped(y: &mut [f64], x: &[f64]) {
    #[parallel]
    'points: for i in 0..x.len() {
        if x[i] > 0.5 {
            continue 'points;
        }
        for k in 0..3 {
            if x[i] > 0.1 * k as f64 && x[i] < 0.1 * k as f64 + 0.05 {
                continue 'points;
            }
            y[i] += x[i] * x[i] * k as f64;
        }
        y[i] += x[i].exp();
    }
}

#[test]
fn a_parallel_loop_with_a_label() {
    let x: Vec<f64> = (0..37).map(|i| (i as f64 * 0.37 + 0.017).sin()).collect();
    let run = |x: &[f64]| {
        let mut y = vec![0.0; x.len()];
        skipped(&mut y, x);
        y.iter().enumerate().map(|(i, y)| y * (1.0 + i as f64)).sum::<f64>()
    };
    let (mut y, mut y_bar) = (vec![0.0; 37], Vec::from_iter((0..37).map(|i| 1.0 + i as f64)));
    let mut x_bar = vec![0.0; 37];
    skipped::sweep(&mut y, &mut y_bar, &x, &mut x_bar);
    agrees("skipped", run, &x_bar, &x);
}
