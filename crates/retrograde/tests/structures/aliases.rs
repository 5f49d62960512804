//! Types of the user's with names that tokens cannot look through: aliases and associated types.

use retrograde::prelude::*;

type Matrix<T> = [[T; 2]; 2];
type Row<T> = Vec<T>;
type Plane = [[f64; 3]; 2];
type Links = Vec<[usize; 2]>;

/// An alias of an array is read.
#[reversible]
fn determinant<T: Real>(y: &mut T, a: &Matrix<T>) {
    *y += a[0][0] * a[1][1] - a[0][1] * a[1][0];
}

/// An alias of an array is changed, and another is made.
#[reversible]
fn squared<T: Real>(out: &mut Matrix<T>, a: &Matrix<T>, s: &Row<T>) {
    let twice: Matrix<T> = [[a[0][0] * 2.0, a[0][1]], [a[1][0], a[1][1] * s[0]]];
    for i in 0..2 {
        for j in 0..2 {
            for k in 0..2 {
                out[i][j] += twice[i][k] * a[k][j];
            }
        }
    }
}

/// A function takes what another made of a name, and is called with it.
#[reversible]
fn chained<T: Real>(y: &mut T, a: &Matrix<T>, row: &mut Row<T>, s: &Row<T>, links: &Links) {
    let mut m: Matrix<T> = [[0.0, 0.0], [0.0, 0.0]];
    squared(&mut m, a, s);
    determinant(y, &m);
    for link in links {
        row[link[0]] += m[link[1]][0] * a[1][1];
    }
    for x in row.iter_mut() {
        *x -= a[0][1];
    }
}

/// The value of a function has such a name.
#[reversible]
fn transposed<T: Real>(a: &Matrix<T>) -> Matrix<T> {
    [[a[0][0], a[1][0]], [a[0][1], a[1][1] * a[0][0]]]
}

/// The name of an array need not name the real type.
#[reversible]
fn flattened(out: &mut Plane, a: &Plane, s: &[f64]) {
    for i in 0..2 {
        for j in 0..3 {
            out[i][j] += a[i][j] * a[1][2] * s[i];
        }
    }
}

/// Storage lent by the caller.
#[reversible]
fn lent<T: Real>(y: &mut T, a: &Matrix<T>, #[scratch] m: &mut Matrix<T>) {
    for i in 0..2 {
        for j in 0..2 {
            m[i][j] += a[i][j] * a[j][i];
        }
    }
    *y += m[0][0] * m[1][1];
}

#[test]
fn names_are_handed_on() {
    let a = [[0.3, -0.7], [1.1, 0.4]];
    chained::check(&mut 0.5, &a, &mut vec![0.2, 0.9], &vec![0.7], &vec![[0, 1], [1, 0]]).unwrap();
    transposed::check(&a).unwrap();
    flattened::check(&mut [[0.1; 3]; 2], &[[0.3, 0.2, 0.1], [0.5, -0.4, 0.9]], &[0.5, 2.0]).unwrap();
    lent::check(&mut 0.5, &a, &mut [[0.0; 2]; 2]).unwrap();
}

#[test]
#[should_panic(expected = "length")]
fn lengths_behind_names_are_compared() {
    let a = [[0.3, -0.7], [1.1, 0.4]];
    let (mut out, mut out_bar) = ([[0.0; 2]; 2], [[1.0; 2]; 2]);
    squared::adjoint(&mut out, &mut out_bar, &a, &mut [[0.0; 2]; 2], &vec![0.5], &mut vec![0.0; 3]);
}

#[test]
fn names_of_arrays() {
    let a = [[0.3, -0.7], [1.1, 0.4]];
    determinant::check(&mut 0.5, &a).unwrap();
    squared::check(&mut [[0.1, 0.2], [0.3, 0.4]], &a, &vec![0.5]).unwrap();
}

type Float = f32;

/// The real type itself has a name.
#[reversible]
fn pendulum(angle: &mut Float, speed: &mut Float, h: Float, steps: usize) {
    for _ in 0..steps {
        *speed -= h * angle.sin();
        *angle += 0.5 * h * *speed + h.max(0.25);
    }
}

#[test]
fn the_real_type_has_a_name() {
    pendulum::check(&mut 0.4, &mut 0.1, 0.125, 3).unwrap();
    let (mut angle, mut speed) = (0.5_f32, 0.25);
    pendulum(&mut angle, &mut speed, 0.1, 4);
    pendulum::inverse(&mut angle, &mut speed, 0.1, 4);
    assert!((angle - 0.5).abs() < 1e-6 && (speed - 0.25).abs() < 1e-6);
}

type Samples<T> = [T];
type Rows<T> = [[T; 2]];
type Pair = (f64, f64);
type Height = f64;
type Length = f64;

/// A name stands for a slice.
#[reversible]
fn smoothed<T: Real>(out: &mut Samples<T>, x: &Samples<T>, rows: &Rows<T>) {
    for i in 1..x.len() {
        out[i] += x[i] * x[i - 1] + rows[i][0] * rows[0][1];
    }
    for (o, row) in out.iter_mut().zip(rows) {
        *o -= row[1].sin();
    }
}

/// It is handed on.
#[reversible]
fn smoothed_twice<T: Real>(y: &mut T, x: &Samples<T>, rows: &Rows<T>) {
    let mut out = vec![0.0; x.len()];
    smoothed(&mut out, x, rows);
    for (o, x) in out.iter().zip(x) {
        *y += o * x * rows[0][0];
    }
}

