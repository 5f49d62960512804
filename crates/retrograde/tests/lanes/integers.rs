//! Integers without a written type: an `i32` where nothing shows a type, as in Rust.

use retrograde::prelude::*;

/// The index is an `i32`, and falls below zero.
#[differentiable]
fn centred(k: f64) -> f64 {
    let n = 100;
    let mut s = 0.0;
    #[parallel]
    for i in 0..n {
        s += k * (i - 50) as f64;
    }
    s
}

#[differentiable]
fn below(k: f64) -> f64 {
    let n = 50;
    let mut s = 0.0;
    #[parallel]
    for i in 0..n {
        if i - 30 < 0 {
            s += k * i as f64;
        }
    }
    s
}

#[differentiable]
fn poles(k: f64) -> f64 {
    let n = 40;
    let mut s = 0.0;
    #[parallel]
    for i in (1..n + 1).rev() {
        s += k / (i * i - 500) as f64;
    }
    s
}

#[differentiable]
fn turns(k: f64) -> f64 {
    let (n, m) = (100, 7);
    let half = n / 2;
    let mut s = 0.0;
    #[parallel]
    for i in 0..n {
        s += (k * (i % m - 3) as f64).sin() + ((i - half) as f64 / half as f64).powi(2) * k;
    }
    s
}

#[differentiable]
fn of_length(x: &[f64], k: f64) -> f64 {
    let n = x.len() as i32;
    let c = 3;
    let mut s = 0.0;
    #[parallel]
    for i in 0..n {
        s += (x[i as usize] * k * (i - c) as f64).sin();
    }
    s
}

#[reversible]
fn in_place(s: &mut f64, k: f64) {
    let n = 100;
    #[parallel]
    for i in 0..n {
        *s += k * (i - 50) as f64;
    }
}

/// Without a mark, in lanes in release builds.
#[differentiable]
fn inside(x: &[f64], k: f64) -> f64 {
    let m = 5;
    let a = 3;
    let p = a - 5;
    let mut s = 0.0;
    for i in 0..x.len() {
        for j in 0..m {
            s += ((j - 2) as f64 * k * x[i]).exp() / (j * j - 10) as f64;
        }
        s += (p as f64 * k * x[i]).exp();
    }
    s
}

#[differentiable]
fn scaled(y: &mut [f64], k: f64) {
    let d = 2;
    for i in 0..y.len() {
        y[i] = (k * (i as i32 - d) as f64 * y[i]).exp();
    }
}

/// The uses show a `usize`.
#[differentiable]
fn strided(x: &[f64], k: f64) -> f64 {
    let (n, w) = (x.len(), 3);
    let back = 1;
    let mut s = 0.0;
    #[parallel]
    for i in 0..n / 3 {
        for j in 0..w {
            s += (x[i * w + j] * k).sin();
        }
        s += (x[i * w + w - back] * k).exp();
    }
    s
}

/// Integers around the loop, whose values are the same in all its iterations.
#[differentiable]
fn around(x: &[f64], a: f64) -> f64 {
    let m = 5;
    let mut s = 0.0;
    for j in 0..m {
        #[parallel]
        for i in 0..x.len() {
            s += (a * x[i] * (j - 7) as f64).exp() * (j * j) as f64;
            if j == 2 {
                s += a * x[i] / (1 + j as u8) as f64;
            }
            let wanted = x[i] > 0.0 && j > 2 || j - 1 == 0;
            s += if wanted { (a * x[i]).exp().powi(j) } else { a * j as f64 };
        }
    }
    s
}

/// The type comes from a function, and from a field.
#[differentiable]
fn of_others(x: &[f64], a: f64, order: &Order) -> f64 {
    let few = small();
    let mut s = 0.0;
    #[parallel]
    for i in 0..x.len() {
        s += (a * x[i]).sin() * few as f64 + (x[i] / a).powi(2) * order.number as f64;
        if few > 2 {
            s += (few - 3) as f64 * a * x[i];
        }
    }
    s
}

#[derive(Clone, Differentiable)]
struct Order {
    number: i8,
}

fn small() -> u8 {
    2
}

