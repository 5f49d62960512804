//! Structures, their fields and elements, and parts of one array handed to other reversible functions.

use crate::harness::{close, seeds};
use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vec3<T> {
    x: T,
    y: T,
    z: T,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Particle<T> {
    position: Vec3<T>,
    velocity: Vec3<T>,
    mass: T,
    spins: [T; 2],
}

/// Runs a program on twelve numbers forwards and by its adjoint, and compares with differences.
#[track_caller]
fn holds(
    start: &[f64],
    primal: impl Fn(&mut [f64]),
    inverse: impl Fn(&mut [f64]),
    adjoint: impl Fn(&mut [f64], &mut [f64]),
) {
    let s = seeds(start.len());
    let weighed = |x: &[f64]| {
        let mut x = x.to_vec();
        primal(&mut x);
        x.iter().zip(&s).map(|(x, s)| x * s).sum::<f64>()
    };
    let wanted: Vec<f64> = (0..start.len())
        .map(|i| {
            let moved = |h: f64| {
                let mut x = start.to_vec();
                x[i] += h;
                weighed(&x)
            };
            (moved(1e-5) - moved(-1e-5)) / 2e-5
        })
        .collect();
    let mut x = start.to_vec();
    primal(&mut x);
    let after = x.clone();
    inverse(&mut x);
    close(&x, start);
    let (mut x, mut bar) = (after, s);
    adjoint(&mut x, &mut bar);
    close(&bar, &wanted);
    close(&x, start);
}

fn particle(n: &[f64]) -> Particle<f64> {
    let vec = |n: &[f64]| Vec3 { x: n[0], y: n[1], z: n[2] };
    Particle { position: vec(&n[..3]), velocity: vec(&n[3..6]), mass: n[6], spins: [n[7], n[8]] }
}

fn numbers(p: &Particle<f64>) -> [f64; 9] {
    let (a, b) = (&p.position, &p.velocity);
    [a.x, a.y, a.z, b.x, b.y, b.z, p.mass, p.spins[0], p.spins[1]]
}

type Bar = <Particle<f64> as Differentiable>::Shadow<f64>;

fn bar(n: &[f64]) -> Bar {
    let mut bar = particle(n).shadow();
    (bar.position.x, bar.position.y, bar.position.z) = (n[0], n[1], n[2]);
    (bar.velocity.x, bar.velocity.y, bar.velocity.z) = (n[3], n[4], n[5]);
    (bar.mass, bar.spins) = (n[6], [n[7], n[8]]);
    bar
}

fn bar_numbers(p: &Bar) -> [f64; 9] {
    let (a, b) = (&p.position, &p.velocity);
    [a.x, a.y, a.z, b.x, b.y, b.z, p.mass, p.spins[0], p.spins[1]]
}

/// On flat numbers, for programs over particles.
fn on_particles(f: impl Fn(&mut [Particle<f64>])) -> impl Fn(&mut [f64]) {
    move |x| {
        let mut all: Vec<_> = x.chunks(9).map(particle).collect();
        f(&mut all);
        for (x, p) in x.chunks_mut(9).zip(&all) {
            x.copy_from_slice(&numbers(p));
        }
    }
}

fn on_bars(f: impl Fn(&mut [Particle<f64>], &mut [Bar])) -> impl Fn(&mut [f64], &mut [f64]) {
    move |x, s| {
        let mut all: Vec<_> = x.chunks(9).map(particle).collect();
        let mut bars: Vec<_> = s.chunks(9).map(bar).collect();
        f(&mut all, &mut bars);
        for (i, (p, b)) in all.iter().zip(&bars).enumerate() {
            x[9 * i..9 * i + 9].copy_from_slice(&numbers(p));
            s[9 * i..9 * i + 9].copy_from_slice(&bar_numbers(b));
        }
    }
}

fn start(n: usize) -> Vec<f64> {
    (0..9 * n).map(|i| 0.3 + 0.17 * ((i * 7) % 11) as f64).collect()
}

/// `to += h · by`
#[reversible]
fn drift<T: Real>(to: &mut Vec3<T>, by: &Vec3<T>, h: T) {
    to.x += h * by.x;
    to.y += h * by.y * by.x;
    to.z += h * by.z.sin();
}

/// Two fields of one structure, one of them changed; a whole structure handed on; fields of elements.
#[reversible]
fn step<T: Real>(p: &mut Particle<T>, h: T) {
    drift(&mut p.velocity, &p.position, -h * 0.5);
    drift(&mut p.position, &p.velocity, h / 1.5);
    p.mass += p.position.x * p.velocity.y;
    rot(&mut p.spins[0], &mut p.spins[1], p.mass);
}

#[test]
fn fields_of_one_structure() {
    let f = on_particles(|p| step(&mut p[0], 0.1));
    let inverse = on_particles(|p| step::inverse(&mut p[0], 0.1));
    holds(&start(1), f, inverse, on_bars(|p, b| step::adjoint(&mut p[0], &mut b[0], 0.1, &mut 0.0)));
}

#[reversible]
fn steps<T: Real>(particles: &mut [Particle<T>], h: T) {
    for _ in 0..3 {
        for i in 0..particles.len() {
            step(&mut particles[i], h);
        }
        for i in 1..particles.len() {
            drift(&mut particles[i].velocity, &particles[i - 1].position, h);
            attract(&mut particles[i], &particles[i - 1]);
            drift(&mut particles[i - 1].position, &particles[i].velocity, h * 0.1);
        }
    }
}

#[reversible]
fn attract<T: Real>(a: &mut Particle<T>, b: &Particle<T>) {
    a.velocity.x += b.mass * 0.01 * b.position.x;
    a.mass += 0.1 * b.velocity.z;
}

#[test]
fn elements_of_a_slice() {
    let f = on_particles(|p| steps(p, 0.05));
    let inverse = on_particles(|p| steps::inverse(p, 0.05));
    holds(&start(3), f, inverse, on_bars(|p, b| steps::adjoint(p, b, 0.05, &mut 0.0)));
}

/// Reads through two arguments, also of the same element: both contributions arrive.
#[reversible]
fn distance<T: Real>(out: &mut T, a: &Vec3<T>, b: &Vec3<T>) {
    let dx = a.x - b.x;
    let dy = a.y - b.y * 2.0;
    *out += dx * dx + dy * dy * a.z;
}

#[reversible]
fn product<T: Real>(out: &mut T, a: &T, b: &T) {
    *out += *a * b.sin();
}

#[reversible]
fn whole<T: Real>(out: &mut T, p: &Particle<T>, v: &Vec3<T>) {
    *out += p.mass * v.x + p.position.x * v.y;
}

#[reversible]
fn spread<T: Real>(out: &mut T, p: &[Particle<T>], i: usize, j: usize) {
    distance(&mut *out, &p[i].position, &p[j].position);
    product(&mut *out, &p[i].mass, &p[j].mass);
    product(&mut *out, &p[i].mass, &p[i].spins[1]);
    whole(&mut *out, &p[i], &p[j].position);
    whole(&mut *out, &p[i], &p[i].velocity);
}

#[test]
fn what_is_read_twice_gets_both() {
    for (i, j) in [(0, 1), (1, 1)] {
        let value = |x: &[f64]| {
            let all: Vec<_> = x.chunks(9).map(particle).collect();
            let mut out = 0.5;
            spread(&mut out, &all, i, j);
            out
        };
        let x = start(2);
        let all: Vec<_> = x.chunks(9).map(particle).collect();
        let (mut out, mut out_bar, mut bars) = (value(&x), 1.7, [all[0].shadow(), all[1].shadow()]);
        spread::adjoint(&mut out, &mut out_bar, &all, &mut bars, i, j);
        close(&[out], &[0.5]);
        let found: Vec<f64> = bars.iter().flat_map(bar_numbers).collect();
        let wanted: Vec<f64> = (0..x.len())
            .map(|k| {
                let moved = |h: f64| {
                    let mut x = x.clone();
                    x[k] += h;
                    value(&x)
                };
                1.7 * (moved(1e-5) - moved(-1e-5)) / 2e-5
            })
            .collect();
        close(&found, &wanted);
    }
}

/// Parts of one array, one of them changed.
#[reversible]
fn add_all<T: Real>(y: &mut [T], x: &[T]) {
    for i in 0..y.len() {
        y[i] += x[i] * x[i];
    }
}

#[reversible]
fn exchange<T: Real>(y: &mut [T], x: &mut [T]) {
    for i in 0..y.len() {
        y[i] += x[i].sin();
        x[i] -= y[i] * 0.5;
    }
}

#[reversible]
fn blend<T: Real>(y: &mut [T], a: &[T], b: &[T], w: &T) {
    for i in 0..y.len() {
        y[i] += a[i] * b[i] * *w;
    }
}

#[reversible]
fn halves<T: Real>(v: &mut [T], n: usize) {
    add_all(&mut v[..n], &v[n..]);
    exchange(&mut v[n..2 * n], &mut v[..n]);
    // What is only read may overlap, and a number may lie beside it.
    blend(&mut v[..2], &v[2..4], &v[3..5], &v[5]);
    add_all::inverse(&mut v[1..2], &v[4..5]);
}

#[test]
fn parts_of_one_array() {
    let start = [0.3, -0.7, 1.1, 0.4, 0.9, -0.2];
    holds(&start, |v| halves(v, 3), |v| halves::inverse(v, 3), |v, b| halves::adjoint(v, b, 3));
}

#[test]
#[should_panic(expected = "the same element")]
fn parts_that_overlap_are_found() {
    #[reversible(check = "never")]
    fn shifted(v: &mut [f64], k: usize) {
        exchange(&mut v[..2], &mut v[k..k + 2]);
    }
    shifted(&mut [0.0; 4], 1);
}

/// Rows of a matrix, and structures of one slice, both changed.
#[reversible]
fn rows<T: Real>(m: &mut [[T; 3]; 3]) {
    for i in 0..2 {
        exchange(&mut m[i], &mut m[i + 1]);
        add_all(&mut m[i + 1], &m[i]);
    }
}

#[test]
fn rows_of_a_matrix() {
    let start: Vec<f64> = (0..9).map(|i| 0.2 * i as f64 - 0.5).collect();
    let matrix =
        |x: &[f64]| -> [[f64; 3]; 3] { core::array::from_fn(|i| core::array::from_fn(|j| x[3 * i + j])) };
    let run = |f: fn(&mut [[f64; 3]; 3])| {
        move |x: &mut [f64]| {
            let mut m = matrix(x);
            f(&mut m);
            x.copy_from_slice(m.as_flattened());
        }
    };
    holds(&start, run(rows), run(rows::inverse), |x, b| {
        let (mut m, mut bar) = (matrix(x), matrix(b));
        rows::adjoint(&mut m, &mut bar);
        x.copy_from_slice(m.as_flattened());
        b.copy_from_slice(bar.as_flattened());
    });
}

#[reversible]
fn collide<T: Real>(a: &mut Particle<T>, b: &mut Particle<T>) {
    a.velocity.x += b.velocity.x * b.mass;
    b.velocity.y -= a.velocity.x * a.mass;
    swap(&mut a.spins[0], &mut b.spins[1]);
}

#[reversible]
fn collisions<T: Real>(p: &mut [Particle<T>], i: usize, j: usize) {
    collide(&mut p[i], &mut p[j]);
    swap(&mut p[i].mass, &mut p[j].mass);
    rot(&mut p[j].position.x, &mut p[i].position.y, 0.3);
    drift(&mut p[i].position, &p[j].position, 0.2);
}

#[test]
fn structures_of_one_slice() {
    let f = on_particles(|p| collisions(p, 0, 2));
    let inverse = on_particles(|p| collisions::inverse(p, 0, 2));
    holds(&start(3), f, inverse, on_bars(|p, b| collisions::adjoint(p, b, 0, 2)));
}

/// A throwaway shadow where the caller has no use for one.
#[reversible]
fn observed<T: Real>(
    out: &mut T,
    #[inactive] anchor: &Vec3<T>,
    all: &[Particle<T>],
    #[inactive] fixed: &[Particle<T>],
) {
    for i in 0..all.len() {
        distance(&mut *out, anchor, &all[i].position);
        whole(&mut *out, &fixed[i], &all[i].velocity);
    }
}

#[test]
fn inactive_structures_are_handed_on() {
    let x = start(2);
    let anchor = Vec3 { x: 0.1, y: 0.2, z: 0.3 };
    let fixed: Vec<_> = x.chunks(9).map(particle).collect();
    let value = |x: &[f64]| {
        let mut out = 0.0;
        observed(&mut out, &anchor, &x.chunks(9).map(particle).collect::<Vec<_>>(), &fixed);
        out
    };
    let (mut out, mut out_bar, mut bars) = (0.0, -0.6, [fixed[0].shadow(), fixed[1].shadow()]);
    observed::sweep(&mut out, &mut out_bar, &anchor, &fixed, &mut bars, &fixed);
    let found: Vec<f64> = bars.iter().flat_map(bar_numbers).collect();
    let wanted: Vec<f64> = (0..x.len())
        .map(|k| {
            let moved = |h: f64| {
                let mut x = x.clone();
                x[k] += h;
                value(&x)
            };
            -0.6 * (moved(1e-5) - moved(-1e-5)) / 2e-5
        })
        .collect();
    close(&found, &wanted);
}
