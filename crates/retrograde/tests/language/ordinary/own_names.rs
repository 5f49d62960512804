//! Methods of structures under the names that vectors, options, iterators and numbers have for theirs.

use super::agrees;
use retrograde::prelude::*;

/// A list with its own idea of each method.
#[derive(Clone, Debug, Default, Differentiable)]
struct Heap {
    keys: Vec<f64>,
    tags: Vec<usize>,
    gain: f64,
}

#[differentiable]
impl Heap {
    fn with_gain(gain: f64) -> Self {
        Heap { keys: Vec::new(), tags: Vec::new(), gain }
    }
    fn push(&mut self, key: f64, tag: usize) {
        self.keys.push(key * self.gain);
        self.tags.push(tag);
    }
    fn pop(&mut self) -> Option<f64> {
        self.tags.pop();
        self.keys.pop()
    }
    fn insert(&mut self, key: f64) {
        self.keys.insert(0, key * key);
        self.tags.insert(0, 7);
    }
    fn remove(&mut self, key: f64) -> f64 {
        let first = self.keys.remove(0);
        self.tags.remove(0);
        first * key
    }
    fn swap(&mut self, by: f64) {
        self.gain *= by;
    }
    fn clear(&mut self) {
        self.gain = 1.5;
    }
    fn next(&mut self) -> f64 {
        self.gain = self.gain * 0.5 + self.keys[0];
        self.gain * self.gain
    }
    fn sum(&self) -> f64 {
        self.keys.iter().sum::<f64>() * self.gain
    }
    fn max(&self, other: f64) -> f64 {
        self.gain * other
    }
    fn get(&self, i: usize) -> f64 {
        self.keys[i] * self.gain
    }
    fn first(&self) -> f64 {
        self.keys[0] * 3.0
    }
    fn peek(&self) -> Option<f64> {
        self.keys.last().map(|k| k * 2.0)
    }
    fn len(&self) -> usize {
        self.keys.len() + 1
    }
    fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
    fn fold(&self, by: f64) -> f64 {
        self.keys.iter().fold(0.0, |s, k| s * by + k)
    }
    fn map(&self, by: f64) -> f64 {
        self.gain.sin() * by
    }
    /// Its own methods on itself.
    fn run(&mut self, x: &[f64]) -> f64 {
        for (i, v) in x.iter().enumerate() {
            self.push(*v, i);
        }
        self.insert(x[0]);
        let first = self.remove(x[1]);
        self.swap(x[2]);
        self.sum() + first + self.next() + self.map(x[3])
    }
}

#[differentiable]
fn by_constructor(x: &[f64]) -> f64 {
    let mut h = Heap::with_gain(x[0]);
    for (i, v) in x.iter().enumerate() {
        h.push(*v, i);
    }
    h.insert(x[2]);
    let a = h.remove(x[1]);
    h.swap(x[3]);
    let b = h.next();
    let c = h.sum() * h.get(1) + h.first();
    let d = match h.pop() {
        Some(k) => k * x[0],
        None => 0.0,
    };
    let mut e = 0.0;
    while h.len() > 2 {
        if let Some(k) = h.pop() {
            e += k * x[1];
        }
    }
    a + b + c + d + e + h.max(x[1]) + h.fold(x[2]) + h.map(x[0])
}

#[differentiable]
fn by_literal(x: &[f64]) -> f64 {
    let mut h = Heap { keys: vec![x[0], x[1]], tags: vec![0, 1], gain: x[2] };
    h.push(x[3], 2);
    h.clear();
    let top = h.peek().unwrap_or(x[0]);
    h.sum() + top * h.next()
}

#[differentiable]
fn by_default(x: &[f64]) -> f64 {
    let mut h = Heap::default();
    h.gain = x[1];
    h.push(x[0], 3);
    h.push(x[2], 4);
    h.remove(x[3]) + h.sum() * h.len() as f64
}

