//! Rows that are taken from a vector of vectors, with their cotangents.

use super::agrees;
use retrograde::prelude::*;

#[differentiable]
fn stack_rows(x: &[f64]) -> f64 {
    let mut stack: Vec<Vec<f64>> = vec![];
    let mut s = 0.0;
    for i in 0..x.len() {
        let row: Vec<f64> = (0..i).map(|j| x[j] * x[i]).collect();
        stack.push(row);
        if i % 3 == 2 {
            let top = stack.pop().unwrap();
            let below = stack.pop().unwrap();
            let sum: Vec<f64> = below.iter().zip(top.iter()).map(|(a, b)| a * b + a).collect();
            stack.push(sum);
        }
    }
    for row in &stack {
        for v in row {
            s += v.sin();
        }
    }
    s
}

#[differentiable]
fn removes(x: &[f64], k: usize) -> f64 {
    let mut rows = Vec::new();
    for i in 0..x.len() {
        rows.push(vec![x[i], x[i] * x[i], 1.0]);
    }
    let gone = rows.remove(k % x.len());
    let mut s = gone[0] * gone[1];
    rows.truncate(4);
    for r in rows.iter() {
        s += r[0] * r[1] * r[2];
    }
    rows.clear();
    s + rows.len() as f64
}

#[differentiable]
fn path(x: &[f64], n: usize) -> f64 {
    let mut todo = vec![vec![x[0], x[1]]];
    let mut s = 0.0;
    while let Some(p) = todo.pop() {
        if todo.len() < n && p[0].abs() > 0.1 {
            todo.push(vec![p[0] * 0.5, p[1] + p[0]]);
            todo.push(vec![p[0] * 0.3, p[1] - p[0]]);
        } else {
            s += p[0] * p[1].cos();
        }
    }
    s
}

#[differentiable]
fn halve(v: &[f64]) -> Vec<f64> {
    v.iter().map(|a| a / 2.0).collect()
}

#[differentiable]
fn pairs(x: &[f64]) -> f64 {
    let mut level: Vec<Vec<f64>> = x.iter().map(|&v| vec![v, v * v]).collect();
    let mut s = 0.0;
    while level.len() > 1 {
        let mut next = Vec::new();
        while level.len() >= 2 {
            let a = level.pop().unwrap();
            let b = level.pop().unwrap();
            next.push(halve(&[a[0] + b[1], a[1] * b[0]]));
        }
        if let Some(last) = level.pop() {
            next.push(last);
        }
        s += next[0][0];
        level = next;
    }
    s + level[0][1]
}

#[differentiable]
fn queue(x: &[f64]) -> f64 {
    let mut todo: std::collections::VecDeque<Vec<f64>> = std::collections::VecDeque::new();
    for w in x.windows(2) {
        todo.push_back(w.to_vec());
    }
    let mut s = 0.0;
    while let Some(r) = todo.pop_front() {
        s += r[0] * r[1];
        if r.len() > 1 && todo.len() > 2 {
            todo.push_back(vec![r[0] * 0.5]);
            todo.pop_back();
        }
    }
    s
}

#[differentiable]
fn matrix_stack(x: &[f64]) -> f64 {
    let mut stack = vec![];
    stack.push([[x[0], x[1]], [x[2], x[3]]]);
    let mut s = 0.0;
    while let Some(m) = stack.pop() {
        s += m[0][0] * m[1][1] - m[0][1] * m[1][0];
        if m[0][0] > 0.1 && stack.len() < 3 {
            stack.push([[m[0][0] * 0.3, m[0][1]], [m[1][0], m[1][1]]]);
        }
    }
    s
}

#[differentiable]
fn turned(x: &[f64]) -> Vec<Vec<f64>> {
    let mut rows = Vec::new();
    for c in x.chunks(2) {
        rows.push(c.iter().map(|v| v * v).collect::<Vec<f64>>());
    }
    let last = rows.pop().unwrap();
    rows.insert(0, last);
    rows
}

#[differentiable]
fn grids(x: &[f64], n: usize) -> f64 {
    let mut all = Vec::new();
    for i in 0..n {
        let m: Vec<Vec<f64>> = (0..2).map(|r| vec![x[i] * (r as f64 + 1.0), x[i + 1]]).collect();
        all.push(m);
    }
    let last = all.pop().unwrap();
    let mut s = last[0][0] * last[1][1];
    for g in &all {
        for r in g {
            s += r[0] * r[1];
        }
    }
    s
}

