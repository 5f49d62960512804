//! The order of Rust, and how often it computes: arguments that are not needed, items that are left out, indices that change what is put there,
//! names that a closure has for a while, and types that a closure or a turbofish writes.

use super::agrees;
use retrograde::prelude::*;

#[differentiable]
fn bump(a: &mut f64) -> f64 {
    let old = *a;
    *a = *a * *a * 0.3 + 1.0;
    old * 2.0
}

#[differentiable]
fn next(k: &mut usize) -> usize {
    *k += 1;
    *k
}

/// Of an `Option` that is empty the right side sees that it is.
#[differentiable]
fn running(x: &[f64]) -> f64 {
    let mut product: Option<f64> = None;
    let mut least: Option<f64> = None;
    let mut mean: Option<f64> = None;
    let mut ok: Result<f64, usize> = Err(3);
    let mut one: Option<f64> = None;
    for v in x {
        product = Some(product.unwrap_or(3.0) * v);
        least = Some(match least {
            Some(q) if q < *v => q,
            _ => v * 0.9,
        });
        mean = Some(match mean {
            Some(e) => 0.9 * e + 0.1 * v,
            None => *v,
        });
        ok = Ok(ok.unwrap_or(2.0) * v);
        one = if one.is_some() { None } else { Some(one.unwrap_or(2.0) * v) };
    }
    product.unwrap() + least.unwrap() * mean.unwrap() + ok.unwrap_or(0.0) + one.unwrap_or(7.0)
}

/// `unwrap_or` computes its argument where it does not need it, too.
#[differentiable]
fn eager(x: &[f64]) -> f64 {
    let mut a = x[0];
    let there = Some(x[1] * 2.0);
    let r = there.unwrap_or(bump(&mut a));
    let s = there.map_or(bump(&mut a), |v| v * v);
    let t = there.or(Some(bump(&mut a))).unwrap_or(0.0);
    let mut v = x.to_vec();
    let first = x.first().copied();
    let u = first.unwrap_or(v.pop().unwrap());
    r + a * s + t + u * v.len() as f64
}

/// `repeat` computes its item once.
#[differentiable]
fn repeated(x: &[f64]) -> f64 {
    let mut a = x[0];
    let mut s = 0.0;
    for (i, v) in std::iter::repeat(a).take(3).enumerate() {
        a *= 2.0;
        s += v * (i + 1) as f64;
    }
    s += std::iter::repeat_n(bump(&mut a), 2).map(|v| v * x[1]).sum::<f64>();
    s += x.iter().zip(std::iter::repeat(2.0 * x[2])).map(|(u, v)| u * v).sum::<f64>();
    s + a
}

/// The index is computed behind the value.
#[differentiable]
fn indexed(x: &[f64]) -> f64 {
    let mut k = 0;
    let mut s = [0.0; 4];
    s[next(&mut k)] = k as f64 * x[0];
    s[next(&mut k)] += (k + 1) as f64 * x[1];
    let mut i = 0;
    let mut t = [x[0], 2.0 * x[1], 3.0 * x[2]];
    t[{
        i += 1;
        i
    }] = t[i] * x[1];
    s[0] + 2.0 * s[1] + 3.0 * s[2] + t[0] + 5.0 * t[1] + t[2]
}

#[differentiable]
fn matched(x: &[f64]) -> f64 {
    let mut a = x[0];
    let mut g = || {
        a *= 2.0;
        a
    };
    match (g(), g()) {
        (p, q) if p > 4.0 => p * q,
        (p, q) => p * p + q,
    }
}

#[differentiable]
fn burnt_in(x: &[f64]) -> f64 {
    let mut state = 12345u64;
    let mut k = 0;
    let s: f64 = (0..20)
        .map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) as f64 / 2147483648.0 * x[0]
        })
        .skip(10)
        .sum();
    let v: Vec<f64> = (0..3)
        .map(|i| {
            k += 1;
            k as f64 * x[i] * x[1]
        })
        .step_by(2)
        .collect();
    s + v[0] * v[1]
}

#[differentiable]
fn weighted(a: f64) -> f64 {
    a * 100.0
}

/// A closure is called by its name where it is seen; behind its block, and in itself, the name is that of the function.
#[differentiable]
fn scoped(x: &[f64]) -> f64 {
    let mut s = 0.0;
    for v in x {
        let weighted = |q: f64| q * x[0];
        s += weighted(*v);
    }
    if x[0] < 0.0 {
        let weighted = |q: f64| q * q;
        s += weighted(x[1]);
    } else {
        s += weighted(x[1]);
    }
    let bumped = {
        let weighted = |q: f64| weighted(q) * 2.0;
        weighted(x[2])
    };
    s + weighted(x[1]) + bumped
}

#[differentiable]
fn halved(v: f64) -> Option<f64> {
    (v > 0.3).then(|| v * 0.5)
}

/// A closure of a chain returns from itself alone.
#[differentiable]
fn left(x: &[f64]) -> f64 {
    let s: f64 = x
        .iter()
        .map(|v| {
            if *v > 1.0 {
                return 0.1;
            }
            v * x[0]
        })
        .sum();
    let t = x
        .iter()
        .filter_map(|v| {
            let half = halved(*v)?;
            Some(half * half)
        })
        .sum::<f64>();
    let u = x.iter().filter_map(|v| if *v > 1.0 { return None } else { Some(v * v) }).sum::<f64>();
    s * t + u
}

#[test]
fn gradients_agree() {
    for x in [[0.7, 0.4, 1.3], [1.2, 0.9, 0.45], [0.9, 1.8, 0.2]] {
        agrees("running", running, &running::gradient(&x).1.0, &x);
        agrees("eager", eager, &eager::gradient(&x).1.0, &x);
        agrees("repeated", repeated, &repeated::gradient(&x).1.0, &x);
        agrees("indexed", indexed, &indexed::gradient(&x).1.0, &x);
        agrees("matched", matched, &matched::gradient(&x).1.0, &x);
        agrees("burnt_in", burnt_in, &burnt_in::gradient(&x).1.0, &x);
        agrees("scoped", scoped, &scoped::gradient(&x).1.0, &x);
        agrees("left", left, &left::gradient(&x).1.0, &x);
    }
}

#[differentiable]
fn typed(x: f64) -> f64 {
    let large = |a: u64| a * 1_000_000;
    let packed = |a: u32, b: u32| (a << 16) | b;
    let squared = |a: i64| a * a;
    x * large(5_000) as f64 + x * packed(40000, 7) as f64 + x * squared(100_000) as f64
}

#[differentiable]
fn totals(x: f64) -> f64 {
    let sum = (1..=100_000).sum::<u64>() as f64;
    (1..=20).product::<u64>() as f64 * x + sum * x + (0..3).map(|j| 1 << (j + 38)).sum::<u64>() as f64 * x
}

#[test]
fn integers_have_the_types_that_are_written() {
    assert_eq!(typed::gradient(2.0), (typed(2.0), (typed(1.0),)));
    assert_eq!(totals::gradient(2.0), (totals(2.0), (totals(1.0),)));
}
