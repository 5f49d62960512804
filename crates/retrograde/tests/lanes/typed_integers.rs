//! Integers of an iteration whose type only their `let` tells: literals have it in lanes, too.

use retrograde::prelude::*;

#[differentiable]
fn shifted(x: &[f64], b: &[u8], w: &[f64]) -> f64 {
    let mut s = 0.0;
    #[parallel]
    for i in 0..x.len() {
        let k: u64 = 1 << (b[i] % 40);
        let n: usize = 1 << (i % 40);
        let z: u64 = !0 >> (b[i] % 3 + 12);
        let a: i64 = if b[i] > 100 { 1 << (b[i] % 50) } else { 3 };
        let m: u32 = !(1 << (i % 31));
        let q: u32 = 1 << (i % 32);
        if k > 5_000_000_000 {
            s += x[i].cos();
        }
        if m > 100 {
            s += x[i].sin() * w[(m >> 29) as usize];
        }
        s += x[i].sin() * (k as f64).sqrt() + x[i].cos() / (n as f64) + (z as f64).ln() * x[i];
        s += x[i].tanh() * (a as f64).ln() + x[i] * w[(q % 8) as usize];
    }
    s
}

#[differentiable]
fn shifted_without_a_mark(x: &[f64], b: &[u8], w: &[f64]) -> f64 {
    let mut s = 0.0;
    for i in 0..x.len() {
        let k: u64 = 1 << (b[i] % 40);
        let m: u32 = !(1 << (i % 31));
        if k > 5_000_000_000 {
            s += x[i].cos();
        }
        if m > 100 {
            s += x[i].exp() * w[(m >> 29) as usize];
        }
        s += x[i].sin() * (k as f64).sqrt();
    }
    s + x
        .iter()
        .enumerate()
        .map(|(i, v)| {
            let n: u64 = 1 << i;
            v.sin() / n as f64
        })
        .sum::<f64>()
}

/// Integers that change in some iterations only.
#[differentiable]
fn counted(x: &[f64], b: &[u8], w: &[f64]) -> f64 {
    let mut s = 0.0;
    #[parallel]
    for i in 0..x.len() {
        let mut k: u64 = 10;
        if x[i] > 0.3 {
            k += 1 << (b[i] % 40);
        }
        let mut q: i64 = 10;
        if x[i] > 0.3 {
            q += 3_000_000_000_000_000;
        }
        if q > 3_000_000_000 {
            s += x[i].exp() * w[0];
        }
        let mut r: u64 = 5;
        for j in 0..5 {
            if x[i] > 0.3 {
                r += 1 << (9 * j);
            }
        }
        let mut u: u64 = 1;
        if x[i] > 0.3 {
            u += !0 >> 12;
        }
        s += x[i].sin() * (k as f64).sqrt() + x[i].cos() * (r as f64).ln() + x[i].tanh() * (u as f64).ln();
    }
    s
}

#[reversible]
fn added(y: &mut [f64], x: &[f64], b: &[u8]) {
    #[parallel]
    for i in 0..x.len() {
        let mut k: u64 = 10;
        if x[i] > 0.3 {
            k += 1 << (b[i] % 40);
        }
        y[i] += x[i] * (k as f64);
    }
}

/// Literals in locals of their own, whose uses tell the type.
#[differentiable]
fn handed_on(x: &[f64], b: &[u8], w: &[f64]) -> f64 {
    let mut s = 0.0;
    #[parallel]
    for i in 0..x.len() {
        let a = 1;
        let k: u64 = a << (b[i] % 40);
        let c = if b[i] > 100 { 1 } else { 2 };
        let q: u64 = c << (b[i] % 40);
        s += x[i].sin() * (k as f64).sqrt() + x[i].cos() * (q as f64).ln() * w[0];
    }
    s
}

type Function = fn(&[f64], &[u8], &[f64]) -> f64;

