//! Chains that end with several values: a fold of a tuple that decides, `partition` and `unzip`; and chains without an end.

use retrograde::prelude::*;

#[differentiable]
fn greatest(x: &[f64]) -> (f64, usize) {
    x.iter().enumerate().fold((f64::NEG_INFINITY, 0), |(m, k), (i, &v)| if v > m { (v, i) } else { (m, k) })
}

#[differentiable]
fn weighted_greatest(x: &[f64]) -> f64 {
    let (m, k) = x
        .iter()
        .enumerate()
        .fold((f64::NEG_INFINITY, 0), |(m, k), (i, &v)| if v > m { (v, i) } else { (m, k) });
    m * k as f64
}

#[differentiable]
fn parts(x: &[f64]) -> f64 {
    let (m, k) = x.iter().fold((0.0, 0.0), |(m, k), &v| if v > 0.0 { (m + v, k) } else { (m, k + v * v) });
    m - k
}

#[differentiable]
fn of_closure(x: f64, n: usize) -> f64 {
    let f = |t: f64, k: usize| if t > 0.0 { (t * t, k) } else { (t, k + 1) };
    let (a, k) = f(x, n);
    a * k as f64
}

#[differentiable]
fn states(x: &[f64]) -> f64 {
    let mut state = (1.0, 0usize);
    for &v in x {
        state = if v > 0.2 { (state.0 * v, state.1 + 1) } else { (state.0 + v, state.1) };
    }
    let (lo, hi) = x.iter().fold((1e3, -1e3), |acc, &v| match v < acc.0 {
        true => (v, acc.1),
        false => (acc.0, v.max(acc.1)),
    });
    state.0 * state.1 as f64 + lo * hi
}

#[differentiable]
fn parted(x: &[f64], limit: f64) -> f64 {
    let (small, large): (Vec<_>, Vec<_>) = x.iter().copied().partition(|&v| v * v < limit);
    let (squares, sines): (Vec<f64>, Vec<f64>) = x.iter().map(|v| (v * v, v.sin())).unzip();
    let (k, w): (Vec<usize>, Vec<f64>) = x.iter().enumerate().filter(|(_, v)| **v > 0.0).unzip();
    small.iter().sum::<f64>() * large.iter().map(|v| v * limit).sum::<f64>()
        + squares[0] * sines[x.len() - 1]
        + k.len() as f64 * w.iter().sum::<f64>()
}

#[differentiable]
fn split_by_sign(x: &[f64]) -> f64 {
    let top = x.iter().copied().reduce(f64::max).unwrap_or(0.0);
    let low = x.iter().copied().min_by(|a, b| a.total_cmp(b)).unwrap();
    let (neg, pos): (Vec<f64>, Vec<f64>) = x.iter().partition(|v| **v < 0.0);
    (top - low) * (pos.iter().sum::<f64>() - neg.iter().map(|v| v * v).sum::<f64>())
}

#[differentiable]
fn series(x: f64) -> f64 {
    let terms = std::iter::successors(Some((1.0, 1.0)), |(t, n)| Some((t * x / n, n + 1.0)));
    terms.map(|(t, _)| t).take_while(|t| t.abs() > 1e-12).sum()
}

#[differentiable]
fn relaxed(x: f64, n: usize) -> f64 {
    std::iter::successors(Some(x), |v| Some(v * 0.9 + 0.1)).take(n).sum()
}

#[differentiable]
fn geometric(x: f64) -> f64 {
    std::iter::repeat(x).enumerate().map(|(k, x)| x.powi(k as i32)).take_while(|t| t.abs() > 1e-12).sum()
}

