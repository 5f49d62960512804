//! Structures and tuples that a function makes itself: written out, changed field by field, copied, handed on, freed.

use crate::harness::{close, holds};
use retrograde::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Vec3<T> {
    x: T,
    y: T,
    z: T,
}

#[derive(Clone, Debug, PartialEq, Differentiable)]
struct Body<T> {
    position: Vec3<T>,
    weights: [T; 2],
    mass: T,
    id: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Differentiable)]
struct Pair<T>(T, T);

/// `to += h · by`
#[reversible]
fn drift<T: Real>(to: &mut Vec3<T>, by: &Vec3<T>, h: T) {
    to.x += h * by.x;
    to.y += h * by.y * by.x;
    to.z += h * by.z.sin();
}

#[reversible]
fn dot<T: Real>(a: &Vec3<T>, b: &Vec3<T>) -> T {
    a.x * b.x + a.y * b.y + a.z * b.z
}

/// Made of values, read field by field.
#[reversible]
fn constant<T: Real>(out: &mut T, x: &[T]) {
    let v = Vec3 { x: x[0] * x[1], y: x[2].sin(), z: 2.0 };
    let Vec3 { x: first, .. } = v;
    *out += v.x * v.y * v.z + first;
}

#[test]
fn written_out_and_read() {
    holds(
        &[0.5],
        &[0.3, -0.7, 1.1],
        |out, x| constant(&mut out[0], x),
        |out, x| {
            constant::inverse(&mut out[0], x);
        },
        |out, out_bar, x, x_bar| constant::adjoint(&mut out[0], &mut out_bar[0], x, x_bar),
    );
}

/// Changed field by field, in a loop, and handed on.
#[reversible]
fn changed<T: Real>(out: &mut [T], x: &[T]) {
    let mut v = Vec3 { x: x[0], y: 0.0, z: x[1] * x[2] };
    for i in 0..x.len() {
        v.y += v.x * x[i];
        v.x -= x[i] * 0.5;
    }
    let w = Vec3 { x: v.y, y: v.x * v.z, z: 1.0 };
    drift(&mut v, &w, x[0]);
    out[0] += v.x * v.y + v.z;
    out[1] += dot(&v, &w);
    out[2] += dot(&v, &v);
}

#[test]
fn changed_and_handed_on() {
    holds(&[0.5, 0.1, -0.2], &[0.3, -0.7, 1.1], changed, changed::inverse, |out, out_bar, x, x_bar| {
        changed::adjoint(out, out_bar, x, x_bar)
    });
}

/// Nested, with an array, an index, and a structure that is the field of another.
#[reversible]
fn nested<T: Real>(out: &mut T, x: &[T]) {
    let at = Vec3 { x: x[1], y: x[0], z: x[2] };
    let mut body = Body { position: at, weights: [x[0], x[1] * x[2]], mass: 1.5, id: 1 };
    body.mass += body.position.x * body.weights[body.id];
    body.weights[0] += body.mass.exp();
    body.id += 2;
    drift(&mut body.position, &at, body.mass);
    for i in 0..2 {
        *out += body.weights[i] * body.position.y;
    }
    *out += body.position.z * (body.id as T) + at.y;
}

#[test]
fn nested_structures() {
    holds(
        &[0.5],
        &[0.3, -0.7, 1.1],
        |out, x| nested(&mut out[0], x),
        |out, x| {
            nested::inverse(&mut out[0], x);
        },
        |out, out_bar, x, x_bar| nested::adjoint(&mut out[0], &mut out_bar[0], x, x_bar),
    );
}

/// Tuples and structures without names, in branches and loops.
#[reversible]
fn tuples<T: Real>(out: &mut T, x: &[T]) {
    for i in 0..x.len() {
        let mut pair = (x[i] * 2.0, x[0], i);
        if i % 2 == 0 {
            let p = Pair(pair.0, x[1]);
            pair.1 += p.0 * p.1;
            swap(&mut pair.0, &mut pair.1);
        }
        pair.2 += 1;
        let (a, b) = (pair.0 * x[i], pair.1.cos());
        *out += a * b * (pair.2 as T);
        let (b, a) = (a * b, b);
        *out += b * a;
    }
}

#[test]
fn tuples_and_nameless_fields() {
    holds(
        &[0.5],
        &[0.3, -0.7, 1.1],
        |out, x| tuples(&mut out[0], x),
        |out, x| {
            tuples::inverse(&mut out[0], x);
        },
        |out, out_bar, x, x_bar| tuples::adjoint(&mut out[0], &mut out_bar[0], x, x_bar),
    );
}

