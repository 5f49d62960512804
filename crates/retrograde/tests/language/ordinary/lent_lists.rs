//! Lists of references: `[&a, &b]` and `vec![&p.a, &p.b]`, of which a loop and a call lend what they refer to.

use super::agrees;
use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Flat {
    w: f64,
    h: f64,
}

#[differentiable]
fn surface(b: &Flat) -> f64 {
    b.w * b.h
}

#[differentiable]
fn refs(x: &[f64]) -> f64 {
    let (a, b) = (Flat { w: x[0], h: x[1] }, Flat { w: x[2], h: x[3] });
    let refs = [&a, &b];
    let mut s = 0.0;
    for r in refs {
        s += surface(r) * r.w;
    }
    s + surface(refs[1])
}

#[differentiable]
fn refs_direct(x: &[f64]) -> f64 {
    let (a, b) = (Flat { w: x[0], h: x[1] }, Flat { w: x[2], h: x[3] });
    let mut s = 0.0;
    for r in [&a, &b, &a] {
        s += surface(r) * r.w;
    }
    let v = vec![&a, &b];
    for r in &v {
        s += surface(r) * r.w;
    }
    for r in v.iter() {
        s += surface(r) * r.w;
    }
    for r in v {
        s += surface(r) * r.w;
    }
    s
}

#[differentiable]
fn vecs(x: &[f64]) -> f64 {
    let (a, b) = (vec![x[0], x[1]], vec![x[2], x[3], x[0]]);
    let mut s = 0.0;
    for r in [&a, &b] {
        s += r[0] * r[1];
    }
    let v = [&a, &b];
    for r in v {
        s += r[0] * r[1];
    }
    for r in v.iter() {
        s += r[0] * r[1];
    }
    s
}

#[differentiable]
fn nums(x: &[f64]) -> f64 {
    let (a, b) = (x[0] * x[1], x[2] * x[3]);
    let mut s = 0.0;
    for r in [&a, &b] {
        s += r * r;
    }
    let v = [&a, &b, &x[0]];
    for r in v {
        s += *r * 2.0;
    }
    for r in v.iter() {
        s += **r;
    }
    s += v.iter().map(|v| **v * **v).sum::<f64>();
    s
}

#[derive(Clone, Debug, Differentiable)]
struct B {
    w: f64,
    h: f64,
    l: Vec<f64>,
}

#[differentiable]
fn area(b: &B) -> f64 {
    b.w * b.h * b.l[0]
}

#[derive(Clone, Debug, Differentiable)]
struct Pair {
    a: B,
    b: B,
    all: Vec<B>,
}

#[differentiable]
fn typed(x: &[f64]) -> f64 {
    let p = Pair {
        a: B { w: x[0], h: x[1], l: vec![x[0]] },
        b: B { w: x[2], h: x[3], l: vec![x[1]] },
        all: vec![B { w: x[0], h: x[1], l: vec![x[3]] }],
    };
    let refs: Vec<&B> = vec![&p.a, &p.b, &p.all[0]];
    let two: [&B; 2] = [&p.a, &p.b];
    let mut s = 0.0;
    for r in &refs {
        s += area(r) * r.w;
    }
    for (i, r) in refs.iter().enumerate() {
        s += area(r) * i as f64;
    }
    s += refs.iter().map(|r| area(r)).sum::<f64>();
    for r in two.iter() {
        s += r.h;
    }
    let best = two[1];
    s + area(refs[1]) + area(best) + refs[0].l[0] + area(&p.a)
}

#[test]
fn lists_lend_what_they_refer_to() {
    for x in [[0.31, 0.7, -0.5, 0.9], [0.9, -0.4, 0.2, 0.6], [-0.6, 0.52, 0.75, 0.15], [1.3, 0.2, 0.4, -0.35]]
    {
        agrees("refs", refs, &refs::gradient(&x).1.0, &x);
        agrees("refs_direct", refs_direct, &refs_direct::gradient(&x).1.0, &x);
        agrees("vecs", vecs, &vecs::gradient(&x).1.0, &x);
        agrees("nums", nums, &nums::gradient(&x).1.0, &x);
        agrees("typed", typed, &typed::gradient(&x).1.0, &x);
    }
}
