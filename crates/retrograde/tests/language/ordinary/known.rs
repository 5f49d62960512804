//! Structures, enums and marked functions that are known: the types of their results, and what methods take and change.

use super::agrees;
use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Point {
    x: f64,
    y: f64,
}
#[differentiable]
impl Point {
    fn origin() -> Self {
        Point { x: 0.0, y: 0.0 }
    }
    fn constant(x: f64) -> Point {
        Point { x, y: 1.0 }
    }
    fn distance(&self, other: &Point) -> f64 {
        ((self.x - other.x).powi(2) + (self.y - other.y).powi(2)).sqrt()
    }
    fn moved(mut self, by: f64) -> Self {
        self.x += by;
        self.y *= by;
        self
    }
}
#[differentiable]
impl std::ops::Add for Point {
    type Output = Point;
    fn add(self, other: Point) -> Point {
        Point { x: self.x + other.x, y: self.y + other.y }
    }
}
#[differentiable]
fn on_a_curve(t: f64) -> Point {
    Point { x: t, y: t * t }
}
#[differentiable]
fn both(t: f64) -> [Point; 2] {
    [on_a_curve(t), Point { x: 1.0, y: t.sin() }]
}
#[differentiable]
fn turned(points: [Point; 2]) -> [Point; 2] {
    let mut turned = points;
    turned.swap(0, 1);
    turned[0].x *= 2.0;
    turned
}
/// A method without arguments, a result that changes afterwards, and operands that are made where they stand.
#[differentiable]
fn length(x: &[f64]) -> f64 {
    let mut sum = 0.0;
    let mut last = on_a_curve(x[0]);
    let mut all = Point::origin();
    for v in &x[1..] {
        let now = on_a_curve(*v);
        sum += now.distance(&last);
        last = now;
        all = all + Point::constant(*v);
    }
    let [p, q] = both(x[1]);
    let turned = turned(both(x[2]));
    for p in &turned {
        sum += p.x * p.y;
    }
    sum + all.x * p.y + q.y * turned[1].x + last.moved(x[0]).moved(2.0).y + last.y
}

#[derive(Clone, Debug, Default, Differentiable)]
struct Account {
    balance: f64,
    fees: Vec<f64>,
    months: usize,
}
#[differentiable]
impl Account {
    fn deposited(mut self, v: f64) -> Self {
        self.balance += v;
        self.fees.push(0.1 * v * self.balance);
        self
    }
    fn deposit(&mut self, v: f64) -> f64 {
        self.balance += v;
        self.months += 1;
        self.balance
    }
    fn accrue(&mut self, rate: f64) {
        self.balance *= 1.0 + rate;
    }
    fn closed(self) -> f64 {
        self.balance * if self.months > 1 { 1.1 } else { 0.9 } - self.fees.iter().sum::<f64>()
    }
}
/// Methods that take a structure by value, which is none that is copied, and those that change an element of a vector.
#[differentiable]
fn accounts(x: &[f64]) -> f64 {
    let mut all = vec![Account::default(), Account { balance: x[0], ..Default::default() }];
    let mut sum = 0.0;
    for (i, v) in x.iter().enumerate() {
        let account = &mut all[i % 2];
        let balance = account.deposit(v * v);
        account.accrue(x[1] * 0.1);
        sum += balance * (i + 1) as f64;
    }
    let first = all[0].clone();
    sum += first.clone().deposited(x[2]).deposited(2.0).closed() + first.closed();
    for account in all {
        sum += account.closed();
    }
    sum
}

#[differentiable]
fn step(state: (f64, f64, u8), v: f64) -> (f64, f64, u8) {
    let (a, b, k) = state;
    match k {
        0 if v > 0.3 => (a + v, b, 1),
        0 => (a, b + v, 0),
        1 => (a * 0.9, b - v, if v < 0.0 { 2 } else { 1 }),
        _ => (b, a, 0),
    }
}
/// A tuple that a function takes and returns.
#[differentiable]
fn tuples(x: &[f64]) -> f64 {
    let mut state = (0.1, 0.2, 0);
    let mut sum = 0.0;
    for v in x {
        state = step(state, *v);
        sum += state.0 * state.1;
    }
    sum + state.0
}

