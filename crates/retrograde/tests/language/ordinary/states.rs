//! States without cotangents that calls change: counters, and generators of random numbers of no crate of ours.

use super::agrees;
use retrograde::prelude::*;

/// A generator as another crate has it: it has no attribute.
#[derive(Clone)]
struct Generator(u64);

impl Generator {
    fn seeded(seed: u64) -> Self {
        Generator(seed)
    }
    fn draw(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn unit(&mut self) -> f64 {
        (self.draw() >> 11) as f64 / (1u64 << 53) as f64
    }
}

trait Draws {
    fn next_unit(&mut self) -> f64;
}

impl Draws for Generator {
    fn next_unit(&mut self) -> f64 {
        self.unit()
    }
}

fn normal(rng: &mut Generator) -> f64 {
    let (u, v) = (rng.unit(), rng.unit());
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

#[differentiable]
fn path(start: f64, vol: f64, #[inactive] rng: &mut Generator, n: usize) -> f64 {
    let mut s = start;
    for _ in 0..n {
        let z: f64 = normal(rng);
        if rng.unit() < 0.1 {
            s *= 0.9;
        }
        s *= (vol * 0.1 * z - 0.005 * vol * vol).exp();
    }
    s
}

#[differentiable]
fn option(x: &[f64]) -> f64 {
    #[inactive]
    let mut rng = Generator::seeded(88172645463325252);
    let mut s = 0.0;
    let strike = 0.9 * x[3];
    for i in 0..20 {
        s += (path(x[0], x[1], &mut rng, 5) - strike).max(0.0);
        if i % 7 == 3 {
            let j: u64 = rng.draw() % 4;
            s += x[j as usize] * 0.1;
        }
    }
    let mut total = 0.0;
    while total < 3.0 {
        total += rng.unit() * x[2] + 0.01;
        s += total * total;
    }
    #[inactive]
    let mut other = Generator(5);
    s *= other.unit() + x[3];
    #[inactive]
    let zs: Vec<f64> = (0..3).map(|_| rng.unit()).collect();
    zs.iter().zip(x).fold(s, |s, (z, v)| s + z * v * v)
}

#[differentiable]
fn by_any<R: Draws + Clone + 'static>(x: f64, #[inactive] rng: &mut R) -> f64 {
    let mut s = 0.0;
    for _ in 0..3 {
        #[inactive]
        let u: f64 = rng.next_unit();
        s += u * x.sin();
    }
    s
}

#[test]
fn gradients_have_the_numbers_that_were_drawn() {
    let x = [1.1, 0.4, 0.7, 1.2];
    let (value, (slopes,)) = option::gradient(&x);
    assert_eq!(value, option(&x));
    agrees("option", option, &slopes, &x);
    let (mut one, mut other) = (Generator::seeded(9), Generator::seeded(9));
    let value = by_any(0.6, &mut one);
    let (again, (slope,)) = by_any::gradient(0.6, &mut other);
    assert_eq!(value, again);
    assert!((slope - value / 0.6_f64.sin() * 0.6_f64.cos()).abs() < 1e-14);
    // The gradient goes on in the function's own state.
    assert_eq!(one.0, other.0);
}

/// The generator of somebody who marks it.
#[derive(Clone, Differentiable)]
struct Marked(u64);

#[differentiable]
impl Marked {
    fn draw(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
    fn unit(&mut self) -> f64 {
        (self.draw() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[differentiable]
fn by_marked(x: &[f64]) -> f64 {
    let mut rng = Marked(3);
    let mut s = 0.0;
    for _ in 0..9 {
        let u = rng.unit();
        s += (x[0] * u - 0.3 * x[1]).max(0.0);
    }
    s
}

#[differentiable]
fn bump(k: &mut usize, n: usize) -> usize {
    *k += n;
    *k * 2
}

fn other(k: &mut usize, seen: &mut Vec<usize>) {
    *k += 1;
    seen.push(*k);
}

#[differentiable]
fn counted(x: &[f64]) -> f64 {
    let mut k = 0;
    let mut s = 0.0;
    while k + 1 < x.len() {
        s += x[k] * x[k + 1];
        let j = bump(&mut k, 1);
        if j % 3 == 0 {
            s *= x[0];
        }
    }
    let mut seen: Vec<usize> = Vec::new();
    let mut m = 0;
    for i in 0..3 {
        s += x[m] * (i as f64).exp();
        other(&mut m, &mut seen);
        s = s.sin() * x[seen[i]];
    }
    s
}

#[test]
fn calls_that_change_integers_alone_are_put_back() {
    let x = [0.7, -0.4, 1.3, 0.9];
    agrees("counted", counted, &counted::gradient(&x).1.0, &x);
    agrees("by_marked", by_marked, &by_marked::gradient(&x).1.0, &x);
    counted::check(&x).unwrap();
}

/// Its fields have names, and it derives nothing of ours.
#[derive(Clone)]
struct Congruential {
    seed: u64,
}

impl Congruential {
    fn unit(&mut self) -> f64 {
        self.seed = self.seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.seed >> 33) as f64 / 2f64.powi(31)
    }
}

/// A generator draws for items that a chain leaves out, too.
#[differentiable]
fn burnt(x: &[f64], #[inactive] other: &mut Congruential) -> f64 {
    #[inactive]
    let mut rng = Congruential { seed: 7 };
    let v: Vec<f64> = (0..6).map(|i| rng.unit() * x[0] + i as f64).skip(2).collect();
    let n = (0..5).map(|i| rng.unit() * x[1] + i as f64).count();
    let s: f64 = (0..5).map(|_| other.unit() * x[1]).step_by(2).sum();
    v.iter().sum::<f64>() * rng.unit() + n as f64 * x[2] * other.unit() + s
}

#[test]
fn numbers_are_drawn_for_items_that_are_left_out() {
    let x = [0.7, 0.4, 1.3];
    let slopes = burnt::gradient(&x, &mut Congruential { seed: 3 }).1.0;
    agrees("burnt", |x: &[f64]| burnt(x, &mut Congruential { seed: 3 }), &slopes, &x);
}
