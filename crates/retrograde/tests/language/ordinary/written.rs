//! Functions as somebody writes them who does not know that they will be differentiated.

use retrograde::{Differentiable, Real, differentiable};

#[differentiable]
fn shadow(x: f64) -> f64 {
    let x = x * x;
    let y = {
        let x = x + 1.0;
        x * 2.0
    };
    for x in 0..3 {
        let _ = x;
    }
    let x = x + y;
    x * x
}
#[differentiable]
fn nested_closures(x: f64, k: f64) -> f64 {
    let f = |t: f64| t * k + 1.0;
    let g = |t: f64| f(f(t)) - f(k);
    let mut s = 0.0;
    for i in 0..3 {
        let k = i as f64;
        s += g(x + k) * k;
    }
    s
}
#[differentiable]
fn mutclosure(x: f64) -> f64 {
    let mut total = 0.0;
    let mut count = 0;
    let mut add = |t: f64| {
        total += t * t;
        count += 1;
        total
    };
    let a = add(x);
    let b = add(a * 0.5);
    total + a * b + count as f64 * x
}
#[differentiable]
fn bisect(a: f64, b: f64, c: f64) -> Option<f64> {
    let f = |x: f64| x * x * x - c;
    let (mut lo, mut hi) = (a, b);
    let (mut flo, fhi) = (f(lo), f(hi));
    if flo * fhi > 0.0 {
        return None;
    }
    let mut mid = 0.5 * (lo + hi);
    let mut n = 0;
    while (hi - lo).abs() > 1e-3 && n < 100 {
        mid = 0.5 * (lo + hi);
        let fm = f(mid);
        if fm == 0.0 {
            break;
        }
        if fm * flo < 0.0 {
            hi = mid;
        } else {
            lo = mid;
            flo = fm;
        }
        n += 1;
    }
    Some(mid - f(mid) / (3.0 * mid * mid))
}
#[differentiable]
fn simpson(a: f64, b: f64, n: usize) -> f64 {
    let h = (b - a) / n as f64;
    let f = |x: f64| (x * x).sin();
    let odd: f64 = (1..n).step_by(2).map(|i| f(a + i as f64 * h)).sum();
    let even: f64 = (2..n).step_by(2).map(|i| f(a + i as f64 * h)).sum();
    h / 3.0 * (f(a) + 4.0 * odd + 2.0 * even + f(b))
}
#[differentiable]
fn lerp(xs: &[f64], ys: &[f64], x: f64) -> Option<f64> {
    if xs.len() < 2 || xs.len() != ys.len() {
        return None;
    }
    let i = match xs.iter().position(|&xi| xi > x) {
        Some(0) => return None,
        Some(i) => i,
        None => xs.len() - 1,
    };
    let t = (x - xs[i - 1]) / (xs[i] - xs[i - 1]);
    Some(ys[i - 1] + t * (ys[i] - ys[i - 1]))
}
#[differentiable]
fn solved(m: &[[f64; 3]; 3], r: &[f64; 3]) -> f64 {
    let mut a = *m;
    let mut b = *r;
    let n = 3;
    for k in 0..n {
        let mut p = k;
        for i in k + 1..n {
            if a[i][k].abs() > a[p][k].abs() {
                p = i;
            }
        }
        if p != k {
            a.swap(k, p);
            b.swap(k, p);
        }
        for i in k + 1..n {
            let f = a[i][k] / a[k][k];
            for j in k..n {
                a[i][j] -= f * a[k][j];
            }
            b[i] -= f * b[k];
        }
    }
    let mut x = [0.0; 3];
    for i in (0..n).rev() {
        let mut s = b[i];
        for j in i + 1..n {
            s -= a[i][j] * x[j];
        }
        x[i] = s / a[i][i];
    }
    x[0] + 2.0 * x[1] - x[2]
}
#[differentiable]
fn dtw(a: &[f64], b: &[f64]) -> f64 {
    let (n, m) = (a.len(), b.len());
    let mut d = vec![vec![f64::INFINITY; m + 1]; n + 1];
    d[0][0] = 0.0;
    for i in 1..=n {
        for j in 1..=m {
            let c = (a[i - 1] - b[j - 1]).abs();
            d[i][j] = c + d[i - 1][j].min(d[i][j - 1]).min(d[i - 1][j - 1]);
        }
    }
    d[n][m]
}
#[differentiable]
fn series<T: Real>(x: T, n: usize) -> T {
    let mut p = T::constant(1.0);
    let mut s = T::constant(0.0);
    for k in 0..n {
        s += p;
        p *= x / T::from_usize_(k + 1);
        if p.abs() < T::constant(1e-3) {
            break;
        }
    }
    s
}
trait FromUsize {
    fn from_usize_(n: usize) -> Self;
}
impl<T: Real> FromUsize for T {
    fn from_usize_(n: usize) -> T {
        T::constant(n as f64)
    }
}
#[differentiable]
fn median3(a: f64, b: f64, c: f64) -> f64 {
    let mut v = [a, b, c];
    v.sort_by(|x, y| x.partial_cmp(y).unwrap());
    v[1] * v[2]
}
#[differentiable]
fn spread(xs: &[f64]) -> f64 {
    let d: Vec<f64> = xs.windows(2).map(|w| w[1] - w[0]).collect();
    let mean = d.iter().sum::<f64>() / d.len() as f64;
    let var = d.iter().map(|&x| (x - mean).powi(2)).sum::<f64>() / (d.len() as f64 - 1.0);
    xs.chunks(2).map(|c| c.iter().product::<f64>()).fold(var.sqrt(), |a, b| a + 0.5 * b)
}
#[differentiable]
fn labels(x: f64, n: usize) -> f64 {
    let mut s = x;
    'outer: for i in 0..n {
        for j in 0..n {
            if s > 20.0 {
                break 'outer;
            }
            if (i + j) % 3 == 0 {
                continue 'outer;
            }
            s = s * 1.1 + j as f64 * x;
        }
        s += 0.5 * x;
    }
    let r = 'b: {
        if s > 10.0 {
            break 'b s * 2.0;
        }
        if s > 5.0 {
            break 'b s * s;
        }
        1.0
    };
    r + s
}
#[differentiable]
fn horner(c: &[f64], x: f64) -> (f64, f64) {
    let mut p = 0.0;
    let mut d = 0.0;
    for &a in c.iter().rev() {
        d = d * x + p;
        p = p * x + a;
    }
    (p, d)
}
#[differentiable]
fn newton_poly(c: &[f64], x0: f64) -> Result<f64, String> {
    let mut x = x0;
    for it in 0..20 {
        let (p, d) = horner(c, x);
        if d.abs() < 1e-14 {
            return Err(format!("flat at {x} after {it}"));
        }
        let dx = p / d;
        x -= dx;
        if dx.abs() < 1e-12 {
            return Ok(x);
        }
    }
    Err("no".to_string())
}
#[differentiable]
fn single(x: f32, n: usize) -> Option<f32> {
    let mut s = 0.0;
    for i in 0..n {
        if s > 10.0 {
            return None;
        }
        s += x * (i as f32 + 1.0);
    }
    Some(s.sqrt())
}
#[differentiable]
fn agm<T: Real>(x: T, y: T) -> Option<T> {
    if y < x {
        return None;
    }
    let mut a = x;
    let mut b = y;
    while (b - a).abs() > T::constant(1e-6) {
        let m = (a + b) * T::constant(0.5);
        let g = (a * b).sqrt();
        a = g;
        b = m;
    }
    Some(a)
}
#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct P {
    x: f64,
    y: f64,
}
#[differentiable]
fn centroid(ps: &[P]) -> Option<f64> {
    if ps.is_empty() {
        return None;
    }
    let n = ps.len() as f64;
    let (sx, sy) = ps.iter().fold((0.0, 0.0), |(a, b), p| (a + p.x, b + p.y));
    let (cx, cy) = (sx / n, sy / n);
    let far = ps.iter().map(|p| (p.x - cx).hypot(p.y - cy)).fold(0.0, f64::max);
    Some(far * far + cx)
}
#[differentiable]
fn hull_area(ps: &[P]) -> f64 {
    let mut s = 0.0;
    for i in 0..ps.len() {
        let j = (i + 1) % ps.len();
        s += ps[i].x * ps[j].y - ps[j].x * ps[i].y;
    }
    0.5 * s.abs()
}
#[differentiable]
fn fib(x: f64, n: usize) -> Option<f64> {
    if n > 20 {
        return None;
    }
    if n < 2 {
        return Some(x);
    }
    let a = fib(x, n - 1)?;
    let b = fib(x * 0.9, n - 2)?;
    Some(a + b * x)
}
#[differentiable]
fn knap(v: &[f64], w: &[usize], cap: usize) -> f64 {
    let mut best = vec![0.0; cap + 1];
    for (i, &wi) in w.iter().enumerate() {
        for c in (wi..=cap).rev() {
            let cand = best[c - wi] + v[i];
            if cand > best[c] {
                best[c] = cand;
            }
        }
    }
    best[cap]
}
#[differentiable]
fn pid(kp: f64, ki: f64, kd: f64, n: usize) -> f64 {
    let (mut x, mut v, mut integral, mut prev) = (0.0, 0.0, 0.0, None);
    let dt = 0.05;
    let mut cost = 0.0;
    for _ in 0..n {
        let e = 1.0 - x;
        integral += e * dt;
        let d = match prev {
            Some(p) => (e - p) / dt,
            None => 0.0,
        };
        prev = Some(e);
        let u = (kp * e + ki * integral + kd * d).clamp(-5.0, 5.0);
        v += dt * (u - v);
        x += dt * v;
        cost += e * e * dt;
    }
    cost
}
#[differentiable]
fn merge(a: &[f64], b: &[f64]) -> f64 {
    let mut out = Vec::with_capacity(a.len() + b.len());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i] <= b[j] {
            out.push(a[i]);
            i += 1;
        } else {
            out.push(b[j]);
            j += 1;
        }
    }
    out.extend_from_slice(&a[i..]);
    out.extend_from_slice(&b[j..]);
    out.iter().enumerate().map(|(k, v)| (k as f64 + 1.0) * v).sum()
}
#[differentiable]
fn topk(xs: &[f64], k: usize) -> f64 {
    let mut v = xs.to_vec();
    v.sort_by(|a, b| b.partial_cmp(a).unwrap());
    v.truncate(k);
    let m = v.iter().sum::<f64>() / k as f64;
    v.iter().map(|x| (x - m) * (x - m)).sum::<f64>().sqrt()
}
#[differentiable]
fn order2(ps: &[P]) -> f64 {
    let mut v = ps.to_vec();
    v.sort_by(|a, b| a.x.partial_cmp(&b.x).unwrap());
    let mut s = 0.0;
    for w in v.windows(2) {
        s += (w[1].x - w[0].x) * (w[1].y + w[0].y) * 0.5;
    }
    s
}
#[differentiable]
fn update(xs: &mut [f64], t: f64) {
    xs.reverse();
    let mut acc = 0.0;
    for x in xs.iter_mut() {
        acc = acc * t + *x;
        *x = acc;
        if acc > 50.0 {
            break;
        }
    }
    if let Some(l) = xs.last() {
        let l = l * 2.0;
        xs[0] = l * t;
    }
}
#[differentiable]
fn tern(x: f64) -> f64 {
    let y = if x > 0.0 {
        let a = x * x;
        let b = if a > 1.0 { a - 1.0 } else { 1.0 - a };
        a * b
    } else if x > -1.0 {
        -x
    } else {
        match (x * 2.0) as i32 {
            -3 => x * x,
            k if k < -5 => x * 0.5,
            _ => x.exp(),
        }
    };
    let z = {
        let mut t = y;
        for _ in 0..2 {
            t = t * y + 1.0;
        }
        t
    };
    z * y
}
#[differentiable]
fn strange(x: f64, xs: &[f64]) -> f64 {
    let f = |a: f64, b: &[f64]| -> f64 { b.iter().map(|c| c * a).sum() };
    let g = |i: usize| xs[i] * x;
    let mut t = f(x, xs) + f(x * 2.0, &xs[1..]);
    t += g(0) * g(1);
    let n = xs.iter().filter(|&&v| v > 0.5).count();
    let best = xs.iter().cloned().fold(f64::INFINITY, |a, b| a.min(b));
    let arg = xs.iter().enumerate().max_by(|a, b| a.1.partial_cmp(b.1).unwrap()).map(|(i, _)| i).unwrap();
    t * n as f64 + best * xs[arg]
}
#[differentiable]
fn early_in_chain(xs: &[f64]) -> Option<f64> {
    let mut p = 1.0;
    for (i, x) in xs.iter().enumerate().skip(1) {
        if *x == 0.0 {
            return None;
        }
        p *= x / (i as f64);
    }
    let s: f64 = xs.iter().take_while(|x| **x < 3.0).sum();
    (p > -1e3).then(|| p * s)
}

