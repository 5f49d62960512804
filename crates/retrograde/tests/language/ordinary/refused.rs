//! Programs that were refused once, as strangers wrote them; each is checked against differences by `f::check`.

use retrograde::{Differentiable, differentiable};

/// A point of a Bézier curve by de Casteljau's algorithm: vectors of points whose type nothing writes.
#[differentiable]
fn bezier(points: &[[f64; 2]], t: f64) -> f64 {
    let mut level = points.to_vec();
    while level.len() > 1 {
        level = level
            .windows(2)
            .map(|w| [(1.0 - t) * w[0][0] + t * w[1][0], (1.0 - t) * w[0][1] + t * w[1][1]])
            .collect();
    }
    level[0][0] * level[0][1]
}

/// A vector whose items only their uses tell: arrays, structures, numbers of two kinds.
#[differentiable]
fn lengths(points: &[[f64; 2]], t: f64) -> f64 {
    let edges: Vec<[f64; 2]> = points.windows(2).map(|w| [w[1][0] - w[0][0], w[1][1] - w[0][1]]).collect();
    let mut scaled = Vec::new();
    let mut longer: Vec<_> = Vec::new();
    let mut marks = vec![];
    for (k, e) in edges.iter().enumerate() {
        let turned = [t * e[1], -e[0]];
        scaled.push(turned);
        longer.push(Mark { at: t * e[0].hypot(e[1]), weight: e[0] });
        marks.push(k * k);
    }
    scaled.iter().map(|e| e[0] * e[1]).sum::<f64>()
        + longer.iter().map(|m| m.at * m.weight).sum::<f64>() * marks[1] as f64
}

#[derive(Clone, Debug, Differentiable)]
struct Mark {
    at: f64,
    weight: f64,
}

#[test]
fn vectors_of_what_their_uses_tell() {
    let points = [[0.0, 1.0], [1.0, 2.0], [2.0, -1.0], [3.0, 0.5]];
    assert_eq!(bezier::check(&points, 0.3), Ok(()));
    assert_eq!(lengths::check(&points, 0.7), Ok(()));
}

/// A controller that remembers: its `Option` changes, and what it holds has a cotangent.
#[derive(Clone, Debug, Differentiable)]
struct Pid {
    gain: f64,
    previous: Option<f64>,
    quiet: Option<usize>,
}

#[differentiable]
impl Pid {
    fn step(&mut self, e: f64, k: usize) -> f64 {
        let slope = match self.previous {
            Some(before) => e - before,
            None => 0.0,
        };
        self.previous = if slope > 0.05 { None } else { Some(e * self.gain) };
        if self.quiet.is_none() {
            self.quiet = Some(k);
        }
        if let Some(since) = self.quiet {
            if since + 2 < k {
                self.quiet = None;
                self.previous = None;
            }
        }
        self.gain * e + slope
    }
}

#[differentiable]
fn controlled(gain: f64, start: f64) -> f64 {
    let mut pid = Pid { gain, previous: Some(start), quiet: None };
    let mut x = 1.0;
    for k in 0..7 {
        let u = Pid::step(&mut pid, 0.5 - x, k);
        x += 0.1 * u * x;
    }
    if let Some(last) = pid.previous {
        x *= last;
    }
    x + pid.previous.unwrap_or(2.0) * gain
}

#[differentiable]
fn held(pid: &Pid, others: &[Option<f64>]) -> f64 {
    let mut sum = pid.previous.map_or(0.5, |x| x * x * pid.gain);
    for k in 0..others.len() {
        if let Some(x) = others[k] {
            sum *= 1.0 + x;
        }
    }
    sum
}

#[test]
fn an_option_in_a_field_changes_and_is_read() {
    for (gain, start) in [(0.2, 0.9), (0.2, -0.9), (1.7, -0.4)] {
        assert_eq!(controlled::check(gain, start), Ok(()));
    }
    let pid = Pid { gain: 0.3, previous: Some(0.4), quiet: None };
    let others = [Some(0.5), None, Some(-0.2)];
    assert_eq!(held::check(&pid, &others), Ok(()));
    let (_, (pid_bar, others_bar)) = held::gradient(&pid, &others);
    assert!((pid_bar.previous.unwrap() - 0.8 * 0.3 * 1.5 * 0.8).abs() < 1e-12);
    assert!((others_bar[0].unwrap() - 0.16 * 0.3 * 0.8).abs() < 1e-12);
    assert_eq!(held::check(&Pid { previous: None, ..pid }, &others), Ok(()));
}

/// Drains a part within an expression.
#[differentiable]
fn parts(x: &[f64]) -> f64 {
    let mut v = x.to_vec();
    let s: f64 = v.drain(..2).sum();
    let p = v[0] * v.drain(1..).map(|x| x * x).sum::<f64>() + s * v.len() as f64;
    s * p + v[0]
}

#[differentiable]
fn rounds(x: &[f64], n: usize) -> f64 {
    let mut v = x.to_vec();
    let mut sum = 0.0;
    while v.len() > n {
        sum = 0.5 * sum + v.drain(..n).map(|x| x * x).sum::<f64>();
        if sum > 100.0 {
            v.drain(..);
        }
    }
    sum * v[0]
}

#[test]
fn what_is_drained_is_an_operand() {
    assert_eq!(parts::check(&[1.0, 2.0, 3.0, 4.0, 5.0]), Ok(()));
    assert_eq!(parts(&[1.0, 2.0, 3.0, 4.0, 5.0]), 3.0 * (3.0 * 41.0 + 3.0) + 3.0);
    assert_eq!(rounds::check(&[1.0, 2.0, 3.0, 4.0, 5.0], 2), Ok(()));
}

