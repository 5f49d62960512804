//! Structures in conditions: their operators, their methods, and parts of values that have no name.

use retrograde::{Differentiable, differentiable};
use std::ops::{Add, Mul, Sub};

#[derive(Clone, Copy, Debug, Differentiable)]
struct Z {
    re: f64,
    im: f64,
}

#[differentiable]
impl Add for Z {
    type Output = Z;
    fn add(self, o: Z) -> Z {
        Z { re: self.re + o.re, im: self.im + o.im }
    }
}
#[differentiable]
impl Mul for Z {
    type Output = Z;
    fn mul(self, o: Z) -> Z {
        Z { re: self.re * o.re - self.im * o.im, im: self.re * o.im + self.im * o.re }
    }
}
#[differentiable]
impl Z {
    fn norm_sqr(self) -> f64 {
        self.re * self.re + self.im * self.im
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct P {
    x: f64,
    y: f64,
}

/// The scalar product.
#[differentiable]
impl Mul for P {
    type Output = f64;
    fn mul(self, o: P) -> f64 {
        self.x * o.x + self.y * o.y
    }
}
#[differentiable]
impl Sub for P {
    type Output = P;
    fn sub(self, o: P) -> P {
        P { x: self.x - o.x, y: self.y - o.y }
    }
}
#[differentiable]
impl P {
    fn len(&self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }
    fn along(&self, t: f64) -> f64 {
        self.x + t * self.y
    }
}

#[differentiable]
fn escapes(c: Z, rounds: usize) -> f64 {
    let mut z = Z { re: 0.0, im: 0.0 };
    let mut i = 0;
    while i < rounds && (z * z + c).norm_sqr() < 40.0 {
        z = z * z + c;
        i += 1;
    }
    if (z * z).re > 0.1 {
        return z.norm_sqr().ln();
    }
    z.norm_sqr()
}

#[differentiable]
fn beside(p: P, q: P) -> f64 {
    let mut s = 0.0;
    if p * q > 0.2 {
        s += p * q;
    }
    if (p - q) * (p - q) > 0.1 && p.x > 0.0 {
        s += 2.0 * (p - q).x;
    }
    if !((p - q) * p > 0.3) {
        s -= q.y * p.x;
    }
    s += if (p - q).len() < 1.0 { p.x } else { q.x };
    s
}

/// A method is asked with numbers, and a length is a number.
#[differentiable]
fn asked(p: &P, least: f64) -> f64 {
    let mut s = 1.0;
    if !(p.along(1e-3) < least) || p.along(s) > 3.0 {
        s = 2.0 * p.x;
    }
    let mut k = 0.7;
    while p.len() * k > 0.2 {
        k *= 0.6;
    }
    if p.len() < 0.9 { s * k * p.len() } else { s * p.y }
}

/// A structure that is only asked.
#[differentiable]
fn only_asked(p: &P, least: f64) -> f64 {
    if !(p.along(1e-3) < least) { least * least } else { least }
}

#[test]
fn structures_decide() {
    for (re, im) in [(0.3, 0.4), (1.3, -0.9), (-0.2, 0.1)] {
        assert_eq!(escapes::check(Z { re, im }, 6), Ok(()));
    }
    for (x, y) in [(0.3, 0.4), (0.9, 0.2), (-0.7, 0.1), (2.0, 3.0)] {
        assert_eq!(beside::check(P { x, y }, P { x: 0.7, y: 0.2 }), Ok(()));
        assert_eq!(asked::check(&P { x, y }, 0.5), Ok(()));
        assert_eq!(only_asked::check(&P { x, y }, 0.5), Ok(()));
    }
}

#[derive(Clone, Differentiable)]
struct Boat {
    at: Z,
    x: f64,
    v: Z,
    #[inactive]
    mass: f64,
}

/// Copies are of the type of what is copied.
#[differentiable]
fn copied(boat: &Boat, dt: f64) -> f64 {
    let mut a = boat.clone();
    a.x += dt * a.v.re * a.mass;
    a.at = a.at + a.v * a.v;
    let mut b = Clone::clone(&a);
    b.at = b.at + b.v * a.at;
    let mut v = boat.v;
    let mut w = v;
    v = v * v + w;
    w = w * v;
    a.x * b.at.re + b.at.im * v.re + w.im
}

#[differentiable]
fn fleet(boats: &[Boat], dt: f64) -> f64 {
    let mut sum = 0.0;
    for boat in boats {
        let mut b = boat.clone();
        b.at = b.at + b.v * b.at;
        b.x *= dt;
        sum += b.x * b.at.im;
    }
    let mut all = boats.to_vec();
    for b in all.iter_mut() {
        b.at = b.at * b.at;
        b.x = b.x * b.at.re;
    }
    sum + all[0].x
}

#[test]
fn copies_have_the_type_of_the_original() {
    let boat = Boat { at: Z { re: 0.3, im: 0.7 }, x: 1.2, v: Z { re: -0.4, im: 0.9 }, mass: 3.0 };
    assert_eq!(copied::check(&boat, 0.1), Ok(()));
    assert_eq!(fleet::check(&[boat.clone(), boat], 0.3), Ok(()));
}

#[derive(Clone, Debug, Differentiable)]
struct Model {
    rate: f64,
    table: [f64; 3],
}

#[differentiable]
impl Model {
    fn len(&self) -> usize {
        3
    }
    fn slowed(&mut self, t: f64) -> f64 {
        self.rate *= 0.9;
        self.rate * t
    }
}

/// Several calls change the model, and its fields change as well.
#[differentiable]
fn slowed_twice(m: &mut Model, t: f64) -> f64 {
    let a = m.slowed(t);
    let b = m.slowed(2.0 * t);
    m.rate += 0.1;
    a * b
}

/// A copy has the methods of the original, and a length that is a count.
#[differentiable]
fn slowed_copy(m: &Model, t: f64) -> f64 {
    let mut own = m.clone();
    let mut s = 0.0;
    if own.len() > 2 && own.table.len() == 3 {
        s += own.slowed(t);
    }
    for _ in 0..2 {
        s += own.slowed(t) * own.rate;
    }
    s
}

#[test]
fn several_methods_change_a_structure() {
    let m = Model { rate: 0.7, table: [0.1, 0.2, 0.3] };
    assert_eq!(slowed_twice::check(&mut m.clone(), 0.3), Ok(()));
    assert_eq!(slowed_copy::check(&m, 0.3), Ok(()));
}

#[derive(Clone, Differentiable)]
struct Lag {
    state: f64,
}

#[differentiable]
impl Lag {
    fn process(&mut self, x: f64) -> f64 {
        self.state += 0.5 * (x - self.state);
        self.state
    }
}

/// A method has a value and changes a structure that changes otherwise, too.
#[differentiable]
fn lagged(x: f64) -> f64 {
    let mut lag = Lag { state: 0.1 * x };
    let y = lag.process(x);
    lag.state += y * y;
    y * lag.state
}

#[test]
fn a_method_with_a_value_beside_a_change() {
    assert_eq!(lagged::check(1.3), Ok(()));
    let y = 0.55 * 1.3;
    assert!((lagged(1.3) - y * (y + y * y)).abs() < 1e-12);
    let slope = 0.55 * (2.0 * y + 3.0 * y * y);
    assert!((lagged::gradient(1.3).1.0 - slope).abs() < 1e-12);
}
