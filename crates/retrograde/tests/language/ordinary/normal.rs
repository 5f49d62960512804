//! Chains in their normal form: steps that move before closures, states, ends in the middle, ranges without an end, and arrays
//! made by closures. Each keeps its value to the bit, and agrees with differences.

use retrograde::{Differentiable, differentiable};

#[differentiable]
fn square(x: f64) -> f64 {
    x * x
}

#[differentiable]
fn by_reference(xs: &[f64]) -> f64 {
    xs.iter().filter(|x| **x > 0.0).map(|x| square(*x) * 2.0).sum()
}

#[differentiable]
fn of_closure(xs: &[f64], ys: &[f64]) -> f64 {
    let f = |a: &f64, b: &f64| square(*a) + square(*b);
    xs.iter().zip(ys).map(|(x, y)| f(x, y)).sum()
}

#[differentiable]
fn zip_of_maps(xs: &[f64], ys: &[f64]) -> f64 {
    xs.iter().map(|x| x * 2.0).zip(ys.iter().map(|y| y.sin())).map(|(a, b)| a * b).sum()
}

#[differentiable]
fn turned_behind_map(xs: &[f64], ys: &[f64]) -> f64 {
    let mut s = 0.0;
    for (k, (a, b)) in xs.iter().map(|x| x * 2.0).rev().zip(ys).enumerate() {
        s += a * b * k as f64;
    }
    s
}

#[differentiable]
fn turned_behind_filter(xs: &[f64]) -> f64 {
    xs.iter().filter(|x| **x > 0.0).rev().map(|x| x * x).fold(0.0, |a, b| a * 0.3 + b)
}

#[differentiable]
fn steps_behind_map(xs: &[f64]) -> f64 {
    xs.iter().map(|x| x * x).skip(1).step_by(2).take(2).fold(0.0, |a, b| a * 0.3 + b)
}

#[differentiable]
fn take_behind_filter(xs: &[f64]) -> f64 {
    xs.iter().filter(|x| **x > 0.0).take(2).map(|x| x.sqrt()).sum()
}

#[differentiable]
fn skip_behind_filter(xs: &[f64]) -> f64 {
    xs.iter().filter(|x| **x > 0.0).skip(1).map(|x| x.sqrt()).sum()
}

#[differentiable]
fn filter_map(xs: &[f64]) -> f64 {
    xs.iter().filter_map(|x| if *x > 0.0 { Some(x.sqrt()) } else { None }).sum()
}

#[differentiable]
fn map_while(xs: &[f64]) -> f64 {
    xs.iter().map_while(|x| if *x > -0.5 { Some(x * x) } else { None }).sum()
}

#[differentiable]
fn scan(xs: &[f64], alpha: f64) -> f64 {
    let smooth: Vec<f64> = xs
        .iter()
        .scan(0.0, |s, &x| {
            *s = alpha * x + (1.0 - alpha) * *s;
            Some(*s)
        })
        .collect();
    smooth.iter().map(|s| s * s).sum()
}

#[differentiable]
fn scan_that_ends(xs: &[f64]) -> f64 {
    let products: Vec<f64> = xs
        .iter()
        .scan(1.0, |p, x| {
            *p *= x;
            if *p < -0.3 {
                return None;
            }
            Some(*p)
        })
        .collect();
    products.iter().sum()
}

#[differentiable]
fn series(x: f64) -> f64 {
    (1..).map(|k| x.powi(k) / k as f64).take_while(|t| t.abs() > 1e-12).sum()
}

#[differentiable]
fn taken_from_endless(x: f64) -> f64 {
    (0..).filter(|k| k % 2 == 0).take(4).map(|k| (k as f64 * x).sin()).sum()
}

#[differentiable]
fn endless_zip(xs: &[f64]) -> f64 {
    (1..).zip(xs).map(|(k, x)| k as f64 * x * x).sum()
}

#[differentiable]
fn zip_endless(xs: &[f64]) -> f64 {
    xs.iter().zip(2..).map(|(x, k)| k as f64 * x * x).sum()
}

