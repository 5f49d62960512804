//! Assignments and early exits: `=`, `*=`, `break`, `continue`, `return`, loops that end on whatever they like.

use super::agrees;
use retrograde::differentiable;

#[differentiable]
fn newton(a: f64, n: usize) -> f64 {
    let mut x = a;
    for _ in 0..n {
        x = 0.5 * (x + a / x);
    }
    x
}

#[differentiable]
fn continued(a: f64, x: f64) -> f64 {
    if x <= 0.0 || a <= 0.0 {
        return 0.0;
    }
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / f64::MIN_POSITIVE;
    let mut d = 1.0 / b;
    let mut h = d;
    for i in 1..200 {
        let an = -(i as f64) * (i as f64 - a);
        b += 2.0;
        d = 1.0 / (an * d + b);
        c = b + an / c;
        let factor = d * c;
        h *= factor;
        if (factor - 1.0).abs() < 1e-15 {
            break;
        }
    }
    (a * x.ln() - x).exp() * h
}

#[differentiable]
fn smooth(xs: &[f64], alpha: f64) -> f64 {
    let mut level = xs[0];
    let mut err = 0.0;
    for i in 1..xs.len() {
        let e = xs[i] - level;
        err += e * e;
        level = alpha * xs[i] + (1.0 - alpha) * level;
    }
    err / xs.len() as f64
}

#[differentiable]
fn cholesky_logdet(a: &[f64], n: usize) -> f64 {
    let mut l = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..=i {
            let mut s = a[i * n + j];
            for k in 0..j {
                s -= l[i * n + k] * l[j * n + k];
            }
            if i == j {
                l[i * n + i] = s.sqrt();
            } else {
                l[i * n + j] = s / l[j * n + j];
            }
        }
    }
    let mut sum = 0.0;
    for i in 0..n {
        sum += l[i * n + i].ln();
    }
    2.0 * sum
}

#[differentiable]
fn bisect(a: f64, b: f64) -> f64 {
    let mut lo = 0.0;
    let mut hi = 4.0;
    let mut x = 1.0;
    loop {
        let f = x * x * x - a * x - b;
        let df = 3.0 * x * x - a;
        let next = x - f / df;
        if (next - x).abs() < 1e-14 {
            break;
        }
        if next < lo || next > hi {
            x = 0.5 * (lo + hi);
            continue;
        }
        if f > 0.0 {
            hi = x + 1.0;
        } else {
            lo = x - 1.0;
        }
        x = next;
    }
    x
}

#[differentiable]
fn rk4(y0: f64, k: f64, steps: usize) -> f64 {
    let h = 0.1;
    let mut y = y0;
    let mut t = 0.0;
    for _ in 0..steps {
        let k1 = -k * y + t;
        let k2 = -k * (y + 0.5 * h * k1) + t + 0.5 * h;
        let k3 = -k * (y + 0.5 * h * k2) + t + 0.5 * h;
        let k4 = -k * (y + h * k3) + t + h;
        y += h / 6.0 * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
        t += h;
    }
    y
}

#[differentiable]
fn horner(c: &[f64], x: f64) -> f64 {
    let mut r = 0.0;
    for i in (0..c.len()).rev() {
        r = r * x + c[i];
    }
    r
}

#[differentiable]
fn find(x: &[f64], t: f64) -> f64 {
    for i in 0..x.len() {
        if x[i] > t {
            return x[i] * x[i] * t;
        }
    }
    -t
}

#[differentiable]
fn nested_exit(x: &[f64], n: usize) -> f64 {
    let mut s = 0.0;
    'outer: for i in 0..n {
        for j in 0..n {
            if j == 2 {
                continue 'outer;
            }
            if i == 3 {
                break 'outer;
            }
            s = s * 0.5 + x[i * n + j] * x[j];
        }
        s += 1.0;
    }
    s
}

#[differentiable]
fn thomas(a: &[f64], b: &[f64], c: &[f64], d: &[f64]) -> f64 {
    let n = d.len();
    let mut cp = vec![0.0; n];
    let mut dp = vec![0.0; n];
    cp[0] = c[0] / b[0];
    dp[0] = d[0] / b[0];
    for i in 1..n {
        let m = 1.0 / (b[i] - a[i] * cp[i - 1]);
        cp[i] = c[i] * m;
        dp[i] = (d[i] - a[i] * dp[i - 1]) * m;
    }
    let mut x = dp[n - 1];
    let mut total = x;
    for i in (0..n - 1).rev() {
        x = dp[i] - cp[i] * x;
        total += x * x;
    }
    total
}

#[test]
fn assignments_and_exits_have_gradients() {
    agrees("newton", |x| newton(x[0], 6), &[newton::gradient(2.0, 6).1.0], &[2.0]);
    let g = continued::gradient(2.5, 4.0).1;
    agrees("continued", |x| continued(x[0], x[1]), &[g.0, g.1], &[2.5, 4.0]);
    let g = continued::gradient(2.5, -4.0).1;
    agrees("continued", |x| continued(x[0], x[1]), &[g.0, g.1], &[2.5, -4.0]);
    let xs = [1.0, 2.0, 1.5, 0.5, 3.0, 0.25];
    let g = smooth::gradient(&xs, 0.3).1;
    agrees("smooth", |x| smooth(x, 0.3), &g.0, &xs);
    let a = [4.0, 1.0, 0.5, 1.0, 3.0, 0.2, 0.5, 0.2, 2.0];
    let g = cholesky_logdet::gradient(&a, 3).1;
    agrees("cholesky", |x| cholesky_logdet(x, 3), &g.0, &a);
    let g = bisect::gradient(2.0, 1.0).1;
    agrees("bisect", |x| bisect(x[0], x[1]), &[g.0, g.1], &[2.0, 1.0]);
    let g = rk4::gradient(2.0, 1.5, 10).1;
    agrees("rk4", |x| rk4(x[0], x[1], 10), &[g.0, g.1], &[2.0, 1.5]);
    let g = horner::gradient(&xs, 0.7).1;
    agrees("horner", |x| horner(x, 0.7), &g.0, &xs);
    let g = find::gradient(&xs, 1.7).1;
    agrees("find", |x| find(&x[..6], x[6]), &[&g.0[..], &[g.1]].concat(), &[&xs[..], &[1.7]].concat());
    let g = find::gradient(&xs, 7.0).1;
    agrees("find", |x| find(&x[..6], x[6]), &[&g.0[..], &[g.1]].concat(), &[&xs[..], &[7.0]].concat());
    let big: Vec<f64> = (0..25).map(|i| (i as f64 * 0.7).sin() + 1.5).collect();
    let g = nested_exit::gradient(&big, 5).1;
    agrees("nested_exit", |x| nested_exit(x, 5), &g.0, &big);
    let (a, b, c, d) =
        ([0.0, 0.5, 0.4, 0.3], [2.0, 2.5, 3.0, 2.2], [0.4, 0.3, 0.2, 0.0], [1.0, 2.0, -1.0, 0.5]);
    let g = thomas::gradient(&a, &b, &c, &d).1;
    agrees(
        "thomas",
        |x| thomas(&x[..4], &x[4..8], &x[8..12], &x[12..]),
        &[g.0, g.1, g.2, g.3].concat(),
        &[a, b, c, d].concat(),
    );
}