#[differentiable]
fn repeated(x: f64, v: &[f64]) -> f64 {
    std::iter::repeat(x).zip(v).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn joined(x: f64, v: &[f64]) -> f64 {
    std::iter::once(&x).chain(v).map(|a| a * a).sum::<f64>()
        + std::iter::repeat(1.0).take(3).chain(v.iter().copied()).sum::<f64>()
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct P {
    x: f64,
    y: f64,
}

#[differentiable]
fn nested(x: &[f64]) -> f64 {
    let ((a, b), n) =
        x.iter().fold(
            ((0.0, 1.0), 0usize),
            |((a, b), n), &v| if v > 0.0 { ((a + v, b), n + 1) } else { ((a, b * v), n) },
        );
    a * b + n as f64 * a
}

#[differentiable]
fn arrays(x: &[f64]) -> f64 {
    let (s, k) = x.iter().enumerate().fold(([0.0; 2], 0), |(mut s, k), (i, &v)| {
        s[i % 2] += v * v;
        if v > 0.5 { (s, i) } else { (s, k) }
    });
    s[0] * s[1] + x[k]
}

#[differentiable]
fn structs(ps: &[P]) -> f64 {
    let (best, d) = ps.iter().fold((P::default(), f64::MAX), |(best, d), p| {
        let e = p.x * p.x + p.y * p.y;
        if e < d { (*p, e) } else { (best, d) }
    });
    best.x * d + best.y
}

#[differentiable]
fn opt_fold(x: &[f64]) -> f64 {
    x.iter()
        .fold(None, |best: Option<f64>, &v| match best {
            None => Some(v),
            Some(b) => {
                if v > b {
                    Some(v)
                } else {
                    Some(b)
                }
            }
        })
        .unwrap_or(0.0)
}

#[differentiable]
fn triple(x: &[f64], t: f64) -> (f64, f64, bool) {
    let r = if x[0] > t {
        (x[0] * t, x[1], true)
    } else if x[1] > t {
        (x[1], x[0] * x[0], false)
    } else {
        (t, 0.0, false)
    };
    (r.0 + r.1, r.1 * t, r.2)
}

#[differentiable]
fn single(x: &[f32]) -> f32 {
    let (a, b): (Vec<f32>, Vec<f32>) = x.iter().copied().partition(|v| *v > 0.1);
    a.iter().sum::<f32>() * b.iter().fold(1.0, |p, v| p * v)
}

#[test]
fn a_fold_decides_over_tuples() {
    let x: Vec<f64> = (0..9).map(|i| 0.37 * f64::from(i * 7 % 5) - 0.6 + 0.01 * f64::from(i)).collect();
    for n in [1, 2, 5, 9] {
        let x = &x[..n];
        assert_eq!(greatest::check(x), Ok(()));
        assert_eq!(weighted_greatest::check(x), Ok(()));
        assert_eq!(parts::check(x), Ok(()));
        assert_eq!(states::check(x), Ok(()));
        assert_eq!(split_by_sign::check(x), Ok(()));
        assert_eq!(parted::check(x, 0.1), Ok(()));
    }
    assert_eq!(of_closure::check(0.4, 3), Ok(()));
    assert_eq!(of_closure::check(-0.4, 3), Ok(()));
    assert_eq!(greatest(&[0.1, 0.7, 0.3]), (0.7, 1));
    let (value, (slopes,)) = weighted_greatest::gradient(&[0.1, 0.3, 0.7]);
    assert_eq!((value, slopes), (1.4, vec![0.0, 0.0, 2.0]));
    let ps = [P { x: 1.0, y: 0.3 }, P { x: 0.4, y: 0.6 }, P { x: -0.9, y: 0.1 }];
    for n in [2, 5, 9] {
        assert_eq!(nested::check(&x[..n]), Ok(()));
        assert_eq!(arrays::check(&x[..n]), Ok(()));
        assert_eq!(opt_fold::check(&x[..n]), Ok(()));
    }
    assert_eq!(opt_fold(&[]), 0.0);
    assert_eq!(structs::check(&ps), Ok(()));
    for t in [-1.0, 0.0, 0.1, 2.0] {
        assert_eq!(triple::check(&x, t), Ok(()));
    }
    assert_eq!(single::check(&[0.3, -0.4, 0.7]), Ok(()));
}

#[test]
fn chains_without_an_end_are_left() {
    assert!((series(0.4) - 0.4f64.exp()).abs() < 1e-11);
    assert_eq!(series::check(0.4), Ok(()));
    assert_eq!(geometric::check(0.4), Ok(()));
    assert_eq!(relaxed::check(0.4, 0), Ok(()));
    assert_eq!(relaxed::check(0.4, 5), Ok(()));
    assert_eq!(repeated::check(0.4, &[0.2, 0.5, -0.3]), Ok(()));
    assert_eq!(joined::check(0.4, &[0.2, 0.5, -0.3]), Ok(()));
}
