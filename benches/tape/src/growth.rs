//! How the time of a gradient grows with the length of the program: the slope of its logarithm against that of the length.
//!
//! A slope of one is time in proportion to the operations. What lies above it is memory: a tape of 10⁶ operations has
//! 32 megabytes, which no cache holds.

use std::hint::black_box;

use retrograde::Real;
use retrograde::tape::{Active, value_and_gradient, vjp};
use serde_json::json;

use super::{Done, Engine, Show};

/// The numbers of operations of the programs.
const LENGTHS: [usize; 7] = [1_000, 3_162, 10_000, 31_623, 100_000, 316_228, 1_000_000];

/// The name of the program in the output.
pub(super) const NAME: &str = "chain";

/// Adds, multiplies and divides numbers, each operation on the last two results.
fn chain<R: Real>(x: &[R; 2], length: usize) -> R {
    let [mut a, mut b] = *x;
    for i in 0..length {
        let next = match i % 4 {
            0 | 2 => a + b,
            1 => a * x[0],
            _ => b / (x[1]),
        };
        (a, b) = (b, next);
    }
    b
}

/// Times the chain at all lengths in turns; prints a line for each and one for the slope.
pub(super) fn bench(reps: u32, show: &Show) -> Done {
    let x = [0.3, 1.7];
    let gradient = |length: usize| {
        let done = value_and_gradient(|x: [Active; 2]| chain(&x, length), black_box(&x));
        black_box(done.expect("the program fits on the tape"));
    };
    let bytes =
        |length| vjp(|x: [Active; 2]| chain(&x, length), &x).map_or(0, |(_, back)| back.bytes() as u64);
    let mut all = LENGTHS.map(|n| Engine::new("retrograde", Some(bytes(n)), move || gradient(n)));
    for _ in 0..reps {
        for Engine { call, times, batch, .. } in &mut all {
            times.take(|| (0..*batch).for_each(|_| call()));
        }
    }
    let seconds = |engine: &Engine<'_>| engine.times.min() / f64::from(engine.batch);
    for (length, engine) in LENGTHS.iter().zip(&all) {
        let operations = *length as f64;
        let name = format!("{NAME}/{length}");
        show.row(&name, engine.name, seconds(engine), operations, engine.bytes)?;
    }
    let logarithms = LENGTHS.iter().zip(&all).map(|(n, engine)| ((*n as f64).ln(), seconds(engine).ln()));
    let slope = slope(&logarithms.collect::<Vec<_>>());
    if show.json {
        show.object(&json!({ "program": NAME, "engine": "retrograde", "slope": slope }))
    } else {
        show.line(&format!("{NAME}: the time grows like the length to the power of {slope:.3}"))
    }
}

/// Returns the slope of the regression line through these points.
fn slope(points: &[(f64, f64)]) -> f64 {
    let count = points.len() as f64;
    let mean = |part: fn(&(f64, f64)) -> f64| points.iter().map(part).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let (above, below) = points
        .iter()
        .fold((0.0, 0.0), |(above, below), p| (above + (p.0 - x) * (p.1 - y), below + (p.0 - x) * (p.0 - x)));
    above / below
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_are_those_of_lines() {
        assert!((slope(&[(0.0, 1.0), (1.0, 3.0), (4.0, 9.0)]) - 2.0).abs() < 1e-14);
        // Not through any of the points: 1/2 by hand.
        assert!((slope(&[(0.0, 0.0), (1.0, 1.0), (2.0, 1.0)]) - 0.5).abs() < 1e-14);
    }

    #[test]
    fn a_chain_has_as_many_operations_as_it_says() {
        for length in [0, 1, 1_000] {
            let (y, back) = vjp(|x: [Active; 2]| chain(&x, length), &[0.3, 1.7]).unwrap();
            assert_eq!((back.operations(), y), (length, chain(&[0.3, 1.7], length)));
            let [slope, _] = back.call(&1.0).unwrap();
            let difference = (chain(&[0.3 + 1e-7, 1.7], length) - chain(&[0.3 - 1e-7, 1.7], length)) / 2e-7;
            assert!((slope - difference).abs() <= 1e-5 * slope.abs().max(1.0), "{slope} {difference}");
        }
    }
}
