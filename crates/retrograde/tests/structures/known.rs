//! Structures that stand before the function: the types of their fields, of what their methods return, and of their operators are known.

use retrograde::{Differentiable, differentiable};
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

#[derive(Clone, Copy, Debug, Default, PartialEq, Differentiable)]
struct Vec2 {
    x: f64,
    y: f64,
}

#[differentiable]
impl Add for Vec2 {
    type Output = Vec2;
    fn add(self, o: Vec2) -> Vec2 {
        Vec2 { x: self.x + o.x, y: self.y + o.y }
    }
}
#[differentiable]
impl Sub for Vec2 {
    type Output = Self;
    fn sub(self, o: Self) -> Self::Output {
        Vec2 { x: self.x - o.x, y: self.y - o.y }
    }
}
#[differentiable]
impl Mul<f64> for Vec2 {
    type Output = Vec2;
    fn mul(self, k: f64) -> Vec2 {
        Vec2 { x: self.x * k, y: self.y * k }
    }
}
/// The scalar product.
#[differentiable]
impl Mul for Vec2 {
    type Output = f64;
    fn mul(self, o: Vec2) -> f64 {
        self.x * o.x + self.y * o.y
    }
}
#[differentiable]
impl Neg for Vec2 {
    type Output = Vec2;
    fn neg(self) -> Vec2 {
        Vec2 { x: -self.x, y: -self.y }
    }
}
#[differentiable]
impl AddAssign for Vec2 {
    fn add_assign(&mut self, o: Vec2) {
        self.x += o.x;
        self.y += o.y;
    }
}
#[differentiable]
impl Vec2 {
    const ZERO: Vec2 = Vec2 { x: 0.0, y: 0.0 };

