//! `clamp` of what is no number: the value of a gradient has the bits of the function's.

use super::unordered::{panics, same};
use retrograde::prelude::*;

const NAN: f64 = f64::NAN;

#[differentiable]
fn clamped(x: f64, low: f64, high: f64) -> f64 {
    x.clamp(-0.5, 0.5) + x.clamp(low, high)
}

#[differentiable]
fn clamped_whole(x: &[f64], at: i64) -> f64 {
    x[at.clamp(0, x.len() as i64 - 1) as usize] * (at as f64).clamp(-2.0, 2.0)
}

#[differentiable]
fn clamped_each(y: &mut [f64], x: &[f64]) {
    #[parallel]
    for i in 0..x.len() {
        y[i] += x[i].clamp(-0.5, 0.5).exp();
    }
}

#[test]
fn a_clamp_keeps_what_is_no_number() {
    let all = [NAN, 0.0, -0.0, 0.25, -0.5, 0.5, 3.0, -3.0, f64::INFINITY, f64::NEG_INFINITY];
    for x in all {
        for (low, high) in [(-1.0, 1.0), (-0.0, 0.0), (0.0, 0.0), (0.25, 0.25)] {
            same("clamped", &[x, low, high], clamped(x, low, high), clamped::gradient(x, low, high).0);
        }
        for (low, high) in [(1.0, -1.0), (NAN, 1.0), (-1.0, NAN)] {
            assert!(panics(|| clamped(x, low, high)));
            let value = std::panic::catch_unwind(|| clamped::gradient(x, low, high).0);
            assert!(value.is_err() || value.is_ok_and(f64::is_nan), "{x} {low} {high}");
        }
    }
    for at in [-1, 0, 1, 7] {
        assert_eq!(clamped_whole(&[3.0, 4.0], at), clamped_whole::gradient(&[3.0, 4.0], at).0);
    }
}

#[test]
fn a_clamp_in_lanes() {
    let x: Vec<f64> = (0..37).map(|i| if i % 5 == 0 { NAN } else { i as f64 * 0.1 - 1.0 }).collect();
    let (mut y, mut of) = (vec![0.0; 37], vec![0.0; 37]);
    clamped_each(&mut y, &x);
    let mut bars = vec![0.0; 37];
    clamped_each::sweep(&mut of, &mut vec![1.0; 37], &x, &mut bars);
    for i in 0..37 {
        assert!((y[i] - of[i]).abs() < 1e-15 || y[i].is_nan() && of[i].is_nan(), "{i}: {} {}", y[i], of[i]);
        let slope = if x[i].abs() < 0.5 { x[i].exp() } else { 0.0 };
        assert!(x[i].is_nan() || (bars[i] - slope).abs() < 1e-12, "{i}: {}", bars[i]);
    }
}
