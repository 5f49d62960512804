//! One front: engines agree, Jacobians by rows and by columns agree, slices are arguments.

use retrograde_tape::engine::{Differences, Engine, Forward, Tape};
use retrograde_tape::{
    Active, Dual, Error, Real, Structure, fused, gradient, hessian, hessian_vector_product,
};
use retrograde_tape::{jacobian, jvp, value_and_gradient, vjp};
use retrograde_testkit::{assert_all_close, assert_close};

/// Three numbers to `count`, with a constant among the results, a number twice, and an input itself.
fn curve<T: Real>(x: &[T], count: usize) -> Vec<T> {
    let at = |i: usize| {
        let t = T::constant(i as f64 * 0.1);
        x[0] * (-x[1] * t).exp() + (x[2] * t).sin().powi(2) + x[0].max(x[1])
    };
    let mut y: Vec<T> = (0..count.saturating_sub(3)).map(at).collect();
    y.extend([T::constant(7.0), x[1], x[2] * x[2]]);
    y.truncate(count);
    y
}

/// A function of one number, by structures.
fn action<T: Real>((a, (b, n)): &(T, ([T; 2], i32))) -> T {
    (*a * b[0]).tanh() + b[1].ln() * T::constant(f64::from(*n)) - *a / b[1]
}

const AT: [f64; 3] = [1.3, 0.7, 2.2];
const ALONG: [f64; 3] = [0.3, -1.1, 0.6];

#[test]
fn engines_agree() {
    fn each(engine: impl Engine, precision: f64) {
        let (value, gradient) = engine.value_and_gradient(|x| action(&x), &(0.4, ([1.5, 2.5], 3))).unwrap();
        assert_eq!(value, action(&(0.4, ([1.5, 2.5], 3))));
        let slope = 1.0 - (0.6_f64).tanh().powi(2);
        assert_close!(gradient.0, 1.5 * slope - 0.4, precision);
        assert_all_close!(gradient.1.0, [0.4 * slope, 3.0 / 2.5 + 0.4 / 6.25], precision);
        assert_eq!(gradient.1.1, 3);
        // More results than arguments, as many, fewer.
        for count in [20, 3, 2, 1] {
            let f = |x: [f64; 3]| curve(&x, count);
            let j = engine.jacobian(|x| curve(&x, count), &AT).unwrap();
            assert_eq!(j.value, f(AT));
            let expected = jacobian(|x: [Active; 3]| curve(&x, count), &AT).unwrap();
            assert_all_close!(j.rows.concat(), expected.rows.concat(), precision);
            let (y, slope) = engine.jvp(|x| curve(&x, count), &AT, &ALONG).unwrap();
            assert_eq!(y, f(AT));
            let product = |row: &[f64; 3]| row.iter().zip(ALONG).map(|(a, b)| a * b).sum::<f64>();
            assert_all_close!(slope, expected.rows.iter().map(product).collect::<Vec<_>>(), precision);
        }
        // Without arguments, without results.
        let none = engine.jacobian(|x| curve(&x, 0), &AT).unwrap();
        assert!(none.value.is_empty() && none.rows.is_empty());
        let constant = engine.jacobian(|x| vec![constant(&x, 2.0); 2], &[0.0; 0]).unwrap();
        assert_eq!((constant.value, constant.rows), (vec![2.0; 2], vec![[]; 2]));
    }
    fn constant<T: Real>(_: &[T; 0], c: f64) -> T {
        T::constant(c)
    }
    each(Tape, 1e-12);
    each(Forward, 1e-12);
    each(Differences::default(), 1e-9);
}

/// Each engine against the dot-product test: seeds other than one.
#[test]
fn columns_are_the_transpose_of_rows() {
    let f = |x: [Active; 3]| curve(&x, 9);
    let j = jacobian(f, &AT).unwrap();
    let (_, pullback) = vjp(f, &AT).unwrap();
    let y_bar: Vec<f64> = (0..9).map(|i| (i as f64 * 1.7).cos() * 2.0).collect();
    let x_bar = pullback.call(&y_bar).unwrap();
    for k in 0..3 {
        assert_close!(x_bar[k], j.rows.iter().zip(&y_bar).map(|(row, bar)| row[k] * bar).sum::<f64>(), 1e-13);
    }
    let (_, y_dot) = jvp(|x: [Dual<f64>; 3]| curve(&x, 9), &AT, &ALONG).unwrap();
    let dots = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    assert_close!(dots(&y_dot, &y_bar), dots(&x_bar, &ALONG), 1e-13);
}

