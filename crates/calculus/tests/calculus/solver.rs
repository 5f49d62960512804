//! Sparse systems: residuals, the dense solution, derivatives against differences and against the dense rule, and every way in.

use retrograde::prelude::*;
use retrograde::{Active, Dual, hessian_vector_product, jvp, value_and_gradient};
use retrograde_calculus::linear;
use retrograde_calculus::sparse::{Pattern, Solver, add_solve, solve};
use retrograde_testkit::{assert_all_close, assert_close};

/// Numbers that look drawn.
fn numbers(count: usize, seed: f64) -> Vec<f64> {
    (0..count).map(|i| ((i as f64 + 1.3).powi(2) * (seed + 0.7)).sin() * 1.1).collect()
}

/// A pattern without symmetry, whose diagonal has gaps.
fn uneven(n: usize) -> Pattern {
    let row = |i: usize| {
        vec![(i + 1) % n, (i * i + 3) % n, (5 * i + 2) % n, if i % 3 == 0 { (i + 1) % n } else { i }]
    };
    Pattern::new(n, &(0..n).map(row).collect::<Vec<_>>())
}

fn entries(pattern: &Pattern, seed: f64) -> Vec<f64> {
    let mut a = numbers(pattern.entries(), seed);
    for i in 0..pattern.rows() {
        for (j, a) in pattern.row(i).iter().zip(&mut a[pattern.starts()[i]..]) {
            // One large entry in each row, beside the diagonal.
            *a += if *j == (i + 1) % pattern.rows() { 4.0 } else { 0.0 };
        }
    }
    a
}

fn dense<T: Real>(pattern: &Pattern, a: &[T]) -> Vec<T> {
    let n = pattern.rows();
    let mut all = vec![T::constant(0.0); n * n];
    for i in 0..n {
        for (j, a) in pattern.row(i).iter().zip(&a[pattern.starts()[i]..]) {
            all[i * n + j] = *a;
        }
    }
    all
}

fn weighted<T: Real>(y: &[T]) -> T {
    y.iter()
        .enumerate()
        .map(|(i, y)| *y * T::constant((1.7 * i as f64 + 0.3).cos()) + *y * *y * T::constant(0.1))
        .sum()
}

#[test]
fn solutions_and_derivatives_are_those_of_the_dense_rule() {
    let n = 17;
    let solver = Solver::prepare(uneven(n));
    let pattern = solver.pattern();
    let m = pattern.entries();
    let x = [entries(pattern, 0.4), numbers(n, 1.9)].concat();
    let v = numbers(x.len(), 2.3);

    let sparse = |x: Vec<Active>| weighted(&solve(&x[..m], &x[m..], &solver));
    let full = |x: Vec<Active>| weighted(&linear::solve(&dense(pattern, &x[..m]), &x[m..]));
    let (value, gradient) = value_and_gradient(sparse, &x).unwrap();
    let (expected, by_dense) = value_and_gradient(full, &x).unwrap();
    assert_close!(value, expected, 1e-13);
    assert_all_close!(gradient, by_dense, 1e-11);

    let along = |h: f64| {
        let x: Vec<f64> = x.iter().zip(&v).map(|(x, v)| x + h * v).collect();
        weighted(&solve(&x[..m], &x[m..], &solver))
    };
    let slope: f64 = gradient.iter().zip(&v).map(|(g, v)| g * v).sum();
    assert_close!(slope, (along(1e-5) - along(-1e-5)) / 2e-5, 1e-7);
    let (_, pushed) = jvp(|x: Vec<Dual<f64>>| weighted(&solve(&x[..m], &x[m..], &solver)), &x, &v).unwrap();
    assert_close!(pushed, slope, 1e-11);

    let both = |x: Vec<Active<Dual<f64>>>| weighted(&solve(&x[..m], &x[m..], &solver));
    let dense_too = |x: Vec<Active<Dual<f64>>>| weighted(&linear::solve(&dense(pattern, &x[..m]), &x[m..]));
    let second = hessian_vector_product(both, &x, &v).unwrap();
    assert_all_close!(second.product, hessian_vector_product(dense_too, &x, &v).unwrap().product, 1e-9);
}

/// The energy of a load.
#[reversible]
fn energy<T: Real>(a: &[T], f: &[T], #[inactive] solver: &Solver) -> T {
    let mut u = vec![0.0; f.len()];
    add_solve(&mut u, a, f, solver);
    let mut energy = 0.0;
    for i in 0..f.len() {
        energy += 0.5 * f[i] * u[i];
    }
    energy
}