#[differentiable]
fn by_type(x: &[f64]) -> f64 {
    let mut h: Heap = Default::default();
    h.swap(2.0);
    h.gain += x[0];
    h.insert(x[1]);
    h.push(x[2], 1);
    if h.is_empty() { 0.0 } else { h.next() * h.sum() + x[3] }
}

#[differentiable]
fn filled(h: &mut Heap, x: &[f64]) -> f64 {
    for (i, v) in x.iter().enumerate() {
        h.push(*v, i);
    }
    h.insert(x[0]);
    h.remove(x[1]) + h.next()
}

#[differentiable]
fn read(h: &Heap, w: f64) -> f64 {
    h.sum() * w + h.get(0) + h.max(w) + h.fold(w)
}

#[differentiable]
fn by_parameter(x: &[f64]) -> f64 {
    let mut h = Heap::with_gain(x[3]);
    let a = filled(&mut h, x);
    a + read(&h, x[2])
}

/// Structures in fields and in lists.
#[derive(Clone, Debug, Default, Differentiable)]
struct Pair {
    left: Heap,
    all: Vec<Heap>,
}

#[differentiable]
impl Pair {
    fn insert(&mut self, v: f64) {
        self.left.push(v, 1);
        self.left.insert(v * 2.0);
        for h in self.all.iter_mut() {
            h.push(v, 2);
        }
    }
    fn sum(&self) -> f64 {
        self.left.sum() + self.all.iter().map(|h| h.sum()).sum::<f64>() + self.all[0].get(1)
    }
}

#[differentiable]
fn in_fields(x: &[f64]) -> f64 {
    let mut p = Pair { left: Heap::with_gain(x[0]), all: vec![Heap::with_gain(x[1]), Heap::with_gain(x[2])] };
    for v in x {
        p.insert(*v);
    }
    p.all[1].insert(x[3]);
    let mut s = p.left.next();
    for h in &p.all {
        s += h.fold(x[0]);
    }
    s + p.sum() + p.left.remove(x[2])
}

#[differentiable]
fn on_itself(x: &[f64]) -> f64 {
    let mut h = Heap::with_gain(x[0]);
    h.run(x)
}

/// A vector by another name has the methods of vectors.
type Samples = Vec<f64>;
#[differentiable]
fn by_another_name(x: &[f64]) -> f64 {
    let mut h: Samples = Vec::new();
    h.push(x[0]);
    h.insert(0, x[1]);
    let first = h.remove(0);
    first * h.iter().sum::<f64>()
}

/// A name that is bound again is of another type.
#[differentiable]
fn bound_again(x: &[f64]) -> f64 {
    let mut h = Heap::with_gain(x[0]);
    h.push(x[1], 1);
    let s = h.sum();
    let mut h = vec![s];
    h.push(x[2]);
    h.iter().sum::<f64>() * h.len() as f64
}

#[test]
fn methods_are_those_of_their_structures() {
    for x in [[0.31, 0.7, -0.5, 0.9], [0.9, -0.4, 0.2, 0.6], [-0.6, 0.52, 0.75, 0.1]] {
        agrees("by_constructor", by_constructor, &by_constructor::gradient(&x).1.0, &x);
        agrees("by_literal", by_literal, &by_literal::gradient(&x).1.0, &x);
        agrees("by_default", by_default, &by_default::gradient(&x).1.0, &x);
        agrees("by_type", by_type, &by_type::gradient(&x).1.0, &x);
        agrees("by_parameter", by_parameter, &by_parameter::gradient(&x).1.0, &x);
        agrees("in_fields", in_fields, &in_fields::gradient(&x).1.0, &x);
        agrees("on_itself", on_itself, &on_itself::gradient(&x).1.0, &x);
        agrees("by_another_name", by_another_name, &by_another_name::gradient(&x).1.0, &x);
        agrees("bound_again", bound_again, &bound_again::gradient(&x).1.0, &x);
    }
}
