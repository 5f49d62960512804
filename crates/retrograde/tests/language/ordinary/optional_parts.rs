//! Places that hold an `Option`: parts of structures and of variants, and arguments, whose value a decision, a chain or a function tells.

use super::agrees;
use retrograde::prelude::*;

#[derive(Clone, Debug, Differentiable)]
struct Link {
    a: f64,
    down: Option<usize>,
    up: Option<f64>,
}

#[differentiable]
fn weight(p: &Link) -> f64 {
    let w = match p.down {
        Some(i) => i as f64 * p.a,
        None => p.a * p.a,
    };
    w + p.up.unwrap_or(2.0) * p.a
}

#[differentiable]
fn literal(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let p = Link {
            a: x[i],
            down: if i < 2 { Some(i + 1) } else { None },
            up: if x[i] > 0.3 { Some(x[i] * x[0]) } else { None },
        };
        s += weight(&p);
    }
    s
}

#[differentiable]
fn shorthand(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let down = if i < 2 { Some(i + 1) } else { None };
        let up = if x[i] > 0.3 { Some(x[i] * x[1]) } else { None };
        let p = Link { down, up, a: x[i] };
        s += weight(&p);
    }
    s
}

#[differentiable]
fn updated(x: &[f64]) -> f64 {
    let base = Link { a: x[0], down: None, up: Some(x[1]) };
    let mut s = weight(&base);
    for i in 0..x.len() {
        let down = if i < 2 { Some(i + 1) } else { None };
        let p = Link { down, up: if i > 1 { Some(x[i]) } else { None }, ..base.clone() };
        let q = Link { down, ..base.clone() };
        s += weight(&p) * weight(&q);
    }
    s
}

#[differentiable]
fn matched(x: &[f64]) -> f64 {
    let mut all = Vec::new();
    for i in 0..x.len() {
        all.push(Link {
            a: x[i],
            down: match i {
                0 => None,
                1 => Some(3),
                k => Some(k * 2),
            },
            up: x.get(i + 1).copied(),
        });
    }
    let mut s = 0.0;
    for p in &all {
        s += weight(p);
    }
    s
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}

#[derive(Clone, Debug, Differentiable)]
struct Kept(Option<Point>, Option<(f64, f64)>, Vec<Option<f64>>);

#[differentiable]
fn find(x: &[f64], t: f64) -> Option<f64> {
    for v in x {
        if *v > t {
            return Some(v * v);
        }
    }
    None
}

#[differentiable]
fn both(p: &Link, other: Option<f64>) -> f64 {
    let w = match p.down {
        Some(i) => i as f64 * p.a,
        None => p.a * p.a,
    };
    w + p.up.unwrap_or(2.0) * p.a + other.unwrap_or(0.1) * p.a
}

#[differentiable]
fn make(a: f64, down: Option<usize>, up: Option<f64>) -> Link {
    Link { a, down, up }
}

#[differentiable]
fn called(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let up = if x[i] > 0.3 { Some(x[i] * x[1]) } else { None };
        let p = make(x[i], if i > 0 { Some(i) } else { None }, up);
        let q = Link { up: find(x, 0.3), ..p.clone() };
        let r = Link { a: x[0], down: x.iter().position(|v| *v > 0.3), up: up.map(|u| u * 2.0) };
        s +=
            both(&p, up) + both(&q, if i == 2 { Some(x[i]) } else { None }) * both(&r, x.get(i + 1).copied());
    }
    s
}

#[differentiable]
fn deep(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let v = if x[i] > 0.3 { Some(Point { x: x[i], y: x[0] }) } else { None };
        let pair = if x[i] > 0.1 { Some((x[i], x[1] * x[i])) } else { None };
        let q = Kept(v, pair, {
            let v: Vec<Option<f64>> = vec![x.get(i).copied(), None, Some(x[2])];
            v
        });
        if let Some(v) = q.0 {
            s += v.x * v.y;
        }
        if let Some((a, b)) = q.1 {
            s += a * b;
        }
        for o in &q.2 {
            if let Some(o) = o {
                s *= 1.0 + o * 0.1;
            }
        }
    }
    s
}

#[derive(Clone, Debug, Differentiable)]
struct Node {
    w: f64,
    next: Option<usize>,
}

#[differentiable]
fn list(x: &[f64]) -> f64 {
    let n = x.len();
    let nodes: Vec<Node> = x
        .iter()
        .enumerate()
        .map(|(i, v)| Node { w: *v, next: if i + 1 < n { Some(i + 1) } else { None } })
        .collect();
    let mut at = Some(0);
    let mut s = 0.0;
    let mut p = 1.0;
    while let Some(k) = at {
        p *= nodes[k].w;
        s += p;
        at = nodes[k].next;
    }
    s
}

#[differentiable]
fn assigned(x: &[f64]) -> f64 {
    let mut p = Link { a: x[0], down: None, up: None };
    let best = if x[1] > 0.3 { Some(x[1]) } else { None };
    p.up = best;
    let mut s = both(&p, None);
    p.up = find(x, 0.5);
    p.down = x.iter().position(|v| *v > 0.5);
    s *= both(&p, Some(x[2]));
    p.up = p.up.map(|u| u * x[3]);
    s + both(&p, p.up)
}

#[derive(Clone, Debug, Differentiable)]
enum Shape {
    Held { at: Option<f64>, w: f64 },
    Two(Option<f64>, f64),
    Free,
}

#[differentiable]
fn area(s: &Shape) -> f64 {
    match s {
        Shape::Held { at, w } => match at {
            Some(a) => a * w,
            None => w * w,
        },
        Shape::Two(a, b) => a.unwrap_or(0.5) * b.sin(),
        Shape::Free => 0.3,
    }
}

#[differentiable]
fn held(x: &[f64]) -> f64 {
    let s = Shape::Held { at: Some(x[0] * 2.0), w: x[1] };
    let t = Shape::Held { at: None, w: x[1] };
    let u = Shape::Two(Some(x[2]), x[3]);
    area(&s) * area(&u) + area(&t)
}

#[differentiable]
fn chosen(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let shape = if i == 0 {
            Shape::Free
        } else if i == 1 {
            Shape::Two(if x[i] > 0.3 { Some(x[i]) } else { None }, x[0])
        } else {
            Shape::Held { at: Some(x[i]), w: x[i] * x[0] }
        };
        s += area(&shape);
    }
    s
}

#[test]
fn options_are_parts() {
    for x in [[0.31, 0.7, -0.5, 0.9], [0.9, -0.4, 0.2, 0.6], [-0.6, 0.52, 0.75, 0.15], [1.3, 0.2, 0.4, -0.35]]
    {
        agrees("literal", literal, &literal::gradient(&x).1.0, &x);
        agrees("shorthand", shorthand, &shorthand::gradient(&x).1.0, &x);
        agrees("updated", updated, &updated::gradient(&x).1.0, &x);
        agrees("matched", matched, &matched::gradient(&x).1.0, &x);
        agrees("called", called, &called::gradient(&x).1.0, &x);
        agrees("deep", deep, &deep::gradient(&x).1.0, &x);
        agrees("list", list, &list::gradient(&x).1.0, &x);
        agrees("assigned", assigned, &assigned::gradient(&x).1.0, &x);
        agrees("held", held, &held::gradient(&x).1.0, &x);
        agrees("chosen", chosen, &chosen::gradient(&x).1.0, &x);
    }
}
