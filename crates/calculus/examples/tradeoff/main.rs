//! Time against space: table 1 and figure 1 of paper 000, counted and drawn.
//!
//! ```console
//! cargo run --release --example tradeoff -- tradeoff.svg
//! ```
//!
//! prints how many steps run and how many states are kept by each scheme, and draws the schedules of a short computation: time from
//! left to right, the running step upwards.

mod picture;

use retrograde_calculus::schedule::treeverse::{forward, reach};
use retrograde_calculus::schedule::{Tally, bennett};
use retrograde_calculus::{Counts, Error, Schedule};

/// Returns the counts of Bennett's recursion that computes the last state, without a gradient.
fn computed(steps: usize, parts: usize) -> Result<Counts, Error> {
    let mut tally = Tally::default();
    bennett::compute(steps, parts, &mut |action| {
        tally.count(action);
        Ok(())
    })?;
    Ok(tally.counts)
}

/// A row of table 1: a scheme, the steps that run forwards as a multiple of `n`, and the states that are kept.
struct Row {
    scheme: &'static str,
    time: f64,
    states: usize,
}

/// Returns table 1 for `n` steps, where `n` is a power of two: for each scheme the extremes.
fn table(n: usize) -> Result<Vec<Row>, Error> {
    let row =
        |scheme, counts: Counts| Row { scheme, time: counts.forward as f64 / n as f64, states: counts.peak };
    Ok(vec![
        row("checkpointing, least time", Schedule::StoreAll.counts(n)?),
        row("checkpointing, logarithmic", Schedule::Treeverse { checkpoints: n.ilog2() as usize }.counts(n)?),
        row("checkpointing, least space", Schedule::Treeverse { checkpoints: 1 }.counts(n)?),
        row("reverse computing, least time", computed(n, n)?),
        row("reverse computing, four parts", computed(n, 4)?),
        row("reverse computing, least space", computed(n, 2)?),
    ])
}

/// Returns the slope of log(steps) against log(n) for the most frugal reverse computing: ln 3 / ln 2 in table 1.
fn exponent() -> Result<f64, Error> {
    let steps = |n: usize| computed(n, 2).map(|counts| (counts.forward as f64).ln());
    Ok((steps(1 << 12)? - steps(1 << 6)?) / 64_f64.ln())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("4096 steps                          steps run / 4096    states");
    for row in table(4096)? {
        println!("  {:32} {:16.2} {:9}", row.scheme, row.time, row.states);
    }
    println!("reverse computing in the least space takes n^{:.3} steps", exponent()?);
    println!(
        "treeverse with 4 states and 3 runs reaches {} steps, which run {} times",
        reach(4, 3),
        forward(35, 4)
    );
    let four = computed(256, 4)?;
    println!("Bennett with k = n = 4, N = 256: {} steps, {} states", four.forward, four.peak);
    if let Some(path) = std::env::args().nth(1) {
        std::fs::write(&path, picture::draw()?)?;
        println!("drawn to {path}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_that_of_the_paper() {
        let n = 1024;
        let rows = table(n).unwrap();
        let find = |scheme: &str| rows.iter().find(|row| row.scheme == scheme).unwrap();
        // O(T) and O(T + S); O(T²) and O(S).
        assert_eq!(
            (find("checkpointing, least time").time, find("checkpointing, least time").states),
            (1.0, n - 1)
        );
        let least = find("checkpointing, least space");
        assert_eq!((least.time * n as f64, least.states), ((n * (n - 1) / 2 + 1) as f64, 1));
        // Both logarithmic.
        let both = find("checkpointing, logarithmic");
        assert!(both.time < 10.0 && both.states == 10);
        // O(T) and O(T + S): everything is computed, and all but the last erased.
        assert_eq!(
            (
                find("reverse computing, least time").time * n as f64,
                find("reverse computing, least time").states
            ),
            ((2 * n - 1) as f64, n + 1)
        );
        // T^(ln 3 / ln 2) and S log T.
        let least = find("reverse computing, least space");
        assert_eq!((least.time * n as f64, least.states), (3_f64.powi(10), 10 + 2));
        assert!((exponent().unwrap() - 1.585).abs() < 1e-3);
        assert_eq!(
            (
                find("reverse computing, four parts").time * n as f64,
                find("reverse computing, four parts").states
            ),
            (7_f64.powi(5), 5 * 3 + 2)
        );
    }

    #[test]
    fn the_picture_has_a_line_for_every_step() {
        let drawn = picture::draw().unwrap();
        assert!(drawn.starts_with("<svg") && drawn.contains("treeverse") && drawn.contains("Bennett"));
        assert_eq!(
            picture::points(Schedule::Treeverse { checkpoints: 4 }, 35).unwrap().len() as u128,
            forward(35, 4) + 35
        );
    }
}
