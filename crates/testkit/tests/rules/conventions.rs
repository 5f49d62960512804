//! The conventions at kinks, jumps and poles, case by case.

use retrograde_numbers::{Dual, dual};
use retrograde_rules::{Primitive, Real, symbolic};

const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// Name, arguments, partials; NaN bit patterns and signs of zeros are not compared.
const PINNED: &[(&str, &[f64], &[f64])] = &[
    // Kinks: the mean of the one-sided derivatives.
    ("abs", &[0.0], &[0.0]),
    ("abs", &[-0.0], &[0.0]),
    ("max", &[2.0, 2.0], &[0.5, 0.5]),
    ("min", &[2.0, 2.0], &[0.5, 0.5]),
    ("max", &[0.0, -0.0], &[0.5, 0.5]),
    ("max", &[-INF, -INF], &[0.5, 0.5]),
    ("max", &[3.0, -INF], &[1.0, 0.0]),
    ("min", &[3.0, -INF], &[0.0, 1.0]),
    ("hypot", &[0.0, 0.0], &[0.0, 0.0]),
    ("hypot", &[0.0, -3.0], &[0.0, -1.0]),
    // Jumps: zero.
    ("signum", &[0.0], &[0.0]),
    ("floor", &[1.0], &[0.0]),
    ("ceil", &[1.0], &[0.0]),
    ("round", &[0.5], &[0.0]),
    ("trunc", &[-1.0], &[0.0]),
    ("above", &[1.0, 1.0], &[0.0, 0.0]),
    ("nonzero", &[0.0], &[1.0]),
    // Poles: what the formula gives.
    ("sqrt", &[0.0], &[INF]),
    ("cbrt", &[0.0], &[INF]),
    ("ln", &[0.0], &[INF]),
    ("log2", &[0.0], &[INF]),
    ("log10", &[0.0], &[INF]),
    ("ln_1p", &[-1.0], &[INF]),
    ("asin", &[1.0], &[INF]),
    ("asin", &[-1.0], &[INF]),
    ("acos", &[1.0], &[-INF]),
    ("acos", &[-1.0], &[-INF]),
    ("atanh", &[1.0], &[INF]),
    ("atanh", &[-1.0], &[INF]),
    ("acosh", &[1.0], &[INF]),
    ("recip", &[0.0], &[-INF]),
    ("div", &[1.0, 0.0], &[INF, -INF]),
    ("div", &[-1.0, 0.0], &[INF, INF]),
    ("div", &[0.0, 0.0], &[INF, NAN]),
    ("powf", &[0.0, 0.5], &[INF, 0.0]),
    ("atan2", &[0.0, 0.0], &[NAN, NAN]),
    // Outside the domain.
    ("sqrt", &[-1.0], &[NAN]),
    ("asin", &[2.0], &[NAN]),
    ("acosh", &[0.5], &[NAN]),
    ("acosh", &[-2.0], &[NAN]),
    ("ln", &[-2.0], &[-0.5]),
    ("atanh", &[3.0], &[-0.125]),
    // Powers whose exponent is constant.
    ("powf", &[0.0, 2.0], &[0.0, 0.0]),
    ("powf", &[0.0, 1.0], &[1.0, 0.0]),
    ("powf", &[0.0, 0.0], &[NAN, 0.0]),
    ("powf", &[0.0, -1.0], &[-INF, NAN]),
    ("powf", &[-2.0, 2.0], &[-4.0, 4.0 * std::f64::consts::LN_2]),
    ("powf", &[-2.0, 0.5], &[NAN, NAN]),
    // Not-a-number stays visible.
    ("max", &[NAN, 1.0], &[NAN, NAN]),
    ("min", &[1.0, NAN], &[NAN, NAN]),
    ("abs", &[NAN], &[NAN]),
    ("sqrt", &[NAN], &[NAN]),
    // Infinite arguments.
    ("tanh", &[INF], &[0.0]),
    ("tanh", &[-INF], &[0.0]),
    ("atan", &[INF], &[0.0]),
    ("asinh", &[-INF], &[0.0]),
    ("logistic", &[INF], &[0.0]),
    ("logistic", &[-INF], &[0.0]),
    ("erf", &[INF], &[0.0]),
    ("erfc", &[-INF], &[0.0]),
    ("exp", &[-INF], &[0.0]),
    ("exp2", &[-INF], &[0.0]),
    ("exp_m1", &[-INF], &[0.0]),
    ("softplus", &[-INF], &[0.0]),
    ("softplus", &[INF], &[1.0]),
    ("hypot", &[INF, 1.0], &[NAN, 0.0]),
    ("atan2", &[INF, 1.0], &[0.0, NAN]),
];

