//! Adjoints in lanes, written by hand in the shape that a compiler could emit, and what they cost beside the plain function.
//!
//! `cargo run --release -p retrograde-lanes --example shape [DIRECTORY]` prints times and ratios of one run, on one thread. The problems are
//! those of `retrograde-problems`; numbers come from the files of ADBench in the directory, or are made up where there is none.

mod bundle;
mod mixture;

use std::path::Path;
use std::time::Instant;

/// The shortest of some runs, in seconds.
#[inline(never)]
fn shortest(runs: usize, mut run: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let start = Instant::now();
        run();
        best = best.min(start.elapsed().as_secs_f64());
    }
    best
}

fn row(name: &str, seconds: f64, plain: f64) {
    println!("  {name:<36} {:>10.3} ms {:>7.2}", seconds * 1e3, seconds / plain);
}

/// Reproducible numbers between -1 and 1 for problems without a file.
fn wave(n: usize, seed: f64) -> Vec<f64> {
    (0..n).map(|i| ((seed + 12.9898 * i as f64).sin() * 43_758.545_3).fract()).collect()
}

/// All numbers of a file.
fn numbers(path: &Path) -> Option<Vec<f64>> {
    let text = std::fs::read_to_string(path).ok()?;
    text.split_whitespace().map(|word| word.parse().ok()).collect()
}

fn main() {
    let directory = std::env::args().nth(1).unwrap_or_default();
    let directory = Path::new(&directory);
    println!(
        "{:?} is the best instruction set; times are the shortest of several runs, ratios those to the plain function",
        { retrograde_lanes::InstructionSet::best() }
    );
    for (d, k, n) in [(2, 5, 10_000), (10, 25, 10_000), (20, 50, 10_000), (32, 25, 10_000), (64, 5, 1_000)] {
        mixture::measure(directory, d, k, n);
    }
    bundle::measure(directory);
}
