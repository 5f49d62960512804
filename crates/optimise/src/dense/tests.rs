//! The numerical parts one by one: decompositions against their products, on one block and on many.

use std::convert::Infallible;
use std::ops::ControlFlow;

use proptest::prelude::*;

use super::directions::Directions;
use super::orthogonal::{damped, decompose};
use super::{
    End, Error, Evaluation, Fit, LevenbergMarquardt, Manner, Matrix, Residuals, from_fn, try_from_fn,
};

/// Returns a pseudorandom number.
fn noise(i: usize) -> f64 {
    (i as f64 * 12.9898).sin() * 43758.5453 % 1.0
}

#[test]
fn a_decomposition_multiplies_back() {
    for (rows, columns, size) in
        [(3, 3, 1.0), (1024, 2, 1.0), (1025, 3, 1e-200), (5000, 4, 1e200), (3001, 20, 1.0), (7, 0, 1.0)]
    {
        let matrix = Matrix::from_fn(rows, columns, |i, j| size * noise(i * columns + j));
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
        assert!(decompose(Matrix::from_fn(2000, 2, |i, _| if i == 1500 { bad } else { 1.0 })).is_err());
    }
}

#[test]
fn damped_least_squares_meet_their_equations() {
    let matrix = Matrix::from_fn(2000, 3, |i, j| noise(3 * i + j) + 0.3);
    let target: Vec<f64> = (0..2000).map(|i| noise(7 * i + 1)).collect();
    let (q, r) = decompose(matrix.clone()).unwrap();
    for damping in [0.0, 0.5, 100.0] {
        let x = damped(&r, &q.components(&target), &[damping; 3]);
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
    let (_, r) = decompose(Matrix::from_fn(20_000, 3, element)).unwrap();
    assert_eq!(Directions::of(&r).unwrap().undetermined(), [0, 1, 2]);
    let (_, r) = decompose(Matrix::from_fn(20_000, 2, element)).unwrap();
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

/// The residuals of a exp(-b x) at `n` places, with noise.
fn decay(n: usize) -> impl Residuals<Error = Infallible> {
    let x = move |i: usize| 5.0 * i as f64 / n as f64;
    try_from_fn(n, move |p: &[f64], out: &mut Evaluation<'_>| {
        let p = [p[0], p[1]];
        out.by_blocks(|mut block| {
            for i in block.rows() {
                let (e, y) = ((-p[1] * x(i)).exp(), 3.0 * (-0.7 * x(i)).exp() + 0.1 * noise(i));
                block.set(i, p[0] * e - y, &[e, -p[0] * x(i) * e]);
            }
            Ok(())
        })
    })
}

fn solve(residuals: &impl Residuals<Error = Infallible>, start: &[f64]) -> Result<Fit, Error<Infallible>> {
    LevenbergMarquardt::new().solve(residuals, start)
}

#[cfg(feature = "rayon")]
#[test]
fn the_result_is_the_same_on_any_number_of_cores() {
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| solve(&decay(10_000), &[1.0, 1.0]).unwrap())
    };
    let (one, three) = (on(1), on(3));
    assert_eq!((one.parameters, one.standard_errors), (three.parameters, three.standard_errors));
}

#[test]
fn descents_are_watched_and_interrupted() {
    let mut seen = Vec::new();
    let mut watch = |progress| {
        seen.push(progress);
        ControlFlow::Continue(())
    };
    let found = LevenbergMarquardt::new().solve_observed(&decay(100), &[1.0, 1.0], &mut watch).unwrap();
    assert_eq!((seen[0].descents, seen[0].iterations), (0, 0));
    assert_eq!(seen.last().unwrap().descents, Manner::ALL.len() - 1);
    assert!(seen.iter().all(|progress| progress.rss >= found.rss * (1.0 - 1e-12)));
    assert_eq!(found.end, End::Converged);
    let mut watch = |_| ControlFlow::Break(());
    let found = LevenbergMarquardt::new().solve_observed(&decay(100), &[1.0, 1.0], &mut watch).unwrap();
    assert_eq!((found.end, found.iterations, found.parameters), (End::Interrupted, 0, vec![1.0, 1.0]));
    let most = LevenbergMarquardt::new().iterations(2).manners(&[Manner::Leashed]).patience(0);
    assert_eq!(most.solve(&decay(100), &[1.0, 1.0]).unwrap().end, End::Exhausted);
}

