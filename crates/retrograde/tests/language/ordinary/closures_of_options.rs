//! Closures that return an `Option` or a `Result`, `?` in closures, `iter::successors`, `move` closures that count, and `split_first`.

use super::agrees;
use retrograde::prelude::*;

#[derive(Clone, Copy, Differentiable)]
struct Hit {
    time: f64,
    side: f64,
    at: usize,
}

/// `?` in a closure leaves the closure, and not the function.
#[differentiable]
fn safe(x: &[f64]) -> f64 {
    let ratio = |a: f64, b: f64| -> Option<f64> {
        if b < 0.6 {
            return None;
        }
        Some(a / b)
    };
    let two = |i: usize| {
        let a = ratio(x[i], x[i + 1])?;
        let b = ratio(a, x[i + 2])?;
        Some(a * b)
    };
    let mut s = 1.0;
    for i in 0..4 {
        if let Some(v) = two(i) {
            s += v * x[i];
        } else {
            s *= 0.9;
        }
        s += ratio(x[i], 1.0).unwrap_or(2.0);
    }
    match two(0) {
        Some(v) if v > 1.0 => s * v,
        Some(v) => s - v,
        None => s,
    }
}

#[differentiable]
fn errors(x: &[f64]) -> f64 {
    let parse = |k: usize| -> Result<f64, String> {
        if k >= x.len() {
            Err(format!("no {k}"))
        } else if x[k] < 0.5 {
            Err("small".to_string())
        } else {
            Ok(x[k] * x[0])
        }
    };
    let both = |a: usize, b: usize| -> Result<f64, String> { Ok(parse(a)? * parse(b)?) };
    let mut s = 0.1;
    for k in 0..7 {
        match parse(k) {
            Ok(v) => s += v,
            Err(_) => s *= 1.1,
        }
    }
    if let Ok(v) = both(1, 2) {
        s += v;
    }
    s + both(3, 9).unwrap_or(x[1]) + parse(1).map(|v| v * v).unwrap_or_else(|_| x[4])
}

#[differentiable]
fn generated(x: &[f64]) -> f64 {
    let mut n = 0usize;
    let mut next = || {
        if n < x.len() {
            let v = x[n];
            n += 1;
            Some(v)
        } else {
            None
        }
    };
    let mut s = 1.0;
    while let Some(v) = next() {
        s = s * v + 1.0;
    }
    s
}

#[differentiable]
fn chosen(x: &[f64]) -> f64 {
    let find = |limit: f64| x.iter().position(|v| *v > limit);
    let pick = |i: usize| x.get(i).copied();
    let large = |a: f64| match a {
        a if a > 1.5 => Some(a * a),
        a if a > 0.6 => Some(a),
        _ => None,
    };
    let p = find(0.87).and_then(|i| pick(i + 1)).unwrap_or(x[0]);
    let z = large(x[1]).or(large(x[2])).or_else(|| large(x[3]));
    let sum = find(10.0).map_or(x[2], |i| x[i]) + large(p).map(|v| v + x[0]).unwrap_or_default();
    p * z.unwrap_or(0.3) + sum
}

#[differentiable]
fn pairs(x: &[f64]) -> f64 {
    let roots = |a: f64, b: f64, c: f64| -> Option<(f64, f64)> {
        let d = b * b - 4.0 * a * c;
        if d < 0.0 {
            return None;
        }
        let s = d.sqrt();
        Some(((-b - s) / (2.0 * a), (-b + s) / (2.0 * a)))
    };
    let split = |a: f64| -> (f64, Option<f64>) { (a * 2.0, if a > 1.0 { Some(a * a) } else { None }) };
    let mut t = x[5];
    for i in 0..4 {
        if let Some((low, high)) = roots(x[i], -3.0 * x[i + 1], x[i + 2]) {
            t += low * high + high;
        }
    }
    let (p, q) = split(x[0]);
    t += p * q.unwrap_or(0.5);
    let Some((a, b)) = roots(1.0, -3.0, x[0] * 0.1) else { return t };
    t + a * b * x[1] + roots(x[3], 0.1, x[4]).map_or(x[0], |(p, q)| p + q)
}

#[differentiable]
fn hits(x: &[f64]) -> f64 {
    let cast = |from: f64, way: f64| -> Option<Hit> {
        let mut best: Option<Hit> = None;
        for (at, c) in x.iter().enumerate() {
            let time = (c - from) / way;
            if time > 0.1 && best.map_or(true, |hit| time < hit.time) {
                best = Some(Hit { time, side: c * way, at });
            }
        }
        best
    };
    let (mut s, mut from) = (1.0, 0.0);
    while let Some(hit) = cast(from, 1.0) {
        s = s * hit.time + hit.side * hit.at as f64;
        from += hit.time;
    }
    s + cast(x[0], -1.0).map(|hit| hit.side).unwrap_or(x[1])
}

