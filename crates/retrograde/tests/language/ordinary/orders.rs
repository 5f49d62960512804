//! Values as published code writes them: names of arrays in slices, arrays that are indexed where they are written, orders that are compared.

use retrograde::prelude::*;
use std::cmp::Ordering;

type V3 = [f64; 3];
type Grid = Vec<V3>;
#[differentiable]
fn lengths(points: &[V3]) -> f64 {
    let mut s = 0.0;
    for p in points {
        s += (p[0] * p[0] + p[1] * p[1] + p[2] * p[2]).sqrt();
    }
    s
}

#[differentiable]
fn moved(points: &mut [V3], by: &V3) -> f64 {
    let mut s = 0.0;
    for p in points.iter_mut() {
        for k in 0..3 {
            p[k] += by[k] * by[0];
        }
        s += p[0] * p[1] * p[2];
    }
    s
}

#[differentiable]
fn nearest(points: &Vec<V3>, at: V3) -> f64 {
    let mut best = f64::INFINITY;
    for p in points.iter() {
        let d: V3 = [p[0] - at[0], p[1] - at[1], p[2] - at[2]];
        best = best.min(d.iter().map(|x| x * x).sum::<f64>());
    }
    best
}

#[differentiable]
fn sums(points: &Grid) -> f64 {
    points.iter().enumerate().map(|(i, p)| p[i % 3] * p[2]).sum()
}

#[differentiable]
fn folded(points: &[V3]) -> V3 {
    let mut t = [0.0; 3];
    for p in points {
        for k in 0..3 {
            t[k] += p[k] * p[(k + 1) % 3];
        }
    }
    t
}

#[differentiable]
fn weighted(x: &[f64], w0: f64, w1: f64, w2: f64) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        s += x[i] * [w0, w1, w0 * w2][i % 3];
    }
    s + [w1, w2].iter().sum::<f64>() + x[[0, 2, 1][x.len() % 3]]
}

#[differentiable]
fn order(x: &[f64], limit: f64) -> f64 {
    let mut s = 0.0;
    for (i, v) in x.iter().enumerate() {
        if v.partial_cmp(&limit) == Some(Ordering::Less) {
            s += v * v;
        } else if v.partial_cmp(&limit) != Some(Ordering::Greater) {
            s += 3.0 * v;
        }
        if v.total_cmp(&limit).is_ge() && i.cmp(&3) == Ordering::Less {
            s += v.sin();
        }
        let k = if i % 2 == 0 { Some(i) } else { None };
        if k == Some(4) || k == None {
            s += v.exp();
        }
    }
    s
}

#[differentiable]
fn by_match(x: f64, y: f64) -> f64 {
    let (lo, hi) = match x.partial_cmp(&y) {
        Some(Ordering::Less) => (x, y),
        Some(_) => (y, x),
        None => (0.0, 0.0),
    };
    let d = if x.partial_cmp(&y) == Some(Ordering::Less) && y.partial_cmp(&0.0) != Some(Ordering::Less) {
        hi - lo * lo
    } else {
        hi * lo
    };
    d + lo
}

#[differentiable]
fn chosen(v: &[Option<f64>], k: usize) -> f64 {
    let mut s = 0.0;
    for (i, o) in v.iter().enumerate() {
        if *o == None {
            continue;
        }
        if Some(i) == Some(k) {
            s += 2.0;
        }
        if let Some(x) = o {
            s += x * x;
        }
    }
    s
}

#[differentiable]
fn tables(x: &[f64], i: usize, a: f64) -> f64 {
    let k = [2, 0, 1][i % 3];
    [a, a * a, x[k]][k] * [[x[0], 1.0], [2.0, x[1]]][i % 2][(i + 1) % 2] + [true, false][i % 2] as u8 as f64
}

#[test]
fn names_of_arrays_are_items_of_slices() {
    let mut p = vec![[1.0, 2.0, 3.0], [0.1, 0.4, 0.5], [0.3, -0.4, 0.6]];
    assert_eq!(lengths::check(&p), Ok(()));
    assert_eq!(moved::check(&mut p, &[0.1, 0.2, 0.3]), Ok(()));
    assert_eq!(nearest::check(&p, [0.1, 0.2, 0.3]), Ok(()));
    assert_eq!(sums::check(&p), Ok(()));
    assert_eq!(folded::check(&p), Ok(()));
}

#[test]
fn an_array_is_indexed_where_it_is_written() {
    for n in [0, 1, 2, 3, 7] {
        let x: Vec<f64> = (0..n + 3).map(|i| 0.3 + 0.1 * f64::from(i)).collect();
        assert_eq!(weighted::check(&x, 1.0, 2.0, 3.0), Ok(()));
    }
}

#[test]
fn orders_and_options_are_compared() {
    let x: Vec<f64> = (0..9).map(|i| 0.37 * f64::from(i * 7 % 5) - 0.6 + 0.01 * f64::from(i)).collect();
    for limit in [-1.0, 0.17, 0.49, 2.0] {
        assert_eq!(order::check(&x, limit), Ok(()));
    }
    let plain = |x: &[f64], limit: f64| -> f64 {
        let below = x.iter().filter(|v| **v < limit).map(|v| v * v).sum::<f64>();
        let early = x.iter().take(3).filter(|v| **v >= limit).map(|v| v.sin()).sum::<f64>();
        let chosen = |i: usize| i == 4 || i % 2 == 1;
        below + early + x.iter().enumerate().filter(|(i, _)| chosen(*i)).map(|(_, v)| v.exp()).sum::<f64>()
    };
    assert!((order(&x, 0.17) - plain(&x, 0.17)).abs() < 1e-13);
    for (x, y) in [(0.2, 0.7), (0.7, 0.2), (-0.3, -0.1)] {
        assert_eq!(by_match::check(x, y), Ok(()));
    }
    // Two numbers of which one is NaN have no order.
    assert_eq!(by_match(f64::NAN, 0.3), 0.0);
    assert_eq!(by_match::gradient(f64::NAN, 0.3), (0.0, (0.0, 0.0)));
    assert_eq!(chosen::check(&[Some(0.3), None, Some(0.9)], 2), Ok(()));
    for i in 0..4 {
        assert_eq!(tables::check(&[0.3, 0.7, -0.4], i, 0.4), Ok(()));
    }
}
