//! Names that are keywords: `r#type`.

use retrograde::prelude::*;

#[derive(Clone, Copy, Differentiable, Debug, PartialEq)]
struct Named {
    r#type: f64,
    b: f64,
}

#[differentiable]
fn shadowed(x: f64) -> f64 {
    let r#type = x * x;
    let r#type = r#type.sin() + x;
    r#type.sin()
}

#[differentiable]
fn closure(r#in: f64) -> f64 {
    let f = |r#fn: f64| r#fn * r#in;
    f(r#in).sin()
}

#[differentiable]
fn index(x: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    for r#in in 0..n {
        assert!(r#in < n, "{}", r#in);
        s += x[r#in] * r#in as f64;
    }
    s
}

#[differentiable]
fn field(x: f64) -> f64 {
    let r#type = x * x;
    let p = Named { r#type, b: x };
    let Named { r#type, b } = p;
    r#type * b + p.r#type
}

#[reversible]
fn strict(s: &mut f64, r#in: f64) {
    let r#type = r#in * 2.0;
    *s += r#type.sin();
}

#[differentiable]
fn changed(r#in: &mut [f64], x: &[f64]) {
    let mut r#mut = 0.0;
    for (r#ref, v) in r#in.iter_mut().zip(x) {
        r#mut += *v;
        *r#ref = *r#ref * v + r#mut;
    }
}

#[test]
fn keywords_are_names() {
    shadowed::check(1.3).unwrap();
    closure::check(1.3).unwrap();
    index::check(&[1.0, 2.0], 2).unwrap();
    field::check(1.3).unwrap();
    strict::check(&mut 0.3, 1.3).unwrap();
    changed::check(&mut [1.0, 2.0], &[0.3, 0.4]).unwrap();
}
