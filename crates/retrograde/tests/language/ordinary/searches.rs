//! Searches, heaps and stacks of keys, iterators under a name, and variants that change: what decides has no cotangent.

use retrograde::{Differentiable, differentiable};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const GUSTS: [f64; 3] = [0.1, -0.2, 0.3];

/// A constant again and again.
#[differentiable]
fn gusts(x: f64, n: usize) -> f64 {
    let mut s = x;
    for g in GUSTS.iter().cycle().take(n) {
        s *= 1.0 + g * x;
    }
    s
}

/// A place again and again, beside another and behind other steps.
#[differentiable]
fn again(x: &[f64], y: &[f64], n: usize) -> f64 {
    let some: f64 = x.iter().cycle().skip(1).take(n).map(|v| v * v).sum();
    some * y.iter().zip(x.iter().cycle()).map(|(a, b)| a * b).sum::<f64>()
}

/// An area by Gauss.
#[differentiable]
fn area<const N: usize>(points: &[[f64; 2]; N]) -> f64 {
    let next = points.iter().cycle().skip(1);
    0.5 * points.iter().zip(next).map(|([x0, y0], [x1, y1])| x0 * y1 - x1 * y0).sum::<f64>()
}

#[test]
fn items_come_again() {
    assert_eq!(gusts::check(0.7, 8), Ok(()));
    assert_eq!(again::check(&[0.7, 0.2, 0.3], &[1.0, 2.0, 3.0, 4.0], 8), Ok(()));
    assert_eq!(again::gradient(&[], &[1.0], 3), (again(&[], &[1.0], 3), (vec![], vec![0.0])));
    assert_eq!(area::check(&[[0.0, 0.1], [1.0, 0.0], [0.4, 0.9]]), Ok(()));
}

/// Parts of a slice, one by one; the last is shorter.
#[differentiable]
fn by_three(x: &[f64]) -> f64 {
    let mut parts = x.chunks(3);
    let mut s = 0.0;
    while let Some(part) = parts.next() {
        let mut p = 1.0;
        for v in part {
            p *= v;
        }
        s += p;
    }
    s
}

#[differentiable]
fn by_windows(x: &[f64]) -> f64 {
    let mut windows = x.windows(2);
    let mut s = match windows.next() {
        Some(w) => w[0] * w[1],
        None => return -1.0,
    };
    for w in windows {
        s = s * w[0] + w[1];
    }
    s
}

#[differentiable]
fn by_pairs(x: &[f64]) -> f64 {
    let pairs = x.chunks_exact(2);
    let rest: f64 = pairs.remainder().iter().sum();
    rest * pairs.map(|p| p[0] * p[1]).sum::<f64>()
}

#[differentiable]
fn counted(x: &[f64]) -> f64 {
    let mut pairs = x.chunks_exact(2).enumerate();
    let mut s = 0.0;
    while let Some((i, p)) = pairs.next() {
        s += p[0] * p[1] * i as f64;
    }
    s
}

/// Runs of a label; what is seen before is taken afterwards.
#[differentiable]
fn runs(x: &[f64], label: &[u8]) -> f64 {
    let mut total = 0.0;
    let mut items = x.iter().zip(label).peekable();
    while let Some((v, l)) = items.next() {
        let mut sum = *v;
        while let Some((u, m)) = items.peek() {
            if *m != l {
                break;
            }
            sum += **u;
            items.next();
        }
        total += sum * sum;
    }
    total
}

/// A closure that counts, in a chain that is visited once.
#[differentiable]
fn ranked(x: &[f64]) -> f64 {
    let mut n = 0.0;
    let items = x.iter().map(|x| {
        n += 1.0;
        x * n
    });
    let mut s = 0.0;
    for v in items {
        s += v * v;
    }
    s * n
}

#[test]
fn parts_of_a_slice_under_a_name() {
    assert_eq!(ranked::check(&[0.7, 0.2]), Ok(()));
    let x = [0.7, 0.2, 0.3, 1.1, 0.4];
    for n in 0..=5 {
        assert_eq!(by_three::check(&x[..n]), Ok(()));
        assert_eq!(by_windows::check(&x[..n]), Ok(()));
        assert_eq!(by_pairs::check(&x[..n]), Ok(()));
        assert_eq!(counted::check(&x[..n]), Ok(()));
    }
    assert_eq!(runs::check(&x, &[1, 1, 2, 2, 1]), Ok(()));
}

