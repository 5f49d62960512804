//! Loops that run backwards add to the values of the function in that order, in all programs.

use retrograde::prelude::*;

#[differentiable]
fn counted(x: &[f64]) -> f64 {
    let mut s = 0.0;
    #[sequential]
    for i in (0..x.len()).rev() {
        s += x[i] * x[i] * 0.7;
    }
    s
}

#[differentiable]
fn visited(x: &[f64]) -> f64 {
    let mut s = 0.0;
    #[sequential]
    for v in x.iter().rev() {
        s += v * v * 0.7;
    }
    s * s
}

/// Without a mark: it may run in lanes, from some iterations on in release builds.
#[differentiable]
fn unmarked(x: &[f64], w: f64) -> f64 {
    let mut s = 0.0;
    for v in x.iter().rev() {
        s += v.sqrt() * w;
    }
    s
}

#[reversible]
fn strict(x: &[f64]) -> f64 {
    let mut s = 0.0;
    #[sequential]
    for i in (0..x.len()).rev() {
        s += x[i] * x[i] * 0.7;
    }
    s
}

#[test]
fn the_sums_of_loops_that_run_backwards_have_the_bits_of_the_text() {
    let mut state = 12345_u64;
    for _ in 0..200 {
        let number = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        let x: Vec<f64> = std::iter::repeat_with(number).take(20).collect();
        assert_eq!(counted::gradient(&x).0, counted(&x));
        assert_eq!(visited::gradient(&x).0, visited(&x));
        assert_eq!(unmarked::gradient(&x, 0.7).0, unmarked(&x, 0.7));
        assert_eq!(strict::gradient(&x).0, strict(&x));
    }
    counted::check(&[0.3, 0.7, 2.0]).unwrap();
    visited::check(&[0.3, 0.7, 2.0]).unwrap();
    strict::check(&[0.3, 0.7, 2.0]).unwrap();
}
