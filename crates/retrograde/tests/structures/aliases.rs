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
