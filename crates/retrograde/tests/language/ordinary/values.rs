//! Bounds and indices that change, values of blocks and loops, methods of floats, closures.

use super::agrees;
use retrograde::differentiable;

// Bounds and indices that change.
#[differentiable]
fn bounds(x: &[f64]) -> f64 {
    let mut n = 2;
    let mut s = 1.0;
    for i in 0..n {
        n += 1;
        s = s * x[i] + x[n];
    }
    for i in 0..n {
        s += x[i] * s.sin() * 0.1;
    }
    n = 1;
    s * x[n]
}

#[differentiable]
fn lookup(x: f64, table: &[f64]) -> f64 {
    let mut p = x;
    let mut s = 0.0;
    for _ in 0..4 {
        let i = p as usize;
        let w = p - i as f64;
        s += table[i] * (1.0 - w) + table[i + 1] * w;
        p += 0.37;
        s += table[(p * 0.5) as usize] * p;
    }
    s + p
}

#[differentiable]
fn views(x: &[f64]) -> f64 {
    let mut i = 1;
    let v = &x[i..i + 3];
    i += 2;
    let mut s = v[0] * v[1];
    s *= x[i] + v[2];
    s
}

#[differentiable]
fn two_rows(s0: &mut f64, a: &mut [f64], n: usize) {
    let mut s = 0.0;
    for i in 0..n {
        let r = &mut a[i * n..(i + 1) * n];
        r[0] = r[1] * r[1];
        s += r[0];
        *s0 = s;
    }
}

#[differentiable]
fn flags(x: f64) -> f64 {
    let mut y = x;
    let big = y > 1.0;
    y += 3.0;
    y -= 2.5;
    let t = (y > 0.7) as i32 as f64 * y;
    if big && y < 10.0 {
        y = y * y + t
    } else {
        y -= t
    }
    y
}

#[differentiable]
fn clamped(x: f64, y: f64) -> f64 {
    let a = x.clamp(0.0, 1.0) + x.hypot(y) + x.to_radians();
    let (s, c) = y.sin_cos();
    let b = x.mul_add(y, a).rem_euclid(10.0);
    a * s + c * b + x.signum() * y.abs().powf(1.5) + y.max(x).min(3.0) + x.atan2(y)
}

/// Remainders of integers: a ring.
#[differentiable]
fn ring(x: &[f64]) -> f64 {
    let n = x.len();
    let mut s = 0.0;
    for i in 0..n {
        let left = (i as isize - 1).rem_euclid(n as isize) as usize;
        s += (x[i] - x[left]).exp() * i.rem_euclid(3) as f64;
        s += x[(i + 5).rem_euclid(n)] * (x[i] * 7.0).rem_euclid(2.0);
    }
    s
}

#[differentiable]
fn shadowing(x: f64) -> f64 {
    let x = x * 2.0;
    let x = x + x * x;
    let y = {
        let t = x;
        t * t
    };
    let mut z = y;
    {
        let mut z2 = z;
        z2 *= 2.0;
        z += z2;
    }
    z
}

const G: f64 = 9.81;
#[differentiable]
fn consts(x: f64) -> f64 {
    const K: f64 = 2.0;
    let mut v = 0.0;
    for _ in 0..3 {
        v = v * K + G * x;
    }
    v * std::f64::consts::PI
}

#[differentiable]
fn deferred(x: f64) -> f64 {
    let y;
    if x > 1.0 {
        y = x * x;
    } else {
        y = -x;
    }
    let z: f64;
    z = y + 1.0;
    z * y
}

#[differentiable]
fn labeled(x: f64) -> f64 {
    let mut s = x;
    let r = loop {
        s = s * 1.5;
        if s > 10.0 {
            break s * 2.0;
        }
    };
    r + s
}

#[differentiable]
fn fold(xs: &[f64], k: f64) -> f64 {
    let f = |a: f64, x: f64| a * k + x;
    let r = xs.iter().fold(0.5, |acc, &x| acc * k + x);
    let mx = xs.iter().cloned().fold(f64::NEG_INFINITY, f64::max);
    let n = xs.iter().filter(|&&x| x > 1.2).count();
    let evens: f64 = xs.iter().enumerate().filter(|(i, _)| i % 2 == 0).map(|(_, x)| x * x).sum();
    r + mx * n as f64 + evens + f(r, mx)
}

