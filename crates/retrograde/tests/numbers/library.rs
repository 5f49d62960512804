//! The reductions against differences of their values, at every number type, and at the ends of their domains.

use proptest::prelude::*;
use retrograde::library::{dot, largest, logsumexp, norm, smallest, sum};
use retrograde::{Dual, Real, check_gradient, reversible};
use retrograde_testkit::{assert_all_close, assert_close};

const INFINITY: f64 = f64::INFINITY;

fn vector() -> impl Strategy<Value = Vec<f64>> {
    prop::collection::vec(-3.0..3.0_f64, 1..20)
}

/// The laws of a reduction of one slice, at a point where it is smooth.
macro_rules! keeps_the_laws {
    ($reduction:ident, $x:expr) => {{
        let x: &[f64] = $x;
        let (value, (x_bar,)) = $reduction::gradient(x);
        assert_eq!(value, $reduction(x));
        assert_eq!(check_gradient(|x| $reduction(x), x, &x_bar), Ok(()));

        // Two rows at once, added to what was there.
        let mut rows = vec![[1.0, 1.0]; x.len()];
        $reduction::pull([2.0, -3.0], x, &mut rows);
        let expected: Vec<[f64; 2]> = x_bar.iter().map(|bar| [1.0 + 2.0 * bar, 1.0 - 3.0 * bar]).collect();
        assert_all_close!(rows.concat(), expected.concat(), 1e-14);

        // Forwards along the gradient itself: its length, squared.
        let duals: Vec<Dual<f64>> = x.iter().zip(&x_bar).map(|(x, bar)| Dual::new(*x, *bar)).collect();
        let along: f64 = x_bar.iter().map(|bar| bar * bar).sum();
        assert_close!($reduction(&duals).tangent, along, 1e-13);

        // In single precision.
        let narrow: Vec<f32> = x.iter().map(|x| *x as f32).collect();
        let (narrow_value, (narrow_bar,)) = $reduction::gradient(&narrow);
        assert_close!(f64::from(narrow_value), value, 1e-4);
        assert_all_close!(narrow_bar.iter().map(|bar| f64::from(*bar)).collect::<Vec<_>>(), x_bar, 1e-4);

        // Added to a place, and taken back.
        let (mut y, mut y_bar) = (0.5, 2.0);
        let mut added = vec![0.0; x.len()];
        $reduction::sweep(&mut y, &mut y_bar, x, &mut added);
        assert_close!(y, 0.5 + value, 1e-15);
        $reduction::adjoint(&mut y, &mut y_bar, x, &mut added);
        assert_close!(y, 0.5, 1e-13);
        assert_all_close!(added, x_bar.iter().map(|bar| 4.0 * bar).collect::<Vec<_>>(), 1e-14);
        $reduction::inverse(&mut y, x);
        assert_close!(y, 0.5 - value, 1e-13);
    }};
}

proptest! {
    #[test]
    fn sum_keeps_the_laws(x in vector()) {
        keeps_the_laws!(sum, &x);
    }

    #[test]
    fn norm_keeps_the_laws(mut x in vector()) {
        x.push(2.0);
        keeps_the_laws!(norm, &x);
    }

    #[test]
    fn logsumexp_keeps_the_laws(x in vector()) {
        keeps_the_laws!(logsumexp, &x);
    }

    #[test]
    fn dot_keeps_the_laws(a in vector()) {
        let b: Vec<f64> = a.iter().rev().map(|a| a * a - 1.0).collect();
        let (value, (a_bar, b_bar)) = dot::gradient(&a, &b);
        prop_assert_eq!(value, a.iter().zip(&b).map(|(a, b)| a * b).sum::<f64>());
        prop_assert_eq!((a_bar, b_bar), (b.clone(), a.clone()));

        // A second derivative: the gradient at duals moves by the tangents of the other argument.
        let duals = |x: &[f64], t: f64| x.iter().map(|x| Dual::new(*x, t)).collect::<Vec<_>>();
        let (_, (a_bar, _)) = dot::gradient(&duals(&a, 1.0), &duals(&b, 0.25));
        prop_assert!(a_bar.iter().all(|bar| bar.tangent == 0.25));
    }
}

/// The cotangent is that of the first element that is the largest, in lanes and without; NaN is skipped.
#[test]
fn extremes_belong_to_the_first_that_is_one() {
    for n in [1, 5, 63, 64, 65, 200, 5000] {
        let mut x: Vec<f64> = (0..n).map(|i| (1.7 * i as f64).sin()).collect();
        let (first, later) = (n / 3, n - 1 - n / 5);
        for (extreme, at) in [(2.0, 0), (-2.0, n / 2)] {
            for place in [first, later] {
                x[(place + at) % n] = extreme;
            }
        }
        if n > 100 {
            x[7] = f64::NAN;
        }
        let expected = |extreme: f64| {
            let at = x.iter().position(|x| *x == extreme).unwrap();
            (0..n).map(|i| f64::from(i == at)).collect::<Vec<f64>>()
        };
        let narrow: Vec<f32> = x.iter().map(|x| *x as f32).collect();
        if n > 1 {
            assert_eq!(largest::gradient(&x), (2.0, (expected(2.0),)), "{n}");
            let wide = |x: Vec<f32>| x.into_iter().map(f64::from).collect::<Vec<f64>>();
            assert_eq!(wide(largest::gradient(&narrow).1.0), expected(2.0), "{n}");
        }
        assert_eq!(smallest::gradient(&x), (-2.0, (expected(-2.0),)), "{n}");
    }
    // Differences need a point without equal numbers.
    assert_eq!(smallest::check(&[2.0, -1.0, 3.0]), Ok(()));
    assert_eq!(largest::check(&[2.0, -1.0, 3.0]), Ok(()));
    assert_eq!((largest::<f64>(&[]), smallest::<f64>(&[])), (-INFINITY, INFINITY));
    assert_eq!(largest(&[f64::NAN, -1.0]), -1.0);
}

