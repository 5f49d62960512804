//! A user's own primitives, in every place where one of the table's may stand.

use retrograde::__private::Discard;
use retrograde::{Dual, Real, check_gradient, primitive, reversible};
use retrograde_testkit::{assert_all_close, assert_close, finite_difference};

/// x / (1 + |x|)
#[primitive(partials(1.0 / (1.0 + x.abs()).powi(2)))]
fn softsign<T: Real>(x: T) -> T {
    x / (1.0 + x.abs())
}

/// Literals on either side of either argument, and the value in both partials.
#[primitive(partials(2.0 * x * y * w - 0.5, y * x * x))]
pub fn bump<T: Real>(x: T, w: T) -> T {
    (x * x * w).exp() + 0.0 - 0.0 * x
}

/// The value comes from an iteration to which differentiation by itself would be blind.
#[primitive(partials(1.0 / (y.exp() * (1.0 + y))))]
fn lambert<T: Real>(x: T) -> T {
    let target = x.primal();
    let mut w = 0.5_f64;
    for _ in 0..50 {
        w -= (w * w.exp() - target) / (w.exp() * (1.0_f64 + w));
    }
    w as T
}

/// Arguments that carry no cotangent, in between and of many types.
#[primitive(partials(if n == 0 { 0.0 } else { n as T * x.powi(n - 1) * (scale[0] as T) }, 1.0))]
fn monomial<'a, T: Real, const K: usize>(n: i32, x: T, scale: &'a [f64; K], y: T, _name: &str) -> T {
    x.powi(n) * (scale[0] as T) + y
}

#[primitive(partials(-x.sin() * w))]
fn single(x: f32, #[inactive] w: f32) -> f32 {
    x.cos() * w
}

/// Without a type parameter the body stays as it is.
#[primitive(partials(y / a, y * (1.0 - b.logistic())))]
fn gate(a: f64, mut b: f64) -> f64 {
    b = a * b.logistic();
    b
}

#[test]
fn a_primitive_is_a_function() {
    assert_eq!(softsign(3.0), 0.75);
    assert_eq!(softsign(-3.0_f32), -0.75);
    assert_close!(lambert(1.0) * lambert(1.0).exp(), 1.0, 1e-15);
    assert_eq!(monomial(3, 2.0, &[10.0], 0.5, "cube"), 80.5);
}

#[test]
fn partials_agree_with_differences() {
    assert_eq!(softsign::check(0.7), Ok(()));
    assert_eq!(softsign::check(-2.0), Ok(()));
    assert_eq!(lambert::check(1.7), Ok(()));
    assert_eq!(monomial::check(3, -1.3, &[2.0, 0.0], 0.5, "cube"), Ok(()));
    let wrong = bump::check(0.3, 0.5).unwrap_err().to_string();
    assert!(wrong.contains("1 of 2 derivatives do not agree"), "{wrong}");
}

#[test]
fn gradients_are_owned() {
    let (value, (x_bar,)) = softsign::gradient(1.0);
    assert_eq!((value, x_bar), (0.5, 0.25));
    let (value, (x_bar, y_bar)) = monomial::gradient(2, 3.0, &[1.0], 1.0, "square");
    assert_eq!((value, x_bar, y_bar), (10.0, 6.0, 1.0));
    let (value, (x_bar,)) = single::gradient(0.0, 3.0);
    assert_eq!((value, x_bar), (3.0, 0.0));
}

#[test]
fn programs_pull_subtract_and_add() {
    let (mut x_bar, mut b_bar) = ([1.0, 1.0], [0.0; 2]);
    let value = gate::pull([1.0, 10.0], 2.0, &mut x_bar, 0.0, &mut b_bar);
    assert_eq!((value, x_bar, b_bar), (1.0, [1.5, 6.0], [0.5, 5.0]));

    let (mut y, mut y_bar, mut x_bar) = (10.0, 4.0, 0.0);
    softsign::sweep(&mut y, &mut y_bar, 1.0, &mut x_bar);
    assert_eq!((y, y_bar, x_bar), (10.5, 4.0, 1.0));
    softsign::adjoint(&mut y, &mut y_bar, 1.0, &mut x_bar);
    assert_eq!((y, y_bar, x_bar), (10.0, 4.0, 2.0));
    softsign::inverse(&mut y, 1.0);
    assert_eq!(y, 9.5);
    assert_eq!(
        monomial::__pull(1.0, 1, Discard, 5.0, Discard, &[1.0], Discard, 0.0, Discard, "x", Discard),
        5.0
    );
}

