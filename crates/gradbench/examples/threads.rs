//! Measures the gain of two threads: the Gaussian mixture and the sum of exponentials of the suite, in pools of one and of two threads.
//!
//! ```console
//! cargo run --release -p retrograde-gradbench --example threads [ROUNDS]
//! ```
//!
//! The two pools take turns, and each row has the shortest of some rounds. The same text runs in both, with the same bits; on one thread its blocks run one after the other.

use std::hint::black_box;
use std::time::Instant;

use rayon::ThreadPool;
use retrograde_gradbench::problems::gmm::{self, Mixture};
use retrograde_gradbench::problems::lse::log_sum_exp;

/// Numbers between -1 and 1 that look random.
fn made(count: usize, seed: usize) -> Vec<f64> {
    (0..count).map(|i| ((i * 7919 + seed * 104_729) as f64).sin()).collect()
}

fn mixture(d: usize, k: usize, n: usize) -> Mixture {
    Mixture {
        alpha: made(k, 1),
        mu: made(k * d, 2),
        q: made(k * d, 3),
        l: made(k * d * (d - 1) / 2, 4),
        x: made(n * d, 5),
        gamma: 1.0,
        m: 0,
        constant: 0.0,
        d,
    }
}

/// Prints the shortest times of a computation in each pool.
fn row(name: &str, rounds: usize, pools: &[ThreadPool; 2], run: &(dyn Fn() + Sync)) {
    let mut shortest = [f64::INFINITY; 2];
    for _ in 0..rounds {
        for (pool, shortest) in pools.iter().zip(&mut shortest) {
            let seconds = pool.install(|| {
                let start = Instant::now();
                run();
                start.elapsed().as_secs_f64()
            });
            *shortest = shortest.min(seconds);
        }
    }
    let [one, two] = shortest.map(|seconds| seconds * 1e3);
    println!("{name:<36} {one:>9.3} ms {two:>9.3} ms {:>7.2}", two / one);
}

fn main() {
    let rounds = std::env::args().nth(1).and_then(|rounds| rounds.parse().ok()).unwrap_or(15);
    let pools = [1, 2].map(|threads| {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool of threads")
    });
    println!("{:<36} {:>12} {:>12} {:>7}", "", "one thread", "two threads", "ratio");
    for (d, k, n) in [(2, 5, 10_000), (10, 25, 10_000), (20, 50, 10_000), (32, 25, 10_000), (64, 5, 1_000)] {
        let mixture = mixture(d, k, n);
        let name = format!("gmm d{d} K{k}, {n} points");
        row(&format!("{name}, function"), rounds, &pools, &|| _ = black_box(gmm::objective(&mixture)));
        row(&format!("{name}, gradient"), rounds, &pools, &|| _ = black_box(gmm::gradient(&mixture)));
    }
    let x = made(1_280_000, 6);
    row("lse, 1280000, function", rounds, &pools, &|| _ = black_box(log_sum_exp(&x)));
    row("lse, 1280000, gradient", rounds, &pools, &|| _ = black_box(log_sum_exp::gradient(&x)));
}
