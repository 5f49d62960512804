//! Chains that join several, vectors that lose elements, vectors of tuples.

use super::agrees;
use retrograde::differentiable;

#[differentiable]
fn flattened(rows: &[[f64; 3]]) -> f64 {
    let scale = rows.iter().flatten().fold(0.5, |m: f64, v| m.max(v.abs()));
    let squares: f64 = rows.iter().flatten().map(|v| v * v).filter(|v| *v > 0.1).sum();
    let large = rows.iter().flatten().any(|v| *v > 0.8);
    let products: f64 = (0..rows.len()).flat_map(|i| (0..i + 1).map(move |j| rows[i][j] * rows[j][i])).sum();
    if large { squares / scale + products } else { squares * scale }
}

#[differentiable]
fn chained(x: &[f64], y: &[f64]) -> f64 {
    if x.iter().chain(y.iter()).any(|v| !v.is_finite()) {
        return 0.0;
    }
    let cubes: Vec<f64> = x.iter().chain(y).map(|v| v * v * v).collect();
    let total: f64 = x.iter().chain(&cubes).chain(y).copied().sum();
    let count = x.iter().chain(y).filter(|v| **v > 0.5).count();
    total * total + count as f64 * cubes[0]
}

#[differentiable]
fn kept(x: &[f64], least: f64) -> f64 {
    let mut v = x.to_vec();
    v.retain(|item| *item > least);
    v.push(least);
    v.push(least);
    v.dedup();
    let mut sum = 0.0;
    for (i, v) in v.iter().enumerate() {
        sum += (i + 1) as f64 * v * v;
    }
    sum
}

/// A vector of tuples that is returned.
#[differentiable]
fn path(x: f64, v: f64, n: usize) -> Vec<(f64, f64)> {
    let mut at = x;
    let mut all = vec![(0.0, at)];
    for i in 0..n {
        at += v * (i as f64 + at).sin();
        all.push((v * i as f64, at));
    }
    all
}

#[differentiable]
fn sampled(p: (f64, f64), n: usize) -> Vec<(f64, f64)> {
    (0..=n)
        .map(|i| {
            let t = i as f64 / n as f64;
            (p.0 * t, p.1 * t * t)
        })
        .collect()
}

#[differentiable]
fn table(rate: f64, n: usize) -> Result<Vec<(f64, f64)>, &'static str> {
    if n == 0 {
        return Err("nothing to pay");
    }
    let mut balance = 1.0;
    let mut rows = Vec::with_capacity(n);
    for _ in 0..n {
        let interest = balance * rate;
        balance -= 0.3 - interest;
        rows.push((interest, balance.max(0.0)));
    }
    Ok(rows)
}

#[differentiable]
fn summed(x: f64, v: f64) -> f64 {
    let walked = path(x, v, 3);
    walked[2].0 * walked[3].1 + walked[2].1
}

#[test]
fn chains_join() {
    let rows = [[0.3, -0.9, 0.85], [0.2, 0.7, -0.4]];
    let (value, (by,)) = flattened::gradient(&rows);
    assert_eq!(value, flattened(&rows));
    let of = |x: &[f64]| flattened(&[[x[0], x[1], x[2]], [x[3], x[4], x[5]]]);
    agrees("flattened", of, &by.concat(), &rows.concat());

    let (x, y) = ([0.3, 0.9, -0.2], [0.7, 1.1]);
    let (value, (by_x, by_y)) = chained::gradient(&x, &y);
    assert_eq!(value, chained(&x, &y));
    agrees("chained", |a| chained(&a[..3], &a[3..]), &[by_x, by_y].concat(), &[0.3, 0.9, -0.2, 0.7, 1.1]);
}

#[test]
fn vectors_lose_elements() {
    let x = [0.3, 0.9, 0.9, -0.2, 0.7];
    let (value, (by_x, by_least)) = kept::gradient(&x, 0.1);
    assert_eq!(value, kept(&x, 0.1));
    // Two elements that are equal would differ in a difference.
    let apart = [0.3, 0.9, 0.8, -0.2, 0.7, 0.1];
    assert_eq!(by_x.len(), 5);
    assert!(by_least.is_finite());
    let (_, (by_x, by_least)) = kept::gradient(&apart[..5], 0.1);
    agrees("kept", |a| kept(&a[..5], a[5]), &[by_x, vec![by_least]].concat(), &apart);
}

#[test]
fn vectors_of_tuples() {
    let (mut x, mut v) = (1.0, -1.0);
    let seed = vec![(0.5, -1.5), (2.0, 0.3), (-0.7, 1.1)];
    assert_eq!(path::pull(seed.clone(), 0.4, &mut x, 0.3, &mut v, 2), path(0.4, 0.3, 2));
    let weighted =
        |all: &[(f64, f64)]| all.iter().zip(&seed).map(|(a, s)| a.0 * s.0 + a.1 * s.1).sum::<f64>();
    agrees("path", |a| weighted(&path(a[0], a[1], 2)), &[x - 1.0, v + 1.0], &[0.4, 0.3]);

    let mut p = (0.0, 0.0);
    assert_eq!(sampled::pull(seed.clone(), (0.4, -0.9), &mut p, 2), sampled((0.4, -0.9), 2));
    agrees("sampled", |a| weighted(&sampled((a[0], a[1]), 2)), &[p.0, p.1], &[0.4, -0.9]);

    let mut rate = 0.0;
    assert_eq!(table::pull(seed.clone(), 0.05, &mut rate, 3), table(0.05, 3));
    agrees("table", |a| weighted(&table(a[0], 3).unwrap()), &[rate], &[0.05]);

    let (value, (x, v)) = summed::gradient(0.4, 0.3);
    assert_eq!(value, summed(0.4, 0.3));
    agrees("summed", |a| summed(a[0], a[1]), &[x, v], &[0.4, 0.3]);
}
