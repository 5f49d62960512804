//! Methods that lend a part of their structure: rows of matrices, elements that are changed, structures in structures.

use retrograde::prelude::*;
use retrograde_testkit::finite_difference;

#[derive(Clone, Differentiable)]
struct Grid {
    w: usize,
    d: Vec<f64>,
    rows: Vec<Vec<f64>>,
}
#[differentiable]
impl Grid {
    fn row(&self, j: usize) -> &[f64] {
        &self.d[j * self.w..(j + 1) * self.w]
    }
    fn row_mut(&mut self, j: usize) -> &mut [f64] {
        let start = j * self.w;
        &mut self.d[start..start + self.w]
    }
    fn list(&self, i: usize) -> &Vec<f64> {
        &self.rows[i]
    }
    fn cell(&mut self, i: usize, j: usize) -> &mut f64 {
        let at = i * self.w + j;
        &mut self.d[at]
    }
    fn get(&self, i: usize, j: usize) -> &f64 {
        &self.d[i * self.w + j]
    }
    fn at(&self, i: usize, j: usize) -> f64 {
        self.row(i)[j] * 2.0
    }
    fn trace(&self) -> f64 {
        let mut s = 0.0;
        for i in 0..2 {
            s += self.at(i, i) + self.row(i).iter().sum::<f64>();
        }
        s
    }
    fn double(&mut self) {
        for v in self.row_mut(1) {
            *v *= 2.0;
        }
        *self.cell(0, 1) += 1.0;
        self.row_mut(0)[2] = 7.0;
    }
}
#[differentiable]
fn product_of(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
#[differentiable]
fn grids(x: &[f64]) -> f64 {
    let mut m = Grid { w: 3, d: x.to_vec(), rows: vec![vec![x[0], x[1]], vec![x[2]]] };
    let mut s = 0.0;
    for v in m.row(1) {
        s += v * v;
    }
    s += m.row(0)[1] * m.at(1, 2) + m.row(0).iter().sum::<f64>();
    m.double();
    *m.cell(1, 2) = x[0] * x[1];
    m.row_mut(0)[0] += x[3];
    for (k, v) in m.row_mut(1).iter_mut().enumerate() {
        *v += k as f64 * x[5];
    }
    let r = m.row(1);
    s += r[0] * r.len() as f64
        + product_of(m.row(0), m.row(1))
        + *m.get(0, 1) * m.list(0)[1]
        + m.list(1).len() as f64 * m.row(1)[1..][0];
    for v in m.list(0) {
        s += v;
    }
    s + m.trace()
}

#[derive(Clone, Differentiable)]
struct Table {
    w: usize,
    k: usize,
    d: Vec<f64>,
}
#[derive(Clone, Differentiable)]
struct Tables {
    a: Table,
    b: Table,
}
#[differentiable]
impl Table {
    fn get(&self, i: usize, j: usize) -> &f64 {
        &self.d[i * self.w + j]
    }
    fn set(&mut self, i: usize, j: usize) -> &mut f64 {
        &mut self.d[i * self.w + j]
    }
    fn both(&self, other: &Table) -> f64 {
        let (i, j) = (1, 0);
        self.get(j, i) * other.get(self.k, 2) + *other.get(j, i) * self.get(i, j)
    }
    fn diag(&self) -> &[f64] {
        let i = self.k + 1;
        &self.d[i..]
    }
}
#[differentiable]
impl Tables {
    fn left(&self) -> &Table {
        &self.a
    }
    fn right_mut(&mut self) -> &mut Table {
        &mut self.b
    }
}
#[differentiable]
fn tables(x: &[f64]) -> f64 {
    let mut p = Tables {
        a: Table { w: 3, k: 1, d: x.to_vec() },
        b: Table { w: 2, k: 0, d: x.iter().map(|v| v * v).collect() },
    };
    let mut s = p.a.both(&p.b)
        + p.left().get(0, 2) * p.left().get(1, 1)
        + p.left().diag()[1]
        + p.a.diag().iter().sum::<f64>();
    for i in 0..2 {
        for j in 0..2 {
            *p.b.set(j, i) += x[i] * *p.a.get(i, j);
        }
    }
    *p.right_mut().set(1, 1) *= 2.0;
    let m = p.left();
    s += m.get(1, 0) * m.get(0, 1);
    let q = p.b.clone();
    s + q.both(&p.a) + p.b.d.iter().sum::<f64>()
}

#[test]
fn parts_that_methods_lend_are_read_where_they_are_called() {
    type Program = (fn(&[f64]) -> f64, fn(&[f64]) -> (f64, (Vec<f64>,)));
    let programs: [Program; 2] = [(grids, |x| grids::gradient(x)), (tables, |x| tables::gradient(x))];
    for (f, gradient) in programs {
        for at in [[1.2, 2.3, 0.8, 6.0, 3.4, 1.7], [0.4, 0.9, 1.3, 0.7, 2.1, 0.6]] {
            let (value, (x_bar,)) = gradient(&at);
            assert_eq!(value, f(&at));
            for (a, b) in x_bar.iter().zip(finite_difference::gradient(f, &at)) {
                assert!((a - b).abs() < 1e-5 * (1.0 + b.abs()), "{a} {b}");
            }
        }
    }
    assert_eq!(tables::check(&[1.2, 2.3, 0.8, 6.0, 3.4, 1.7]), Ok(()));
}
