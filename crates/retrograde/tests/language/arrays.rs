//! Arrays as values: taken apart by patterns, copied, returned, and bound where they are returned. Each is held to
//! differences and to forward mode.

use retrograde::prelude::*;
use retrograde_numbers::Dual;
use retrograde_testkit::assert_close;

#[derive(Clone, Copy, Debug, Differentiable)]
struct Point<T> {
    x: T,
    y: T,
}

#[reversible]
fn cross<T: Real>(a: &[T; 3], b: &[T; 3]) -> [T; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// A local array is the value.
#[reversible]
fn bent<T: Real>(u: &[T; 3]) -> [T; 3] {
    let mut m = *u;
    m[0] += u[1] * u[2].sin();
    m
}

/// Returned arrays are bound without a type, changed, passed on and iterated over.
#[reversible]
fn woven<T: Real>(u: &[T; 3]) -> T {
    let mut m = cross(u, &[u[0] * u[1], 1.0, 2.0]);
    m[0] += m[2] * u[0];
    let n = cross(&m, u);
    let [a, b, c] = bent(u);
    let k: [T; 3] = bent(&m);
    let mut sum = a * b + c * k[0];
    for (p, q) in n.iter().zip(&m) {
        sum += p * q * u[0] + q;
    }
    sum
}

#[reversible]
fn exponentials<T: Real>(x: &[T]) -> Vec<T> {
    let mut y = vec![0.0; x.len()];
    for (y, x) in y.iter_mut().zip(x) {
        *y += x.exp();
    }
    y
}

#[reversible]
fn softmax<T: Real>(x: &[T]) -> Vec<T> {
    let e = exponentials(x);
    let mut sum = 0.0;
    for e in e.iter() {
        sum += e;
    }
    let mut p = vec![0.0; x.len()];
    for (p, e) in p.iter_mut().zip(&e) {
        *p += e / sum;
    }
    p
}

#[reversible]
fn outer<T: Real>(u: &[T; 2]) -> [[T; 2]; 2] {
    [[u[0] * u[0], u[0] * u[1]], [u[1] * u[0].sin(), u[1]]]
}

#[reversible]
fn determinant<T: Real>(u: &[T; 2]) -> T {
    let m = outer(u);
    m[0][0] * m[1][1] - m[0][1] * m[1][0]
}

/// Patterns of arrays in `let`s, of what is read and of what changes, with and without references.
#[reversible]
fn taken_apart<T: Real>(y: &mut T, z: &mut [[T; 2]; 3], k: usize) {
    let [a, b] = z[k];
    let [c, ..] = &z[0];
    let [mut d, e] = [a * b, a + b];
    d += e * e;
    let [f, g]: [T; 2] = z[2];
    *y += a * b * c + d * e - f * g;
}

/// Patterns of loops.
#[reversible]
fn visited<T: Real>(y: &mut T, z: &[[T; 2]; 3], w: &mut [(T, T); 3], p: &mut [Point<T>; 2]) {
    for &[a, b] in z {
        *y += a * b;
    }
    for ([a, b], &(c, d)) in z.iter().zip(w.iter()) {
        *y += a * b * c * d;
    }
    for (i, Point { x, y: second }) in p.iter_mut().enumerate() {
        *x += *second * *second * (i as T + 1.0);
    }
    for (a, b) in w.iter_mut() {
        *a -= b.sin();
    }
    for q in p.iter() {
        *y += q.x * q.y;
    }
}

#[reversible]
fn copied<T: Real>(x: &[T], grid: &[[T; 2]; 3]) -> T {
    let mut all = x.to_vec();
    for i in 1..x.len() {
        all[i] += all[i - 1] * x[i];
    }
    let mut part = x[1..3].to_vec();
    part[0] += x[0] * part[1];
    let mut rows = *grid;
    rows[0][1] += grid[2][0] * all[1];
    let row = rows[0].clone();
    part[0] * all[x.len() - 1] + row[1] * rows[1][0]
}

/// A part of the state, copied before another part changes.
#[reversible]
fn doubled<T: Real>(x: &mut [T], k: usize) {
    let first = x[..k].to_vec();
    for i in 0..k {
        x[k + i] += first[i] * first[0];
    }
}

/// Arrays are changed by all of what is returned.
#[reversible]
fn whole_arrays<T: Real>(y: &mut [T; 3], z: &mut [T], m: &mut [[T; 2]; 2], a: &[T; 3], b: &[T; 2]) {
    *y += cross(a, &[a[1], 1.0, b[0]]);
    *z -= exponentials(&a[..2]);
    let mut v = vec![0.0; 2];
    v += exponentials(b);
    *m += outer(b);
    for i in 0..2 {
        z[i] += v[i] * y[2] * m[1][i];
    }
    *y -= bent(a);
}

const WEIGHTS: [f64; 3] = [0.5, -1.5, 2.0];
static TABLE: [[f64; 2]; 2] = [[1.0, 2.0], [3.0, 4.0]];
const ORDER: &[usize] = &[2, 0, 1];

mod stencil {
    pub(super) const FIVE: [f64; 2] = [-4.0, 1.0];
}

/// Elements of constants, as values, factors and indices.
#[reversible]
fn with_constants<T: Real>(y: &mut T, x: &[T; 3]) {
    for i in 0..WEIGHTS.len() {
        let w: f64 = WEIGHTS[ORDER[i]];
        *y += WEIGHTS[i] * x[ORDER[i]].sin() + w * x[i];
    }
    *y += TABLE[1][0] * x[0] * x[1] - x[2] / stencil::FIVE[1];
}

#[test]
fn adjoints_hold_against_differences() {
    woven::check(&[1.1, 0.4, -0.3]).unwrap();
    softmax_entropy::check(&[0.3, 0.4, -1.0, 0.1]).unwrap();
    determinant::check(&[0.3, 0.4]).unwrap();
    cross::check(&[0.3, 0.4, 1.0], &[1.0, -0.4, 0.7]).unwrap();
    bent::check(&[0.3, 0.4, 1.0]).unwrap();
    outer::check(&[0.3, 0.4]).unwrap();
    softmax::check(&[0.3, 0.4, -1.0]).unwrap();
    let grid = [[1.0, 2.0], [0.3, 0.7], [0.2, -0.4]];
    for k in 0..3 {
        taken_apart::check(&mut 0.3, &mut grid.clone(), k).unwrap();
    }
    copied::check(&[1.0, 2.0, 0.5, 0.4], &grid).unwrap();
    with_constants::check(&mut 0.3, &[1.1, 0.4, -0.3]).unwrap();
    let mut m = [[0.1, 0.2], [0.3, 0.4]];
    whole_arrays::check(&mut [0.2, 0.4, 1.0], &mut [0.5, -0.5], &mut m, &[1.1, 0.4, -0.3], &[0.7, 0.2])
        .unwrap();
    doubled::check(&mut [1.0, 2.0, 3.0, 0.4, 1.5], 2).unwrap();
}

#[reversible]
fn softmax_entropy<T: Real>(x: &[T]) -> T {
    let mut sum = 0.0;
    let p = softmax(x);
    for p in &p {
        sum -= p * p.ln();
    }
    sum
}

/// Structures are not checked by a generated test: differences by hand, with seeds that are not one.
#[test]
fn patterns_of_structures_in_loops_hold_against_differences() {
    let z = [[1.0, 2.0], [0.3, 0.7], [0.2, -0.4]];
    let w = [(0.5, 0.4), (1.5, -0.3), (0.2, 0.6)];
    let p = [Point { x: 0.3, y: 0.8 }, Point { x: 1.3, y: -0.2 }];
    let seed_y = 1.7;
    let seed_p = [[0.3, -0.4], [1.1, 0.6]];
    let total = |z: &[[f64; 2]; 3], w: &[(f64, f64); 3], p: &[Point<f64>; 2]| {
        let (mut y, mut w, mut p) = (0.1, *w, *p);
        visited(&mut y, z, &mut w, &mut p);
        let points = p.iter().zip(&seed_p).map(|(p, s)| p.x * s[0] + p.y * s[1]).sum::<f64>();
        y * seed_y + w.iter().map(|w| 0.9 * w.0 - 0.2 * w.1).sum::<f64>() + points
    };
    let (mut y, mut w_after, mut p_after) = (0.1, w, p);
    visited(&mut y, &z, &mut w_after, &mut p_after);
    let (mut y_bar, mut z_bar) = (seed_y, [[0.0; 2]; 3]);
    let mut w_bar = [(0.9, -0.2); 3];
    let mut p_bar = p.shadow();
    for (bar, s) in p_bar.iter_mut().zip(&seed_p) {
        (bar.x, bar.y) = (s[0], s[1]);
    }
    visited::adjoint(&mut y, &mut y_bar, &z, &mut z_bar, &mut w_after, &mut w_bar, &mut p_after, &mut p_bar);
    assert_close!(y, 0.1, 1e-12);
    let h = 1e-6;
    for i in 0..3 {
        for j in 0..2 {
            let slope = |sign: f64| {
                let mut z = z;
                z[i][j] += sign * h;
                total(&z, &w, &p)
            };
            assert_close!(z_bar[i][j], (slope(1.0) - slope(-1.0)) / (2.0 * h), 1e-7);
        }
        let slope = |sign: f64| {
            let mut w = w;
            w[i].1 += sign * h;
            total(&z, &w, &p)
        };
        assert_close!(w_bar[i].1, (slope(1.0) - slope(-1.0)) / (2.0 * h), 1e-7);
    }
    for i in 0..2 {
        let slope = |sign: f64| {
            let mut p = p;
            p[i].y += sign * h;
            total(&z, &w, &p)
        };
        assert_close!(p_bar[i].y, (slope(1.0) - slope(-1.0)) / (2.0 * h), 1e-7);
    }
}

/// Forward mode runs through the same text.
#[test]
fn pullbacks_of_vectors_hold_against_forward_mode() {
    let x = [0.3, -0.4, 1.2];
    let seed = vec![1.0, -0.7, 0.4];
    let mut x_bar = [0.0; 3];
    let value = softmax::pull(seed.clone(), &x, &mut x_bar);
    assert_close!(value.iter().sum::<f64>(), 1.0, 1e-14);
    for (i, bar) in x_bar.iter().enumerate() {
        let dual: Vec<Dual<f64>> =
            x.iter().enumerate().map(|(j, x)| Dual::new(*x, f64::from(u8::from(i == j)))).collect();
        let forward: f64 = softmax(&dual).iter().zip(&seed).map(|(p, s)| p.tangent * s).sum();
        assert_close!(*bar, forward, 1e-12);
    }
}

#[test]
#[should_panic(expected = "the cotangent of the value has another length than the value")]
fn a_seed_longer_than_the_value_is_named() {
    softmax::pull(vec![1.0; 4], &[0.1, 0.2, 0.3], &mut [0.0; 3]);
}

#[test]
#[should_panic(expected = "the value has 3 elements, and the place that it is added to has 2")]
fn a_vector_of_another_length_is_not_added() {
    softmax::sweep(&mut vec![0.0; 2], &mut vec![1.0; 3], &[0.1, 0.2, 0.3], &mut [0.0; 3]);
}

#[test]
#[should_panic(expected = "`exponentials(&a[..2])` is as long as `z`")]
fn a_returned_vector_of_another_length_is_named() {
    let (mut m, b) = ([[0.0; 2]; 2], [0.7, 0.2]);
    whole_arrays(&mut [0.0; 3], &mut [0.0; 4], &mut m, &[1.0; 3], &b);
}

/// Whose value nobody asks for on the way back, but whose length the shadow has.
#[reversible]
fn shares<T: Real>(x: &[T], w: f64) -> Vec<T> {
    let mut y = vec![0.0; x.len()];
    for i in 0..x.len() {
        y[i] += w * x[i] * x[i];
    }
    y
}

#[reversible]
fn of_rows<T: Real>(rows: &[Vec<T>], a: &[T]) -> T {
    let mut sum = 0.0;
    for j in 0..a.len() {
        let mut terms = vec![T::zero(); a.len()];
        for i in 0..a.len() {
            let row = shares(&rows[i], 0.5);
            terms[i] += a[i] + row[j];
        }
        sum += terms[0] * terms[1];
    }
    sum
}

#[test]
fn what_is_returned_tells_the_length_of_its_shadow() {
    of_rows::check(&[vec![0.3, -0.7], vec![0.9, 0.2]], &[0.5, 1.1]).unwrap();
}

/// Numbers and arrays that are borrowed to be added, as Rust takes them.
#[reversible]
fn borrowed(y: &mut [[f64; 2]; 2], z: &mut f64, x: &[[f64; 2]; 2], w: f64) {
    y[0] += &x[1];
    each!(y[1] += &x[0] * w);
    y[0][1] -= &x[0][0];
    *z += &w;
}

#[test]
fn operands_may_be_borrowed() {
    let x = [[0.3, -0.7], [1.1, 0.4]];
    let mut y = [[0.5, 0.2], [-0.1, 0.9]];
    assert_eq!(borrowed::check(&mut y, &mut 0.6, &x, 1.3), Ok(()));
    borrowed(&mut y, &mut 0.6, &x, 2.0);
    assert_eq!(y, [[0.5 + 1.1, 0.2 + 0.4 - 0.3], [-0.1 + 0.6, 0.9 - 1.4]]);
}
