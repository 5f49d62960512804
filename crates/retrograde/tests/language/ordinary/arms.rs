//! Arms and closures as people write them: a call in a branch of an arm, a `return` of a closure, a structure that an arm computes.

use super::agrees;
use retrograde::prelude::*;
use std::ops::Sub;

#[derive(Clone, Debug, Differentiable)]
enum Node {
    Leaf(f64),
    Split { feature: usize, at: f64, left: Box<Node>, right: Box<Node> },
}

#[differentiable]
fn value(node: &Node, x: &[f64], depth: usize) -> f64 {
    match node {
        Node::Leaf(v) => v * x[depth] / (1.0 + depth as f64),
        Node::Split { feature, at, left, right } => {
            if x[*feature] < *at {
                value(left, x, depth + 1)
            } else {
                value(right, x, depth + 1)
            }
        }
    }
}

fn leaf(v: f64) -> Box<Node> {
    Box::new(Node::Leaf(v))
}

fn tree() -> Node {
    let right = Node::Split { feature: 1, at: 0.5, left: leaf(1.0), right: leaf(-0.4) };
    Node::Split { feature: 0, at: 0.5, left: leaf(0.3), right: Box::new(right) }
}

#[differentiable]
fn of_tree(x: &[f64]) -> f64 {
    #[inactive]
    let tree = tree();
    value(&tree, x, 0) * x[2]
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct V {
    x: f64,
    y: f64,
}

#[differentiable]
impl Sub for V {
    type Output = V;
    fn sub(self, o: V) -> V {
        V { x: self.x - o.x, y: self.y - o.y }
    }
}

#[differentiable]
impl V {
    fn unit(self) -> V {
        let n = (self.x * self.x + self.y * self.y).sqrt();
        V { x: self.x / n, y: self.y / n }
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
enum Shape {
    Disc { c: V, r: f64 },
    Wall { n: V },
}

#[differentiable]
fn normal(s: &Shape, p: V) -> V {
    match s {
        Shape::Disc { c, .. } => (p - *c).unit(),
        Shape::Wall { n } => *n,
    }
}

#[differentiable]
fn of_shapes(x: &[f64]) -> f64 {
    let p = V { x: x[0], y: x[1] };
    let shapes =
        [Shape::Disc { c: V { x: x[2], y: 0.3 }, r: x[0] }, Shape::Wall { n: V { x: x[1], y: x[0] * x[2] } }];
    let mut s = 0.0;
    for shape in &shapes {
        let n = normal(shape, p);
        let reach = match shape {
            Shape::Disc { r, .. } => *r,
            Shape::Wall { .. } => 2.0,
        };
        s += (n.x * 2.0 + n.y) * reach;
    }
    s
}

#[differentiable]
fn of_closures(x: &[f64]) -> f64 {
    let large = x
        .iter()
        .map(|v| {
            let w = v * v;
            if w > 0.5 {
                return w * 2.0;
            }
            w
        })
        .sum::<f64>();
    let once = (|| {
        if x[0] > 10.0 {
            return x[0];
        }
        x[0] * x[1]
    })();
    let step = |v: f64, n: usize| {
        for i in 0..n {
            if v * i as f64 > 1.0 {
                return v * i as f64;
            }
        }
        -v
    };
    large + once + step(x[2], 4) * step(x[1], 2)
}

#[test]
fn gradients_agree() {
    for x in [[0.7, 0.4, 1.3], [0.2, 0.9, 0.45], [0.9, 0.8, 0.3]] {
        agrees("of_tree", of_tree, &of_tree::gradient(&x).1.0, &x);
        agrees("of_shapes", of_shapes, &of_shapes::gradient(&x).1.0, &x);
        agrees("of_closures", of_closures, &of_closures::gradient(&x).1.0, &x);
    }
}
