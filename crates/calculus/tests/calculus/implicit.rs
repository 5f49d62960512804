//! Roots, fixed points and minima: against closed forms, differences and nested numbers, in every way in.

use retrograde::prelude::*;
use retrograde::{Active, Dual, hessian, hessian_vector_product, jvp, value_and_gradient};
use retrograde_calculus::implicit::*;
use retrograde_calculus::{Jet, directional};
use retrograde_testkit::{assert_all_close, assert_close};

/// Where a circle of radius x₀ meets the curve y₁ = x₁ sinh y₀.
#[derive(Clone)]
struct Crossing;

impl Equation for Crossing {
    fn residual<T: Real>(&self, y: &[T], x: &[T]) -> Vec<T> {
        vec![y[0] * y[0] + y[1] * y[1] - x[0] * x[0], y[1] - x[1] * y[0].sinh()]
    }
}

/// The Babylonian iteration for √x.
#[derive(Clone)]
struct Babylon;

impl Map for Babylon {
    fn next<T: Real>(&self, y: &[T], x: &[T]) -> Vec<T> {
        vec![T::constant(0.5) * (y[0] + x[0] / y[0])]
    }
}

/// A slow contraction, y ← cos(x y).
#[derive(Clone)]
struct Slow;

impl Map for Slow {
    fn next<T: Real>(&self, y: &[T], x: &[T]) -> Vec<T> {
        vec![(x[0] * y[0]).cos()]
    }
}

/// Rosenbrock's function with its parameters, and a start where its Hessian is not positive definite.
#[derive(Clone)]
struct Valley;

impl Objective for Valley {
    fn value<T: Real>(&self, y: &[T], x: &[T]) -> T {
        (x[0] - y[0]).powi(2) + x[1] * (y[1] - y[0] * y[0]).powi(2) + x[2] * y[1]
    }
}

fn crossing<T: Real>(x: &[T]) -> T {
    let y = root(Crossing, &[1.0, 1.0], x).unwrap();
    y[0] * y[0] * T::constant(0.7) + y[1].sin()
}

fn valley<T: Real>(x: &[T]) -> T {
    let y = minimum(Valley, &[-0.3, 2.0], x).unwrap();
    y[0] * T::constant(1.3) - y[1] * y[0]
}

macro_rules! check {
    ($f:ident, $x:expr) => {{
        let x = $x.to_vec();
        let h = 1e-4;
        let along = |j: usize, h: f64| {
            let mut x = x.clone();
            x[j] += h;
            x
        };
        let gradient = |x: &Vec<f64>| value_and_gradient(|x: Vec<Active>| $f(&x), x).unwrap().1;
        let exact = gradient(&x);
        let second = hessian(|x: Vec<Active<Dual<f64>>>| $f(&x), &x).unwrap();
        for j in 0..x.len() {
            // Of the fourth order.
            let first = |h: f64| ($f(&along(j, h)) - $f(&along(j, -h))) / (2.0 * h);
            assert_close!(exact[j], (4.0 * first(h) - first(2.0 * h)) / 3.0, 1e-8, "gradient");
            let (above, below) = (gradient(&along(j, h)), gradient(&along(j, -h)));
            for i in 0..x.len() {
                assert_close!(second[j][i], (above[i] - below[i]) / (2.0 * h), 1e-6, "second");
            }
            let unit: Vec<f64> = (0..x.len()).map(|i| f64::from(u8::from(i == j))).collect();
            assert_close!(jvp(|x: Vec<Dual<f64>>| $f(&x), &x, &unit).unwrap().1, exact[j], 1e-10, "dual");
        }
    }};
}

#[test]
fn derivatives_are_those_of_differences() {
    check!(crossing, [1.7, 0.6]);
    check!(valley, [1.1, 3.0, 0.2]);
}

#[test]
fn any_order_is_right() {
    // The square root has derivatives ½, −¼, ⅜, −15/16 at 1, however it is found.
    let by_map = |x: &[Jet<f64, 5>]| fixed_point(Babylon, &[3.0], x).unwrap()[0];
    assert_all_close!(directional(by_map, &[1.0], &[1.0]), [1.0, 0.5, -0.25, 0.375, -0.9375], 1e-12, "jet");
    type Third = Dual<Dual<Dual<f64>>>;
    let x = Third::new(Dual::variable(Dual::variable(1.0)), Dual::constant(1.0));
    let y = fixed_point(Babylon, &[3.0], &[x]).unwrap()[0];
    assert_close!(y.tangent.tangent.tangent, 0.375, 1e-12, "nested duals");
    // A tape over a tape.
    let slope = |x: Active<f64>| {
        let inner = |x: Active<Active<f64>>| fixed_point(Babylon, &[3.0], &[x]).unwrap()[0];
        value_and_gradient(inner, &x).unwrap().1
    };
    let (first, second) = value_and_gradient(slope, &4.0).unwrap();
    assert_all_close!([first, second], [0.25, -1.0 / 32.0], 1e-14, "tape over tape");
}