#[test]
fn faults_are_errors_with_their_place() {
    let error = |start: &[f64], n: usize| solve(&decay(n), start).unwrap_err();
    assert_eq!(error(&[1.0, 1.0], 1), Error::TooFew { residuals: 1, parameters: 2 });
    assert_eq!(error(&[1.0, 1.0], 0), Error::TooFew { residuals: 0, parameters: 2 });
    assert_eq!(error(&[], 9), Error::NoParameters);
    assert_eq!(error(&[1.0, f64::NAN], 9), Error::Start(1));
    assert_eq!(error(&[1e200, 1.0], 9), Error::Overflow);
    assert_eq!(error(&[1.0, -1e3], 9), Error::Residual(2));
    // Residuals that are not written.
    let some = from_fn(3, |p: &[f64], out: &mut Evaluation<'_>| out.set(0, p[0], &[1.0]));
    assert_eq!(solve(&some, &[1.0]).unwrap_err(), Error::Residual(1));
    let steep = from_fn(3, |p: &[f64], out: &mut Evaluation<'_>| {
        (0..3).for_each(|i| out.set(i, p[0].cbrt(), &[f64::INFINITY]));
    });
    assert_eq!(solve(&steep, &[0.0]).unwrap_err(), Error::Derivative { residual: 0, parameter: 0 });
    let broken = try_from_fn(3, |_: &[f64], _: &mut Evaluation<'_>| Err("no model"));
    let error = LevenbergMarquardt::new().solve(&broken, &[1.0]).unwrap_err();
    assert_eq!(
        (&error, error.to_string().as_str()),
        (&Error::Evaluation("no model"), "the residuals cannot be evaluated: no model")
    );
    let with = |solver: LevenbergMarquardt| solver.solve(&decay(3), &[1.0, 1.0]).unwrap_err();
    let new = LevenbergMarquardt::new;
    assert_eq!(with(new().weights(&[1.0])), Error::WeightCount { weights: 1, residuals: 3 });
    assert_eq!(with(new().weights(&[1.0, -1.0, 1.0])), Error::Weight(1));
    assert_eq!(with(new().weights(&[1.0, 0.0, 0.0])), Error::TooFew { residuals: 1, parameters: 2 });
    assert_eq!(with(new().bounds(&[(0.0, 1.0)])), Error::BoundCount { bounds: 1, parameters: 2 });
    for bad in [(2.0, 1.0), (f64::NAN, 1.0), (f64::INFINITY, f64::INFINITY)] {
        assert_eq!(with(new().bounds(&[(0.0, 1.0), bad])), Error::Bound(1));
    }
}

#[test]
fn a_column_of_zeros_is_undetermined() {
    let line = from_fn(9, |p: &[f64], out: &mut Evaluation<'_>| {
        (0..9).for_each(|i| out.set(i, p[0] - i as f64, &[1.0, 0.0]));
    });
    let fit = solve(&line, &[0.0, 7.0]).unwrap();
    assert_eq!((fit.undetermined, fit.parameters[1]), (vec![1], 7.0));
    assert!((fit.parameters[0] - 4.0).abs() < 1e-12 && fit.standard_errors[1].is_infinite());
}

/// Linear residuals `A p - y` of `p` parameters.
fn linear(a: Vec<Vec<f64>>, y: Vec<f64>) -> impl Residuals<Error = Infallible> {
    from_fn(y.len(), move |p: &[f64], out: &mut Evaluation<'_>| {
        for (i, row) in a.iter().enumerate() {
            out.set(i, row.iter().zip(p).map(|(a, p)| a * p).sum::<f64>() - y[i], row);
        }
    })
}

/// Solves `Aᵀ W A x = Aᵀ W y`, and returns x and the inverse of the matrix, by elimination with pivots.
fn normal(a: &[Vec<f64>], y: &[f64], w: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let p = a[0].len();
    let mut m = vec![vec![0.0; 2 * p + 1]; p];
    for (row, (y, w)) in a.iter().zip(y.iter().zip(w)) {
        for i in 0..p {
            (0..p).for_each(|j| m[i][j] += w * row[i] * row[j]);
            m[i][p] += w * row[i] * y;
        }
    }
    (0..p).for_each(|i| m[i][p + 1 + i] = 1.0);
    for i in 0..p {
        let pivot = (i..p).max_by(|a, b| m[*a][i].abs().total_cmp(&m[*b][i].abs())).unwrap();
        m.swap(i, pivot);
        let divisor = m[i][i];
        m[i].iter_mut().for_each(|x| *x /= divisor);
        let own = m[i].clone();
        for (_, row) in m.iter_mut().enumerate().filter(|(k, _)| *k != i) {
            let factor = row[i];
            row.iter_mut().zip(&own).for_each(|(x, o)| *x -= factor * o);
        }
    }
    (m.iter().map(|row| row[p]).collect(), m.iter().map(|row| row[p + 1..].to_vec()).collect())
}

