//! The cost of each way to a derivative, measured in one run.
//!
//! Two programs: a long loop with few arguments, and a sum with many. Each stands as a plain function, marked `#[reversible]`, and
//! marked `#[differentiable]`; the plain one also runs on a tape and at dual numbers. A row is the shortest of some runs over the shortest
//! of the plain function, and the most memory that one run holds.

mod mixture;
mod pendulum;

use std::hint::black_box;
use std::time::Instant;

/// The cost of one call.
#[derive(Clone, Copy)]
struct Cost {
    seconds: f64,
    bytes: u64,
}

/// Returns the shortest time of some calls, and the most bytes that one holds on the heap.
fn cost<R>(runs: usize, mut run: impl FnMut() -> R + Send) -> Cost {
    // A thread keeps its tapes, so a new one shows what the first call takes.
    let once = || allocation_counter::measure(|| _ = black_box(run()));
    let held = std::thread::scope(|scope| scope.spawn(once).join().expect("a call"));
    let mut seconds = f64::INFINITY;
    for _ in 0..runs {
        let start = Instant::now();
        black_box(run());
        seconds = seconds.min(start.elapsed().as_secs_f64());
    }
    Cost { seconds, bytes: held.bytes_max }
}

/// Prints a row, relative to the plain function.
fn row(name: &str, plain: Cost, way: Cost) {
    println!("{name:<44} {:>8.2} {:>14} B", way.seconds / plain.seconds, way.bytes);
}

fn title(name: &str, plain: Cost) {
    println!("\n{name}: the plain function takes {:.2} ms", plain.seconds * 1e3);
}

fn main() {
    println!("{:<44} {:>8} {:>16}", "", "/ plain", "memory");
    pendulum::measure(1_000_000, 5);
    mixture::measure(1_000, 5);
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_ways_agree() {
        super::pendulum::measure(200, 1);
        super::mixture::measure(20, 1);
    }
}
