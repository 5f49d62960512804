//! Copies in an `Option`, in the parameter of a closure, and of an array that a loop takes by value: their originals change later.

use super::agrees;
use retrograde::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

/// An `Option` that does not change holds what the variable was.
#[differentiable]
fn bound(x: &[f64]) -> f64 {
    let mut v = x[0];
    let held = Some(v);
    let good = Ok::<f64, ()>(v);
    v *= 2.0;
    let mut o = Some(x[1]);
    let before = o;
    o = before.map(|q| q * q);
    let mut w = vec![x[2], 2.0 * x[0]];
    let first = w.first().copied();
    let second = w.get(1).map(|q| *q);
    w[0] = 5.0;
    w[1] = x[1];
    let mut p = Pair { a: x[0], b: x[1] };
    let pair = Some(p);
    p.a *= 3.0;
    let mut k = 3;
    let count = Some(k);
    k += 4;
    let options =
        held.unwrap_or(3.0) * v + good.unwrap_or(1.0) * o.unwrap_or(1.0) + before.unwrap_or(3.0) * v;
    let items = first.unwrap() * w[0] + second.unwrap() * w[1];
    options + items + pair.unwrap().a * p.a * p.b + count.unwrap() as f64 * k as f64 * v
}

/// An `Option` is taken, replaced, and mapped onto its place.
#[differentiable]
fn taken(x: &[f64]) -> f64 {
    let mut o = Some(x[0]);
    let z = o.take();
    o = z.map(|q| q * 2.0);
    let mut s = o.unwrap_or(0.3);
    let mut last: Option<f64> = None;
    for v in x {
        let old = last.replace(v * v);
        s += old.unwrap_or(0.5) * v;
    }
    let z = std::mem::take(&mut last);
    let y = std::mem::replace(&mut o, Some(x[1]));
    s + z.unwrap() * last.unwrap_or(3.0) + y.unwrap() * o.unwrap()
}

/// The step before, of structures without a default.
#[differentiable]
fn steps(x: &[f64]) -> f64 {
    let mut o: Option<Pair> = None;
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        let n = Pair { a: v * i as f64, b: 1.0 + s };
        let before = o;
        o = Some(n);
        if let Some(p) = before {
            s += p.a * n.b - p.b * n.a * 0.1;
        }
    }
    s
}

/// A closure changes what its parameter is a copy of.
#[differentiable]
fn in_closures(x: &[f64]) -> f64 {
    let mut v = x[0];
    let a = Some(v).map_or(0.0, |q| {
        v += 1.0;
        q * v
    });
    let b = Some(v)
        .and_then(|q| {
            v += x[1];
            if q < v { Some(q * v) } else { None }
        })
        .unwrap_or(1.0);
    let c = Some(v).filter(|q| {
        v += 1.0;
        *q < v
    });
    let mut o = Some(x[2]);
    let d = o.map(|q| {
        o = None;
        q * 2.0
    });
    a + b + c.unwrap_or(1.0) * v + d.unwrap_or(1.0) * o.unwrap_or(x[1])
}

/// A loop visits a copy of an array that its body changes.
#[differentiable]
fn visited(x: &[f64]) -> f64 {
    let mut pairs = [Pair { a: x[0], b: 1.0 }, Pair { a: 2.0, b: x[1] }];
    let mut w = [x[0], x[1], x[2]];
    let mut s = 0.0;
    for p in pairs {
        pairs[1].a += p.a;
        s += p.a * p.b * pairs[1].a;
    }
    for a in w {
        w[2] += a;
        s += a * w[2];
    }
    for (i, (a, b)) in w.into_iter().zip([1.0, 2.0, 3.0]).enumerate() {
        w[2 - i] += a * b;
        s += w[1] * a;
    }
    s
}

#[derive(Clone, Differentiable)]
struct Held {
    cells: Vec<Option<f64>>,
    n: usize,
}

#[differentiable]
impl Held {
    fn put(&mut self, i: usize, v: f64) {
        if let Some(old) = self.cells[i].take() {
            self.cells[i] = Some(old + v);
        } else {
            self.cells[i] = Some(v);
        }
        self.n += 1;
    }
}

/// Elements of lists and fields are taken as locals are.
#[differentiable]
fn elements(x: &[f64]) -> f64 {
    let mut pairs: Vec<Option<Pair>> = vec![None; 3];
    pairs[1] = Some(Pair { a: x[0], b: x[1] });
    let p = pairs[1].take();
    pairs[0] = p;
    if let Some(p) = &mut pairs[0] {
        p.a *= x[2];
    }
    let mut held = Held { cells: vec![None; 2], n: 0 };
    held.put(0, x[0]);
    held.put(1, 2.0 * x[1]);
    held.put(0, x[2] * x[2]);
    let a = held.cells[0].take();
    held.cells[1] = a;
    let mut next: Option<f64> = Some(x[0]);
    let mut s = pairs[0].unwrap().a * p.unwrap().b + held.cells[1].unwrap() * held.n as f64;
    while let Some(v) = next.take() {
        s += v;
        if v < 3.0 {
            next = Some(v * 1.7 + x[1]);
        }
    }
    s
}

/// Tuples that hold an `Option`.
#[differentiable]
fn tuples(x: &[f64]) -> f64 {
    let mut v = x[0];
    let z = (v, Some(v));
    v *= 2.0;
    let mut state: (Option<f64>, f64) = (None, x[1]);
    let mut history: Vec<(f64, Option<f64>)> = Vec::new();
    for i in 0..3 {
        if let Some(q) = state.0 {
            state.1 += q;
            state.0 = None;
        } else {
            state.0 = Some(state.1 * i as f64 + x[2]);
        }
        let o = if i > 0 { Some(v) } else { None };
        history.push((v, o));
        v = v * 1.3 + 0.1;
    }
    let all: f64 = history.iter().map(|(a, b)| a * b.unwrap_or(0.5)).sum();
    all + z.0 * z.1.unwrap() * v + state.1 + state.0.unwrap_or(0.5)
}

#[test]
fn gradients_agree() {
    for x in [[0.7, 0.4, 1.3], [1.2, 0.9, 0.45], [0.9, 1.8, 0.2]] {
        agrees("bound", bound, &bound::gradient(&x).1.0, &x);
        agrees("taken", taken, &taken::gradient(&x).1.0, &x);
        agrees("steps", steps, &steps::gradient(&x).1.0, &x);
        agrees("in_closures", in_closures, &in_closures::gradient(&x).1.0, &x);
        agrees("visited", visited, &visited::gradient(&x).1.0, &x);
        agrees("elements", elements, &elements::gradient(&x).1.0, &x);
        agrees("tuples", tuples, &tuples::gradient(&x).1.0, &x);
        for (value, computed) in [
            (elements(&x), elements::gradient(&x).0),
            (tuples(&x), tuples::gradient(&x).0),
            (bound(&x), bound::gradient(&x).0),
            (taken(&x), taken::gradient(&x).0),
            (steps(&x), steps::gradient(&x).0),
            (in_closures(&x), in_closures::gradient(&x).0),
            (visited(&x), visited::gradient(&x).0),
        ] {
            assert_eq!(value, computed);
        }
    }
}
