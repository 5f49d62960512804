//! Functions of arrays as arguments: closures and marked functions take them by value or behind `&`.

use retrograde::prelude::*;

#[differentiable]
fn rk4(deriv: &impl Fn(f64, [f64; 2]) -> [f64; 2], y0: [f64; 2], h: f64, n: usize) -> [f64; 2] {
    let mut y = y0;
    for i in 0..n {
        let t = i as f64 * h;
        let k1 = deriv(t, y);
        let k2 = deriv(t + h / 2.0, [y[0] + h / 2.0 * k1[0], y[1] + h / 2.0 * k1[1]]);
        let k3 = deriv(t + h / 2.0, [y[0] + h / 2.0 * k2[0], y[1] + h / 2.0 * k2[1]]);
        let k4 = deriv(t + h, [y[0] + h * k3[0], y[1] + h * k3[1]]);
        for j in 0..2 {
            y[j] += h / 6.0 * (k1[j] + 2.0 * k2[j] + 2.0 * k3[j] + k4[j]);
        }
    }
    y
}
#[differentiable]
fn euler<F: Fn(&[f64; 3]) -> [f64; 3]>(f: F, mut y: [f64; 3], h: f64) -> [f64; 3] {
    for _ in 0..4 {
        let d = f(&y);
        for (a, b) in y.iter_mut().zip(&d) {
            *a += h * b;
        }
    }
    y
}
#[differentiable]
fn newton(g: impl Fn([f64; 2]) -> f64, mut p: [f64; 2]) -> f64 {
    for _ in 0..3 {
        let e = 1e-3;
        let d = [(g([p[0] + e, p[1]]) - g(p)) / e, (g([p[0], p[1] + e]) - g(p)) / e];
        p = [p[0] - 0.1 * d[0], p[1] - 0.1 * d[1]];
    }
    g(p)
}
#[differentiable]
fn falling(t: f64, y: [f64; 2]) -> [f64; 2] {
    [y[1] * y[0], t - y[0] * y[0]]
}
#[differentiable]
fn turning(y: &[f64; 3]) -> [f64; 3] {
    [y[1] * y[2], -y[0] * y[2], y[0]]
}
/// Functions by their names.
#[differentiable]
fn named(x: &[f64]) -> f64 {
    let y = rk4(&falling, [x[0], x[1]], 0.1, 4);
    let z = euler(turning, [x[2], x[3], x[4]], 0.1);
    y[0] * z[1] + y[1] * z[2]
}
#[differentiable]
fn all(x: &[f64]) -> f64 {
    let (a, b) = (x[0], x[1]);
    let lv = |t: f64, y: [f64; 2]| -> [f64; 2] {
        let [p, q] = y;
        [a * p - 0.3 * p * q, -b * q + 0.2 * p * q + 0.01 * t]
    };
    let y = rk4(&lv, [1.0, x[2]], 0.1, 5);
    let z = euler(
        |s: &[f64; 3]| [10.0 * (s[1] - s[0]), s[0] * (x[3] - s[2]) - s[1], s[0] * s[1] - s[2]],
        [0.1, x[4], 0.3],
        0.01,
    );
    let w = newton(|p: [f64; 2]| (p[0] - x[5]).powi(2) + (p[1] * p[0]).sin(), [x[0], x[1]]);
    y[0] * y[1] + z[0] * z[2] + w
}

#[test]
fn functions_that_are_arguments_take_arrays() {
    for x in [[0.3, 0.7, -0.5, 0.9, 0.4, 0.2], [0.9, 0.4, 1.2, -0.6, 0.8, 1.1]] {
        super::agrees("all", all, &all::gradient(&x).1.0, &x);
        super::agrees("named", named, &named::gradient(&x).1.0, &x);
        assert_eq!(all(&x), all::gradient(&x).0);
        assert_eq!(named(&x), named::gradient(&x).0);
    }
}
