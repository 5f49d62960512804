//! Arrays in two parts, and names for places that are changed through them.
#![allow(missing_docs)]

use retrograde::prelude::*;

#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Node<T> {
    at: T,
    speed: [T; 2],
    visits: usize,
}

/// Each element takes from the one before it: structures in an array, in a loop.
#[reversible]
fn chain<T: Real>(path: &mut [Node<T>], h: T) {
    for k in 0..path.len() - 1 {
        let (before, after) = path.split_at_mut(k + 1);
        after[0].at += before[k].at.sin() * h + before[k].speed[1];
        after[0].speed[0] += before[k].speed[0] * after[0].at;
        after[0].visits += 1;
    }
}

#[reversible]
fn numbers(y: &mut [f64], x: &[f64], n: usize) {
    let (head, tail) = x.split_at(n);
    let (low, high) = y.split_at_mut(n);
    for (to, from) in high.iter_mut().zip(tail) {
        *to += from * from * head[0];
    }
    for (i, to) in low.iter_mut().enumerate() {
        *to += head[i].cos() * high[0];
    }
    let (first, rest) = high.split_at_mut(1);
    first[0] += rest.len() as f64 * tail[0];
    let (_, last) = rest.split_at(rest.len() - 1);
    first[0] += last[0] * last[0];
}

#[reversible]
fn owned<T: Real>(y: &mut T, x: &[T; 3]) {
    let mut all = vec![0.0; 4];
    let mut fixed = [[0.0; 2]; 3];
    {
        let (a, b): (&mut [T], &mut [T]) = all.split_at_mut(2);
        a[1] += x[0] * x[1];
        b[1] += a[1] * x[2];
        let (left, right) = fixed.split_at_mut(1);
        left[0][1] += x[0].exp();
        right[1][0] += left[0][1] * x[1];
    }
    *y += all[3] * fixed[2][0] + all[1];
}

#[reversible]
fn swaps(y: &mut [f64], x: f64) {
    let (a, b) = y.split_at_mut(2);
    swap(&mut a[0], &mut b[0]);
    a[1] += b[0] * x;
    rot(&mut a[0], &mut b[1], x);
}