/// Copies of what is only read, of state, of locals and of elements.
#[reversible]
fn copies<T: Real>(state: &mut Vec3<T>, out: &mut Vec3<T>, all: &[Vec3<T>], h: T) {
    {
        let before = *state;
        let Vec3 { x, .. } = before;
        drift(&mut *out, &before, x);
    }
    let mut next = all[1];
    drift(&mut next, &all[0], h);
    let middle = next;
    next.z += middle.y * h;
    let other = all[1].clone();
    let mut scratch = other;
    scratch.y += other.x * next.x;
    let t = dot(&scratch, &middle);
    drift(&mut *state, &all[0], t * h);
}

fn vectors(n: &[f64]) -> Vec<Vec3<f64>> {
    n.chunks(3).map(|n| Vec3 { x: n[0], y: n[1], z: n[2] }).collect()
}

fn numbers(all: &[Vec3<f64>], into: &mut [f64]) {
    all.iter().zip(into.chunks_mut(3)).for_each(|(v, n)| n.copy_from_slice(&[v.x, v.y, v.z]));
}

type Bar = <Vec3<f64> as Differentiable>::Shadow<f64>;

fn bars(n: &[f64]) -> Vec<Bar> {
    let mut all: Vec<Bar> = vectors(n).iter().map(Differentiable::shadow).collect();
    all.iter_mut().zip(n.chunks(3)).for_each(|(b, n)| (b.x, b.y, b.z) = (n[0], n[1], n[2]));
    all
}

fn bar_numbers(all: &[Bar], into: &mut [f64]) {
    all.iter().zip(into.chunks_mut(3)).for_each(|(v, n)| n.copy_from_slice(&[v.x, v.y, v.z]));
}

#[test]
fn copies_of_structures() {
    fn on(f: impl Fn(&mut [Vec3<f64>], &[Vec3<f64>])) -> impl Fn(&mut [f64], &[f64]) {
        move |state, all| {
            let mut v = vectors(state);
            f(&mut v, &vectors(all));
            numbers(&v, state);
        }
    }
    let (state, all) = ([0.4, -0.3, 0.8, 0.6, 1.2, -0.1], [0.3, -0.7, 1.1, 0.9, 0.2, -0.5]);
    holds(
        &state,
        &all,
        on(|v, all| {
            let [a, b] = v else { return };
            copies(a, b, all, 0.3);
        }),
        on(|v, all| {
            let [a, b] = v else { return };
            copies::inverse(a, b, all, 0.3);
        }),
        |state, state_bar, all, all_bar| {
            let (mut v, mut b, mut bb) = (vectors(state), bars(state_bar), bars(all_bar));
            let ([p, q], [p_bar, q_bar]) = (&mut v[..], &mut b[..]) else { return };
            copies::adjoint(p, p_bar, q, q_bar, &vectors(all), &mut bb, 0.3, &mut 0.0);
            numbers(&v, state);
            bar_numbers(&b, state_bar);
            bar_numbers(&bb, all_bar);
        },
    );
}

/// Arrays of structures.
#[reversible]
fn arrays<T: Real>(out: &mut T, x: &[T]) {
    let mut all = [Vec3 { x: x[0], y: 0.0, z: x[1] }; 3];
    let pairs = [(x[0], x[1] * 2.0), (x[2], x[2])];
    let mut heap = vec![Pair(x[2], 0.0); x.len()];
    for i in 0..3 {
        all[i].y += x[i] * x[0] + pairs[i % 2].1;
        heap[i].1 += all[i].y * heap[i].0;
    }
    for i in 1..3 {
        drift(&mut all[i], &all[i - 1], heap[i].1);
    }
    *out += dot(&all[2], &all[1]) + all[0].z;
}

#[test]
fn arrays_of_structures() {
    holds(
        &[0.5],
        &[0.3, -0.7, 1.1],
        |out, x| arrays(&mut out[0], x),
        |out, x| {
            arrays::inverse(&mut out[0], x);
        },
        |out, out_bar, x, x_bar| arrays::adjoint(&mut out[0], &mut out_bar[0], x, x_bar),
    );
}

