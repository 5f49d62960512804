//! Parts of numbers wherever the numbers lie: in vectors, maps, tuples, structures, views, and what is stored.

use retrograde::prelude::*;
use retrograde::{Complex, Differentiable, Log, differentiable};
use std::collections::HashMap;

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Pair<T> {
    zs: Vec<Complex<T>>,
    w: Complex<T>,
}

fn numbers(count: usize) -> Vec<Complex<f64>> {
    (0..count).map(|k| Complex::new(0.4 + (k % 5) as f64 / 6.0, 1.1 - (k % 3) as f64 / 4.0)).collect()
}

/// Both parts of one element of a vector are lent to one call, and parts of two elements.
#[reversible]
fn turned<T: Real>(v: &mut Vec<Complex<T>>, i: usize, k: T) {
    rot(&mut v[i].re, &mut v[i].im, k);
    swap(&mut v[i].re, &mut v[0].im);
    v[i] += Complex::new(k, k) * k;
}

#[reversible]
fn local<T: Real>(y: &mut T, i: usize, k: T) {
    let mut v = vec![Complex::new(k, k * k); 3];
    rot(&mut v[i].re, &mut v[i].im, k);
    *y += v[i].re * v[0].im;
    irot(&mut v[i].re, &mut v[i].im, k);
}

#[reversible]
fn in_maps<T: Real>(m: &mut HashMap<u32, Complex<T>>, k: &[u32], w: &HashMap<u32, Complex<T>>, y: &mut T) {
    for i in 0..k.len() {
        m[&k[i]] += w[&k[i]] * w[&k[i]];
        m[&k[i]].im -= w[&k[i]].norm();
        *y += m[&k[i]].re;
    }
}

#[reversible]
fn added<T: Real>(y: &mut T, a: &T, z: &Complex<T>) {
    *y += *a * z.norm();
}

#[reversible]
fn parted<T: Real>(y: &mut T, z: &[Complex<T>; 3], x: T) {
    added(&mut *y, &z[0].re, &z[0]);
    added(&mut *y, &z[1].im, &z[2]);
    *y += z[0].re * x;
}

#[reversible]
fn stored<T: Real>(y: &mut T, x: T) {
    #[store]
    let z = Complex::new(x, x * x).exp();
    *y += z.re * z.im;
}

#[reversible]
fn inactive<T: Real>(y: &mut T, x: T) {
    #[inactive]
    let z = Complex::new(x, x * x).exp();
    *y += z.re * z.im * x;
}

#[reversible]
fn neighbours<T: Real>(y: &mut T, w: &[Complex<T>]) {
    for i in 0..w.len() - 1 {
        *y += (w[i] * w[i + 1]).re;
    }
}

#[reversible]
fn seen<T: Real>(z: &mut [Complex<T>], w: &Complex<T>, k: T) {
    let a = &mut z[1];
    *a += *w * k;
    -z[0] += *w * w.re;
    z[0].conj() += *w;
    turn(&mut -z[2], k);
    turn(&mut z[2].conj(), k);
}

#[reversible]
fn turn<T: Real>(z: &mut Complex<T>, k: T) {
    rot(&mut z.re, &mut z.im, k);
    z.re += k * k;
}

#[reversible]
fn in_tuples<T: Real>(p: &mut (Complex<T>, [Complex<T>; 2]), k: T) {
    p.0 += p.1[1] * k;
    p.0.re += k;
    p.1[0].im += p.1[1].re * p.0.im;
}

#[reversible]
fn in_structures<T: Real>(p: &mut Pair<T>, k: T) {
    p.zs[0].re += p.w.im * k;
    p.w.re += k;
    p.zs[1].im += p.w.im * p.w.re;
    rot(&mut p.w.re, &mut p.w.im, k);
    rot(&mut p.zs[0].re, &mut p.zs[0].im, k);
}

#[reversible]
fn product<T: Real>(xs: &[Log<T>], k: T) -> Log<T> {
    let mut p = Log::from_value(k);
    for i in 0..xs.len() {
        p *= xs[i];
    }
    p
}

#[reversible]
fn both<T: Real>(xs: &[Complex<T>]) -> (Complex<T>, T) {
    (xs[0] * xs[1], xs[0].re * xs[2].im)
}

#[differentiable]
fn bounded(zs: &[Complex<f64>], w: Complex<f64>) -> f64 {
    let mut s = w;
    for z in zs {
        s = s * *z + w;
        if s.norm() > 2.0 {
            s = s / s.norm();
        }
    }
    s.re + s.im * s.im
}

const HALF: f64 = 0.5;

#[reversible]
fn product_of<T: Real>(a: T, b: T) -> T {
    a * b
}

/// A part tells the real type of a callee, so that a constant beside it is converted.
#[reversible]
fn beside_constants<T: Real>(y: &mut T, z: &Complex<T>) {
    *y += product_of(HALF, z.norm()) + product_of(z.im, HALF);
    let r: (T, T) = (1.0, if z.re > 0.1 { product_of(HALF, z.re) } else { 0.3 });
    *y += r.1;
}

#[test]
fn parts_are_lent() {
    assert_eq!(beside_constants::check(&mut 0.3, &numbers(1)[0]), Ok(()));
    let mut v = numbers(3);
    assert_eq!(turned::check(&mut v, 1, 0.7), Ok(()));
    assert_eq!(local::check(&mut 0.3, 1, 0.7), Ok(()));
    let z = [numbers(3)[0], numbers(3)[1], numbers(3)[2]];
    assert_eq!(parted::check(&mut 0.3, &z, 0.7), Ok(()));
    assert_eq!(seen::check(&mut numbers(3), &numbers(5)[4], 0.7), Ok(()));
}

#[test]
fn they_lie_in_maps_tuples_and_structures() {
    let map = |from: usize| numbers(8)[from..].iter().copied().zip(3_u32..).map(|(z, k)| (k, z)).collect();
    let (mut m, w): (HashMap<_, _>, HashMap<_, _>) = (map(0), map(3));
    assert_eq!(in_maps::check(&mut m, &[3, 5, 3], &w, &mut 0.2), Ok(()));
    assert_eq!(in_tuples::check(&mut (numbers(1)[0], [numbers(3)[1], numbers(3)[2]]), 0.7), Ok(()));
    let mut pair = Pair { zs: numbers(2), w: numbers(4)[3] };
    assert_eq!(in_structures::check(&mut pair, 0.7), Ok(()));
}

#[test]
fn they_are_stored_and_returned() {
    assert_eq!(stored::check(&mut 0.2, 0.6), Ok(()));
    let (mut y_bar, mut x_bar) = (1.5, 0.0);
    let z = Complex::new(0.6, 0.36).exp();
    inactive::adjoint(&mut 0.2, &mut y_bar, 0.6, &mut x_bar);
    assert!((x_bar - 1.5 * z.re * z.im).abs() < 1e-14);
    assert_eq!(neighbours::check(&mut 0.2, &numbers(5)), Ok(()));
    let logs = [Log::from_value(0.3), Log::from_value(1.7)];
    assert_eq!(product::check(&logs, 0.7), Ok(()));
    assert_eq!(both::check(&numbers(3)), Ok(()));
    assert_eq!(bounded::check(&numbers(6), numbers(4)[2]), Ok(()));
}
