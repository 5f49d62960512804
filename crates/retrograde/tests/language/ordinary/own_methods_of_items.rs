//! Methods that items of a vector have themselves, under names that vectors and options have: the type of the vector is told by what is pushed.

use super::agrees;
use retrograde::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Node {
    held: f64,
    w: f64,
}

#[differentiable]
impl Node {
    fn new(w: f64) -> Node {
        Node { held: 0.0, w }
    }
    fn take(&mut self, q: f64) -> f64 {
        let out = self.held * self.w;
        self.held = q * q;
        out
    }
    fn push(&mut self, q: f64) {
        self.held += q * self.w;
    }
    fn get(&self, k: usize) -> f64 {
        self.held * self.w * k as f64
    }
    fn sum(&self) -> f64 {
        self.held + self.w
    }
}

#[differentiable]
fn net(x: &[f64]) -> f64 {
    let mut net = Vec::new();
    for i in 0..3 {
        net.push(Node { held: x[i], w: x[3] });
    }
    let mut s = 0.0;
    for r in 0..4 {
        let i = (r * 2) % 3;
        let q = x[r];
        s += net[i].take(q);
        net[i].push(s);
        s += net[i].get(r) + net[i].sum();
    }
    s
}

#[differentiable]
fn built(x: &[f64]) -> f64 {
    let mut net = Vec::with_capacity(3);
    for i in 0..3 {
        net.push(Node::new(x[i]));
    }
    let mut s = 0.0;
    for (r, v) in x.iter().enumerate() {
        for n in net.iter_mut() {
            s += n.take(*v) + n.get(r);
        }
        let n = &mut net[r % 3];
        n.push(*v);
        s += n.sum();
        s += net.last_mut().unwrap().take(s);
    }
    s
}

#[differentiable]
fn listed(x: &[f64]) -> f64 {
    let mut net = vec![Node::new(x[0]), Node::new(x[1])];
    let mut arr = [Node { held: x[2], w: x[0] }, Node::new(x[1])];
    let mut s = 0.0;
    for r in 0..4 {
        s += net[r % 2].take(x[r]) * arr[r % 2].take(x[r]);
        arr[0].push(x[1]);
    }
    s
}

#[test]
fn items_have_methods_of_their_own() {
    for x in [[0.31, 0.7, -0.5, 0.9], [0.9, -0.4, 0.2, 0.6], [-0.6, 0.52, 0.75, 0.15], [1.3, 0.2, 0.4, -0.35]]
    {
        agrees("net", net, &net::gradient(&x).1.0, &x);
        agrees("built", built, &built::gradient(&x).1.0, &x);
        agrees("listed", listed, &listed::gradient(&x).1.0, &x);
    }
}
