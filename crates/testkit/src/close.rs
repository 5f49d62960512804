//! Comparison of floats: [`close`] for computed results, [`ulps`] for results that should agree bit for bit.
//!
//! Law: NaN is close to nothing, so a test cannot pass on it.

/// True if `a` and `b` agree within `tolerance`, relative to the larger of them and absolute below 1.
///
/// Equal infinities agree; NaN agrees with nothing, not even itself.
pub fn close(a: f64, b: f64, tolerance: f64) -> bool {
    difference(a, b) <= tolerance
}

/// Returns the difference of `a` and `b`: relative to the larger of them, absolute if both are below 1.
pub fn difference(a: f64, b: f64) -> f64 {
    if a == b { 0.0 } else { (a - b).abs() / a.abs().max(b.abs()).max(1.0) }
}

/// Returns the number of representable numbers from `a` to `b`: 0 for equal numbers, 1 for neighbours.
pub fn ulps(a: f64, b: f64) -> u64 {
    // Bit patterns of floats of one sign are ordered like the floats; those of negative floats are reversed.
    let place = |x: f64| {
        let bits = x.to_bits() as i64;
        if bits < 0 { i64::MIN - bits } else { bits }
    };
    if a.is_nan() || b.is_nan() { u64::MAX } else { place(a).abs_diff(place(b)) }
}

/// Asserts that two numbers are [`close`]; the tolerance is 1e-9 unless given. A message may follow.
///
/// ```
/// use retrograde_testkit::assert_close;
///
/// assert_close!(0.1 + 0.2, 0.3);
/// assert_close!(355.0 / 113.0, std::f64::consts::PI, 1e-6, "an old approximation");
/// ```
#[macro_export]
macro_rules! assert_close {
    ($a:expr, $b:expr $(,)?) => { $crate::assert_close!($a, $b, 1e-9) };
    ($a:expr, $b:expr, $tolerance:expr $(,)?) => { $crate::assert_close!($a, $b, $tolerance, "") };
    ($a:expr, $b:expr, $tolerance:expr, $($message:tt)+) => {{
        let (a, b, tolerance): (f64, f64, f64) = ($a, $b, $tolerance);
        assert!(
            $crate::close(a, b, tolerance),
            "{} and {} are not close\n   left: {a:?}\n  right: {b:?}\n  apart: {:.3e}, allowed {tolerance:e}\n{}",
            stringify!($a),
            stringify!($b),
            $crate::difference(a, b),
            format_args!($($message)+),
        );
    }};
}

/// Asserts that two slices have the same length and are [`close`] entry by entry.
///
/// ```
/// retrograde_testkit::assert_all_close!([1.0, 2.0], [1.0, 2.0 + 1e-13]);
/// ```
#[macro_export]
macro_rules! assert_all_close {
    ($a:expr, $b:expr $(,)?) => { $crate::assert_all_close!($a, $b, 1e-9) };
    ($a:expr, $b:expr, $tolerance:expr $(,)?) => { $crate::assert_all_close!($a, $b, $tolerance, "") };
    ($a:expr, $b:expr, $tolerance:expr, $($message:tt)+) => {{
        let (a, b) = (&$a, &$b);
        assert_eq!(a.len(), b.len(), "{} and {} differ in length", stringify!($a), stringify!($b));
        for (i, (left, right)) in a.iter().zip(b.iter()).enumerate() {
            $crate::assert_close!(*left, *right, $tolerance, "at entry {i}. {}", format_args!($($message)+));
        }
    }};
}