#[derive(Clone, Debug, Differentiable)]
enum Layer {
    Dense { weights: Vec<f64>, bias: f64 },
    Relu,
    Scale(f64),
}
#[differentiable]
fn forward(layer: &Layer, h: &[f64]) -> Vec<f64> {
    match layer {
        Layer::Dense { weights, bias } => {
            h.iter().enumerate().map(|(i, v)| v * weights[i % 2] + bias).collect()
        }
        Layer::Relu => h.iter().map(|v| v.max(0.0)).collect(),
        Layer::Scale(k) => h.iter().map(|v| v * k).collect(),
    }
}
/// Variants without values in `vec![…]`.
#[differentiable]
fn network(x: &[f64]) -> f64 {
    let layers = vec![Layer::Dense { weights: vec![x[0], x[1]], bias: 0.1 }, Layer::Relu, Layer::Scale(x[2])];
    let mut h = vec![1.0, -0.5, x[3]];
    for layer in &layers {
        h = forward(layer, &h);
    }
    h.iter().map(|v| v * v).sum()
}

#[derive(Clone, Debug, Differentiable)]
struct Particle {
    at: [f64; 2],
    best: [f64; 2],
    score: f64,
}
/// A field that is an array, of an element that changes.
#[differentiable]
fn swarm(x: &[f64]) -> f64 {
    let mut all: Vec<Particle> =
        (0..3).map(|i| Particle { at: [x[i], x[i + 1]], best: [0.0; 2], score: 0.1 }).collect();
    for p in all.iter_mut() {
        let score = p.at[0] * p.at[1];
        if score > p.score {
            p.score = score;
            p.best = p.at;
        }
    }
    all.iter().map(|p| p.best[0] * p.best[0] + p.best[1] + p.score).sum()
}

/// A structure of the user's with a name of the standard library.
#[derive(Clone, Debug, Differentiable)]
struct Cell {
    h: f64,
}
#[differentiable]
fn next(cell: Cell, v: f64) -> Cell {
    Cell { h: (cell.h + v).tanh() }
}
fn ordinary(x: f64) -> f64 {
    2.0 * x
}
/// Values that nobody keeps.
#[differentiable]
fn cells(x: &[f64]) -> f64 {
    let mut cell = Cell { h: 0.1 };
    for v in x {
        cell = next(cell, *v);
        let _ = ordinary(*v);
        let _ = format!("{v}");
        _ = ordinary(cell.h);
    }
    cell.h
}

#[test]
fn types_that_are_written_elsewhere_are_known() {
    for x in [[0.31, 0.7, -0.5, 0.9], [0.9, -0.4, 0.2, 0.6], [-0.6, 0.52, 0.75, 0.1]] {
        agrees("length", length, &length::gradient(&x).1.0, &x);
        agrees("accounts", accounts, &accounts::gradient(&x).1.0, &x);
        agrees("tuples", tuples, &tuples::gradient(&x).1.0, &x);
        agrees("network", network, &network::gradient(&x).1.0, &x);
        agrees("swarm", swarm, &swarm::gradient(&x).1.0, &x);
        agrees("cells", cells, &cells::gradient(&x).1.0, &x);
        assert_eq!(accounts(&x), accounts::gradient(&x).0);
        assert_eq!(length(&x), length::gradient(&x).0);
    }
}

/// Sides that compute: the value of each has a place.
#[differentiable]
fn clipped(p: Point, most: f64) -> Point {
    let length = (p.x * p.x + p.y * p.y).sqrt();
    if length > most {
        let k = most / length;
        Point { x: p.x * k, y: p.y * k }
    } else {
        p.moved(length * most)
    }
}
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
enum Valve {
    Shut,
    Open { flow: f64, rounds: usize },
    Held(f64),
}
#[differentiable]
fn turn(valve: &Valve, u: f64, k: f64) -> Valve {
    match *valve {
        Valve::Shut if u > 0.2 => Valve::Open { flow: u, rounds: 1 },
        Valve::Shut => Valve::Shut,
        Valve::Open { flow, rounds } if flow > 1.0 || rounds > 2 => Valve::Held(flow * k),
        Valve::Open { flow, rounds } => Valve::Open { flow: flow + u * k, rounds: rounds + 1 },
        Valve::Held(flow) => {
            let next = flow - u * k;
            if next < 0.0 { Valve::Shut } else { Valve::Held(next * next) }
        }
    }
}
#[differentiable]
fn valves(x: &[f64]) -> f64 {
    let mut valve = Valve::Shut;
    let mut sum = 0.0;
    for (i, u) in x.iter().chain(x).enumerate() {
        let old = std::mem::replace(&mut valve, Valve::Shut);
        valve = turn(&old, *u + 0.1 * i as f64, x[1]);
        sum += match valve {
            Valve::Shut => 0.1,
            Valve::Open { flow, rounds } => flow * rounds as f64,
            Valve::Held(flow) => flow * flow,
        };
        let clipped = clipped(Point { x: *u, y: sum }, 0.5);
        sum += clipped.x * clipped.y;
    }
    sum
}

