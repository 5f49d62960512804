//! Sparse Jacobians and Hessians against dense ones, colourings against their definition.

use proptest::prelude::*;
use retrograde::prelude::*;
use retrograde::{Active, Dual, hessian, jacobian};
use retrograde_calculus::sparse::{
    Hessian, Jacobian, JacobianByRows, Pattern, hessian_pattern, jacobian_pattern,
};
use retrograde_testkit::assert_all_close;

/// A term of a drawn function.
#[derive(Clone, Debug)]
struct Term {
    kind: u8,
    i: usize,
    j: usize,
    k: usize,
}

/// Returns the terms of a drawn function.
fn terms<T: Real>(x: &[T], terms: &[Term]) -> Vec<T> {
    let c = T::constant;
    let term = |t: &Term| {
        let (a, b, d) = (x[t.i % x.len()], x[t.j % x.len()], x[t.k % x.len()]);
        match t.kind {
            0 => a * b + d.floor(),
            1 => (a - b).sin() + d,
            2 => a / (b * b + c(1.5)) - d.abs(),
            3 => (a * c(0.5)).exp().max(b),
            4 => a.hypot(c(1.0) + d * d),
            _ => a + b - d * c(3.0),
        }
    };
    terms.iter().map(term).collect()
}

fn drawn() -> impl Strategy<Value = (Vec<f64>, Vec<Term>)> {
    let term = (0..6_u8, 0..99_usize, 0..99_usize, 0..99_usize);
    let term = term.prop_map(|(kind, i, j, k)| Term { kind, i, j, k });
    (prop::collection::vec(0.1..2.0_f64, 1..14), prop::collection::vec(term, 1..14))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn jacobians_are_those_of_the_tape((x, t) in drawn()) {
        let dense = jacobian(|x: Vec<Active>| terms(&x, &t), &x).unwrap();
        let pattern = jacobian_pattern(|x| terms(x, &t), &x);
        let by_columns = Jacobian::prepare(pattern.clone());
        let by_rows = JacobianByRows::prepare(pattern);
        let (value, columns) = by_columns.evaluate(|x: &[Dual<f64>]| terms(x, &t), &x);
        let (again, rows) = by_rows.evaluate(|x: &[Active]| terms(x, &t), &x).unwrap();
        prop_assert_eq!(&value, &dense.value);
        prop_assert_eq!(value, again);
        for i in 0..t.len() {
            assert_all_close!(columns.dense()[i], dense.rows[i], 1e-13, "columns");
            assert_all_close!(rows.dense()[i], dense.rows[i], 1e-13, "rows");
        }
    }

    #[test]
    fn hessians_are_those_of_the_tape((x, t) in drawn()) {
        // A square of a sum couples everything in it.
        fn f<T: Real>(x: &[T], t: &[Term]) -> T {
            let each = terms(x, t);
            each[0] * each[0] + each.iter().copied().sum::<T>()
        }
        let dense = hessian(|x: Vec<Active<Dual<f64>>>| f(&x, &t), &x).unwrap();
        let prepared = Hessian::prepare(hessian_pattern(|x| f(x, &t), &x));
        let second = prepared.evaluate(|x| f(x, &t), &x).unwrap();
        for i in 0..x.len() {
            assert_all_close!(second.hessian.dense()[i], dense[i], 1e-12, "row");
        }
    }

    #[test]
    fn every_entry_of_a_symmetric_pattern_is_told(n in 1..12_usize, pairs in prop::collection::vec((0..12_usize, 0..12_usize), 0..40)) {
        let mut rows = vec![Vec::new(); n];
        let mut matrix = vec![vec![0.0; n]; n];
        for (at, (i, j)) in pairs.into_iter().enumerate() {
            let (i, j) = (i % n, j % n);
            rows[i].push(j);
            rows[j].push(i);
            (matrix[i][j], matrix[j][i]) = (1.0 + at as f64, 1.0 + at as f64);
        }
        let prepared = Hessian::prepare(Pattern::new(n, &rows));
        prop_assert!(prepared.colours() <= n);
        // The quadratic form of the matrix.
        fn form<T: Real>(x: &[T], a: &[Vec<f64>]) -> T {
            let entry = |i: usize, j: usize| T::constant(0.5 * a[i][j]) * x[i] * x[j];
            (0..x.len()).flat_map(|i| (0..x.len()).map(move |j| (i, j))).map(|(i, j)| entry(i, j)).sum()
        }
        let second = prepared.evaluate(|x| form(x, &matrix), &vec![1.0; n]).unwrap();
        prop_assert_eq!(second.hessian.dense(), matrix);
    }
}

#[test]
fn a_star_colouring_of_a_band_has_few_colours() {
    let band = |n: usize, half: usize| {
        let row = |i: usize| (i.saturating_sub(half)..(i + half + 1).min(n)).collect::<Vec<_>>();
        Pattern::new(n, &(0..n).map(row).collect::<Vec<_>>())
    };
    assert_eq!(Hessian::prepare(band(100, 1)).colours(), 3);
    assert!(Hessian::prepare(band(1000, 2)).colours() <= 5);
    assert_eq!(Jacobian::prepare(band(1000, 2)).colours(), 5);
}

