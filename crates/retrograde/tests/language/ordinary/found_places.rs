//! Places that are lent to be changed: the parts of a pattern, the item that `find` finds.

use super::agrees;
use retrograde::prelude::*;

#[derive(Clone, Copy, Default, Differentiable)]
struct Pair {
    a: f64,
    b: f64,
}

#[derive(Clone, Copy, Differentiable)]
struct Deep {
    pair: Pair,
    v: [f64; 2],
}

#[differentiable]
impl Pair {
    fn grow(&mut self, by: f64) {
        self.a *= by;
        self.b += self.a;
    }
}

#[differentiable]
fn parts(x: &[f64]) -> f64 {
    let mut p = Pair { a: x[0], b: x[1] };
    let Pair { a, b } = &mut p;
    *a += *b;
    *b *= *a;
    let mut w = [x[0], x[1], x[2]];
    let [first, second, ..] = &mut w;
    *first *= *second;
    *second += *first;
    let mut q = Deep { pair: p, v: [x[2], 3.0] };
    let Deep { pair: Pair { a, .. }, v: [c, d] } = &mut q;
    *a += *c;
    *d *= *a;
    let mut t = (x[0], [1.0, x[2]]);
    let (a, [b, c]) = &mut t;
    *a += *b * *c;
    *c *= *a;
    p.a * p.b + w[0] * w[1] + q.v[0] * q.v[1] * q.pair.a + t.0 * t.1[1]
}

#[differentiable]
fn found(x: &[f64]) -> f64 {
    let mut pairs = vec![Pair { a: x[0], b: 1.0 }, Pair { a: x[1], b: x[2] }];
    if let Some(p) = pairs.iter_mut().find(|p| p.a > 0.8) {
        p.grow(x[2]);
        p.a += 1.0;
    }
    let p = pairs.iter_mut().max_by(|p, q| p.a.total_cmp(&q.a)).unwrap();
    p.b *= p.a;
    let mut counts = vec![(1usize, x[0]), (2, x[1])];
    for k in [1usize, 2, 3, 1] {
        if let Some((_, v)) = counts.iter_mut().find(|(j, _)| *j == k) {
            *v *= x[0];
        } else {
            counts.push((k, x[2] * k as f64));
        }
    }
    let mut w = x.to_vec();
    *w.iter_mut().min_by(|a, b| a.partial_cmp(b).unwrap()).unwrap() *= x[1];
    let all: f64 = counts.iter().map(|(k, v)| v * *k as f64).sum();
    all + pairs.iter().map(|p| p.a * p.b).sum::<f64>() + w[0] * w[1] * w[2]
}

#[differentiable]
fn cut(x: &[f64]) -> f64 {
    let mut w = vec![x[0], x[1], x[2], 0.4 * x[0]];
    let mut t = w.split_off(2);
    w[0] *= t[0];
    w.append(&mut t);
    w.iter().enumerate().map(|(i, v)| v * v * (i + 1) as f64).sum::<f64>() + t.len() as f64
}

#[test]
fn gradients_agree() {
    for x in [[0.7, 0.4, 1.3], [1.2, 0.9, 0.45], [0.9, 1.8, 0.2]] {
        agrees("parts", parts, &parts::gradient(&x).1.0, &x);
        agrees("found", found, &found::gradient(&x).1.0, &x);
        agrees("cut", cut, &cut::gradient(&x).1.0, &x);
        assert_eq!((parts::gradient(&x).0, found::gradient(&x).0), (parts(&x), found(&x)));
        assert_eq!(cut::gradient(&x).0, cut(&x));
    }
}
