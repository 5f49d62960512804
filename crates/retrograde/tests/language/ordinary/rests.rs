//! Slices that become shorter under one name, folds that may fail, items that are repeated, closures of closures, and names as keys.

use retrograde::differentiable;
use std::collections::HashMap;

/// The length of a line, point by point.
#[differentiable]
fn polyline(points: &[(f64, f64)]) -> f64 {
    let mut rest = points;
    let mut length = 0.0;
    while let [(x0, y0), tail @ ..] = rest {
        if let [(x1, y1), ..] = tail {
            length += (x1 - x0).hypot(y1 - y0);
        }
        rest = tail;
    }
    length
}

/// From both ends.
#[differentiable]
fn folded(x: &[f64]) -> f64 {
    let mut rest = x;
    let mut s = 1.0;
    while let [a, middle @ .., b] = rest {
        s = s * a + b * b;
        rest = middle;
    }
    if let [last] = rest {
        s *= last;
    }
    s
}

/// A part that was named before the slice became shorter stays.
#[differentiable]
fn parsed(x: &[f64], n: &[usize]) -> f64 {
    let mut rest = x;
    let mut s = 0.0;
    for &k in n {
        if rest.len() < k {
            break;
        }
        let head = &rest[..k];
        let first = rest[0];
        rest = &rest[k..];
        s += head.iter().map(|v| v * first).product::<f64>();
    }
    s * rest.iter().sum::<f64>()
}

/// Indices and ends that are computed from the slice before.
#[differentiable]
fn halved(x: &[f64], k: usize) -> f64 {
    let mut rest = &x[k & 1..=x.len() - 2];
    let mut s = 0.5;
    while rest.len() > 1 {
        s = s * rest[k & 1] + rest[k % 2..=rest.len() / 2].iter().sum::<f64>();
        rest = &rest[rest.len() / 4..rest.len() - 1];
    }
    for i in 0..=k & 1 {
        if s > 100.0 {
            break;
        }
        s *= x[i];
    }
    s
}

#[differentiable]
fn split(x: &[f64]) -> f64 {
    let mut all = x;
    let mut s = 0.5;
    while let Some((first, others)) = all.split_first() {
        s = s * first + first * first;
        all = others;
    }
    s
}

#[differentiable]
fn matched(x: &[f64]) -> f64 {
    let mut rest = &x[1..];
    let mut s = 0.5;
    loop {
        match rest {
            [] => break,
            [a] => {
                s *= a;
                break;
            }
            [a, b, tail @ ..] => {
                s = s * a + b;
                rest = tail;
            }
        }
    }
    s
}

/// A continued fraction, by recursion on slices.
#[differentiable]
fn continued(a: &[f64]) -> Option<f64> {
    match a.split_last() {
        None => None,
        Some((last, [])) => Some(*last),
        Some((last, before)) => Some(continued(before)? + 1.0 / last),
    }
}

#[test]
fn slices_become_shorter() {
    let x = [0.7, 0.2, 0.3, 1.1, 0.4];
    assert_eq!(polyline::check(&[(0.0, 0.1), (1.0, 0.2), (0.3, 1.0)]), Ok(()));
    for n in 1..=5 {
        assert_eq!((folded::check(&x[..n]), split::check(&x[..n])), (Ok(()), Ok(())));
        assert_eq!((matched::check(&x[..n]), continued::check(&x[..n])), (Ok(()), Ok(())));
        assert_eq!(matched::gradient(&x[..n]).0, matched(&x[..n]));
    }
    assert_eq!(parsed::check(&x, &[2, 1]), Ok(()));
    for k in 0..4 {
        let long: Vec<f64> = (1..9).map(|i| 0.2 * i as f64).collect();
        assert_eq!(halved::check(&long, k), Ok(()));
        assert!((halved::gradient(&long, k).0 - halved(&long, k)).abs() < 1e-12);
    }
    assert!((parsed::gradient(&x, &[2, 2]).0 - parsed(&x, &[2, 2])).abs() < 1e-15);
}

/// A product that is refused where it is too large.
#[differentiable]
fn bounded(x: &[f64], limit: f64) -> Option<f64> {
    x.iter().try_fold(1.0, |product, v| {
        let next = product * v;
        if next.abs() > limit { None } else { Some(next) }
    })
}

#[differentiable]
fn rooted(x: &[f64]) -> Result<f64, &'static str> {
    let sum = x.iter().try_fold(0.0, |sum, v| if *v < 0.0 { Err("negative") } else { Ok(sum + v.sqrt()) })?;
    Ok(sum * sum)
}

/// A convolution with zeros around.
#[differentiable]
fn convolved(x: &[f64], k: &[f64], edge: f64) -> f64 {
    let pad = k.len() / 2;
    let mut padded = vec![0.0; pad];
    padded.extend_from_slice(x);
    padded.extend(std::iter::repeat(edge).take(pad));
    let of = |w: &[f64]| -> f64 { w.iter().zip(k.iter().rev()).map(|(a, b)| a * b).sum() };
    let out: Vec<f64> = padded.windows(k.len()).map(of).collect();
    out.iter().map(|v| v.powi(2)).sum()
}

#[test]
fn folds_fail_and_items_repeat() {
    assert_eq!(bounded::check(&[0.4, 1.5, 2.0], 10.0), Ok(()));
    assert_eq!(bounded::gradient(&[4.0, 5.0, 2.0], 10.0), None);
    assert_eq!(rooted::check(&[0.4, 1.5]), Ok(()));
    assert_eq!(rooted::gradient(&[0.4, -1.5]), Err("negative"));
    assert_eq!(convolved::check(&[0.1, 0.9, 0.3], &[0.2, 0.5, 0.3], 0.7), Ok(()));
}

/// A closure that returns another.
#[differentiable]
fn scaled(x: f64, a: f64) -> f64 {
    let scale = move |k: f64| move |y: f64| k * y;
    let twice = scale(2.0 * a);
    twice(x).sin() + twice(a)
}

/// Texts as keys.
#[differentiable]
fn by_name(k: f64, x: f64) -> f64 {
    let mut p: HashMap<&str, f64> = HashMap::new();
    p.insert("k", k);
    p.insert("x", x * 2.0);
    p["k"] * p["x"] + p.get("k").copied().unwrap_or(0.0) * p["k"]
}

#[test]
fn closures_return_closures_and_texts_are_keys() {
    assert_eq!(scaled::check(0.3, 0.6), Ok(()));
    assert_eq!(by_name::check(0.3, 0.6), Ok(()));
}

/// Reads an element of the rest.
#[differentiable]
fn shrunk(x: &[f64], n: usize) -> f64 {
    let mut rest = x;
    let mut s = 0.0;
    while rest.len() > 2 {
        s += rest[n] * rest[1..3].iter().sum::<f64>();
        rest = &rest[..rest.len() - 1];
    }
    s
}

#[test]
fn elements_behind_the_rest_are_not_read() {
    let x = [0.1, 0.4, 0.3, 0.8, 0.9];
    assert_eq!(shrunk::check(&x, 1), Ok(()));
    assert!(std::panic::catch_unwind(|| shrunk(&x, 3)).is_err());
    assert!(std::panic::catch_unwind(|| shrunk::gradient(&x, 3)).is_err());
}
