//! Eigenvalues and singular values: the numerics at floats, and their derivatives to any order.
//!
//! [`symmetric`] finds the vectors at floats, Jacobi's rotations those of singular values. At numbers with derivatives they are refined: a step doubles the order to which `A V = V Λ` and
//! `Vᵀ V = 1` hold. (Ogita and Aishima, "Iterative refinement for symmetric eigenvalue decomposition", 2018.)
//!
//! Law of equal eigenvalues: their vectors do not turn into one another. That is what makes derivatives of functions that do not depend on the choice of the
//! vectors right, and others finite.

use super::dense::Matrix;
use super::symmetric::{self, dot, largest, norm, turn};
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
    let values = |v: &Matrix<T>| {
        let (r, s) = (Matrix::identity(n).minus(&v.transposed().times(v)), v.transposed().times(&a.times(v)));
        let values: Vec<T> = (0..n).map(|i| s.at(i, i) / (T::one() - r.at(i, i))).collect();
        (r, s, values)
    };
    let mut known = 0;
    while known < T::ORDER {
        let (r, s, lambda) = values(&v);
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
    (values(&v).2, v)
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
        let (u, v) = one_sided(&Matrix::made(m, n, |i, j| a.at(i, j).primal()));
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let start = Matrix::made(m + n, m + n, |i, j| {
            T::constant(match (i < m, j / n.max(1)) {
                (true, 0 | 1) => half * u.at(i, j % n),
                (false, 0) => half * v.at(i - m, j),
                (false, 1) => -half * v.at(i - m, j - n),
                (true, _) => u.at(i, j - n),
                (false, _) => 0.0,
            })
        });
        let larger = Matrix::made(m + n, m + n, |i, j| match (i < m, j < m) {
            (true, false) => a.at(i, j - m),
            (false, true) => a.at(j, i - m),
            (true, true) | (false, false) => T::constant(0.0),
        });
        let (values, vectors) = refined(&larger, start);
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

/// Jacobi's method from one side at floats: `U` completed to an orthonormal basis (m × m), and `V`, in the order of descending singular values. The
/// largest entry of each column of `V` is positive.
fn one_sided(a: &Matrix<f64>) -> (Matrix<f64>, Matrix<f64>) {
    let (m, n) = (a.rows, a.columns);
    // Columns as rows, so that the operations run along memory.
    let (mut w, mut v) = (a.transposed(), Matrix::identity(n));
    for _ in 0..60 {
        let mut turned = false;
        for p in 0..n {
            for q in p + 1..n {
                let (pp, qq, pq) =
                    (dot(w.row(p), w.row(p)), dot(w.row(q), w.row(q)), dot(w.row(p), w.row(q)));
                if !(pq.abs() > f64::EPSILON * (m as f64).sqrt() * pp.sqrt() * qq.sqrt()) {
                    continue;
                }
                turned = true;
                let theta = (qq - pp) / (2.0 * pq);
                let t = theta.signum() / (theta.abs() + theta.hypot(1.0));
                let cos = 1.0 / t.hypot(1.0);
                for matrix in [&mut w, &mut v] {
                    let (x, y) = matrix.two_rows(p, q);
                    turn(x, y, cos, t * cos);
                }
            }
        }
        if !turned {
            break;
        }
    }
    let lengths: Vec<f64> = (0..n).map(|j| norm(w.row(j))).collect();
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| lengths[*j].total_cmp(&lengths[*i]));
    let sign: Vec<f64> = order.iter().map(|j| largest(v.row(*j).iter().copied()).signum()).collect();
    let most = order.first().map_or(0.0, |j| lengths[*j]);
    let mut u = Matrix::zeros(m, m);
    let mut unit = 0;
    for j in 0..m {
        // A column for each singular value that is not zero, and any that is orthogonal to those before for the rest.
        let own = (j < n).then(|| order[j]).filter(|k| lengths[*k] > 1e-14 * most);
        if let Some(k) = own {
            (0..m).for_each(|i| *u.at_mut(i, j) = sign[j] * w.at(k, i) / lengths[k]);
            continue;
        }
        loop {
            let mut column: Vec<f64> = (0..m).map(|i| f64::from(u8::from(i == unit))).collect();
            unit += 1;
            for _ in 0..2 {
                for k in 0..j {
                    let dot: f64 = (0..m).map(|i| u.at(i, k) * column[i]).sum();
                    (0..m).for_each(|i| column[i] -= dot * u.at(i, k));
                }
            }
            let length = column.iter().map(|x| x * x).sum::<f64>().sqrt();
            if length > 0.1 / (m as f64).sqrt() || unit >= m {
                (0..m).for_each(|i| *u.at_mut(i, j) = column[i] / length);
                break;
            }
        }
    }
    (u, Matrix::made(n, n, |i, j| sign[j] * v.at(order[j], i)))
}
