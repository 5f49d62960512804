//! Eigenvalues and eigenvectors of a symmetric matrix of floats.
//!
//! Reflections make the matrix tridiagonal, and rotations make that diagonal: the QL algorithm with implicit shifts (Golub and Van Loan,
//! "Matrix computations", section 8.3). Vectors are stored as rows, so that each operation runs along memory.

use super::dense::{Matrix, dot};

/// Returns the eigenvalues in ascending order, and the eigenvectors as columns, each with its largest entry positive.
pub(super) fn decomposed(a: &Matrix<f64>) -> (Vec<f64>, Matrix<f64>) {
    let n = a.rows;
    let Tridiagonal { mut diagonal, mut beside, basis } = Tridiagonal::new(a.clone());
    let mut vectors = basis.transposed();
    diagonalise(&mut diagonal, &mut beside, &mut vectors);
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| diagonal[*i].total_cmp(&diagonal[*j]));
    let sign: Vec<f64> = (0..n).map(|j| largest(vectors.row(j).iter().copied()).signum()).collect();
    let columns = Matrix::made(n, n, |i, j| sign[order[j]] * vectors.at(order[j], i));
    (order.iter().map(|i| diagonal[*i]).collect(), columns)
}

/// Returns the number that is largest, and of equal ones the first, up to rounding.
pub(super) fn largest(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(0.0, |most, x| if x.abs() > most.abs() * (1.0 + 1e-9) { x } else { most })
}

/// `A = Q T Qᵀ` with a tridiagonal `T`.
struct Tridiagonal {
    diagonal: Vec<f64>,
    /// The numbers beside the diagonal, and a zero.
    beside: Vec<f64>,
    basis: Matrix<f64>,
}

impl Tridiagonal {
    fn new(mut a: Matrix<f64>) -> Tridiagonal {
        let n = a.rows;
        let (mut beside, mut basis) = (vec![0.0; n], Matrix::identity(n));
        for k in 0..n.saturating_sub(1) {
            let (reflection, length) = Reflection::of((k + 1..n).map(|i| a.at(i, k)).collect());
            beside[k] = length;
            let Some(Reflection(v)) = reflection else { continue };
            // The block behind becomes A − v wᵀ − w vᵀ, with w = 2 (A v − v (vᵀ A v)).
            let mut w: Vec<f64> = (k + 1..n).map(|i| dot(&a.row(i)[k + 1..], &v)).collect();
            let inner = dot(&v, &w);
            w.iter_mut().zip(&v).for_each(|(w, v)| *w = 2.0 * (*w - inner * v));
            for i in k + 1..n {
                let (vi, wi) = (v[i - k - 1], w[i - k - 1]);
                let row = &mut a.row_mut(i)[k + 1..];
                row.iter_mut().zip(v.iter().zip(&w)).for_each(|(a, (v, w))| *a -= vi * w + wi * v);
            }
            (0..n).for_each(|i| mirror(&mut basis.row_mut(i)[k + 1..], &v));
        }
        Tridiagonal { diagonal: (0..n).map(|i| a.at(i, i)).collect(), beside, basis }
    }
}

/// The most rotations of a whole block that an eigenvalue takes; those of numbers take two or three.
const ROUNDS: usize = 60;

/// Makes a tridiagonal matrix diagonal, and turns the rows of `vectors` with it.
fn diagonalise(d: &mut [f64], e: &mut [f64], vectors: &mut Matrix<f64>) {
    let n = d.len();
    for l in 0..n {
        for _ in 0..ROUNDS {
            let is_split =
                |m: &usize| e[*m].abs() <= f64::EPSILON * (d[*m].abs() + d[*m + 1].abs()) + f64::MIN_POSITIVE;
            let end = (l..n - 1).find(is_split).unwrap_or(n - 1);
            if end == l {
                break;
            }
            // The shift: the eigenvalue of the first two by two block that is nearer to its first entry.
            let half = (d[l + 1] - d[l]) / (2.0 * e[l]);
            let mut chased = d[end] - d[l] + e[l] / (half + half.hypot(1.0).copysign(half));
            let (mut sin, mut cos, mut moved) = (1.0, 1.0, 0.0);
            let mut is_whole = true;
            for i in (l..end).rev() {
                let (f, b) = (sin * e[i], cos * e[i]);
                let length = f.hypot(chased);
                e[i + 1] = length;
                if length == 0.0 {
                    // The block falls apart here.
                    d[i + 1] -= moved;
                    e[end] = 0.0;
                    is_whole = false;
                    break;
                }
                (sin, cos) = (f / length, chased / length);
                let g = d[i + 1] - moved;
                let r = (d[i] - g) * sin + 2.0 * cos * b;
                moved = sin * r;
                d[i + 1] = g + moved;
                chased = cos * r - b;
                let (before, behind) = vectors.two_rows(i, i + 1);
                turn(before, behind, cos, sin);
            }
            if is_whole {
                d[l] -= moved;
                e[l] = chased;
                e[end] = 0.0;
            }
        }
    }
}

/// A reflection `1 − 2 v vᵀ`.
pub(super) struct Reflection(pub(super) Vec<f64>);

impl Reflection {
    /// Returns the reflection that takes a vector to its first entry alone, or nothing if the rest of it is zero, and that entry.
    pub(super) fn of(mut v: Vec<f64>) -> (Option<Reflection>, f64) {
        let scale = v.iter().fold(0.0, |most: f64, x| most.max(x.abs()));
        if v[1..].iter().all(|x| *x == 0.0) {
            return (None, v[0]);
        }
        v.iter_mut().for_each(|x| *x /= scale);
        let length = -norm(&v).copysign(v[0]);
        v[0] -= length;
        let own = norm(&v);
        v.iter_mut().for_each(|x| *x /= own);
        (Some(Reflection(v)), length * scale)
    }
}

/// Reflects a vector: `(1 − 2 v vᵀ) x`.
pub(super) fn mirror(x: &mut [f64], v: &[f64]) {
    let along = 2.0 * dot(x, v);
    x.iter_mut().zip(v).for_each(|(x, v)| *x -= along * v);
}

/// Turns the vectors (x, y) of two rows by an angle.
pub(super) fn turn(xs: &mut [f64], ys: &mut [f64], cos: f64, sin: f64) {
    for (x, y) in xs.iter_mut().zip(ys) {
        (*x, *y) = (cos * *x - sin * *y, sin * *x + cos * *y);
    }
}

pub(super) fn norm(a: &[f64]) -> f64 {
    dot(a, a).sqrt()
}
