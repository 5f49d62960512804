//! Arrays of integers whose type has another name: the programs hold them by that name.

use retrograde::prelude::*;

type Row = [u8; 2];
type Grid = [[i8; 2]; 2];
type Bytes = Vec<u8>;
type Stencil = [i32; 3];

#[differentiable]
fn row(x: f64) -> f64 {
    let t: Row = [200, 100];
    x * (!t[0]) as f64
}
#[reversible]
fn strict(x: f64) -> f64 {
    let t: Row = [200, 100];
    x * (!t[0]) as f64
}
#[differentiable]
fn in_a_pattern(x: f64) -> f64 {
    let (p, q): (Row, u8) = ([200, 100], 7);
    x * (!p[0]) as f64 * q as f64
}
#[differentiable]
fn grid(x: f64) -> f64 {
    let t: Grid = [[100, 120], [1, 2]];
    let mut s = 0.0;
    for r in &t {
        for q in r {
            s += x * q.wrapping_mul(3) as f64;
        }
    }
    s + x * t[0][1].wrapping_add(20) as f64
}
#[differentiable]
fn bytes(x: f64) -> f64 {
    let t: Bytes = vec![100, 20];
    x * (!t[0]) as f64
}
#[differentiable]
fn marked(x: &[f64]) -> f64 {
    let t: Row = [200, 100];
    let mut s = 0.0;
    #[parallel]
    for i in 0..x.len() {
        s += x[i] * t[i % 2].wrapping_sub(210) as f64;
    }
    s
}
#[differentiable]
fn stencil(x: &[f64]) -> f64 {
    let t: Stencil = [-1, 0, 1];
    let mut s = 0.0;
    for (i, k) in t.iter().enumerate() {
        s += x[i] * *k as f64 + x[(i as i32 - k + 1) as usize];
    }
    s
}

#[test]
fn arrays_of_integers_keep_the_type_behind_another_name() {
    assert_eq!(row::gradient(1.5), (82.5, (55.0,)));
    assert_eq!(strict::gradient(1.5), (82.5, (55.0,)));
    assert_eq!(in_a_pattern::gradient(1.5), (577.5, (385.0,)));
    assert_eq!(grid::gradient(1.5), (grid(1.5), (grid(1.0),)));
    assert_eq!(bytes::gradient(1.5), (232.5, (155.0,)));
    let x: Vec<f64> = (0..40).map(|i| i as f64 * 0.5).collect();
    assert_eq!(marked::gradient(&x).0, marked(&x));
    assert_eq!(stencil::gradient(&x).0, stencil(&x));
}
