//! A matrix with the methods that matrices have: elements and rows that are lent, products and powers.

use retrograde::prelude::*;
use retrograde_testkit::finite_difference;

#[derive(Clone, Debug, Differentiable)]
struct Transitions {
    rows: usize,
    cols: usize,
    data: Vec<f64>,
}

#[differentiable]
impl Transitions {
    fn zeros(rows: usize, cols: usize) -> Self {
        Transitions { rows, cols, data: vec![0.0; rows * cols] }
    }
    fn identity(n: usize) -> Self {
        let mut m = Transitions::zeros(n, n);
        for i in 0..n {
            *m.at_mut(i, i) = 1.0;
        }
        m
    }
    fn at(&self, i: usize, j: usize) -> &f64 {
        &self.data[i * self.cols + j]
    }
    fn at_mut(&mut self, i: usize, j: usize) -> &mut f64 {
        let k = i * self.cols + j;
        &mut self.data[k]
    }
    fn row(&self, i: usize) -> &[f64] {
        &self.data[i * self.cols..(i + 1) * self.cols]
    }
    fn row_mut(&mut self, i: usize) -> &mut [f64] {
        let from = i * self.cols;
        &mut self.data[from..from + self.cols]
    }
    fn times(&self, other: &Transitions) -> Transitions {
        let mut out = Transitions::zeros(self.rows, other.cols);
        for i in 0..self.rows {
            for k in 0..self.cols {
                let a = *self.at(i, k);
                for j in 0..other.cols {
                    *out.at_mut(i, j) += a * other.at(k, j);
                }
            }
        }
        out
    }
    fn power(&self, mut n: u32) -> Transitions {
        let (mut base, mut out) = (self.clone(), Transitions::identity(self.rows));
        while n > 0 {
            if n & 1 == 1 {
                out = out.times(&base);
            }
            base = base.times(&base);
            n >>= 1;
        }
        out
    }
    fn normalized(mut self) -> Self {
        for i in 0..self.rows {
            let s: f64 = self.row(i).iter().sum();
            for v in self.row_mut(i) {
                *v /= s;
            }
        }
        self
    }
}

#[differentiable]
fn likely(v: &[f64]) -> Vec<f64> {
    let top = v.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    let e: Vec<f64> = v.iter().map(|x| (x - top).exp()).collect();
    let s: f64 = e.iter().sum();
    e.into_iter().map(|x| x / s).collect()
}

#[differentiable]
fn walked(x: &[f64]) -> f64 {
    let n = 3;
    let mut m = Transitions::zeros(n, n);
    for i in 0..n {
        let logits: Vec<f64> = (0..n).map(|j| x[(i + j) % x.len()] * (1.0 + j as f64 * x[5])).collect();
        for (j, p) in likely(&logits).iter().enumerate() {
            *m.at_mut(i, j) = p + 0.01 * x[j];
        }
    }
    let m = m.normalized();
    let p = m.power(5);
    let start = [x[0], x[1], x[2]];
    let mut end = vec![0.0; n];
    for i in 0..n {
        for (j, e) in end.iter_mut().enumerate() {
            *e += start[i] * p.at(i, j);
        }
    }
    let window = 1..n;
    let tail: f64 = end[window.clone()].iter().sum();
    tail * p.row(2)[window.start] + m.row(0).iter().zip(&end).map(|(a, b)| a * b).sum::<f64>()
}

#[test]
fn a_matrix_lends_its_elements_and_rows() {
    for at in [[1.2, 2.3, 0.8, 0.6, 1.4, 0.7], [0.4, 0.9, 1.3, 0.7, 1.1, 0.6]] {
        let (value, (x_bar,)) = walked::gradient(&at);
        assert_eq!(value, walked(&at));
        for (a, b) in x_bar.iter().zip(finite_difference::gradient(walked, &at)) {
            assert!((a - b).abs() < 1e-6 * (1.0 + b.abs()), "{a} {b}");
        }
    }
}
