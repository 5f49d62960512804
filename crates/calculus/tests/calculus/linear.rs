//! Linear algebra: equations that the values satisfy, derivatives against differences, second derivatives against differences of first ones, and every
//! way in against the others.

use retrograde::prelude::*;
use retrograde::{Active, Dual, hessian_vector_product, jacobian, jvp, value_and_gradient};
use retrograde_calculus::linear::*;
use retrograde_testkit::{assert_all_close, assert_close};

/// Numbers that look drawn.
fn numbers(count: usize, seed: f64) -> Vec<f64> {
    (0..count).map(|i| ((i as f64 + 1.3).powi(2) * (seed + 0.7)).sin() * 1.1).collect()
}

/// A matrix far from singular.
fn regular(n: usize) -> Vec<f64> {
    let mut a = numbers(n * n, 1.9);
    (0..n).for_each(|i| a[i * n + i] += 3.0 + i as f64);
    a
}

/// A symmetric, positive definite matrix with different eigenvalues.
fn definite(n: usize) -> Vec<f64> {
    let b = numbers(n * n, 0.4);
    let entry = |i: usize, j: usize| (0..n).map(|k| b[i * n + k] * b[j * n + k]).sum::<f64>();
    (0..n * n)
        .map(|k| entry(k / n, k % n) + if k / n == k % n { 0.5 + (k / n) as f64 } else { 0.0 })
        .collect()
}

fn weighted<T: Real>(y: &[T]) -> T {
    y.iter()
        .enumerate()
        .map(|(i, y)| *y * T::constant((1.7 * i as f64 + 0.3).cos()) + *y * *y * T::constant(0.1))
        .sum()
}

/// Holds the gradient and a product with the Hessian of a weighted sum against differences, and a direction against the gradient.
fn check(
    name: &str,
    x: &[f64],
    plain: impl Fn(&[f64]) -> f64,
    dual: impl Fn(&[Dual<f64>]) -> Dual<f64>,
    active: impl Fn(&[Active]) -> Active,
    both: impl Fn(&[Active<Dual<f64>>]) -> Active<Dual<f64>>,
) {
    let x = x.to_vec();
    let v = numbers(x.len(), 2.3);
    let along = |h: f64| x.iter().zip(&v).map(|(x, v)| x + h * v).collect::<Vec<f64>>();
    let (value, gradient) = value_and_gradient(|x: Vec<Active>| active(&x), &x).unwrap();
    assert_close!(value, plain(&x), 1e-12, "{name}");
    let h = 1e-5;
    let slope: f64 = gradient.iter().zip(&v).map(|(g, v)| g * v).sum();
    assert_close!(slope, (plain(&along(h)) - plain(&along(-h))) / (2.0 * h), 1e-7, "{name}");
    let (_, pushed) = jvp(|x: Vec<Dual<f64>>| dual(&x), &x, &v).unwrap();
    assert_close!(pushed, slope, 1e-10, "{name}, forwards");
    let second = hessian_vector_product(|x: Vec<Active<Dual<f64>>>| both(&x), &x, &v).unwrap();
    assert_all_close!(second.gradient, gradient, 1e-10, "{name}");
    let first = |x: Vec<f64>| value_and_gradient(|x: Vec<Active>| active(&x), &x).unwrap().1;
    let (above, below) = (first(along(h)), first(along(-h)));
    let differences: Vec<f64> = above.iter().zip(&below).map(|(a, b)| (a - b) / (2.0 * h)).collect();
    assert_all_close!(second.product, differences, 1e-6, "{name}, second");
}

macro_rules! check {
    ($x:expr, |$a:ident| $y:expr) => {{
        fn f<T: Real>($a: &[T]) -> T {
            weighted(&$y)
        }
        check(stringify!($y), &$x, f, f, f, f);
    }};
}

#[test]
fn derivatives_are_those_of_differences() {
    check!([regular(3), numbers(6, 0.2)].concat(), |x| solve(&x[..9], &x[9..]));
    check!([numbers(6, 0.9), numbers(8, 0.2)].concat(), |x| matmul(&x[..6], &x[6..], 2));
    check!(regular(4), |x| inverse(x));
    check!(regular(4), |x| logdet(x));
    check!(definite(4), |x| cholesky(x));
    check!(regular(4), |x| lu(x));
    check!(numbers(15, 1.4), |x| qr(x, 3));
    check!(definite(4), |x| eigh(x));
    check!(numbers(15, 1.4), |x| svd(x, 3));
    check!(regular(3), |x| svd(x, 3));
    // One band below and two above.
    let bands: Vec<f64> =
        numbers(24, 0.3).iter().enumerate().map(|(i, x)| x + if i % 4 == 1 { 4.0 } else { 0.0 }).collect();
    check!([bands, numbers(6, 0.8)].concat(), |x| solve_banded(&x[..24], &x[24..], 1));
}

