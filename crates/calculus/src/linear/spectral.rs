//! Eigenvalues and singular values: the numerics at floats, and their derivatives to any order.
//!
//! [`symmetric`] and [`singular`] find the vectors at floats. At numbers with derivatives they are refined: a step doubles the order to which `A V = V Λ` and
//! `Vᵀ V = 1` hold. (Ogita and Aishima, "Iterative refinement for symmetric eigenvalue decomposition", 2018.)
//!
//! Law of equal eigenvalues: their vectors do not turn into one another. That is what makes derivatives of functions that do not depend on the choice of the
//! vectors right, and others finite.

use super::dense::Matrix;
use super::{singular, symmetric};
use retrograde::Real;

/// The relative distance at which two eigenvalues are the same.
const EQUAL: f64 = 1e-12;

/// Returns true for eigenvalues that are the same, among those of which the largest is `scale`.
fn same<T: Real>(a: T, b: T, scale: f64) -> bool {
    (a.primal() - b.primal()).abs() <= EQUAL * scale
}

fn scale<T: Real>(values: &[T]) -> f64 {
    values.iter().fold(f64::MIN_POSITIVE, |most, value| most.max(value.primal().abs()))
}

/// Returns the eigenvalues in ascending order, and the eigenvectors as columns, of the symmetric matrix with this lower triangle.
pub(crate) fn eigh<T: Real>(a: &Matrix<T>) -> (Vec<T>, Matrix<T>) {
    let n = a.rows;
    let a = Matrix::made(n, n, |i, j| a.at(i.max(j), i.min(j)));
    let (_, vectors) = symmetric::decomposed(&Matrix::made(n, n, |i, j| a.at(i, j).primal()));
    refined(&a, Matrix::made(n, n, |i, j| T::constant(vectors.at(i, j))))
}

/// Returns eigenvalues and eigenvectors from the eigenvectors of the values.
pub(crate) fn refined<T: Real>(a: &Matrix<T>, mut v: Matrix<T>) -> (Vec<T>, Matrix<T>) {
    let n = a.rows;
    let mut known = 0;
    while known < T::ORDER {
        let across = v.transposed();
        let (r, s) = (Matrix::identity(n).minus(&across.times(&v)), across.times(&a.times(&v)));
        let lambda: Vec<T> = (0..n).map(|i| s.at(i, i) / (T::one() - r.at(i, i))).collect();
        let scale = scale(&lambda);
        let turn = Matrix::made(n, n, |i, j| {
            if i == j || same(lambda[i], lambda[j], scale) {
                T::constant(0.5) * r.at(i, j)
            } else {
                (s.at(i, j) + lambda[j] * r.at(i, j)) / (lambda[j] - lambda[i])
            }
        });
        v = v.plus(&v.times(&turn));
        known = 2 * known + 1;
    }
    (quotients(&v, &a.times(&v), &v), v)
}

/// Returns the quotients `uᵢ · (A v)ᵢ / vᵢ · vᵢ` of columns.
fn quotients<T: Real>(u: &Matrix<T>, product: &Matrix<T>, v: &Matrix<T>) -> Vec<T> {
    let n = v.columns;
    let (mut above, mut below) = (vec![T::constant(0.0); n], vec![T::constant(0.0); n]);
    for i in 0..product.rows {
        above.iter_mut().zip(u.row(i)).zip(product.row(i)).for_each(|((sum, u), w)| *sum += *u * *w);
    }
    for i in 0..v.rows {
        below.iter_mut().zip(v.row(i)).for_each(|(sum, v)| *sum += *v * *v);
    }
    above.iter().zip(below).map(|(above, below)| *above / below).collect()
}

/// Adds to the cotangents of a symmetric matrix, of which the lower triangle is read, those of its eigenvalues and eigenvectors.
pub(crate) fn pull_eigh<T: Real>(
    values: &[T],
    v: &Matrix<T>,
    values_bar: &[T],
    v_bar: &Matrix<T>,
) -> Matrix<T> {
    let (n, scale) = (values.len(), scale(values));
    let inner = v.transposed().times(v_bar);
    let core = Matrix::made(n, n, |i, j| {
        if i == j {
            values_bar[i]
        } else if same(values[i], values[j], scale) {
            T::constant(0.0)
        } else {
            inner.at(i, j) / (values[j] - values[i])
        }
    });
    v.times(&core).times(&v.transposed())
}

