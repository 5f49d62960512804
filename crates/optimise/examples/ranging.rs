//! Finds stations and transmitters in the plane from the ranges between them alone.
//!
//! Each station has a position and a clock offset, so its ranges are all too long or too short by the same length:
//! three unknowns. Each transmitter has a position: two unknowns. Each range is one residual. Ranges do not determine
//! the position and the orientation of the whole network; the damping keeps it near the start.

use retrograde::prelude::*;
use retrograde_optimise::sparse::{Bipartite, Block, Observations, Unknowns};

/// Adds to `r` the range between a station and a transmitter, minus the measured range.
#[reversible]
fn misfit(r: &mut [f64; 1], station: &[f64; 3], transmitter: &[f64; 2], #[inactive] measured: f64) {
    let dx = transmitter[0] - station[0];
    let dy = transmitter[1] - station[1];
    r[0] += (dx * dx + dy * dy).sqrt() + station[2] - measured;
}

/// Measurements: station, transmitter and range.
struct Network(Vec<(usize, usize, f64)>);

impl Observations<3, 2, 1> for Network {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn pair(&self, i: usize) -> (usize, usize) {
        (self.0[i].0, self.0[i].1)
    }

    fn residual(&self, i: usize, station: &[f64; 3], transmitter: &[f64; 2], _: &[f64; 0]) -> [f64; 1] {
        let mut r = [0.0];
        misfit(&mut r, station, transmitter, self.0[i].2);
        r
    }

    fn linearise(
        &self,
        i: usize,
        station: &[f64; 3],
        transmitter: &[f64; 2],
        _: &[f64; 0],
        block: &mut Block<3, 2, 1>,
    ) -> [f64; 1] {
        // One row, so one seed.
        let (mut r, mut seed) = ([0.0], [[1.0]]);
        let Block { first, second, .. } = block;
        misfit::sweep(&mut r, &mut seed, station, first, transmitter, second, self.0[i].2);
        r
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let stations: Vec<[f64; 3]> = (0..12)
        .map(|i| {
            let angle = 0.5 * f64::from(i);
            [9.0 * angle.cos(), 7.0 * angle.sin(), 0.1 * f64::from(i % 5) - 0.2]
        })
        .collect();
    let transmitters: Vec<[f64; 2]> =
        (0..60).map(|i| [f64::from(i % 10) - 4.5, 0.9 * f64::from(i / 10) - 2.3]).collect();
    let mut ranges = Vec::new();
    for (s, station) in stations.iter().enumerate() {
        for (t, transmitter) in transmitters.iter().enumerate().filter(|(t, _)| (s + t) % 3 != 0) {
            let mut range = [0.0];
            misfit(&mut range, station, transmitter, 0.0);
            ranges.push((s, t, range[0]));
        }
    }

    // A guess that is off by some tenths everywhere.
    let off = |i: usize| 0.3 * (i as f64 * 2.4).sin();
    let mut found = Unknowns::<3, 2> {
        first: stations.iter().enumerate().map(|(i, s)| [s[0] + off(i), s[1] - off(i + 5), 0.0]).collect(),
        second: transmitters.iter().enumerate().map(|(i, t)| [t[0] - off(i + 3), t[1] + off(i)]).collect(),
        own: Vec::new(),
    };
    let network = Network(ranges);
    let solution = Bipartite::new().solve(&network, &mut found)?;

    println!("{} ranges, {} iterations, {}", network.count(), solution.iterations(), solution.stop);
    println!("cost {:.3e} before, {:.3e} after", solution.initial_cost(), solution.cost());
    assert!(solution.cost() < 1e-9 * solution.initial_cost());
    // Clocks do not depend on where the network lies.
    for (found, true_) in found.first.iter().zip(&stations) {
        assert!((found[2] - true_[2]).abs() < 1e-3, "{found:?} {true_:?}");
    }
    Ok(())
}

#[test]
fn finds_the_truth() {
    main().expect("a fit");
}
