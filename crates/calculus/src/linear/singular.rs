//! Singular values and vectors of a matrix of floats.
//!
//! Reflections from both sides make the matrix bidiagonal, and rotations make that diagonal: the algorithm of Golub and Kahan with implicit shifts (Golub and Van Loan,
//! "Matrix computations", section 8.6). Vectors are stored as rows, so that each operation runs along memory.

use super::dense::Matrix;
use super::symmetric::{Reflection, largest, mirror, turn};

/// Returns `U` (m × m), whose first `n` columns belong to the singular values, and `V` (n × n), in the order of descending singular values, of a matrix with `m ≥ n`. The
/// largest entry of each column of `V` is positive.
pub(super) fn decomposed(a: &Matrix<f64>) -> (Matrix<f64>, Matrix<f64>) {
    let (m, n) = (a.rows, a.columns);
    let Bidiagonal { mut diagonal, mut beside, left, right } = Bidiagonal::new(a.transposed());
    let (mut u, mut v) = (left.transposed(), right.transposed());
    diagonalise(&mut diagonal, &mut beside, &mut u, &mut v);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| diagonal[*j].abs().total_cmp(&diagonal[*i].abs()));
    let sign: Vec<f64> = order.iter().map(|j| largest(v.row(*j).iter().copied()).signum()).collect();
    // A singular value is not negative: the sign of one goes to `u`.
    let of_u: Vec<f64> = order.iter().zip(&sign).map(|(j, sign)| sign * diagonal[*j].signum()).collect();
    let u = Matrix::made(m, m, |i, j| if j < n { of_u[j] * u.at(order[j], i) } else { u.at(j, i) });
    (u, Matrix::made(n, n, |i, j| sign[j] * v.at(order[j], i)))
}

/// `A = L B Rᵀ` with a `B` that has a diagonal, and numbers to the right of it.
struct Bidiagonal {
    diagonal: Vec<f64>,
    /// The numbers to the right of the diagonal, one less.
    beside: Vec<f64>,
    left: Matrix<f64>,
    right: Matrix<f64>,
}

impl Bidiagonal {
    /// Takes the columns of a matrix as rows.
    fn new(mut columns: Matrix<f64>) -> Bidiagonal {
        let (n, m) = (columns.rows, columns.columns);
        let (mut left, mut right) = (Matrix::identity(m), Matrix::identity(n));
        let (mut diagonal, mut beside) = (Vec::with_capacity(n), Vec::with_capacity(n));
        let mut sum = vec![0.0; m];
        for k in 0..n {
            let (reflection, length) = Reflection::of(columns.row(k)[k..].to_vec());
            diagonal.push(length);
            if let Some(Reflection(v)) = &reflection {
                (k + 1..n).for_each(|j| mirror(&mut columns.row_mut(j)[k..], v));
                (0..m).for_each(|i| mirror(&mut left.row_mut(i)[k..], v));
            }
            if k + 1 == n {
                break;
            }
            let (reflection, length) = Reflection::of((k + 1..n).map(|j| columns.at(j, k)).collect());
            beside.push(length);
            if let Some(Reflection(v)) = &reflection {
                // The rows of the matrix are columns here: each loses twice its part along `v`.
                let sum = &mut sum[k + 1..];
                sum.fill(0.0);
                for (v, j) in v.iter().zip(k + 1..) {
                    sum.iter_mut().zip(&columns.row(j)[k + 1..]).for_each(|(sum, x)| *sum += v * x);
                }
                for (v, j) in v.iter().zip(k + 1..) {
                    let row = &mut columns.row_mut(j)[k + 1..];
                    row.iter_mut().zip(&*sum).for_each(|(x, sum)| *x -= 2.0 * v * sum);
                }
                (0..n).for_each(|i| mirror(&mut right.row_mut(i)[k + 1..], v));
            }
        }
        Bidiagonal { diagonal, beside, left, right }
    }
}

/// The most steps that a singular value takes; those of numbers take two or three.
const ROUNDS: usize = 60;