#[test]
fn names_of_slices() {
    let (x, rows) = ([0.3, -0.7, 1.1], [[0.2, 0.4], [0.9, -0.3], [0.5, 0.8]]);
    smoothed::check(&mut [0.1, 0.2, 0.3], &x, &rows).unwrap();
    smoothed_twice::check(&mut 0.5, &x, &rows).unwrap();
    let (mut y, mut y_bar) = (0.0, 1.0);
    smoothed_twice(&mut y, &x, &rows);
    let (mut x_bar, mut rows_bar) = ([0.0; 3], [[0.0; 2]; 3]);
    smoothed_twice::adjoint(&mut y, &mut y_bar, &x, &mut x_bar[..], &rows, &mut rows_bar[..]);
    assert!(x_bar[1] != 0.0 && rows_bar[2][1] != 0.0);
}

/// A name stands for a tuple, which is taken, read, made and returned.
#[reversible]
fn turned(p: &Pair, angle: f64) -> Pair {
    (p.0 * angle.cos() - p.1 * angle.sin(), p.0 * angle.sin() + p.1 * angle.cos())
}

/// It is taken apart, changed, and lies in arrays.
#[reversible]
fn path(end: &mut Pair, steps: &[Pair], angle: f64) {
    for (i, step) in steps.iter().enumerate() {
        let (x, y) = turned(step, angle);
        let scaled: Pair = (x * 2.0, y * steps[i].0);
        end.0 += scaled.0;
        end.1 += scaled.1 * x;
    }
}

#[test]
fn names_of_tuples() {
    turned::check(&(0.3, -0.7), 0.4).unwrap();
    path::check(&mut (0.1, 0.2), &[(0.3, -0.7), (1.1, 0.4)], 0.6).unwrap();
}

/// Other names of the real type stand beside it.
#[reversible]
fn fallen(height: &mut Height, speed: &mut f64, times: &[Length], drag: Length) {
    for t in times {
        *height -= *speed * t;
        let lost: Length = drag * *t;
        *speed += 9.81 * t - lost.sin();
    }
}

/// In a generic function they carry no cotangent.
#[reversible]
fn advanced<T: Real>(x: &mut T, v: T, dt: Length, heights: &[Height; 2]) {
    let half: Length = 0.5 * dt;
    *x += v * half + heights[1] * v;
    *x -= 0.25 * heights[0];
}

const GRAVITY: f64 = 9.81;

/// A constant under another name.
#[reversible]
fn dropped<T: Real>(y: &mut T, t: T) {
    let g = GRAVITY;
    *y += 0.5 * g * t * t;
}

/// Two names in a function that names no number.
#[reversible]
fn named(y: &mut Height, x: Length, w: &[Length]) {
    *y += 2.0 * x.exp();
    *y += w[0] * x;
}

#[test]
fn names_of_the_real_type() {
    fallen::check(&mut 1.5, &mut 0.3, &[0.1, 0.4], 0.7).unwrap();
    let (_, (_, times_bar, drag_bar)) = fallen::gradient(&mut 0.3, &[0.1, 0.4], 0.7);
    assert!(times_bar[1] != 0.0 && drag_bar != 0.0);
    advanced::check(&mut 1.5, 0.3, 0.1, &[0.4, 0.7]).unwrap();
    let mut x = 1.0;
    advanced(&mut x, 2.0, 0.1, &[0.4, 0.5]);
    assert_eq!(x, 1.0 + (2.0 * 0.05 + 0.5 * 2.0) - 0.25 * 0.4);
    dropped::check(&mut 0.5, 0.3).unwrap();
    named::check(&mut 0.5, 0.3, &[0.9]).unwrap();
}

/// A layer has weights of a type of its own.
trait Layer<T: Real> {
    type Weights;
    type Table;
}

struct Dense;

impl<T: Real> Layer<T> for Dense {
    type Weights = Matrix<T>;
    type Table = Vec<usize>;
}

#[derive(Clone, Differentiable)]
struct Scaled<T> {
    weights: [T; 2],
    by: T,
}

struct Diagonal;

impl Layer<f64> for Diagonal {
    type Weights = Scaled<f64>;
    type Table = [usize; 2];
}

/// Its numbers are read through its name.
#[reversible]
fn diagonal(y: &mut f64, w: &<Diagonal as Layer<f64>>::Weights, table: &<Diagonal as Layer<f64>>::Table) {
    for i in 0..2 {
        *y += w.weights[table[i]] * w.by;
    }
}

/// So are those of an array.
#[reversible]
fn dense(
    y: &mut [f64; 2],
    w: &<Dense as Layer<f64>>::Weights,
    x: &[f64; 2],
    at: &<Dense as Layer<f64>>::Table,
) {
    for i in 0..2 {
        y[at[i]] += w[i][0] * x[0] + w[i][1] * x[1];
    }
}

#[test]
fn types_of_a_trait() {
    let a = [[0.3, -0.7], [1.1, 0.4]];
    dense::check(&mut [0.5, 0.1], &a, &[0.2, -0.4], &vec![1, 0]).unwrap();
    diagonal::check(&mut 0.5, &Scaled { weights: [0.3, 0.9], by: -0.4 }, &[1, 0]).unwrap();
}

type Three<T> = [T; 3];

/// A generic value of an array with a name is recorded on a tape, and has second derivatives.
#[reversible]
fn volume<T: Real>(x: &Three<T>) -> T {
    x[0] * x[1] * x[2]
}

#[test]
fn a_value_of_an_array_with_a_name() {
    let (_, (x_bar,)) = volume::gradient(&[2.0, 3.0, 5.0]);
    assert_eq!(x_bar, [15.0, 10.0, 6.0]);
    let by_tape = retrograde::gradient(|x: [retrograde::Active; 3]| volume(&x), &[2.0, 3.0, 5.0]);
    assert_eq!(by_tape.unwrap(), [15.0, 10.0, 6.0]);
    assert_eq!(volume::hessian(&[2.0, 3.0, 5.0])[0], [0.0, 5.0, 3.0]);
}