/// A place in a sorted table.
#[differentiable]
fn lookup(xs: &[f64], ys: &[f64], at: f64) -> f64 {
    let i = xs.partition_point(|&x| x <= at).clamp(1, xs.len() - 1);
    ys[i - 1] + (ys[i] - ys[i - 1]) * (at - xs[i - 1]) / (xs[i] - xs[i - 1])
}

/// Both sides of a search.
#[differentiable]
fn interpolated(xs: &[f64], ys: &[f64], at: f64) -> f64 {
    let i = match xs.binary_search_by(|x| x.partial_cmp(&at).unwrap()) {
        Ok(i) => return ys[i],
        Err(0) => return ys[0],
        Err(i) if i == xs.len() => return ys[i - 1],
        Err(i) => i - 1,
    };
    ys[i] + (at - xs[i]) / (xs[i + 1] - xs[i]) * (ys[i + 1] - ys[i])
}

#[differentiable]
fn nearest(xs: &[f64], at: f64) -> f64 {
    let i = xs.binary_search_by(|x| x.total_cmp(&at)).unwrap_or_else(|i| i.min(xs.len() - 1));
    (xs[i] - at).powi(2)
}

#[test]
fn sorted_numbers_are_searched() {
    let (xs, ys) = ([0.0, 1.0, 2.0, 4.0], [0.5, 0.9, 0.1, 0.3]);
    for at in [-0.5, 0.3, 1.3, 3.0, 5.0] {
        assert_eq!(lookup::check(&xs, &ys, at), Ok(()));
        assert_eq!(interpolated::check(&xs, &ys, at), Ok(()));
        assert_eq!(nearest::check(&xs, at), Ok(()));
    }
    for at in xs {
        assert_eq!(interpolated::gradient(&xs, &ys, at).0, interpolated(&xs, &ys, at));
        assert_eq!(nearest::gradient(&xs, at).0, nearest(&xs, at));
    }
}

/// The greatest key first.
#[differentiable]
fn by_keys(x: &[f64], keys: &[usize]) -> f64 {
    let mut heap = BinaryHeap::new();
    for k in keys {
        heap.push(*k);
    }
    let mut s = 1.0;
    while let Some(k) = heap.pop() {
        s = s * x[k] + x[0];
    }
    s
}

/// The least key first, and of equal keys the first.
#[differentiable]
fn by_least(x: &[f64], keys: &[usize]) -> f64 {
    let mut heap = BinaryHeap::new();
    for (i, k) in keys.iter().enumerate() {
        heap.push(Reverse((*k, i)));
    }
    let mut s = 1.0;
    while let Some(Reverse((k, i))) = heap.pop() {
        s = s * x[i] + x[k];
        if k == 2 && heap.len() < 3 {
            heap.push(Reverse((1, 0)));
        }
    }
    s
}

/// A stack of pairs of indices, whose type nobody writes.
#[differentiable]
fn by_stack(x: &[f64], keys: &[usize]) -> f64 {
    let mut stack = Vec::new();
    for (i, k) in keys.iter().enumerate() {
        stack.push((*k, i));
    }
    let mut s = 1.0;
    while let Some((k, i)) = stack.pop() {
        s = s * x[i] + x[k];
    }
    s
}

#[test]
fn keys_are_kept_in_heaps_and_stacks() {
    let (x, keys) = ([0.7, 0.2, 0.3, 0.9], [0, 2, 1, 2]);
    assert_eq!(by_keys::check(&x, &keys), Ok(()));
    assert_eq!(by_keys::gradient(&x, &keys).0, by_keys(&x, &keys));
    assert_eq!(by_least::check(&x, &keys), Ok(()));
    assert_eq!(by_least::gradient(&x, &keys).0, by_least(&x, &keys));
    assert_eq!(by_stack::check(&x, &keys), Ok(()));
}

/// A machine whose states have parts, or none.
#[derive(Clone, Copy, PartialEq, Differentiable)]
enum Mode {
    Off,
    Heating { since: usize },
}

#[differentiable]
fn thermostat(start: f64, outside: f64, power: f64) -> f64 {
    let mut mode = Mode::Off;
    let (mut t, mut used) = (start, 0.0);
    for step in 0..20 {
        mode = match mode {
            Mode::Off if t < 18.0 => Mode::Heating { since: step },
            Mode::Heating { since } if t > 21.0 && step - since > 2 => Mode::Off,
            other => other,
        };
        let heat = if let Mode::Heating { .. } = mode { power } else { 0.0 };
        used += heat * heat;
        t += 0.1 * (outside - t) + heat;
    }
    used + t
}

