//! Instructions and adjoints that are declared, and the helpers that hold them against differences.

use retrograde::prelude::*;
use retrograde::{Mismatch, Shadow, check_gradient};

// Paper 001, section V: a rotation whose adjoint is its inverse, with the cotangent of the angle.

/// Turns a vector.
#[instruction(inverse = unturn, adjoint = turn_adjoint)]
fn turn<T: Real>(a: &mut T, b: &mut T, angle: T) {
    let (cos, sin) = (angle.cos(), angle.sin());
    (*a, *b) = (*a * cos - *b * sin, *a * sin + *b * cos);
}

fn turn_adjoint<T: Real, C: Cotangent<T>>(
    a: &mut T,
    a_bar: &mut C,
    b: &mut T,
    b_bar: &mut C,
    angle: T,
    angle_bar: &mut C,
) {
    *angle_bar = angle_bar.plus(b_bar.scaled(*a).minus(a_bar.scaled(*b)));
    unturn(a, b, angle);
    let (cos, sin) = (angle.cos(), angle.sin());
    (*a_bar, *b_bar) =
        (a_bar.scaled(cos).plus(b_bar.scaled(sin)), b_bar.scaled(cos).minus(a_bar.scaled(sin)));
}

/// Turns it back.
#[instruction(inverse = turn, adjoint = unturn_adjoint)]
fn unturn<T: Real>(a: &mut T, b: &mut T, angle: T) {
    turn(a, b, -angle);
}

fn unturn_adjoint<T: Real, C: Cotangent<T>>(
    a: &mut T,
    a_bar: &mut C,
    b: &mut T,
    b_bar: &mut C,
    angle: T,
    angle_bar: &mut C,
) {
    let mut back = angle_bar.negated();
    turn_adjoint(a, a_bar, b, b_bar, -angle, &mut back);
    *angle_bar = back.negated();
}

/// Mirrors a slice: undone by itself.
#[instruction(self_inverse, adjoint = mirror_adjoint)]
fn mirror<T: Real>(y: &mut [T]) {
    y.reverse();
}

fn mirror_adjoint<T: Real, C: Cotangent<T>>(y: &mut [T], y_bar: &mut [C]) {
    y.reverse();
    y_bar.reverse();
}

/// A bijection of the host: y ← sinh y, undone by a plain function.
#[instruction(inverse = unsinh, adjoint = sinh_adjoint, inverse_adjoint = unsinh_adjoint)]
fn sinh(y: &mut f64) {
    *y = y.sinh();
}

fn unsinh(y: &mut f64) {
    *y = y.asinh();
}

fn sinh_adjoint<C: Cotangent<f64>>(y: &mut f64, y_bar: &mut C) {
    unsinh(y);
    *y_bar = y_bar.scaled(y.cosh());
}

fn unsinh_adjoint<C: Cotangent<f64>>(y: &mut f64, y_bar: &mut C) {
    sinh(y);
    *y_bar = y_bar.scaled(1.0 / (1.0 + *y * *y).sqrt());
}

/// A step of a counter and a shift by weights, of every kind of argument.
#[instruction(inverse = unshift, adjoint = shift_adjoint)]
fn shift<T: Real>(count: &mut usize, y: &mut [T], w: &[T], k: [T; 2], at: usize) {
    *count += 3;
    y[at] += w[0] * w[1] * k[0] * k[1];
}

fn shift_adjoint<T: Real, C: Cotangent<T>>(
    count: &mut usize,
    y: &mut [T],
    y_bar: &mut [C],
    w: &[T],
    mut w_bar: impl Shadow<T, C>,
    k: [T; 2],
    k_bar: &mut [C; 2],
    at: usize,
) {
    unshift(count, y, w, k, at);
    let seed = y_bar[at];
    w_bar.add(0, seed.scaled(w[1] * k[0] * k[1]));
    w_bar.add(1, seed.scaled(w[0] * k[0] * k[1]));
    k_bar[0] = k_bar[0].plus(seed.scaled(w[0] * w[1] * k[1]));
    k_bar[1] = k_bar[1].plus(seed.scaled(w[0] * w[1] * k[0]));
}

#[instruction(inverse = shift, adjoint = unshift_adjoint)]
fn unshift<T: Real>(count: &mut usize, y: &mut [T], w: &[T], k: [T; 2], at: usize) {
    *count -= 3;
    y[at] -= w[0] * w[1] * k[0] * k[1];
}

fn unshift_adjoint<T: Real, C: Cotangent<T>>(
    count: &mut usize,
    y: &mut [T],
    y_bar: &mut [C],
    w: &[T],
    w_bar: impl Shadow<T, C>,
    k: [T; 2],
    k_bar: &mut [C; 2],
    at: usize,
) {
    y_bar[at] = y_bar[at].negated();
    shift_adjoint(count, y, y_bar, w, w_bar, k, k_bar, at);
    y_bar[at] = y_bar[at].negated();
    *count += 6;
    for y in &mut y[at..=at] {
        let twice = T::constant(2.0) * w[0] * w[1] * k[0] * k[1];
        *y += twice;
    }
}

