//! Operators, instructions and choices together: fields, arrays of arrays, loops, ordinary functions, bounds, complex numbers.

use retrograde::differentiable;
use retrograde::instructions::{hadamard, neg, swap};
use retrograde::prelude::*;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub};

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct V<T> {
    x: T,
    y: T,
}
#[reversible]
impl<T: Real> Add for V<T> {
    type Output = Self;
    fn add(self, o: Self) -> Self {
        V { x: self.x + o.x, y: self.y + o.y }
    }
}
#[reversible]
impl<T: Real> Neg for V<T> {
    type Output = Self;
    fn neg(self) -> Self {
        V { x: -self.x, y: -self.y }
    }
}
#[reversible]
impl<T: Real> Sub for V<T> {
    type Output = Self;
    fn sub(self, o: Self) -> Self {
        V { x: self.x - o.x, y: self.y - o.y }
    }
}
#[reversible]
impl<T: Real> Mul<T> for V<T> {
    type Output = Self;
    fn mul(self, k: T) -> Self {
        V { x: self.x * k, y: self.y * k }
    }
}
/// The scalar product.
#[reversible]
impl<T: Real> Mul for V<T> {
    type Output = T;
    fn mul(self, o: Self) -> T {
        self.x * o.x + self.y * o.y
    }
}
#[reversible]
impl<T: Real> AddAssign for V<T> {
    fn add_assign(&mut self, o: Self) {
        self.x += o.x;
        self.y += o.y;
    }
}
#[reversible]
impl<T: Real> V<T> {
    fn size(&self) -> T {
        (self.x * self.x + self.y * self.y).sqrt()
    }
    fn sin(&self) -> V<T> {
        V { x: self.x.sin(), y: self.y.sin() }
    }
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body<T> {
    at: V<T>,
    speed: V<T>,
    mass: T,
}

/// Fields of elements, arrays of arrays, scalar products in `each!`.
#[reversible]
fn many<T: Real>(
    bodies: &mut [Body<T>],
    grid: &mut [[V<T>; 2]; 2],
    w: &[[V<T>; 2]; 2],
    pull: &V<T>,
    dt: T,
    e: &mut [T],
    u: &[V<T>],
) {
    each!(bodies.at.x += bodies.speed.y * dt);
    each!(bodies.speed -= *pull * (dt * 0.5));
    each!(grid += w * dt - *pull);
    each!(e += u * u);
    each!(e += u.size() * dt);
    for i in 0..2 {
        each!(grid[i] -= w[i] * dt);
    }
    each!(neg(&mut grid));
    each!(bodies.mass += dt);
    each! {
        bodies.speed -= *pull * 2.0;
    }
}

#[test]
fn fields_and_grids() {
    let v = |x, y| V { x, y };
    let mut bodies = [
        Body { at: v(0.1, 0.2), speed: v(-0.3, 0.4), mass: 1.0 },
        Body { at: v(0.5, -0.2), speed: v(0.3, 0.6), mass: 2.0 },
    ];
    let mut grid = [[v(0.1, 0.3), v(-0.4, 0.2)], [v(0.7, 0.3), v(0.4, -0.2)]];
    let w = [[v(0.2, -0.3), v(-0.1, 0.9)], [v(-0.7, 0.3), v(0.1, 0.2)]];
    let u = [v(0.3, 0.1), v(-0.5, 0.2)];
    assert_eq!(many::check(&mut bodies, &mut grid, &w, &v(0.2, 0.7), 0.3, &mut [0.1, 0.2], &u), Ok(()));
}

/// Chosen in loops, of vectors, with methods, several rows of cotangents, swaps and ancillae.
#[reversible]
fn chosen<T: Real>(out: &mut V<T>, all: &[V<T>], k: T, flip: bool) {
    let mut best = V { x: 0.0, y: 0.0 };
    let mut n = 0;
    for i in 0..all.len() {
        let size: T = all[i].size();
        if size > k {
            n += 1;
        }
        let step = if i % 2 == 0 && flip {
            -all[i]
        } else if flip {
            all[i].sin()
        } else {
            all[i] - *&all[0]
        };
        best += step * k;
        let again = if step.x > 0.0 { step } else { best0(&all[i], k) };
        out.x += again.y * step.x;
    }
    let end = if n > 1 { best } else { V { x: best.y, y: k * best.x } };
    *out += if flip { end } else { end * 2.0 };
}

#[reversible]
fn best0<T: Real>(v: &V<T>, k: T) -> V<T> {
    let a: T = *v * *v;
    if k > 1.0 { *v } else { V { x: a * k, y: v.y } }
}

#[test]
fn chosen_everywhere() {
    let v = |x, y| V { x, y };
    for flip in [true, false] {
        for k in [0.4, 1.4] {
            let all = [v(0.3, -0.7), v(-0.9, 0.2), v(1.3, 0.8)];
            assert_eq!(chosen::check(&mut v(0.1, 0.2), &all, k, flip), Ok(()));
            assert!(chosen::try_call(&mut v(0.1, 0.2), &all, k, flip).is_ok());
        }
    }
}

#[differentiable]
fn newton(z: &V<f64>, w: &V<f64>, n: usize) -> f64 {
    let mut at = *z;
    for i in 0..n {
        let by = if at.x > w.x { *w } else { -*w };
        at = at + by * (0.1 * i as f64);
        if at.y > 2.0 {
            break;
        }
    }
    let end: V<f64> = if at.x < at.y { at } else { at.sin() };
    end.x * end.y + end * *z
}

#[test]
fn ordinary_choices() {
    let (z, w) = (V { x: 0.3, y: -0.4 }, V { x: 0.5, y: 0.9 });
    for n in [0, 3, 8] {
        assert_eq!(newton::check(&z, &w, n), Ok(()));
    }
}

/// Instructions on fields and on elements that are exchanged.
#[reversible]
fn moved<T: Real>(bodies: &mut [Body<T>], k: T) {
    hadamard(&mut bodies[0].at, &mut bodies[1].speed);
    neg(&mut bodies[0]);
    swap(&mut bodies[0].at, &mut bodies[1].at);
    bodies[0].mass += bodies[1].at.x * k;
    each!(neg(&mut bodies));
    each!(neg(&mut bodies.at));
}

#[test]
fn instructions_on_parts() {
    let v = |x, y| V { x, y };
    let mut bodies = [
        Body { at: v(0.1, 0.2), speed: v(-0.3, 0.4), mass: 1.0 },
        Body { at: v(0.5, -0.2), speed: v(0.3, 0.6), mass: 2.0 },
    ];
    assert_eq!(moved::check(&mut bodies, 0.7), Ok(()));
}

/// Structures of complex numbers.
#[cfg(feature = "complex")]
mod waves {
    use retrograde::Complex;
    use retrograde::instructions::{hadamard, neg};
    use retrograde::prelude::*;