/// Adds no 0 · ∞ for values that depend on no input, forwards as backwards.
#[test]
fn infinite_partials() {
    let f = |[x, y]: [Active; 2]| [y.sqrt(), x + y, x.sqrt() * 0.0, x * x, Active::from(3.0)];
    let j = jacobian(f, &[0.0, 0.0]).unwrap();
    let inf = f64::INFINITY;
    assert_eq!(
        (j.rows[0], j.rows[1], j.rows[3], j.rows[4]),
        ([0.0, inf], [1.0, 1.0], [0.0, 0.0], [0.0, 0.0])
    );
    assert!(j.rows[2][0].is_nan() && j.rows[2][1] == 0.0);
    assert_eq!(j.rows[0], gradient(|x| f(x)[0], &[0.0, 0.0]).unwrap());
}

#[test]
fn fused_rules_go_by_rows() {
    let f = |x: [Active; 2]| {
        let y = fused::dot(&x, &x);
        vec![y, y * x[0], y.sin(), x[1]]
    };
    let at = [0.3, -0.8];
    let found = jacobian(f, &at).unwrap();
    let plain = |x: [Active; 2]| {
        let y = x[0] * x[0] + x[1] * x[1];
        vec![y, y * x[0], y.sin(), x[1]]
    };
    assert_all_close!(found.rows.concat(), jacobian(plain, &at).unwrap().rows.concat(), 1e-15);
    let (_, slope) = Tape.jvp(f, &at, &[2.0, -1.0]).unwrap();
    assert_all_close!(slope, Tape.jvp(plain, &at, &[2.0, -1.0]).unwrap().1, 1e-15);
}

#[test]
fn slices_are_arguments() {
    let x = [5.0, 1.0, 2.0, 3.0];
    let f = |x: Vec<Active>| x[0] * x[1] * x[2];
    assert_eq!(value_and_gradient(f, &x[1..]).unwrap(), (6.0, vec![6.0, 3.0, 2.0]));
    assert_eq!(gradient(f, &x[1..]).unwrap(), [6.0, 3.0, 2.0]);
    let (y, pullback) = vjp(f, &x[1..]).unwrap();
    assert_eq!((y, pullback.call(&0.5).unwrap()), (6.0, vec![3.0, 1.5, 1.0]));
    assert_eq!(jacobian(|x: Vec<Active>| x, &x[2..]).unwrap().rows, [vec![1.0, 0.0], vec![0.0, 1.0]]);
    let g = |x: Vec<Active<Dual<f64>>>| x[0] * x[1] * x[2];
    assert_eq!(hessian(g, &x[1..]).unwrap(), [vec![0.0, 3.0, 2.0], vec![3.0, 0.0, 1.0], vec![2.0, 1.0, 0.0]]);
    assert_eq!(hessian_vector_product(g, &x[1..], &[1.0, 0.0, 0.0][..]).unwrap().product, [0.0, 3.0, 2.0]);
    let pairs = [(1.0, 2), (3.0, 4)];
    assert_eq!(gradient(|x: Vec<(Active, i32)>| x[0].0 * x[1].0, &pairs[..]).unwrap(), [(3.0, 2), (1.0, 4)]);
    let error = jvp(|x: Vec<Dual<f64>>| x[0], &x[..], &x[1..]).unwrap_err();
    assert!(matches!(error, Error::Shape(_)), "{error}");
    assert!(Differences::default().jvp(|x: Vec<f64>| x[0], &x[..], &x[1..]).is_err());
}

#[test]
fn matrices_in_flat_slices() {
    let j = jacobian(|[x, y]: [Active; 2]| [x * y, x + y, y * 4.0], &[2.0, 3.0]).unwrap();
    let (mut by_rows, mut by_columns) = ([0.0; 6], [0.0; 6]);
    j.copy_by_rows(&mut by_rows);
    j.copy_by_columns(&mut by_columns);
    assert_eq!(by_rows, [3.0, 2.0, 1.0, 1.0, 0.0, 4.0]);
    assert_eq!(by_columns, [3.0, 1.0, 0.0, 2.0, 1.0, 4.0]);
    let panic = std::panic::catch_unwind(|| j.copy_by_rows(&mut [0.0; 5])).unwrap_err();
    assert_eq!(
        panic.downcast_ref::<String>().unwrap(),
        "a Jacobian of 3 by 2 numbers does not fit a slice of 5"
    );
}

/// A tape over a tape, whose Jacobian is by columns.
#[test]
fn columns_of_nested_tapes() {
    let inner = |x: Active<f64>| {
        let j = jacobian(|y: Active<Active<f64>>| [y * y * y, y.sin(), y + y], &x).unwrap();
        j.rows.into_iter().sum::<Active>()
    };
    // d/dx (3 x² + cos x + 2)
    let (value, slope) = value_and_gradient(inner, &0.4).unwrap();
    assert_close!(value, 3.0 * 0.16 + 0.4_f64.cos() + 2.0, 1e-15);
    assert_close!(slope, 6.0 * 0.4 - 0.4_f64.sin(), 1e-15);
    let _: &dyn Fn(&f64) -> bool = &|x| Structure::<f64>::visit(x, &mut |_| ()).is_ok();
}
