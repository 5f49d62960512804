//! Chains that visit constants, arrays and calls where they stand; macros in conditions, orders, values chosen in parts.

use super::agrees;
use retrograde::differentiable;

const DK: [f64; 4] = [0.3, 0.4, 0.7, 1.1];
#[differentiable]
fn table(x: f64) -> f64 {
    let s = DK.iter().enumerate().skip(1).fold(DK[0], |s, t| s + t.1 / (x + t.0 as f64));
    let mut p = 0.0;
    for c in DK.iter().rev() {
        p = p * x + c;
    }
    for (i, c) in DK.iter().enumerate() {
        p += c * x * i as f64;
    }
    for c in &DK {
        p += c * x;
    }
    s * p
}
#[differentiable]
fn finite(a: f64, b: f64) -> Option<f64> {
    if ![a, b].iter().all(|x| x.is_finite()) {
        return None;
    }
    let mut s = 0.0;
    for (i, j) in [(0, 1), (1, 0)] {
        let v = [a, b];
        s += v[i] * (j as f64 + 1.0);
    }
    Some(s)
}
#[differentiable]
fn layer(x: &[f64], k: f64) -> Vec<f64> {
    x.iter().map(|v| v * k).collect()
}
#[differentiable]
fn layers(x: &[f64], k: f64) -> Vec<f64> {
    let y: Vec<f64> = layer(x, k).iter().map(|v| v.tanh()).collect();
    layer(&y, k).iter().map(|v| v * v).collect()
}
#[differentiable]
fn ln_b(a: f64, b: f64) -> Result<f64, String> {
    if a < 0.0 { Err("neg".to_string()) } else { Ok(a.ln() * b) }
}
#[differentiable]
fn be(a: f64, b: f64) -> Result<f64, String> {
    ln_b(a, b).map(|x| x.exp())
}
macro_rules! close {
    ($a:expr, $b:expr, eps = $e:expr) => {
        ($a - $b).abs() < $e
    };
}
#[differentiable]
fn with_macro(x: f64) -> f64 {
    if x == 0.0 || close!(x, 1.0, eps = 1e-3) {
        0.0
    } else if !close!(x, 2.0, eps = 0.5) {
        x * x
    } else {
        x
    }
}
#[differentiable]
fn two(a: f64, b: f64) -> (f64, f64) {
    (a * b, a + b)
}
#[differentiable]
fn tail(a: f64, b: f64) -> (f64, f64) {
    let (d, t) = two(a, b);
    if d > 0.1 { two(-1.5, t) } else { two(d, t) }
}
#[differentiable]
fn solve(b: &[f64], n: usize) -> Result<Vec<f64>, String> {
    let mut x = b.to_vec();
    if n == 0 {
        return Ok(x);
    }
    let mut r: Vec<f64> = b.iter().map(|v| v * v).collect();
    for k in 0..n {
        for i in 0..x.len() {
            x[i] += 0.1 * r[i];
            r[i] *= x[i];
        }
        if k == 3 {
            return Ok(x);
        }
    }
    if r[0] > 100.0 {
        return Err("no".to_string());
    }
    Ok(r)
}
#[differentiable]
fn ordered(m: i32, x: f64, y: f64) -> f64 {
    let s = match m.cmp(&0) {
        std::cmp::Ordering::Greater => x,
        std::cmp::Ordering::Less => x * x,
        std::cmp::Ordering::Equal => y,
    };
    match x.partial_cmp(&y) {
        Some(std::cmp::Ordering::Less) => s * y,
        _ => s,
    }
}
#[differentiable]
fn whole(x: &[f64], up: usize, down: usize) -> Vec<f64> {
    let n = x.len() * up / down + usize::from(!(x.len() * up).is_multiple_of(down));
    (0..n)
        .map(|j| {
            let t = j as f64 / x[0];
            let i = (t.floor() as usize).min(x.len() - 1);
            let f = t - i as f64;
            x[i] * (1.0 - f) + f * x[i] * x[0]
        })
        .collect()
}
#[differentiable]
fn linear(x: &[f64], ratio: f64) -> Vec<f64> {
    let n = 3usize;
    (0..n)
        .map(|j| {
            let t = j as f64 / ratio;
            let i = (t.floor() as usize).min(x.len() - 1);
            let f = t - i as f64;
            if i + 1 < x.len() { x[i] * (1.0 - f) + x[i + 1] * f } else { x[i] }
        })
        .collect()
}
#[test]
fn chains_visit_what_is_no_place() {
    assert_eq!(table::check(0.3), Ok(()));
    assert_eq!(finite::check(0.3, 0.4), Ok(()));
    assert_eq!(layers::check(&[0.3, 0.4], 0.7), Ok(()));
    assert_eq!(be::check(0.3, 0.4), Ok(()));
    for x in [0.0, 1.0, 2.1, 3.0] {
        assert_eq!(with_macro::check(x), Ok(()));
    }
    assert_eq!(tail::check(0.3, 0.4), Ok(()));
    assert_eq!(tail::check(0.3, 0.2), Ok(()));
    for n in [0, 2, 5] {
        assert_eq!(solve::check(&[0.3, 0.4], n), Ok(()));
    }
    for m in [-1, 0, 1] {
        assert_eq!(ordered::check(m, 0.3, 0.4), Ok(()));
    }
    assert_eq!(ordered::check(0, 0.5, 0.4), Ok(()));
    assert_eq!(whole::check(&[1.3, 0.4], 3, 2), Ok(()));
    assert_eq!(linear::check(&[1.3, 0.4, 0.3], 1.3), Ok(()));
}

/// Each item of a chain is one operand, whatever it is computed of.
#[differentiable]
fn growth(x: &[f64], m: f64) -> f64 {
    use std::ops::Rem;
    let all = x.iter().map(|x| 1.0 + 0.5 * x).product::<f64>();
    all * x[0].rem(m + 1.0)
}

#[test]
fn items_are_operands() {
    let at = |x: &[f64]| growth(&x[..2], x[2]);
    let (value, (x_bar, m_bar)) = growth::gradient(&[2.0, 4.0], 0.3);
    assert_eq!(value, growth(&[2.0, 4.0], 0.3));
    agrees("growth", at, &[x_bar[0], x_bar[1], m_bar], &[2.0, 4.0, 0.3]);
}