/// Its methods are called as those of vectors are.
#[derive(Clone, Debug, Differentiable)]
struct Ring {
    sum: f64,
    n: usize,
}

#[differentiable]
impl Ring {
    fn push(&mut self, x: f64) {
        self.sum = 0.5 * self.sum + x * x;
        self.n += 1;
    }

    fn insert(&mut self, at: usize, x: f64) {
        self.sum *= x;
        self.n += at;
    }
}

#[differentiable]
fn ringed(x: f64, y: f64) -> f64 {
    let mut ring = Ring { sum: y, n: 0 };
    for _ in 0..4 {
        ring.push(x);
    }
    pushed(&mut ring, y);
    ring.sum * ring.n as f64
}

#[differentiable]
fn pushed(ring: &mut Ring, x: f64) {
    ring.push(x * ring.sum);
    ring.insert(2, x);
}

#[test]
fn methods_that_vectors_have_too() {
    assert_eq!(ringed::check(0.2, 0.3), Ok(()));
}

#[differentiable]
fn visited(options: &[Option<f64>], w: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (o, k) in options.iter().zip(w) {
        match o {
            Some(x) if *x > 1.0 => sum += x * x * k,
            Some(x) => sum += x,
            None => sum += k,
        }
    }
    for o in options {
        sum += o.map(|x| x * x * x).unwrap_or(1.0);
    }
    sum
}

#[differentiable]
fn in_chains(options: &[Option<f64>]) -> f64 {
    let filtered: f64 = options.iter().filter_map(|o| *o).map(|x| x * x).sum();
    let all: f64 = options.iter().map(|o| o.unwrap_or(0.5)).map(|x| x.sin()).sum();
    filtered * all
}

#[differentiable]
fn kept(options: &[Option<f64>]) -> f64 {
    let mut last = None;
    for o in options.iter() {
        if o.is_some() {
            last = *o;
        }
    }
    last.unwrap_or(0.0) * 3.0
}

#[differentiable]
fn named(options: &[Option<f64>]) -> f64 {
    let mut sum = 0.0;
    for i in 0..options.len() {
        let mut o = options[i];
        if i == 1 {
            o = Some(sum);
        }
        let same = options[i];
        match o {
            Some(x) => sum += x * x,
            None => sum += 1.0,
        }
        if let Some(x) = same {
            sum += x;
        }
    }
    sum
}

#[test]
fn elements_that_are_an_option_have_cotangents() {
    let (options, w) = ([Some(2.0), None, Some(0.5)], [1.5, 2.0, 3.0]);
    let (_, (bars, w_bar)) = visited::gradient(&options, &w);
    assert_eq!(bars, [Some(2.0 * 2.0 * 1.5 + 12.0), None, Some(1.0 + 0.75)]);
    assert_eq!(w_bar, [4.0, 1.0, 0.0]);
    let (_, (bars,)) = in_chains::gradient(&options);
    let (filtered, all) = (4.25, 2.0_f64.sin() + 0.5_f64.sin() + 0.5_f64.sin());
    let close = |a: Option<f64>, b: f64| assert!((a.unwrap() - b).abs() < 1e-14, "{a:?} {b}");
    close(bars[0], 4.0 * all + filtered * 2.0_f64.cos());
    close(bars[2], all + filtered * 0.5_f64.cos());
    assert_eq!(kept::gradient(&options).1.0, [Some(0.0), None, Some(3.0)]);
    // The first: s = x² + x, then s + s² + ….
    let first = (1.0 + 2.0 * 6.0) * 5.0;
    assert_eq!(named::gradient(&options).1.0, [Some(first), None, Some(2.0)]);
}

/// Waiting times of a queue: the index of the least item, and the item.
#[differentiable]
fn mean_wait(gaps: &[f64], services: &[f64], servers: usize) -> f64 {
    let mut free = vec![0.0; servers];
    let (mut clock, mut total) = (0.0, 0.0);
    for (gap, service) in gaps.iter().zip(services.iter()) {
        clock += gap;
        let (who, at) = free
            .iter()
            .enumerate()
            .min_by(|a, b| a.1.partial_cmp(b.1).unwrap())
            .map(|(i, t)| (i, *t))
            .unwrap();
        let start = f64::max(clock, at);
        total += start - clock;
        free[who] = start + service;
    }
    total / gaps.len() as f64
}

/// A point of a curve, as an array.
#[differentiable]
fn point(t: f64, a: f64) -> [f64; 2] {
    [a * t * t, (a * t).sin()]
}

/// The last of what a call returns, kept for the next round: an array under a name without a type.
#[differentiable]
fn length(a: f64, n: usize) -> f64 {
    let mut total = 0.0;
    let mut last = point(0.0, a);
    for i in 1..=n {
        let p = point(i as f64 / n as f64, a);
        total += (p[0] - last[0]).hypot(p[1] - last[1]);
        last = p;
    }
    total
}

#[test]
fn the_index_of_the_least_and_arrays_of_calls() {
    assert_eq!(mean_wait::check(&[0.5, 0.3, 0.2, 0.9, 0.1], &[1.0, 1.3, 0.7, 0.4, 2.0], 2), Ok(()));
    assert_eq!(length::check(0.8, 7), Ok(()));
}