    #[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
    struct Wave<T> {
        z: Complex<T>,
        k: T,
    }
    #[reversible]
    fn waves<T: Real>(out: &mut Complex<T>, a: &Wave<T>, b: &Wave<T>, s: T) {
        let w = if s > 0.5 { *a } else { *b };
        out.re += w.z.re * w.k;
        out.im += w.z.im * w.k;
        let (p, q): (Complex<T>, Complex<T>) = (Complex::new(a.z.re, a.z.im), Complex::new(b.k, b.z.im));
        let z = if s > 0.7 { p } else { q * s };
        *out += z.exp() * w.k;
    }
    #[reversible]
    fn in_place<T: Real>(a: &mut Wave<T>, b: &mut Wave<T>) {
        hadamard(&mut *a, &mut *b);
        neg(&mut *a);
        a.z.re += b.z.im * b.k;
    }
    #[test]
    fn waves_are_chosen() {
        let (a, b) =
            (Wave { z: Complex::new(0.3, 0.4), k: 0.7 }, Wave { z: Complex::new(-0.3, 0.9), k: -0.2 });
        for s in [0.3, 0.6, 0.9] {
            assert_eq!(waves::check(&mut Complex::new(0.1, 0.2), &a, &b, s), Ok(()));
        }
        assert_eq!(in_place::check(&mut { a }, &mut { b }), Ok(()));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Scale<T> {
    s: T,
}
#[reversible]
impl<T: Real> MulAssign for Scale<T> {
    fn mul_assign(&mut self, o: Self) {
        self.s += o.s;
    }
}
#[reversible]
fn scales<T: Real>(a: &mut [Scale<T>], b: &[Scale<T>], c: &Scale<T>) {
    each!(a *= b);
    each!(a /= *c);
}
#[test]
fn products_in_each() {
    let s = |s| Scale { s };
    assert_eq!(scales::check(&mut [s(0.1), s(0.2)], &[s(0.3), s(0.5)], &s(0.7)), Ok(()));
}

/// An index that is out of bounds on the other side.
#[reversible]
fn bounds<T: Real>(out: &mut V<T>, all: &[V<T>], ks: &[T], js: &[usize]) {
    for i in 0..all.len() {
        let v = if i > 0 { all[i - 1] } else { all[i] };
        let w = if i + 1 < all.len() { all[i + 1] * ks[i] } else { v };
        let j: usize = if i > 0 { js[i - 1] } else { 0 };
        out.x += v.x * w.y;
        out.y += w.x * all[j].y;
    }
    for i in 0..all.len() {
        let u = if i > 1 { V { x: ks[i - 2], y: all[i - 2].x * ks[i] } } else { all[0] };
        out.y += u.x * u.y;
    }
}

#[test]
fn bounds_of_the_side_that_is_taken() {
    let v = |x, y| V { x, y };
    let all = [v(0.3, -0.7), v(-0.9, 0.2), v(1.3, 0.8), v(0.1, 0.9)];
    let mut out = v(0.1, 0.2);
    bounds(&mut out, &all, &[0.3, 0.5, -0.7, 0.2], &[1, 3, 0, 2]);
    assert_eq!(bounds::check(&mut v(0.1, 0.2), &all, &[0.3, 0.5, -0.7, 0.2], &[1, 3, 0, 2]), Ok(()));
}

/// A factor that begins with a branch.
#[differentiable]
fn stretched(v: V<f64>, x: f64, on: bool) -> f64 {
    let w = v * (if on { x } else { 2.0 } + 1.0);
    w.x * w.y
}

#[test]
fn a_factor_may_begin_with_a_branch() {
    let v = V { x: 0.5, y: 2.0 };
    assert_eq!(stretched::check(v, 0.25, true), Ok(()));
    assert_eq!(stretched::check(v, 0.25, false), Ok(()));
}