#[test]
fn duals_take_the_partials_and_not_the_body() {
    // The iteration of `lambert` carries no tangents: only its partials can give these.
    let w = lambert(1.0);
    let x = Dual::variable(Dual::variable(1.0));
    let y = lambert(x);
    let first = 1.0 / (w.exp() * (1.0 + w));
    let second = -first.powi(2) * (2.0 + w) / (1.0 + w);
    assert_all_close!([y.value.value, y.tangent.value, y.tangent.tangent], [w, first, second], 1e-14);
}

/// A primitive at work: nested, in a loop, with one argument that is inactive here.
#[reversible]
fn activations<T: Real>(out: &mut T, x: &[T], w: &[T], #[inactive] data: &[T], scale: &[f64; 1]) {
    for i in 0..x.len() {
        *out += softsign(x[i] * w[i]) * 2.0 + lambert(1.0 + softsign(data[i]) * 0.5);
        *out -= monomial(2, softsign(x[i]), scale, w[i], "square");
    }
}

#[test]
fn reversible_functions_call_primitives() {
    let (x, w, data) = ([0.5, -1.5, 2.0], [1.0, 0.3, -0.7], [0.1, 0.2, 0.3]);
    let value = |v: &[f64]| {
        let mut out = 0.0;
        activations(&mut out, &v[..3], &v[3..], &data, &[3.0]);
        out
    };
    let (out, (x_bar, w_bar)) = activations::gradient(&x, &w, &data, &[3.0]);
    let point = [x, w].concat();
    assert_close!(out, value(&point), 1e-15);
    assert_eq!(check_gradient(value, &point, &[x_bar.clone(), w_bar].concat()), Ok(()));

    // Forward over reverse: the whole program at dual numbers.
    let direction = [1.0, -2.0, 0.5];
    let duals: [_; 3] = std::array::from_fn(|i| Dual::new(x[i], direction[i]));
    let (_, (on_duals, _)) = activations::gradient(&duals, &w.map(Dual::from), &data.map(Dual::from), &[3.0]);
    let along = |t: f64| {
        let moved: [f64; 3] = std::array::from_fn(|i| x[i] + t * direction[i]);
        activations::gradient(&moved, &w, &data, &[3.0]).1.0
    };
    for i in 0..3 {
        assert_close!(on_duals[i].value, x_bar[i], 1e-15);
        assert_close!(on_duals[i].tangent, finite_difference::derivative(|t| along(t)[i], 0.0).value);
    }
}

mod elsewhere {
    /// Another crate's module imports neither `Real` nor anything else.
    #[retrograde::primitive(partials(y * (1.0 - y)))]
    pub fn sigmoid<R>(x: R) -> R
    where
        R: retrograde::Real,
    {
        return 1.0 / (1.0 + (-x).exp());
    }
}

#[test]
fn both_namespaces_are_imported_at_once() {
    use elsewhere::sigmoid;
    assert_eq!(sigmoid(0.0), 0.5);
    assert_eq!(sigmoid::gradient(0.0), (0.5, (0.25,)));
}

#[test]
fn a_primitive_may_stand_in_a_function_and_use_any_name() {
    #[primitive(partials(y_bar, y, 0.0 * y_ / c))]
    fn awkward<C: Real>(y: C, y_bar: C, c: C) -> C {
        y * y_bar + 0.0 * c
    }
    let (value, (y_bar, y, _)) = awkward::gradient(2.0, 3.0, 6.0);
    assert_eq!((value, y_bar, y), (6.0, 3.0, 2.0));
}
