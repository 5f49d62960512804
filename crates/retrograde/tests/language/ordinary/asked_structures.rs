//! Structures that conditions, bounds and indices ask by marked functions and methods, and that are only handed on otherwise.

use super::agrees;
use retrograde::prelude::*;

#[derive(Clone, Differentiable)]
struct Plate {
    s: f64,
    t: f64,
}
#[differentiable]
fn area_of(p: &Plate) -> f64 {
    p.s * p.t
}
#[differentiable]
fn is_large(p: &Plate) -> bool {
    p.s > 1.0
}
#[differentiable]
fn count_of(p: &Plate) -> usize {
    (p.s * 3.0) as usize
}
#[differentiable]
fn either(s: &Plate) -> f64 {
    if area_of(s) > 1.0 { area_of(s) } else { area_of(s) * 2.0 }
}
#[differentiable]
fn other(s: &Plate, q: &Plate) -> f64 {
    if area_of(s) > 1.0 { area_of(q) } else { area_of(s) * 2.0 }
}
#[differentiable]
fn halved(s: &Plate) -> f64 {
    let mut t = 1.0;
    while area_of(s) * t > 0.3 {
        t *= 0.5;
    }
    t * area_of(s)
}
#[differentiable]
fn large(s: &Plate) -> f64 {
    if is_large(s) { area_of(s) } else { 3.0 * area_of(s) }
}
#[differentiable]
fn counted(s: &Plate, x: &[f64]) -> f64 {
    let mut t = 0.0;
    for _ in 0..count_of(s) {
        t += area_of(s);
    }
    t + x[count_of(s)] * area_of(s)
}
#[differentiable]
fn guarded(s: &Plate) -> f64 {
    if area_of(s).abs() < 1e-12 {
        return 0.0;
    }
    1.0 / area_of(s)
}
#[differentiable]
fn below(s: Plate, x: &[f64]) -> f64 {
    x.iter().filter(|v| **v < area_of(&s)).map(|v| v * area_of(&s)).sum()
}
#[differentiable]
fn by_functions(x: &[f64]) -> f64 {
    let a = Plate { s: x[0], t: x[1] };
    let b = Plate { s: x[2], t: x[3] };
    either(&a)
        + other(&a, &b) * x[4]
        + halved(&a) * large(&b)
        + counted(&a, x) * guarded(&b)
        + below(a.clone(), x)
}

#[derive(Clone, Differentiable)]
struct Tile {
    s: f64,
    t: f64,
}
#[differentiable]
impl Tile {
    fn area(&self) -> f64 {
        self.s * self.t
    }
    fn big(&self) -> bool {
        self.s > 0.8
    }
    fn steps(&self) -> usize {
        (self.s * 2.0) as usize
    }
}
#[derive(Clone, Differentiable)]
struct Floor {
    items: Vec<Tile>,
}
#[differentiable]
impl Floor {
    fn most(&self) -> f64 {
        if self.items[0].area() > 1.0 { self.items[1].area() } else { self.items[2].area() * 2.0 }
    }
    fn other(&self, o: &Tile) -> f64 {
        if o.area() > 1.0 { o.area() } else { self.items[0].area() }
    }
}
#[differentiable]
fn tile_area(p: &Tile) -> f64 {
    p.s * p.t
}
#[differentiable]
fn first(s: &[Tile]) -> f64 {
    if s[0].area() > 1.0 { s[1].area() } else { s[2].area() }
}
#[differentiable]
fn summed(s: &[Tile]) -> f64 {
    let mut t = 0.1;
    for v in s {
        if v.area() > 0.5 {
            t += v.area();
        }
    }
    t
}
#[differentiable]
fn filtered(s: &Vec<Tile>) -> f64 {
    s.iter().filter(|v| v.area() > 0.5).map(|v| v.area()).sum()
}
#[differentiable]
fn least(s: &[Tile]) -> f64 {
    let mut b = 0;
    for i in 0..s.len() {
        if tile_area(&s[i]) > tile_area(&s[b]) {
            b = i;
        }
    }
    s[b].area()
}
#[differentiable]
fn greatest(s: &[Tile]) -> f64 {
    let mut b = (0, s[0].area());
    for (i, v) in s.iter().enumerate() {
        if v.area() > b.1 {
            b = (i, v.area());
        }
    }
    b.1 * b.0 as f64
}
#[differentiable]
fn folded(s: &[Tile; 3]) -> f64 {
    s.iter().fold(0.0, |a, v| if v.area() > a { v.area() } else { a })
}
#[differentiable]
fn stepped(s: Vec<Tile>) -> f64 {
    let mut t = 0.0;
    for v in s.iter().filter(|v| v.big()) {
        t += v.area();
    }
    for _ in 0..s[0].steps() {
        t *= s[1].area();
    }
    t
}
#[differentiable]
fn by_methods(x: &[f64]) -> f64 {
    let v = vec![Tile { s: x[0], t: x[1] }, Tile { s: x[2], t: x[3] }, Tile { s: x[4], t: x[5] }];
    let w = [v[0].clone(), v[1].clone(), v[2].clone()];
    let z = Floor { items: v.clone() };
    first(&v)
        + summed(&v) * filtered(&v)
        + least(&v)
        + greatest(&v) * folded(&w)
        + z.most() * z.other(&v[1])
        + stepped(v.clone())
}

