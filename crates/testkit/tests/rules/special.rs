//! The functions that the standard library lacks, against values computed with forty digits.

use retrograde_rules::Real;
use retrograde_testkit::assert_close;

/// x, erf(x), erfc(x)
#[rustfmt::skip]
#[allow(clippy::excessive_precision, clippy::approx_constant)]
const ERROR_FUNCTIONS: &[(f64, f64, f64)] = &[
    (1e-300, 1.1283791670955126e-300, 1.0),
    (1e-08, 1.1283791670955126e-08, 0.9999999887162083),
    (0.1, 0.1124629160182849, 0.887537083981715),
    (0.3, 0.3286267594591274, 0.6713732405408726),
    (0.46875, 0.49261347321793797, 0.507386526782062),
    (0.469, 0.4928398949625797, 0.5071601050374204),
    (0.5, 0.5204998778130465, 0.4795001221869535),
    (0.75, 0.7111556336535151, 0.28884436634648486),
    (1.0, 0.8427007929497149, 0.15729920705028513),
    (1.5, 0.9661051464753108, 0.033894853524689274),
    (2.0, 0.9953222650189527, 0.004677734981047266),
    (2.9, 0.9999589021219005, 4.109787809945886e-05),
    (3.999, 0.9999999844552505, 1.554474949099499e-08),
    (4.0, 0.9999999845827421, 1.541725790028002e-08),
    (4.001, 0.9999999847092178, 1.5290782173248732e-08),
    (5.0, 0.9999999999984626, 1.537459794428035e-12),
    (5.9, 0.9999999999999999, 7.190409783550478e-17),
    (-0.2, -0.22270258921047847, 1.2227025892104784),
    (-0.8, -0.7421009647076605, 1.7421009647076604),
    (-2.5, -0.999593047982555, 1.999593047982555),
    (-6.5, -1.0, 2.0),
    (8.0, 1.0, 1.1224297172982926e-29),
    (12.0, 1.0, 1.3562611692059042e-64),
    (20.0, 1.0, 5.395865611607901e-176),
    (26.0, 1.0, 5.663192408856143e-296),
    (26.5, 1.0, 2.2109076642637343e-307),
];

/// x, 1/(1 + exp(-x)), ln(1 + exp(x))
#[rustfmt::skip]
#[allow(clippy::excessive_precision, clippy::approx_constant)]
const SIGMOIDS: &[(f64, f64, f64)] = &[
    (-800.0, 0.0, 0.0),
    (-700.0, 9.85967654375977e-305, 9.85967654375977e-305),
    (-40.0, 4.248354255291589e-18, 4.248354255291589e-18),
    (-1.0, 0.2689414213699951, 0.3132616875182228),
    (-1e-10, 0.499999999975, 0.6931471805099453),
    (0.0, 0.5, 0.6931471805599453),
    (1e-10, 0.500000000025, 0.6931471806099453),
    (0.5, 0.6224593312018546, 0.9740769841801067),
    (3.0, 0.9525741268224333, 3.048587351573742),
    (30.0, 0.9999999999999064, 30.000000000000092),
    (700.0, 1.0, 700.0),
    (800.0, 1.0, 800.0),
];

// Called as functions: as methods of a plain float these names are reserved by the standard library.
fn erf<T: Real>(x: T) -> T {
    x.erf()
}

fn erfc<T: Real>(x: T) -> T {
    x.erfc()
}

/// Asserts agreement relative to the true value, however small that is.
fn assert_relative(ours: f64, truth: f64, tolerance: f64, what: &str) {
    let relative = if ours == truth { 0.0 } else { ((ours - truth) / truth).abs() };
    assert!(relative <= tolerance, "{what}: {ours:e} is off {truth:e} by {relative:e}");
}

#[test]
fn error_functions_are_accurate_to_the_last_digits() {
    for &(x, true_erf, true_erfc) in ERROR_FUNCTIONS {
        assert_relative(erf(x), true_erf, 4.5e-16, &format!("erf({x})"));
        assert_relative(erf(-x), -true_erf, 4.5e-16, &format!("erf(-{x})"));
        assert_relative(erfc(x), true_erfc, 2e-15, &format!("erfc({x})"));
        assert_close!(erf(x as f32) as f64, true_erf, 1e-7);
    }
    assert_eq!((erf(f64::INFINITY), erf(f64::NEG_INFINITY)), (1.0, -1.0));
    assert_eq!((erfc(f64::INFINITY), erfc(f64::NEG_INFINITY)), (0.0, 2.0));
    assert!(erf(f64::NAN).is_nan() && erfc(f64::NAN).is_nan());
    assert_eq!(erf(-0.0_f64).to_bits(), (-0.0_f64).to_bits());
}

#[test]
fn sigmoids_overflow_nowhere() {
    for &(x, logistic, softplus) in SIGMOIDS {
        // Left of -708 the true values are subnormal or below; an absolute error of 1e-300 is not a loss.
        if x > -708.0 {
            assert_relative(x.logistic(), logistic, 1e-15, &format!("logistic({x})"));
            assert_relative(x.softplus(), softplus, 1e-15, &format!("softplus({x})"));
        } else {
            assert!(x.logistic() < 1e-300 && x.softplus() < 1e-300);
        }
    }
    assert_eq!((f64::INFINITY.softplus(), f64::NEG_INFINITY.softplus()), (f64::INFINITY, 0.0));
    assert_eq!((200.0_f32.logistic(), (-200.0_f32).logistic()), (1.0, 0.0));
}
