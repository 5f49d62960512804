//! Cholesky, LU and QR factors.

use super::dense::{Lu, Matrix};
use super::solutions::add;
use super::{side, tall};
use retrograde::Real;
use retrograde::rules::Whole;

/// Returns the part of a matrix below the diagonal, and `diagonal` times that on it.
fn lower<T: Real>(a: &Matrix<T>, diagonal: f64) -> Matrix<T> {
    a.map(|i, j, a| match i.cmp(&j) {
        std::cmp::Ordering::Greater => a,
        std::cmp::Ordering::Equal => a * T::constant(diagonal),
        std::cmp::Ordering::Less => T::constant(0.0),
    })
}

/// Returns the part of a matrix on and above the diagonal.
fn upper<T: Real>(a: &Matrix<T>) -> Matrix<T> {
    a.map(|i, j, a| if i <= j { a } else { T::constant(0.0) })
}

/// `A = L Lᵀ`, with `A̅ = L⁻ᵀ Φ(Lᵀ L̅) L⁻¹`, where `Φ` takes the lower triangle and half of the diagonal.
pub(super) struct Cholesky {
    n: usize,
}

impl Cholesky {
    #[track_caller]
    pub(super) fn new(a: usize) -> Self {
        Cholesky { n: side(a) }
    }
}

impl Whole for Cholesky {
    fn value<T: Real>(&self, x: &[T], y: &mut [T]) {
        y.copy_from_slice(&Matrix::new(self.n, self.n, x).cholesky().data);
    }

    fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) {
        let l = Matrix::new(self.n, self.n, x).cholesky();
        let across = l.transposed();
        let inner = lower(&across.times(&lower(&Matrix::new(self.n, self.n, y_bar), 1.0)), 0.5);
        let left = across.upper_solve(&inner, false);
        // Of the full matrix; the lower triangle stands for both.
        let full = across.upper_solve(&left.transposed(), false).transposed();
        add(x_bar, &super::spectral::folded(&full));
    }
}

/// `P A = L U`, with `A̅ = Pᵀ L⁻ᵀ (tril(Lᵀ L̅, −1) + triu(U̅ Uᵀ)) U⁻ᵀ`.
pub(super) struct LuFactors {
    n: usize,
}

impl LuFactors {
    #[track_caller]
    pub(super) fn new(a: usize) -> Self {
        LuFactors { n: side(a) }
    }
}

impl Whole for LuFactors {
    fn value<T: Real>(&self, x: &[T], y: &mut [T]) {
        y.copy_from_slice(&Lu::new(&Matrix::new(self.n, self.n, x)).both.data);
    }

    fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) {
        let n = self.n;
        let lu = Lu::new(&Matrix::new(n, n, x));
        let bar = Matrix::new(n, n, y_bar);
        let l = lower(&lu.both, 0.0).plus(&Matrix::identity(n));
        let u = upper(&lu.both);
        let inner = lower(&l.transposed().times(&lower(&bar, 0.0)), 0.0)
            .plus(&upper(&upper(&bar).times(&u.transposed())));
        let left = l.transposed().upper_solve(&inner, true);
        // left U⁻ᵀ = (U⁻¹ leftᵀ)ᵀ
        let full = u.upper_solve(&left.transposed(), false).transposed();
        for (i, row) in lu.order.iter().enumerate() {
            (0..n).for_each(|j| x_bar[row * n + j] += full.at(i, j));
        }
    }
}

/// `A = Q R`, with `A̅ = (Q̅ + Q S) R⁻ᵀ`, where `S` is the symmetric matrix with the lower triangle of `R R̅ᵀ − Q̅ᵀ Q`.
pub(super) struct Qr {
    m: usize,
    n: usize,
}

impl Qr {
    #[track_caller]
    pub(super) fn new(a: usize, n: usize) -> Self {
        Qr { m: tall(a, n), n }
    }
}

impl Whole for Qr {
    fn value<T: Real>(&self, x: &[T], y: &mut [T]) {
        let (q, r) = Matrix::new(self.m, self.n, x).qr();
        let (q_at, r_at) = y.split_at_mut(self.m * self.n);
        q_at.copy_from_slice(&q.data);
        r_at.copy_from_slice(&r.data);
    }

    fn pull<T: Real>(&self, x: &[T], y_bar: &[T], x_bar: &mut [T]) {
        let (m, n) = (self.m, self.n);
        let (q, r) = Matrix::new(m, n, x).qr();
        let (q_bar, r_bar) = y_bar.split_at(m * n);
        let (q_bar, r_bar) = (Matrix::new(m, n, q_bar), upper(&Matrix::new(n, n, r_bar)));
        let inner = r.times(&r_bar.transposed()).minus(&q_bar.transposed().times(&q));
        let symmetric = Matrix::made(n, n, |i, j| inner.at(i.max(j), i.min(j)));
        let left = q_bar.plus(&q.times(&symmetric));
        // left R⁻ᵀ = (R⁻¹ leftᵀ)ᵀ
        add(x_bar, &r.upper_solve(&left.transposed(), false).transposed());
    }
}
