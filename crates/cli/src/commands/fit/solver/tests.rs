//! The numerical parts by themselves: decompositions against their products, on one block and on many.

use super::directions::Directions;
use super::orthogonal::{damped, decompose};
use super::{Blocks, Problem, Stop, fit};

/// A number that looks random.
fn noise(i: usize) -> f64 {
    (i as f64 * 12.9898).sin() * 43758.5453 % 1.0
}

#[test]
fn a_decomposition_multiplies_back() {
    for (rows, columns, size) in
        [(3, 3, 1.0), (1024, 2, 1.0), (1025, 3, 1e-200), (5000, 4, 1e200), (3001, 20, 1.0), (7, 0, 1.0)]
    {
        let matrix = Blocks::from_fn(rows, columns, |i, j| size * noise(i * columns + j));
        let (q, r) = decompose(matrix.clone()).expect("all is finite");
        for j in 0..columns.min(5) {
            // Each column lies in the space of Q, where it is the column of R.
            let column: Vec<f64> = (0..rows).map(|i| matrix.get(i, j)).collect();
            let found = q.components(&column);
            for i in 0..columns {
                let error = (found[i] - r.column(j)[i]).abs() / size;
                assert!(
                    error < 1e-12 * (rows as f64).sqrt(),
                    "{rows} x {columns}: R[{i}, {j}] is off by {error}"
                );
                assert!(i <= j || r.column(j)[i] == 0.0);
            }
            let norm = column.iter().map(|x| (x / size).powi(2)).sum::<f64>().sqrt();
            assert!((r.norm(j) / size - norm).abs() < 1e-11 * norm);
        }
    }
    for bad in [f64::NAN, f64::INFINITY] {
        assert!(decompose(Blocks::from_fn(2000, 2, |i, _| if i == 1500 { bad } else { 1.0 })).is_none());
    }
}

#[test]
fn damped_least_squares_meet_their_equations() {
    let matrix = Blocks::from_fn(2000, 3, |i, j| noise(3 * i + j) + 0.3);
    let target: Vec<f64> = (0..2000).map(|i| noise(7 * i + 1)).collect();
    let (q, r) = decompose(matrix.clone()).unwrap();
    for damping in [0.0, 0.5, 100.0] {
        let x = damped(&r, &q.components(&target), damping);
        // (JᵀJ + λ) x + Jᵀ t = 0
        for j in 0..3 {
            let product = |i: usize| (0..3).map(|k| matrix.get(i, k) * x[k]).sum::<f64>() + target[i];
            let left: f64 = (0..2000).map(|i| matrix.get(i, j) * product(i)).sum::<f64>() + damping * x[j];
            assert!(left.abs() < 1e-9, "{damping}: {left}");
        }
    }
}

#[test]
fn open_directions_are_found_in_many_rows() {
    // The third column is the sum of the others.
    let row = |i: usize| [noise(2 * i), noise(2 * i + 1)];
    let element = |i: usize, j: usize| if j < 2 { row(i)[j] } else { row(i)[0] + row(i)[1] };
    let (_, r) = decompose(Blocks::from_fn(20_000, 3, element)).unwrap();
    assert_eq!(Directions::of(&r).unwrap().undetermined(), [0, 1, 2]);
    let (_, r) = decompose(Blocks::from_fn(20_000, 2, element)).unwrap();
    let directions = Directions::of(&r).unwrap();
    assert!(directions.undetermined().is_empty());
    // (JᵀJ)⁻¹ by hand.
    let sum = |a: usize, b: usize| (0..20_000).map(|i| row(i)[a] * row(i)[b]).sum::<f64>();
    let determinant = sum(0, 0) * sum(1, 1) - sum(0, 1).powi(2);
    for (j, deviation) in directions.deviations().into_iter().enumerate() {
        let expected = (sum(1 - j, 1 - j) / determinant).sqrt();
        assert!((deviation - expected).abs() < 1e-10 * expected);
    }
}

/// a exp(-b x) at some numbers.
struct Decay {
    x: Vec<f64>,
    targets: Vec<f64>,
}

impl Problem for Decay {
    type Error = ();

    fn targets(&self) -> &[f64] {
        &self.targets
    }

    fn values(&self, p: &[f64]) -> Result<Vec<f64>, ()> {
        Ok(self.x.iter().map(|x| p[0] * (-p[1] * x).exp()).collect())
    }

    fn jacobian(&self, p: &[f64]) -> Result<(Vec<f64>, Blocks), ()> {
        let element = |i: usize, j: usize| {
            let e = (-p[1] * self.x[i]).exp();
            if j == 0 { e } else { -p[0] * self.x[i] * e }
        };
        Ok((self.values(p)?, Blocks::from_fn(self.x.len(), 2, element)))
    }
}

fn decay(n: usize) -> Decay {
    let x: Vec<f64> = (0..n).map(|i| 5.0 * i as f64 / n as f64).collect();
    let targets = x.iter().enumerate().map(|(i, x)| 3.0 * (-0.7 * x).exp() + 0.1 * noise(i)).collect();
    Decay { x, targets }
}

#[test]
fn the_result_is_the_same_on_any_number_of_cores() {
    let problem = decay(10_000);
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| fit(&problem, &[1.0, 1.0], 1000, &mut |_| {}).unwrap())
    };
    let (one, three) = (on(1), on(3));
    assert_eq!((one.parameters, one.deviations, one.rss), (three.parameters, three.deviations, three.rss));
}

#[test]
fn descents_are_watched_and_faults_told() {
    let problem = decay(100);
    let mut seen = Vec::new();
    let found = fit(&problem, &[1.0, 1.0], 1000, &mut |progress| seen.push(progress)).unwrap();
    assert_eq!((seen[0].descents, seen[0].iterations), (0, 0));
    assert_eq!(seen.last().unwrap().descents, super::DESCENTS - 1);
    assert!(seen.iter().all(|progress| progress.rss >= found.rss * (1.0 - 1e-12)));
    let few = fit(&decay(1), &[1.0, 1.0], 10, &mut |_| {}).unwrap_err();
    assert_eq!(few, Stop::TooFew { observations: 1, parameters: 2 });
    assert_eq!(fit(&problem, &[f64::MAX, -1.0], 10, &mut |_| {}).unwrap_err(), Stop::NotFinite);
}