/// Freed at a known value, and built again on the way back.
#[reversible]
fn freed<T: Real>(out: &mut T, x: &[T]) {
    let mut p = Vec3 { x: x[0], y: 0.0, z: 1.0 };
    p.y += x[1] * x[2];
    *out += p.x * p.y;
    p.y -= x[1] * x[2];
    free!(p);
    let mut q = (0.0, x[2]);
    q.0 += x[0] * x[0];
    *out += q.0 * q.1;
    q.0 -= x[0] * x[0];
    q.1 -= x[2];
    free!(q = (0.0, 0.0));
}

#[test]
fn freed_structures() {
    holds(
        &[0.5],
        &[0.3, -0.7, 1.1],
        |out, x| freed(&mut out[0], x),
        |out, x| {
            freed::inverse(&mut out[0], x);
        },
        |out, out_bar, x, x_bar| freed::adjoint(&mut out[0], &mut out_bar[0], x, x_bar),
    );
}

/// Builds a structure in an inner block and undoes it there by hand.
#[reversible]
fn undone<T: Real>(out: &mut T, x: &[T]) {
    let mut sum = Vec3 { x: 0.0, y: 0.0, z: 0.0 };
    'gather: {
        for i in 0..x.len() {
            sum.x += x[i];
            sum.y += x[i] * sum.x;
        }
        drift(&mut sum, &Vec3 { x: x[0], y: x[1], z: x[2] }, 0.5);
    }
    *out += sum.x * sum.y * sum.z;
    undo!('gather);
}

#[test]
fn structures_are_undone() {
    holds(
        &[0.5],
        &[0.3, -0.7, 1.1],
        |out, x| undone(&mut out[0], x),
        |out, x| {
            undone::inverse(&mut out[0], x);
        },
        |out, out_bar, x, x_bar| undone::adjoint(&mut out[0], &mut out_bar[0], x, x_bar),
    );
}

/// Several rows of a Jacobian at once.
#[test]
fn rows_go_through_locals() {
    let x = [0.3, -0.7, 1.1];
    let one = |k: usize| {
        let (mut out, mut out_bar, mut x_bar) = ([0.0; 3], [0.0; 3], [0.0; 3]);
        out_bar[k] = 1.5;
        changed::sweep(&mut out, &mut out_bar, &x, &mut x_bar);
        x_bar
    };
    let (mut out, mut out_bar, mut x_bar) = ([0.0; 3], [[0.0; 2]; 3], [[0.0; 2]; 3]);
    (out_bar[0][0], out_bar[2][1]) = (1.5, 1.5);
    changed::sweep(&mut out, &mut out_bar, &x, &mut x_bar);
    close(&x_bar.map(|row| row[0]), &one(0));
    close(&x_bar.map(|row| row[1]), &one(2));
}

#[derive(Clone, Copy, Debug, Differentiable)]
struct Mover<T> {
    at: [T; 2],
    speed: T,
}

#[reversible]
fn moved<T: Real>(m: &Mover<T>, h: T) -> Mover<T> {
    Mover { at: [m.at[0] + h * m.speed, m.at[1] + h * m.at[0]], speed: m.speed - h * m.at[1] }
}

/// A path that starts full of copies of the first state.
#[reversible]
fn path<T: Real>(start: &Mover<T>, h: T, steps: usize) -> T {
    let mut path = vec![*start; steps + 1];
    for k in 0..steps {
        let next = moved(&path[k], h);
        for i in 0..2 {
            path[k + 1].at[i] += next.at[i] - start.at[i];
        }
        path[k + 1].speed += next.speed - start.speed;
    }
    path[steps].at[0] * path[steps].speed + path[0].at[1]
}

#[reversible]
fn pair(y: &mut f64, start: Mover<f64>, h: f64) {
    let mut both = [start.clone(); 2];
    both[1].speed += h * h;
    let copies = vec![start; 3];
    for k in 0..2 {
        *y += both[k].at[k] * both[k].speed * copies[k + 1].speed;
    }
}

#[test]
fn structures_are_copied_many_times() {
    let start = Mover { at: [0.4, -0.7], speed: 1.3 };
    path::check(&start, 0.1, 3).unwrap();
    pair::check(&mut 0.2, start, 0.1).unwrap();
    let by_hand = |s: Mover<f64>| moved(&moved(&moved(&s, 0.1), 0.1), 0.1);
    let end = by_hand(start);
    assert!((path(&start, 0.1, 3) - (end.at[0] * end.speed - 0.7)).abs() < 1e-15);
}
