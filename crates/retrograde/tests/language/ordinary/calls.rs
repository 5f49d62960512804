//! Calls: checks that are not marked, integers beside what changes, alternatives that bind, methods of floats by the path of a trait.

use super::agrees;
use retrograde::{Differentiable, differentiable};

fn valid(x: &[f64], least: f64) -> Result<(), &'static str> {
    if x.iter().any(|x| *x < least) { Err("too small") } else { Ok(()) }
}

fn length(x: &[f64]) -> Option<usize> {
    (!x.is_empty()).then_some(x.len())
}

/// The values of the unmarked functions are dropped.
#[differentiable]
fn checked(x: &[f64], least: f64) -> Result<f64, &'static str> {
    valid(x, least)?;
    let mut sum = least;
    for x in x {
        sum *= x;
    }
    valid(&x[1..], least + 0.1)?;
    Ok(sum)
}

#[differentiable]
fn asked(x: &[f64]) -> Option<f64> {
    length(x)?;
    Some(x[0] * x[0])
}

/// The largest products, and how many there are.
#[differentiable]
fn products(x: &[f64], least: f64, out: &mut [f64]) -> usize {
    let mut n = 0;
    for i in 1..x.len() {
        let p = x[i] * x[i - 1];
        if p > least {
            out[n] = p;
            n += 1;
        }
    }
    n
}

#[differentiable]
fn repeated(x: &[f64], least: f64) -> f64 {
    let mut a = [0.0; 4];
    let mut b = [0.0; 4];
    let count: usize;
    let mut n = products(x, least, &mut a);
    if n > 1 {
        count = products(&a[..n], 0.0, &mut b);
    } else {
        count = 0;
    }
    n = products(x, 0.2, &mut a);
    let mut sum = 0.0;
    for i in 0..count {
        sum += b[i] * b[i];
    }
    sum + a[..n].iter().sum::<f64>()
}

macro_rules! close {
    ($a:expr, $b:expr) => {
        ($a - $b).abs() < 1e-3
    };
}

#[differentiable]
fn settles(x: &mut f64, new: f64) -> bool {
    let close = close!(*x, new);
    *x = new;
    close
}

#[differentiable]
fn settled(a: f64) -> f64 {
    let mut x = 1.0;
    for _ in 0..20 {
        let new = 0.5 * (x + a / x);
        if settles(&mut x, new) {
            break;
        }
    }
    x
}

#[derive(Differentiable)]
enum Shape {
    Circle(f64),
    Square(f64),
    Rect { w: f64, h: f64 },
}

#[differentiable]
fn size(shape: &Shape, k: f64) -> f64 {
    match shape {
        Shape::Circle(x) | Shape::Square(x) if *x > 1.0 => k * x * x,
        Shape::Circle(x) | Shape::Square(x) => k * x,
        Shape::Rect { w, h } => w * h * k,
    }
}

trait Float {
    fn cube_root(self) -> f64;
    fn cbrt(self) -> f64;
    fn abs(self) -> f64;
}

impl Float for f64 {
    fn cube_root(self) -> f64 {
        f64::cbrt(self)
    }
    fn cbrt(self) -> f64 {
        f64::cbrt(self)
    }
    fn abs(self) -> f64 {
        f64::abs(self)
    }
}

#[differentiable]
fn lightness(y: f64) -> f64 {
    if Float::abs(y) < 0.01 { y * 900.0 } else { 116.0 * Float::cbrt(y) - 16.0 }
}

#[differentiable]
fn grown(n: usize, x: f64) -> Vec<f64> {
    if n < 4 {
        let mut v = grown(n + 1, x * x);
        v.truncate(n);
        return v;
    }
    (0..n).map(|i| x * i as f64 + x * x).collect()
}

#[test]
fn checks_are_ordinary_rust() {
    let x = [0.7, 0.9, 1.2];
    let (value, (by_x, by_least)) = checked::gradient(&x, 0.3).unwrap();
    assert_eq!(Ok(value), checked(&x, 0.3));
    let of = |a: &[f64]| checked(&a[..3], a[3]).unwrap();
    agrees("checked", of, &[by_x, vec![by_least]].concat(), &[0.7, 0.9, 1.2, 0.3]);
    assert_eq!(checked::gradient(&x, 0.75), Err("too small"));
    assert_eq!(asked::gradient(&[]), None);
    assert_eq!(asked::gradient(&[3.0]), Some((9.0, (vec![6.0],))));
}

#[test]
fn integers_beside_what_changes() {
    let x = [0.7, 0.9, 1.2, 0.8];
    let (value, (by_x, by_least)) = repeated::gradient(&x, 0.1);
    assert_eq!(value, repeated(&x, 0.1));
    let of = |a: &[f64]| repeated(&a[..4], a[4]);
    agrees("repeated", of, &[by_x, vec![by_least]].concat(), &[0.7, 0.9, 1.2, 0.8, 0.1]);
    let (value, (slope,)) = settled::gradient(2.0);
    assert!((value - 2.0_f64.sqrt()).abs() < 1e-6 && (slope - 0.5 / value).abs() < 1e-4);
}

#[test]
fn alternatives_bind() {
    for shape in [Shape::Circle(2.0), Shape::Square(0.5), Shape::Rect { w: 3.0, h: 0.4 }] {
        let (value, (_, by_k)) = size::gradient(&shape, 1.5);
        assert_eq!((value, by_k), (size(&shape, 1.5), size(&shape, 1.0)));
    }
    let (_, (by, _)) = size::gradient(&Shape::Square(2.0), 1.5);
    assert!(matches!(by, ShapeShadow::Square(c) if c == 6.0));
}

#[test]
fn floats_and_vectors() {
    for y in [0.005, 0.3, 2.0] {
        let (value, (by,)) = lightness::gradient(y);
        assert_eq!(value, lightness(y));
        agrees("lightness", |y| lightness(y[0]), &[by], &[y]);
        assert_eq!(y.cube_root(), y.cbrt());
    }
    let mut x_bar = 0.0;
    assert_eq!(grown::pull(vec![1.0, -2.0, 0.5], 3, 0.7, &mut x_bar), grown(3, 0.7));
    let of = |x: &[f64]| grown(3, x[0]).iter().zip([1.0, -2.0, 0.5]).map(|(a, s)| a * s).sum::<f64>();
    agrees("grown", of, &[x_bar], &[0.7]);
}