#[differentiable]
trait Shaped: Differentiable {
    fn area(&self) -> f64;
}
#[derive(Clone, Differentiable)]
struct Disc {
    s: f64,
}
#[differentiable]
impl Shaped for Disc {
    fn area(&self) -> f64 {
        self.s * self.s
    }
}
#[differentiable]
fn total<S: Shaped>(s: &[S]) -> f64 {
    s.iter().map(|v| v.area()).sum()
}
#[differentiable]
fn total2<S: Shaped>(s: &[S]) -> f64 {
    let mut t = 0.0;
    for v in s {
        t += v.area();
    }
    t * s[0].area()
}
#[differentiable]
fn total3<S: Shaped>(s: &[S]) -> f64 {
    s.iter().enumerate().fold(0.5, |t, (i, v)| t * v.area() + i as f64)
}
#[differentiable]
fn total4<S: Shaped>(s: &[S]) -> f64 {
    let v = &s[1];
    v.area() + s.windows(2).map(|w| w[0].area() * w[1].area()).sum::<f64>()
}
#[differentiable]
fn total5<S: Shaped>(s: &Vec<S>, w: &[f64]) -> f64 {
    s.iter().zip(w).map(|(v, w)| v.area() * w).sum()
}
#[differentiable]
fn keep<S: Shaped + Clone>(s: &S, k: f64) -> (S, f64) {
    (s.clone(), k)
}
#[differentiable]
fn of_any(x: &[f64]) -> f64 {
    let v = vec![Disc { s: x[0] }, Disc { s: x[1] }, Disc { s: x[3] }];
    let (a, b) = keep(&v[0], x[2]);
    total(&v) + total2(&v) * total3(&v) + total4(&v) * total5(&v, &x[3..]) + a.s * b
}

/// An enum that plain functions are asked about has no cotangents, and stays what it is.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Sort {
    A,
    B,
}
fn is_first(k: &Sort) -> bool {
    *k == Sort::A
}
fn weight(k: &Sort, n: usize) -> f64 {
    if *k == Sort::A { n as f64 } else { 2.0 }
}
#[derive(Clone, Differentiable)]
struct Sorted {
    v: f64,
    #[inactive]
    kind: Sort,
    n: usize,
}
#[differentiable]
fn by_sort(i: &Sorted) -> f64 {
    if is_first(&i.kind) { i.v * i.v } else { i.v * 2.0 }
}
#[differentiable]
fn weighted(k: &Sort, v: f64) -> f64 {
    #[inactive]
    let w = weight(k, 3);
    if is_first(k) { v * w } else { v }
}
#[differentiable]
fn in_field(i: &Sorted, n: usize) -> f64 {
    #[inactive]
    let w = weight(&i.kind, i.n);
    if is_first(&i.kind) { i.v * w } else { i.v }
}
#[differentiable]
fn handed(k: &Sort, v: f64) -> f64 {
    if is_first(k) { weighted(k, v) } else { v * weighted(k, v) }
}
#[differentiable]
fn by_sorts(x: &[f64]) -> f64 {
    let i = Sorted { v: x[0], kind: Sort::A, n: 3 };
    let j = Sorted { v: x[1], kind: Sort::B, n: 2 };
    by_sort(&i) * by_sort(&j) + handed(&Sort::A, x[2]) + handed(&Sort::B, x[3]) + in_field(&i, 2)
}

#[test]
fn gradients_agree() {
    for x in
        [[0.7, 0.42, 1.3, 1.6, 0.84, 1.1], [1.2, 0.9, 0.45, 0.3, 1.7, 0.65], [0.9, 1.8, 0.2, 0.61, 0.75, 1.4]]
    {
        agrees("by_functions", by_functions, &by_functions::gradient(&x).1.0, &x);
        agrees("by_methods", by_methods, &by_methods::gradient(&x).1.0, &x);
        agrees("of_any", of_any, &of_any::gradient(&x).1.0, &x);
        agrees("by_sorts", by_sorts, &by_sorts::gradient(&x).1.0, &x);
        assert_eq!(by_functions(&x), by_functions::gradient(&x).0);
        assert_eq!(by_methods(&x), by_methods::gradient(&x).0);
    }
}
