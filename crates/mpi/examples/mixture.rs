//! The gradient of the log-likelihood of a Gaussian mixture, whose points the ranks share:
//! `mpirun -n 2 target/release/examples/mixture [POINTS]`.
//!
//! Every rank has all points and gets the whole gradient, with the same bits for any number of ranks.

use retrograde::prelude::*;
use retrograde_mpi::launch;
use std::time::Instant;

/// Adds the logarithm of the likelihood of all points to `objective`: `k` components with mean `mu` and, in each of `d` directions, the
/// logarithm `q` of the inverse of their width.
#[reversible]
fn likelihood(objective: &mut f64, alpha: &[f64], mu: &[f64], q: &[f64], #[inactive] x: &[f64], d: usize) {
    let k = alpha.len();
    #[parallel(ranks)]
    for p in 0..x.len() / d {
        let mut sum = 0.0;
        for c in 0..k {
            let mut term = alpha[c];
            for i in 0..d {
                let apart = q[c * d + i].exp() * (x[p * d + i] - mu[c * d + i]);
                term += q[c * d + i] - 0.5 * apart * apart;
            }
            sum += term.exp();
        }
        *objective += sum.ln();
    }
}

fn numbers(n: usize, seed: usize) -> Vec<f64> {
    (0..n).map(|i| ((i * 7919 + seed * 104_729) as f64 * 0.618).sin()).collect()
}

fn main() {
    let count = std::env::args().nth(1).map_or(Ok(200_000), |n| n.parse());
    let Ok(count) = count else {
        eprintln!("error: the argument is the number of points");
        std::process::exit(2);
    };
    launch(|ranks| {
        let (k, d) = (10, 5);
        let (alpha, mu, q, x) = (numbers(k, 1), numbers(k * d, 2), numbers(k * d, 3), numbers(count * d, 4));
        let begun = Instant::now();
        let (value, (by_alpha, by_mu, by_q, ..)) = likelihood::gradient(&alpha, &mu, &q, &x, d);
        let seconds = begun.elapsed().as_secs_f64();
        if ranks.rank() == 0 {
            let norm = by_alpha.iter().chain(&by_mu).chain(&by_q).map(|x| x * x).sum::<f64>().sqrt();
            println!("{count} points, {k} components, {d} directions, {} ranks", ranks.size());
            println!("log-likelihood {value:?}, norm of the gradient {norm:?}, {seconds:.3} s");
        }
    });
}
