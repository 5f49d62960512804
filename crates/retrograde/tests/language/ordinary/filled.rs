//! Vectors that a loop fills: by `push`, by `collect`, in loops and functions that move them.

use retrograde::prelude::*;

/// Reads in one chain the vector that another one has collected.
#[differentiable]
fn softmax(x: &[f64], w: &[f64]) -> f64 {
    let e: Vec<f64> = x.iter().map(|x| x.exp()).collect();
    let s: f64 = e.iter().sum();
    let p: Vec<f64> = e.iter().map(|e| e / s).collect();
    p.iter().zip(w).map(|(p, w)| p * w).sum::<f64>() + p.len() as f64 * e[0]
}

/// Pushes by hand, and differences of neighbours.
#[differentiable]
fn pushed(x: &[f64], w: &[f64]) -> f64 {
    let mut v = Vec::new();
    for i in 0..x.len() {
        v.push(x[i] * w[i] + 1.0);
    }
    let d: Vec<f64> = v.windows(2).map(|p| p[1] - p[0]).collect();
    d.iter().map(|d| (1.0 + d * d).sqrt()).sum::<f64>() / v.len() as f64
}

/// The vector grows afterwards, or each iteration pushes twice or perhaps.
#[differentiable]
fn grown(x: &[f64], a: f64) -> f64 {
    let (mut v, mut twice, half, mut some) = (vec![], vec![], 0.5, Vec::new());
    for i in 0..x.len() {
        v.push(x[i] * a);
        twice.push(x[i].sin());
        twice.push(x[i].cos());
        if x[i] > half {
            some.push(a / x[i]);
        }
    }
    v.push(a);
    let last = v.pop().unwrap_or(0.0);
    v.iter().chain(&twice).chain(&some).map(|v| v * v).sum::<f64>() * last
}

/// Layers of other lengths move into one another.
#[differentiable]
fn layers(x: &[f64], w: &[f64], n: usize) -> f64 {
    let mut h = x.to_vec();
    for l in 0..w.len() {
        let next: Vec<f64> = (0..n).map(|i| (h[i] * w[l]).tanh()).collect();
        h = next;
    }
    for w in w {
        h = h.iter().map(|h| h * w + 0.5).collect();
    }
    h.iter().map(|h| (1.0 + h) * (2.0 + h)).sum::<f64>() * h.len() as f64
}

/// Rows of a table.
#[differentiable]
fn table(x: &[f64], w: &[f64]) -> f64 {
    let all: Vec<Vec<f64>> = x.iter().map(|x| w.iter().map(|w| (w * x).exp()).collect()).collect();
    let mut sum = 0.0;
    for i in 0..all.len() {
        for j in 0..all[i].len() {
            sum += all[i][j] * (i + 2 * j) as f64;
        }
    }
    sum
}

#[differentiable]
fn scaled(w: &[f64], x: f64) -> Vec<f64> {
    w.iter().map(|w| w * x).collect()
}

/// Storage as long as a vector that each iteration has to itself.
#[differentiable]
fn each(w: &[f64], x: &[f64]) -> f64 {
    let mut total = 0.0;
    for x in x {
        let sums = scaled(w, *x);
        let mut h = vec![0.0; sums.len()];
        for j in 0..sums.len() {
            h[j] = sums[j].exp();
        }
        let bent: Vec<f64> = sums.iter().map(|s| if *s > 0.0 { *s } else { 0.1 * s }).collect();
        total += h.iter().zip(&bent).map(|(h, b)| h * b).sum::<f64>();
    }
    total
}

/// Indices that are no `usize`, falling ranges, and the value that is returned.
#[differentiable]
fn returned<T: Real>(x: &[T], n: i32) -> Vec<T> {
    let mut v = vec![];
    for i in 0..n {
        v.push(x[0].powi(i));
    }
    for i in (0..x.len()).rev() {
        v.push(x[i] * x[0]);
    }
    let mut y = Vec::with_capacity(x.len());
    for i in 0..x.len() {
        let mut term = x[i].sin();
        term *= v[i];
        y.push(term + x[x.len() - 1]);
    }
    y
}

/// The length changes between the loop and its reverse pass.
#[differentiable]
fn shrinking(x: &[f64], a: f64) -> f64 {
    let mut n = x.len();
    let mut total = 0.0;
    while n > 1 {
        let mut v = vec![];
        for i in 0..n {
            v.push((x[i] * a).sin());
        }
        n -= 2;
        total += v[n] * v[v.len() - 1];
    }
    total
}

#[test]
fn vectors_that_loops_fill_have_derivatives() {
    let x: Vec<f64> = (0..7).map(|i| 0.3 + (i as f64 * 0.37).sin().abs()).collect();
    let w: Vec<f64> = (0..7).map(|i| (i as f64 * 0.31 + 0.2).cos()).collect();
    assert_eq!(softmax::check(&x, &w), Ok(()));
    assert_eq!(pushed::check(&x, &w), Ok(()));
    assert_eq!(grown::check(&x, 0.7), Ok(()));
    for n in [0, 1, 4, 7] {
        assert_eq!(layers::check(&x, &w[..3], n), Ok(()), "{n}");
        assert_eq!(layers::gradient(&x, &w[..3], n).0, layers(&x, &w[..3], n), "{n}");
    }
    assert_eq!(table::check(&x, &w[..3]), Ok(()));
    assert_eq!(each::check(&w, &x), Ok(()));
    assert_eq!(each::check(&[], &x), Ok(()));
    assert_eq!(returned::check(&x, 4), Ok(()));
    assert_eq!(shrinking::check(&x, 0.9), Ok(()));
}

/// The record has the numbers of the function to the bit, signs of zeros included.
#[test]
fn filled_vectors_have_the_bits_of_the_function() {
    let x = [-0.0, 0.0, 1.5];
    let same = |a: Vec<f64>, b: Vec<f64>| a.iter().map(|a| a.to_bits()).eq(b.iter().map(|b| b.to_bits()));
    assert!(same(scaled(&x, 0.5), scaled::record(&x, 0.5).0));
    assert!(same(scaled(&x, -0.5), scaled::record(&x, -0.5).0));
}

/// An index out of range fails in the gradient as it does in the function.
#[test]
#[should_panic(expected = "index out of bounds")]
fn a_vector_that_is_too_short_is_found() {
    layers::gradient(&[0.5; 3], &[0.1], 4);
}