/// A copy of a parameter, which changes.
#[derive(Clone, Copy, Differentiable)]
enum Phase {
    A,
    B,
}

#[differentiable]
fn phases(x: f64, phase: Phase, n: usize) -> f64 {
    let mut p = phase;
    let mut s = x;
    for i in 0..n {
        match p {
            Phase::A => s *= x,
            Phase::B => s += x * x,
        }
        if i % 2 == 1 {
            p = Phase::B;
        }
    }
    s
}

#[test]
fn states_change() {
    assert_eq!(thermostat::check(17.0, 5.0, 2.5), Ok(()));
    for phase in [Phase::A, Phase::B] {
        assert_eq!(phases::check(0.7, phase, 5), Ok(()));
    }
}

/// Functions of several numbers, as arguments.
#[differentiable]
fn newton(f: impl Fn(f64) -> (f64, f64), start: f64) -> f64 {
    let mut x = start;
    for _ in 0..20 {
        let (value, slope) = f(x);
        x -= value / slope;
    }
    x
}

#[differentiable]
fn root(a: f64) -> f64 {
    newton(|x| (x * x - a, 2.0 * x), 1.0)
}

#[differentiable]
fn along(f: impl Fn(f64) -> [f64; 2], x: f64) -> f64 {
    let v = f(x);
    v[0] * v[1] + f(2.0 * x)[0]
}

#[differentiable]
fn circle(r: f64, x: f64) -> f64 {
    along(|t| [r * t.cos(), r * t.sin()], x)
}

#[test]
fn functions_of_several_numbers_are_arguments() {
    assert_eq!(root::check(2.0), Ok(()));
    assert_eq!(circle::check(2.0, 0.3), Ok(()));
}

/// Two buffers, one of which is taken at the end.
#[differentiable]
fn smoothed(u: &[f64], k: f64, steps: usize) -> f64 {
    let mut now = u.to_vec();
    let mut next = vec![0.0; now.len()];
    for _ in 0..steps {
        for (i, w) in now.windows(3).enumerate() {
            next[i + 1] = w[1] + k * (w[0] - 2.0 * w[1] + w[2]);
        }
        std::mem::swap(&mut now, &mut next);
    }
    let done = std::mem::take(&mut now);
    done.into_iter().map(|v| v * v).sum()
}

#[test]
fn a_vector_is_taken() {
    assert_eq!(smoothed::check(&[0.1, 0.9, 0.3, 0.2], 0.1, 3), Ok(()));
}

/// A shortest path, whose keys are a length in steps of a millionth and a place.
#[differentiable]
fn shortest(edges: &[(usize, usize)], w: &[f64], n: usize) -> f64 {
    let mut best = vec![1e30; n];
    best[0] = 0.0;
    let mut heap = BinaryHeap::new();
    heap.push(Reverse((0, 0)));
    while let Some(Reverse((_, at))) = heap.pop() {
        for (k, &(from, to)) in edges.iter().enumerate() {
            let next = best[at] + w[k] * w[k];
            if from == at && next < best[to] {
                best[to] = next;
                heap.push(Reverse(((next * 1e6) as u64, to)));
            }
        }
    }
    best[n - 1]
}

/// Keys whose type a local says.
#[differentiable]
fn matched(gain: &[f64], rank: &[i64]) -> f64 {
    let mut heap = BinaryHeap::new();
    for (i, r) in rank.iter().enumerate() {
        let key: i64 = r - 2;
        heap.push((key, i));
    }
    let mut total = 0.0;
    let mut weight = 1.0;
    while let Some((key, i)) = heap.pop() {
        total += weight * gain[i] * gain[i];
        weight *= 0.5;
        if key < 0 {
            break;
        }
    }
    total
}

#[test]
fn keys_have_the_types_that_the_function_shows() {
    assert_eq!(matched::check(&[0.3, 0.9, 0.5, 0.7], &[4, 1, 9, 2]), Ok(()));
    let edges = [(0, 1), (1, 2), (0, 2), (2, 3), (1, 3)];
    assert_eq!(shortest::check(&edges, &[0.5, 0.7, 1.2, 0.3, 1.1], 4), Ok(()));
}
