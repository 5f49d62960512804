//! NaN and zeros with signs: the value of a gradient has the bits of the function's.

use retrograde::prelude::*;
use std::cmp::Ordering;

const NAN: f64 = f64::NAN;

#[differentiable]
fn least(x: &[f64]) -> f64 {
    *x.iter().min_by(|a, b| a.total_cmp(b)).unwrap()
}

#[differentiable]
fn greatest(x: &[f64]) -> f64 {
    x.iter().copied().max_by(|a, b| a.total_cmp(b)).unwrap()
}

#[differentiable]
fn sorted(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.sort_by(|a, b| a.total_cmp(b));
    let mut s = 0.0;
    for i in 0..v.len() {
        if v[i] > 0.5 {
            s += (i as f64) * v[i];
        }
    }
    s
}

#[differentiable]
fn falling(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.sort_unstable_by(|a, b| b.total_cmp(a));
    1.0 / v[0] + v[v.len() - 1]
}

#[differentiable]
fn inverse(x: &[f64]) -> f64 {
    1.0 / x.iter().min_by(|a, b| a.total_cmp(b)).unwrap()
}

#[differentiable]
fn matched(x: f64, y: f64) -> f64 {
    let a = match x.total_cmp(&y) {
        Ordering::Less => x * 2.0,
        Ordering::Equal => y * 3.0,
        Ordering::Greater => y * 4.0 - 1.0,
    };
    let b = if x.total_cmp(&y).is_lt() { 1.0 } else { 2.0 };
    let c = if x.total_cmp(&y) == Ordering::Greater { 10.0 } else { 20.0 };
    if a.is_nan() { b + c } else { a + b + c }
}

#[differentiable]
fn searched(x: &[f64], at: f64) -> f64 {
    let i: usize = x.binary_search_by(|v| v.total_cmp(&at)).unwrap_or_else(|i| i + 10);
    i as f64 + 1.0 / x[i % x.len()]
}

#[differentiable]
fn otherwise(x: &[f64]) -> f64 {
    let a = x.iter().max_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal)).unwrap();
    let b = x.iter().min_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Greater)).unwrap();
    let c = match a.partial_cmp(b).unwrap_or(Ordering::Equal) {
        Ordering::Less => 1.0,
        Ordering::Equal => 2.0,
        Ordering::Greater => 3.0,
    };
    let d = if a.partial_cmp(&1.0).unwrap_or(Ordering::Less).is_ne() { 5.0 } else { 7.0 };
    let e = if b.partial_cmp(&1.0).unwrap_or(Ordering::Equal).is_ne() { 50.0 } else { 70.0 };
    a * 100.0 + b + c + d + e
}

#[differentiable]
fn least_checked(x: &[f64]) -> f64 {
    *x.iter().min_by(|a, b| a.partial_cmp(b).unwrap()).unwrap()
}

#[differentiable]
fn greatest_checked(x: &[f64]) -> f64 {
    x.iter().copied().max_by(|a, b| a.partial_cmp(b).expect("an order")).unwrap()
}

#[differentiable]
fn sorted_checked(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    v.sort_by(|a, b| b.partial_cmp(a).unwrap());
    v[0]
}

#[differentiable]
fn matched_checked(x: &[f64]) -> f64 {
    match x[0].partial_cmp(&x[1]).unwrap() {
        Ordering::Less => x[0],
        Ordering::Equal => x[1] * 2.0 + 1.0,
        Ordering::Greater => x[1],
    }
}

#[differentiable]
fn decided_checked(x: &[f64]) -> f64 {
    if x[0].partial_cmp(&x[1]).unwrap().is_le() { x[0] } else { 3.0 * x[1] }
}

#[differentiable]
fn searched_checked(x: &[f64]) -> f64 {
    let i: usize = x.binary_search_by(|v| v.partial_cmp(&2.0).unwrap()).unwrap_or_else(|i| i + 10);
    x[i % x.len()]
}

const LISTS: [&[f64]; 9] = [
    &[NAN, 2.0, -1.0, 3.0],
    &[1.0, NAN, 0.5],
    &[-NAN, 2.0, -1.0, NAN],
    &[0.0, -0.0],
    &[-0.0, 0.0],
    &[0.0, -0.0, 0.0, -0.0, 1.0],
    &[3.0, 1.0, 3.0, 1.0, 2.0],
    &[NAN, 1.0],
    &[5.0],
];

/// The bits of a value; NaN has one sign for each of its own.
pub(super) fn same(name: &str, x: &[f64], function: f64, gradient: f64) {
    let alike = function.to_bits() == gradient.to_bits() || function.is_nan() && gradient.is_nan();
    assert!(alike, "{name} of {x:?}: the function is {function}, its gradient returns {gradient}");
}

/// True if a call panics.
pub(super) fn panics<R>(call: impl FnOnce() -> R) -> bool {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).is_err()
}

#[test]
fn total_orders() {
    for x in LISTS {
        same("least", x, least(x), least::gradient(x).0);
        same("greatest", x, greatest(x), greatest::gradient(x).0);
        same("sorted", x, sorted(x), sorted::gradient(x).0);
        same("falling", x, falling(x), falling::gradient(x).0);
        same("inverse", x, inverse(x), inverse::gradient(x).0);
        for at in [NAN, -NAN, 0.0, -0.0, 2.0] {
            let mut of = x.to_vec();
            of.sort_by(f64::total_cmp);
            same("searched", x, searched(&of, at), searched::gradient(&of, at).0);
        }
        for y in LISTS {
            same("matched", &[x[0], y[0]], matched(x[0], y[0]), matched::gradient(x[0], y[0]).0);
        }
    }
    assert_eq!(least::gradient(&[NAN, 2.0, -1.0, 3.0]), (-1.0, (vec![0.0, 0.0, 1.0, 0.0],)));
    assert_eq!(sorted::gradient(&[NAN, 2.0, -1.0, 3.0]), (8.0, (vec![0.0, 1.0, 0.0, 2.0],)));
}

#[test]
fn total_orders_of_other_numbers() {
    assert_eq!(least32::gradient(&[f32::NAN, 2.0, -0.0, 0.0]), (-0.0, (vec![0.0, 0.0, 1.0, 0.0],)));
    assert!(least32::gradient(&[0.0, -0.0]).0.is_sign_negative());
}

#[differentiable]
fn least32(x: &[f32]) -> f32 {
    *x.iter().min_by(|a, b| a.total_cmp(b)).unwrap()
}

#[test]
fn an_order_instead() {
    for x in LISTS {
        same("otherwise", x, otherwise(x), otherwise::gradient(x).0);
    }
}

#[test]
fn no_order() {
    macro_rules! both {
        ($($f:ident)*) => { $(
            for x in LISTS.iter().filter(|x| x.len() > 1) {
                let (function, gradient) = (panics(|| $f(x)), panics(|| $f::gradient(x)));
                assert_eq!(function, gradient, "{} of {x:?}: the function panics: {function}", stringify!($f));
                if !function {
                    same(stringify!($f), x, $f(x), $f::gradient(x).0);
                }
            }
        )* };
    }
    both! { least_checked greatest_checked sorted_checked matched_checked decided_checked searched_checked }
}