/// Returns the sum of each entry of the lower triangle and its mirror image, and zeros above.
pub(crate) fn folded<T: Real>(bar: &Matrix<T>) -> Matrix<T> {
    bar.map(|i, j, a| match i.cmp(&j) {
        std::cmp::Ordering::Greater => a + bar.at(j, i),
        std::cmp::Ordering::Equal => a,
        std::cmp::Ordering::Less => T::constant(0.0),
    })
}

/// A singular value decomposition of an `m × n` matrix with `m ≥ n`, by way of the eigenvalues `±σ` of `(0 A; Aᵀ 0)`, whose vectors are
/// `(u, ±v) / √2`, and `m − n` zeros.
pub(crate) struct Svd<T> {
    m: usize,
    n: usize,
    /// The eigenvalues and eigenvectors of the larger matrix: `σ`, then `−σ`, then zeros.
    values: Vec<T>,
    vectors: Matrix<T>,
}

impl<T: Real> Svd<T> {
    pub(crate) fn new(a: &Matrix<T>) -> Self {
        let (m, n) = (a.rows, a.columns);
        let (u, v) = singular::decomposed(&Matrix::made(m, n, |i, j| a.at(i, j).primal()));
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let vectors = Matrix::made(m + n, m + n, |i, j| {
            T::constant(match (i < m, j / n.max(1)) {
                (true, 0 | 1) => half * u.at(i, j % n),
                (false, 0) => half * v.at(i - m, j),
                (false, 1) => -half * v.at(i - m, j - n),
                (true, _) => u.at(i, j - n),
                (false, _) => 0.0,
            })
        });
        if T::ORDER == 0 {
            let v = Matrix::made(n, n, |i, j| T::constant(v.at(i, j)));
            let u = Matrix::made(m, n, |i, j| T::constant(u.at(i, j)));
            let sigma = quotients(&u, &a.times(&v), &v);
            let zeros = std::iter::repeat_n(T::constant(0.0), m - n);
            let values = sigma.iter().copied().chain(sigma.iter().map(|s| -*s)).chain(zeros).collect();
            return Svd { m, n, values, vectors };
        }
        let larger = Matrix::made(m + n, m + n, |i, j| match (i < m, j < m) {
            (true, false) => a.at(i, j - m),
            (false, true) => a.at(j, i - m),
            (true, true) | (false, false) => T::constant(0.0),
        });
        let (values, vectors) = refined(&larger, vectors);
        Svd { m, n, values, vectors }
    }

    /// `U` (m × n), the singular values in descending order, and `V` (n × n), one after another.
    pub(crate) fn parts(&self, y: &mut [T]) {
        let root = T::constant(std::f64::consts::SQRT_2);
        let (m, n) = (self.m, self.n);
        for j in 0..n {
            (0..m).for_each(|i| y[i * n + j] = root * self.vectors.at(i, j));
            y[m * n + j] = self.values[j];
            (0..n).for_each(|i| y[m * n + n + i * n + j] = root * self.vectors.at(m + i, j));
        }
    }

    /// Returns the cotangents of the matrix.
    pub(crate) fn pull(&self, y_bar: &[T]) -> Matrix<T> {
        let root = T::constant(std::f64::consts::SQRT_2);
        let (m, n) = (self.m, self.n);
        let mut values_bar = vec![T::constant(0.0); m + n];
        let mut vectors_bar = Matrix::zeros(m + n, m + n);
        for j in 0..n {
            (0..m).for_each(|i| *vectors_bar.at_mut(i, j) = root * y_bar[i * n + j]);
            values_bar[j] = y_bar[m * n + j];
            (0..n).for_each(|i| *vectors_bar.at_mut(m + i, j) = root * y_bar[m * n + n + i * n + j]);
        }
        let larger = pull_eigh(&self.values, &self.vectors, &values_bar, &vectors_bar);
        Matrix::made(m, n, |i, j| larger.at(i, m + j) + larger.at(m + j, i))
    }
}