    fn new(x: f64, y: f64) -> Vec2 {
        Vec2 { x, y }
    }
    fn len(self) -> f64 {
        self.abs()
    }
    fn abs(self) -> f64 {
        (self * self).sqrt()
    }
    fn turned(self) -> Self {
        Vec2 { x: -self.y, y: self.x }
    }
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Body {
    p: Vec2,
    v: Vec2,
    m: f64,
}

/// Neither a field nor a method of `p` and `v` is named.
#[differentiable]
fn drifted(b: &Body, dt: f64) -> Body {
    Body { p: b.p + b.v * dt, v: -b.v, m: b.m }
}

#[differentiable]
impl Body {
    fn momentum(&self) -> Vec2 {
        self.v * self.m
    }
    fn kinetic(&self) -> f64 {
        0.5 * self.m * (self.v * self.v)
    }
    fn advance(&mut self, force: Vec2, dt: f64) {
        self.v += force * (dt / self.m);
        self.p = self.p + self.v * dt;
    }
}

#[differentiable]
fn centre(bodies: &[Body]) -> Vec2 {
    let mut sum = Vec2::new(0.0, 0.0);
    let mut mass = 0.0;
    for b in bodies {
        sum = sum + b.p * b.m;
        mass += b.m;
    }
    sum * (1.0 / mass)
}

#[differentiable]
fn whole_momentum(bodies: &[Body]) -> f64 {
    let all = bodies.iter().map(|b| b.v.turned() * b.m).fold(Vec2::new(0.0, 0.0), |a, b| a + b);
    all.abs()
}

/// A method that is called like a rule, of what a loop changes.
#[differentiable]
fn spiral(c: Vec2, limit: usize) -> f64 {
    let mut z = Vec2 { x: 0.0, y: 0.0 };
    for n in 0..limit {
        if z.abs() > 2.0 {
            return n as f64 - z.abs().ln().ln();
        }
        z = z.turned() * z.abs() + c;
    }
    (z - c).abs()
}

/// A length that is no count, of operators, of what methods return, and under a name.
#[differentiable]
fn lengths(p: &Vec2, q: &Vec2, k: usize) -> f64 {
    let d = *q - *p;
    let n = d.len();
    0.5 * d.len() + q.turned().len() * n + (*p - *q).len() * k as f64
}

/// A constant to start from.
#[differentiable]
fn walked(steps: &[Vec2]) -> f64 {
    let mut at = Vec2::ZERO;
    for step in steps {
        at += *step * (1.0 + at.abs());
    }
    at.len()
}

#[differentiable]
fn ring(r: f64, n: usize) -> Vec<Vec2> {
    (0..n).map(|i| Vec2 { x: r * i as f64, y: r * r }).collect()
}

/// The value of a function in chains, without a type.
#[differentiable]
fn around(r: f64) -> f64 {
    let all = ring(r, 4);
    let sides: f64 = all.windows(2).map(|w| (w[1] - w[0]).abs() * w[0].y).sum();
    sides + all.iter().map(|p| p.x).sum::<f64>()
}

/// Nothing is there to start from, and no `Default`.
#[differentiable]
fn farthest(all: &[Vec2], least: f64) -> Option<Vec2> {
    let mut found: Option<Vec2> = None;
    for v in all {
        if v.abs() > least && found.is_none_or(|other| other.abs() < v.abs()) {
            found = Some(*v * least);
        }
    }
    found
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Pair(Vec2, Vec2);

#[differentiable]
fn pair(x: f64) -> Pair {
    Pair(Vec2 { x, y: x * x }, Vec2 { x: x.sin(), y: x })
}

/// Fields without names, and patterns of them.
#[differentiable]
fn apart(x: f64, of: Pair) -> f64 {
    let Pair(a, b) = pair(x);
    let Pair(c, ..) = of;
    (a - b + of.1 * x) * c
}

mod elsewhere {
    use super::Body;
    use retrograde::differentiable;

    /// `Vec2` has no name here.
    #[differentiable]
    pub(super) fn apart(a: &Body, b: &Body) -> f64 {
        let d = a.p - b.p;
        let u = a.v - b.v;
        (d * u) / (d * d).sqrt()
    }
}

/// A start that the trait `Default` makes.
#[differentiable]
fn summed(all: &[Vec2], k: f64) -> f64 {
    let mut sum = Vec2::default();
    for v in all {
        sum = sum + *v * k;
    }
    sum.abs()
}

/// Of two structures of one name in a file the last one before a function is meant.
mod twice {
    pub(super) mod first {
        use super::super::Vec2;
        use retrograde::{Differentiable, differentiable};

        #[derive(Clone, Copy, Differentiable)]
        pub struct Twice {
            pub of: f64,
            pub at: Vec2,
        }

        #[differentiable]
        pub fn scaled(of: &Twice, x: f64) -> f64 {
            let at: Vec2 = of.at;
            of.of * x + at.x
        }
    }
    pub(super) mod second {
        use super::super::Vec2;
        use retrograde::{Differentiable, differentiable};

        #[derive(Clone, Copy, Differentiable)]
        pub struct Twice {
            pub of: Vec2,
            pub at: f64,
        }

        #[differentiable]
        pub fn scaled(of: &Twice, x: f64) -> f64 {
            of.at * x + of.of.x * x
        }
    }

    /// The other structure of the name counts less than the uses in the function.
    pub(super) mod third {
        use super::first::Twice;
        use retrograde::differentiable;

        #[differentiable]
        pub fn scaled(of: &Twice, x: f64) -> f64 {
            of.of * x + of.of.sin() * x + of.at.x
        }
    }
}

#[test]
fn the_last_structure_of_a_name_is_meant() {
    let at = Vec2 { x: 0.4, y: -0.3 };
    assert_eq!(twice::first::scaled::check(&twice::first::Twice { of: 0.7, at }, 0.3), Ok(()));
    assert_eq!(twice::third::scaled::check(&twice::first::Twice { of: 0.7, at }, 0.3), Ok(()));
    assert_eq!(twice::second::scaled::check(&twice::second::Twice { of: at, at: 0.7 }, 0.3), Ok(()));
}

#[test]
fn fields_and_values_are_known() {
    let v = |x, y| Vec2 { x, y };
    let a = Body { p: v(1.0, 2.0), v: v(0.3, -0.2), m: 1.5 };
    let b = Body { p: v(-1.0, 0.4), v: v(0.1, -0.6), m: 0.5 };
    assert_eq!(drifted::check(&a, 0.3), Ok(()));
    assert_eq!((a.momentum_check(), a.kinetic_check()), (Ok(()), Ok(())));
    assert_eq!({ a }.advance_check(v(0.4, 0.1), 0.2), Ok(()));
    assert_eq!((centre::check(&[a, b]), whole_momentum::check(&[a, b])), (Ok(()), Ok(())));
    assert_eq!((spiral::check(v(0.4, 0.3), 4), spiral::check(v(1.1, 1.9), 9)), (Ok(()), Ok(())));
    assert_eq!((lengths::check(&a.p, &b.p, 3), walked::check(&[a.p, b.p, a.v])), (Ok(()), Ok(())));
    assert_eq!((around::check(0.7), farthest::check(&[a.p, b.p, a.v], 0.5)), (Ok(()), Ok(())));
    assert_eq!(apart::check(0.7, Pair(v(0.2, 0.5), v(-0.3, 0.8))), Ok(()));
    assert_eq!(elsewhere::apart::check(&a, &b), Ok(()));
    assert_eq!(summed::check(&[v(0.3, 0.4), v(1.0, -0.2)], 0.7), Ok(()));
}