/// A function that returns an `Option`, with closures whose `?` is theirs.
#[differentiable]
fn asked(x: &[f64]) -> Option<f64> {
    let at = |i: usize| -> Option<f64> {
        let (a, b) = (x.get(i)?, x.get(i + 1)?);
        if *b < 0.4 { None } else { Some(a / b) }
    };
    let small = |v: f64| -> Option<f64> {
        let w = (v < 0.5).then_some(v)?;
        Some(w * x[0])
    };
    let (a, b) = (at(0)?, at(2).or_else(|| at(3))?);
    let all: f64 = (0..5).filter_map(|i| at(i)).sum();
    let first: f64 = (0..7).map_while(at).product();
    Some(a * b + all + first + small(x[4]).unwrap_or(1.0))
}

#[differentiable]
fn or_else(x: &[f64]) -> f64 {
    match asked(x) {
        Some(v) => v,
        None => x[0] * x[1],
    }
}

#[differentiable]
fn succeeding(x: &[f64]) -> f64 {
    let s: f64 = std::iter::successors(Some(x[0]), |a| (*a > 0.01).then(|| a * 0.6 * x[1].min(1.0))).sum();
    let pairs = std::iter::successors(Some((x[2], 1.0)), |&(a, b)| Some((a * 0.5 + b, b * x[3])));
    let p: f64 = pairs.map(|(a, _)| a).take(7).product();
    let n = std::iter::successors(Some(1u32), |k| k.checked_mul(10)).count();
    let collatz = std::iter::successors(Some(27usize), |&k| {
        if k == 1 {
            None
        } else if k % 2 == 0 {
            Some(k / 2)
        } else {
            Some(3 * k + 1)
        }
    });
    let c: f64 = collatz.take_while(|k| *k != 1).map(|k| x[k % 6]).sum();
    s * p + n as f64 * x[4] + c
}

/// Each call of a `move` closure finds its own copy as the call before has left it.
#[differentiable]
fn own_copy(x: &[f64]) -> f64 {
    let mut sum = x[0];
    let mut add = move |d: f64| {
        sum += d;
        sum
    };
    let (a, b) = (add(x[1]), add(x[2]));
    sum *= 2.0;
    a * b * sum * add(x[3])
}

/// The counts, the bounds and the initial values of an iterator are those of the place where it is made.
#[differentiable]
fn named_chains(x: &[f64]) -> f64 {
    let mut n = 4;
    let mut k = 2;
    let mut c = 0;
    let mut a = 1.5;
    let it = (0..n).map(|i| {
        c += 1;
        x[i] * x[i + 1]
    });
    n = 2;
    let s: f64 = it.sum();
    let w = x[k..].windows(2).zip(&x[k - 1..]);
    k = 0;
    let mut t = s * c as f64;
    for (p, q) in w {
        t += p[0] * p[1] * q;
    }
    let mut rest = &x[1..];
    let pairs = rest.windows(2);
    rest = &rest[2..];
    for p in pairs {
        t += p[0] * p[1];
    }
    let g = x
        .iter()
        .scan(a, |st, v| {
            *st *= v;
            c += 2;
            Some(*st)
        })
        .take(n + 1);
    a = 3.0;
    n = 1;
    let z: f64 = g.sum();
    t * a + z + rest[0] + k as f64 + n as f64 * x[1] + c as f64 * x[2]
}

#[differentiable]
fn ends(x: &[f64]) -> f64 {
    let (first, rest) = x.split_first().unwrap();
    let (last, before) = rest.split_last().expect("two numbers");
    first * before.iter().map(|a| a.exp()).sum::<f64>() + last.log(3.0) + (1.0 + first).log(1.0 + last)
}

#[test]
fn gradients_agree() {
    for x in
        [[0.7, 0.42, 1.3, 1.6, 0.84, 1.1], [1.2, 0.9, 0.45, 0.3, 1.7, 0.65], [0.9, 1.8, 0.2, 0.61, 0.75, 1.4]]
    {
        agrees("safe", safe, &safe::gradient(&x).1.0, &x);
        agrees("errors", errors, &errors::gradient(&x).1.0, &x);
        agrees("generated", generated, &generated::gradient(&x).1.0, &x);
        agrees("chosen", chosen, &chosen::gradient(&x).1.0, &x);
        agrees("pairs", pairs, &pairs::gradient(&x).1.0, &x);
        agrees("hits", hits, &hits::gradient(&x).1.0, &x);
        agrees("or_else", or_else, &or_else::gradient(&x).1.0, &x);
        agrees("succeeding", succeeding, &succeeding::gradient(&x).1.0, &x);
        agrees("own_copy", own_copy, &own_copy::gradient(&x).1.0, &x);
        agrees("named_chains", named_chains, &named_chains::gradient(&x).1.0, &x);
        agrees("ends", ends, &ends::gradient(&x).1.0, &x);
        for (value, computed) in [
            (safe(&x), safe::gradient(&x).0),
            (errors(&x), errors::gradient(&x).0),
            (hits(&x), hits::gradient(&x).0),
            (or_else(&x), or_else::gradient(&x).0),
            (succeeding(&x), succeeding::gradient(&x).0),
            (named_chains(&x), named_chains::gradient(&x).0),
            (own_copy(&x), own_copy::gradient(&x).0),
            (ends(&x), ends::gradient(&x).0),
        ] {
            assert_eq!(value, computed);
        }
    }
}
