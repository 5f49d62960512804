//! Places seen through functions of the user's: as targets of updates and lent to calls.

use retrograde::Cotangent;
use retrograde::prelude::*;

/// Moves a number by what others say.
#[reversible]
fn sheared<T: Real>(x: &mut T, k: T, by: &[T]) {
    for i in 0..by.len() {
        *x += k.sin() * by[i] * by[i];
    }
}

/// A bijection of two numbers at once.
#[reversible]
fn lifted(pair: &mut [f64; 2], angle: f64) {
    retrograde::instructions::rot(&mut pair[0], &mut pair[1], angle);
    pair[1] += pair[0] * pair[0];
}

#[reversible]
fn grow(x: &mut f64, rate: f64) {
    let up = rate * rate;
    *x += up;
}

#[reversible]
fn bend(pair: &mut [f64; 2], rate: f64) {
    pair[0] += pair[1].sin() * rate;
    pair[1] += 0.5 * rate;
}

#[reversible]
fn updated(x: &mut [f64], k: f64, by: &[f64], w: f64) {
    for i in 0..x.len() {
        sheared(&mut x[i], k, by) += w * by[0];
        -sheared(&mut x[i], k, by) += w.exp();
        sheared(&mut (-x[i]), k, by) -= w.sin();
    }
}

#[reversible]
fn lent(pair: &mut [f64; 2], angle: f64, rate: f64, by: &[f64]) {
    bend(&mut lifted(&mut *pair, angle), rate);
    bend(&mut lifted(&mut lifted(&mut *pair, rate), angle), rate);
    grow(&mut sheared(&mut pair[0], angle, by), rate);
}

#[test]
fn an_update_goes_through_a_function() {
    let mut x = [0.4, -0.7, 1.2];
    assert_eq!(updated::check(&mut x, 0.3, &[0.5, 0.9], 0.8), Ok(()));
    let mut y = x;
    updated(&mut y, 0.3, &[0.5, 0.9], 0.8);
    for (y, x) in y.iter().zip(x) {
        // The shear is taken back each time, and the signs are those of the views.
        let wanted = x + 0.8 * 0.5 - 0.8_f64.exp() + 0.8_f64.sin();
        assert!((y - wanted).abs() < 1e-12, "{y} is not {wanted}");
    }
}

#[test]
fn a_call_sees_through_a_function() {
    assert_eq!(lent::check(&mut [0.4, -0.7], 0.3, 0.8, &[0.5, 0.6]), Ok(()));
    let (mut through, mut by_hand) = ([0.4, -0.7], [0.4, -0.7]);
    lent(&mut through, 0.3, 0.8, &[0.5, 0.6]);
    lifted(&mut by_hand, 0.3);
    bend(&mut by_hand, 0.8);
    lifted::inverse(&mut by_hand, 0.3);
    lifted(&mut by_hand, 0.8);
    lifted(&mut by_hand, 0.3);
    bend(&mut by_hand, 0.8);
    lifted::inverse(&mut by_hand, 0.3);
    lifted::inverse(&mut by_hand, 0.8);
    grow(&mut by_hand[0], 0.8);
    for (a, b) in through.iter().zip(by_hand) {
        assert!((a - b).abs() < 1e-12, "{through:?} is not {by_hand:?}");
    }
}

/// A bijection whose inverse and adjoint are declared, and which is checked like any other.
#[instruction(inverse = unsinh, adjoint = sinh_adjoint, inverse_adjoint = unsinh_adjoint)]
fn sinh(x: &mut f64, k: f64) {
    *x = (*x * k).sinh();
}

fn unsinh(x: &mut f64, k: f64) {
    *x = x.asinh() / k;
}

fn sinh_adjoint<C: Cotangent<f64>>(x: &mut f64, x_bar: &mut C, k: f64, k_bar: &mut C) {
    unsinh(x, k);
    let slope = x_bar.scaled((*x * k).cosh());
    *k_bar = k_bar.plus(slope.scaled(*x));
    *x_bar = slope.scaled(k);
}

fn unsinh_adjoint<C: Cotangent<f64>>(x: &mut f64, x_bar: &mut C, k: f64, k_bar: &mut C) {
    *k_bar = k_bar.plus(x_bar.scaled(-*x / k));
    sinh(x, k);
    *x_bar = x_bar.scaled(1.0 / (k * (1.0 + *x * *x).sqrt()));
}

#[reversible]
fn in_sinh(x: &mut f64, k: f64, e: f64) {
    sinh(&mut *x, k) += e * e;
}

#[test]
fn a_declared_bijection_is_a_view() {
    assert_eq!(sinh::check(&mut 0.4, 0.7), Ok(()));
    assert_eq!(in_sinh::check(&mut 0.4, 0.7, 0.9), Ok(()));
    let mut x = 0.4;
    in_sinh(&mut x, 0.7, 0.9);
    assert!((x - ((0.4_f64 * 0.7).sinh() + 0.81).asinh() / 0.7).abs() < 1e-14);
}
