//! Memoised recursion: counts the ways to pay a sum, weighted, and differentiates with respect to each weight.
//!
//! NiLang writes such programs with a dictionary (paper 002, section 2: `d[key] ← value`). The plain recursion for
//! the partition function of a sum, `ways(sum, k) = ways(sum, k - 1) + weight[k] · ways(sum - coin[k], k)`, visits
//! the same pairs again and again. Here a map stores the results by pair: each pair is computed once, and so is its
//! cotangent, in whatever order they are needed. A log records which calls found their pair in the map, so that the
//! inverse skips them; in the end map and log are empty.

use retrograde::prelude::*;
use std::collections::HashMap;

/// Fills the map with the weighted number of ways to pay `sum` with the first `k` coins, and with all pairs that this
/// needs.
#[reversible]
fn ways<T: Real>(
    memo: &mut HashMap<(usize, usize), T>,
    log: &mut Vec<usize>,
    coins: &[usize],
    weights: &[T],
    sum: usize,
    k: usize,
) {
    #[keep(log)]
    if !memo.contains_key(&(sum, k)) {
        if sum == 0 {
            insert!(memo, (sum, k), 1.0);
        } else if k == 0 {
            insert!(memo, (sum, k), 0.0);
        } else {
            ways(&mut *memo, &mut *log, coins, weights, sum, k - 1);
            if coins[k - 1] > sum {
                insert!(memo, (sum, k), memo[&(sum, k - 1)]);
            } else {
                let rest = sum - coins[k - 1];
                ways(&mut *memo, &mut *log, coins, weights, rest, k);
                insert!(memo, (sum, k), memo[&(sum, k - 1)] + weights[k - 1] * memo[&(rest, k)]);
            }
        }
    }
}

/// Adds the number of ways alone: the map is local to the function, and empty again at its end.
#[reversible]
fn total<T: Real>(out: &mut T, coins: &[usize], weights: &[T], sum: usize) {
    let mut memo: HashMap<(usize, usize), T> = HashMap::new();
    let mut log: Vec<usize> = Vec::new();
    ways(&mut memo, &mut log, coins, weights, sum, coins.len());
    *out += memo[&(sum, coins.len())];
    ways::inverse(&mut memo, &mut log, coins, weights, sum, coins.len());
    free!(log = Vec::new());
    free!(memo);
}

fn main() {
    let coins = [1, 2, 5, 10, 20, 50];
    let weights = [1.0; 6];

    let (mut memo, mut log) = (HashMap::new(), Vec::new());
    ways(&mut memo, &mut log, &coins, &weights, 100, coins.len());
    println!(
        "ways:            {} to pay 100, with {} sums in the map",
        memo[&(100, coins.len())],
        memo.len()
    );
    ways::inverse(&mut memo, &mut log, &coins, &weights, 100, coins.len());
    println!("ways::inverse:   {} sums in the map, {} decisions in the log", memo.len(), log.len());

    // With all weights one, the derivative with respect to a weight is the number of that coin in all ways together.
    let (value, (taken,)) = total::gradient(&coins, &weights, 100);
    println!("total::gradient: {value} ways take {taken:?} of the coins {coins:?}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde_testkit::{assert_all_close, finite_difference};

    const COINS: [usize; 4] = [1, 2, 5, 10];

    /// Computes by definition, without memoisation.
    fn plain(coins: &[usize], weights: &[f64], sum: usize) -> f64 {
        match (sum, coins) {
            (0, _) => 1.0,
            (_, []) => 0.0,
            (_, [rest @ .., coin]) => {
                let last = weights[coins.len() - 1];
                let with = if *coin <= sum { last * plain(coins, weights, sum - coin) } else { 0.0 };
                plain(rest, weights, sum) + with
            }
        }
    }

    #[test]
    fn counts_ways() {
        let (value, _) = total::gradient(&COINS, &[1.0; 4], 20);
        assert_eq!(value, plain(&COINS, &[1.0; 4], 20));
        // Euler's problem 31: two pounds in English coins.
        let (value, _) = total::gradient(&[1, 2, 5, 10, 20, 50, 100, 200], &[1.0; 8], 200);
        assert_eq!(value, 73682.0);
    }

    #[test]
    fn gradients_are_slopes() {
        let weights = [0.9, 1.1, 0.5, -0.3];
        let (_, (found,)) = total::gradient(&COINS, &weights, 23);
        let value = |weights: &[f64]| plain(&COINS, weights, 23);
        assert_all_close!(&found, &finite_difference::gradient(&value, &weights), 1e-6);
    }

    #[test]
    fn with_all_weights_one_it_counts_coins() {
        // All ways together: each way to pay the rest is one more coin.
        let (_, (taken,)) = total::gradient(&COINS, &[1.0; 4], 20);
        let of = |coin: usize| (1..=20 / coin).map(|n| plain(&COINS, &[1.0; 4], 20 - n * coin)).sum::<f64>();
        assert_eq!(taken, COINS.map(of).to_vec());
    }

    #[test]
    fn the_adjoint_empties_the_map() {
        let weights = [0.9, 1.1, 0.5, -0.3];
        let (mut memo, mut log) = (HashMap::new(), Vec::new());
        ways(&mut memo, &mut log, &COINS, &weights, 23, 4);
        let mut memo_bar: HashMap<_, _> = memo.keys().map(|key| (*key, 0.0)).collect();
        // Two of the values get seeds, other than one.
        memo_bar.extend([((23, 4), 1.5), ((13, 3), -0.5)]);
        let mut found = [0.0; 4];
        ways::adjoint(&mut memo, &mut memo_bar, &mut log, &COINS, &weights, &mut found, 23, 4);
        assert!(memo.is_empty() && memo_bar.is_empty() && log.is_empty());
        let value =
            |weights: &[f64]| 1.5 * plain(&COINS, weights, 23) - 0.5 * plain(&COINS[..3], &weights[..3], 13);
        assert_all_close!(&found, &finite_difference::gradient(&value, &weights), 1e-6);
    }
}
