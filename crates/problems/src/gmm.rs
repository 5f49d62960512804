//! The log-posterior of a Gaussian mixture with a Wishart prior, in ADBench's parametrisation.
//!
//! `k` components in `d` dimensions. Component `c` has a log-weight `α_c`, a mean `μ_c` and a lower triangular factor
//! `Q_c` of its inverse covariance, stored as `d` logarithms of the diagonal and then the strict lower triangle by
//! columns. With `β_c(x) = α_c + Σ log diag Q_c - ½ |Q_c (x - μ_c)|²` the objective is
//!
//! ```text
//! constant + Σ_x logsumexp β(x) - n logsumexp α - Σ_c ( ½ γ² |Q_c|² - m Σ log diag Q_c )
//! ```
//!
//! where `|Q_c|` is the Frobenius norm. The [`constant`] depends on sizes and hyperparameters only.

use retrograde::reversible;
use std::f64::consts::{LN_2, PI};

/// The number of entries of one component's factor: `d` on the diagonal and `d (d - 1) / 2` below it.
pub fn factor_len(d: usize) -> usize {
    d * (d + 1) / 2
}

/// Returns the part of the objective that does not depend on the parameters, for `n` points.
///
/// `-½ n d log 2π + k (ν d (log γ - ½ log 2) - log Γ_d(ν / 2))` with `ν = d + m + 1` and Γ_d the multivariate gamma
/// function.
pub fn constant(d: usize, k: usize, n: usize, gamma: f64, m: usize) -> f64 {
    let degrees = (d + m + 1) as f64;
    let dimension = d as f64;
    let mut log_gamma_d = 0.25 * dimension * (dimension - 1.0) * PI.ln();
    for j in 0..d {
        log_gamma_d += libm::lgamma(0.5 * (degrees - j as f64));
    }
    let prior = degrees * dimension * (gamma.ln() - 0.5 * LN_2) - log_gamma_d;
    -0.5 * (n * d) as f64 * (2.0 * PI).ln() + k as f64 * prior
}

/// `log Σ exp x_i`; `x` is not empty.
///
/// The largest entry is taken out first. Its own derivative cancels, so it may be held constant.
#[reversible(kernels)]
pub fn logsumexp(x: &[f64]) -> f64 {
    let n = x.len();
    // The largest entry so far.
    let mut largest = vec![0.0; n];
    for i in 0..n {
        #[inactive]
        let entry = x[i];
        if i == 0 {
            largest[i] += entry;
        } else {
            largest[i] += largest[i - 1].max(entry);
        }
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += (x[i] - largest[n - 1]).exp();
    }
    largest[n - 1] + sum.ln()
}

/// Returns the largest entry of `x`, or minus infinity if there is none.
pub fn max(x: &[f64]) -> f64 {
    x.iter().fold(f64::NEG_INFINITY, |largest, &v| if v > largest { v } else { largest })
}

/// Adds the log-posterior to `objective`.
///
/// `log_weights` has `k` entries, `means` `k d`, `factors` `k d (d + 1) / 2`, `points` `n d`, all component by
/// component or point by point. `gamma` and `m` are the prior's scale and degrees of freedom, `constant` is
/// [`constant`]'s result. The points run together, in the lanes of vector registers. The scratch holds all `k` components of one point, so that the adjoint of a point finds
/// them and recomputes nothing.
#[reversible(kernels)]
pub fn gmm(
    objective: &mut f64,
    log_weights: &[f64],
    means: &[f64],
    factors: &[f64],
    #[inactive] points: &[f64],
    #[inactive] gamma: f64,
    m: usize,
    #[inactive] constant: f64,
    d: usize,
) {
    let k = log_weights.len();
    let n = points.len() / d;
    let size = d * (d + 1) / 2;
    let mut diagonals = vec![0.0; k * d];
    let mut log_determinants = vec![0.0; k];
    for c in 0..k {
        for i in 0..d {
            log_determinants[c] += factors[c * size + i];
            diagonals[c * d + i] += factors[c * size + i].exp();
        }
    }
    #[parallel]
    for p in 0..n {
        let mut centred = vec![0.0; k * d];
        let mut mapped = vec![0.0; k * d];
        let mut terms = vec![0.0; k];
        for c in 0..k {
            for i in 0..d {
                centred[c * d + i] += points[p * d + i] - means[c * d + i];
                mapped[c * d + i] += diagonals[c * d + i] * centred[c * d + i];
            }
            for i in 0..d {
                let column = c * size + d + i * (2 * d - i - 1) / 2;
                for j in 0..d - i - 1 {
                    mapped[c * d + i + 1 + j] += factors[column + j] * centred[c * d + i];
                }
            }
            let mut norm2 = 0.0;
            for i in 0..d {
                norm2 += mapped[c * d + i] * mapped[c * d + i];
            }
            terms[c] += log_weights[c] + log_determinants[c] - 0.5 * norm2;
        }
        // The largest of the terms so far. It is taken out, and held constant, since its own derivative cancels.
        let mut largest = vec![0.0; k];
        for c in 0..k {
            #[inactive]
            let term = terms[c];
            if c == 0 {
                largest[c] += term;
            } else {
                largest[c] += largest[c - 1].max(term);
            }
        }
        let mut sum = 0.0;
        for c in 0..k {
            sum += (terms[c] - largest[k - 1]).exp();
        }
        *objective += largest[k - 1] + sum.ln();
    }
    *objective -= n as f64 * logsumexp(log_weights);
    for c in 0..k {
        let mut frobenius2 = 0.0;
        for i in 0..d {
            frobenius2 += diagonals[c * d + i] * diagonals[c * d + i];
        }
        for j in d..size {
            frobenius2 += factors[c * size + j] * factors[c * size + j];
        }
        *objective -= 0.5 * gamma * gamma * frobenius2 - m as f64 * log_determinants[c];
    }
    *objective += constant;
}