/// An ordinary function and a reversible one call it as they call any function.
#[test]
fn extremes_are_called() {
    #[retrograde::differentiable]
    fn spread(x: &[f64]) -> f64 {
        let width = largest(x) - smallest(x);
        width * width
    }
    assert_eq!(spread::gradient(&[1.0, 4.0, 2.0]), (9.0, (vec![-6.0, 6.0, 0.0],)));
}

#[test]
fn nothing_adds_up_to_nothing() {
    assert_eq!((sum::<f64>(&[]), dot::<f64>(&[], &[]), norm::<f64>(&[])), (0.0, 0.0, 0.0));
    assert_eq!(logsumexp::<f64>(&[]), -INFINITY);
}

#[test]
#[should_panic(expected = "the slices of a dot product differ in length")]
fn slices_of_a_dot_product_have_one_length() {
    dot(&[1.0, 2.0], &[1.0, 2.0, 3.0]);
}

#[test]
fn the_norm_has_a_gradient_at_the_origin() {
    assert_eq!(norm::gradient(&[0.0, 0.0]), (0.0, (vec![0.0, 0.0],)));
    assert_eq!(norm(&[Dual::new(0.0, 1.0), Dual::new(0.0, 2.0)]).tangent, 0.0);
}

#[test]
fn one_slice_on_both_sides_gets_both_contributions() {
    #[reversible]
    fn squares<T: Real>(x: &[T]) -> T {
        dot(x, x) + 0.5 * dot(&x[1..], &x[..x.len() - 1])
    }
    let x = [1.0, -2.0, 0.5];
    let (_, (x_bar,)) = squares::gradient(&x);
    assert_eq!(check_gradient(squares, &x, &x_bar), Ok(()));
}

#[test]
fn large_elements_do_not_overflow() {
    let (value, (softmax,)) = logsumexp::gradient(&[1e4, 1e4 + 1.0, -1e4]);
    assert_close!(value, 1e4 + (1.0 + 1_f64.exp()).ln(), 1e-15);
    assert_all_close!(softmax, [1.0 / (1.0 + 1_f64.exp()), 1.0 / (1.0 + (-1_f64).exp()), 0.0], 1e-15);
    assert_eq!(logsumexp(&[-1e300, -1e300]), -1e300);
    assert_eq!(logsumexp(&[3e38_f32, -3e38]), 3e38);
}

#[test]
fn elements_of_minus_infinity_count_for_nothing() {
    let x = [-INFINITY, 1.0, -INFINITY, 1.0];
    let (value, (softmax,)) = logsumexp::gradient(&x);
    assert_eq!((value, softmax), (1.0 + 2_f64.ln(), vec![0.0, 0.5, 0.0, 0.5]));
    let on_duals = logsumexp(&x.map(Dual::variable));
    assert_eq!((on_duals.value, on_duals.tangent), (value, 1.0));

    assert_eq!(logsumexp(&[-INFINITY; 3]), -INFINITY);
    assert_eq!(logsumexp(&[INFINITY, 1.0]), INFINITY);
    assert!(logsumexp(&[1.0, f64::NAN]).is_nan());
}

#[test]
fn logsumexp_differentiates_twice() {
    // The Hessian is diag(p) - p pᵀ, whatever tangent the largest element carries.
    let x = [0.3, 1.2, -0.5];
    let (_, (p,)) = logsumexp::gradient(&x);
    for j in 0..3 {
        let duals: [Dual<f64>; 3] = std::array::from_fn(|i| Dual::new(x[i], f64::from(i == j)));
        let (_, (bars,)) = logsumexp::gradient(&duals);
        let column: Vec<f64> =
            (0..3).map(|i| if i == j { p[i] - p[i] * p[j] } else { -p[i] * p[j] }).collect();
        assert_all_close!(bars.iter().map(|bar| bar.tangent).collect::<Vec<_>>(), column, 1e-14);
    }
}

/// A Gaussian mixture in one dimension: reductions of rows, in a loop, of a scratch array.
#[reversible]
fn mixture<T: Real>(out: &mut T, #[inactive] data: &[f64], means: &[T; 3], #[scratch] terms: &mut [T; 3]) {
    for i in 0..data.len() {
        'terms: {
            for k in 0..3 {
                terms[k] -= (data[i] as T - means[k]) * (data[i] as T - means[k]) * 0.5;
            }
        }
        *out += logsumexp(&terms[..]) - 0.1 * norm(&means[..]);
        undo!('terms);
    }
}

#[test]
fn programs_reduce_slices() {
    let (data, means) = ([0.1, 2.0, -1.0, 0.7], [-0.5, 0.5, 1.5]);
    let value = |means: &[f64]| {
        let mut out = 0.0;
        mixture(&mut out, &data, means.try_into().expect("three means"), &mut [0.0; 3]);
        out
    };
    let (out, (means_bar,)) = mixture::gradient(&data, &means, &mut [0.0; 3]);
    assert_close!(out, value(&means), 1e-14);
    assert_eq!(check_gradient(value, &means, &means_bar), Ok(()));
}
