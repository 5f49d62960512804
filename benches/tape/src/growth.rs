//! How the time of a gradient grows with the length of the program: the slope of its logarithm against that of the length.
//!
//! A slope of one is time in proportion to the operations. What lies above it is memory: a tape of 10⁶ operations has
//! 32 megabytes, which no cache holds.

use serde_json::json;

use super::programs::{Number, Program};
use super::{Show, engines_of, in_turns};

/// The numbers of operations of the programs.
const LENGTHS: [usize; 7] = [1_000, 3_162, 10_000, 31_623, 100_000, 316_228, 1_000_000];

/// The name of the program in the output.
pub(super) const NAME: &str = "chain";

/// Adds, multiplies and divides numbers, each operation on the last two results; so many of them.
struct Chain(usize);

impl Program<1> for Chain {
    type X = [f64; 2];
    fn name(&self) -> String {
        format!("{NAME}/{}", self.0)
    }
    fn inputs(&self) -> [f64; 2] {
        [0.3, 1.7]
    }
    fn operations(&self) -> usize {
        self.0
    }
    fn plain<N: Number>(&self, x: &[N]) -> [N; 1] {
        let (mut a, mut b) = (x[0], x[1]);
        for i in 0..self.0 {
            let next = match i % 4 {
                0 | 2 => a + b,
                1 => a * x[0],
                _ => b / x[1],
            };
            (a, b) = (b, next);
        }
        [b]
    }
}

/// The times of an engine.
pub(super) struct Curve {
    pub(super) engine: &'static str,
    /// The number of operations, and seconds.
    pub(super) points: Vec<(f64, f64)>,
}

/// Times the chain at all lengths; prints a line for each, and one for the slope of each engine.
pub(super) fn bench(reps: u32, show: &Show) -> std::io::Result<Vec<Curve>> {
    let mut curves: Vec<Curve> = Vec::new();
    for length in LENGTHS {
        let (program, operations) = (Chain(length), length as f64);
        let x = program.inputs();
        let mut all = engines_of(&program, &x);
        in_turns(&mut all, reps);
        for engine in &all {
            let seconds = engine.seconds();
            show.row(&program.name(), engine.name, seconds, operations, engine.bytes)?;
            match curves.iter_mut().find(|curve| curve.engine == engine.name) {
                Some(curve) => curve.points.push((operations, seconds)),
                None => curves.push(Curve { engine: engine.name, points: vec![(operations, seconds)] }),
            }
        }
    }
    for Curve { engine, points } in &curves {
        let logarithms: Vec<_> = points.iter().map(|(n, seconds)| (n.ln(), seconds.ln())).collect();
        let slope = slope(&logarithms);
        if show.json {
            show.object(&json!({ "program": NAME, "engine": engine, "slope": slope }))?;
        } else {
            show.line(&format!(
                "{NAME}: the time of {engine} grows like the length to the power of {slope:.3}"
            ))?;
        }
    }
    Ok(curves)
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
    use retrograde::tape::{Active, vjp};

    #[test]
    fn slopes_are_those_of_lines() {
        assert!((slope(&[(0.0, 1.0), (1.0, 3.0), (4.0, 9.0)]) - 2.0).abs() < 1e-14);
        // Not through any of the points: 1/2 by hand.
        assert!((slope(&[(0.0, 0.0), (1.0, 1.0), (2.0, 1.0)]) - 0.5).abs() < 1e-14);
    }

    #[test]
    fn a_chain_has_as_many_operations_as_it_says() {
        for length in [0, 1, 1_000] {
            let chain = |x: [f64; 2]| Chain(length).plain(&x)[0];
            let (y, back) = vjp(|x: [Active; 2]| Chain(length).plain(&x)[0], &[0.3, 1.7]).unwrap();
            assert_eq!((back.operations(), y), (length, chain([0.3, 1.7])));
            let [slope, _] = back.call(&1.0).unwrap();
            let difference = (chain([0.3 + 1e-7, 1.7]) - chain([0.3 - 1e-7, 1.7])) / 2e-7;
            assert!((slope - difference).abs() <= 1e-5 * slope.abs().max(1.0), "{slope} {difference}");
            let dual =
                Chain(length).plain(&[num_dual::Dual64::new(0.3, 1.0), num_dual::Dual64::new(1.7, 0.0)]);
            assert!((dual[0].eps - slope).abs() <= 1e-12 * slope.abs().max(1.0));
        }
    }
}
