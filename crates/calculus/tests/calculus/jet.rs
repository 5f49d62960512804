//! `Jet`: its derivatives against nested dual numbers, against the papers, and through reversible functions.

use retrograde::prelude::*;
use retrograde::{Active, Dual, value_and_gradient};
use retrograde_calculus::{Jet, directional};
use retrograde_testkit::{assert_all_close, assert_close};

/// The fifth derivative by five levels of dual numbers, and those below it.
type Five = Dual<Dual<Dual<Dual<Dual<f64>>>>>;

fn nested(f: impl Fn(Five) -> Five, x: f64, v: f64) -> [f64; 6] {
    // Each level moves along the same direction.
    let one = Dual::new(x, v);
    let two = Dual::new(one, Dual::new(v, 0.0));
    let three = Dual::new(two, Dual::constant_of(Dual::new(v, 0.0)));
    let four = Dual::new(three, Dual::constant_of(Dual::constant_of(Dual::new(v, 0.0))));
    let five = Dual::new(four, Dual::constant_of(Dual::constant_of(Dual::constant_of(Dual::new(v, 0.0)))));
    let y = f(five);
    let t = |n: usize| {
        let a = if n > 4 { y.tangent } else { y.value };
        let b = if n > 3 { a.tangent } else { a.value };
        let c = if n > 2 { b.tangent } else { b.value };
        let d = if n > 1 { c.tangent } else { c.value };
        if n > 0 { d.tangent } else { d.value }
    };
    [0, 1, 2, 3, 4, 5].map(t)
}

macro_rules! agree {
    ($($x:literal: $y:expr;)*) => { $( {
        fn f<T: Real>(x: T) -> T {
            let c = T::constant;
            let _ = c(0.0);
            let f: fn(T, fn(f64) -> T) -> T = $y;
            f(x, c)
        }
        let jet = directional(|x: &[Jet<f64, 6>]| f(x[0]), &[$x], &[0.7]);
        assert_all_close!(jet, nested(f, $x, 0.7), 1e-9, stringify!($y));
    } )* };
}

#[test]
fn every_function_has_five_derivatives() {
    agree! {
        0.4: |x, _| x.exp() + x.exp2() + x.exp_m1();
        0.4: |x, _| x.ln() + x.log2() + x.log10() + x.ln_1p();
        0.4: |x, _| x.sin() * x.cos() - x.tan();
        0.4: |x, _| x.asin() + x.acos() * x.atan();
        0.4: |x, _| x.sinh() - x.cosh() * x.tanh();
        0.4: |x, _| x.asinh() + x.atanh();
        1.9: |x, _| x.acosh() + x.recip() + x.sqrt() * x.cbrt();
        0.4: |x, _| x.logistic() + x.softplus() + x.erf() * x.erfc();
        0.4: |x, c| x.powf(x * c(2.0)) + x.powi(3) - x.powi(-2) + x.powi(7);
        0.4: |x, c| x.hypot(c(1.0) + x) + x.atan2(x * x) + x.logaddexp(c(2.0) * x);
        0.4: |x, c| x.max(c(0.1)) * x.min(c(0.1)) + x.mul_add(x, x.abs()) + x.floor();
        -1.3: |x, c| (x * x + c(1.0)) / (x - c(0.5)) - c(3.0) * x.abs().nonzero();
    }
}

#[test]
fn polynomials_are_exact_at_zero() {
    let x = Jet::<f64, 8>::variable(0.0);
    let mut expected = [0.0; 8];
    expected[5] = 120.0;
    assert_eq!(x.powi(5).derivatives(), expected);
    assert_eq!(Jet::<f64, 1>::variable(2.0).powi(2).derivatives(), [4.0]);
}

