//! Regression by a Gaussian process: the marginal likelihood by a Cholesky decomposition.

use retrograde::differentiable;

/// The negative logarithm of the marginal likelihood, without its constant.
#[differentiable]
pub(crate) fn negative_log_likelihood(x: &[f64], y: &[f64], amplitude: f64, length: f64, noise: f64) -> f64 {
    let n = x.len();
    let mut k = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..n {
            let d = (x[i] - x[j]) / length;
            k[i][j] = amplitude * amplitude * (-0.5 * d * d).exp();
        }
        k[i][i] += noise * noise;
    }
    // The lower half becomes the factor.
    for j in 0..n {
        for i in j..n {
            let mut sum = k[i][j];
            for m in 0..j {
                sum -= k[i][m] * k[j][m];
            }
            k[i][j] = if i == j { sum.sqrt() } else { sum / k[j][j] };
        }
    }
    let mut fit = 0.0;
    let mut solved = vec![0.0; n];
    for i in 0..n {
        let mut sum = y[i];
        for m in 0..i {
            sum -= k[i][m] * solved[m];
        }
        solved[i] = sum / k[i][i];
        fit += 0.5 * solved[i] * solved[i] + k[i][i].ln();
    }
    fit
}

/// Places and values.
pub(crate) fn data(n: usize) -> (Vec<f64>, Vec<f64>) {
    let x: Vec<f64> = (0..n).map(|i| 0.3 * i as f64 + 0.05 * (i as f64).sin()).collect();
    let y = x.iter().map(|x| x.sin() + 0.1 * (7.0 * x).cos()).collect();
    (x, y)
}

#[test]
fn the_gradient_agrees_with_differences() {
    let (x, y) = data(7);
    assert_eq!(negative_log_likelihood::check(&x, &y, 1.1, 0.8, 0.3), Ok(()));
}
