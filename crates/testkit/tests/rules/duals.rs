//! Dual numbers as a user meets them: nesting, mixing with plain numbers, comparing, printing.

use retrograde_numbers::{Dual, dual};
use retrograde_rules::Real;
use retrograde_testkit::assert_close;

#[test]
fn perturbations_are_not_confused() {
    // d/dx (x · d/dy (x + y)) = 1, although an inner tangent taken for an outer one would make it 2.
    let outer =
        dual::derivative(|x| x * dual::derivative(|y| Dual::constant_of(x) + y, Dual::constant(1.0)), 1.0);
    assert_eq!(outer, 1.0);
    // d/dx (x · d/dy (x · y)) at 3 = d/dx x² = 6.
    assert_eq!(dual::derivative(|x| x * dual::derivative(|y| Dual::constant_of(x) * y, x), 3.0), 6.0);
}

#[test]
fn levels_nest_to_any_depth() {
    fn fourth<T: Real>(x: T) -> T {
        x.exp() * x.sin()
    }
    let x = Dual::variable(Dual::variable(Dual::variable(Dual::variable(0.7))));
    // The fourth derivative of eˣ sin x is -4 eˣ sin x.
    assert_close!(fourth(x).tangent.tangent.tangent.tangent, -4.0 * fourth(0.7), 1e-14);
}

#[test]
fn plain_numbers_mix_in_on_both_sides() {
    let x = Dual::variable(2.0);
    assert_eq!((x + 1.0, (x + 1.0).tangent), (Dual::constant(3.0), 1.0));
    assert_eq!((1.0 - x).tangent, -1.0);
    assert_eq!((x * 3.0).tangent, 3.0);
    assert_eq!((1.0 / x).tangent, -0.25);
    assert_eq!((x / 4.0).tangent, 0.25);
    let lent = &x;
    assert_eq!((lent * x + x * lent - lent * lent).tangent, 4.0);
    assert_eq!((2.0 * lent - lent * 2.0 + -lent).tangent, -1.0);
    let nested = Dual::variable(Dual::variable(2.0));
    assert_eq!((1.0 / nested).tangent.tangent, 0.25);

    let mut y = x;
    y += 1.0;
    y *= x;
    y -= lent;
    y /= 2.0;
    // y = (x (x + 1) - x) / 2 = x² / 2
    assert_eq!((y.value, y.tangent), (2.0, 2.0));
    assert_eq!(Dual::<f64>::from(5.0).tangent, 0.0);
}

#[test]
fn a_plain_number_is_not_multiplied_by_a_zero_tangent() {
    let pole = Dual::new(f64::INFINITY, 1.0);
    assert_eq!((pole * 2.0).tangent, 2.0);
    // The constant as a dual number brings its zero tangent along: 0 · ∞.
    assert!((pole * Dual::constant(2.0)).tangent.is_nan());
}

#[test]
fn collections_fold() {
    let x = [Dual::variable(2.0), Dual::constant(3.0), Dual::variable(4.0)];
    assert_eq!(x.iter().sum::<Dual<f64>>().tangent, 2.0);
    assert_eq!(x.into_iter().sum::<Dual<f64>>().value, 9.0);
    // d(2·3·4) = 3·4 + 2·3
    assert_eq!(x.iter().product::<Dual<f64>>().tangent, 18.0);
}

#[test]
fn comparison_looks_at_values() {
    assert_eq!(Dual::new(1.0, 2.0), Dual::new(1.0, 3.0));
    assert!(Dual::new(1.0, 9.0) < Dual::new(2.0, 0.0));
    assert!(Dual::new(1.0, 9.0) < 1.5 && Dual::new(1.0, 9.0) == 1.0);
    assert!(Dual::new(f64::NAN, 0.0).partial_cmp(&Dual::constant(0.0)).is_none());
    assert_eq!(Dual::variable(Dual::variable(3.5)).primal(), 3.5);
}

#[test]
fn printing_shows_both_parts() {
    assert_eq!(Dual::new(3.0, 1.5).to_string(), "(3 + 1.5 ε)");
    assert_eq!(
        format!("{:.2}", Dual::variable(Dual::new(1.0, 2.0))),
        "((1.00 + 2.00 ε) + (1.00 + 0.00 ε) ε)"
    );
}

#[test]
fn single_precision_duals_take_double_constants() {
    let x = Dual::<f32>::variable(2.0);
    let y = 0.5 * x * x + 1.0;
    assert_eq!((y.value, y.tangent), (3.0_f32, 2.0_f32));
}
