//! Loops whose iterations ranks share: the same bits for any number of them.

use crate::disagreement::once;
use crate::{failing_on, on_ranks};
use retrograde::prelude::*;
use retrograde_mpi::all_gather;

/// Adds the misfit of a curve to `misfit`, sets what it is at each place, and counts in `bins`.
#[reversible]
fn curve(
    misfit: &mut f64,
    at: &mut [f64],
    bins: &mut [f64],
    w: &[f64],
    #[inactive] x: &[f64],
    #[inactive] y: &[f64],
) {
    let k = w.len();
    #[parallel(ranks)]
    for p in 0..x.len() {
        let mut value = 0.0;
        for i in 0..k {
            value += w[i] * ((i + 1) as f64 * x[p]).sin();
        }
        at[p] += value;
        *misfit += (value - y[p]) * (value - y[p]);
        bins[p % 3] += value.exp();
    }
}

fn numbers(n: usize, seed: usize) -> Vec<f64> {
    (0..n).map(|i| ((i * 7919 + seed * 104_729) as f64 * 0.618).sin()).collect()
}

/// Returns all that the function and its sweep compute.
fn results(n: usize) -> Vec<f64> {
    let (w, x, y) = (numbers(7, 1), numbers(n, 2), numbers(n, 3));
    let (mut misfit, mut at, mut bins) = (0.5, numbers(n, 4), vec![0.0; 3]);
    let (mut misfit_bar, mut at_bar, mut bins_bar, mut w_bar) =
        (1.5, numbers(n, 5), numbers(3, 6), vec![0.0; 7]);
    curve::sweep(
        &mut misfit,
        &mut misfit_bar,
        &mut at,
        &mut at_bar,
        &mut bins,
        &mut bins_bar,
        &w,
        &mut w_bar,
        &x,
        &y,
    );
    [vec![misfit], at, bins, w_bar, at_bar].concat()
}

#[test]
fn the_bits_are_those_of_one_process() {
    on_ranks(&[1, 2, 3, 4], |ranks| {
        for n in [5000, 1037, 40] {
            // Another thread shares nothing.
            let alone = std::thread::spawn(move || results(n)).join().expect("a thread that ends well");
            let own = results(n);
            let all = all_gather(&own, ranks);
            for (rank, results) in all.chunks(own.len()).enumerate() {
                let same = results.iter().zip(&alone).all(|(a, b)| a.to_bits() == b.to_bits());
                assert!(same, "rank {rank} of {} differs, {n} iterations", ranks.size());
            }
        }
    });
}

#[test]
fn loops_on_different_numbers() {
    let printed = failing_on(3, |ranks| {
        let (w, mut x) = (numbers(7, 1), numbers(1000, 2));
        x[999] += ranks.rank() as f64;
        curve(&mut 0.0, &mut vec![0.0; 1000], &mut [0.0; 3], &w, &x, &numbers(1000, 3));
    });
    once(printed, &["a loop that ranks share, 1000 iterations", "on the same numbers"]);
}

#[test]
fn loops_of_different_lengths() {
    let printed = failing_on(2, |ranks| {
        let (w, n) = (numbers(7, 1), 1000 + ranks.rank());
        curve(&mut 0.0, &mut vec![0.0; n], &mut [0.0; 3], &w, &numbers(n, 2), &numbers(n, 3));
    });
    once(printed, &["rank 0: a loop that ranks share, 1000", "rank 1: a loop that ranks share, 1001"]);
}
