//! Idioms: rows that loops lend to be changed, copies of lists of integers, tuples that are compared, and structures with names of numbers.

use super::agrees;
use retrograde::prelude::*;

#[differentiable]
fn rows(x: &[f64]) -> f64 {
    let mut w = vec![vec![x[0], x[1]], vec![x[2], x[3]]];
    let norm = x[4];
    let mut m = [[x[0]; 2]; 2];
    for row in &mut w {
        for e in row {
            *e /= norm;
        }
    }
    for row in w.iter_mut() {
        for e in row {
            *e += norm;
        }
    }
    for row in &mut m {
        for (j, e) in row.iter_mut().enumerate() {
            *e *= x[j];
        }
    }
    for row in m.iter_mut() {
        for e in row {
            *e += x[1];
        }
    }
    for row in &mut w {
        let s: f64 = row.iter().sum();
        for e in row {
            *e /= s;
        }
    }
    w[0][0] * w[1][1] - w[0][1] * w[1][0] + m[0][1] * m[1][0]
}

#[differentiable]
fn orders(x: &[f64]) -> f64 {
    let n = x.len();
    let order: Vec<usize> = (0..n).collect();
    let mut s = 0.0;
    for i in 0..5 {
        let mut c = order.clone();
        c.swap(i, (i * i + 1) % n);
        s += x[c[0]] * x[c[1]];
    }
    let mut next = order.to_vec();
    next[2] += 1;
    next[0] = 4;
    s + x[next[2]] * x[next[0]]
}

#[derive(Clone, Differentiable)]
struct Rows {
    ptr: Vec<usize>,
    col: Vec<usize>,
    val: Vec<f64>,
}
#[differentiable]
fn build(n: usize, t: &[(usize, usize, f64)]) -> Rows {
    let mut ptr = vec![0usize; n + 1];
    for e in t {
        ptr[e.0 + 1] += 1;
    }
    for i in 0..n {
        ptr[i + 1] += ptr[i];
    }
    let mut next = ptr.clone();
    let mut col = vec![0usize; t.len()];
    let mut val = vec![0.0; t.len()];
    for &(i, j, v) in t {
        let k = next[i];
        col[k] = j;
        val[k] = v;
        next[i] += 1;
    }
    Rows { ptr, col, val }
}
#[differentiable]
fn sparse(x: &[f64]) -> f64 {
    let t: Vec<(usize, usize, f64)> = vec![(0, 1, x[0]), (1, 0, x[1]), (0, 0, x[2] * x[3])];
    let m = build(2, &t);
    let mut s = 0.0;
    for i in 0..2 {
        for k in m.ptr[i]..m.ptr[i + 1] {
            s += m.val[k] * x[m.col[k]] * (i as f64 + 1.0);
        }
    }
    s
}

#[differentiable]
fn compared(x: &[f64]) -> f64 {
    let (h, w) = (2usize, 3usize);
    let mut s = 0.0;
    for r in 0..h {
        for c in 0..w {
            if (r, c) == (h - 1, w - 1) {
                s *= x[0];
            } else if (r, c) != (0, 0) {
                s += x[r * w + c];
            }
        }
    }
    s
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Complex {
    re: f64,
    im: f64,
}
#[differentiable]
impl Complex {
    fn new(re: f64, im: f64) -> Self {
        Complex { re, im }
    }
    fn norm(self) -> f64 {
        self.re * self.re + self.im * self.im
    }
    fn mul(self, o: Complex) -> Complex {
        Complex::new(self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re)
    }
}
#[differentiable]
fn complex(x: &[f64]) -> f64 {
    let mut z = Complex::new(0.0, 0.0);
    let c = Complex::new(x[0], x[1]);
    for _ in 0..3 {
        z = z.mul(z);
        z = Complex { re: z.re + c.re, im: z.im + c.im };
    }
    z.norm()
}

#[test]
fn gradients_agree() {
    for x in [[0.7, 0.42, 1.3, 1.6, 0.84, 1.1], [1.2, 0.9, 0.45, 0.3, 1.7, 0.65]] {
        agrees("rows", rows, &rows::gradient(&x).1.0, &x);
        assert_eq!(rows(&x), rows::gradient(&x).0);
        agrees("orders", orders, &orders::gradient(&x).1.0, &x);
        assert_eq!(orders(&x), orders::gradient(&x).0);
        agrees("sparse", sparse, &sparse::gradient(&x).1.0, &x);
        assert_eq!(sparse(&x), sparse::gradient(&x).0);
        agrees("compared", compared, &compared::gradient(&x).1.0, &x);
        assert_eq!(compared(&x), compared::gradient(&x).0);
        agrees("complex", complex, &complex::gradient(&x).1.0, &x);
        assert_eq!(complex(&x), complex::gradient(&x).0);
    }
}

/// A marked function prints in its record as well.
#[differentiable]
fn printed(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        s += v * v;
        if s > 100.0 {
            println!("{i}: {v} of {}", s);
        }
    }
    s
}

#[test]
fn printing_changes_nothing() {
    assert_eq!(printed::gradient(&[3.0, 10.0]), (109.0, (vec![6.0, 20.0],)));
}