#[differentiable]
fn collected(xs: &[f64]) -> f64 {
    let ys: Vec<f64> = xs.iter().map(|x| x * x).collect();
    let zs = ys.iter().map(|y| y + 1.0).collect::<Vec<_>>();
    let p: f64 = zs.iter().product();
    let diffs: f64 = xs.windows(2).map(|w| (w[1] - w[0]).powi(2)).sum();
    p.ln() + diffs
}

#[test]
fn values_have_gradients() {
    let xs = [1.0, 2.0, 1.5, 0.5, 3.0, 0.25];
    let g = bounds::gradient(&xs).1;
    agrees("bounds", bounds, &g.0, &xs);
    let g = lookup::gradient(1.2, &xs).1;
    agrees("lookup", |x| lookup(x[0], &x[1..]), &[&[g.0], &g.1[..]].concat(), &[&[1.2], &xs[..]].concat());
    let g = views::gradient(&xs).1;
    agrees("views", views, &g.0, &xs);
    for x in [1.2, 0.3] {
        let g = flags::gradient(x).1;
        agrees("flags", |x| flags(x[0]), &[g.0], &[x]);
    }
    assert_eq!(ring::check(&[0.5, 0.31, 0.7, 0.2]), Ok(()));
    let g = clamped::gradient(0.4, 1.7).1;
    agrees("clamped", |x| clamped(x[0], x[1]), &[g.0, g.1], &[0.4, 1.7]);
    let g = shadowing::gradient(0.4).1;
    agrees("shadowing", |x| shadowing(x[0]), &[g.0], &[0.4]);
    let g = consts::gradient(0.4).1;
    agrees("consts", |x| consts(x[0]), &[g.0], &[0.4]);
    for x in [1.2, 0.3] {
        let g = deferred::gradient(x).1;
        agrees("deferred", |x| deferred(x[0]), &[g.0], &[x]);
    }
    let g = labeled::gradient(0.4).1;
    agrees("labeled", |x| labeled(x[0]), &[g.0], &[0.4]);
    let g = fold::gradient(&xs, 0.7).1;
    agrees("fold", |x| fold(&x[..6], x[6]), &[&g.0[..], &[g.1]].concat(), &[&xs[..], &[0.7]].concat());
    let g = collected::gradient(&xs).1;
    agrees("collected", collected, &g.0, &xs);
}

#[test]
fn a_sweep_leaves_the_post_state() {
    let (mut s, mut a) = (0.0, [1.0, 2.0, 3.0, 4.0]);
    let (mut s_bar, mut a_bar) = (1.0, [0.0; 4]);
    two_rows::sweep(&mut s, &mut s_bar, &mut a, &mut a_bar, 2);
    assert_eq!((s, a), (20.0, [4.0, 2.0, 16.0, 4.0]));
    assert_eq!((s_bar, a_bar), (0.0, [0.0, 4.0, 0.0, 8.0]));
}

#[differentiable]
fn quotient(a: f64, b: f64) -> f64 {
    a / b
}

#[differentiable]
fn divided(a: f64, b: f64, n: usize) -> f64 {
    let mut y = a;
    for _ in 0..n {
        y /= b;
    }
    y
}

/// `d(a/b) = da/b − a/b² db`, by the formula and not by differences.
#[test]
fn the_quotient_rule_holds() {
    for (a, b) in [(0.7, 1.3), (-2.5, 0.4), (3.0, -1.6), (0.0, 2.0), (1e-160, 1e-160), (1e200, 1e150)] {
        let (mut a_bar, mut b_bar) = (0.5, -0.25);
        let seed = -1.5;
        assert_eq!(quotient::pull(seed, a, &mut a_bar, b, &mut b_bar), a / b);
        let expected = [0.5 + seed / b, -0.25 - seed * (a / b) / b];
        for (found, expected) in [a_bar, b_bar].into_iter().zip(expected) {
            let close = (found - expected).abs() <= 1e-14 * expected.abs();
            assert!(close, "at {a}, {b}: {found}, by the rule {expected}");
        }
    }
    for n in 0..4 {
        let (value, (by_a, by_b)) = divided::gradient(1.7, -1.3, n);
        assert_eq!(value, divided(1.7, -1.3, n));
        let power = (-1.3_f64).powi(n as i32);
        assert!((by_a - 1.0 / power).abs() < 1e-14);
        assert!((by_b + n as f64 * 1.7 / (power * -1.3)).abs() < 1e-14);
    }
}
