//! Integers without a written type, whose type other statements tell: all programs have it.

use retrograde::prelude::*;

#[differentiable]
fn hashed(x: f64, bytes: &[u8]) -> f64 {
    let mut h = 5381;
    for i in 0..bytes.len() {
        h = h * 33 + bytes[i] as u64;
    }
    x * (h as f64)
}

#[differentiable]
fn halved(x: f64, n: i64) -> f64 {
    let mut lo = 0;
    let mut hi = 5_000_000_000;
    while hi - lo > 1 {
        let mid = (lo + hi) / 2;
        if mid > n {
            hi = mid;
        } else {
            lo = mid;
        }
    }
    x * (lo as f64)
}

#[differentiable]
fn factorial(x: f64, n: u64) -> f64 {
    let mut f = 1;
    let mut i = 1;
    while i <= n {
        f *= i;
        i += 1;
    }
    x * (f as f64)
}

#[differentiable]
fn largest(x: f64, bytes: &[u8]) -> f64 {
    let mut best = 0;
    for &b in bytes {
        if b > best {
            best = b;
        }
    }
    let d = best << 1;
    x * (d as f64)
}

#[differentiable]
fn toggled(x: f64, n: usize, t: u8) -> f64 {
    let mut k = 250;
    if n > 10 {
        k = t;
    }
    x * (!k as f64)
}

#[differentiable]
fn copied(x: f64) -> f64 {
    let mut k = 250;
    let kk: u8 = k;
    let c = !k >> 1;
    k -= 1;
    x * (c as f64) + (k as f64) * (kk as f64)
}

#[differentiable]
fn summed(y: &mut f64, x: f64, t: &[i64]) {
    let mut total = 0;
    for i in 0..t.len() {
        total += t[i];
    }
    *y = x * total as f64;
}

#[differentiable]
fn folded(x: f64, t: &[u64]) -> f64 {
    let all = t.iter().fold(0, |a, v| a * 65599 + v);
    let mut m = 0;
    for v in t {
        m = m.max(*v);
    }
    x * (all as f64) + x * x * (m as f64)
}

#[differentiable]
fn mixed(x: f64, bytes: &[u8]) -> f64 {
    let mut h = 7;
    for b in bytes {
        h = (h << 9) ^ u64::from(*b);
    }
    let mut j = 1;
    for _ in 0..4 {
        j *= 3000;
    }
    let jj: u64 = j;
    x * (h as f64) + x * (j as f64) + x * ((jj % 7) as f64)
}

#[reversible]
fn reversed(y: &mut f64, x: f64) {
    let k = 250;
    let z = !k >> 1;
    let q: u8 = k;
    *y += x * (z as f64) + x * (q as f64);
}

fn grown(h: u64) -> u64 {
    h * 1_000_003
}

/// Only `grown` tells the type.
#[differentiable]
fn of_helper(x: f64, n: usize) -> f64 {
    let mut h = 1;
    for _ in 0..n {
        h = grown(h);
    }
    x * (h as f64)
}

#[test]
fn cotangents_have_the_integers_of_the_function() {
    let bytes = [1_u8, 2, 3, 4, 5, 6, 7];
    // Each is a number times `x`, and exact.
    let proportional = |(value, slope): (f64, f64), x: f64| assert_eq!(value, slope * x);
    let x = 2.0;
    for (got, value) in [
        (hashed::gradient(x, &bytes), hashed(x, &bytes)),
        (halved::gradient(x, 3_000_000_000), halved(x, 3_000_000_000)),
        (factorial::gradient(x, 16), factorial(x, 16)),
        (largest::gradient(x, &[100, 130]), largest(x, &[100, 130])),
        (toggled::gradient(x, 3, 9), toggled(x, 3, 9)),
        (toggled::gradient(x, 13, 9), toggled(x, 13, 9)),
        (mixed::gradient(x, &bytes), mixed(x, &bytes)),
    ] {
        let (computed, (slope,)) = got;
        assert_eq!(computed, value);
        proportional((computed, slope), x);
    }
    let (value, (slope,)) = copied::gradient(x);
    assert_eq!((value, slope), (copied(x), 2.0));
    let t = [4_000_000_000_u64, 3];
    let all = t[0] * 65599 + 3;
    assert_eq!(folded::gradient(x, &t).1.0, all as f64 + 2.0 * x * t[0] as f64);
    let (mut y, mut x_bar) = (0.0, 0.0);
    summed::sweep(&mut y, &mut 1.0, x, &mut x_bar, &[4_000_000_000, 4_000_000_000]);
    assert_eq!((y, x_bar), (16_000_000_000.0, 8_000_000_000.0));
    let (mut y, mut x_bar) = (0.0, 0.0);
    reversed::sweep(&mut y, &mut 1.0, x, &mut x_bar);
    assert_eq!((y, x_bar), (2.0 * 252.0, 252.0));
}

