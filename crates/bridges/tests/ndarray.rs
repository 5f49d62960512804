//! Arrays of `ndarray` as arguments and results, of any layout and number of dimensions.

use ndarray::{Array, Array1, Array2, ArrayD, Axis, arr0, array, linalg::general_mat_mul, s};
use retrograde::prelude::*;
use retrograde::{Active, Dual, jacobian, tape, value_and_gradient, vjp};
use retrograde_testkit::{assert_all_close, finite_difference};

/// A layer of a network, generic as code of others is.
fn layer<T: Real + ndarray::LinalgScalar + ndarray::ScalarOperand>(
    w: &Array2<T>,
    b: &Array1<T>,
    x: &Array2<T>,
) -> Array2<T> {
    (x.dot(&w.t()) + b).mapv(|y| Real::tanh(y)) * T::constant(2.0)
}

fn example() -> (Array2<f64>, Array1<f64>, Array2<f64>) {
    let w = Array2::from_shape_fn((3, 4), |(i, j)| (i as f64 - 1.3) * 0.4 + (j as f64).cos());
    let x = Array2::from_shape_fn((5, 4), |(i, j)| (i as f64 * 0.7 + j as f64).sin());
    (w, array![0.1, -0.2, 0.3], x)
}

#[test]
fn matrices() {
    let at = example();
    let y_bar = Array2::from_shape_fn((5, 3), |(i, j)| 0.5 + i as f64 - 0.8 * j as f64);
    let f = |(w, b, x): (Array2<Active>, Array1<Active>, Array2<Active>)| layer(&w, &b, &x);
    let (y, pullback) = vjp(f, &at).unwrap();
    // At plain numbers `ndarray` multiplies matrices by another crate, which adds in another order.
    let plain = layer(&at.0, &at.1, &at.2);
    assert_all_close!(y.as_slice().unwrap(), plain.as_slice().unwrap(), 1e-14);
    let (w, b, x) = pullback.call(&y_bar).unwrap();
    assert_eq!((w.dim(), b.dim(), x.dim()), ((3, 4), 3, (5, 4)));
    let numbers = |a: &[f64]| {
        let (w, b, x) = (a[..12].to_vec(), a[12..15].to_vec(), a[15..].to_vec());
        let w = Array::from_shape_vec((3, 4), w).unwrap();
        (layer(&w, &Array::from(b), &Array::from_shape_vec((5, 4), x).unwrap()) * &y_bar).sum()
    };
    let flat: Vec<f64> = at.0.iter().chain(&at.1).chain(&at.2).copied().collect();
    let found: Vec<f64> = w.iter().chain(&b).chain(&x).copied().collect();
    assert_all_close!(found, finite_difference::gradient(numbers, &flat), 1e-8);
}

#[test]
fn any_layout() {
    // By columns, with a step, and reversed: the gradient is in the logical order.
    let a = Array2::from_shape_fn((4, 6), |(i, j)| (10 * i + j) as f64);
    let turned = a.clone().reversed_axes();
    let mut reversed = a.clone();
    reversed.invert_axis(Axis(1));
    let stepped = a.clone().slice_move(s![1.., ..;2]);
    for x in [a, turned, reversed, stepped] {
        let w = Array2::from_shape_fn(x.dim(), |(i, j)| (i as f64).exp() - j as f64);
        let f = |x: Array2<Active>| (&x * &x * w.mapv(Active::from)).sum();
        let (value, gradient) = value_and_gradient(f, &x).unwrap();
        assert_eq!(value, (&x * &x * &w).sum());
        assert_eq!(gradient, 2.0 * &x * &w);
        let (_, pullback) = vjp(|x: Array2<Active>| x * 3.0, &x).unwrap();
        assert_eq!(pullback.call(&w.clone()).unwrap(), 3.0 * &w);
        assert_eq!(pullback.call(&w.t().as_standard_layout().reversed_axes().to_owned()).unwrap(), 3.0 * &w);
    }
}