/// A quotient by zero, in a loop that has no iterations then, and on a side that none takes.
#[differentiable]
fn divided(x: &[f64], a: f64, hundred: bool) -> f64 {
    let mut s = 0.0;
    for k in 0..3 {
        let n = if k == 0 { 0 } else { x.len() };
        #[parallel]
        for i in 0..n {
            s += (a * x[i]).sin() * (12 / k) as f64;
            if hundred && k > 1 {
                s += a * x[i] * (100 / (k - 1)) as f64;
            }
        }
    }
    s
}

/// The innermost loop makes a known number of rounds.
#[reversible]
#[inline(always)]
fn rounds<T: Real>(s: &mut T, x: &[T], a: T) {
    for k in 0..3 {
        #[parallel]
        for i in 0..x.len() {
            for j in 0..4 {
                *s += (a * x[i] * (k - 1) as T + (j * 2) as T).sin();
            }
        }
    }
}

/// Without a mark, in lanes in release builds.
#[differentiable]
fn unmarked(x: &[f64], a: f64) -> f64 {
    let mut s = 0.0;
    for k in 0..3 {
        for i in 0..x.len() {
            s += (a * x[i] * (k - 2) as f64).exp() / (1.0 + k as f64);
        }
    }
    s
}

#[test]
fn values_of_integers_around_a_loop_have_the_type_that_rustc_gives_them() {
    let x: Vec<f64> = (0..70).map(|i| (i as f64).sin()).collect();
    let order = Order { number: -3 };
    for n in [0, 1, 8, 9, 30, 70] {
        let x = &x[..n];
        assert!((around::gradient(x, 0.3).0 - around(x, 0.3)).abs() < 1e-10);
        assert!((of_others::gradient(x, 0.3, &order).0 - of_others(x, 0.3, &order)).abs() < 1e-10);
        assert!((unmarked::gradient(x, 0.3).0 - unmarked(x, 0.3)).abs() < 1e-10);
        assert_eq!(around::check(x, 0.3), Ok(()));
        assert_eq!(of_others::check(x, 0.3, &order), Ok(()));
        assert_eq!(divided::check(x, 0.3, true), Ok(()));
        assert_eq!(divided::check(x, 0.3, false), Ok(()));
        assert_eq!(rounds::check(&mut 0.5, x, 0.3), Ok(()));
        assert_eq!(unmarked::check(x, 0.3), Ok(()));
    }
    let x: Vec<f32> = x.iter().map(|x| *x as f32).collect();
    let mut s = 0.5_f32;
    rounds(&mut s, &x, 0.3);
    let wide: Vec<f64> = x.iter().map(|x| f64::from(*x)).collect();
    let mut expected = 0.5;
    rounds(&mut expected, &wide, 0.3_f32.into());
    assert!((f64::from(s) - expected).abs() < 1e-3);
}

/// A byte wraps around in some iterations.
#[reversible]
fn bytes(x: &[f64], w: f64) -> f64 {
    let mut s = 0.0;
    #[parallel]
    for i in 0..x.len() {
        let mut k: u8 = 200;
        if x[i] > 0.5 {
            k += 100;
        }
        s += (x[i] * w + k as f64 * 0.01).sin();
    }
    s
}

/// A count without a sign falls below zero in some iterations, which wrap around.
#[reversible]
fn below_zero(x: &[f64], w: f64) -> f64 {
    let mut s = 0.0;
    #[parallel]
    for i in 0..x.len() {
        let mut k: u32 = 1;
        if x[i] > 0.5 {
            k -= 2;
        }
        s += x[i] * w + k as f64;
    }
    s
}

#[test]
fn integers_wrap_around_in_every_iteration() {
    for n in [1, 7, 8, 9, 30] {
        let x: Vec<f64> = (0..n).map(|i| (i as f64).sin()).collect();
        let expected: f64 =
            x.iter().map(|v| (v * 0.3 + if *v > 0.5 { 44.0 } else { 200.0 } * 0.01).sin()).sum();
        assert!((bytes::gradient(&x, 0.3).0 - expected).abs() < 1e-12);
        bytes::check(&x, 0.3).unwrap();
        let expected: f64 = x.iter().map(|v| v * 0.3 + if *v > 0.5 { u32::MAX as f64 } else { 1.0 }).sum();
        assert!((below_zero::gradient(&x, 0.3).0 - expected).abs() <= 1e-12 * expected);
    }
}