#[test]
fn values_satisfy_their_equations() {
    let (a, b) = (regular(4), numbers(8, 0.1));
    assert_all_close!(matmul(&a, &solve(&a, &b), 4), b, 1e-13, "solve");
    let one: Vec<f64> = (0..16).map(|k| f64::from(u8::from(k % 5 == 0))).collect();
    assert_all_close!(matmul(&inverse(&a), &a, 4), one, 1e-13, "inverse");
    let s = definite(4);
    let transposed = |a: &[f64], n: usize| -> Vec<f64> {
        (0..a.len()).map(|k| a[(k % (a.len() / n)) * n + k / (a.len() / n)]).collect()
    };
    let l = cholesky(&s);
    assert_all_close!(matmul(&l, &transposed(&l, 4), 4), s, 1e-13, "cholesky");
    assert_close!(logdet(&s)[0], 2.0 * (0..4).map(|i| l[5 * i].ln()).sum::<f64>(), 1e-12, "logdet");
    let x = eigh(&s);
    let (values, v) = x.split_at(4);
    let scaled: Vec<f64> = (0..16).map(|k| v[k] * values[k % 4]).collect();
    assert_all_close!(matmul(&s, v, 4), scaled, 1e-12, "eigh");
    assert!(values.windows(2).all(|w| w[0] < w[1]));
    let t = numbers(15, 1.4);
    let x = svd(&t, 3);
    let scaled: Vec<f64> = (0..15).map(|k| x[k] * x[15 + k % 3]).collect();
    assert_all_close!(matmul(&scaled, &transposed(&x[18..], 3), 3), t, 1e-12, "svd");
    let x = qr(&t, 3);
    assert_all_close!(matmul(&x[..15], &x[15..], 3), t, 1e-13, "qr");
    let (both, order) = (lu(&a), pivots(&a));
    let l: Vec<f64> = (0..16).map(|k| if k / 4 > k % 4 { both[k] } else { one[k] }).collect();
    let u: Vec<f64> = (0..16).map(|k| if k / 4 <= k % 4 { both[k] } else { 0.0 }).collect();
    let rows: Vec<f64> = order.iter().flat_map(|i| a[4 * i..4 * i + 4].to_vec()).collect();
    assert_all_close!(matmul(&l, &u, 4), rows, 1e-13, "lu");
}

/// The largest entry of `A V − V Λ` and of `Vᵀ V − 1`, the first relative to that of `A`.
fn residuals(a: &[f64], n: usize) -> (f64, f64) {
    let all = eigh(a);
    let (values, vectors) = all.split_at(n);
    let size = a.iter().fold(f64::MIN_POSITIVE, |most, a| most.max(a.abs()));
    // Equal ones differ by rounding.
    assert!(values.is_sorted_by(|a, b| *a <= b + 1e-12 * size), "{values:?}");
    let (mut equation, mut basis) = (0.0_f64, 0.0_f64);
    for i in 0..n {
        for j in 0..n {
            let image: f64 = (0..n).map(|k| a[i * n + k] * vectors[k * n + j]).sum();
            equation = equation.max((image - values[j] * vectors[i * n + j]).abs() / size);
            let dot: f64 = (0..n).map(|k| vectors[k * n + i] * vectors[k * n + j]).sum();
            basis = basis.max((dot - f64::from(u8::from(i == j))).abs());
        }
    }
    (equation, basis)
}

