//! Arrays of integers without a written type, in loops that may run in lanes: an element is an `i32` where nothing shows a type.

use retrograde::prelude::*;

#[differentiable]
fn marked(x: &[f64]) -> f64 {
    let t = [3, 7, 200];
    let mut s = 0.0;
    #[parallel]
    for i in 0..x.len() {
        s += (t[i % 3] - 8) as f64 * x[i];
    }
    s
}

#[differentiable]
fn decides(x: &[f64]) -> f64 {
    let t = [3, 7, 200];
    let mut s = 0.0;
    for i in 0..x.len() {
        let c = t[i % 3] - 8;
        if c < 0 {
            s += x[i].sin();
        } else {
            s += x[i].exp();
        }
    }
    s
}

#[differentiable]
fn negative(x: &[f64], w: f64) -> f64 {
    let t = [3, -1, 250];
    let mut s = 0.0;
    for i in 0..x.len() {
        s += t[i % 3] as f64 * (x[i] * w).sin();
    }
    s
}

#[differentiable]
fn visited(x: &[f64], w: f64) -> f64 {
    let mut s = 0.0;
    for (k, q) in [2, -2, 1].iter().enumerate() {
        let r = q - 1;
        for i in 0..x.len() {
            s += (x[i] * w).exp() * (q - 1) as f64 * w.powi(k as i32) + r as f64 / (1.0 + x[i].exp());
        }
    }
    s
}

#[differentiable]
fn rows(x: &[f64], w: f64) -> f64 {
    let t = [[1, -2], [3, 4]];
    let mut s = 0.0;
    for r in &t {
        for i in 0..x.len() {
            s += (r[0] + r[1]) as f64 * (x[i] * w).sin();
        }
    }
    s
}

#[differentiable]
fn of_a_suffix(x: &[f64], w: f64) -> f64 {
    let c = [1_i16, -4, 6];
    let u = [200_u8, 100, 7];
    let mut s = 0.0;
    #[parallel]
    for i in 0..x.len() {
        s += (x[i] * w).exp() * (c[i % 3] - 2) as f64 + (u[i % 3].wrapping_add(100)) as f64 * x[i];
    }
    s
}

#[differentiable]
fn counted(x: &[f64], w: f64) -> f64 {
    let mut c = [0; 5];
    let mut d = vec![0; x.len()];
    for i in 0..x.len() {
        c[i % 5] += 1;
        d[i] = i as i32 - 5;
    }
    let mut s = 0.0;
    #[parallel]
    for i in 0..x.len() {
        s += (x[i] * w).exp() * (c[i % 5] - 3) as f64 + (x[i] * d[i] as f64).sin();
    }
    s
}

/// The elements are indices, so the loop runs in lanes.
#[differentiable]
fn indices(x: &[f64], w: f64) -> f64 {
    let order = [2, 0, 1];
    let mut s = 0.0;
    for i in 0..x.len() {
        s += (x[i] * w * x[order[i % 3]]).sin();
    }
    s
}

#[test]
fn elements_have_the_type_that_rustc_gives_them() {
    for n in [3, 4, 8, 9, 30, 70] {
        let x: Vec<f64> = (0..n).map(|i| (i as f64).sin()).collect();
        let same =
            |name: &str, a: f64, b: f64| assert!((a - b).abs() < 1e-10 * (1.0 + b.abs()), "{name} of {n}");
        same("marked", marked::gradient(&x).0, marked(&x));
        same("decides", decides::gradient(&x).0, decides(&x));
        same("negative", negative::gradient(&x, 0.3).0, negative(&x, 0.3));
        same("visited", visited::gradient(&x, 0.3).0, visited(&x, 0.3));
        same("rows", rows::gradient(&x, 0.3).0, rows(&x, 0.3));
        same("of_a_suffix", of_a_suffix::gradient(&x, 0.3).0, of_a_suffix(&x, 0.3));
        same("counted", counted::gradient(&x, 0.3).0, counted(&x, 0.3));
        same("indices", indices::gradient(&x, 0.3).0, indices(&x, 0.3));
        marked::check(&x).unwrap();
        decides::check(&x).unwrap();
        negative::check(&x, 0.3).unwrap();
        visited::check(&x, 0.3).unwrap();
        rows::check(&x, 0.3).unwrap();
        of_a_suffix::check(&x, 0.3).unwrap();
        counted::check(&x, 0.3).unwrap();
        indices::check(&x, 0.3).unwrap();
    }
}