#[test]
fn partials_at_exceptional_points_are_as_written() {
    for (name, x, expected) in PINNED {
        let primitive = Primitive::by_name(name).unwrap_or_else(|| panic!("no primitive {name}"));
        let y = primitive.value(x, 0);
        let partials = primitive.partials(x, y, 0);
        let trees = symbolic::partials(primitive, 0);
        for i in 0..primitive.arity() {
            let same = |a: f64| a == expected[i] || a.is_nan() && expected[i].is_nan();
            assert!(
                same(partials[i]),
                "{name} at {x:?}: partial {i} is {}, not {}",
                partials[i],
                expected[i]
            );
            let tree = trees[i].evaluate(x, y);
            assert!(same(tree), "{name} at {x:?}: tree {i} gives {tree}, not {}", expected[i]);
        }
    }
}

#[test]
fn norms_of_nothing_have_no_slope() {
    assert_eq!(dual::derivative(|x| x.abs(), 0.0), 0.0);
    assert_eq!(dual::derivative(|x| x.max(-x), 0.0), 0.0);
    assert_eq!(dual::derivative(|x| x.hypot(Dual::constant(0.0)), 0.0), 0.0);
    assert!(dual::derivative(|x| (x * x).sqrt(), 0.0_f64).is_nan());
}

#[test]
fn constant_exponents_do_not_spoil_the_base() {
    let square = |x: Dual<f64>| x.powf(Dual::constant(2.0));
    assert_eq!(dual::derivative(square, 0.0), 0.0);
    assert_eq!(dual::derivative(square, -2.0), -4.0);
    assert_eq!(dual::second_derivative(|x| x.powf(Dual::constant(2.0)), 0.0), 2.0);
    assert_eq!(dual::derivative(|x| x.powi(0), 0.0), 0.0);
    assert_eq!(dual::derivative(|x| x.powi(1), 0.0), 1.0);
    assert_eq!(dual::derivative(|x| x.powi(i32::MIN), 1.0), i32::MIN as f64);
}

#[test]
fn clearance_vanishes_at_the_singularities() {
    for (name, x) in [
        ("abs", [0.0, 0.0]),
        ("sqrt", [0.0, 0.0]),
        ("div", [1.0, 0.0]),
        ("max", [2.0, 2.0]),
        ("atan2", [0.0, -1.0]),
        ("hypot", [0.0, 0.0]),
        ("floor", [3.0, 0.0]),
        ("round", [2.5, 0.0]),
        ("asin", [-1.0, 0.0]),
        ("acosh", [1.0, 0.0]),
    ] {
        let primitive = Primitive::by_name(name).expect("a primitive");
        assert_eq!(primitive.clearance(&x, 0), 0.0, "{name}");
        assert!(primitive.singularities().is_some(), "{name}");
    }
    assert_eq!(Primitive::Exp.clearance(&[0.0], 0), INF);
    assert_eq!(Primitive::Powi.clearance(&[0.0], 2), 1.0);
    assert_eq!(Primitive::Powi.clearance(&[0.0], -2), 0.0);
}

#[test]
fn an_indicator_has_three_values() {
    assert_eq!(Real::above(2.0, 1.0), 1.0);
    assert_eq!(Real::above(1.0, 2.0), 0.0);
    assert_eq!(Real::above(1.0, 1.0), 0.5);
    assert!(Real::above(1.0, NAN).is_nan());
    assert_eq!((Real::nonzero(-0.0), Real::nonzero(1e-300)), (1.0, 1e-300));
}
