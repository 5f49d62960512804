//! `gmm`: the log-posterior of a Gaussian mixture, and its gradient by all parameters.
//!
//! The function is that of [`retrograde_problems::gmm`], which states the formula; its points run together, in lanes and on threads. There the factor of a component is `q` followed by `l`.

use retrograde_problems::gmm::{constant, factor_len, gmm};
use serde::{Deserialize, Serialize};

use super::Problem;
use crate::evaluate::{Failure, evaluate, expect, flat, nested, plausible};

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
    pub means: Vec<f64>,
    /// The logarithms of the diagonal and then the entries below it, by columns, of each component.
    pub factors: Vec<f64>,
    /// `d` numbers of each point.
    pub points: Vec<f64>,
    /// The scale of the prior.
    pub gamma: f64,
    /// The degrees of freedom of the prior, above those that it must have.
    pub m: usize,
    /// The part of the objective that depends on sizes and the prior.
    pub constant: f64,
    /// The number of coordinates.
    pub d: usize,
}

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
    let Mixture { alpha, means, factors, points, gamma, m, constant, d } = mixture;
    let mut objective = 0.0;
    gmm(&mut objective, alpha, means, factors, points, *gamma, *m, *constant, *d);
    objective
}

/// Returns its gradient by weights, means and factors.
pub fn gradient(mixture: &Mixture) -> (Vec<f64>, Vec<f64>, Vec<f64>) {
    let Mixture { alpha, means, factors, points, gamma, m, constant, d } = mixture;
    let (_, (by_alpha, by_means, by_factors, ..)) =
        gmm::gradient(alpha, means, factors, points, *gamma, *m, *constant, *d);
    (by_alpha, by_means, by_factors)
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
    let below = factor_len(d) - d;
    flat(&input.q, d, "q")?;
    flat(&input.l, below, "l")?;
    let factors = input.q.iter().zip(&input.l).flat_map(|(q, l)| q.iter().chain(l)).copied().collect();
    Ok(Mixture {
        means: flat(&input.mu, d, "mu")?,
        factors,
        points: flat(&input.x, d, "x")?,
        gamma: input.gamma,
        m: input.m,
        constant: constant(d, k, input.n, input.gamma, input.m),
        alpha: input.alpha,
        d,
    })
}

fn answer(mixture: &Mixture, (alpha, means, factors): (Vec<f64>, Vec<f64>, Vec<f64>)) -> Slopes {
    let d = mixture.d;
    let (mut q, mut l) = (Vec::new(), Vec::new());
    for factor in nested(&factors, factor_len(d)) {
        q.push(factor[..d].to_vec());
        l.push(factor[d..].to_vec());
    }
    Slopes { alpha, mu: means.chunks(d).map(<[f64]>::to_vec).collect(), q, l }
}

/// The module `gmm`.
pub const PROBLEM: Problem = Problem {
    name: "gmm",
    functions: &[
        ("objective", |input, _| evaluate(input, prepare, objective, |_, y| y)),
        ("jacobian", |input, _| evaluate(input, prepare, gradient, answer)),
    ],
};