#[test]
fn eigenvalues_of_any_symmetric_matrix_are_found() {
    let n = 60;
    let matrix = |entry: &dyn Fn(usize, usize) -> f64| {
        (0..n * n).map(|k| entry((k / n).max(k % n), (k / n).min(k % n))).collect::<Vec<f64>>()
    };
    let drawn = numbers(n * n, 0.9);
    for (name, a) in [
        ("drawn", matrix(&|i, j| drawn[i * n + j])),
        ("large", matrix(&|i, j| 1e150 * drawn[i * n + j])),
        ("small", matrix(&|i, j| 1e-150 * drawn[i * n + j])),
        ("zero", matrix(&|_, _| 0.0)),
        ("identity", matrix(&|i, j| f64::from(u8::from(i == j)))),
        ("all the same", matrix(&|_, _| 1.0)),
        ("diagonal, from above", matrix(&|i, j| if i == j { -(i as f64) } else { 0.0 })),
        (
            "a chain",
            matrix(&|i, j| {
                if i == j {
                    2.0
                } else if i == j + 1 {
                    -1.0
                } else {
                    0.0
                }
            }),
        ),
        ("two blocks", matrix(&|i, j| if (i < 20) == (j < 20) { drawn[i * n + j] } else { 0.0 })),
        (
            "an arrow",
            matrix(&|i, j| {
                if i == j {
                    i as f64
                } else if j == 0 {
                    1.0
                } else {
                    0.0
                }
            }),
        ),
        ("of many orders", matrix(&|i, j| drawn[i * n + j] * 10.0_f64.powi(-((i + j) as i32) / 4))),
    ] {
        let (equation, basis) = residuals(&a, n);
        assert!(equation < 1e-12 && basis < 1e-12, "{name}: {equation:e}, {basis:e}");
    }
    for (a, expected) in
        [(vec![], vec![]), (vec![3.0], vec![3.0]), (vec![0.0, 2.0, 2.0, 0.0], vec![-2.0, 2.0])]
    {
        assert_all_close!(eigh(&a)[..expected.len()].to_vec(), expected, 1e-15);
    }
    // Not a number, and an end.
    assert!(eigh(&[1.0, 0.0, 0.0, f64::NAN, 2.0, 0.0, 3.0, 0.0, 1.0]).iter().any(|x| x.is_nan()));
}

#[test]
fn singular_values_of_any_tall_matrix_are_found() {
    let (m, n) = (40, 30);
    let drawn = numbers(m * n, 0.6);
    let matrix =
        |entry: &dyn Fn(usize, usize) -> f64| (0..m * n).map(|k| entry(k / n, k % n)).collect::<Vec<f64>>();
    for (name, a) in [
        ("drawn", matrix(&|i, j| drawn[i * n + j])),
        ("of rank two", matrix(&|i, j| drawn[i] * drawn[j] + drawn[i + 50] * drawn[j + 100])),
        ("zero", matrix(&|_, _| 0.0)),
        ("equal columns", matrix(&|i, _| drawn[i])),
        ("large", matrix(&|i, j| 1e140 * drawn[i * n + j])),
        ("small", matrix(&|i, j| 1e-140 * drawn[i * n + j])),
    ] {
        let all = svd(&a, n);
        let (u, values, v) = (&all[..m * n], &all[m * n..m * n + n], &all[m * n + n..]);
        let size = a.iter().fold(f64::MIN_POSITIVE, |most, a| most.max(a.abs()));
        // Zeros among them are zeros up to rounding.
        assert!(values.is_sorted_by(|a, b| *a >= b - 1e-12 * size), "{name}: {values:?}");
        for i in 0..m {
            for j in 0..n {
                let entry: f64 = (0..n).map(|k| u[i * n + k] * values[k] * v[j * n + k]).sum();
                assert!((entry - a[i * n + j]).abs() < 1e-12 * size, "{name}");
            }
        }
        for i in 0..n {
            for j in 0..n {
                let expected = f64::from(u8::from(i == j));
                let dot =
                    |of: &[f64], rows: usize| (0..rows).map(|k| of[k * n + i] * of[k * n + j]).sum::<f64>();
                assert!(
                    (dot(u, m) - expected).abs() < 1e-12 && (dot(v, n) - expected).abs() < 1e-12,
                    "{name}"
                );
            }
        }
    }
}

#[test]
fn equal_eigenvalues_leave_what_does_not_depend_on_the_vectors_right() {
    // The trace of a function of a matrix: tr A³, and the matrix itself again, from its eigenvalues and vectors.
    fn cubes<T: Real>(a: &[T]) -> T {
        let x = eigh(a);
        x[..3].iter().map(|l| l.powi(3)).sum::<T>()
    }
    fn rebuilt<T: Real>(a: &[T]) -> T {
        let x = eigh(a);
        let v = &x[3..];
        (0..3).map(|k| v[k] * x[k] * v[6 + k]).sum()
    }
    let a = vec![2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0];
    let (_, gradient) = value_and_gradient(|a: Vec<Active>| cubes(&a), &a).unwrap();
    assert_all_close!(gradient, [12.0, 0.0, 0.0, 0.0, 12.0, 0.0, 0.0, 0.0, 12.0], 1e-12, "tr A³");
    let (_, slope) = jvp(|a: Vec<Dual<f64>>| cubes(&a), &a, &numbers(9, 0.2)).unwrap();
    let v = numbers(9, 0.2);
    assert_close!(slope, 12.0 * (v[0] + v[4] + v[8]), 1e-11, "tr A³ in a direction");
    let (_, gradient) = value_and_gradient(|a: Vec<Active>| rebuilt(&a), &a).unwrap();
    assert!(gradient.iter().all(|g| g.is_finite()));
    // A matrix of rank one has singular values of zero, and derivatives that are numbers.
    let rank_one = vec![1.0, 2.0, 2.0, 4.0, 3.0, 6.0];
    let (values, gradient) = value_and_gradient(|a: Vec<Active>| svd(&a, 2)[6], &rank_one).unwrap();
    assert_close!(values, 70.0_f64.sqrt(), 1e-12, "the largest singular value");
    assert_all_close!(
        gradient,
        rank_one.iter().map(|a| a / 70.0_f64.sqrt()).collect::<Vec<_>>(),
        1e-12,
        "its gradient"
    );
}

