//! Questions that are one expression: comparisons of computed values, ranges, first items, truth values as numbers.

use retrograde::differentiable;
use std::cmp::Ordering;

#[differentiable]
fn compared(x: &[f64], w: f64) -> f64 {
    let mut s = x.iter().copied().max_by(|a, b| (a * w).total_cmp(&(b * w))).unwrap() * w;
    for i in 1..x.len() {
        if (x[i] * w).total_cmp(&(x[i - 1] * w)).is_lt() {
            s += x[i] * w;
        }
        match (x[i] - w).total_cmp(&(x[i - 1] - x[i])) {
            Ordering::Less => s += w,
            _ => s *= w,
        }
    }
    let nearest = x.iter().map(|v| v * w).min_by(|a, b| (a - 0.3).abs().total_cmp(&(b - 0.3).abs())).unwrap();
    let last = x.iter().enumerate().max_by(|a, b| (a.1 * w).total_cmp(&(b.1 * w))).unwrap();
    s * nearest + last.1 * last.0 as f64
}

#[differentiable]
fn first_items(x: &[f64], w: f64) -> f64 {
    let a = x.iter().map(|v| v * w).next().unwrap();
    let b = x.iter().filter(|v| **v > 0.6).nth(1).copied().unwrap_or(w);
    let c = match x.iter().skip(1).nth(9) {
        Some(v) => *v,
        None => w * w,
    };
    if let Some(d) = x.iter().enumerate().map(|(i, v)| v * i as f64).nth(2) {
        return a * b + c * d + x.iter().nth(2).map_or(w, |v| v * v);
    }
    let e = (0..x.len()).filter(|i| x[*i] > w).next().map_or(0.0, |i| x[i] * i as f64);
    a + b * c + e
}

#[differentiable]
fn ranges(x: &[f64], k: usize, w: f64) -> f64 {
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        if (1..k).contains(&i) && (0.1..=0.9).contains(v) {
            s += v * w;
        }
    }
    s + x.iter().filter(|v| (0.5..1.0).contains(*v)).map(|v| v * v).sum::<f64>()
}

#[differentiable]
fn truths(x: &[f64], w: f64) -> f64 {
    let mut s = 0.0;
    #[parallel]
    for i in 0..x.len() {
        let is_large = x[i] > 0.6;
        s += (f64::from(is_large) + f64::from(x[i] < 1.0)) * x[i].exp() * w;
    }
    s + f64::from(w > 0.3 && s > 0.0) * w
}

#[differentiable]
fn single_truths(x: &[f32], w: f32) -> f32 {
    x.iter().map(|v| f32::from(*v > 0.5) * v * w).sum()
}

/// The values of an array are computed before any place changes.
#[differentiable]
fn arrays(x: f64, w: f64) -> f64 {
    let mut c = [x, w, 1.0];
    let (mut a, mut b) = (x, 0.0);
    for _ in 0..3 {
        [c[0], c[1]] = [c[1], c[0] * 0.3];
        [a, c[1], _] = [c[1] * a, c[0] * 0.3, 2.0];
        let d = [a * w, b];
        [b, c[0]] = d;
    }
    c[0] * c[1] * x + a * b
}

const X: [f64; 5] = [0.5, 0.25, 0.7, 0.9, 1.1];

#[test]
fn values_are_compared() {
    assert_eq!(compared::check(&X, 0.4), Ok(()));
}

#[test]
fn first_items_are_found() {
    assert_eq!(first_items::check(&X, 0.4), Ok(()));
    assert_eq!(first_items::check(&[0.5], 0.4), Ok(()));
}

#[test]
fn ranges_are_asked() {
    assert_eq!(ranges::check(&X, 4, 0.4), Ok(()));
}

#[test]
fn truths_are_numbers() {
    let x: Vec<f64> = X.iter().cycle().take(20).copied().collect();
    assert_eq!(truths::check(&x, 0.4), Ok(()));
    let (value, (by_x, by_w)) = single_truths::gradient(&[0.25, 0.75], 0.5);
    assert_eq!((value, by_x, by_w), (0.375, vec![0.0, 0.5], 0.75));
}

#[test]
fn arrays_are_assigned() {
    assert_eq!(arrays::check(0.5, 0.7), Ok(()));
}

/// An index and an item that change in their round.
#[differentiable]
fn changed_items(x: &[f64], n: usize, w: f64) -> f64 {
    let mut s = 0.0;
    for mut i in 0..n {
        i = i * 2 % x.len();
        s += x[i] * w;
        i += 1;
        s += x[i % x.len()] * s;
    }
    for mut v in x.iter().copied() {
        if v > 0.35 {
            v *= w;
        }
        s += v * v;
    }
    for mut i in (0..x.len()).rev() {
        while i > 0 {
            i -= 1;
            s += x[i] * w;
        }
    }
    s
}

macro_rules! with_a_block {
    ($name:ident, $x:ident, $s:ident, $each:block) => {
        /// A macro hands statements over as a block.
        #[differentiable]
        fn $name($x: f64) -> f64 {
            let mut $s = 0.0;
            for i in 0..3 {
                $each
                $s += $x * i as f64;
            }
            $s
        }
    };
}

with_a_block!(of_a_macro, x, s, {
    s = s * x + 1.0;
});

/// Constants of another type of floats come first, and have no cotangent.
#[differentiable]
fn of_single_constants(#[inactive] x: &[f32], w: &[f64]) -> f64 {
    let mut s = w[0];
    for (v, w) in x.iter().zip(w) {
        s += (f64::from(*v) - w).powi(2) * *v as f64;
    }
    s.ln()
}

#[test]
fn items_change() {
    assert_eq!(changed_items::check(&[0.3, 0.4, 0.9], 4, 0.7), Ok(()));
    assert_eq!(of_a_macro::check(0.3), Ok(()));
    assert_eq!(of_single_constants::check(&[0.5, 0.25], &[0.3, 0.4]), Ok(()));
}