#[test]
fn reversible_and_ordinary_functions_solve() {
    let n = 12;
    let solver = Solver::prepare(uneven(n));
    let (a, f) = (entries(solver.pattern(), 0.9), numbers(n, 0.2));
    let (value, (by_a, by_f)) = energy::gradient(&a, &f, &solver);
    let x = [&a[..], &f[..]].concat();
    let m = a.len();
    let closure = |x: Vec<Active>| {
        let u = solve(&x[..m], &x[m..], &solver);
        x[m..].iter().zip(&u).map(|(f, u)| *f * *u * 0.5).sum::<Active>()
    };
    let (expected, gradient) = value_and_gradient(closure, &x).unwrap();
    assert_close!(value, expected, 1e-14);
    assert_all_close!([by_a, by_f].concat(), gradient, 1e-12);
    // By the right side the derivative of a solution is the inverse.
    let j = solve::jacobian((&a, &f, &solver));
    let by_f = j.rows.iter().flat_map(|(_, by_f)| by_f.clone()).collect::<Vec<f64>>();
    assert_all_close!(by_f, linear::inverse(&dense(solver.pattern(), &a)), 1e-12);
    assert_eq!(j.value, solve(&a, &f, &solver));
}

#[test]
fn a_plane_and_an_arrow_have_few_entries_in_their_factors() {
    let side = 40;
    let n = side * side;
    let beside = |p: usize| {
        let (x, y) = (p % side, p / side);
        let left = (x > 0).then(|| p - 1);
        let right = (x + 1 < side).then(|| p + 1);
        let above = (y > 0).then(|| p - side);
        let below = (y + 1 < side).then(|| p + side);
        [Some(p), left, right, above, below].into_iter().flatten().collect::<Vec<usize>>()
    };
    let pattern = Pattern::new(n, &(0..n).map(beside).collect::<Vec<_>>());
    let a: Vec<f64> = (0..n)
        .flat_map(|i| {
            pattern.row(i).iter().map(move |j| if *j == i { 4.01 } else { -1.0 }).collect::<Vec<_>>()
        })
        .collect();
    let solver = Solver::prepare(pattern);
    let b = numbers(n, 0.6);
    let x = solve(&a, &b, &solver);
    let matrix = retrograde_calculus::sparse::Csr::new(solver.pattern().clone(), a.clone());
    assert_all_close!(matrix.product(&x), b, 1e-12);
    // A band would have 2 × 40 × 1600.
    assert!(solver.fill(&a) < 64_000, "{}", solver.fill(&a));

    let n = 20_000;
    let mut rows: Vec<Vec<usize>> = (0..n - 1).map(|i| vec![i, n - 1]).collect();
    rows.push((0..n).collect());
    let arrow = Solver::prepare(Pattern::new(n, &rows));
    let a: Vec<f64> = (0..arrow.pattern().entries()).map(|k| if k % 2 == 0 { 3.0 } else { 1e-3 }).collect();
    assert!(arrow.fill(&a) <= 4 * n);
}

#[test]
fn a_singular_system_has_no_solution_and_a_misfit_is_told() {
    let solver = Solver::prepare(Pattern::new(2, &[vec![0, 1], vec![0, 1]]));
    let x: Vec<f64> = solve(&[1.0, 2.0, 2.0, 4.0], &[1.0, 0.0], &solver);
    assert!(x.iter().all(|x| !x.is_finite()));
    // Rows are exchanged where the diagonal is zero.
    assert_eq!(solve(&[0.0, 2.0, 4.0, 0.0], &[6.0, 8.0], &solver), [2.0, 3.0]);
    let told = std::panic::catch_unwind(|| solve(&[1.0], &[1.0, 0.0], &solver)).unwrap_err();
    let told = told.downcast_ref::<String>().unwrap();
    assert_eq!(told, "the pattern of this system has 4 entries, and the matrix 1");
}

/// Any pattern has an order, in which a definite matrix is decomposed: a solution is right, whatever the order.
#[test]
fn any_pattern_is_ordered() {
    let mut state = 7_u64;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % n
    };
    for _ in 0..300 {
        let n = 1 + below(40);
        let rows: Vec<Vec<usize>> =
            (0..n).map(|i| std::iter::once(i).chain((0..below(6)).map(|_| below(n))).collect()).collect();
        let pattern = Pattern::new(n, &rows);
        let mut a = numbers(pattern.entries(), below(1000) as f64);
        for i in 0..n {
            let own = pattern.row(i).iter().position(|j| *j == i).expect("a diagonal");
            a[pattern.starts()[i] + own] += 10.0;
        }
        let b = numbers(n, 0.3);
        let expected = linear::solve(&dense(&pattern, &a), &b);
        assert_all_close!(solve(&a, &b, &Solver::prepare(pattern)), expected, 1e-12);
    }
}
