//! Adjoints in lanes, written by hand in the shape that a compiler could emit, and what they cost beside the plain function.
//!
//! `cargo run --release -p retrograde-lanes --example shape [DIRECTORY [PROBLEM]]` prints times and ratios of one run, on one thread. The problems are
//! those of `retrograde-problems`; numbers come from the files of ADBench in the directory, or are made up where there is none. `PROBLEM` is
//! `mixture` or `bundle`.

mod bundle;
mod mixture;

use std::path::Path;

/// The time that this thread has run, in seconds: other programs do not count.
#[cfg(unix)]
fn now() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// The seconds since the first call, on systems without a clock for threads.
#[cfg(not(unix))]
fn now() -> f64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}

/// The shortest of some runs, in seconds.
#[inline(never)]
fn shortest(runs: usize, mut run: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..runs {
        let start = now();
        run();
        best = best.min(now() - start);
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
    let mut arguments = std::env::args().skip(1);
    let directory = arguments.next().unwrap_or_default();
    let directory = Path::new(&directory);
    let problem = arguments.next().unwrap_or_default();
    println!("the best instruction set is {:?}", retrograde_lanes::InstructionSet::best());
    println!("shortest time of several runs; ratio to the plain function");
    if problem != "bundle" {
        for (d, k, n) in
            [(2, 5, 10_000), (10, 25, 10_000), (20, 50, 10_000), (32, 25, 10_000), (64, 5, 1_000)]
        {
            mixture::measure(directory, d, k, n);
        }
    }
    if problem != "mixture" {
        bundle::measure(directory);
    }
}
