//! `Option` parameters whose numbers carry cotangents.

use retrograde::{Real, differentiable};

#[differentiable]
fn scaled(x: f64, k: Option<f64>) -> f64 {
    let y = match k {
        Some(k) => x * k,
        None => x,
    };
    if let Some(k) = k { y * k } else { y * k.unwrap_or(2.0) }
}
#[differentiable]
fn scaling(x: f64, k: Option<f64>) -> f64 {
    scaled(x, k) + scaled(x, Some(x)) + scaled(x, None) + k.map(|k| k * k).unwrap_or(x)
}
#[differentiable]
fn generic<T: Real>(x: T, k: Option<T>) -> T {
    x * k.unwrap_or(x)
}

#[test]
fn what_a_parameter_holds_has_a_cotangent() {
    for k in [Some(0.7), Some(-1.3), None] {
        assert_eq!(scaled::check(0.3, k), Ok(()));
        assert_eq!(scaling::check(0.3, k), Ok(()));
        assert_eq!(generic::check(0.3, k), Ok(()));
    }
    assert_eq!(scaled::gradient(3.0, Some(0.5)), (0.75, (0.25, Some(3.0))));
    assert_eq!(scaled::gradient(3.0, None), (6.0, (2.0, None)));
    let (mut x_bar, mut k_bar) = (1.0, Some(-1.0));
    assert_eq!(scaled::pull(10.0, 3.0, &mut x_bar, Some(0.5), &mut k_bar), 0.75);
    assert_eq!((x_bar, k_bar), (3.5, Some(29.0)));
}