#[test]
fn dimensions_and_contents() {
    let zero = value_and_gradient(|x: ndarray::Array0<Active>| x.into_scalar().sin(), &arr0(0.0)).unwrap();
    assert_eq!(zero, (0.0, arr0(1.0)));
    let cube = ArrayD::from_shape_fn(vec![2, 3, 2], |i| (i[0] + 2 * i[1] + i[2]) as f64);
    let (_, gradient) = value_and_gradient(|x: ArrayD<Active>| x.mapv(|x| x * x * x).sum(), &cube).unwrap();
    assert_eq!(gradient, cube.mapv(|x| 3.0 * x * x));
    // Structures in an array, an empty one beside.
    let at = (array![(1.0, 7), (2.0, 8)], Array2::<f64>::zeros((0, 3)));
    let f = |(x, none): (Array1<(Active, i32)>, Array2<Active>)| {
        x.iter().map(|&(x, n)| x * f64::from(n)).sum::<Active>() + none.sum()
    };
    assert_eq!(
        value_and_gradient(f, &at).unwrap(),
        (23.0, (array![(7.0, 7), (8.0, 8)], Array2::zeros((0, 3))))
    );
}

#[test]
fn rows_and_second_derivatives() {
    let x = array![0.5, -1.0, 2.0];
    let j = jacobian(|x: Array1<Active>| &x * &x, &x).unwrap();
    assert_eq!(j.value, &x * &x);
    assert_eq!(j.rows, [array![1.0, 0.0, 0.0], array![0.0, -2.0, 0.0], array![0.0, 0.0, 4.0]]);
    let f = |x: Array1<Active<Dual<f64>>>| x.dot(&x) * x.product();
    let h = tape::hessian(f, &x).unwrap();
    let product: f64 = x.product();
    for (i, row) in h.iter().enumerate() {
        for (k, found) in row.iter().enumerate() {
            // f = s p: the product rule on s = Σ x², p = Π x.
            let (s, p) = (x.dot(&x), |i: usize| product / x[i]);
            let mixed = if i == k { 2.0 * product } else { s * product / (x[i] * x[k]) };
            assert!((found - (mixed + 2.0 * x[i] * p(k) + 2.0 * x[k] * p(i))).abs() < 1e-13);
        }
    }
}

#[test]
fn shapes_are_compared() {
    let (_, pullback) = vjp(|x: Array2<Active>| x, &Array2::<f64>::zeros((2, 3))).unwrap();
    let error = pullback.call(&Array2::zeros((3, 2))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the shapes differ: expected an array of shape [2, 3], found an array of shape [3, 2]"
    );
}

#[test]
fn products_in_place() {
    let (a, b) = (array![[1.0, 2.0], [3.0, 4.0]], array![[0.5, -1.0], [2.0, 0.0]]);
    let f = |(a, b): (Array2<Active>, Array2<Active>)| {
        let mut c = Array2::from_elem((2, 2), Active::from(1.0));
        general_mat_mul(Active::from(2.0), &a, &b, Active::from(0.5), &mut c);
        c.sum()
    };
    let (value, (a_bar, b_bar)) = value_and_gradient(f, &(a.clone(), b.clone())).unwrap();
    assert_eq!(value, 2.0 * a.dot(&b).sum() + 2.0);
    let ones = Array2::<f64>::ones((2, 2));
    assert_eq!((a_bar, b_bar), (2.0 * ones.dot(&b.t()), 2.0 * a.t().dot(&ones)));
}

/// A reversible function takes the numbers of an array as a slice.
#[reversible]
fn energy<T: Real>(out: &mut T, x: &[T]) {
    for i in 0..x.len() {
        *out += x[i] * x[i];
    }
}

#[test]
fn arguments_of_reversible_functions() {
    let x = Array2::from_shape_fn((3, 2), |(i, j)| (i + 2 * j) as f64).reversed_axes();
    // Not contiguous in its logical order: a copy is.
    let rows = x.as_standard_layout();
    let (mut out, mut out_bar, mut x_bar) = (0.0, 1.0, Array2::zeros(x.dim()));
    energy(&mut out, rows.as_slice().unwrap());
    energy::adjoint(&mut out, &mut out_bar, rows.as_slice().unwrap(), x_bar.as_slice_mut().unwrap());
    assert_eq!(x_bar, 2.0 * &x);
}