#[test]
fn rows_are_taken_from_vectors() {
    let x: Vec<f64> = (0..11).map(|i| 0.37 * f64::from(i * 7 % 5) - 0.6 + 0.01 * f64::from(i)).collect();
    for n in [1, 2, 3, 4, 7, 11] {
        assert_eq!(stack_rows::check(&x[..n]), Ok(()));
        assert_eq!(removes::check(&x[..n], 2), Ok(()));
        assert_eq!(pairs::check(&x[..n]), Ok(()));
    }
    assert_eq!(path::check(&[0.9, 0.4], 5), Ok(()));
    let (_, (slopes,)) = removes::gradient(&[0.5, 2.0, 3.0], 1);
    assert_eq!(slopes, [0.75, 12.0, 27.0]);
    assert_eq!(queue::check(&x), Ok(()));
    assert_eq!(matrix_stack::check(&[0.5, 0.2, 0.3, 0.7]), Ok(()));
    assert_eq!(turned::check(&x), Ok(()));
    assert_eq!(grids::check(&[0.3, 0.4, 0.5, 0.6], 3), Ok(()));
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
pub struct Node {
    left: usize,
    right: usize,
    value: f64,
}

/// The stack of indices has no written type.
#[differentiable]
fn tree(nodes: &[Node], w: f64) -> f64 {
    let mut stack = vec![0];
    let mut s = 0.0;
    let mut depth = 1.0;
    while let Some(i) = stack.pop() {
        let n = nodes[i];
        s += n.value * w / depth;
        depth += 0.5;
        if n.right != 0 {
            stack.push(n.right);
        }
        if n.left != 0 {
            stack.push(n.left);
        }
    }
    s * s
}

#[test]
fn indices_that_are_popped() {
    let child = |at: usize| if at < 7 { at } else { 0 };
    let node = |i: usize| Node { left: child(2 * i + 1), right: child(2 * i + 2), value: 0.3 + i as f64 };
    let nodes: Vec<Node> = (0..7).map(node).collect();
    tree::check(&nodes, 1.1).unwrap();
}

#[derive(Clone, Default, Differentiable)]
struct Book {
    bids: Vec<(f64, f64)>,
    asks: Vec<(f64, f64)>,
    cash: f64,
}

#[differentiable]
impl Book {
    fn insert(&mut self, price: f64, size: f64, buy: bool) {
        if buy {
            self.bids.push((price, size));
            self.bids.sort_by(|a, b| a.0.total_cmp(&b.0));
        } else {
            self.asks.push((price, size));
            self.asks.sort_by(|a, b| b.0.total_cmp(&a.0));
        }
    }
    fn sweep(&mut self, mut size: f64, buy: bool) -> f64 {
        let mut paid = 0.0;
        while size > 1e-12 {
            let top = if buy { self.asks.pop() } else { self.bids.pop() };
            let Some((price, there)) = top else { break };
            let n = size.min(there);
            paid += n * price;
            size -= n;
            if there > n {
                self.insert(price, there - n, !buy);
            }
        }
        self.cash += if buy { paid } else { -paid };
        paid
    }
}

/// Pairs in the vectors of a structure, which a function of its type makes.
#[differentiable]
fn traded(x: &[f64]) -> f64 {
    let mut book = Book::default();
    book.insert(1.0 + 0.1 * x[0], x[1], false);
    book.insert(1.3, x[2], false);
    book.insert(0.9 * x[3], 1.0, true);
    book.insert(0.2, x[0], true);
    let mut total = book.sweep(0.9 * x[1], true) + book.sweep(0.5 * x[2], false);
    book.asks.pop();
    total += book.asks.iter().map(|(p, s)| p * s).sum::<f64>();
    total * book.cash + book.bids.iter().map(|(p, s)| p * s).sum::<f64>()
}

#[test]
fn pairs_are_popped_from_fields() {
    let x = [0.7, 0.6, 0.4, 1.1];
    agrees("traded", traded, &traded::gradient(&x).1.0, &x);
}
