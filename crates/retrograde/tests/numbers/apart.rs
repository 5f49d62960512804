//! Numbers taken apart.
use retrograde::prelude::*;
use retrograde::{Complex, Log};

#[reversible]
fn apart<T: Real>(y: &mut T, w: &Complex<T>, zs: &[Complex<T>], p: &Log<T>) {
    let Complex { re, im } = &*w;
    *y += *re * *im;
    let Complex { re: a, im: b } = *w * zs[0];
    *y += a * b;
    let Complex { re: c, .. } = *w;
    *y -= c.sin();
    let Complex { im: d, .. } = zs[1].exp();
    *y -= d.sin();
    let Complex { im: e, .. } = zs[1];
    *y -= e.exp();
    for Complex { re, im } in zs {
        *y += *re - *im * *im;
    }
    let Log { ln } = p;
    *y += *ln * *ln;
}

#[reversible]
fn state<T: Real>(w: &mut Complex<T>, zs: &mut [Complex<T>], x: T) {
    let Complex { re, im } = w;
    *re += x * *im;
    *im += x * *re;
    for Complex { re, im } in zs.iter_mut() {
        *re += *im * x;
    }
    let Complex { re: c, im: mut d } = zs[1];
    d += c * x;
    w.re += d;
}

#[test]
fn numbers_are_taken_apart() {
    let z = |a, b| Complex::new(a, b);
    let (w, zs) = (z(0.5, -0.2), [z(0.3, 0.7), z(-0.4, 0.1)]);
    assert_eq!(apart::check(&mut 0.3, &w, &zs, &Log::from(1.5)), Ok(()));
    assert_eq!(state::check(&mut { w }, &mut { zs }, 0.3), Ok(()));
}
