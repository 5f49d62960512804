//! Functions that return structures and tuples: their `pull` takes the shadow of the value, and other functions call them.

use crate::harness::{close, holds, seeds};
use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vec3<T> {
    x: T,
    y: T,
    z: T,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Frame<T> {
    axis: Vec3<T>,
    at: [T; 2],
    kind: usize,
}

/// The value and the cotangents of the arguments by `pull` against differences of the numbers of the value.
#[track_caller]
fn pulls<const N: usize>(
    x: &[f64],
    value: impl Fn(&[f64]) -> [f64; N],
    pull: impl Fn(&[f64], &[f64; N]) -> Vec<f64>,
) {
    let weights: [f64; N] = seeds(N).try_into().unwrap_or([0.0; N]);
    let weighed = |x: &[f64]| value(x).iter().zip(&weights).map(|(v, w)| v * w).sum::<f64>();
    let wanted: Vec<f64> = (0..x.len())
        .map(|i| {
            let moved = |h: f64| {
                let mut x = x.to_vec();
                x[i] += h;
                weighed(&x)
            };
            (moved(1e-5) - moved(-1e-5)) / 2e-5
        })
        .collect();
    close(&pull(x, &weights), &wanted);
}

#[reversible]
fn polar<T: Real>(x: T, y: T) -> (T, T) {
    let r = (x * x + y * y).sqrt();
    (r, y.atan2(x))
}

#[test]
fn tuples_are_returned() {
    pulls(
        &[0.8, 0.3],
        |x| polar(x[0], x[1]).into(),
        |x, w| {
            let mut bar = [0.0; 2];
            let [a, b] = &mut bar;
            let value = polar::pull((w[0], w[1]), x[0], a, x[1], b);
            assert_eq!(value, polar(x[0], x[1]));
            bar.to_vec()
        },
    );
    // As one more place that is added to.
    let mut y = (1.0, 2.0);
    let (r, angle) = polar(0.8, 0.3);
    (y.0, y.1) = (y.0 + r, y.1 + angle);
    let (mut y_bar, mut a, mut b) = ((0.7, 0.25), 0.0, 0.0);
    polar::adjoint(&mut y, &mut y_bar, 0.8, &mut a, 0.3, &mut b);
    close(&[y.0, y.1], &[1.0, 2.0]);
    polar::sweep(&mut y, &mut y_bar, 0.8, &mut a, 0.3, &mut b);
    polar::inverse(&mut y, 0.8, 0.3);
    close(&[y.0, y.1, y_bar.0, y_bar.1], &[1.0, 2.0, 0.7, 0.25]);
    assert_eq!(polar::try_call(0.8, 0.3), Ok((r, angle)));
}

#[reversible]
fn cross<T: Real>(a: &Vec3<T>, b: &Vec3<T>) -> Vec3<T> {
    Vec3 { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

/// A local that is returned, and a call of what returns a structure.
#[reversible]
fn normal<T: Real>(a: &Vec3<T>, b: &Vec3<T>) -> Vec3<T> {
    let c = cross(a, b);
    let mut n = Vec3 { x: 0.0, y: 0.0, z: 0.0 };
    let length = (c.x * c.x + c.y * c.y + c.z * c.z).sqrt();
    n.x += c.x / length;
    n.y += c.y / length;
    n.z += c.z / length;
    n
}

/// The value of another function as it is.
#[reversible]
fn twice<T: Real>(a: &Vec3<T>, b: &Vec3<T>) -> Vec3<T> {
    let c: Vec3<T> = normal(a, b);
    cross(&c, a)
}

fn vectors(x: &[f64]) -> [Vec3<f64>; 2] {
    [0, 3].map(|i| Vec3 { x: x[i], y: x[i + 1], z: x[i + 2] })
}

type Bar = <Vec3<f64> as Differentiable>::Shadow<f64>;

fn bar(value: &Vec3<f64>, w: &[f64]) -> Bar {
    let mut bar = value.shadow();
    (bar.x, bar.y, bar.z) = (w[0], w[1], w[2]);
    bar
}

type Run = fn(&Vec3<f64>, &Vec3<f64>) -> Vec3<f64>;
type Pull = fn(Bar, &Vec3<f64>, &mut Bar, &Vec3<f64>, &mut Bar) -> Vec3<f64>;

#[test]
fn structures_are_returned() {
    let x = [0.3, -0.7, 1.1, 0.9, 0.2, -0.5];
    let all: [(Run, Pull); 3] = [(cross, cross::pull), (normal, normal::pull), (twice, twice::pull)];
    for (f, pull) in all {
        let value = |x: &[f64]| {
            let [a, b] = vectors(x);
            let v = f(&a, &b);
            [v.x, v.y, v.z]
        };
        pulls(&x, value, |x, w| {
            let [a, b] = vectors(x);
            let (mut a_bar, mut b_bar) = (a.shadow(), b.shadow());
            let found = pull(bar(&a, w), &a, &mut a_bar, &b, &mut b_bar);
            assert_eq!([found.x, found.y, found.z], value(x));
            [a_bar, b_bar].iter().flat_map(|b| [b.x, b.y, b.z]).collect()
        });
    }
}

/// Nested values, arrays, and an index beside them.
#[reversible]
fn frame<T: Real>(x: &[T], n: usize) -> Frame<T> {
    let mut sum = 0.0;
    for i in 0..n {
        sum += x[i];
    }
    Frame { axis: Vec3 { x: x[0], y: sum.sin(), z: 1.0 }, at: [x[1] * sum, x[2]], kind: n % 2 }
}

#[reversible]
fn both<T: Real>(x: &[T]) -> (Frame<T>, T, usize) {
    let f = frame(x, 2);
    let weight = f.axis.y * f.at[f.kind];
    (f, weight, 7)
}

/// Taken apart, copied, read field by field, handed on.
#[reversible]
fn calls<T: Real>(out: &mut [T], x: &[T]) {
    let (r, angle) = polar(x[0], x[1]);
    out[0] += r * angle;
    let (f, mut weight, _) = both(x);
    weight += f.axis.x;
    out[1] += weight * f.at[0];
    for i in 0..2 {
        let (a, b) = polar(x[i] + 2.0, x[i + 1]);
        out[i] += a * b;
    }
    let up = Vec3 { x: 0.0, y: r, z: 1.0 };
    let n = normal(&f.axis, &up);
    out[0] += n.x * n.y + n.z;
    let pair: (T, T) = polar(n.x, n.y);
    out[1] += pair.0 - pair.1;
}

#[test]
fn functions_that_return_structures_are_called() {
    holds(&[0.5, 0.2], &[0.3, 0.7, 1.1], calls, calls::inverse, |out, out_bar, x, x_bar| {
        calls::adjoint(out, out_bar, x, x_bar)
    });
}

/// Methods, and numbers of a concrete type.
#[derive(Clone, Debug, Differentiable)]
struct Lens {
    focal: f64,
    shift: (f64, f64),
}

#[reversible]
impl Lens {
    fn image(&self, x: f64, y: f64) -> (f64, f64) {
        (self.focal * x + self.shift.0, self.focal * y * x + self.shift.1)
    }
    fn bent(&self, by: f64) -> Lens {
        Lens { focal: self.focal * by, shift: (self.shift.0, by.exp()) }
    }
    fn passed(&self, out: &mut f64, x: f64) {
        let lens: Lens = self.bent(x);
        let (u, v) = lens.image(x, 0.5);
        let (w, _) = self.image(u, v);
        *out += u * v + w;
    }
}

#[test]
fn methods_return_structures() {
    let lens = |x: &[f64]| Lens { focal: x[0], shift: (x[1], x[2]) };
    holds(
        &[0.5],
        &[1.3, -0.7, 1.1, 0.4],
        |out, x| lens(x).passed(&mut out[0], x[3]),
        |out, x| lens(x).passed_inverse(&mut out[0], x[3]),
        |out, out_bar, x, x_bar| {
            let lens = lens(x);
            let mut bar = lens.shadow();
            let (_, x3) = x_bar.split_at_mut(3);
            lens.passed_adjoint(&mut bar, &mut out[0], &mut out_bar[0], x[3], &mut x3[0]);
            x_bar.iter_mut().zip([bar.focal, bar.shift.0, bar.shift.1]).for_each(|(x, b)| *x += b);
        },
    );
}