/// The residuals of points that cameras see: each depends on its camera and its point alone.
fn residuals<T: Real>(x: &[T], cameras: usize, seen: &[(usize, usize)]) -> Vec<T> {
    let (cameras, points) = x.split_at(3 * cameras);
    let residual = |&(c, p): &(usize, usize)| {
        let (camera, point) = (&cameras[3 * c..3 * c + 3], &points[2 * p..2 * p + 2]);
        let angle = camera[2].sin_cos();
        let (u, v) = (point[0] - camera[0], point[1] - camera[1]);
        (u * angle.0 - v * angle.1) / (u * angle.1 + v * angle.0)
    };
    seen.iter().map(residual).collect()
}

#[test]
fn bundle_adjustment_has_an_arrow() {
    let (cameras, points) = (3, 40);
    let seen: Vec<(usize, usize)> = (0..points).flat_map(|p| (0..cameras).map(move |c| (c, p))).collect();
    let x: Vec<f64> = (0..3 * cameras + 2 * points).map(|i| 0.3 + (i as f64 * 0.7).sin()).collect();
    let prepared = Jacobian::prepare(jacobian_pattern(|x| residuals(x, cameras, &seen), &x));
    // Three numbers of one camera and two of one point are in a residual.
    assert_eq!(prepared.colours(), 5);
    let (value, matrix) = prepared.evaluate(|x| residuals(x, cameras, &seen), &x);
    assert!(matrix.pattern().row(0).len() == 5 && value.len() == 120);
    // In the matrix of Gauss and Newton points meet cameras and themselves, and nothing else.
    let normal = matrix.gauss_newton();
    assert_eq!(normal.pattern().row(3 * cameras + 2).len(), 3 * cameras + 2);
    let direction: Vec<f64> = (0..x.len()).map(|i| (i as f64).cos()).collect();
    let twice = matrix.transposed_product(&matrix.product(&direction));
    assert_all_close!(normal.product(&direction), twice, 1e-9, "product");
    assert!(normal.pattern().is_symmetric());
}

#[reversible]
fn chain<T: Real>(x: &[T]) -> T {
    let mut sum = 0.0;
    for i in 1..x.len() {
        sum += (x[i] - x[i - 1].sin()).powi(2);
    }
    sum
}

#[reversible]
fn turned<T: Real>(y: &mut [T; 3], x: &[T]) {
    y[0] += x[0] * x[1];
    y[1] += x[2].exp();
    y[2] += x[1] - x[2];
}

#[test]
fn marked_functions_are_evaluated_by_their_adjoints() {
    let x = [0.3, 1.2, -0.4, 0.9, 2.0];
    let pattern = hessian_pattern(chain, &x);
    assert_eq!(pattern.entries(), 13);
    let prepared = Hessian::prepare(pattern);
    let second = prepared.evaluate_operator(&chain {}, &x);
    let dense = chain::hessian(&x);
    for i in 0..5 {
        assert_all_close!(second.hessian.dense()[i], dense[i], 1e-13, "row");
    }
    assert_all_close!(second.gradient, chain::gradient(&x).1.0, 1e-14, "gradient");

    let x = [0.3, 1.2, -0.4];
    let f = |x: &[retrograde_calculus::sparse::Trace]| {
        let mut y = [x[0]; 3].map(|_| Real::constant(0.0));
        turned(&mut y, x);
        y.to_vec()
    };
    let pattern = jacobian_pattern(f, &x);
    assert_eq!(pattern.entries(), 5);
    let (_, columns) = Jacobian::prepare(pattern.clone()).evaluate_operator(&turned {}, &x);
    let (_, rows) = JacobianByRows::prepare(pattern).evaluate_operator(&turned {}, &x);
    assert_all_close!(columns.values(), [1.2, 0.3, (-0.4_f64).exp(), 1.0, -1.0], 1e-14, "columns");
    assert_all_close!(rows.values(), columns.values(), 1e-14, "rows");
}

#[test]
#[should_panic(expected = "the pattern has 2 columns, and the argument has 3 numbers")]
fn another_length_is_refused() {
    let prepared = Jacobian::prepare(Pattern::new(2, &[vec![0, 1]]));
    prepared.evaluate(|x| vec![x[0]], &[1.0, 2.0, 3.0]);
}

#[test]
#[should_panic(expected = "a number of another run")]
fn numbers_of_another_run_are_refused() {
    let mut kept = None;
    jacobian_pattern(
        |x| {
            kept = Some(x[0]);
            vec![]
        },
        &[1.0],
    );
    jacobian_pattern(|x| vec![x[0] * kept.unwrap()], &[1.0]);
}