#[test]
fn forty_orders_are_no_more_than_forty_coefficients() {
    // sin has the derivatives of a circle; 2⁴⁰ dual numbers would not end.
    let derivatives = Jet::<f64, 41>::variable(0.3).sin().derivatives();
    for (k, derivative) in derivatives.into_iter().enumerate() {
        let circle = [0.3_f64.sin(), 0.3_f64.cos(), -0.3_f64.sin(), -0.3_f64.cos()][k % 4];
        assert_close!(derivative, circle, 1e-9);
    }
    // 1 / (1 − x) has k!.
    let quotient = (Jet::<f64, 20>::constant(1.0) / (Jet::constant(1.0) - Jet::variable(0.0))).coefficients();
    assert_eq!(quotient, [1.0; 20]);
}

/// The exponential function by its series, as in paper 001.
fn iexp<T: Real>(x: T) -> T {
    let (mut sum, mut term) = (T::one(), T::one());
    for k in 1..60 {
        term = term * x / T::constant(f64::from(k));
        sum += term;
    }
    sum
}

/// The Bessel function J_n by its series, as in paper 002.
fn bessel<T: Real>(n: i32, z: T) -> T {
    let half = z * T::constant(0.5);
    let mut term = half.powi(n) / T::constant((1..=n).map(f64::from).product());
    let mut sum = term;
    for k in 1..40 {
        term = -(term * half * half) / T::constant(f64::from(k) * f64::from(k + n));
        sum += term;
    }
    sum
}

#[test]
fn the_numbers_of_the_papers() {
    let exponential = iexp(Jet::<f64, 3>::variable(1.6)).derivatives();
    assert_close!(exponential[2], 4.95303, 1e-5);
    let bessel = bessel(2, Jet::<f64, 3>::variable(1.0)).derivatives();
    assert_close!(bessel[1], 0.2102436, 1e-7);
    assert_close!(bessel[2], 0.13446683844, 1e-9);
}

/// Rosenbrock's function, reversibly.
#[reversible]
fn valley<T: Real>(y: &mut T, x: &[T]) {
    for i in 1..x.len() {
        *y += 100.0 * (x[i] - x[i - 1] * x[i - 1]).powi(2) + (1.0 - x[i - 1]).powi(2);
    }
}

#[test]
fn through_reversible_functions_and_their_adjoints() {
    let (at, along) = ([0.3, -0.8, 1.2], [1.0, 0.5, -2.0]);
    let curve: Vec<Jet<f64, 4>> = at.iter().zip(along).map(|(x, v)| Jet::along(*x, v)).collect();
    let mut y = Jet::constant(0.0);
    valley(&mut y, &curve);
    let (mut y_bar, mut bars) = (Jet::constant(1.0), [Jet::constant(0.0); 3]);
    valley::adjoint(&mut y, &mut y_bar, &curve, &mut bars);
    // Forward over reverse: the gradient along the curve. Its product with the direction is the next derivative of the value.
    let slopes: Jet<f64, 4> = bars.iter().zip(along).map(|(bar, v)| *bar * Jet::constant(v)).sum();
    let value = directional(
        |x: &[Jet<f64, 5>]| {
            let mut y = Jet::constant(0.0);
            valley(&mut y, x);
            y
        },
        &at,
        &along,
    );
    assert_all_close!(slopes.derivatives(), value[1..], 1e-12);
    // And the first is that of the tape.
    let tape = |x: Vec<Active>| {
        let mut y = Active::constant(0.0);
        valley(&mut y, &x);
        y
    };
    let (_, gradient) = value_and_gradient(tape, &at.to_vec()).unwrap();
    assert_all_close!(bars.map(|bar| bar.value()), gradient, 1e-12);
}

#[test]
fn jets_over_duals_differentiate_once_more() {
    // d/da of the third derivative by x of sin(a x), at a = 2, x = 0.3.
    let a = Dual::variable(2.0);
    let y = (Jet::constant_of(a) * Jet::<Dual<f64>, 4>::variable(Dual::constant(0.3))).sin();
    let third = y.derivatives()[3];
    let (s, c) = 0.6_f64.sin_cos();
    assert_close!(third.value, -8.0 * c, 1e-12);
    assert_close!(third.tangent, -12.0 * c + 8.0 * 0.3 * s, 1e-12);
}