#[test]
fn a_slow_iteration_has_the_derivative_of_its_end() {
    let (y, slope) =
        value_and_gradient(|x: Active| fixed_point(Slow, &[1.0], &[x]).unwrap()[0], &0.9).unwrap();
    let sine = (0.9 * y).sin();
    assert_close!(y, (0.9 * y).cos(), 1e-14, "value");
    assert_close!(slope, -y * sine / (1.0 + 0.9 * sine), 1e-13, "slope");
}

/// The energy at the crossing, in a reversible function.
#[reversible]
fn reversible_way<T: Real>(x: &[T]) -> T {
    let mut y = vec![0.0; 2];
    add_solution(&mut y, x, &Root(Crossing), &[1.0, 1.0]);
    0.7 * y[0] * y[0] + y[1].sin()
}

/// Where the search begins: a constant of floats, as literals are numbers of the function.
const START: [f64; 2] = [1.0, 1.0];

/// Calls the instruction in an ordinary function.
#[differentiable]
fn ordinary_way<T: Real>(x: &[T]) -> T {
    let mut y = vec![T::constant(0.0); 2];
    add_solution(&mut y, x, &Root(Crossing), &START);
    T::constant(0.7) * y[0] * y[0] + y[1].sin()
}

#[test]
fn every_way_in_gives_the_same() {
    let x = [1.7, 0.6];
    let (value, gradient) = value_and_gradient(|x: [Active; 2]| crossing(&x), &x).unwrap();
    let by_tape = hessian_vector_product(|x: [Active<Dual<f64>>; 2]| crossing(&x), &x, &[0.3, -0.8]).unwrap();
    for (again, by_program, second) in [
        (
            reversible_way(&x),
            reversible_way::gradient(&x).1.0,
            reversible_way::hessian_vector_product(&x, &[0.3, -0.8]),
        ),
        (
            ordinary_way(&x),
            ordinary_way::gradient(&x).1.0,
            ordinary_way::hessian_vector_product(&x, &[0.3, -0.8]),
        ),
    ] {
        assert_close!(again, value, 1e-15, "value");
        assert_all_close!(by_program, gradient, 1e-13, "gradient");
        assert_all_close!(second.product, by_tape.product, 1e-12, "second");
    }
    assert_eq!(reversible_way::check(&x), Ok(()));
    assert_eq!(ordinary_way::check(&x), Ok(()));
}

#[test]
fn what_is_not_found_is_an_error() {
    #[derive(Clone)]
    struct None;
    impl Equation for None {
        fn residual<T: Real>(&self, y: &[T], x: &[T]) -> Vec<T> {
            vec![y[0] * y[0] + x[0]]
        }
    }
    #[derive(Clone)]
    struct Short;
    impl Equation for Short {
        fn residual<T: Real>(&self, _: &[T], x: &[T]) -> Vec<T> {
            vec![x[0]]
        }
    }
    let stopped = root(None, &[0.3], &[1.0]).unwrap_err();
    assert!(stopped.to_string().starts_with("no solution was found: after"), "{stopped}");
    let count = root(Short, &[0.3, 0.1], &[1.0]).unwrap_err();
    assert_eq!(
        count.to_string(),
        "the equation has 1 residuals and the start 2 unknowns: return a residual for each unknown"
    );
    assert!(matches!(fixed_point(Babylon, &[0.0], &[1.0]), Err(Unsolved::NotFinite { .. })));
    let mut y = [0.0_f64];
    add_solution(&mut y, &[1.0], &Root(None), &[0.3]);
    assert!(y[0].is_nan());
}

#[derive(Clone)]
struct Hill;

impl Objective for Hill {
    fn value<T: Real>(&self, y: &[T], x: &[T]) -> T {
        x[0] - y[0] * y[0] + y[0].powi(4)
    }
}

#[derive(Clone)]
struct Saddle;

impl Objective for Saddle {
    fn value<T: Real>(&self, y: &[T], _: &[T]) -> T {
        y[0] * y[0] - y[1] * y[1] + y[1].powi(4)
    }
}

#[derive(Clone)]
struct Flat;

impl Objective for Flat {
    fn value<T: Real>(&self, y: &[T], _: &[T]) -> T {
        y[0].powi(4)
    }
}

#[test]
fn a_maximum_and_a_saddle_are_no_minima() {
    let found = minimum(Hill, &[0.1], &[1.0]).unwrap();
    assert!((found[0] - 0.5_f64.sqrt()).abs() < 1e-9);
    assert!(matches!(minimum(Hill, &[0.0], &[1.0]), Err(Unsolved::NoMinimum { iterations: 0 })));
    assert!(matches!(minimum(Saddle, &[0.0, 0.0], &[1.0]), Err(Unsolved::NoMinimum { .. })));
    let missed = minimum(Saddle, &[0.3, 0.0], &[1.0]).unwrap_err();
    assert!(missed.to_string().contains("a maximum or a saddle"), "{missed}");
    assert_eq!(minimum(Flat, &[0.0], &[1.0]), Ok(vec![0.0]));
    assert_eq!(minimum(Flat, &[], &[1.0]), Err(Unsolved::Nothing));
}