#[test]
fn literals_have_the_type_of_their_local() {
    for n in [0, 1, 7, 8, 33, 45] {
        let x: Vec<f64> = (0..n).map(|i| (i as f64 * 0.37).sin().abs() + 0.013).collect();
        let b: Vec<u8> = (0..n).map(|i| (i * 37 % 256) as u8).collect();
        let w: Vec<f64> = (0..8).map(|i| i as f64 + 0.5).collect();
        let gradients = [
            (shifted as Function, shifted::gradient(&x, &b, &w)),
            (shifted_without_a_mark as Function, shifted_without_a_mark::gradient(&x, &b, &w)),
            (counted as Function, counted::gradient(&x, &b, &w)),
            (handed_on as Function, handed_on::gradient(&x, &b, &w)),
        ];
        for (f, (value, (by_x, by_w))) in gradients {
            let own = f(&x, &b, &w);
            assert!((own - value).abs() <= 1e-12 * (1.0 + own.abs()), "{n}: {own} and {value}");
            for i in 0..n {
                let moved = |by: f64| f(&[&x[..i], &[x[i] + by], &x[i + 1..]].concat(), &b, &w);
                let slope = (moved(1e-4) - moved(-1e-4)) / 2e-4;
                assert!(
                    (slope - by_x[i]).abs() <= 1e-4 * (1.0 + slope.abs()),
                    "{i}: {slope} and {}",
                    by_x[i]
                );
            }
            for i in 0..8 {
                let moved = |by: f64| f(&x, &b, &[&w[..i], &[w[i] + by], &w[i + 1..]].concat());
                let slope = (moved(1e-4) - moved(-1e-4)) / 2e-4;
                assert!(
                    (slope - by_w[i]).abs() <= 1e-4 * (1.0 + slope.abs()),
                    "{i}: {slope} and {}",
                    by_w[i]
                );
            }
        }
        let mut y = vec![0.5; n];
        added(&mut y, &x, &b);
        for i in 0..n {
            let k = if x[i] > 0.3 { 10 + (1_u64 << (b[i] % 40)) } else { 10 };
            assert_eq!(y[i], 0.5 + x[i] * k as f64);
        }
    }
}

#[reversible]
fn by_both(s: &mut f64, x: &[f64], w: &[f64]) {
    #[parallel]
    for i in 0..x.len() {
        for q in 0..w.len() {
            *s += w[q] * x[i].exp();
        }
        for q in 0..9 {
            *s += w[(i + q) % 3] * x[i].cos();
        }
        *s += w[i % 3] / (1.0 + x[i] * x[i]);
    }
}

#[test]
fn an_array_is_read_by_the_index_of_an_inner_loop_and_by_one_of_each_iteration() {
    let x: Vec<f64> = (0..45).map(|i| (i as f64 * 0.37).sin().abs() + 0.013).collect();
    let w: Vec<f64> = (0..7).map(|i| i as f64 + 0.5).collect();
    let (_, (by_x, by_w)) = by_both::gradient(&x, &w);
    let at = |x: &[f64], w: &[f64]| {
        let mut s = 0.0;
        by_both(&mut s, x, w);
        s
    };
    for i in 0..7 {
        let moved = |by: f64| at(&x, &[&w[..i], &[w[i] + by], &w[i + 1..]].concat());
        let slope = (moved(1e-3) - moved(-1e-3)) / 2e-3;
        assert!((slope - by_w[i]).abs() < 1e-6 * slope.abs(), "{i}: {slope} and {}", by_w[i]);
    }
    for i in 0..45 {
        let moved = |by: f64| at(&[&x[..i], &[x[i] + by], &x[i + 1..]].concat(), &w);
        let slope = (moved(1e-4) - moved(-1e-4)) / 2e-4;
        assert!((slope - by_x[i]).abs() < 1e-5 * slope.abs(), "{i}: {slope} and {}", by_x[i]);
    }
}