#[test]
fn integers_of_helpers_are_right() {
    assert_eq!(of_helper::gradient(2.0, 1), (2_000_006.0, (1_000_003.0,)));
    let large = 1_000_003.0 * 1_000_003.0;
    assert_eq!(of_helper::gradient(2.0, 2), (2.0 * large, (large,)));
}

#[differentiable]
fn counted(x: f64, w: &[f64]) -> f64 {
    let mut k = 0;
    while k < w.len() {
        k += 1;
    }
    x * (k * (k - 1) / 2) as f64
}

#[differentiable]
fn best(x: f64, w: &[f64]) -> f64 {
    let mut best = 0;
    for j in 0..w.len() {
        if w[j] > w[best] {
            best = j;
        }
    }
    x * (best * best) as f64
}

#[differentiable]
fn last_above(x: f64, w: &[f64]) -> f64 {
    let mut best = 0;
    let mut most = 0.0;
    for (j, v) in w.iter().enumerate() {
        if *v > most {
            best = j;
            most = *v;
        }
    }
    x * (best * best) as f64
}

#[differentiable]
fn found(x: f64, w: &[f64]) -> f64 {
    let mut k = 0;
    loop {
        if k == w.len() || w[k] > 0.9 {
            break;
        }
        k += 1;
    }
    x * (k * k) as f64
}

/// The replay has neither the length nor the index that tells the type.
#[test]
fn counts_are_counts_in_the_reverse_pass() {
    let w: Vec<f64> = (0..70_000).map(|i| i as f64 * 1e-5).collect();
    let of = |(value, (slope, ..)): (f64, (f64, Vec<f64>))| (value, slope);
    for (got, f) in [
        (of(counted::gradient(2.0, &w)), counted as fn(f64, &[f64]) -> f64),
        (of(best::gradient(2.0, &w)), best),
        (of(last_above::gradient(2.0, &w)), last_above),
        (of(found::gradient(2.0, &w)), found),
    ] {
        assert_eq!(got, (f(2.0, &w), f(1.0, &w)));
    }
}

/// Only rustc knows the types of these.
mod outside {
    use super::*;

    const LIMIT: u64 = 1_000_000;
    const TABLE: [u64; 2] = [7, 1_000_000];

    fn limit() -> u64 {
        1 << 45
    }

    fn same(k: u64) -> u64 {
        k
    }

    #[differentiable]
    fn scaled(x: f64, k: u64) -> f64 {
        x * k as f64
    }

    #[differentiable]
    fn below(x: f64) -> f64 {
        let mut k = 1;
        while k < LIMIT {
            k *= 10;
        }
        x * (k * k) as f64
    }

    #[differentiable]
    fn put(x: f64) -> f64 {
        let (y, mut k) = (x, 5);
        let mut list = vec![5, 6];
        let mut held = Some(5);
        let mut pair = (x, 5);
        if y > 1.0 {
            k = LIMIT;
            list[1] = u64::pow(10, 6);
            held = Some(TABLE[1]);
            pair.1 = LIMIT;
        }
        let m = held.unwrap_or(1);
        x * (k * k) as f64
            + x * (list[1] * list[1]) as f64
            + x * (m * m) as f64
            + x * (pair.1 * pair.1) as f64
    }

    #[differentiable]
    fn tested(x: f64) -> f64 {
        let k = 1 << 40;
        if same(k) == 3 {
            return 0.0;
        }
        x * k as f64
    }

    #[differentiable]
    fn stops(x: f64) -> f64 {
        let mut k = 1;
        let mut y = x;
        loop {
            y *= 0.5;
            k *= 16;
            if k > limit() || scaled(x, k) < 0.0 {
                break;
            }
        }
        y * k as f64
    }

    #[differentiable]
    fn asserted(x: f64) -> f64 {
        let mut k = 1;
        while k < 1_000_000 {
            k *= 10;
        }
        assert_eq!(k, LIMIT, "of the loop");
        x * (k * k) as f64
    }

    #[differentiable]
    fn matched(x: f64) -> f64 {
        let mut k = 1;
        loop {
            match k {
                LIMIT => break,
                _ => k *= 10,
            }
        }
        x * (k * k) as f64
    }