/// xᵀ A⁻¹ x, as a reversible function says it.
#[reversible]
fn energy<T: Real>(a: &[T], x: &[T]) -> T {
    let mut y = vec![0.0; x.len()];
    add_solve(&mut y, a, x);
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += x[i] * y[i];
    }
    sum
}

/// A system solved in an ordinary function.
#[differentiable]
fn ordinary<T: Real>(a: &[T], x: &[T]) -> T {
    let y = solve(a, x);
    let mut sum = T::constant(0.0);
    for i in 0..x.len() {
        sum += x[i] * y[i];
    }
    sum
}

#[test]
fn every_way_in_gives_the_same() {
    let (a, x) = (regular(3), numbers(3, 0.2));
    let (value, (a_bar, x_bar)) = energy::gradient(&a, &x);
    let (again, (a_again, x_again)) = ordinary::gradient(&a, &x);
    let all = [a.clone(), x.clone()].concat();
    let f = |all: Vec<Active>| ordinary(&all[..9], &all[9..]);
    let (by_tape, gradient) = value_and_gradient(f, &all).unwrap();
    assert_eq!((value, value), (again, by_tape));
    assert_all_close!([a_bar.clone(), x_bar.clone()].concat(), gradient, 1e-13, "reversible");
    assert_all_close!([a_again, x_again].concat(), gradient, 1e-13, "ordinary");
    assert_eq!(energy::check(&a, &x), Ok(()));
    assert_eq!(ordinary::check(&a, &x), Ok(()));
    // Second derivatives of the marked functions, and several rows at once.
    let v = numbers(12, 0.6);
    let second = energy::hessian_vector_product((&a, &x), (&v[..9], &v[9..]));
    let by_tape =
        hessian_vector_product(|all: Vec<Active<Dual<f64>>>| ordinary(&all[..9], &all[9..]), &all, &v)
            .unwrap();
    assert_all_close!([second.product.0, second.product.1].concat(), by_tape.product, 1e-12, "second");
    // Several rows at once.
    let dense = jacobian(|all: Vec<Active>| solve(&all[..9], &all[9..]), &all).unwrap();
    let mut rows = vec![0.0; 3 * 15];
    solved::jacobian_by_rows((&[0.0; 3], &a, &x), &mut rows);
    let rows: Vec<f64> = rows.chunks(15).flat_map(|row| row[3..].to_vec()).collect();
    assert_all_close!(rows, dense.rows.concat(), 1e-13, "rows");
}

/// A solution, added to a place.
#[reversible]
fn solved<T: Real>(y: &mut [T; 3], a: &[T], x: &[T]) {
    y[0] += a[0];
    y[0] -= a[0];
    add_solve(&mut *y, a, x);
}

#[test]
fn instructions_are_undone_and_have_their_adjoints() {
    let (a, b) = (regular(3), numbers(3, 0.2));
    assert_eq!(add_solve::check(&mut numbers(3, 0.5), &a, &b), Ok(()));
    assert_eq!(add_cholesky::check(&mut numbers(9, 0.5), &definite(3)), Ok(()));
    assert_eq!(add_eigh::check(&mut numbers(12, 0.5), &definite(3)), Ok(()));
    assert_eq!(add_qr::check(&mut numbers(12 + 9, 0.5), &numbers(12, 1.4), 3), Ok(()));
}

#[test]
#[should_panic(expected = "a matrix of 7 entries is not square")]
fn a_matrix_that_is_not_square_is_refused() {
    inverse(&[0.0; 7]);
}

#[test]
#[should_panic(expected = "decompose its transpose")]
fn a_wide_matrix_is_refused() {
    svd(&[0.0; 6], 3);
}
