//! Patterns of slices whose items are structures, and of variants that hold an `Option`.

use super::agrees;
use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, Differentiable)]
enum V {
    Live { state: Option<f64>, k: f64 },
    Off,
}

#[differentiable]
fn first(x: &[f64]) -> f64 {
    let arr = [V::Live { state: Some(x[0]), k: x[1] }, V::Off, V::Live { state: None, k: x[2] }];
    let mut s = 0.0;
    if let V::Live { state: Some(s0), .. } = arr[0] {
        s += s0 * x[3];
    }
    for v in arr.iter() {
        if let V::Live { state: Some(s0), k } = v {
            s += s0 * k;
        }
        if let V::Live { state: None, k } = v {
            s += k * k;
        }
        s += match *v {
            V::Live { state: Some(q), .. } => q,
            V::Live { k, .. } => k,
            V::Off => 1.0,
        };
    }
    s
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct E {
    who: f64,
    when: f64,
}

#[differentiable]
fn slices(x: &[f64]) -> f64 {
    let mut sorted: Vec<E> =
        x.iter().enumerate().map(|(i, v)| E { who: *v, when: (i * 7 % 4) as f64 }).collect();
    sorted.sort_by(|a, b| a.when.partial_cmp(&b.when).unwrap());
    match sorted.as_slice() {
        [first, next, ..] => first.who * next.who * next.who,
        [only] => only.who,
        [] => 0.0,
    }
}

#[differentiable]
fn rest(x: &[f64]) -> f64 {
    let sorted: Vec<E> = x.iter().map(|v| E { who: *v, when: v * v }).collect();
    let mut s = 0.0;
    if let [first, rest @ .., last] = &sorted[..] {
        s += first.who * last.when;
        for r in rest {
            s += r.who * r.when;
        }
    }
    if let [a, b, ..] = sorted.as_slice() {
        s += a.who * b.who;
    }
    let &[p, q, ..] = &x[..] else { return 0.0 };
    s * p + q
}

#[test]
fn slices_of_structures_are_taken_apart() {
    for x in [[0.31, 0.7, -0.5, 0.9], [0.9, -0.4, 0.2, 0.6], [-0.6, 0.52, 0.75, 0.15], [1.3, 0.2, 0.4, -0.35]]
    {
        agrees("first", first, &first::gradient(&x).1.0, &x);
        agrees("slices", slices, &slices::gradient(&x).1.0, &x);
        agrees("rest", rest, &rest::gradient(&x).1.0, &x);
    }
}
