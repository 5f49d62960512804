//! `Option` parameters whose numbers carry cotangents.

use retrograde::{Differentiable, Real, Record, differentiable};

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

#[differentiable]
fn tried(x: f64, n: usize) -> Option<f64> {
    let mut y = x;
    for _ in 0..n {
        if y > 10.0 {
            return None;
        }
        y *= x;
    }
    Some(y)
}

#[differentiable]
fn failing(x: f64) -> Result<[f64; 2], String> {
    if x < 0.0 {
        return Err(format!("{x}"));
    }
    Ok([x.sqrt(), x * x])
}

#[test]
fn records_of_values_that_may_be_missing() {
    let (value, mut record) = tried::record(1.5, 3);
    assert_eq!(value, tried(1.5, 3));
    let mut x_bar = 0.0;
    tried::replay(&mut record, 2.0, 1.5, &mut x_bar, 3);
    assert!((x_bar - 2.0 * 4.0 * 1.5_f64.powi(3)).abs() < 1e-12);
    let mut record = Record::new();
    for (x, n) in [(1.5, 3), (1.5, 30), (1.2, 4)] {
        assert_eq!(tried::gradient_in(&mut record, x, n), tried::gradient(x, n));
        let mut x_bar = 0.0;
        assert_eq!(tried::pull_in(&mut record, 1.0, x, &mut x_bar, n), tried(x, n));
        assert_eq!(x_bar, tried::gradient(x, n).map_or(0.0, |(_, (slope,))| slope));
    }
    assert_eq!(failing::record(-1.0).0, Err("-1".to_string()));
    let (mut x_bar, mut record) = (0.0, failing::record(4.0).1);
    failing::replay(&mut record, [4.0, 1.0], 4.0, &mut x_bar);
    assert_eq!(x_bar, 9.0);
}

/// Sums the numbers that are there, by `flatten`.
#[differentiable]
fn flattened(options: &[Option<f64>], a: f64) -> f64 {
    let mut sum: f64 = options.iter().flatten().map(|x| x * a).sum();
    for x in options.iter().rev().flatten() {
        sum += x * x * a * sum;
    }
    sum
}

/// An `Option` in an `Option`.
#[differentiable]
fn ends(options: &[Option<f64>], a: f64) -> f64 {
    let first = options.first().unwrap();
    let last = match options.last().unwrap() {
        Some(x) => x * a,
        None => a,
    };
    let second = if let Some(Some(x)) = options.get(1) { x * x } else { a * a };
    first.unwrap_or(2.0) * a + last * second
}

#[test]
fn options_in_slices() {
    for options in [[Some(1.0), None, Some(0.3)], [None, Some(0.7), None]] {
        assert_eq!(flattened::check(&options, 0.4), Ok(()));
        assert_eq!(ends::check(&options, 0.4), Ok(()));
    }
}

/// Remembers what it was asked last.
#[derive(Clone, Debug, Differentiable)]
struct Slew {
    last: Option<f64>,
    gain: f64,
}

#[differentiable]
impl Slew {
    fn step(&mut self, x: f64) -> f64 {
        let y = if let Some(old) = self.last.take() { old + self.gain * (x - old) } else { x };
        self.last = Some(y);
        y
    }
    fn rise(&mut self, x: f64) -> f64 {
        match self.last.replace(x) {
            Some(old) => x - old,
            None => 0.0,
        }
    }
}

/// A structure that the crate knows may be changed by several methods that have a value, and by others.
#[differentiable]
fn slewed(xs: &[f64], gain: f64) -> f64 {
    let mut slew = Slew { last: None, gain };
    let mut before: Option<f64> = None;
    let mut sum = 0.0;
    for &x in xs {
        let y = slew.step(x);
        if let Some(before) = before.replace(y) {
            sum += (y - before).powi(2);
        }
        if y > 0.8 {
            slew.gain *= 0.5;
            sum += slew.rise(0.1 * y);
        }
    }
    sum + before.unwrap_or(0.0) + xs.iter().rev().take_while(|x| **x < 0.3).last().unwrap_or(&0.7)
}

#[test]
fn values_are_replaced_and_taken() {
    assert_eq!(slewed::check(&[0.3, 0.9, 1.4, 0.2], 0.7), Ok(()));
    assert_eq!(slewed::check(&[0.9, 1.4], 0.7), Ok(()));
    assert_eq!(Slew { last: Some(0.3), gain: 0.7 }.rise_check(0.5), Ok(()));
}
