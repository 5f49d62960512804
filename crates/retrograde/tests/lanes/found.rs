//! Loops without a mark: a release runs them in lanes, and computes what the debug build computes, up to the last digits.

#[path = "../../../released/src/found.rs"]
mod functions;

#[track_caller]
fn agree(n: usize, tolerance: f64, here: impl Iterator<Item = f64>, released: impl Iterator<Item = f64>) {
    for (at, (a, b)) in here.zip(released).enumerate() {
        let is_near = (a - b).abs() <= tolerance * (1.0 + a.abs());
        assert!(is_near, "{n}: number {at} is {a} here and {b} in the release");
    }
}

#[test]
fn loops_without_a_mark_have_the_same_derivatives() {
    const { assert!(!retrograde_released::CHECKED) };
    for n in [0, 1, 7, 31, 32, 33, 40, 63, 64, 65, 100, 257, 1000] {
        let ((here, singles), (released, others)) =
            (functions::derivatives(n), retrograde_released::derivatives(n));
        assert_eq!((here.len(), singles.len()), (released.len(), others.len()));
        agree(n, 1e-11, here.into_iter(), released.into_iter());
        agree(n, 1e-4, singles.into_iter().map(f64::from), others.into_iter().map(f64::from));
    }
}