/// Checks and conversions that may fail, which have the same result in any order.
#[differentiable]
fn asserted(x: &[f64], k: &[i64]) -> f64 {
    let mut s = 0.0;
    #[parallel]
    for i in 0..x.len() {
        assert!(x[i] > 0.0, "{} is not positive", x[i]);
        let j = usize::try_from(k[i]).unwrap();
        s += x[i].ln() * x[j];
    }
    s
}

#[test]
fn a_marked_loop_may_check() {
    for n in [1, 7, 8, 9, 30] {
        let x: Vec<f64> = (0..n).map(|i| 1.5 + (i as f64).sin()).collect();
        let k: Vec<i64> = (0..n).map(|i| (i * 7) % n).collect();
        asserted::check(&x, &k).unwrap();
    }
}

#[test]
#[should_panic(expected = "-1 is not positive")]
fn a_check_in_a_marked_loop_fails() {
    asserted::gradient(&[1.0, -1.0], &[0, 0]);
}

#[test]
fn integers_have_the_type_that_rustc_gives_them() {
    let x: Vec<f64> = (0..30).map(|i| (i as f64).sin()).collect();
    assert_eq!(centred::gradient(1.0), (-50.0, (-50.0,)));
    assert_eq!(below::gradient(1.0), (435.0, (435.0,)));
    assert!((poles::gradient(1.0).0 - poles(1.0)).abs() < 1e-12);
    assert!((turns::gradient(0.3).0 - turns(0.3)).abs() < 1e-12);
    assert!((of_length::gradient(&x, 0.3).0 - of_length(&x, 0.3)).abs() < 1e-12);
    assert!((inside::gradient(&x, 0.3).0 - inside(&x, 0.3)).abs() < 1e-10);
    let (mut s, mut s_bar, mut k_bar) = (0.5, 2.0, 0.0);
    in_place::sweep(&mut s, &mut s_bar, 1.0, &mut k_bar);
    assert_eq!((s, s_bar, k_bar), (-49.5, 2.0, -100.0));
    for n in [1, 7, 8, 9, 30] {
        assert_eq!(of_length::check(&x[..n], 0.3), Ok(()));
        assert_eq!(inside::check(&x[..n], 0.3), Ok(()));
        assert_eq!(scaled::check(&mut x[..n].to_vec(), 0.3), Ok(()));
        assert_eq!(strided::check(&x[..n], 0.3), Ok(()));
    }
    assert_eq!(poles::check(0.3), Ok(()));
    assert_eq!(turns::check(0.3), Ok(()));
    assert_eq!(in_place::check(&mut 0.2, 0.3), Ok(()));
}

/// Loops that fall in the text run in lanes as others do.
#[differentiable]
fn falling(x: &[f64], w: f64) -> f64 {
    let mut s = 0.0;
    #[parallel]
    for i in (0..x.len()).rev() {
        s += (x[i] * w).exp() * i as f64;
    }
    s
}

#[differentiable]
fn falling_without_a_mark(x: &[f64], w: f64) -> f64 {
    let mut s = 0.0;
    for v in x.iter().rev() {
        s += (v * w).exp() * 0.7;
    }
    s * s
}

#[reversible]
fn falling_state(y: &mut [f64], x: &[f64], w: f64) {
    #[parallel]
    for i in (0..x.len()).rev() {
        y[i] += (x[i] * w).exp() * i as f64;
    }
}

#[test]
fn loops_that_fall_run_in_lanes() {
    for n in [0, 1, 7, 8, 9, 30, 70] {
        let x: Vec<f64> = (0..n).map(|i| (i as f64).sin()).collect();
        falling::check(&x, 0.3).unwrap();
        falling_without_a_mark::check(&x, 0.3).unwrap();
        falling_state::check(&mut x.clone(), &x, 0.3).unwrap();
        let expected: f64 = x.iter().enumerate().map(|(i, v)| (v * 0.3).exp() * i as f64).sum();
        assert!((falling::gradient(&x, 0.3).0 - expected).abs() <= 1e-12 * expected.abs());
        assert!((falling(&x, 0.3) - expected).abs() <= 1e-12 * expected.abs());
    }
}