#[reversible]
fn within<T: Real>(net: &mut Net<T>, x: T) {
    let (inner, outer) = net.nodes.split_at_mut(net.cut);
    outer[0].at += inner[0].at * x;
    let (a, b) = net.weights.split_at_mut(1);
    b[0] += a[0] * inner[0].at;
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
pub struct Net<T> {
    nodes: Vec<Node<T>>,
    weights: Vec<T>,
    cut: usize,
}

fn nodes() -> Vec<Node<f64>> {
    let node = |at: f64| Node { at, speed: [0.3 * at, at + 0.1], visits: 1 };
    [0.3, 0.8, -0.4, 1.1].map(node).to_vec()
}

#[test]
fn parts_of_arrays_are_changed_and_read() {
    assert_eq!(chain::check(&mut nodes(), 0.7), Ok(()));
    let mut path = nodes();
    chain(&mut path, 0.7);
    let mut wanted = nodes();
    for k in 0..wanted.len() - 1 {
        let (before, after) = wanted.split_at_mut(k + 1);
        after[0].at += before[k].at.sin() * 0.7 + before[k].speed[1];
        after[0].speed[0] += before[k].speed[0] * after[0].at;
        after[0].visits += 1;
    }
    assert_eq!(path, wanted);
    assert_eq!(numbers::check(&mut [0.4, 0.7, 0.2, -0.3, 0.9], &[0.5, 1.2, -0.6, 0.8, 0.1], 2), Ok(()));
    assert_eq!(owned::check(&mut 0.3, &[0.4, 0.7, 1.2]), Ok(()));
    assert_eq!(swaps::check(&mut [0.4, 0.7, 0.2, -0.3], 0.6), Ok(()));
    let mut net = Net { nodes: nodes(), weights: vec![0.4, 0.6, 0.2], cut: 2 };
    assert_eq!(within::check(&mut net, 0.6), Ok(()));
}

#[test]
#[should_panic(expected = "`x.split_at(n)` splits an array with fewer elements")]
fn what_is_too_short_is_not_split() {
    numbers(&mut [0.0; 5], &[1.0; 3], 4);
}

/// `&mut` before a place gives it another name.
#[reversible]
fn named<T: Real>(net: &mut Net<T>, x: &mut [T], i: &mut usize, h: T) {
    let node = &mut net.nodes[1];
    let speed = &mut node.speed;
    speed[0] += h * node.at;
    node.visits += 1;
    let number = &mut x[*i];
    *i += 1;
    *number += h.sin();
    let part = &mut x[1..];
    part[1] += *number * h;
    step(node, h);
    nudge(part, h);
    nudge(&mut part[..2], h);
}

#[reversible]
fn step<T: Real>(node: &mut Node<T>, h: T) {
    node.at += h * node.speed[1];
}

#[reversible]
fn nudge<T: Real>(x: &mut [T], h: T) {
    for i in 1..x.len() {
        x[i] += h * x[i - 1];
    }
}

#[test]
fn places_that_are_changed_have_names() {
    let mut net = Net { nodes: nodes(), weights: vec![0.4, 0.6, 0.2], cut: 2 };
    assert_eq!(named::check(&mut net, &mut [0.4, 0.7, 0.2, 0.5], &mut 0, 0.6), Ok(()));
    let (mut x, mut i) = ([1.0, 2.0, 3.0], 0);
    named(&mut net, &mut x, &mut i, 0.5);
    let first = 1.0 + 0.5_f64.sin();
    let (second, third) = (2.0, 3.0 + 0.5 * first + 0.5 * 2.0);
    assert_eq!((x, i), ([first, second, third + 0.5 * second], 1));
}

/// Whole arrays are added to each other.
#[reversible]
fn steps<T: Real, const N: usize>(ys: &mut [[T; N]], out: &mut [T; N], x: &[T; N], h: T) {
    for i in 0..ys.len() - 1 {
        let mut next = *x;
        each!(next += h * ys[i].sin());
        ys[i + 1] += next;
        ys[i + 1] -= *x;
    }
    ys[0] += *x;
    *out += ys[ys.len() - 1];
}

#[reversible]
fn rows(a: &mut Vec<Vec<f64>>, b: &[Vec<f64>], counts: &mut [usize; 2], more: &[usize; 2]) {
    *a += *b;
    a[0] -= b[1];
    *counts += *more;
    let (low, high) = a.split_at_mut(1);
    low[0] += high[0];
}

#[test]
fn whole_arrays_are_added() {
    let mut ys = vec![[0.3, 0.5], [0.1, -0.4], [0.8, 0.2]];
    assert_eq!(steps::check(&mut ys, &mut [0.2, 0.9], &[0.6, 0.7], 0.4), Ok(()));
    let rows_of = |x: f64| vec![vec![x, 2.0 * x], vec![0.5 - x, x * x]];
    assert_eq!(rows::check(&mut rows_of(0.3), &rows_of(0.7), &mut [1, 2], &[3, 4]), Ok(()));
    let (mut a, mut counts) = (rows_of(1.0), [1, 2]);
    rows(&mut a, &rows_of(2.0), &mut counts, &[3, 4]);
    assert_eq!((a[0].clone(), counts), (vec![2.5, 7.0], [4, 6]));
}

/// The transform of Walsh and Hadamard by halves, both of which are visited at once.
#[reversible]
fn walsh<T: Real>(x: &mut [T]) {
    let n = x.len();
    if n > 1 {
        let (a, b) = x.split_at_mut(n / 2);
        for (a, b) in a.iter_mut().zip(b.iter_mut()) {
            hadamard(a, b);
        }
        walsh(a);
        walsh(b);
    }
}

/// One half is changed by the other: what is built from the first stays as it is while the second changes.
#[reversible]
fn coupling<T: Real>(x: &mut [T], w: &[T], log_det: &mut T) {
    let half = x.len() / 2;
    let (first, second) = x.split_at_mut(half);
    for k in 0..half {
        let s = mixed(first, w, k);
        second[k] += s * s;
        *log_det += s;
    }
    for (to, from) in second.iter_mut().zip(first) {
        *to += from.sin();
    }
    swap(first, second);
}

#[reversible]
fn mixed<T: Real>(x: &[T], w: &[T], k: usize) -> T {
    let mut sum = 0.0;
    for (x, w) in x.iter().zip(w) {
        sum += *w * x.tanh();
    }
    sum * w[k]
}

/// Exchanges slices of integers as a whole after each step.
#[reversible]
fn automaton(now: &mut [u8], before: &mut [u8], steps: usize) {
    let n = now.len();
    for _ in 0..steps {
        for i in 0..n {
            before[i] ^= now[(i + n - 1) % n] ^ now[(i + 1) % n];
        }
        swap(now, before);
    }
}

#[test]
fn halves_are_apart() {
    let mut x = [1.0, 2.0, 0.5, -1.0];
    assert_eq!(walsh::check(&mut x), Ok(()));
    walsh(&mut x);
    assert!((x[0] - 1.25_f64).abs() < 1e-15 && (x[3] + 1.25_f64).abs() < 1e-15);
    assert_eq!(coupling::check(&mut x, &[0.5, 0.7], &mut 0.3), Ok(()));

    let (mut now, mut before) = ([0, 1, 1, 0, 1], [0, 0, 1, 0, 0]);
    automaton(&mut now, &mut before, 3);
    assert_ne!(now, [0, 1, 1, 0, 1]);
    automaton::inverse(&mut now, &mut before, 3);
    assert_eq!((now, before), ([0, 1, 1, 0, 1], [0, 0, 1, 0, 0]));
}