#[differentiable]
fn endless_loop(x: f64) -> f64 {
    let mut s = 0.0;
    for k in (1..).step_by(2) {
        if k == 5 {
            continue;
        }
        if k > 9 {
            break;
        }
        s += x.powi(k);
    }
    s
}

#[differentiable]
fn mapped_arrays(v: [f64; 3]) -> f64 {
    let w = v.map(|x| x * x);
    let u: [f64; 3] = std::array::from_fn(|i| w[i] * i as f64);
    [1, 2].map(|i| u[i] + v[i]).iter().sum()
}

#[differentiable]
fn pair_with_constant(xs: &[f64], x: f64) -> f64 {
    let mut best = (0, f64::MAX);
    for (k, c) in xs.iter().enumerate() {
        let d = (x - c).powi(2);
        if d < best.1 {
            best = (k, d);
        }
    }
    best.1 + best.0 as f64 * x
}

/// The number beside an item is of the type that its use asks for.
#[differentiable]
fn powers(xs: &[f64]) -> f64 {
    xs.iter().zip(1..).map(|(x, k)| x.powi(k)).sum()
}

#[differentiable]
fn powers_before(xs: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (k, x) in (2i32..).zip(xs) {
        sum += x.powi(k);
    }
    sum
}

/// A loop over joined chains with a closure behind them.
#[differentiable]
fn joined(xs: &[f64], ys: &[f64]) -> f64 {
    let mut sum = 0.0;
    for x in xs.iter().chain(ys.iter()).map(|x| x * x) {
        if x < 0.1 {
            continue;
        }
        sum += x;
    }
    sum
}

#[derive(Clone, Copy, Default, Differentiable)]
struct Camera {
    focal: f64,
    x: f64,
    y: f64,
}

/// Copies with some other fields.
#[differentiable]
fn zoomed(a: f64, b: f64) -> f64 {
    let camera = Camera { x: a, y: b, focal: 1.5 };
    let near = Camera { focal: camera.focal * b, ..camera };
    let other = Camera { x: near.y * a, ..Default::default() };
    let last = Camera { y: other.x, ..near };
    last.focal * last.y + other.y + last.x
}

/// Items of a vector as places.
#[differentiable]
fn lent_items(v: &mut Vec<f64>) -> f64 {
    if let Some(x) = v.first_mut() {
        *x *= 2.0;
    }
    *v.last_mut().unwrap() += v[0];
    if let Some(x) = v.get_mut(1) {
        *x = x.sin();
    }
    if let Some(x) = v.get_mut(7) {
        *x = 0.0;
    }
    v[0] * v[1]
}

const XS: [f64; 6] = [0.7, -0.2, 1.3, 2.2, -0.9, 0.4];
const YS: [f64; 6] = [0.3, 0.9, -1.3, 0.2, 0.1, 1.4];

/// The derivative agrees with differences, and the value is that of the function.
macro_rules! agree {
    ($($f:ident($($arg:expr),*);)+) => { $(
        assert_eq!($f::check($($arg),*), Ok(()), stringify!($f));
        assert_eq!($f::gradient($($arg),*).0.to_bits(), $f($($arg),*).to_bits(), stringify!($f));
    )+ };
}

#[test]
fn chains_keep_their_values() {
    agree! {
        by_reference(&XS);
        of_closure(&XS, &YS);
        zip_of_maps(&XS, &YS);
        turned_behind_map(&XS, &YS);
        turned_behind_filter(&XS);
        steps_behind_map(&XS);
        take_behind_filter(&XS);
        skip_behind_filter(&XS);
        filter_map(&XS);
        map_while(&XS);
        scan(&XS, 0.3);
        scan_that_ends(&XS);
        series(0.3);
        taken_from_endless(0.3);
        endless_zip(&XS);
        zip_endless(&XS);
        endless_loop(0.9);
        mapped_arrays([0.3, 0.4, 0.5]);
        pair_with_constant(&XS, 0.45);
        powers(&XS);
        powers_before(&XS);
        joined(&XS, &YS);
        zoomed(0.3, 0.7);
    }
    assert_eq!(lent_items::check(&mut vec![0.3, 0.4, 0.5]), Ok(()));
}