/// A well-conditioned problem: random numbers, and a diagonal that dominates them.
fn well_posed() -> impl Strategy<Value = (Vec<Vec<f64>>, Vec<f64>, Vec<f64>)> {
    (1usize..6, 1usize..20).prop_flat_map(|(p, more)| {
        let n = p + more;
        let number = || -1.0..1.0f64;
        let rows = prop::collection::vec(prop::collection::vec(number(), p), n);
        (rows, prop::collection::vec(number(), n), prop::collection::vec(0.1..3.0f64, n)).prop_map(
            move |(mut rows, y, w)| {
                (0..p).for_each(|j| rows[j][j] += 4.0);
                (rows, y, w)
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn well_posed_problems_meet_their_normal_equations((a, y, w) in well_posed()) {
        let (n, p) = (y.len(), a[0].len());
        let (x, inverse) = normal(&a, &y, &w);
        let fit = LevenbergMarquardt::new().weights(&w).solve(&linear(a.clone(), y.clone()), &vec![0.5; p]).unwrap();
        prop_assert_eq!(fit.degrees_of_freedom, n - p);
        let rss: f64 = (0..n).map(|i| {
            let r = a[i].iter().zip(&x).map(|(a, x)| a * x).sum::<f64>() - y[i];
            w[i] * r * r
        }).sum();
        prop_assert!((fit.rss - rss).abs() <= 1e-9 * (1.0 + rss));
        let variance = rss / (n - p) as f64;
        for i in 0..p {
            prop_assert!((fit.parameters[i] - x[i]).abs() < 1e-9, "{:?} {x:?}", fit.parameters);
            let error = (variance * inverse[i][i]).sqrt();
            prop_assert!((fit.standard_errors[i] - error).abs() <= 1e-8 * error.max(1e-6));
            for j in 0..p {
                prop_assert!((fit.covariance[i * p + j] - variance * inverse[i][j]).abs() <= 1e-8 * (1e-6 + variance));
            }
        }
    }

    /// At a minimum within bounds, the gradient vanishes for free parameters and points outwards for fixed ones.
    #[test]
    fn bounds_are_kept_and_optimal((a, y, w) in well_posed(), low in -0.5..0.0f64, width in 0.0..0.3f64) {
        let (n, p) = (y.len(), a[0].len());
        let bounds = vec![(low, low + width); p];
        let solver = LevenbergMarquardt::new().weights(&w).bounds(&bounds);
        let fit = solver.solve(&linear(a.clone(), y.clone()), &vec![5.0; p]).unwrap();
        for j in 0..p {
            let x = fit.parameters[j];
            prop_assert!(low <= x && x <= low + width);
            let slope: f64 = (0..n).map(|i| {
                let r = a[i].iter().zip(&fit.parameters).map(|(a, x)| a * x).sum::<f64>() - y[i];
                w[i] * r * a[i][j]
            }).sum();
            let (at_low, at_high) = (x <= low && slope > 0.0, x >= low + width && slope < 0.0);
            prop_assert!(at_low || at_high || slope.abs() < 1e-6, "{j}: {slope} {fit:?}");
            prop_assert_eq!(fit.held.contains(&j), fit.standard_errors[j].is_nan());
        }
    }
}

#[test]
fn a_weight_of_zero_leaves_out_and_equal_bounds_fix() {
    let line = |bad: f64| {
        from_fn(5, move |p: &[f64], out: &mut Evaluation<'_>| {
            for i in 0..5 {
                let x = i as f64;
                let y = if i == 2 { bad } else { 1.0 + 2.0 * x + 0.1 * noise(i) };
                out.set(i, p[0] + p[1] * x - y, &[1.0, x]);
            }
        })
    };
    let weights = [1.0, 1.0, 0.0, 1.0, 1.0];
    let solver = LevenbergMarquardt::new().weights(&weights);
    let without = solver.solve(&line(f64::NAN), &[0.0, 0.0]).unwrap();
    let with = solver.solve(&line(50.0), &[0.0, 0.0]).unwrap();
    assert_eq!((without.degrees_of_freedom, &without.parameters), (2, &with.parameters));
    let fixed = solver.bounds(&[(1.0, 1.0), (f64::NEG_INFINITY, f64::INFINITY)]);
    let fit = fixed.solve(&line(0.0), &[0.0, 0.0]).unwrap();
    assert_eq!((fit.parameters[0], fit.held, fit.degrees_of_freedom), (1.0, vec![0], 3));
    let of = |i: usize| (i as f64, 2.0 * i as f64 + 0.1 * noise(i));
    let slope = [0, 1, 3, 4].map(|i| of(i).0 * of(i).1).iter().sum::<f64>() / 26.0;
    assert!((fit.parameters[1] - slope).abs() < 1e-10);
    assert!((fit.standard_errors[1] - fit.residual_sd / 26f64.sqrt()).abs() < 1e-12);
}
