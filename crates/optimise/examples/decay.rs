//! Fits a sum of two exponentials to data, with derivatives of a reversible function.
//!
//! The function adds one residual to `r`; its sweep gives the residual and a row of the Jacobian in one go.

use retrograde::prelude::*;
use retrograde_optimise::{Evaluation, LevenbergMarquardt, from_fn};

/// Adds to `r` the model `p[0] exp(-p[1] t) + p[2] exp(-p[3] t)` minus the measured value.
#[reversible]
fn residual(r: &mut f64, p: &[f64; 4], #[inactive] t: f64, #[inactive] measured: f64) {
    *r += p[0] * (-p[1] * t).exp() + p[2] * (-p[3] * t).exp() - measured;
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Two decays, measured with an error that alternates.
    let truth = [3.0, 0.5, 1.0, 4.0];
    let data: Vec<(f64, f64)> = (0..40)
        .map(|i| {
            let (t, mut y) = (0.1 * f64::from(i), 0.0);
            residual(&mut y, &truth, t, 0.0);
            (t, y + if i % 2 == 0 { 1e-3 } else { -1e-3 })
        })
        .collect();

    let decays = from_fn(data.len(), |p: &[f64], out: &mut Evaluation<'_>| {
        let p = [p[0], p[1], p[2], p[3]];
        for (i, (t, y)) in data.iter().enumerate() {
            let (mut r, mut row) = (0.0, [0.0; 4]);
            residual::sweep(&mut r, &mut 1.0, &p, &mut row, *t, *y);
            out.set(i, r, &row);
        }
    });
    let fit = LevenbergMarquardt::new().solve(&decays, &[1.0, 1.0, 1.0, 10.0])?;

    for ((value, error), truth) in fit.parameters.iter().zip(&fit.standard_errors).zip(truth) {
        println!("{value:9.5} ± {error:.5}   (true: {truth})");
        assert!((value - truth).abs() < 4.0 * error);
    }
    println!("residuals: {:.2e}, {} iterations, {}", fit.residual_sd, fit.iterations, fit.end);
    assert!((fit.residual_sd / 1e-3 - 1.0).abs() < 0.1);
    Ok(())
}

#[test]
fn finds_the_truth() {
    main().expect("a fit");
}