/// `update` changes its argument: here it is a part of a function with a value.
#[differentiable]
fn updated(x: f64, t: f64) -> f64 {
    let mut v = [x, 2.0 * x, t, 40.0 * x, 12.0];
    update(&mut v, t);
    v[0] + 2.0 * v[1] + 3.0 * v[2] + 4.0 * v[3] + 5.0 * v[4]
}

const ROOM: [P; 3] = [P { x: 0.1, y: 0.3 }, P { x: 1.0, y: -1.0 }, P { x: 2.0, y: 0.5 }];

#[test]
fn written_functions_have_their_derivatives() {
    for x in [0.7, 1.3, 0.2, -0.3, -1.6, -4.0] {
        assert_eq!(shadow::check(x), Ok(()), "shadow {x}");
        assert_eq!(nested_closures::check(x, 1.2), Ok(()), "nested_closures {x}");
        assert_eq!(mutclosure::check(x), Ok(()), "mutclosure {x}");
        assert_eq!(tern::check(x), Ok(()), "tern {x}");
        assert_eq!(updated::check(x, 1.7), Ok(()), "updated {x}");
        assert_eq!(labels::check(x, 4), Ok(()), "labels {x}");
        assert_eq!(fib::check(x, 7), Ok(()), "fib {x}");
        assert_eq!(strange::check(x, &[0.7, 0.2, 1.5]), Ok(()), "strange {x}");
        assert_eq!(median3::check(x, 1.0, 2.0), Ok(()), "median3 {x}");
        assert_eq!(simpson::check(0.1, x, 10), Ok(()), "simpson {x}");
        assert_eq!(early_in_chain::check(&[x, 0.2, 1.5]), Ok(()), "early_in_chain {x}");
        assert_eq!(lerp::check(&[0.0, 1.0, 2.5], &[1.0, 3.0, -1.0], x), Ok(()), "lerp {x}");
        assert_eq!(series::check(x, 9), Ok(()), "series {x}");
        assert_eq!(spread::check(&[x, 2.5, 2.0, 4.5, 3.0]), Ok(()), "spread {x}");
    }
    assert_eq!(bisect::check(2.0, 3.0, 2.0), Ok(()));
    assert_eq!(
        solved::check(&[[0.1, 2.0, 1.0], [3.0, 0.5, -1.0], [1.0, 1.0, 4.0]], &[1.0, 2.0, 3.0]),
        Ok(())
    );
    assert_eq!(dtw::check(&[1.0, 2.2, 3.1], &[0.7, 2.0, 2.9, 3.5]), Ok(()));
    assert_eq!(newton_poly::check(&[-2.0, 0.0, 1.0], 1.0), Ok(()));
    assert_eq!(newton_poly::gradient(&[1.0], 1.0), Err("flat at 1 after 0".to_string()));
    assert_eq!(single::check(1.5, 3), Ok(()));
    assert_eq!(agm::check(1.0, 2.0), Ok(()));
    assert_eq!(centroid::check(&ROOM), Ok(()));
    assert_eq!(hull_area::check(&ROOM), Ok(()));
    assert_eq!(order2::check(&[ROOM[2], ROOM[0], ROOM[1]]), Ok(()));
    assert_eq!(knap::check(&[1.0, 2.5, 3.0, 0.7], &[1, 2, 3, 1], 5), Ok(()));
    assert_eq!(pid::check(2.0, 0.5, 0.1, 40), Ok(()));
    assert_eq!(merge::check(&[1.0, 3.0, 5.0], &[0.5, 3.5]), Ok(()));
    assert_eq!(topk::check(&[1.0, 5.0, 2.0, 4.0, 3.3], 3), Ok(()));
}