    /// One expression tells the types of both.
    #[differentiable]
    fn two(x: f64) -> f64 {
        let mut a = 1;
        let mut b = 1;
        while a < LIMIT {
            b = a;
            a *= 10;
        }
        let mut p = (1, 1);
        while p.0 < LIMIT {
            p = (p.0 * 10, p.0);
        }
        x * (a * a) as f64 + x * (b * b) as f64 + x * (p.1 * p.1) as f64
    }

    /// The body tells the type of the index.
    #[differentiable]
    fn indices(x: f64) -> f64 {
        let mut total = 0.0;
        for j in 0..4 {
            total += (j << 40) as f64 * x + same(j) as f64;
        }
        for j in 0..4 {
            let q: u8 = j;
            total += (!j) as f64 * x + q as f64;
        }
        total
    }

    /// The text tells the types where values are made.
    #[differentiable]
    fn made(x: f64) -> f64 {
        let mut list = Vec::<u64>::new();
        list.push(1 << 40);
        let bytes = Vec::<u8>::new();
        let mut k = 9;
        if x > 1.0 {
            k = bytes.first().copied().unwrap_or(7);
        }
        let held = Some::<u64>(1_000_000);
        let n = held.unwrap();
        let none = None::<u64>;
        x * list[0] as f64 + x * (!k) as f64 + x * (n * n) as f64 + x * none.unwrap_or(3) as f64
    }

    #[test]
    fn integers_of_items_have_their_types_in_the_reverse_pass() {
        let x = 2.0;
        for (got, value) in [
            (below::gradient(x), below(x)),
            (two::gradient(x), two(x)),
            (put::gradient(x), put(x)),
            (tested::gradient(x), tested(x)),
            (asserted::gradient(x), asserted(x)),
            (matched::gradient(x), matched(x)),
            (made::gradient(x), made(x)),
        ] {
            assert_eq!(got, (value, (value / x,)));
        }
        let slope = indices(2.0) - indices(1.0);
        assert_eq!(indices::gradient(2.0), (indices(2.0), (slope,)));
        assert_eq!(stops::gradient(x), (stops(x), (stops(x) / x,)));
    }
}

fn small(k: u8) -> u8 {
    k
}

/// The parameters of closures write the types of parts, and a side of a branch calls what returns an integer.
#[differentiable]
fn parts(x: f64) -> f64 {
    let mut s = 0.0;
    [(1, 200), (2, 100)].iter().for_each(|(a, b): &(u8, u8)| s += (!*a) as f64 * x + *b as f64 * x);
    s += [(1, 200), (2, 100)].iter().map(|(a, b): &(u8, u8)| (!*a) as f64 * x + *b as f64 * x).sum::<f64>();
    s += (1..).take(5).map(|v: u64| (v << 40) as f64 * x).sum::<f64>();
    s += [3, 200].iter().filter(|k: &&u8| **k > 100).map(|k: &u8| (!*k) as f64 * x).sum::<f64>();
    let k = if x > 1.0 { 250 } else { small(3) };
    s + (!k) as f64 * x
}

#[test]
fn integers_of_parts_have_their_types_in_the_reverse_pass() {
    assert_eq!(parts::gradient(2.0), (parts(2.0), (parts(2.0) / 2.0,)));
}

/// Its parts and methods tell types as well.
struct Grid {
    limit: u64,
}

impl Grid {
    fn rows(&self) -> u64 {
        self.limit
    }
}

#[derive(Clone, Copy, Differentiable)]
struct Scale {
    limit: u64,
    by: f64,
}

#[differentiable]
fn of_parameters(x: f64, #[inactive] grid: &Grid, scale: Scale) -> f64 {
    let mut k = 1;
    while k < grid.rows() {
        k *= 10;
    }
    let mut m = 5;
    if x > 1.0 {
        m = grid.limit;
    }
    let mut n = 1;
    while n < scale.limit {
        n *= 10;
    }
    x * (k * k) as f64 + x * (m * m) as f64 + x * (n * n) as f64 * scale.by
}

#[test]
fn integers_of_parameters_have_their_types_in_the_reverse_pass() {
    let (grid, scale) = (Grid { limit: 1_000_000 }, Scale { limit: 1_000_000, by: 2.0 });
    let (value, (slope, ..)) = of_parameters::gradient(2.0, &grid, scale);
    assert_eq!((value, slope), (of_parameters(2.0, &grid, scale), 4e12));
}
