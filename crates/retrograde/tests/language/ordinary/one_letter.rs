//! Structures whose names have one letter, as type parameters have: in vectors that shrink and in an `Option`.

use retrograde::{Differentiable, Real, differentiable};

#[derive(Clone, Copy, Debug, Differentiable)]
struct P {
    x: f64,
    y: f64,
    k: usize,
}

#[differentiable]
fn removes(x: &[f64], w: f64) -> f64 {
    let mut ps: Vec<P> = Vec::new();
    for (i, v) in x.iter().enumerate() {
        ps.push(P { x: *v, y: w * v, k: i });
    }
    ps.swap(0, 3);
    let (a, b) = (ps.remove(1), ps.swap_remove(0));
    ps.truncate(3);
    let mut s = a.x * b.y;
    for p in &ps {
        s += p.x * p.y * w * (p.k + 1) as f64;
    }
    while let Some(p) = ps.pop() {
        s = s * 0.5 + p.x * p.y;
    }
    s
}

#[differentiable]
fn taken(mut ps: Vec<P>, w: f64) -> f64 {
    let mut s = 0.0;
    ps.remove(0);
    while ps.len() > 1 {
        let p = ps.swap_remove(0);
        s = s * w + p.x * p.y;
    }
    s
}

#[differentiable]
fn remembers(x: &[f64], w: f64) -> f64 {
    let mut last: Option<P> = None;
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        if let Some(p) = last {
            s += p.x * v * p.y * (p.k + 1) as f64;
        }
        match last {
            Some(p) if p.x >= *v => {}
            _ => last = Some(P { x: v * w, y: *v, k: i }),
        }
    }
    s + last.map_or(w, |p| p.x)
}

/// The key is an integer, which the structure says.
#[differentiable]
fn sorted(q: Vec<P>, w: f64) -> f64 {
    let mut q = q;
    q.sort_by_key(|p| p.k);
    q[0].x + q[1].y * w
}

/// A type parameter is none of the structures.
#[differentiable]
fn generic<T: Real>(x: &[T], w: T) -> Option<T> {
    let mut best: Option<T> = None;
    for v in x {
        best = match best {
            Some(b) if b > *v => Some(b * w),
            _ => Some(*v),
        };
    }
    best
}

#[test]
fn vectors_of_structures_shrink() {
    assert_eq!(removes::check(&[0.5, 0.25, 0.7, 0.9, 1.1, 0.3], 0.4), Ok(()));
    let p = |x, y| P { x, y, k: 1 };
    assert_eq!(taken::check(vec![p(0.5, 0.4), p(0.3, 0.2), p(0.7, 0.1), p(0.9, 0.6)], 0.7), Ok(()));
}

#[test]
fn options_of_structures_are_asked() {
    assert_eq!(remembers::check(&[0.5, 0.25, 0.7, 0.9, 1.1], 0.4), Ok(()));
    assert_eq!(remembers::check(&[], 0.4), Ok(()));
    assert_eq!(generic::gradient(&[0.5, 0.25, 0.7], 0.4).map(|(value, _)| value), Some(0.7));
}

#[test]
fn structures_are_sorted_by_an_integer() {
    let p = |x, y, k| P { x, y, k };
    assert_eq!(sorted::check(vec![p(0.5, 0.4, 4), p(0.3, 0.2, 2), p(0.7, 0.1, 3)], 0.7), Ok(()));
}
