//! Functions in any Rust with a pullback, `#[primitive(pull = f)]`: numbers that carry derivatives take the pullback too.

use retrograde::prelude::*;
use retrograde::{Active, Dual, Shadow, value_and_gradient};

/// The square, on plain numbers.
#[primitive(pull = square_pull)]
fn square<T: Real>(x: &[T]) -> T {
    let plain: f64 = x[0].primal();
    let value: f64 = plain * plain;
    value as T
}

fn square_pull<T: Real, C: Cotangent<T>>(y_bar: C, x: &[T], mut x_bar: impl Shadow<T, C>) -> T {
    let y = square(x);
    x_bar.add(0, y_bar.scaled(T::constant(2.0) * x[0]));
    y
}

#[reversible]
fn cube<T: Real>(x: &[T]) -> T {
    square(x) * x[0]
}

#[differentiable(generic)]
fn ordinary_cube(x: &[f64]) -> f64 {
    let square = square(x);
    square * x[0]
}

#[reversible]
fn eight<T: Real>(x: &[T; 1]) -> [T; 8] {
    let s = square(x);
    [s, s, s, s, s, s, s, s]
}

#[test]
fn every_way_takes_the_pullback() {
    square::check(&[2.0]).unwrap();
    assert_eq!((square::jvp(&[2.0], &[1.0]), square::hessian(&[2.0])), ((4.0, 4.0), vec![vec![2.0]]));
    assert_eq!((cube::gradient(&[2.0]), cube::jvp(&[2.0], &[1.0])), ((8.0, (vec![12.0],)), (8.0, 12.0)));
    assert_eq!(cube::hessian(&[2.0]), [[12.0]]);
    assert_eq!(ordinary_cube::jvp(&[2.0], &[1.0]), (8.0, 12.0));
    assert_eq!(ordinary_cube::hessian(&[2.0]), [[12.0]]);
    assert_eq!(eight::jacobian(&[2.0]).rows, [[4.0]; 8]);
    let x = [Dual::new(Dual::new(2.0, 1.0), Dual::new(1.0, 0.0))];
    assert_eq!(cube(&x).tangent, Dual::new(12.0, 12.0));
    let rows = [Dual::new(2.0, [1.0, 3.0])];
    assert_eq!(cube(&rows).tangent, [12.0, 36.0]);
    assert_eq!(value_and_gradient(|x: Vec<Active>| cube(&x), &vec![2.0]).unwrap(), (8.0, vec![12.0]));
}

#[derive(Clone, Differentiable)]
struct Pair<T> {
    a: T,
}

#[primitive(pull = lost_pull)]
fn lost<T: Real>(pair: &Pair<T>) -> T {
    let plain: f64 = pair.a.primal();
    plain as T
}

fn lost_pull<T: Real, C: Cotangent<T>>(y_bar: C, pair: &Pair<T>, pair_bar: &mut PairShadow<C>) -> T {
    pair_bar.a = pair_bar.a.plus(y_bar);
    lost(pair)
}

#[test]
#[should_panic(expected = "has a pullback, and its body is not differentiated")]
fn a_tangent_that_has_no_place_is_not_lost_in_silence() {
    assert_eq!(lost::gradient(&Pair { a: 2.0 }).0, 2.0);
    lost(&Pair { a: Dual::variable(2.0) });
}
