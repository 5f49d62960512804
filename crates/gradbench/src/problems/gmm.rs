//! `gmm`: the log-posterior of a Gaussian mixture, and its gradient by all parameters.
//!
//! Component `c` has a log-weight `α_c`, a mean `μ_c` and a lower triangular factor `Q_c` of its inverse covariance, with the diagonal `exp q_c` and below it the entries
//! `l_c` by columns. With `β_c(x) = α_c + Σ q_c - ½ |Q_c (x - μ_c)|²` the objective is
//!
//! ```text
//! constant + Σ_x logsumexp β(x) - n logsumexp α - Σ_c ( ½ γ² |Q_c|² - m Σ q_c )
//! ```
//!
//! where `|Q_c|` is the Frobenius norm, and the [`constant`] depends on sizes and the prior.

use retrograde::reversible;
use retrograde_problems::gmm::{constant, logsumexp};
use serde::{Deserialize, Serialize};

use super::Problem;
use crate::evaluate::{Failure, evaluate, expect, flat, nested, plausible};

/// Adds the log-posterior to `objective`. `alpha` has `k` numbers, `mu` and `q` have `k d`, `l` has `k d (d - 1) / 2`, and `x` has `d` of each point. The points run together, in lanes and on
/// threads; the scratch holds all components of a point, so that its adjoint computes none of them again.
#[reversible]
pub fn posterior(
    objective: &mut f64,
    alpha: &[f64],
    mu: &[f64],
    q: &[f64],
    l: &[f64],
    #[inactive] x: &[f64],
    #[inactive] gamma: f64,
    m: usize,
    d: usize,
) {
    let (k, n) = (alpha.len(), x.len() / d);
    let below = d * (d - 1) / 2;
    let mut diagonals = vec![0.0; k * d];
    let mut log_determinants = vec![0.0; k];
    for c in 0..k {
        for i in 0..d {
            log_determinants[c] += q[c * d + i];
            diagonals[c * d + i] += q[c * d + i].exp();
        }
    }
    #[parallel(threads)]
    for p in 0..n {
        let mut mapped = vec![0.0; k * d];
        let mut terms = vec![0.0; k];
        for c in 0..k {
            let mut centred = vec![0.0; d];
            for i in 0..d {
                centred[i] += x[p * d + i] - mu[c * d + i];
                mapped[c * d + i] += diagonals[c * d + i] * centred[i];
            }
            for i in 0..d {
                let column = c * below + i * (2 * d - i - 1) / 2;
                for j in 0..d - i - 1 {
                    mapped[c * d + i + 1 + j] += l[column + j] * centred[i];
                }
            }
            let mut norm2 = 0.0;
            for i in 0..d {
                norm2 += mapped[c * d + i] * mapped[c * d + i];
            }
            terms[c] += alpha[c] + log_determinants[c] - 0.5 * norm2;
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
    *objective -= n as f64 * logsumexp(alpha);
    for c in 0..k {
        let mut frobenius2 = 0.0;
        for i in 0..d {
            frobenius2 += diagonals[c * d + i] * diagonals[c * d + i];
        }
        for j in 0..below {
            frobenius2 += l[c * below + j] * l[c * below + j];
        }
        *objective -= 0.5 * gamma * gamma * frobenius2 - m as f64 * log_determinants[c];
    }
}

#[derive(Deserialize)]
struct Input {
    d: usize,
    k: usize,
    n: usize,
    x: Vec<Vec<f64>>,
    m: usize,
    gamma: f64,
    alpha: Vec<f64>,
    mu: Vec<Vec<f64>>,
    q: Vec<Vec<f64>>,
    l: Vec<Vec<f64>>,
}

/// A mixture with its points, as the function takes it.
pub struct Mixture {
    /// The logarithms of the weights.
    pub alpha: Vec<f64>,
    /// `d` numbers of each component.
    pub mu: Vec<f64>,
    /// The logarithms of the diagonal of the factor of each component.
    pub q: Vec<f64>,
    /// The entries below it, by columns.
    pub l: Vec<f64>,
    /// `d` numbers of each point.
    pub x: Vec<f64>,
    /// The scale of the prior.
    pub gamma: f64,
    /// The degrees of freedom of the prior, above those that it must have.
    pub m: usize,
    /// The part of the objective that depends on sizes and the prior.
    pub constant: f64,
    /// The number of coordinates.
    pub d: usize,
}

/// The gradient by each parameter.
pub type Gradient = [Vec<f64>; 4];

/// The gradient in the shapes of the input.
#[derive(Serialize)]
struct Slopes {
    alpha: Vec<f64>,
    mu: Vec<Vec<f64>>,
    q: Vec<Vec<f64>>,
    l: Vec<Vec<f64>>,
}

/// Returns the log-posterior.
pub fn objective(mixture: &Mixture) -> f64 {
    let Mixture { alpha, mu, q, l, x, gamma, m, constant, d } = mixture;
    let mut objective = *constant;
    posterior(&mut objective, alpha, mu, q, l, x, *gamma, *m, *d);
    objective
}

/// Returns its gradient by `alpha`, `mu`, `q` and `l`.
pub fn gradient(mixture: &Mixture) -> Gradient {
    let Mixture { alpha, mu, q, l, x, gamma, m, d, .. } = mixture;
    let (_, (by_alpha, by_mu, by_q, by_l, ..)) = posterior::gradient(alpha, mu, q, l, x, *gamma, *m, *d);
    [by_alpha, by_mu, by_q, by_l]
}

fn prepare(input: Input) -> Result<Mixture, Failure> {
    let (d, k) = (input.d, input.k);
    plausible(d, "d")?;
    plausible(k, "k")?;
    expect(&input.x, input.n, "x")?;
    expect(&input.alpha, k, "alpha")?;
    for (rows, name) in [(&input.mu, "mu"), (&input.q, "q"), (&input.l, "l")] {
        expect(rows, k, name)?;
    }
    Ok(Mixture {
        mu: flat(&input.mu, d, "mu")?,
        q: flat(&input.q, d, "q")?,
        l: flat(&input.l, d * (d - 1) / 2, "l")?,
        x: flat(&input.x, d, "x")?,
        gamma: input.gamma,
        m: input.m,
        constant: constant(d, k, input.n, input.gamma, input.m),
        alpha: input.alpha,
        d,
    })
}

fn answer(mixture: &Mixture, [alpha, mu, q, l]: Gradient) -> Slopes {
    let (d, k) = (mixture.d, mixture.alpha.len());
    let rows = |all: &[f64], width: usize| -> Vec<Vec<f64>> {
        if width == 0 {
            vec![Vec::new(); k]
        } else {
            nested(all, width).into_iter().map(<[f64]>::to_vec).collect()
        }
    };
    Slopes { mu: rows(&mu, d), q: rows(&q, d), l: rows(&l, d * (d - 1) / 2), alpha }
}

/// The module `gmm`.
pub const PROBLEM: Problem = Problem {
    name: "gmm",
    functions: &[
        ("objective", |input, _| evaluate(input, prepare, objective, |_, y| y)),
        ("jacobian", |input, _| evaluate(input, prepare, gradient, answer)),
    ],
};