#[derive(Clone, Debug, Differentiable)]
struct Bandit {
    gains: Vec<f64>,
    rate: f64,
}
#[differentiable]
impl Bandit {
    fn best(&self, u: f64) -> usize {
        let mut best = 0;
        for i in 0..self.gains.len() {
            if self.gains[i] > self.gains[best] + u {
                best = i;
            }
        }
        best
    }
    fn learn(&mut self, at: usize, gain: f64) {
        self.gains[at] += self.rate * (gain - self.gains[at]);
    }
}
/// An index that a method returns, and a pair of indices that starts at literals.
#[differentiable]
fn bandit(x: &[f64]) -> f64 {
    let mut bandit = Bandit { gains: vec![0.1; 3], rate: x[0] };
    for v in x {
        let at = bandit.best(0.05);
        bandit.learn(at, *v);
    }
    let mut pair = (0, 0);
    let mut most = f64::NEG_INFINITY;
    for i in 0..x.len() {
        for j in i..x.len() {
            if x[i] - x[j] > most {
                most = x[i] - x[j];
                pair = (i, j);
            }
        }
    }
    bandit.gains.iter().map(|g| g * g).sum::<f64>() + most * (pair.1 - pair.0) as f64
}

/// Indices that are sorted by numbers.
#[differentiable]
fn ranked(x: &[f64]) -> f64 {
    let mut order: Vec<usize> = (0..x.len()).collect();
    order.sort_by(|&a, &b| x[a].partial_cmp(&x[b]).unwrap_or(std::cmp::Ordering::Equal));
    let sorted: Vec<f64> = order.iter().map(|&i| x[i]).collect();
    let rows: Vec<Vec<f64>> = order.iter().map(|&i| (0..2).map(|k| x[i] * x[k]).collect()).collect();
    sorted.iter().enumerate().map(|(i, v)| v * (i + 1) as f64).sum::<f64>() + rows[1][0] * rows[0][1]
}

/// Methods of its own with the names of methods of vectors.
#[derive(Clone, Debug, Default, Differentiable)]
struct Machine {
    stack: Vec<f64>,
    steps: usize,
}
#[differentiable]
impl Machine {
    fn push(&mut self, v: f64) {
        self.stack.push(v * v);
        self.steps += 1;
    }
    fn pop(&mut self) -> f64 {
        self.steps += 1;
        self.stack.pop().unwrap_or(0.5)
    }
    fn run(&mut self, x: &[f64]) -> f64 {
        for v in x {
            self.push(*v);
            let a = self.pop();
            let b = self.pop();
            self.push(a * b + v);
        }
        self.pop() * self.steps as f64
    }
}
#[differentiable]
fn machine(x: &[f64]) -> f64 {
    let mut machine = Machine::default();
    machine.run(x)
}

/// Integers in a vector without a type.
#[differentiable]
fn integers(x: &[f64]) -> f64 {
    let weights = vec![1, -2, 5];
    let mut order = vec![2, 0];
    order.push(1);
    x.iter().enumerate().map(|(i, v)| v * v * weights[i % 3] as f64 * x[order[i % 3]]).sum()
}

#[test]
fn choices_and_integers_of_known_types() {
    for x in [[0.31, 0.7, -0.5, 0.9], [0.9, -0.4, 0.2, 0.6], [-0.6, 0.52, 0.75, 0.1]] {
        agrees("valves", valves, &valves::gradient(&x).1.0, &x);
        agrees("bandit", bandit, &bandit::gradient(&x).1.0, &x);
        agrees("ranked", ranked, &ranked::gradient(&x).1.0, &x);
        agrees("machine", machine, &machine::gradient(&x).1.0, &x);
        agrees("integers", integers, &integers::gradient(&x).1.0, &x);
    }
}