/// All of them in one program.
#[reversible]
fn dance<T: Real>(count: &mut usize, y: &mut [T], w: &[T], angle: T) {
    shift(&mut *count, &mut *y, w, [angle, 2.0], 0);
    for i in 1..y.len() {
        turn(&mut y[i - 1], &mut y[i], angle * w[i]);
    }
    mirror(&mut *y);
    unturn::inverse(&mut y[0], &mut y[1], w[0] * w[0]);
    mirror::inverse(&mut y[1..]);
    shift::inverse(&mut *count, &mut *y, w, [w[0], 2.0], 1);
}

#[reversible]
fn curve(y: &mut f64, x: f64) {
    *y += x;
    sinh(&mut *y);
    *y += x * x;
    sinh::inverse(&mut *y);
}

#[test]
fn declarations_agree_with_differences() {
    assert_eq!(turn::check(&mut 0.3, &mut -1.2, 0.7), Ok(()));
    assert_eq!(unturn::check(&mut 0.3, &mut -1.2, 0.7), Ok(()));
    assert_eq!(mirror::check(&mut [0.3, 0.4, 5.0]), Ok(()));
    assert_eq!(sinh::check(&mut 0.3), Ok(()));
    let (mut count, mut y) = (4, [0.5, 0.7]);
    assert_eq!(shift::check(&mut count, &mut y, &[0.3, 0.4], [2.0, 3.0], 1), Ok(()));
    assert_eq!((count, y), (4, [0.5, 0.7]));
}

#[test]
fn programs_of_declared_instructions_differentiate() {
    let at = [0.5, -0.3, 0.8, 0.2, 0.7, -0.4, 0.9];
    let run = |x: &[f64]| {
        let mut y = [x[0], x[1], x[2]];
        dance(&mut 7, &mut y, &x[3..6], x[6]);
        y
    };
    let seed = [0.7, -1.4, 2.0];
    let (mut y, mut y_bar, mut w_bar, mut angle_bar) = (run(&at), seed, [0.0; 3], 0.0);
    dance::adjoint(&mut 7, &mut y, &mut y_bar, &at[3..6], &mut w_bar, at[6], &mut angle_bar);
    assert!(y.iter().zip(&at).all(|(y, x)| (y - x).abs() < 1e-14));
    let gradient = [&y_bar[..], &w_bar, &[angle_bar]].concat();
    let value = |x: &[f64]| run(x).iter().zip(&seed).map(|(y, s)| y * s).sum::<f64>();
    assert_eq!(check_gradient(value, &at, &gradient), Ok(()));

    let (mut y, mut y_bar, mut x_bar) = (0.4, 1.7, 0.0);
    curve(&mut y, 0.3);
    curve::adjoint(&mut y, &mut y_bar, 0.3, &mut x_bar);
    let value = |x: &[f64]| {
        let mut y = x[0];
        curve(&mut y, x[1]);
        1.7 * y
    };
    assert_eq!(check_gradient(value, &[0.4, 0.3], &[y_bar, x_bar]), Ok(()));
}

// Declarations that are wrong, each in its own way.

#[instruction(inverse = scale_back, adjoint = scale_adjoint)]
fn scale(y: &mut f64, k: f64) {
    *y *= k;
}

#[instruction(inverse = scale, adjoint = scale_adjoint)]
fn scale_back(y: &mut f64, k: f64) {
    *y /= k;
}

/// Forgets the factor, and assigns instead of adding.
fn scale_adjoint<C: Cotangent<f64>>(y: &mut f64, y_bar: &mut C, k: f64, k_bar: &mut C) {
    *y /= k;
    *y_bar = y_bar.scaled(k);
    *k_bar = y_bar.scaled(*y);
}

#[instruction(self_inverse, adjoint = step_adjoint)]
fn step(y: &mut f64) {
    *y += 1.0;
}

fn step_adjoint<C>(y: &mut f64, _y_bar: &mut C) {
    *y -= 1.0;
}

#[test]
fn wrong_declarations_are_found() {
    let wrong = step::check(&mut 2.0).unwrap_err();
    assert_eq!(wrong.to_string(), "the inverse leaves 4.0 in number 0 of the arguments, where 2.0 belongs");
    let wrong = scale::check(&mut 2.0, 3.0).unwrap_err();
    assert!(matches!(wrong, Mismatch::Program { program: "the adjoint", .. }), "{wrong}");
    assert!(
        wrong.to_string().starts_with("the adjoint is wrong: the derivative by x[1] at 3.0 is "),
        "{wrong}"
    );
}

// An adjoint of one's own for a reversible function: paper 000, listing 21 says that of `y += sqrt(x)`.