/// Makes a bidiagonal matrix diagonal, and turns the rows of `u` and `v` with it.
fn diagonalise(d: &mut [f64], e: &mut [f64], u: &mut Matrix<f64>, v: &mut Matrix<f64>) {
    let size = d.iter().chain(&*e).fold(0.0, |most: f64, x| most.max(x.abs()));
    let is_nothing = |x: f64| x.abs() <= f64::EPSILON * size;
    let mut end = d.len().saturating_sub(1);
    let mut rounds = 0;
    while end > 0 && rounds < ROUNDS * d.len() {
        // The block `start..=end` has no zero beside its diagonal.
        let is_split =
            |i: &usize| e[*i].abs() <= f64::EPSILON * (d[*i].abs() + d[*i + 1].abs()) || is_nothing(e[*i]);
        let start = (0..end).rev().find(is_split).map_or(0, |i| i + 1);
        if start == end {
            end -= 1;
            continue;
        }
        rounds += 1;
        if is_nothing(d[end]) {
            empty_column(start, end, d, e, v);
        } else if let Some(zero) = (start..end).find(|i| is_nothing(d[*i])) {
            empty_row(zero, end, d, e, u);
        } else {
            step(start, end, d, e, u, v);
        }
    }
}

/// Rotates what is above a zero at the end of the diagonal away, to the top of its column.
fn empty_column(start: usize, end: usize, d: &mut [f64], e: &mut [f64], v: &mut Matrix<f64>) {
    let mut over = std::mem::take(&mut e[end - 1]);
    d[end] = 0.0;
    for i in (start..end).rev() {
        let (length, cos, sin) = rotation(d[i], over);
        d[i] = length;
        let (a, b) = v.two_rows(i, end);
        turn(b, a, cos, sin);
        if i > start {
            over = -sin * e[i - 1];
            e[i - 1] *= cos;
        }
    }
}

/// Rotates what is beside a zero on the diagonal away, to the end of its row.
fn empty_row(zero: usize, end: usize, d: &mut [f64], e: &mut [f64], u: &mut Matrix<f64>) {
    let mut over = std::mem::take(&mut e[zero]);
    d[zero] = 0.0;
    for i in zero + 1..=end {
        let (length, cos, sin) = rotation(d[i], over);
        d[i] = length;
        let (a, b) = u.two_rows(zero, i);
        turn(a, b, cos, sin);
        if i < end {
            over = -sin * e[i];
            e[i] *= cos;
        }
    }
}

/// A step of the QR algorithm for `BᵀB` without forming it, with the eigenvalue of its last two by two block that is nearer to the last entry as shift.
fn step(start: usize, end: usize, d: &mut [f64], e: &mut [f64], u: &mut Matrix<f64>, v: &mut Matrix<f64>) {
    let before = if end - 1 > start { e[end - 2] } else { 0.0 };
    let (last, inner, above) = (d[end], d[end - 1], e[end - 1]);
    // (a b; b c) is the block of `BᵀB`, and everything is divided by `scale`, lest squares overflow.
    let scale = last
        .abs()
        .max(inner.abs())
        .max(above.abs())
        .max(before.abs())
        .max(d[start].abs())
        .max(e[start].abs());
    let [last, inner, above, before] = [last, inner, above, before].map(|x| x / scale);
    let (a, b, c) = (inner * inner + before * before, inner * above, last * last + above * above);
    let half = 0.5 * (a - c);
    let shift = if b == 0.0 { c } else { c - b * b / (half + half.hypot(b).copysign(half)) };
    let first = d[start] / scale;
    let (mut y, mut z) = (first - shift / first, e[start] / scale);
    for i in start..end {
        let (length, cos, sin) = rotation(y, z);
        if i > start {
            e[i - 1] = length;
        }
        (y, e[i]) = (cos * d[i] + sin * e[i], cos * e[i] - sin * d[i]);
        z = sin * d[i + 1];
        d[i + 1] *= cos;
        let (one, next) = v.two_rows(i, i + 1);
        turn(next, one, cos, sin);
        let (length, cos, sin) = rotation(y, z);
        d[i] = length;
        (y, d[i + 1]) = (cos * e[i] + sin * d[i + 1], cos * d[i + 1] - sin * e[i]);
        if i + 1 < end {
            z = sin * e[i + 1];
            e[i + 1] *= cos;
        }
        let (one, next) = u.two_rows(i, i + 1);
        turn(next, one, cos, sin);
    }
    e[end - 1] = y;
}

/// Returns the length of (x, y), and the cosine and sine by which `(c s; −s c)` takes it to (length, 0).
fn rotation(x: f64, y: f64) -> (f64, f64, f64) {
    let length = x.hypot(y);
    if length == 0.0 { (0.0, 1.0, 0.0) } else { (length, x / length, y / length) }
}
