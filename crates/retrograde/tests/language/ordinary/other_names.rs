//! Other names of types, `type Grid = Vec<Vec<f64>>;`, and items that stand behind those that use them.

use super::agrees;
use retrograde::prelude::*;

type Grid = Vec<Vec<f64>>;
type Triple = [f64; 3];
const WIDTH: usize = 4;
type Quad = [f64; WIDTH];
type Number = f64;
type Ranked = (Number, usize);
type Triples = Vec<Triple>;

mod units {
    /// A name that is marked counts outside of its module.
    #[retrograde::differentiable]
    pub type Table = Vec<Vec<f64>>;
    pub type Place = [f64; 2];
    pub type Metres = f64;
}
use units::{Metres, Place, Table};

#[differentiable]
fn product(a: &Grid, b: &Grid) -> Grid {
    let (n, m, k) = (a.len(), b[0].len(), b.len());
    let mut c: Grid = vec![vec![0.0; m]; n];
    for i in 0..n {
        for j in 0..m {
            for l in 0..k {
                c[i][j] += a[i][l] * b[l][j];
            }
        }
    }
    c
}

#[differentiable]
fn transposed(a: &Grid) -> Grid {
    (0..a[0].len()).map(|j| a.iter().map(|row| row[j]).collect()).collect()
}

#[differentiable]
fn scaled(a: &Table) -> Table {
    let mut b = a.clone();
    for row in b.iter_mut() {
        row[0] *= 2.0;
    }
    b
}

#[differentiable]
fn twice(a: &Grid, b: &Triple) -> (Grid, Grid, Triple) {
    (a.clone(), a.clone(), *b)
}

#[differentiable]
fn dot(a: &Triple, b: &Triple) -> Number {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[differentiable]
fn cross(a: Triple, b: Triple) -> Triple {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[differentiable]
fn step(s: &Quad, h: Number) -> Quad {
    let mut next = Quad::default();
    for i in 0..WIDTH {
        next[i] = s[i] + h * s[(i + 1) % WIDTH];
    }
    next
}

#[differentiable]
fn best(all: &[Ranked]) -> Ranked {
    let mut best = all[0];
    for one in all {
        if one.0 > best.0 {
            best = *one;
        }
    }
    best
}

#[differentiable]
fn top(all: &[Number]) -> (usize, Number) {
    let mut best = (0, all[0]);
    for (i, v) in all.iter().enumerate() {
        if *v > best.1 {
            best = (i, *v);
        }
    }
    best
}

/// A type parameter has the name of another type.
#[differentiable]
fn of_any<Number: Real>(x: Number, y: Number) -> Number {
    let z: Number = x * y;
    z + x
}

#[differentiable]
fn matrices(x: &[f64]) -> f64 {
    let a: Grid = x.chunks(3).map(|c| c.to_vec()).collect();
    let b = transposed(&a);
    let c = product(&product(&a, &b), &scaled(&vec![vec![1.0, 0.5], vec![0.0, x[0]]]));
    let (p, q): (Triple, Triple) = ([x[0], x[1], x[2]], [x[3], x[4], x[5]]);
    let (d, e, t) = twice(&a, &q);
    let mut rows: Triples = Triples::new();
    rows.push(p);
    rows.push(cross(t, p));
    let mut sum = Triple::default();
    for row in &rows {
        for k in 0..3 {
            sum[k] += row[k] * row[k];
        }
    }
    c[0][0] * c[1][1] - c[0][1] * c[1][0] + d[0][1] * e[1][0] + dot(&sum, &q)
}

#[differentiable]
fn states(x: &[f64]) -> f64 {
    let mut s: Quad = [x[0], x[1], x[2], x[3]];
    for _ in 0..3 {
        s = step(&s, 0.1);
    }
    let all: Vec<Ranked> = x.iter().enumerate().map(|(i, v)| (*v, i)).collect();
    let (v, i) = best(&all);
    let (j, w) = top(x);
    s.iter().sum::<Number>() + v * i as Number + w * j as f64 + of_any(x[4], x[5])
}

#[differentiable]
fn moved(p: &Place, k: &Metres) -> (Place, Metres) {
    (*p, *k)
}

#[differentiable]
fn kept(p: &Spot, k: f64) -> (Spot, f64) {
    (*p, k)
}

#[differentiable]
fn held(p: &Spot, k: f64) -> Weighted {
    Weighted { spot: p.clone(), k }
}

#[differentiable]
fn ends(path: &[Spot]) -> (Spot, Spot) {
    (path[0], path[path.len() - 1])
}

#[differentiable]
fn behind(x: &[f64]) -> f64 {
    let (p, q) = (Spot { a: x[0], b: x[1] }, Spot { a: x[3], b: x[4] });
    let (v, k) = kept(&p, x[2]);
    let (c, d) = q.pair(&p);
    let s = held(&q, x[5]);
    let path = vec![p, q, p];
    let (e, g) = ends(&path[..2]);
    let mut n = 7;
    v.a * v.b * k + c.a * d.b + s.spot.a * s.spot.b * s.k + e.a * g.b + even(&mut n, x)
}

/// Each of two functions lends what it changes to the other.
#[differentiable]
fn even(n: &mut usize, x: &[f64]) -> f64 {
    if *n == 0 {
        return 1.0;
    }
    *n -= 1;
    let v = odd(n, x);
    v * x[*n % 6]
}

#[differentiable]
fn odd(n: &mut usize, x: &[f64]) -> f64 {
    if *n == 0 {
        return 0.5;
    }
    *n -= 1;
    let v = even(n, x);
    v + x[*n % 6]
}

#[derive(Clone, Copy, Differentiable)]
struct Spot {
    a: f64,
    b: f64,
}

#[derive(Clone, Differentiable)]
struct Weighted {
    spot: Spot,
    k: f64,
}

#[differentiable]
impl Spot {
    fn pair(&self, other: &Self) -> (Self, Self) {
        (*self, *other)
    }
}

#[test]
fn gradients_agree() {
    for x in [[0.7, 0.42, 1.3, 1.6, 0.84, 1.1], [1.2, 0.9, 0.45, 0.3, 1.7, 0.65]] {
        agrees("matrices", matrices, &matrices::gradient(&x).1.0, &x);
        agrees("states", states, &states::gradient(&x).1.0, &x);
        agrees("behind", behind, &behind::gradient(&x).1.0, &x);
        assert_eq!(matrices(&x), matrices::gradient(&x).0);
        assert_eq!(behind(&x), behind::gradient(&x).0);
        // What the attribute does not know is asked of rustc.
        let (mut place_bar, mut metres_bar) = ([0.0; 2], 0.0);
        let (place, metres) = ([x[0], x[1]], x[2]);
        let value = moved::pull(([2.0, 3.0], 5.0), &place, &mut place_bar, &metres, &mut metres_bar);
        assert_eq!((value, place_bar, metres_bar), ((place, metres), [2.0, 3.0], 5.0));
    }
}