#[reversible(adjoint = add_sqrt_adjoint)]
fn add_sqrt<T: Real>(y: &mut T, x: T) {
    *y += x.sqrt();
}

fn add_sqrt_adjoint<T: Real, C: Cotangent<T>>(y: &mut T, y_bar: &mut C, x: T, x_bar: &mut C) {
    let a = x.sqrt();
    *y -= a;
    *x_bar = x_bar.plus(y_bar.scaled(T::constant(1.0) / (T::constant(2.0) * a)));
}

#[reversible]
fn distance(y: &mut f64, a: f64, b: f64) {
    add_sqrt(&mut *y, a * a + b * b);
}

/// A value with a pullback of one's own: the mean square, which is pulled back in one line.
#[reversible(pull = mean_square_pull)]
fn mean_square<T: Real>(x: &[T], #[inactive] weight: f64) -> T {
    let mut sum = 0.0;
    for i in 0..x.len() {
        sum += weight * x[i] * x[i];
    }
    sum / (x.len() as T)
}

fn mean_square_pull<T: Real, C: Cotangent<T>>(
    y_bar: C,
    x: &[T],
    mut x_bar: impl Shadow<T, C>,
    weight: f64,
) -> T {
    let n = T::constant(x.len() as f64);
    for (i, x) in x.iter().enumerate() {
        x_bar.add(i, y_bar.scaled(T::constant(2.0 * weight) * *x / n));
    }
    mean_square(x, weight)
}

#[reversible]
fn outer(x: &[f64]) -> f64 {
    mean_square(x, 2.0).sin() + mean_square(&x[1..], 0.5)
}

#[test]
fn adjoints_of_ones_own() {
    assert_eq!(add_sqrt::check(&mut 0.5, 2.25), Ok(()));
    assert_eq!(add_sqrt::gradient(2.25), (1.5, (1.0 / 3.0,)));
    let (mut y, mut y_bar, mut a_bar, mut b_bar) = (5.0, 10.0, 0.0, 0.0);
    distance::adjoint(&mut y, &mut y_bar, 3.0, &mut a_bar, 4.0, &mut b_bar);
    assert_eq!((y, y_bar, a_bar, b_bar), (0.0, 10.0, 6.0, 8.0));

    assert_eq!(mean_square::check(&[1.0, 2.0, -0.7], 1.5), Ok(()));
    let x = [0.3, 0.2, 0.9];
    let (_, (gradient,)) = outer::gradient(&x);
    assert_eq!(check_gradient(outer, &x, &gradient), Ok(()));
}

/// The adjoint that is declared is the one that runs.
#[test]
fn a_declared_adjoint_takes_the_place_of_the_derived_one() {
    /// Passes its argument on, and turns the sign of what comes back.
    #[reversible(adjoint = turned)]
    fn pass(y: &mut f64, x: f64) {
        *y += 3.0 * x;
    }
    fn turned<C: Cotangent<f64>>(y: &mut f64, y_bar: &mut C, x: f64, x_bar: &mut C) {
        *y -= 3.0 * x;
        *x_bar = x_bar.minus(y_bar.scaled(3.0));
    }
    assert_eq!(pass::gradient(2.0), (6.0, (-3.0,)));
    assert!(pass::check(&mut 0.0, 2.0).is_err());
}

/// The pullback of [`in_plain_rust`] and [`of_arrays`]: of the logarithm of a sum of exponentials.
fn shares<T: Real, C: Cotangent<T>>(y_bar: C, x: &[T], mut x_bar: impl retrograde::Shadow<T, C>) -> T {
    let value = in_plain_rust(x);
    for i in 0..x.len() {
        x_bar.add(i, y_bar.scaled((x[i] - value).exp()));
    }
    value
}

/// Its body is not reversible, and need not be.
#[reversible(pull = shares)]
fn in_plain_rust<T: Real>(x: &[T]) -> T {
    let mut all = x.to_vec();
    let mut total = 0.0 * x[0];
    while let Some(x) = all.pop() {
        total = total + x.exp();
    }
    total.ln()
}

#[retrograde::primitive(pull = shares)]
fn of_arrays(x: &[f64]) -> f64 {
    let most = x.iter().copied().fold(f64::MIN, f64::max);
    most + x.iter().map(|x| (x - most).exp()).sum::<f64>().ln()
}

#[retrograde::differentiable]
fn calls_both(a: f64, b: f64) -> f64 {
    let v = [a, b, a * b];
    in_plain_rust(&v) * a + of_arrays(&v)
}

#[test]
fn what_has_a_pullback_is_plain_rust() {
    assert_eq!(in_plain_rust::check(&[0.3, 0.2]), Ok(()));
    assert_eq!(of_arrays::check(&[0.3, 0.2]), Ok(()));
    assert_eq!(calls_both::check(0.3, 0.2), Ok(()));
}
